"""Scales: where a value lies on an axis, and the text of a round value."""

from __future__ import annotations

import math
from enum import Enum

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGEST = 1e150
"""What is larger is treated as infinite: differences and ratios of what remains can be computed."""


class AxisScale(Enum):
    """How an axis counts."""

    LINEAR = "linear"
    LOG = "log"
    """By powers of ten."""
    LOG2 = "log2"
    """By powers of two: widths, batch sizes."""

    def place(self, value: float) -> float | None:
        """The value's place on the axis; None where it has none."""
        if not math.isfinite(value) or abs(value) > LARGEST:
            return None
        if self is AxisScale.LINEAR:
            return float(value) if abs(value) > 1 / LARGEST else 0.0
        if value < 1 / LARGEST:
            return None
        return math.log10(value) if self is AxisScale.LOG else math.log2(value)

    def number(self, place: float) -> float:
        """The number at a place."""
        return place if self is AxisScale.LINEAR else float({AxisScale.LOG: 10, AxisScale.LOG2: 2}[self] ** place)


def text(value: float, step: float = 0.0, *, ascii: bool = False) -> str:
    """A round value as briefly as it can be read: "20", ".25", "−1", "10⁵", "2·10⁻⁴".

    `step` is the distance to the next tick of a linear axis: it says how many decimals are needed.
    """
    if value == 0:
        return "0"
    digits, power = f"{value:.3e}".split("e")  # not by a power of ten, which is 0 beside the smallest numbers
    exponent = int(power)
    if -4 < exponent < 5 or (step and math.log10(step) < exponent - 3):
        return _minus(_plain(value, step), ascii)
    mantissa = f"{float(digits):.4g}"
    if ascii:
        return f"{mantissa}e{exponent}"
    ten = "10" + str(exponent).translate(_SUPERSCRIPT)
    return _minus(ten if mantissa == "1" else f"{mantissa}·{ten}", ascii)


def power_of_two(exponent: int, *, ascii: bool = False) -> str:
    """A power of two: "8", "512", ".25", "2¹⁷"."""
    if -4 < exponent < 17:
        return text(2.0**exponent, ascii=ascii)
    return f"2^{exponent}" if ascii else "2" + str(exponent).translate(_SUPERSCRIPT)


def _plain(value: float, step: float) -> str:
    """Without idle zeros: as many decimals as the step needs, four significant digits without a step."""
    if step:
        digits = f"{value:.{min(max(0, -math.floor(math.log10(step) + 1e-9)), 15)}f}"
    else:
        digits = f"{value:.{max(0, 4 - math.floor(math.log10(abs(value))))}f}"
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return short.replace("0.", ".", 1) if short.lstrip("-").startswith("0.") else short


def _minus(digits: str, ascii: bool) -> str:
    return digits if ascii else digits.replace("-", "−")
