"""Pictures beside the curve: checked, sent, kept and told as numbers."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Failed, Image
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.picture import Form, Picture
from prep.demos.judging.report import as_json
from prep.demos.running import wire
from prep.demos.running.run import stream
from prep.session.experiment.picturing import picture_rows, picture_table, seen
from tests.demos.fakes import fake, steady

HEAT = Picture("weights", "weights", Form.HEAT)


def outcome_of(*images: Image, pictures: tuple[Picture, ...] = (HEAT,)) -> Outcome:
    def measure(d_k: tuple[int, ...]) -> object:
        yield from steady(d_k)
        yield from images

    demo = fake(measure, pictures=pictures)  # type: ignore[arg-type]
    values = demo.read({})
    outcome = Outcome(demo.sheet(values))
    for message in stream(demo, values):
        outcome = outcome.add(wire.value(wire.line(message)))
    return outcome


def test_an_image_arrives_with_its_numbers() -> None:
    """Through the pipe, into the outcome and the JSON; drawn, and as a table."""
    outcome = outcome_of(Image("weights", 4, ((0.0, 1.0), (0.5, 0.25))))
    assert outcome.done and seen(outcome) == (HEAT,)
    assert as_json(outcome)["images"] == [{"picture": "weights", "x": 4.0, "rows": [[0.0, 1.0], [0.5, 0.25]]}]
    assert "1    ██" in [line.text.rstrip() for line in picture_rows(outcome, HEAT, 60, 10)]
    assert ".25" in " ".join(line.text for line in picture_table(outcome, HEAT, 60)).split()


@pytest.mark.parametrize("width", [20, 40, 76])
def test_a_table_of_a_picture_has_every_number(width: int) -> None:
    """Columns that have no room stand below; a broad matrix is told by its columns."""
    rows = tuple(tuple(100.0 * row + column for column in range(11, 41)) for row in range(1, 4))
    lines = [line.text for line in picture_table(outcome_of(Image("weights", 4, rows)), HEAT, width)]
    told = " ".join(lines).split()
    assert all(f"{number:g}" in told for row in rows for number in row)
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    "image",
    [
        Image("other", 4, ((1.0,),)),
        Image("weights", 4, ()),
        Image("weights", 4, ((float("nan"),),)),
        Image("weights", 4, ((1.0,) * 5000,)),
        Image("weights", 4, ((1.0, 2.0), (3.0,))),
    ],
)
def test_an_image_that_can_t_be_drawn_is_refused(image: Image) -> None:
    """An unknown name, no numbers, none that are finite, too many, ragged rows: one sentence."""
    failed = outcome_of(image).failed
    assert isinstance(failed, Failed) and "image" in failed.sentence


def test_bars_are_drawn_from_points() -> None:
    """They need no image: the series' values at the last x."""
    bars = Picture("both", "both series", Form.BARS, series=("std", "dead"))
    outcome = outcome_of(pictures=(bars,))
    lines = [line.text for line in picture_rows(outcome, bars, 60, 10)]
    assert "both series, dₖ 16" in lines
    assert [line.split()[-1] for line in lines[-2:]] == ["4.01", "%"]


@pytest.mark.parametrize("name", catalog.names())
def test_every_declared_bar_is_a_series(name: str) -> None:
    """A misspelt one would never be seen."""
    sheet = catalog.sheet(name)
    assert {s for picture in sheet.pictures for s in picture.series} <= {s.name for s in sheet.series}
