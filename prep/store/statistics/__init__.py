"""What statistics ask of the log."""
