"""A card as rows: its front, its back, the points to say, its depth, and the ratings."""
