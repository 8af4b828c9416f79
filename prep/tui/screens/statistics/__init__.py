"""What was done and what is remembered: a year in numbers, calibration, the fit."""
