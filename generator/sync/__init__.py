"""Papers and citation counts from other services, as changes that the author reviews."""
