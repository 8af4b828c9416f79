"""The night before the interview: what to read once more, and what of it goes on paper."""
