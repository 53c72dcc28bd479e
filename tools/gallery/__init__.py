"""The two sites of the gallery: their pictures drawn, and each of them built in every theme.

`person` and `group` are sites of people, places and papers that do not exist. Their
texts are written by hand, their pictures drawn by `python -m tools.gallery draw`; nothing in them
is anybody else's. `make docs` builds each site in each packaged theme.
"""
