"""Formulas as blocks of rows: what a person sees, typed by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from prep.text.latex import display


def drawing(text: str) -> tuple[str, ...]:
    """The rows of a drawing that was typed between quotes; a row may start with blanks."""
    return tuple(row.rstrip() for row in dedent(text).strip("\n").split("\n"))


DRAWINGS = {
    "variance": (
        r"\mathrm{Var}(q\cdot k)=\sum_{i=1}^{d_k}\mathrm{E}[q_i^2]\,\mathrm{E}[k_i^2]=d_k",
        """
        |             dₖ
        |Var(q · k) =  ∑ E[qᵢ²] E[kᵢ²] = dₖ
        |             i=1
        """,
    ),
    "jacobian": (
        r"\frac{\partial p_i}{\partial s_j}=p_i(\delta_{ij}-p_j)\qquad\mathrm{tr}\,J=1-\sum_i p_i^2",
        """
        | ∂pᵢ
        |───── = pᵢ(δᵢⱼ − pⱼ)    tr J = 1 − ∑pᵢ²
        | ∂sⱼ                               i
        """,
    ),
    "attention": (
        r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
        """
        |       ⎛ QKᵀ ⎞
        |softmax⎜─────⎟V
        |       ⎝ √dₖ ⎠
        """,
    ),
    "norm of the jacobian": (
        r"\max_i p_i(1-p_i)\le\|J\|_2\le\tfrac12",
        """
        |max pᵢ(1 − pᵢ) ≤ ‖J‖₂ ≤ ½
        | i
        """,
    ),
    "entropy": (
        r"H\approx\ln n-\frac{\sigma^2}{2}",
        """
        |            σ²
        |H ≈ ln n − ────
        |            2
        """,
    ),
    "integral": (
        r"\mathrm{E}[\ln Z]=\int_0^\infty(e^{-t}-\phi(t)^n)\,\frac{dt}{t}",
        """
        |          ∞                dt
        |E[ln Z] = ∫ (e⁻ᵗ − φ(t)ⁿ) ────
        |          0                t
        """,
    ),
    "integral with small limits": (r"\int_0^1x\,dx", "|∫₀¹ x dx"),
    "rms norm": (
        r"\mathrm{RMSNorm}(x)=\frac{x}{\sqrt{\frac1d\sum_i x_i^2+\epsilon}}\odot g",
        """
        |                      x
        |RMSNorm(x) = ─────────────────── ⊙ g
        |               ┌───────────────
        |               │  1
        |               │ ─── ∑ᵢ xᵢ² + ε
        |              √│  d
        """,
    ),
    "bias correction": (
        r"\hat m_t=\frac{m_t}{1-\beta_1^t}",
        """
        |        mₜ
        |m̂ₜ = ─────────
        |      1 − β₁ᵗ
        """,
    ),
    "sigmoid": (
        r"\sigma(x)=\frac{1}{1+e^{-x}}",
        """
        |           1
        |σ(x) = ─────────
        |        1 + e⁻ˣ
        """,
    ),
    "softmax": (
        r"p_i=\frac{e^{z_i}}{\sum_{j=1}^Ke^{z_j}}",
        """
        |          zᵢ
        |         e
        |pᵢ = ───────────
        |             zⱼ
        |      ∑ⱼ₌₁ᴷ e
        """,
    ),
    "nested fractions": (
        r"\frac{\frac ab}{\frac cd}",
        """
        |  a
        | ───
        |  b
        |─────
        |  c
        | ───
        |  d
        """,
    ),
    "chain rule": (
        r"\frac{\partial L}{\partial y}\frac{\partial y}{\partial x}",
        """
        | ∂L   ∂y
        |──── ────
        | ∂y   ∂x
        """,
    ),
    "sign before a fraction": (
        r"-\frac{\epsilon}{\sqrt{1-\bar\alpha}}",
        """
        |      ε
        |− ──────────
        |   √(1 − ᾱ)
        """,
    ),
    "root of a fraction": (
        r"\sqrt{\frac{1-\beta_1}{1+\beta_1}}\approx0.23",
        """
        | ┌─────────
        | │  1 − β₁
        | │ ──────── ≈ 0.23
        |√│  1 + β₁
        """,
    ),
    "roots of little": (r"\sqrt{2\ln n}+\sqrt[3]{x}", "|√(2 ln n) + ∛x"),
    "power of a fraction": (
        r"\left(\frac{C}{6}\right)^{\frac{\beta}{\alpha+\beta}}",
        """
        |⎛ C ⎞β/(α+β)
        |⎜───⎟
        |⎝ 6 ⎠
        """,
    ),
    "scripts that Unicode lacks": (
        r"\pi_{\mathrm{ref}}e^{r/\beta}+W_Q^2+x_{i,j}^{(t)}",
        """
        |     r/β
        |π   e   + W² + x⁽ᵗ⁾
        | ref       Q    i,j
        """,
    ),
    "matrix": (
        r"A=\begin{bmatrix}\cos\theta&-\sin\theta\\\sin\theta&\cos\theta\end{bmatrix}",
        """
        |A = ⎡cos θ  −sin θ⎤
        |    ⎣sin θ  cos θ ⎦
        """,
    ),
    "dots in a matrix": (
        r"\begin{pmatrix}1&0&\cdots\\0&\ddots&\\\vdots&&1\end{pmatrix}^{-1}",
        """
        |⎛1  0  ⋯⎞⁻¹
        |⎜0  ⋱   ⎟
        |⎝⋮     1⎠
        """,
    ),
    "determinant": (
        r"\begin{vmatrix}a&b\\c&d\end{vmatrix}=ad-bc",
        """
        |│a  b│ = ad − bc
        |│c  d│
        """,
    ),
    "cases": (
        r"f(x)=\begin{cases}x&x>0\\\alpha x&\text{otherwise}\end{cases}",
        """
        |       ⎧ x   x > 0
        |f(x) = ⎨
        |       ⎩ αx  otherwise
        """,
    ),
    "three cases": (
        r"\begin{cases}1&x>0\\0&x=0\\-1&x<0\end{cases}",
        """
        |⎧ 1   x > 0
        |⎨ 0   x = 0
        |⎩ −1  x < 0
        """,
    ),
    "adam, aligned": (
        r"""\begin{aligned}
            m_t      &= \beta_1 m_{t-1} + (1-\beta_1) g_t \\
            \theta_t &= \theta_{t-1} - \eta \frac{\hat m_t}{\sqrt{\hat v_t}+\epsilon}
            \end{aligned}""",
        """
        |mₜ = β₁mₜ₋₁ + (1 − β₁)gₜ
        |
        |                 m̂ₜ
        |θₜ = θₜ₋₁ − η ─────────
        |               √v̂ₜ + ε
        """,
    ),
    "two equations a row": (
        r"\begin{align*}a&=b&c&=d\\e&=f+g&h&=i\end{align*}",
        """
        |a = b        c = d
        |e = f + g    h = i
        """,
    ),
    "a line that goes on": (
        r"\begin{split}\mathrm{Var}(X)&=a\\&=b\end{split}",
        """
        |Var(X) = a
        |       = b
        """,
    ),
    "gathered": (
        r"\begin{gathered}a=b\\c+d=e+f\end{gathered}",
        """
        |    a = b
        |c + d = e + f
        """,
    ),
    "braces with labels": (
        r"\underbrace{\mathrm{E}[\log p(x\mid z)]}_{\text{fit}}-\overbrace{\mathrm{KL}(q\,\|\,p)}^{\text{leash}}",
        """
        |                    leash
        |                  ╭───┴───╮
        |E[log p(x | z)] − KL(q ‖ p)
        |╰──────┬──────╯
        |      fit
        """,
    ),
    "arg max": (
        r"\hat\theta=\operatorname*{arg\,max}_{\theta\in\Theta}\prod_{t=1}^Tp(x_t)",
        """
        |             T
        |θ̂ = arg max  ∏ p(xₜ)
        |      θ∈Θ   t=1
        """,
    ),
    "limit": (
        r"\lim_{n\to\infty}\left(1+\frac1n\right)^n=e",
        """
        |    ⎛     1 ⎞ⁿ
        |lim ⎜1 + ───⎟ = e
        |n→∞ ⎝     n ⎠
        """,
    ),
    "binomial": (
        r"\binom nk",
        """
        |⎛n⎞
        |⎜ ⎟
        |⎝k⎠
        """,
    ),
    "set": (
        r"\left\{x\;\middle|\;\frac x2>1\right\}",
        """
        |⎧  │  x     ⎫
        |⎨x │ ─── > 1⎬
        |⎩  │  2     ⎭
        """,
    ),
    "evaluated": (
        r"\left.\frac{df}{dx}\right|_{x=0}",
        """
        | df │
        |────│
        | dx │ₓ₌₀
        """,
    ),
    "norm, floor, angle": (
        r"\left\|\frac ab\right\|_2+\left\lfloor\frac ab\right\rfloor+\left\langle\frac ab\right\rangle",
        """
        |║ a ║   ⎢ a ⎥   ╱ a ╲
        |║───║ + ⎢───⎥ + ⟨───⟩
        |║ b ║₂  ⎣ b ⎦   ╲ b ╱
        """,
    ),
    "overline": (
        r"\overline{x+y}+\overline{x}",
        """
        |_____
        |x + y + x̄
        """,
    ),
    "arrow with a word": (
        r"X_n\xrightarrow{d}X",
        """
        |   d
        |Xₙ ⟶ X
        """,
    ),
    "condition under a sum": (
        r"\sum_{\substack{i<j\\j\ne k}}a_{ij}",
        """
        | ∑ aᵢⱼ
        |i<j
        |j≠k
        """,
    ),
    "plain brackets grow": (
        r"r^2(1-\frac1\gamma)",
        """
        |  ⎛     1 ⎞
        |r²⎜1 − ───⎟
        |  ⎝     γ ⎠
        """,
    ),
    "brackets around scripts stay": (
        r"\left(x_Q\right)",
        """
        |(x )
        |  Q
        """,
    ),
    "grouped base": (r"{a+b}^2+{x^a}^b", "|(a + b)² + (xᵃ)ᵇ"),
    "wide characters": (
        r"\frac{\text{数学}}{2}",
        """
        | 数学
        |──────
        |  2
        """,
    ),
    "lines without an environment": (
        r"a=b \\ c=d",
        """
        |a = b
        |c = d
        """,
    ),
    "two sums": (
        r"-\frac1N\sum_{i=1}^N\sum_{k=1}^Ky_{ik}\log\hat y_{ik}",
        """
        |   1   N   K
        |− ───  ∑   ∑ yᵢₖ log ŷᵢₖ
        |   N  i=1 k=1
        """,
    ),
    "sum of fractions": (
        r"\sum_{b=1}^B\frac{n_b}{N}\,|\mathrm{acc}(b)-\mathrm{conf}(b)|",
        """
        |    n
        | B   b
        | ∑ ──── |acc(b) − conf(b)|
        |b=1 N
        """,
    ),
    "power of a short sum": (
        r"\|x\|_2=\Big(\sum_ix_i^2\Big)^{1/2}",
        """
        |             1/2
        |‖x‖₂ = (∑xᵢ²)
        |        i
        """,
    ),
    "power of a tall sum": (
        r"\left(\sum_{i=1}^nx_i\right)^2",
        """
        |⎛ n   ⎞²
        |⎜ ∑ xᵢ⎟
        |⎝i=1  ⎠
        """,
    ),
    "scripts of a lowered letter": (
        r"\|W_Q\|_F^2",
        """
        |‖W ‖²
        |  Q F
        """,
    ),
    "expectation over a pair": (
        r"\mathbb{E}_{(x,y)\sim D}\left[\frac{p(x)}{q(x)}\right]",
        """
        |         ⎡ p(x) ⎤
        |𝔼        ⎢──────⎥
        | (x,y)∼D ⎣ q(x) ⎦
        """,
    ),
    "nothing": ("", "|"),
}


@pytest.mark.parametrize(("source", "expected"), DRAWINGS.values(), ids=DRAWINGS.keys())
def test_drawing(source: str, expected: str) -> None:
    """The formula is drawn exactly like this."""
    rows = drawing(expected)
    assert display(source) == tuple(row.removeprefix("|") for row in rows)


def test_small_fractions_are_a_choice() -> None:
    r"""\tfrac may be a character; \frac on a line of its own is drawn."""
    assert display(r"\tfrac12") == ("½",)
    assert display(r"\frac12") == (" 1", "───", " 2")


def test_full_size_inside_a_fraction_is_a_choice() -> None:
    r"""Limits stand beside their sum inside \frac, beneath it inside \dfrac."""
    assert display(r"\frac{1}{\sum_i x_i}")[-1] == " ∑ᵢ xᵢ"
    assert display(r"\dfrac{1}{\sum_i x_i}")[-1] == " i"
