"""prep rehearses technical interviews in the terminal: cards, a schedule, and live demos that measure."""

from __future__ import annotations

__version__ = "0.1.0"
