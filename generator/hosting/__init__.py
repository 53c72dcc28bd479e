"""What several leaves need of the world in which a site is published.

`git.py` is the only place that calls git, `hosts.py` says how Pages answers,
`requirements.py` how a workflow installs Masthead, and `visible_content.py` what readers see.
"""
