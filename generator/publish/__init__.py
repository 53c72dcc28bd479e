"""Publishes a site, and compares a new build with what readers see now.

A `DeployRequest` or a `DiffRequest` goes in. What comes out is a commit on the deployed branch, or
a `Diff` of words, links and addresses; mistakes are raised as SiteError.
"""
