"""Pictures, their copies, and the first pages of papers."""
