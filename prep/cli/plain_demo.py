"""A demo from the line mode: the card's first demo, its question on the next line, then the run."""

from __future__ import annotations

from prep.cli import demo_run, page
from prep.cli.plain import Read
from prep.core.card import Card
from prep.demos.running import sync
from prep.demos.running.described import Own
from prep.errors import PrepError, UsageError
from prep.session.experiment.experiment import Experiment
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
    experiment, ascii = Experiment(review.library, card, card.demos[0]), review.library.config.ascii
    folder, unknown = review.library.paths.demos, experiment.unknown
    experiment.found(sync.describe(folder, unknown) if unknown else Own())
    if experiment.trouble or experiment.plan is None:
        raise experiment.trouble or UsageError(f"there is no demo {card.demos[0].name}")
    demo_run.introduce(experiment.plan, ascii=ascii)
    demo_run.ask(experiment.plan, ascii=ascii)
    if known := experiment.record:
        page.say(known.tally, Role.DIM)
    if not _predicted(experiment, read):
        return  # the review asks next, and hears the same
    run = experiment.begin(review.library.now().ms)
    outcome = demo_run.measure(experiment.plan, folder, ascii=ascii)
    experiment.hear(run, outcome)
    experiment.log()
    demo_run.show_outcome(outcome, experiment.prediction, ascii=ascii)
    if known:
        page.show(wrap((Span(known.beside(outcome.sheet), Role.DIM),), page.width()))


def _predicted(experiment: Experiment, read: Read) -> bool:
    """An answer to the question, or none; False to leave. What is no answer is told, and asked once more."""
    while (typed := read("your prediction, enter skips >")) not in (None, "q"):
        try:
            experiment.predict(typed or "")
            return True
        except UsageError as error:
            page.say(str(error), Role.WRONG)
    return False
