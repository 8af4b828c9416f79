"""One run of one demo, from its declaration to its messages. Runs where torch is; imports none itself."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from prep.demos.declaration.contradiction import Contradiction, refuse_contradiction
from prep.demos.declaration.message import (
    DOCTOR,
    Done,
    Expected,
    Failed,
    Failure,
    Image,
    Message,
    Point,
    Progress,
    Theory,
)
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.parameter import Scale, Values, echoed
from prep.demos.spec import Demo, Sheet, call
from prep.errors import PrepError
from prep.text.safe import safe

CELLS = 4096
"""Numbers of an image: more than a terminal has room for."""
CURVE = 96
"""Values of a theory curve: a little more than the columns of the widest plot."""


class BadPoint(Exception):
    """A demo sent what can't be drawn; the message ends the sentence "attention.x sent …"."""


def stream(demo: Demo, values: Values, wording: str = "") -> Iterator[Message | Sheet]:
    """The sheet, then points as they are measured, theory after the first, and Done or Failed at the end."""
    try:
        yield from _stream(demo, values, wording)
    except BadPoint as bad:
        yield Failed(Failure.RAISED, f"{demo.name} sent {bad}; the demo's code must be mended")
    except Contradiction as wrong:
        yield Failed(Failure.RAISED, f"{demo.name} can't be shown: {wrong}; the demo's code must be mended")
    except Exception as error:  # noqa: BLE001 (a demo's code may raise anything; it becomes one sentence)
        yield failure(demo.name, error)


def learn(demo: Demo) -> None:
    """Work out theory and tolerances for the default values, so that what they cache is there when it runs."""
    values = demo.read({})
    sheet = demo.sheet(values)
    for known in _curves(demo, values, sheet):
        if known.x in sheet.xs:
            call(demo.tolerance, values, Point(known.series, known.x, known.y, abs(known.y) / 100 or 0.01))


def failure(name: str, error: BaseException) -> Failed:
    """The exception as one sentence, with the place in the demo's own file."""
    told = said(error)
    if isinstance(error, PrepError):
        return Failed(Failure.REFUSED, told)
    if isinstance(error, ModuleNotFoundError) and error.name == "torch":
        return Failed(Failure.NO_TORCH, f"demos need torch: pip install torch{DOCTOR}")
    if isinstance(error, MemoryError) or "allocate memory" in told or "not enough memory" in told:
        return Failed(Failure.TOO_MUCH, f"{name} needs more memory than it may use; choose smaller parameters")
    frames = traceback.extract_tb(error.__traceback__)
    place = next(
        (
            f" ({Path(f.filename).name} line {f.lineno})"
            for f in reversed(frames)
            if not f.filename.startswith(str(Path(__file__).parents[1])) or "library" in f.filename
        ),
        "",
    )
    return Failed(Failure.RAISED, f"{name} raised {type(error).__name__}{': ' * bool(told)}{told}{place}")


def said(error: BaseException) -> str:
    """What an exception says, in one line that is safe to print; nothing if it fails at that, too."""
    try:
        return safe(" ".join(str(error).split())[:200])
    except Exception:  # noqa: BLE001 (a demo's own class may raise anything)
        return ""


def _stream(demo: Demo, values: Values, wording: str) -> Iterator[Message | Sheet]:
    sheet = refuse_contradiction(demo.sheet(values, wording))
    yield sheet
    start, points, seen, theory = time.perf_counter(), [], dict[float, None](), None
    for sent in call(demo.measure, values):
        if isinstance(sent, Image):
            yield _seen(sheet, sent)
            continue
        point = _checked(sheet, sent)
        if point.x not in seen:
            if seen:
                yield Progress(len(seen), len(sheet.xs), sheet.unit)
            seen[point.x] = None
        points.append(point)
        yield point
        if theory is None:
            theory = Theory(tuple(_curves(demo, values, sheet)))
            yield theory
        if len(points) >= sheet.limits.points:
            yield Failed(
                Failure.TOO_MUCH,
                f"{demo.name} sent {len(points):,} points and would send more; it may send {sheet.limits.points:,}",
            )
            return
    if not points:
        raise BadPoint("no point at all")
    if missing := [x for x in sheet.xs if x not in seen]:
        raise BadPoint(f"no point at {sheet.x.label} = {missing[0]:g}, where it said that it would measure")
    yield Progress(len(seen), len(sheet.xs), sheet.unit)
    yield _done(
        demo, values, Outcome(sheet, tuple(points), theory.points if theory else ()), time.perf_counter() - start
    )


