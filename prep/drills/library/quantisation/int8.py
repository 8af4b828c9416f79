"""Symmetric int8, a scale a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prep.drills.drill import Check, Drill, Wrong

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def scales(w: Tensor) -> Tensor:
    """Of each row: the largest magnitude over 127; 1 for a row of zeros."""
    import torch

    top = w.abs().amax(1)
    return torch.where(top > 0, top / 127, torch.ones_like(top))


def rounds(bench: Bench, w: Tensor) -> None:
    """Codes lie in int8, none is −128, and each number comes back within half a step."""
    import torch

    returned = bench.call(w, entry="quantise")
    if not (isinstance(returned, tuple) and len(returned) == 2):
        bench.fail("quantise must return two things: codes and scales")
    codes, scale = returned
    if not isinstance(codes, torch.Tensor) or codes.dtype != torch.int8 or codes.shape != w.shape:
        bench.fail(f"codes must be int8 of shape {tuple(w.shape)}")
    bench.agree(scale, scales(w.double()), what="the scales are")
    if codes.numel() and int(codes.min()) < -127:
        bench.fail("a code is −128: symmetric codes go from −127 to 127")
    off = (codes.double() * scales(w.double())[:, None] - w.double()).abs() / scales(w.double())[:, None]
    if w.numel() and float(off.max()) > 0.5 + 1e-4:
        bench.fail(f"a number is {float(off.max()):.3g} steps off; rounding to the nearest is at most half a step off")


def returns(bench: Bench) -> None:
    """Dequantised: codes times scales, float32."""
    codes = bench.integers(-127, 128, 3, 5).char()
    scale = bench.rand(3) + 0.1
    bench.agree(bench.call(codes, scale, entry="dequantise"), codes.double() * scale.double()[:, None])


def with_zeros(bench: Bench) -> Tensor:
    """The second row is zero."""
    w = bench.randn(3, 6)
    w[1] = 0
    return w


DRILL = Drill(
    name="quantisation.int8",
    title="Symmetric int8 quantisation by row",
    task="""Write quantise(w) and dequantise(codes, scale). quantise takes w (m, d), float32, and returns int8 codes
(m, d) and a scale a row, (m,): the largest magnitude of the row divided by 127, or 1 for a row of zeros. Codes are w
/ scale rounded to the nearest whole number, from −127 to 127. dequantise returns float32 (m, d).""",
    stub='''import torch


def quantise(w):
    """(m, d) float32, returns (m, d) int8 and (m,) float32."""
    ...


def dequantise(codes, scale):
    """Returns (m, d) float32."""
    ...
''',
    reference="""import torch


def quantise(w):
    top = w.abs().amax(1)
    scale = torch.where(top > 0, top / 127, torch.ones_like(top))
    codes = (w / scale[:, None]).round().clamp(-127, 127)
    return codes.to(torch.int8), scale


def dequantise(codes, scale):
    return codes.float() * scale[:, None]
""",
    wrongs=(
        Wrong("the whole matrix had one scale", "values", "w.abs().amax(1)", "w.abs().max().expand(len(w))"),
        Wrong(
            "magnitudes were taken without their sign's side", "values", "w.abs().amax(1)", "w.amax(1).clamp(min=1e-3)"
        ),
        Wrong("codes were cut, not rounded", "values", ".round()", ".trunc()"),
        Wrong("the scale was over 128", "values", "top / 127", "top / 128"),
        Wrong(
            "a row of zeros divided by zero",
            "a row of zeros",
            "torch.where(top > 0, top / 127, torch.ones_like(top))",
            "top / 127",
        ),
        Wrong(
            "dequantise multiplied in int8",
            "back again",
            "codes.float() * scale[:, None]",
            "(codes * scale[:, None].to(torch.int8)).float()",
        ),
        Wrong("scales ran along columns", "values", "w.abs().amax(1)", "w.abs().amax(0)[:1].expand(len(w))"),
    ),
    checks=(
        Check(
            "values",
            lambda t: rounds(t, t.randn(6, 16) * t.rows(1, 3, 0.1, 20, 1, 5)),
            "(6, 16), rows of different sizes",
        ),
        Check("a row of zeros", lambda t: rounds(t, with_zeros(t)), "(3, 6), row 1 is 0"),
        Check("negative alone", lambda t: rounds(t, -t.rand(2, 5) - 0.5), "(2, 5), all below 0"),
        Check("back again", returns, "codes (3, 5)"),
    ),
    entry="quantise",
    minutes=8,
    forbidden=("quantize_per_channel", "quantize_per_tensor", "fake_quantize_per_channel_affine"),
    operations=30,
    hints=(
        "Which number must the largest magnitude of a row become?",
        "round, not cut: .to(torch.int8) cuts.",
        "scale = max |w| / 127 by row, 1 where that is 0; codes = round(w / scale).",
    ),
    why="""One outlier sets the scale of all that share it: with a scale a row it spoils its own row only.""",
    cards=("quantisation/noise",),
)
