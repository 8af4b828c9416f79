"""The app: screens orchestrate, widgets draw, the session decides."""
