"""Markdown ⇄ cards: parse, rules, ids, edit, sync plan. Deck text is data: nothing in it ever runs."""
