"""Imports of small sites that were invented for these tests."""
