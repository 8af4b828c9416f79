"""What several lessons use: the laws of scores and of rounding, a task, how a run is read. No lesson lies here."""
