"""A demo from the line mode: the card's first demo, its question on the next line, then the run."""

from __future__ import annotations

from prep.cli import demo_run, page
from prep.cli.plain import Read
from prep.demos import sync
from prep.demos.question import read_prediction
from prep.errors import PrepError
from prep.session.measuring import log_measurement, record
from prep.session.review import Review
from prep.text.span import Role


def run_from_card(review: Review, read: Read) -> None:
    """Run the demo that the card on the desk names, with its parameters; trouble is told and the card stays."""
    card = review.asked.card if review.asked else None
    if card is None or not card.demos:
        page.say("This card has no demo.", Role.DIM)
        return
    call, folder, ascii = card.demos[0], review.library.paths.demos, review.library.config.ascii
    try:
        sheet = sync.sheet(call.name, dict(call.arguments), folder)
        demo_run.introduce(sheet)
        demo_run.ask(sheet)
        known = record(review.library, call.name)
        if known:
            page.say(known.tally, Role.DIM)
        if (typed := read("your prediction, enter skips >")) in (None, "q"):
            return  # the review asks next, and hears the same
        prediction = read_prediction(sheet.question, typed or "")
        outcome = demo_run.measure(sheet, folder, ascii=ascii)
        log_measurement(review.library, outcome, prediction, card.full_id)
        demo_run.show_outcome(outcome, prediction, ascii=ascii)
        if known:
            page.say(known.beside(outcome.sheet), Role.DIM)
    except PrepError as error:
        page.say(str(error), Role.WRONG)
