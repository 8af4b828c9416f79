"""A review, from the front of its first card to its summary."""
