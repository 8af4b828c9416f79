"""What does a KV cache save, and what does it cost? Tokens pushed through a decoder, and bytes kept.

Under a causal mask the keys and values of old tokens never change, so a decoder that keeps them pushes one token a
step through its layers: T − 1 for T tokens. One that keeps nothing pushes the whole prefix each time: T(T − 1)/2. The
cache holds 2·L·h_kv·d_h numbers a token (keys and values), with MLA L·(d_c + d_R): a latent and one shared rotary key.
Every new token still reads all of it.

Seconds aren't measured: they'd differ from run to run and tell about the machine. The tokens pushed are what they
follow.

Sources: Shazeer 2019, Fast Transformer Decoding; Ainslie et al. 2023, GQA, §2; DeepSeek-AI 2024, DeepSeek-V2, §2.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.systems.kv_cache.decoder import D_MODEL, VOCABULARY, Grouped, Latent, forward
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Form,
    Int,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)
from prep.errors import UsageError

if TYPE_CHECKING:
    from torch import Tensor

BYTES = 4
"""Of a float32."""


def kept(variant: str, heads: int, kv_heads: int) -> int:
    """Key-value heads of the variant (MLA: as many as query heads, but they are not what is cached)."""
    return {"MHA": heads, "GQA": kv_heads, "MQA": 1, "MLA": heads}[variant]


def bytes_per_token(variant: str, layers: int, heads: int, kv_heads: int, head_dim: int, d_c: int, d_R: int) -> int:
    """2·L·h_kv·d_h·b, or L·(d_c + d_R)·b for MLA."""
    if variant == "MLA":
        return layers * (d_c + d_R) * BYTES
    return 2 * layers * kept(variant, heads, kv_heads) * head_dim * BYTES


def lengths(T: int) -> tuple[int, ...]:
    """Eight lengths up to T."""
    return tuple(sorted({max(2, T * i // 8) for i in range(1, 9)}))


def checked(T: int, variant: str, heads: int, kv_heads: int) -> tuple[int, ...]:
    """Where to measure. Raises UsageError before anything starts where heads can't share the key-value heads."""
    if heads % (shared := kept(variant, heads, kv_heads)):
        nearest = max(number for number in range(1, min(shared, heads + 1)) if heads % number == 0)
        raise UsageError(f"kv_heads={kv_heads} doesn't divide heads={heads}; the nearest that does is {nearest}")
    return lengths(T)


def theory(
    t: float, variant: str, layers: int, heads: int, kv_heads: int, head_dim: int, d_c: int, d_R: int
) -> dict[str, float]:
    """Counting: t tokens take t − 1 steps; the newest token isn't in the cache yet."""
    size = bytes_per_token(variant, layers, heads, kv_heads, head_dim, d_c, d_R)
    return {"without": t * (t - 1) / 2, "with": t - 1, "bytes": size * (t - 1)}


def question(t: float) -> NumberQuestion:
    return NumberQuestion(
        f"To make {t:g} tokens without a cache, the number of tokens pushed through the network is about",
        "without",
        t,
        within=0.1,
        formula=f"{t:g}·{t - 1:g}/2",
    )


def remark(outcome: Outcome) -> str:
    """The saving, the price a token, and whether both decoders said the same."""
    last = outcome.sheet.xs[-1]
    without, cached, size, same = (outcome.measured(s, last) for s in ("without", "with", "bytes", "same"))
    assert without and cached and size and same
    alike = (
        "Both decoders chose the same tokens"
        if same.y == 1
        else f"Both decoders chose the same tokens in {100 * same.y:.0f} % of places (a near-tie went the other way)"
    )
    return (
        f"Without a cache {without.y / cached.y:.0f} times as many tokens are pushed through; the cache costs "
        f"{size.y / cached.y:,.0f} bytes a token. {alike}."
    )


def saves_half(outcome: Outcome) -> float:
    """How far the work without a cache is from twice that with one, in steps of half a token: counts are exact."""
    last = outcome.sheet.xs[-1]
    without, cached = outcome.measured("without", last), outcome.measured("with", last)
    assert without and cached
    return abs(without.y - 2 * cached.y) / 0.5


