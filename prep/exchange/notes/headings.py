"""Notes as people publish them in Markdown: headings or bold lines that ask, `Q:` and `A:`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from prep.errors import UsageError
from prep.exchange.notes.note import Note, Notes, NotTaken

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_BOLD = re.compile(r"\s*\*\*(.+)\*\*\s*$")
_SPOKEN = re.compile(r"([QAC]):\s?(.*)$")
_NUMBER = re.compile(r"^(?:Q?\d+\s*[.):]|Q\d+)\s*")
_SOURCE = re.compile(r"\s*\[?\[[^\[\]]*\]\([^()]*\)\]?\s*$")
_BEHIND = re.compile(r"(?<=[?!.)])[^\w?!.)`$*]+$")
"""An emoji that says how hard it is."""
_UNFOLDED = re.compile(r"</?details[^>]*>|<summary>.*?</summary>", re.IGNORECASE)
_LINE_END = re.compile(r"<br\s*/?>", re.IGNORECASE)

Line = tuple[int, str, bool]
"""Its number, its text, whether it stands in a code block."""


def read_headings(text: str) -> Notes:
    """The notes of a Markdown file. Raises UsageError where nothing in it asks."""
    lines = list(_lines(text))
    level = _level(lines)
    spoken = any(_SPOKEN.match(row) and row.startswith("Q:") for _, row, code in lines if not code)
    found = list(_spoken(lines) if spoken else _asked(lines, level))
    if not found:
        hint = "a question is a heading with a question mark, a bold line with one, or a line that begins with Q:"
        raise UsageError("nothing in it asks", hint)
    return Notes(
        tuple(each for each in found if isinstance(each, Note)),
        tuple(each for each in found if isinstance(each, NotTaken)),
        (f"headings of level {level} are taken as questions",) if level and not spoken else (),
    )


def _lines(text: str) -> Iterator[Line]:
    fence = ""
    for number, row in enumerate(text.split("\n"), 1):
        sign = _FENCE.match(row)
        inside = bool(fence)
        if sign and (not fence or (sign[1].startswith(fence) and not row.strip().strip(sign[1][0]))):
            fence = "" if fence else sign[1]
        yield number, row.rstrip("\r"), inside or bool(fence)


def _level(lines: list[Line]) -> int:
    """The level at which most headings ask; 0: none does."""
    asking = Counter(
        len(head[1]) for _, row, code in lines if not code and (head := _HEADING.match(row)) and "?" in head[2]
    )
    return asking.most_common(1)[0][0] if asking else 0


def _asked(lines: list[Line], level: int) -> Iterator[Note | NotTaken]:
    """From a question to the next one, or to a heading that is at least as high."""
    question, place, answer = "", 0, list[str]()
    for number, row, code in [*lines, (0, "#", False)]:
        head = None if code else _HEADING.match(f"{row} ")
        bold = None if code or head else _BOLD.match(row)
        asks = (head[2] if head and len(head[1]) == level else "") or (bold[1] if bold and "?" in bold[1] else "")
        if asks or (head and len(head[1]) <= max(level, 1)):
            if question:
                yield _note(question, place, answer)
            question, place, answer = _cue(asks), number, []
        else:
            answer.append(row if code else _tidy(row))


def _spoken(lines: list[Line]) -> Iterator[Note | NotTaken]:
    """`Q:` to `A:` to the next of them, or to a line of dashes."""
    parts: dict[str, list[str]] = {}
    now, place = "", 0
    for number, row, code in [*lines, (0, "Q:", False)]:
        said = None if code else _SPOKEN.match(row)
        if said and said[1] in "QC":
            if "Q" in parts:
                yield _note(_cue(" ".join(parts["Q"])), place, parts.get("A", []))
            elif "C" in parts:
                yield NotTaken(f"line {place}", "it is a cloze: ask for what is missing, one card for each gap")
            parts, now, place = {said[1]: [said[2]]}, said[1], number
        elif said:
            parts["A"], now = [_tidy(said[2])], "A"
        elif not code and re.fullmatch(r"-{3,}\s*", row):
            now = ""
        elif now:
            parts[now].append(row if code else _tidy(row))


def _cue(text: str) -> str:
    """What is asked, without its number, its source and signs of how hard it is."""
    text = _NUMBER.sub("", _SOURCE.sub("", text.strip())).strip("* ")
    return _math(_BEHIND.sub("", text).strip())


def _note(question: str, line: int, answer: list[str]) -> Note | NotTaken:
    text = "\n".join(answer).strip()
    place = f"line {line}"
    return Note(place, question, text) if text else NotTaken(place, "it has no answer")


def _tidy(row: str) -> str:
    """A line of text, not of code: nothing is folded, a line may end within it."""
    return _math(_LINE_END.sub("\n\n", _UNFOLDED.sub("", row)))


def _math(text: str) -> str:
    r"""`\\(x\\)`, as renderers need it that read Markdown first."""
    return re.sub(r"\\\\([()\[\]])", r"\\\1", text)
