"""`prep check --demos`: what the decks promise of demos is run and judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from prep.core.problem import Problem, Severity
from prep.decks.reading.read import Folder, read_decks
from prep.demos.catalog import catalog, template
from prep.demos.judging.audit import Case, everything
from prep.demos.running import sync
from prep.errors import UsageError
from prep.session.experiment.demo_check import check_demos
from prep.session.library.demo_names import known_demos
from tests.demos.fakes import fake, steady

DECK = """# Formats

```toml
topic = "formats"
```

## Where does exp overflow? {#exp}

In float16 at [11.1](demo:softmax.overflow?z=1000#overflow@5), in float32 at [88.9](demo:softmax.overflow#overflow@8),
and at [1](demo:softmax.overflow#overflow@7).

### Demo

- `softmax.overflow`
- `mine.broken`
- `mine.bad`
"""
BROKEN = """from prep.demos.spec import Axis, Column, Int, NumberQuestion, Point, Series, demo

{decorated}
"""
DECLARED = """
@demo(name="mine.{name}", title="Does it hold?", intro="No.", parameters=(Int("seed", 0, 0, 9),),
      question=lambda x: NumberQuestion("How much?", "y", x), x=Axis("x"), y=Axis("y"), series=(Series("y", "y", "t"),),
      columns=(Column("y", "y"),), xs=lambda: (1.0,), theory=lambda x: {{"y": 1.0}}, source="none")
def {name}(seed):
    {body}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two demos of one's own: one raises, one misses its tolerance."""
    found = tmp_path_factory.mktemp("demos")
    bodies = {"broken": 'raise ValueError("no data"); yield', "bad": 'yield Point("y", 1.0, 1.5, 0.1)'}
    text = "".join(DECLARED.format(name=name, body=body) for name, body in bodies.items())
    (found / "mine.py").write_text(BROKEN.format(decorated=text), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def problems(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[Problem, ...], list[Case]]:
    """What is found in the deck, and what ran."""
    deck = tmp_path_factory.mktemp("decks")
    (deck / "formats.md").write_text(DECK, encoding="utf-8")
    ran: list[Case] = []
    reading = read_decks([Folder(deck)], known_demos(folder))
    return check_demos(reading.deck, folder, False, ran.append), ran


def test_a_run_that_two_places_name_is_made_once(problems: tuple[tuple[Problem, ...], list[Case]]) -> None:
    """A call with a default written out is the call without it."""
    assert [case.sheet.name for case in problems[1]] == ["softmax.overflow", "mine.broken", "mine.bad"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (9, "88.9 is quoted, 88.72"),
        (10, "measures no overflow at 7"),
        (15, "no data"),
        (16, "1 of 1 points lie outside the tolerance: y at 1 is 1.5, theory 1 ± 0.4"),
    ],
)
def test_what_does_not_hold_is_told_with_its_line(
    problems: tuple[tuple[Problem, ...], list[Case]],
    line: int,
    said: str,
) -> None:
    """A wrong digit, a number nothing measures, a demo that fails, one that misses its tolerance."""
    found = next(problem for problem in problems[0] if said in problem.message)
    assert (found.line, found.severity) == (line, Severity.ERROR)


def test_what_holds_is_not_told(problems: tuple[tuple[Problem, ...], list[Case]]) -> None:
    """11.1 is 11.09 rounded: of five promises four are broken."""
    assert len(problems[0]) == 4


@pytest.mark.parametrize(
    ("body", "printed", "said"),
    [
        (
            'yield Point("y", 1.0, 1.07, 0.1)',
            "1.07",
            "1.07 is quoted, and its standard error is 0.1; print fewer digits",
        ),
        ('yield Point("y", 1.0, 1.07, 0.1)', "1.1", ""),
        ('yield Point("y", 1.0, 1.0 + 0.1 * seed, 0.03)', "1.0", ""),
        ('yield Point("y", 1.0, 1.0 + 0.3 * seed, 0.03)', "1.0", "1.0 is quoted, and another seed gives 1.3 ± 0.03"),
    ],
    ids=["beyond the error", "within", "seeds agree", "seeds differ"],
)
def test_a_number_is_quoted_as_far_as_it_is_known(tmp_path: Path, body: str, printed: str, said: str) -> None:
    """Its last digit is no smaller than its standard error, and another seed tells the same."""
    demos, decks = tmp_path / "demos", tmp_path / "decks"
    demos.mkdir()
    decks.mkdir()
    declared = DECLARED.format(name="noisy", body=body).replace('theory=lambda x: {"y": 1.0}', "theory=lambda x: {}")
    (demos / "noisy.py").write_text(BROKEN.format(decorated=declared), encoding="utf-8")
    deck = '# T\n\n```toml\ntopic = "t"\n```\n\n## Why? {#why}\n\nIt is [' + printed + "](demo:mine.noisy#y@1).\n"
    (decks / "t.md").write_text(deck, encoding="utf-8")
    found = check_demos(read_decks([Folder(decks)], known_demos(demos)).deck, demos, False, lambda case: None)
    assert [problem.rule for problem in found] == (["quoted-beyond-error"] if said else [])
    assert said in (found[0].message if found else "")


def test_what_a_demo_of_one_s_own_refuses_is_told(folder: Path, tmp_path: Path) -> None:
    """Only the child that imports its file knows its parameters: the deck check without --demos can't tell."""
    (tmp_path / "mine.md").write_text(DECK.replace("- `softmax.overflow`", "- `mine.bad sed=3`"), encoding="utf-8")
    reading = read_decks([Folder(tmp_path)], known_demos(folder))
    assert not reading.problems
    found = check_demos(reading.deck, folder, False, lambda case: None)
    told = next(problem for problem in found if "sed" in problem.message)
    assert (told.line, told.message) == (14, "mine.bad has no parameter sed (did you mean seed?); it has seed")


def test_a_file_of_demos_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """With its line, though no deck names a demo of it."""
    (tmp_path / "torn.py").write_text("x = 1\ndef broken(:\n", encoding="utf-8")
    (found,) = check_demos(read_decks([], known_demos(tmp_path)).deck, tmp_path, False, lambda case: None)
    assert (Path(found.file).name, found.line, found.severity) == ("torn.py", 2, Severity.ERROR)


def test_the_deck_check_tells_what_a_run_would_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call beyond the demo's limits is a problem of its card before anything runs."""
    greedy = replace(catalog.find("softmax.overflow"), needs=lambda z: z)
    monkeypatch.setattr(catalog, "find", lambda name, further=(): greedy)
    above = DECK.partition("In float16")[0]
    for z in (4000, 5000):
        deck = f"{above}Early.\n\n### Demo\n\n- `softmax.overflow z={z}`\n".replace("formats", f"formats-{z}")
        (tmp_path / f"{z}.md").write_text(deck, encoding="utf-8")
    problems = read_decks([Folder(tmp_path)], known_demos(tmp_path)).problems
    (found,) = (problem for problem in problems if problem.rule == "demo-parameter")
    assert (Path(found.file).name, found.line) == ("5000.md", 13)
    assert "would need 5,000 MB and may use 4,096" in found.message and "the nearest is 409" in found.message


def test_everything_of_a_demo_is_its_defaults_and_the_ends_of_its_ranges() -> None:
    """One parameter at a time; of a shipped one with its sizes cut."""
    cases = list(everything(fake(steady).sheet()))
    assert [case.sheet.values["d_k"] for case in cases] == [(4, 16), (1,), (64,)]
    trials = [case.sheet.values["trials"] for case in everything(catalog.sheet("softmax.online"))]
    assert trials[1] < trials[0]  # type: ignore[operator]


def test_a_template_is_a_demo_that_holds(tmp_path: Path) -> None:
    """As written it is listed, runs and agrees with its theory, its false claim far off."""
    path = template.write("my.first-try", tmp_path)
    assert path.name == "my_first_try.py"
    found = sync.describe(tmp_path)
    assert [sheet.name for sheet in found.sheets] == ["my.first-try"] and not found.problems
    assert check_demos(read_decks([], known_demos(tmp_path)).deck, None, False, lambda case: None) == ()
    outcome = sync.complete(sync.run(found.sheets[0], tmp_path))
    assert [point.x for point in outcome.points] == [4, 16, 64, 256]


@pytest.mark.parametrize("name", ["attention.score-std", "My.demo", "coin", "my.first", "", "my.-", "../x.y", "my.a\n"])
def test_a_template_takes_no_name_that_is_given_or_none(tmp_path: Path, name: str) -> None:
    """Shipped ones, what is no name, what a file declares already; and no file is overwritten."""
    template.write("my.first", tmp_path)
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    with pytest.raises(UsageError):
        template.write(name, tmp_path)
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    """Though it declares another name."""
    (tmp_path / "my_coin.py").write_text("# mine", encoding="utf-8")
    with pytest.raises(UsageError, match="there already"):
        template.write("my.coin", tmp_path)
