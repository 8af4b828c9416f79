"""A demo from the line mode: the card's first demo, its question on the next line, then the run."""

from __future__ import annotations

from prep.cli import demo_run, page
from prep.cli.plain import Read
from prep.core.card import Card
from prep.demos.declaration.question import read_prediction
from prep.demos.running import sync
from prep.demos.spec import Sheet
from prep.errors import PrepError, UsageError
from prep.session.experiment.record import log_run, record
from prep.session.review.review import Review
from prep.text.span import Role, Span
from prep.text.wrap import wrap


def run_from_card(review: Review, read: Read) -> None:
    """Run the demo that the card on the desk names, with its parameters; trouble is told and the card stays."""
    card = review.asked.card if review.asked else None
    if card is None or not card.demos:
        page.say("This card has no demo.", Role.DIM)
        return
    try:
        _run(review, read, card)
    except PrepError as error:
        page.say(f"{error}; {error.hint}" if error.hint else str(error), Role.WRONG)
    except KeyboardInterrupt:
        page.say("stopped", Role.DIM)


def _run(review: Review, read: Read, card: Card) -> None:
    call, folder, ascii = card.demos[0], review.library.paths.demos, review.library.config.ascii
    sheet = sync.sheet(call.name, dict(call.arguments), folder, call.wording)
    demo_run.introduce(sheet, ascii=ascii)
    demo_run.ask(sheet, ascii=ascii)
    known = record(review.library, call.name)
    if known:
        page.say(known.tally, Role.DIM)
    if (typed := _typed(sheet, read)) is None:
        return  # the review asks next, and hears the same
    prediction = read_prediction(sheet.question, typed)
    outcome = demo_run.measure(sheet, folder, ascii=ascii)
    log_run(review.library, outcome, prediction, card.full_id)
    demo_run.show_outcome(outcome, prediction, ascii=ascii)
    if known:
        page.show(wrap((Span(known.beside(outcome.sheet), Role.DIM),), page.width()))


def _typed(sheet: Sheet, read: Read) -> str | None:
    """An answer to the question, empty to skip it; None to leave. What is no answer is told, and asked once more."""
    while (typed := read("your prediction, enter skips >")) not in (None, "q"):
        try:
            read_prediction(sheet.question, typed or "")
            return typed
        except UsageError as error:
            page.say(str(error), Role.WRONG)
    return None
