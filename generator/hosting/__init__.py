"""Code of several leaves that deals with git and with hosts.

`git.py` is the only file that calls git. `hosts.py` knows how Pages answers, `installation.py` how
a workflow installs Masthead, and `visible_content.py` what readers see.
"""
