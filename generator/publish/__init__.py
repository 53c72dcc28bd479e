"""Publishes a site, and compares a new build with what readers see now.

`deploy` makes a commit on the deployed branch, and `compare` a `Diff` of words, links and
addresses. Mistakes are raised as SiteError.
"""
