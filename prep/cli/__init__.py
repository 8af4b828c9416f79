"""The command line: stdout is data, stderr is diagnostics; exit 0, 1 (found problems), 2 (wrong usage)."""
