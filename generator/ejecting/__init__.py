"""Files of the theme that a site changes: copied out, and held against later versions."""
