"""The only place that knows SQLite: the log, and everything that is computed from it."""
