"""The front of a card as rows: its kind, and what is asked (LOOK §6: Kind, Thread, Quote)."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content

from prep.core.card import Card
from prep.core.kind import Kind
from prep.session.review.snapshot import Asked
from prep.text.markdown import inline, plain, wrap
from prep.text.span import Line, Role, Span
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, painted, spread

KINDS = {Kind.QUESTION: ("?", "QUESTION"), Kind.FOLLOW_UP: ("↳", "FOLLOW-UP"), Kind.RED_FLAG: ("!", "RED FLAG?")}
COLOURS = {Kind.QUESTION: "act", Kind.FOLLOW_UP: "link", Kind.RED_FLAG: "care"}


def front(asked: Asked, grid: Grid, *, revealed: bool, expired: bool = False) -> list[Content]:
    """Kind and cue. revealed: a red flag now says what it is."""
    rows = [kind_row(asked, grid, revealed=revealed, expired=expired), *([Content("")] if grid.tall else [])]
    if asked.card.kind is Kind.RED_FLAG:
        return rows + quote(asked, grid, revealed=revealed)
    if asked.premise:
        return rows + thread(asked, grid)
    return rows + [painted(line, "cue") for line in wrap(inline(asked.cue), grid.cue)]


def kind_row(asked: Asked, grid: Grid, *, revealed: bool, expired: bool) -> Content:
    """What is asked of the person, and which card this is."""
    glyph, word, look = "?", "CHECK ME", "care"
    facts = f"as of {asked.card.as_of}"
    if not expired:
        glyph, word = KINDS[asked.card.kind]
        look = COLOURS[asked.card.kind]
        facts = facts_of(asked)
    if revealed and asked.card.kind is Kind.RED_FLAG:
        word, look = ("SOUND", "right") if asked.sound else ("RED FLAG", "wrong")
    return spread(ink(f"{glyph} {word}", look, "strong"), ink(facts, "dim"), grid.width)


def facts_of(asked: Asked) -> str:
    """Card and level; first whether it is new, or a leech."""
    facts = [asked.card.id, asked.card.level.name.lower()]
    if asked.state.reps == 0:
        facts.insert(0, "new")
    elif asked.leech:
        facts.insert(0, f"missed {asked.state.lapses} times")
    return " · ".join(facts)


def thread(asked: Asked, grid: Grid) -> list[Content]:
    """A follow-up hangs on the question it belongs to."""
    premise = [replace(span, role=Role.DIM) for span in inline(asked.premise)]
    above = wrap((Span("You were asked: ", Role.DIM), *premise), grid.width - 3)
    cue = wrap(inline(asked.cue), min(grid.cue, grid.width - 3))
    return [
        *(joined([ink("│  ", "link"), painted(line)]) for line in above),
        ink("│", "link"),
        *(joined([ink("╰─ ", "link") if n == 0 else "   ", painted(line, "cue")]) for n, line in enumerate(cue)),
    ]


def quote(asked: Asked, grid: Grid, *, revealed: bool) -> list[Content]:
    """What a candidate says."""
    look = ("right" if asked.sound else "wrong") if revealed else "care"
    bar = ink("▌ ", look)
    said = wrap(quoted(asked.cue), grid.cue - 2)
    lead = [] if revealed else [joined([bar, "A candidate says"]), ink("▌", look)]
    return [*lead, *(joined([bar, painted(line)]) for line in said)]


def quoted(text: str) -> tuple[Span, ...]:
    """Inline Markdown in “quotes”."""
    return (Span("“"), *inline(text), Span("”"))


def pinned(asked: Asked, grid: Grid) -> Content:
    """The cue as one dim line, for a short screen after the reveal."""
    glyph, _ = KINDS[asked.card.kind]
    cue = f"“{plain(asked.cue)}”" if asked.card.kind is Kind.RED_FLAG else plain(asked.cue)
    text = joined([ink(glyph, COLOURS[asked.card.kind]), ink(f" {cue}", "dim")])
    return text.truncate(grid.width, ellipsis=True)


def hint_rows(card: Card, grid: Grid) -> list[Content]:
    """The hint, under its label."""
    lines: list[Line] = list(wrap(inline(card.hint, card.sources), grid.width))
    return [ink("HINT", "dim"), *map(painted, lines)]
