"""Numbers that decks quote from demos: `[11.34](demo:attention.score-std?d_k=8,64,128,512#std@128)`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from pathlib import Path
from urllib.parse import unquote

from prep.demos.declaration.outcome import Outcome
from prep.demos.running import sync
from prep.demos.running.host import Host
from prep.errors import UsageError

_LINK = re.compile(r"demo:(?P<name>[^?#]+)(?:\?(?P<given>[^#]*))?#(?P<series>[^@]+)@(?P<x>.+)")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A printed number and the measured value it claims to be."""

    printed: str
    link: str
    value: float | None
    """Measured; None where that series has no point there."""

    @property
    def holds(self) -> bool:
        """The printed digits are the measured value, rounded."""
        return self.value is not None and rounds_to(self.value, self.printed)


def rounds_to(value: float, printed: str) -> bool:
    """Whether a number rounds to what is printed: "11.34", "−0.5", "28 %", "1.2e−5". A tie may go either way."""
    text = printed.strip().replace("−", "-").replace(",", "")
    text, percent = (text[:-1].strip(), True) if text.endswith("%") else (text, False)
    try:
        shown = Decimal(text)
        exact = Decimal(repr(value)) * (100 if percent else 1)
        last = Decimal(1).scaleb(int(shown.as_tuple().exponent))
        return any(exact.quantize(last, tie) == shown for tie in (ROUND_HALF_UP, ROUND_HALF_DOWN))
    except (ArithmeticError, ValueError):  # no number, or no finite one
        return False


def unit(printed: str) -> float:
    """One unit of the last printed digit, as a share where the number is per cent; 0 where it is no number."""
    text = printed.strip().replace("−", "-").replace(",", "")
    text, scale = (text[:-1].strip(), 100) if text.endswith("%") else (text, 1)
    try:
        return float(Decimal(1).scaleb(int(Decimal(text).as_tuple().exponent))) / scale
    except (ArithmeticError, ValueError):
        return 0.0


def parse(link: str) -> tuple[str, dict[str, str], str, float]:
    """Name, arguments, series and x of a link. Raises UsageError."""
    match = _LINK.fullmatch(unquote(link))
    pairs = [pair.partition("=") for pair in re.split(r"[&;]", match["given"])] if match and match["given"] else []
    try:
        if match and all(name and value for name, _, value in pairs):
            return match["name"], {name: value for name, _, value in pairs}, match["series"], float(match["x"])
    except ValueError:
        pass
    raise UsageError(f"{link} is no number of a demo; write demo:NAME?key=value&…#series@x")


def check(quotes: Iterable[tuple[str, str]], folder: Path | None = None) -> tuple[Quoted, ...]:
    """(printed, link) → what was measured, each demo run once for each set of arguments. Raises UsageError.

    Raises DemoError where a demo could not run.
    """
    return asyncio.run(_check(list(quotes), folder))


async def _check(quotes: list[tuple[str, str]], folder: Path | None) -> tuple[Quoted, ...]:
    host = Host(folder)
    ran: dict[tuple[str, tuple[tuple[str, str], ...]], Outcome] = {}
    found = []
    try:
        for printed, link in quotes:
            name, given, series, x = parse(link)
            key = (name, tuple(sorted(given.items())))
            if key not in ran:
                sheet = await asyncio.to_thread(sync.sheet, name, given, folder)
                ran[key] = sync.complete(await sync.collect(host, sheet))
            point = ran[key].measured(series, x)
            found.append(Quoted(printed, link, point.y if point else None))
    finally:
        await host.close()
    return tuple(found)
