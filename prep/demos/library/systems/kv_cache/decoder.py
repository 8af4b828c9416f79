"""A small random decoder that may keep keys and values: multi-head, grouped, multi-query and latent attention."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor

D_MODEL, VOCABULARY = 128, 64


def forward(
    E: Tensor, blocks: list[Grouped | Latent], ids: Tensor, caches: list[Tensor | None]
) -> tuple[Tensor, list[Tensor | None]]:
    """Logits after the last of the new tokens, and what each layer keeps for the next ones."""
    import torch

    x = E[ids]  # (t, d_model)
    grown: list[Tensor | None] = []
    for block, cache in zip(blocks, caches, strict=True):
        new = block.keep(torch.nn.functional.layer_norm(x, (D_MODEL,)))  # (t, numbers a token)
        cache = new if cache is None else torch.cat([cache, new])  # (T, numbers a token)
        x = x + block(torch.nn.functional.layer_norm(x, (D_MODEL,)), cache)  # (t, d_model)
        grown.append(cache)
    return x[-1] @ E.T / D_MODEL**0.5, grown


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Causal attention of the newest t of T tokens: q (t, h, d), k and v (T, h, d) → (t, h·d_v)."""
    import torch

    t, T = len(q), len(k)
    seen = torch.ones(t, T, dtype=torch.bool).tril(T - t)  # (t, T)
    o: Tensor = torch.nn.functional.scaled_dot_product_attention(
        q.transpose(0, 1), k.transpose(0, 1), v.transpose(0, 1), attn_mask=seen
    )  # (h, t, d_v)
    return o.transpose(0, 1).reshape(t, -1)  # (t, h·d_v)


def weight(g: Generator, rows: int, columns: int) -> Tensor:
    """(rows, columns) that keep unit variance."""
    import torch

    return torch.randn(rows, columns, generator=g) / math.sqrt(rows)


class Grouped:
    """Attention whose query heads share key-value heads: MHA, GQA, MQA. Keeps keys and values."""

    def __init__(self, g: Generator, heads: int, kv_heads: int, head_dim: int) -> None:
        self.heads, self.kv_heads, self.head_dim = heads, kv_heads, head_dim
        self.W_Q = weight(g, D_MODEL, heads * head_dim)
        self.W_KV = weight(g, D_MODEL, 2 * kv_heads * head_dim)
        self.W_O = weight(g, heads * head_dim, D_MODEL)

    def keep(self, x: Tensor) -> Tensor:
        return x @ self.W_KV  # (t, 2 h_kv d_h)

    def __call__(self, x: Tensor, cache: Tensor) -> Tensor:
        q = (x @ self.W_Q).view(-1, self.heads, self.head_dim)  # (t, h, d_h)
        k, v = cache.view(-1, 2, self.kv_heads, self.head_dim).unbind(1)  # (T, h_kv, d_h)
        share = self.heads // self.kv_heads
        return attend(q, k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)) @ self.W_O


class Latent:
    """Multi-head latent attention. Keeps a latent of width d_c and one key of width d_R that all heads share."""

    def __init__(self, g: Generator, heads: int, head_dim: int, d_c: int, d_R: int) -> None:
        self.heads, self.d_c = heads, d_c
        self.W_Q = weight(g, D_MODEL, heads * (head_dim + d_R))
        self.W_D = weight(g, D_MODEL, d_c + d_R)
        self.W_UK, self.W_UV = weight(g, d_c, heads * head_dim), weight(g, d_c, heads * head_dim)
        self.W_O = weight(g, heads * head_dim, D_MODEL)

    def keep(self, x: Tensor) -> Tensor:
        return x @ self.W_D  # (t, d_c + d_R)

    def __call__(self, x: Tensor, cache: Tensor) -> Tensor:
        import torch

        c, shared = cache[:, : self.d_c], cache[:, None, self.d_c :]  # (T, d_c), (T, 1, d_R)
        own = (c @ self.W_UK).view(len(c), self.heads, -1)  # (T, h, d_h)
        k = torch.cat([own, shared.expand(-1, self.heads, -1)], -1)  # (T, h, d_h + d_R)
        v = (c @ self.W_UV).view(len(c), self.heads, -1)  # (T, h, d_h)
        q = (x @ self.W_Q).view(len(x), self.heads, -1)  # (t, h, d_h + d_R)
        return attend(q, k, v) @ self.W_O  # (t, d_model)
