"""The app: screens orchestrate, widgets paint; the session decides, the view says how it looks."""
