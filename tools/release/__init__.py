"""Makes a release: the changelog, the distribution files, and trials of these.

A person runs `cut` (`make release VERSION=0.2.0`), and the workflow runs `files` on the tag.
`template` writes the repository from which people start a site with only a browser. Nothing here
sends anything.
"""
