"""Measured against theory and prediction: verdict, report, audit of what cards quote."""
