"""Dates as people write them: "12 Jan", "2027-01-12", "6 weeks", "tomorrow", "thu", "24-26 Dec"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from prep.core.plan import WEEKDAYS

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNITS = {"day": 1, "week": 7, "month": 30}
EXPECTED = "a date such as 12 Jan, 2027-01-12 or 6 weeks is expected"
LONGEST_BREAK = 366


def read_date(text: str, today: date) -> date:
    """The day that the text names; without a year, the next such day. Raises ValueError with one sentence."""
    said = " ".join(text.lower().split())
    if said in ("today", "tomorrow"):
        return today + timedelta(days=said == "tomorrow")
    if ahead := re.fullmatch(r"(?:in )?(\d{1,3}) (day|week|month)s?", said):
        return today + timedelta(days=int(ahead[1]) * UNITS[ahead[2]])
    try:
        return _named(said, today) or date.fromisoformat(said)
    except ValueError:
        raise ValueError(f"{text!r} is no date; {EXPECTED}") from None


def _named(said: str, today: date) -> date | None:
    """`12 jan`, `12 january 2027`, `jan 12`; None for another form. Raises ValueError for 31 February."""
    found = re.fullmatch(r"(?:[a-z]{3,9},? )?(\d{1,2})\.? ([a-z]{3,9})\.?(?: (\d{4}))?", said)
    turned = None if found else re.fullmatch(r"([a-z]{3,9}) (\d{1,2})(?:,? (\d{4}))?", said)
    day, name, year = found.groups() if found else (turned[2], turned[1], turned[3]) if turned else ("", "", None)
    if name[:3] not in MONTHS:
        return None
    on = date(int(year or today.year), MONTHS.index(name[:3]) + 1, int(day))
    return on if year or on >= today else on.replace(year=on.year + 1)


def read_off(text: str, today: date) -> tuple[str, ...]:
    """Days off, separated by commas: weekdays, dates and ranges of dates. Raises ValueError with one sentence."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part[:3].lower() in WEEKDAYS and part.isalpha():
            found.append(part[:3].lower())
        else:
            found += [day.isoformat() for day in _range(part, today)]
    if {*WEEKDAYS} <= {*found}:
        raise ValueError("all seven days of the week can't be off: no day of study is left")
    return tuple(dict.fromkeys(found))


def _range(part: str, today: date) -> list[date]:
    """`24-26 dec`, `24 dec to 2 jan`, or one date."""
    short = re.fullmatch(r"(\d{1,2}) ?[-–] ?(\d{1,2}) ([A-Za-z]+.*)", part)
    first, last = (f"{short[1]} {short[3]}", f"{short[2]} {short[3]}") if short else (part, part)
    if " to " in part:
        first, last = part.split(" to ", 1)
    begin = read_date(first, today)
    end = read_date(last, begin)
    if not 0 <= (end - begin).days < LONGEST_BREAK:
        raise ValueError(f"{part!r} is no range of days; the first must come before the last, within a year")
    return [begin + timedelta(days=n) for n in range((end - begin).days + 1)]
