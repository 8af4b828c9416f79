"""A demo from a card: what was predicted, what was measured, how the two are shown."""
