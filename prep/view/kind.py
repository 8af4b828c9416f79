"""How each kind of card is shown: its glyph, its name, its colour."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.kind import Kind
from prep.text.span import Role


@dataclass(frozen=True, slots=True)
class KindLook:
    """What stands for a kind of card on every page."""

    glyph: str
    name: str
    role: Role
    doubt: str
    """What stands behind its title until the reveal: whether it is one is what is asked."""

    @property
    def plural(self) -> str:
        """Several of them."""
        return f"{self.name}s"

    @property
    def title(self) -> str:
        """Over a card."""
        return f"{self.glyph} {self.name.upper()}"


KINDS = {
    kind: KindLook(kind.record.glyph, kind.noun, Role(kind.record.look), "?" if kind.judged else "") for kind in Kind
}
