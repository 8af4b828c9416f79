"""`prep sheet`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import DECK, Prep


@pytest.fixture
def lines(home: Path) -> None:
    """A card with two lines to remember, one of them with what HTML takes for its own."""
    below = "## What does softmax"
    text = DECK.replace(below, f"### Remember\n\n- $\\sqrt{{d_k}}$ <b>\n- 11 & more\n\n{below}")
    (home.parent / "starter" / "spread.md").write_text(text, "utf-8")


@pytest.mark.usefixtures("lines")
def test_it_prints_markdown_alone(prep: Prep) -> None:
    """A list a topic; how much it is goes to stderr."""
    ran = prep("sheet")
    assert ran.out == "# The night before\n\n## SPREAD\n\n- $\\sqrt{d_k}$ <b>\n- 11 & more\n"
    assert ran.err == "prep: 2 lines of 2, 1 page\n"
    assert prep("sheet", "--level", "3").out == "# The night before\n"


@pytest.mark.usefixtures("lines")
def test_html_is_one_file_that_needs_no_other(prep: Prep, tmp_path: Path) -> None:
    """Formulas are MathML, a text is no tag, nothing is fetched."""
    file = tmp_path / "sheet.html"
    assert prep("sheet", "--html", str(file)).out == ""
    page = file.read_text("utf-8")
    body = ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])
    assert ["".join(item.itertext()) for item in body.iter("li")] == ["dk <b>", "11 & more"]
    assert body.find(".//math/mrow/msqrt/msub") is not None
    assert "http" not in page and "src=" not in page and "url(" not in page


def test_a_file_that_cannot_be_written_is_one_sentence(prep: Prep, tmp_path: Path) -> None:
    """And nothing is left behind."""
    ran = prep("sheet", "--html", str(tmp_path / "none" / "sheet.html"))
    assert ran.code == 1 and "can't be written: No such file or directory" in ran.err and ran.err.count("\n") == 2
    assert not (tmp_path / "none").exists()
