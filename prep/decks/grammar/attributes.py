"""The values of a card's attributes, checked for its kind."""

from __future__ import annotations

import re
from dataclasses import dataclass

from prep.core.kind import Level
from prep.decks.grammar.heading import TOPIC, CardHeading
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report

_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What the attributes say."""

    capstone: bool = False
    level: Level | None = None
    tags: tuple[str, ...] = ()
    as_of: str = ""
    expires: str = ""
    of: str = ""
    """As written: an id of this topic or a full id."""
    was: str = ""


def read_attributes(heading: CardHeading, part: OutlinePart, report: Report) -> CardFacts:
    """The checked values; a value that is wrong is reported and left out."""
    given = heading.attributes
    bad = _bad_values(heading)
    for name, hint in bad.items():
        column = report.lines[part.line].rfind(f"{name}") + 1
        written = f"{name}={given[name]}" if given[name] else name
        rule = "month" if name in ("as_of", "expires") else "attribute-value"
        report.add(rule, part.line, f"“{written}” doesn't fit here", hint, column)
    good = {name: value for name, value in given.items() if name not in bad}
    if good.get("expires") and "as_of" not in given:
        hint = "add as_of=YYYY-MM, the month in which the fact was checked"
        report.add("expires-without-as-of", part.line, "this fact expires, but nobody checked it", hint)
    return CardFacts(
        "capstone" in good,
        Level(int(good["level"])) if "level" in good else None,
        tuple(good["tags"].split(",")) if "tags" in good else (),
        good.get("as_of", ""), good.get("expires", ""), good.get("of", ""), good.get("was", ""),
    )  # fmt: skip


def _bad_values(heading: CardHeading) -> dict[str, str]:
    """The attributes whose value is wrong, each with what was expected."""
    given, question = heading.attributes, not heading.kind.hangs
    checks = {
        "capstone": (question, "only a question can be a capstone"),
        "level": (given.get("level") in ("1", "2", "3"), "level is 1 (screen), 2 (core) or 3 (senior)"),
        "tags": (all(given.get("tags", "").split(",")), "tags are words with commas between, no spaces: tags=a,b"),
        "as_of": (_MONTH.fullmatch(given.get("as_of", "")), "as_of is a month: as_of=2026-11"),
        "expires": (_MONTH.fullmatch(given.get("expires", "")), "expires is a month: expires=2027-11"),
        "of": (is_reference(given.get("of", "")), "of= takes an id of this topic, or topic/id"),
        "was": (is_reference(given.get("was", "")), "was= takes an id of this topic, or topic/id"),
    }
    bad = {name: hint for name, (fits, hint) in checks.items() if name in given and not fits}
    if "of" in given and question:
        bad["of"] = "of= belongs to follow-ups and red flags"
    both = {"as_of", "expires"} <= given.keys() and not {"as_of", "expires"} & bad.keys()
    if both and given["expires"] < given["as_of"]:
        bad["expires"] = "a fact expires after the month in which it was checked"
    return bad


def is_reference(text: str) -> bool:
    """An id, or topic/id."""
    return bool(TOPIC.fullmatch(text))


def full_id(reference: str, topic: str) -> str:
    """The full id that a reference in this topic means."""
    return reference if "/" in reference or not reference else f"{topic}/{reference}"
