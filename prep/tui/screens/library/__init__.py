"""All cards: topics as a map, the cards of one, and what a search finds."""
