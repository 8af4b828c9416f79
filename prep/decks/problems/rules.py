"""Every rule that deck files are held to: its name, how bad a breach is, and why it exists."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.problem import Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; `tests/decks/rules/<name>.md` breaks it."""

    name: str
    severity: Severity
    sentence: str
    withholds: bool = False
    """A card that breaks it isn't asked until it is mended; its schedule waits."""
    craft: bool = False
    """How well a card asks and answers, not whether it works: told in every list of problems, but Home, which is
    seen every day, doesn't count it."""


_ALL = (
    # the file
    Rule("unreadable", ERROR, "A deck file is UTF-8 text that can be read.", True),
    Rule("merge-conflict", ERROR, "What a merge left undecided is decided before it is asked.", True),
    Rule("sync-copy", WARNING, "A sync service's copy of a deck waits beside it until somebody has looked.", True),
    Rule("no-cards", NOTE, "A deck file holds cards, each under a ## heading."),
    Rule("title", ERROR, "A file begins with its one # title."),
    Rule("topic", ERROR, 'A ```toml block with topic = "…" stands right under the title.', True),
    Rule("toml", ERROR, "The block under the title is valid TOML.", True),
    Rule("preamble-key", ERROR, "The block under the title knows topic, level, tags, related, weight and after."),
    Rule("preamble-value", ERROR, "topic is an id, level 1 to 3, weight 1 to 5; the rest are lists of words."),
    Rule("underlined-heading", ERROR, "A heading starts with #; text above --- or === becomes one by accident."),
    Rule("heading-space", ERROR, "A heading has a space after its #s, else it is text of the card above."),
    Rule("unclosed", ERROR, "A code fence, a comment and <pre> have an end, else they swallow the cards below."),
    Rule("stray-section", ERROR, "A ### section belongs to the card above it."),
    Rule("nesting", ERROR, "Quotes, lists and emphasis go at most 50 deep; far below Markdown drops text.", True),
    Rule("vast-card", ERROR, "A card has at most 50,000 characters; a screen lays out so many at once.", True),
    Rule("control-character", WARNING, "Control characters are shown, never obeyed."),
    Rule("unknown-related", WARNING, "A related topic is one that some deck has."),
    Rule("unknown-after", WARNING, "A topic that is to be learned first is one that some deck has."),
    Rule("after-circle", WARNING, "No topic comes, over others or at once, after itself."),
    Rule("unknown-tag", WARNING, "A tag is one of the folder's deck.toml, where that lists tags."),
    Rule("deck-toml", WARNING, "A deck.toml holds tags, and [levels] with a line on each level."),
    # the heading of a card
    Rule("kind-prefix", ERROR, 'The kinds of card are written "Follow-up: " and "Red flag: ".', True),
    Rule("empty-cue", ERROR, "A card's heading says what is asked.", True),
    Rule("id", ERROR, "An id is made of lower-case letters, digits and hyphens.", True),
    Rule("no-id", NOTE, "A card has an id; the next start of prep gives one to each card of yours.", True),
    Rule("duplicate-id", ERROR, "An id names one card of its topic.", True),
    Rule("misplaced-attributes", ERROR, "{#id …} ends the heading.", True),
    Rule("attribute", ERROR, "Attributes are capstone, level, tags, as_of, expires, of and was, once each.", True),
    Rule("attribute-value", ERROR, "An attribute has a value that it can take on this kind of card.", True),
    Rule("month", ERROR, "as_of and expires are months, YYYY-MM, in this order.", True),
    Rule("expires-without-as-of", ERROR, "A fact that expires says when it was checked."),
    Rule("no-question", ERROR, "A follow-up or red flag has a question above it, or of=.", True),
    Rule("unknown-question", ERROR, "of= names a question that some deck has.", True),
    Rule("was", ERROR, "was= names a card that is gone, and one card takes its place.", True),
    # the sections
    Rule("empty-answer", ERROR, "A card has an answer before its first section.", True),
    Rule("unknown-section", ERROR, "Sections have one of twelve names."),
    Rule("section-twice", ERROR, "A card has each section once.", True),
    Rule("section-kind", ERROR, "Say instead belongs to red flags.", True),
    Rule("empty-section", WARNING, "A section has text."),
    Rule("say-instead", ERROR, "A red flag tells what to say instead.", True),
    Rule("asked-as", ERROR, "Asked as has paragraphs only, each one more cue.", True),
    Rule("one-list", ERROR, "Must say, Remember and Demo are one list each, a paragraph an item.", True),
    Rule("point-key", ERROR, 'A must-say item begins with "[key] " or "[key!] ", and no key is x.', True),
    Rule("point-twice", ERROR, "The keys of a card's must-say items differ.", True),
    Rule("hidden-definition", ERROR, "[key]: … in a list or quote vanishes: it defines a link.", True),
    # demos
    Rule("demo-item", ERROR, "A demo is written `name key=value …`, then perhaps a wording."),
    Rule("unknown-demo", ERROR, "A demo that a card names exists."),
    Rule("demo-parameter", ERROR, "A demo gets parameters that it has, with values that it takes."),
    Rule("demo-link", ERROR, "A number from a demo is linked demo:NAME?key=value#series@x."),
    Rule("unlinked-number", WARNING, "What is said to be measured links to its demo, or cites who did.", craft=True),
    # what is said
    Rule("two-questions", WARNING, "A cue asks one question; only a capstone asks for more.", craft=True),
    Rule("alike-cues", WARNING, "No two cards ask the same.", craft=True),
    Rule("long-answer", WARNING, "An answer has at most 80 words, thirty seconds aloud; a capstone's 250.", craft=True),
    Rule("unsaid-point", WARNING, "An answer says its must-say points.", craft=True),
    Rule("uncited-model", WARNING, "A card that claims something about a certain model cites a source.", craft=True),
    # the text
    Rule("math", ERROR, "Math is LaTeX that prep can draw."),
    Rule("foreign-markup", WARNING, "A terminal has no pictures, HTML tags or gaps; math has no blank inside its $."),
    Rule("wide-code", WARNING, "Code is at most 76 columns wide, as a page is.", craft=True),
    Rule("table-row", ERROR, "A table row has no more cells than its header, else Markdown drops text."),
    Rule("table-pipe", ERROR, r"In a table a | splits the cell, in math too; write \mid or \vert."),
    Rule("table-header", ERROR, "A table's header has as many cells as the line of dashes under it."),
    Rule("unknown-source", WARNING, "A cited [key] is defined at the end of the file."),
    Rule("uncited", WARNING, "A definition is cited somewhere in its file."),
    Rule("defined-twice", ERROR, "A [key] is defined once in a file; Markdown forgets the second."),
    Rule("definition-place", WARNING, "Definitions stand at the end of the file."),
)

RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
"""By name, in the order in which `prep check --rules` lists them."""
