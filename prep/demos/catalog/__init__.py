"""Which demos there are: the shipped lessons, and a person's own files."""
