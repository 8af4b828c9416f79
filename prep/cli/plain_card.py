"""A card as lines: its front, its back, and the rows that ask."""

from __future__ import annotations

from prep.cli.page import prose, width
from prep.core.card import Card
from prep.core.kind import Kind
from prep.session.review.review import Review
from prep.session.review.snapshot import Asked, wait
from prep.text import markdown, words
from prep.text.span import BLANK, Line, Role, Span

KINDS = {
    Kind.QUESTION: ("? QUESTION", Role.ACT),
    Kind.FOLLOW_UP: ("↳ FOLLOW-UP", Role.LINK),
    Kind.RED_FLAG: ("! RED FLAG?", Role.CARE),
}


def front(review: Review) -> list[Line]:
    """What is asked, and what it hangs on."""
    asked, progress = review.asked, review.progress
    assert asked is not None
    word, role = KINDS[asked.card.kind]
    card = asked.card
    place = f"   {progress.done + 1} of {progress.total} · {card.full_id} · {card.level.name.lower()}"
    place += f" · missed {asked.state.lapses} times" if asked.leech else ""
    lines = [BLANK, Line((Span(word, role), Span(place, Role.DIM)))]
    if asked.premise:
        lines += [Line((Span("│  ", Role.LINK), *line.spans)) for line in _dim(asked.premise)]
    return [*lines, *_cue(asked)]


def _dim(text: str) -> tuple[Line, ...]:
    spans = tuple(Span(span.text, Role.DIM) for span in markdown.inline(text))
    return markdown.wrap(spans, width() - 3)


def _cue(asked: Asked) -> tuple[Line, ...]:
    spans = markdown.inline(asked.cue)
    if asked.card.kind is Kind.RED_FLAG:
        spans = (Span("“"), *spans, Span("”"))
    return markdown.wrap(tuple(Span(s.text, Role.STRONG) if s.role is Role.INK else s for s in spans), width())


def back(review: Review) -> list[Line]:
    """The answer and all depth below it."""
    asked = review.asked
    assert asked is not None
    lines = [BLANK]
    if asked.card.kind is Kind.RED_FLAG:
        lines += _red_flag(review, asked)
    else:
        lines += prose(asked.card.answer)
    if asked.most_missed:
        lines += [BLANK, *prose(f"Missed most: {asked.most_missed}")]
    return [*lines, BLANK]


def _red_flag(review: Review, asked: Asked) -> list[Line]:
    lines: list[Line] = []
    if review.verdict is not None:
        deed = "You flagged it" if review.verdict == "flag" else "You let it stand"
        mark, word, role = ("✓", "rightly", Role.RIGHT) if review.judged_rightly else ("✗", "wrongly", Role.WRONG)
        lines += [Line((Span(f"{mark}  {deed}, {word}.", role),)), BLANK]
    if asked.sound:
        return [*lines, label("WHY IT HOLDS"), *prose(asked.why)]
    lines += [label("WHAT IS WRONG"), *prose(asked.why), BLANK, label("SAY INSTEAD")]
    if asked.card.sound:
        lines += markdown.wrap((Span("“"), *markdown.inline(asked.card.sound), Span("”")), width())
    return [*lines, *prose(asked.card.say_instead)]


def label(text: str) -> Line:
    """Dim capitals on the row above what they label."""
    return Line((Span(text, Role.DIM),))


def depth(card: Card) -> list[Line]:
    """Everything that folds open below the answer."""
    lines: list[Line] = []
    for section in card.depth:
        lines += [BLANK, label(section.name.upper()), BLANK, *prose(section.body)]
    return lines


def whole(card: Card) -> list[Line]:
    """A card as it stands in its deck: what is asked, what must be said, all depth."""
    lines = [label(f"{card.full_id} · {card.kind} · {card.level.name.lower()}"), *prose(f"**{card.cue}**"), BLANK]
    lines += prose(card.answer)
    if card.say_instead or card.sound:
        lines += [BLANK, label("SAY INSTEAD"), *prose("\n\n".join(filter(None, (card.sound, card.say_instead))))]
    if card.must_say:
        points = (f"- {point.text}{' (required)' if point.required else ''}" for point in card.must_say)
        lines += [BLANK, label("MUST SAY"), *prose("\n".join(points))]
    return [*lines, *depth(card)]


def point(review: Review) -> str:
    """The must-say point to judge now."""
    current = review.walk.current
    assert current is not None
    wanted = review.walk.points[current]
    return f"  {markdown.plain(wanted.text)}{'  (required)' if wanted.required else ''}"


def choices_line(review: Review) -> str:
    """What each rating will do."""
    assert review.asked is not None
    return "   ".join(f"{c.rating.value} {c.rating.word} {words.interval(wait(c))}" for c in review.asked.choices)
