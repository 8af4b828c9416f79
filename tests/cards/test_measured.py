"""What the starter deck shows as measured: its code runs, its numbers are what the demos give."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from prep.demos.judging import quoted
from tests.cards.conftest import FILES, tokens

RUNNABLE = re.compile(r"^```python run\n(.*?)^```$", re.M | re.S)
BLOCKS = {
    f"{path.stem}:{text.count(chr(10), 0, block.start(1)) + 1}": block[1]
    for path in FILES
    for text in [path.read_text(encoding="utf-8")]
    for block in RUNNABLE.finditer(text)
}
LINK = "demo:attention.score-std?d_k=8,64,128,512#std@128"


def ran(blocks: list[str], folder: Path) -> list[tuple[str, str]]:
    """(what went wrong, what was printed) of each block, in an empty folder; torch warns where numpy is missing."""
    command = [sys.executable, "-I", "-W", "ignore", str(Path(__file__).with_name("run_blocks.py"))]
    child = subprocess.run(command, input=json.dumps(blocks), cwd=folder, capture_output=True, text=True)
    assert (child.returncode, child.stderr) == (0, "")
    return [(wrong, printed) for wrong, printed in json.loads(child.stdout)]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    folder = tmp_path_factory.mktemp("blocks")
    return dict(zip(BLOCKS, ran(list(BLOCKS.values()), folder), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS)
def test_code_marked_as_runnable_runs(results: dict[str, tuple[str, str]], block: str) -> None:
    """As shown, with torch alone, and it prints something."""
    wrong, printed = results[block]
    assert wrong == "" and printed


@pytest.mark.slow
def test_a_block_that_fails_is_found(tmp_path: Path) -> None:
    """The control of the test above; what one block leaves behind, another doesn't have."""
    first, second = ran(["x = 1\nprint(x)", "print(x)"], tmp_path)
    assert first == ("", "1\n")
    assert "NameError" in second[0]


@pytest.mark.slow
def test_every_quoted_number_is_what_its_demo_measures() -> None:
    """The printed digits are the measured value, rounded. Each call runs once, on two hosts side by side."""
    links = [link for path in FILES for link in demo_links(path)]
    calls = sorted({link.partition("#")[0] for _, link in links})
    halves = [[link for link in links if link[1].partition("#")[0] in calls[at::2]] for at in (0, 1)]
    with ThreadPoolExecutor(2) as pool:
        found = [quote for half in pool.map(quoted.check, halves) for quote in half]
    assert [quote for quote in found if not quote.holds] == []
    assert len(found) == len(links) > 200


def test_a_wrong_digit_is_found() -> None:
    """The control of the test above."""
    assert [q.holds for q in quoted.check([("11.34", LINK), ("11.31", LINK)])] == [True, False]


def demo_links(path: Path) -> Iterator[tuple[str, str]]:
    """(printed, link) of every number that a file quotes from a demo."""
    target = None
    for token in tokens(path):
        if token.type == "link_open":
            target = str(token.attrs["href"])
        elif token.type == "text" and target and target.startswith("demo:"):
            yield token.content, target
        elif token.type == "link_close":
            target = None
