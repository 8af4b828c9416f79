"""Markdown ⇄ cards: parse, rules, ids, edit. Deck text is data: nothing in it ever runs."""
