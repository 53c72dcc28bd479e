"""A CV -> Typst -> PDF. Typst is imported when a PDF is stale, and not before."""
