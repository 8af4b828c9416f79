"""Is speculative decoding exact, and how many tokens does a pass of the large model give? Against the draft length γ.

The draft proposes γ tokens from q; the target p checks all in one pass. Token x is accepted with probability
min(1, p(x)/q(x)); the first rejected one is replaced by a draw from (p − q)₊, normalised, and what followed is thrown
away; if none is rejected, p gives one more. Every token that comes out has exactly the law p. A token is accepted with
probability α = Σ min(p, q), so a pass gives 1 + α + … + α^γ = (1 − α^{γ+1})/(1 − α) tokens, as long as acceptances are
independent with the same α (here they are; in text α varies and falls along the draft). A draft step costs c passes.

Source: Leviathan, Kalman & Matias 2023, Fast Inference from Transformers via Speculative Decoding, eq. 1, Thm 3.8.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.decoding.speculative.draft import acceptance, laws, sampling_distance
from prep.demos.library.shared.reading import at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Ints,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor


def tokens(gamma: float, alpha: float) -> float:
    return gamma + 1 if 1 - alpha < 1e-9 else (1 - alpha ** (gamma + 1)) / (1 - alpha)


def theory(gamma: float, vocab: int, mismatch: float, c: float, samples: int, seed: int) -> dict[str, float]:
    alpha = acceptance(vocab, mismatch, seed)
    length = tokens(gamma, alpha)
    emitted = round(passes(samples, gamma) * length)
    return {
        "tokens": length,
        "speed-up": length / (gamma * c + 1),
        "accepted": alpha,
        "distance": sampling_distance(laws(vocab, mismatch, seed)[0], emitted)[0],
    }


def passes(samples: int, gamma: float) -> int:
    """As many as draft `samples` tokens."""
    return max(100, int(samples / gamma))


def tolerance(point: Point, vocab: int, mismatch: float, c: float, samples: int, seed: int) -> float:
    """Four standard errors, with Bernstein's z²b/3 for rare rejections (b = γ tokens lost).

    The distance: four spreads of TV, its terms taken as independent, and z²/3 tokens.
    """
    alpha, gamma = acceptance(vocab, mismatch, seed), point.x
    M = passes(samples, gamma)
    match point.series:
        case "tokens" | "speed-up":
            return 4 * point.se + 16 * gamma / (3 * M) / (gamma * c + 1 if point.series == "speed-up" else 1)
        case "accepted":
            tested = M * tokens(gamma - 1, alpha)
            return 4 * math.sqrt(alpha * (1 - alpha) / tested) + 16 / (3 * tested)
        case _:
            emitted = round(M * tokens(gamma, alpha))
            return 4 * sampling_distance(laws(vocab, mismatch, seed)[0], emitted)[1] + 16 / (3 * emitted)


def question(gamma: float, vocab: int, mismatch: float, seed: int) -> NumberQuestion:
    alpha = acceptance(vocab, mismatch, seed)
    return NumberQuestion(
        f"A drafted token is accepted with probability {alpha:.2f}. With γ = {gamma:g} the "
        "tokens that a pass gives are about",
        "tokens",
        gamma,
        within=0.1,
        formula="(1 − α^(γ+1))/(1 − α)",
    )


def remark(outcome: Outcome, c: float) -> str:
    """The best draft length among these, the longest one, and the law of what came out."""
    best = max(outcome.sheet.xs, key=lambda x: at(outcome, "speed-up", x))
    longest = max(outcome.sheet.xs)
    far, usual = at(outcome, "distance", best), outcome.expected("distance", best) or math.inf
    return (
        f"With drafts at {c:g} of a pass the best γ here is {best:g}: {at(outcome, 'speed-up', best):.2f} times as "
        f"fast; γ = {longest:g} gives {at(outcome, 'speed-up', longest):.2f}. The tokens that came out are "
        f"{far:.4f} from p in total variation, {far / usual:.2f} times what as many draws from p are."
    )


def all_accepted_count(outcome: Outcome) -> float:
    """The claim that each accepted draft token counts, whatever was rejected before it."""
    return max(off(outcome, "tokens", x, 1 + x * at(outcome, "accepted", x)) for x in outcome.sheet.xs)


@demo(
    name="decoding.speculative",
    title="How many tokens does a speculative pass give?",
    intro=lambda vocab, mismatch, samples, c: (
        f"A target law p over {vocab} tokens and a draft q whose logits are "
        f"off by {mismatch:g}. We draft {samples:,} tokens for each γ, accept and reject them, and count the tokens "
        f"that a pass of the target gives, the speed-up if a draft step costs {c:g} passes, and how far the output "
        "is from p."
    ),
    parameters=(
        Ints("gamma", (1, 2, 3, 4, 6, 12, 16, 8), 1, 16, label="γ", scale=Scale.LINEAR, note="tokens drafted"),
        Float("mismatch", 1.0, 0.0, 3.0, note="spread of the draft's error in logits"),
        Float("c", 0.1, 0.01, 1.0, scale=Scale.LOG, note="cost of a draft step, in passes"),
        Int("vocab", 50, 5, 500, scale=Scale.LOG, front=False, note="tokens"),
        Int("samples", 400_000, 10_000, 1_000_000, scale=Scale.LOG, front=False, note="drafted for each γ"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("γ", "gamma"),
    y=Axis("tokens; times as fast", low=0.0),
    series=(
        Series("tokens", "tokens a pass", "theory"),
        Series("speed-up", "speed-up", "theory"),
        Series("accepted", "accepted", "theory α", plotted=False, decimals=4),
        Series("distance", "TV(output, p)", "as many draws of p", plotted=False, decimals=4),
    ),
    columns=(
        Column("tokens", "tokens"),
        Column("theory", "tokens", Fact.THEORY),
        Column("speed-up", "speed-up"),
        Column("accepted", "accepted"),
        Column("TV to p", "distance", wide=True),
        Column("theory", "distance", Fact.THEORY, wide=True),
    ),
    xs=lambda gamma: gamma,
    unit="draft lengths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and z²/3 rare rejections",
    remark=remark,
    distractor=Distractor("a pass gives 1 + γα tokens", all_accepted_count),
    source="Leviathan, Kalman & Matias 2023, Fast Inference from Transformers via Speculative Decoding, eq. 1, Thm 3.8",
    quick={"samples": 100_000},
)
def speculative(
    gamma: tuple[int, ...], mismatch: float, c: float, vocab: int, samples: int, seed: int
) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    p, q = (torch.tensor(law, dtype=torch.float64) for law in laws(vocab, mismatch, seed))  # (vocab,)
    for length in gamma:
        M = passes(samples, length)
        count, tested, counts = _passes(p, q, length, M, g)  # (M,), number, (vocab,)
        yield sample_mean("tokens", length, count)
        yield sample_mean("speed-up", length, count / (length * c + 1))
        accepted = (count.sum().item() - M) / tested
        yield Point("accepted", length, accepted, math.sqrt(accepted * (1 - accepted) / tested))
        yield Point("distance", length, (counts / counts.sum() - p).abs().sum().item() / 2)


def _passes(p: Tensor, q: Tensor, gamma: int, M: int, g: Generator) -> tuple[Tensor, float, Tensor]:
    """M passes: tokens of each (M,), draft tokens tested, and how often each token came out (vocab,)."""
    import torch

    drafted = torch.multinomial(q, M * gamma, replacement=True, generator=g).view(M, gamma)  # (M, γ)
    lucky = torch.rand(M, gamma, generator=g, dtype=torch.float64) < (p / q)[drafted]  # (M, γ)
    kept = lucky.long().cumprod(1)  # 1 up to the first rejection
    accepted = kept.sum(1)  # (M,)
    rest = (p - q).clamp(min=0)  # (vocab,)
    rest = rest if rest.sum() > 0 else p
    rejected = accepted < gamma  # (M,)
    corrected, further = (torch.multinomial(law, M, replacement=True, generator=g) for law in (rest, p))
    last = torch.where(rejected, corrected, further)  # (M,)
    out = torch.cat([drafted[kept.bool()], last])  # (tokens,)
    tested = (accepted + rejected).sum().item()
    return (accepted + 1).double(), tested, torch.bincount(out, minlength=len(p)).double()
