"""The log: its rows, and the log of another database."""
