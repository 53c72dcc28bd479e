"""Outputs drawn by further processes: one that loads its tools ahead, or several that share."""