@demo(
    name="systems.kv-cache",
    title="What does a KV cache save, and what does it cost?",
    intro=lambda T, layers, variant, heads: (
        f"A decoder of {layers} random layers with {heads} heads ({variant}) makes "
        f"{T} tokens greedily, once keeping keys and values and once recomputing them. We count the tokens pushed "
        "through the network and the bytes kept."
    ),
    parameters=(
        Int("T", 192, 16, 384, scale=Scale.TWOS, note="tokens to make"),
        Choice("variant", "GQA", ("MHA", "GQA", "MQA", "MLA"), note="of attention"),
        Int("layers", 2, 1, 4, label="L"),
        Int("heads", 8, 4, 8, scale=Scale.TWOS, front=False, note="query heads"),
        Int("kv_heads", 2, 1, 8, label="h_kv", scale=Scale.TWOS, note="key-value heads of GQA"),
        Int("head_dim", 16, 8, 32, label="d_h", scale=Scale.TWOS, front=False, note="width of a head"),
        Int("d_c", 32, 8, 128, scale=Scale.TWOS, front=False, note="width of the latent of MLA"),
        Int("d_R", 8, 2, 32, scale=Scale.TWOS, front=False, note="width of the shared rotary key of MLA"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("T", "T"),
    y=Axis("tokens pushed through", scale=Scale.LOG),
    series=(
        Series("without", "no cache", "theory T(T−1)/2", decimals=0),
        Series("with", "with cache", "theory T−1", decimals=0),
        Series("bytes", "bytes cached", "theory", plotted=False, decimals=0),
        Series("same", "same tokens", plotted=False, decimals=0, percent=True),
    ),
    columns=(
        Column("no cache", "without"),
        Column("theory", "without", Fact.THEORY),
        Column("cache", "with"),
        Column("bytes", "bytes"),
        Column("theory", "bytes", Fact.THEORY, wide=True),
        Column("same tokens", "same", wide=True),
    ),
    xs=checked,
    unit="lengths",
    theory=theory,
    tolerance=lambda point: 0.0,
    tolerance_note="none: these are counts",
    remark=remark,
    distractor=Distractor("a cache halves the work", saves_half),
    source="Shazeer 2019, Fast Transformer Decoding; Ainslie et al. 2023, GQA, §2; DeepSeek-V2 2024, §2.1",
    pictures=(Picture("work", "tokens pushed through", Form.BARS, series=("without", "with")),),
    quick={"T": 48},
)
def kv_cache(
    T: int, variant: str, layers: int, heads: int, kv_heads: int, head_dim: int, d_c: int, d_R: int, seed: int
) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    E = torch.randn(VOCABULARY, D_MODEL, generator=g)  # (V, d_model)
    blocks = [
        (
            Latent(g, heads, head_dim, d_c, d_R)
            if variant == "MLA"
            else Grouped(g, heads, kept(variant, heads, kv_heads), head_dim)
        )
        for _ in range(layers)
    ]
    plain = cached = torch.randint(VOCABULARY, (1,), generator=g)  # (1,)
    caches: list[Tensor | None] = [None] * layers
    pushed = kept_pushed = 0
    with torch.inference_mode():
        for t in range(2, T + 1):
            logits, _ = forward(E, blocks, plain, [None] * layers)  # (V,)
            pushed += len(plain)
            plain = torch.cat([plain, logits.argmax(-1, keepdim=True)])  # (t,)
            logits, caches = forward(E, blocks, cached[len(cached) - 1 :], caches)  # (V,)
            kept_pushed += 1
            cached = torch.cat([cached, logits.argmax(-1, keepdim=True)])  # (t,)
            if t in lengths(T):
                yield Point("without", t, pushed)
                yield Point("with", t, kept_pushed)
                yield Point("bytes", t, sum(c.numel() * c.element_size() for c in caches if c is not None))
                yield Point("same", t, (plain == cached).double().mean().item())
