"""Markdown ⇄ cards: parse, rules, ids, edit. Deck text is data: nothing in it ever runs.

folders       read, reading, assemble, deck_toml
one file      parse, document, outline, preamble, cards, heading, attributes, sections, items, demo_calls
rules         rules, report, across, alike, blocks, citations, claims, measured, prose, spoken, stems, tables
writing       edit, draft, target, ids, renewal, rewrite, lines, files
kept          cache, kept, packed
"""
