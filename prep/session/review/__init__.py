"""A review: the day's cards, the one on the desk, what an answer did, how the sitting ended."""
