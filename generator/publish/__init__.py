"""Publishes a site, and compares a new build with what readers see now.

A `DeployRequest` leads to a commit on the deployed branch, a `DiffRequest` to a `Diff` of words,
links and addresses. Mistakes are raised as SiteError.
"""
