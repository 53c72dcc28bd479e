"""Reads people and works from services, and finds out which works are the same."""