def _done(demo: Demo, values: Values, outcome: Outcome, seconds: float) -> Done:
    known = {(t.series, t.x) for t in outcome.theory}
    tolerance = tuple(
        Expected(p.series, p.x, _allowed(float(call(demo.tolerance, values, p)), p))
        for p in outcome.points
        if (p.series, p.x) in known
    )
    ended = outcome.add(Done(seconds, "", tolerance))
    remark = call(demo.remark, values, ended)
    if not isinstance(remark, str):
        raise BadPoint(f"{type(remark).__name__} as its remark, where text was expected")
    return Done(seconds, remark, tolerance)


def _allowed(tolerance: float, point: Point) -> float:
    """A tolerance that a point can break."""
    if not (math.isfinite(tolerance) and tolerance >= 0):
        raise BadPoint(f"a tolerance that is no distance ({point.series} at {point.x:g} may be {tolerance:g} off)")
    return tolerance


def _checked(sheet: Sheet, sent: object) -> Point:
    if not isinstance(sent, Point):
        raise BadPoint(f"{type(sent).__name__} where a Point was expected")
    if sent.series not in (names := [s.name for s in sheet.series]):
        raise BadPoint(f"a point of the series {echoed(repr(sent.series))}; it declares {', '.join(names)}")
    point = Point(sent.series, float(sent.x), float(sent.y), float(sent.se))  # a tensor of one number will do
    if not (math.isfinite(point.x) and math.isfinite(point.y) and math.isfinite(point.se) and point.se >= 0):
        raise BadPoint(f"a value that is not a number ({point.series} at {point.x:g} is {point.y:g} ± {point.se:g})")
    return point


def _seen(sheet: Sheet, image: Image) -> Image:
    """A picture that was declared, of finite numbers in rows of one length, small enough for a screen."""
    if image.name not in (names := [p.name for p in sheet.pictures]):
        raise BadPoint(f"an image {echoed(repr(image.name))}; it declares {', '.join(names) or 'none'}")
    rows = tuple(tuple(float(number) for number in row) for row in image.rows)
    fits = 1 <= sum(map(len, rows)) <= CELLS and len(set(map(len, rows))) == 1
    if not fits or not all(math.isfinite(number) for row in rows for number in row):
        raise BadPoint(
            f"an image {image.name!r} that can't be drawn; it takes 1 to {CELLS:,} finite numbers, "
            "in rows of one length"
        )
    return Image(image.name, float(image.x), rows)


def _curves(demo: Demo, values: Values, sheet: Sheet) -> list[Expected]:
    """Theory at every measured x and, for plotted series, between and a little beyond."""
    plotted = {s.name for s in sheet.series if s.plotted}
    found = [Expected(series, x, y) for x in sheet.xs for series, y in _theory(demo, values, x)]
    found += [
        Expected(series, x, y) for x in _grid(sheet) for series, y in _theory(demo, values, x) if series in plotted
    ]
    return sorted({(e.series, e.x): e for e in found}.values(), key=lambda e: (e.series, e.x))


def _theory(demo: Demo, values: Values, x: float) -> list[tuple[str, float]]:
    """What theory says at x; nothing where its formula has no value."""
    try:
        said = call(demo.theory, values, x)
    except ArithmeticError:
        return []
    found = [(series, float(y)) for series, y in said.items()]
    for series, y in found:
        if math.isnan(y):
            silent = "where it has nothing to say it leaves the series out"
            raise BadPoint(f"a theory that is not a number ({series} at {x:g}; {silent})")
    return [(series, y) for series, y in found if math.isfinite(y)]


def _grid(sheet: Sheet) -> list[float]:
    low, high = min(sheet.xs), max(sheet.xs)
    if sheet.x.scale is Scale.LINEAR or low <= 0:
        return [low + (high - low) * i / (CURVE - 1) for i in range(CURVE)]
    low, high = low / math.sqrt(2), high * math.sqrt(2)
    return [low * (high / low) ** (i / (CURVE - 1)) for i in range(CURVE)]
