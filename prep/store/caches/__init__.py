"""What is computed from the log and kept: states, roll-ups, what has just changed."""
