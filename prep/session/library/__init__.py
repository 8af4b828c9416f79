"""The decks and the log, open together: find, list, narrow, look back at a card."""
