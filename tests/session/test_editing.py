"""A card in the person's own editor."""

from __future__ import annotations

import pytest

from prep.errors import DeckError
from prep.session.changes.adding import editing
from prep.session.library.library import Library

TRACE = "spread/trace"
OTHER = """# Mine

```toml
topic = "spread"
```

## What else? {#else}

This.
"""


@pytest.mark.parametrize("before", [None, OTHER])
def test_a_copy_that_nobody_changed_goes_again(library: Library, before: str | None) -> None:
    """The card goes on following the deck that it comes from; the person's file is as it was, or still absent."""
    file = library.paths.decks / "spread.md"
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_text(before, encoding="utf-8")
    with editing(library, library.find(TRACE)) as place:
        assert place.path == file
        assert "{#trace" in file.read_text(encoding="utf-8").split("\n")[place.line - 1]
    assert (file.read_text(encoding="utf-8") if file.exists() else None) == before


def test_a_copy_goes_where_the_editor_fails(library: Library) -> None:
    """What kept it from starting is told, and nothing is left behind."""
    with pytest.raises(DeckError, match="no editor"), editing(library, library.find(TRACE)):
        raise DeckError("there is no editor")
    assert not (library.paths.decks / "spread.md").exists()


def test_a_changed_copy_stays(library: Library) -> None:
    """It is the person's card from now on."""
    with editing(library, library.find(TRACE)) as place:
        text = place.path.read_text(encoding="utf-8")
        place.path.write_text(text.replace("How much", "By how much"), encoding="utf-8")
    library.reload()
    assert library.find(TRACE).answer.startswith("By how much")
    assert not library.find(TRACE).shipped


def test_a_copy_that_was_there_before_stays(library: Library) -> None:
    """Looking at one's own card takes nothing away."""
    with editing(library, library.find(TRACE)) as place:
        place.path.write_text(place.path.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    kept = place.path.read_text(encoding="utf-8")
    library.reload()
    with editing(library, library.find(TRACE)):
        pass
    assert place.path.read_text(encoding="utf-8") == kept


def test_a_copy_that_the_editor_removed_is_gone(library: Library) -> None:
    """A file deleted meanwhile is nobody's to put back."""
    with editing(library, library.find(TRACE)) as place:
        place.path.unlink()
    assert not place.path.exists()


def test_a_copy_stays_under_a_window_that_may_save_it(library: Library) -> None:
    """Nobody has changed it yet."""
    with editing(library, library.find(TRACE), lambda: True) as place:
        pass
    assert "{#trace" in place.path.read_text(encoding="utf-8")
