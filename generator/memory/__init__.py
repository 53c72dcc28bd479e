"""What the last build saw and did."""
