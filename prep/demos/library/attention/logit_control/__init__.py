"""What keeps attention logits in check? Six controls at initialisation, and while a layer trains.

    none       q·k                          spread √dₖ
    1/sqrt     q·k/√dₖ                      spread 1
    1/d        q·k/dₖ                       spread 1/√dₖ
    mup        √base·q·k/dₖ                 spread √(base/dₖ): 1 at the base width, the rule of µP for changing dₖ
    qk-norm    gain·q̂·k̂/√dₖ, RMS-normalised spread gain, and |logit| ≤ gain·√dₖ (Cauchy-Schwarz), always
    soft-cap   cap·tanh(q·k/(√dₖ·cap))      spread just under 1, and |logit| < cap, always

A factor sets where training starts; it bounds nothing later, for q and k grow and align. QK-norm and the soft-cap bound
what comes, and change next to nothing at the start: a cap of 50 on scores of spread 1 isn't noticed.

At initialisation q and k are independent standard normals, and theory is exact: given q the scores of a row are
independent with a known law. In training, W_Q and W_K learn the lookup task of `attention.scale-race` with Adam.

Sources: Yang et al. 2022, Tensor Programs V (µP); Henry et al. 2020 and Dehghani et al. 2023, §3 (QK-norm); Gemma Team
2024, Gemma 2, §2 (soft-capping).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Question
from prep.demos.library.attention.logit_control.logits import (
    columns,
    deviation,
    look,
    matrices,
    pictures,
    series,
    weights,
)
from prep.demos.library.shared.lookup_task import D_MODEL, initial_spread, loss, race, spread_wobble
from prep.demos.library.shared.sample import batches, sample_mean
from prep.demos.library.shared.score_laws import LINEAR, averages, bound, factor, spread
from prep.demos.spec import (
    Axis,
    Choice,
    ChoiceQuestion,
    Distractor,
    Float,
    Image,
    Int,
    Ints,
    NumberQuestion,
    Option,
    Point,
    Scale,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

    from prep.demos.library.shared.lookup_task import Scores

BATCH, TEST = 32, 256
"""Rows a training step, and rows a look."""


def marks(phase: str, d_k: tuple[int, ...], steps: int) -> tuple[int, ...]:
    """Widths at initialisation, else eight looks during training."""
    return d_k if phase == "init" else tuple(sorted({round(steps * i / 8) for i in range(9)}))


def theory(
    x: float, phase: str, control: str, d_k: tuple[int, ...], gain: float, cap: float, base: int, keys: int
) -> dict[str, float]:
    """At initialisation spread and entropy, exact; in training the bound, and the spread at step 0."""
    if phase == "init":
        known = {"std": spread(control, x, gain, cap, base), "plain": 1.0}
        return known | ({"entropy": averages(control, int(x), gain, cap, base, keys).entropy} if x in d_k else {})
    d = max(d_k)
    known = {"bound": bound(control, d, gain, cap)}
    if x == 0 and control != "soft-cap":
        known["std"] = gain if control == "qk-norm" else factor(control, d, base) * initial_spread(d)
    return known


def tolerance(point: Point, phase: str, control: str, d_k: tuple[int, ...]) -> float:
    """Four standard errors and the quadrature's 1e-4; at step 0 of training what the few random weights add.

    Norms that are divided by vary by 2/d_model.
    """
    if phase == "init":
        return 4 * point.se + 1e-4 * max(point.y, 1.0)
    return 4 * point.se + (4 * spread_wobble(max(d_k)) + 2 * (control == "qk-norm") / D_MODEL) * point.y


def question(x: float, phase: str, control: str, d_k: tuple[int, ...], lr: float, base: int) -> Question:
    if phase == "init":
        d = f"{x:g}"
        formula = {"none": f"√{d}", "1/sqrt": "1", "1/d": f"1/√{d}", "mup": f"√({base}/{d})", "qk-norm": "gain"}
        return NumberQuestion(
            f"At dₖ = {d}, before training, the standard deviation of the logits under {control} is about",
            "std",
            x,
            within=0.1,
            formula=formula.get(control, ""),
        )
    return ChoiceQuestion(
        f"After {x:g} steps of Adam at lr {lr:g} with 1/√dₖ alone, a row's largest |logit| is on average",
        "plain",
        x,
        (
            Option("about 3, as at the start", -math.inf, 6),
            Option(f"6 to 20, about √{max(d_k)}", 6, 20),
            Option("more than 20", 20, math.inf),
        ),
    )


def remark(outcome: Outcome, phase: str, control: str) -> str:
    """What the control did at the end of the axis, beside 1/√dₖ."""
    last = max(outcome.sheet.xs)
    top, highest, entropy, plain = (outcome.measured(s, last) for s in ("top", "max", "entropy", "plain"))
    assert top and highest and entropy and plain
    if phase == "init":
        return (
            f"At dₖ = {last:g}, untrained, a row's largest |logit| is {top.y:.3g} on average under {control}; "
            f"the largest of all {highest.y:.3g}; the entropy is {entropy.y:.2f} nats."
        )
    limit = outcome.expected("bound", last)
    held = f" (the bound is {limit:.3g})" if limit is not None else ""
    return (
        f"After {last:g} steps a row's largest |logit| is {top.y:.3g} on average under {control}, and none exceeds "
        f"{highest.y:.3g}{held}. With 1/√dₖ alone it is {plain.y:.3g}."
    )


def root_bounds_logits(outcome: Outcome) -> float:
    """How far the mean largest |logit| under 1/√dₖ ends above √dₖ, in units of four standard errors."""
    d_k = outcome.sheet.values["d_k"]
    plain = outcome.measured("plain", max(outcome.sheet.xs))
    assert plain and isinstance(d_k, tuple)
    return (plain.y - math.sqrt(max(d_k))) / (4 * plain.se)


@demo(
    name="attention.logit-control",
    title="What keeps attention logits in check?",
    intro=lambda phase, control, d_k, keys, steps, lr, n: (
        f"{n:,} rows of {keys} keys, q and k independent standard normals, at {len(d_k)} widths dₖ. We measure "
        f"spread, entropy and the largest logits under {control}, before any training."
        if phase == "init"
        else f"A query must find its key among {keys} and say its label; W_Q and W_K of width {max(d_k)} learn by "
        f"Adam, lr {lr:g}, {steps} steps. We watch the largest logit of each row under {control}, and with 1/√dₖ alone."
    ),
    parameters=(
        Choice("control", "qk-norm", (*LINEAR, "qk-norm", "soft-cap")),
        Choice("phase", "training", ("init", "training")),
        Ints("d_k", (8, 32, 128), 4, 512, label="dₖ", note="widths; training takes the widest"),
        Float("lr", 0.03, 0.001, 0.3, scale=Scale.LOG, note="of Adam, in training"),
        Int("steps", 100, 10, 400, scale=Scale.LOG, front=False, note="in training"),
        Float("gain", 1.0, 0.1, 10.0, scale=Scale.LOG, front=False, note="of QK-norm"),
        Float("cap", 50.0, 1.0, 200.0, scale=Scale.LOG, front=False, note="of the soft-cap"),
        Int("base", 64, 1, 1024, scale=Scale.TWOS, front=False, note="width at which µP is 1/√dₖ"),
        Int("keys", 64, 8, 128, scale=Scale.TWOS, front=False, note="in a row"),
        Int("n", 4000, 100, 10000, scale=Scale.LOG, front=False, note="rows at initialisation"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=lambda phase: Axis("dₖ", "d_k", Scale.TWOS) if phase == "init" else Axis("step", "step"),
    y=lambda phase: Axis("spread of the logits" if phase == "init" else "largest |logit|", scale=Scale.LOG),
    series=series,
    columns=columns,
    xs=marks,
    unit="looks",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors; at step 0 of training also the deviation between weights",
    remark=remark,
    distractor=Distractor("dividing by √dₖ keeps logits below √dₖ in training too", root_bounds_logits),
    source="Yang et al. 2022, Tensor Programs V; Henry et al. 2020, Query-Key Normalization; Dehghani et al. 2023, "
    "ViT-22B, §3; Gemma Team 2024, Gemma 2, §2",
    pictures=pictures,
    quick={"steps": 16, "n": 500, "keys": 16, "d_k": (8, 64)},
)
def logit_control(
    control: str,
    phase: str,
    d_k: tuple[int, ...],
    lr: float,
    steps: int,
    gain: float,
    cap: float,
    base: int,
    keys: int,
    n: int,
    seed: int,
) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    runs = {name: _scores(name, gain, cap, base) for name in (control, "1/sqrt")}
    if phase == "init":
        for d in d_k:
            pairs = [
                (torch.randn(rows, d, generator=g), torch.randn(rows, keys, d, generator=g))
                for rows in batches(n, keys * d)
            ]  # (rows, d), (rows, keys, d)
            yield from look(d, torch.cat([runs[control](q, K) for q, K in pairs]))
            plain = torch.cat([runs["1/sqrt"](q, K) for q, K in pairs])
            yield deviation("plain", d, plain)
            shown = runs[control](*pairs[0])  # (rows, keys)
            yield from matrices(d, shown, plain)
            yield weights(d, shown)
        return
    looks = marks(phase, d_k, steps)
    for step, Y, t, scores in race(runs, max(d_k), keys, "adam", lr, steps, BATCH, looks, TEST, g):
        yield from look(step, scores[control])
        yield sample_mean("plain", step, scores["1/sqrt"].abs().amax(-1))
        yield sample_mean("loss", step, loss(scores[control], Y, t, "none"))
        yield from matrices(step, scores[control], scores["1/sqrt"])
        yield weights(step, scores[control], t)


def _scores(control: str, gain: float, cap: float, base: int) -> Scores:
    """Logits of queries (rows, d) with their keys (rows, keys, d): (rows, keys)."""
    import torch

    def scores(q: Tensor, K: Tensor) -> Tensor:
        d = q.shape[-1]
        if control == "qk-norm":
            q, K = gain * torch.nn.functional.rms_norm(q, (d,)), torch.nn.functional.rms_norm(K, (d,))
        s = factor(control, d, base) * (K @ q[:, :, None])[:, :, 0]  # (rows, keys)
        return cap * torch.tanh(s / cap) if control == "soft-cap" else s

    return scores
