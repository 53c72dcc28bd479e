"""Makes a release: the changelog, the files that installers fetch, and trials of these.

`cut` is what somebody types (`make release VERSION=0.2.0`), `files` what the workflow runs on the
tag, `template` writes the repository from which others start a site with only a browser. Nothing
here sends anything anywhere.
"""
