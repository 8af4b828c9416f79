"""Cards found by what they say and how they stand: an index of their texts beside the log, and queries over both."""
