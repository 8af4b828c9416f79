"""Numbers in the words of the interface (LOOK §4): intervals, durations, counts, shares."""

from __future__ import annotations

MINUTES_A_DAY = 24 * 60
DAYS_A_YEAR = 365.25
DAYS_A_MONTH = DAYS_A_YEAR / 12
MONTHS_FROM = 60
"""Up to this many days an interval is told in days: a person can count them."""


def interval(days: float, *, narrow: bool = False) -> str:
    """How long until a card is asked again: "30 s", "10 min", "5 h", "11 days", "2.5 months", "1.3 years".

    Narrow: "30s", "10m", "5h", "11d", "2.5mo", "1.3y". Zero, negative or not a number: "now".
    """
    amount, unit = _interval(min(days, 1e6) if days > 0 else 0.0)
    if not amount:
        return "now"
    if narrow:
        return amount + {"s": "s", "min": "m", "h": "h", "day": "d", "month": "mo", "year": "y"}[unit]
    plural = "s" if unit not in ("s", "min", "h") and amount != "1" else ""
    return f"{amount} {unit}{plural}"


def _interval(days: float) -> tuple[str, str]:
    """The amount, empty for nothing, and its unit; rounding up to a whole next unit takes that unit."""
    seconds, minutes = round(days * MINUTES_A_DAY * 60), round(days * MINUTES_A_DAY)
    if seconds < 60:
        return (str(seconds) if seconds else ""), "s"
    if minutes < 60:
        return str(minutes), "min"
    if round(days * 24) < 24:
        return str(round(days * 24)), "h"
    if round(days) <= MONTHS_FROM:
        return str(round(days)), "day"
    if round(days / DAYS_A_MONTH, 1) < 12:
        return decimal(days / DAYS_A_MONTH), "month"
    years = days / DAYS_A_YEAR
    return (decimal(years) if years < 10 else f"{years:,.0f}"), "year"


def minutes(seconds: float) -> str:
    """A rough time, never less than a minute unless it is nothing: "31 min"."""
    return f"{max(1, round(seconds / 60)) if seconds > 0 else 0} min"


def duration(seconds: float) -> str:
    """A measured time in its two largest units: "48 s", "1 min 12 s", "1 h 5 min"."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return _pair(whole // 60, "min", whole % 60, "s")
    return _pair(whole // 3600, "h", whole % 3600 // 60, "min")


def _pair(large: int, unit: str, small: int, subunit: str) -> str:
    return f"{large} {unit} {small} {subunit}" if small else f"{large} {unit}"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 card", "3 cards", "2 replies"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def percent(share: float) -> str:
    """A share of one, as "71 %"."""
    return f"{signed(round(100 * share))} %"


def decimal(value: float, places: int = 1) -> str:
    """At most so many decimals, without idle zeros: "2.5", "3"."""
    text = f"{value:.{places}f}"
    return signed(text.rstrip("0").rstrip(".") if "." in text else text)


def signed(number: float | str) -> str:
    """A number with a true minus sign, U+2212."""
    return str(number).replace("-", "\u2212")
