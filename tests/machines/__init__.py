"""What machines read of a site: tags, linked data, feeds, maps, policies."""
