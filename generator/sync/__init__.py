"""Papers and citation counts from services of others, as changes that the author reviews."""
