"""The front of a card: its kind, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prep.core.card import Card
from prep.session.review.snapshot import Asked
from prep.text.markdown import inline, plain, wrap
from prep.text.row import blank, cut, hung, label, over, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.view.grid import Grid
from prep.view.kind import KINDS


def front(asked: Asked, grid: Grid, *, revealed: bool, expired: bool = False) -> list[Line]:
    """Kind and cue. revealed: a red flag now says what it is."""
    rows = [kind_row(asked, grid, revealed=revealed, expired=expired), *blank(1 if grid.tall else 0)]
    if asked.card.kind.judged:
        return rows + quote(asked, grid, revealed=revealed)
    if asked.premise:
        return rows + thread(asked, grid)
    return rows + cue(inline(asked.cue), grid.cue)


def kind_row(asked: Asked, grid: Grid, *, revealed: bool, expired: bool) -> Line:
    """What is asked of the person, and which card this is."""
    look, facts = KINDS[asked.card.kind], facts_of(asked)
    title, role = look.title + look.doubt, look.role
    if expired:
        title, role, facts = "? CHECK ME", Role.CARE, f"as of {asked.card.as_of}"
    if revealed and asked.card.kind.judged:
        title, role = (f"{look.glyph} SOUND", Role.RIGHT) if asked.sound else (look.title, Role.WRONG)
    return spread(Span(title, role, over=(Role.STRONG,)), label(facts), grid.width)


def facts_of(asked: Asked) -> str:
    """Card and level; first whether it is new, or a leech."""
    facts = [asked.card.id, asked.card.level.name.lower()]
    if asked.state.reps == 0:
        facts.insert(0, "new")
    elif asked.leech:
        facts.insert(0, missed_often(asked))
    return " · ".join(facts)


def missed_often(asked: Asked) -> str:
    """Of a leech."""
    return f"missed {asked.state.lapses} times"


def cue(spans: Sequence[Span], width: int) -> list[Line]:
    """What is asked, bold."""
    return [over(line, Role.STRONG) for line in wrap(spans, width)]


def thread(asked: Asked, grid: Grid) -> list[Line]:
    """A follow-up hangs on the question it belongs to."""
    rail = Span("│  ", Role.LINK)
    said = wrap((Span("You were asked: ", Role.DIM), *premise(asked)), grid.width - 3)
    asks = cue(inline(asked.cue), min(grid.cue, grid.width - 3))
    return [*(row(rail, line) for line in said), row(Span("│", Role.LINK)), *hung(Span("╰─ ", Role.LINK), asks)]


def premise(asked: Asked) -> list[Span]:
    """The question that a follow-up hangs on, dim."""
    return [replace(span, role=Role.DIM) for span in inline(asked.premise)]


def quote(asked: Asked, grid: Grid, *, revealed: bool) -> list[Line]:
    """What a candidate says."""
    role = (Role.RIGHT if asked.sound else Role.WRONG) if revealed else Role.CARE
    bar = Span("▌ ", role)
    lead = [] if revealed else [row(bar, "A candidate says"), row(Span("▌", role))]
    return [*lead, *(row(bar, line) for line in wrap(quoted(asked.cue), grid.cue - 2))]


def quoted(text: str) -> tuple[Span, ...]:
    """Inline Markdown in “quotes”."""
    return (Span("“"), *inline(text), Span("”"))


def pinned(asked: Asked, grid: Grid) -> Line:
    """The cue as one dim line, for a short screen after the reveal."""
    look = KINDS[asked.card.kind]
    said = f"“{plain(asked.cue)}”" if asked.card.kind.judged else plain(asked.cue)
    return cut(row(Span(look.glyph, look.role), label(f" {said}")), grid.width)


def hint_rows(card: Card, grid: Grid) -> list[Line]:
    """The hint, under its label."""
    return [label("HINT"), *wrap(inline(card.hint, card.sources), grid.width)]


def lines(asked: Asked, place: str, width: int) -> list[Line]:
    """The same line by line. place: how far the review is."""
    card, look = asked.card, KINDS[asked.card.kind]
    facts = [place, card.full_id, card.level.name.lower(), *([missed_often(asked)] if asked.leech else [])]
    head = row(Span(look.title + look.doubt, look.role), label("   " + " · ".join(facts)))
    hangs_on = wrap(premise(asked), width - 3) if asked.premise else ()
    asks = quoted(asked.cue) if card.kind.judged else inline(asked.cue)
    return [BLANK, head, *(row(Span("│  ", Role.LINK), line) for line in hangs_on), *cue(asks, width)]
