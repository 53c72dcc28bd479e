"""The benchmark: one site for Masthead, Hugo and Pelican, built side by side. See `__main__`."""
