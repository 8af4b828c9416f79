"""The grammar of one deck file: document, outline, heading, preamble, sections, demo calls."""
