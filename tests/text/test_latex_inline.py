"""Formulas as one line: every expected string was typed by hand, as a person would write it without LaTeX."""

from __future__ import annotations

import pytest

from prep.text.latex import inline

FIRST_TOPIC = [
    (r"\sqrt{d_k}", "√dₖ"),
    (r"q\cdot k", "q · k"),
    (r"QK^\top", "QKᵀ"),
    (r"\mathrm{Var}(q\cdot k)=d_k", "Var(q · k) = dₖ"),
    (
        r"\mathrm{Var}(q\cdot k)=\sum_{i=1}^{d_k}\mathrm{E}[q_i^2]\,\mathrm{E}[k_i^2]=d_k",
        "Var(q · k) = ∑_{i=1}^{dₖ} E[qᵢ²] E[kᵢ²] = dₖ",
    ),
    (r"\frac{\partial p_i}{\partial s_j}=p_i(\delta_{ij}-p_j)", "∂pᵢ/∂sⱼ = pᵢ(δᵢⱼ − pⱼ)"),
    (r"J=\mathrm{diag}(p)-pp^\top", "J = diag(p) − ppᵀ"),
    (r"\operatorname{tr}J=1-\sum_i p_i^2", "tr J = 1 − ∑ᵢ pᵢ²"),
    (r"\|J\|_F^2=\sum p^2-2\sum p^3+(\sum p^2)^2", "‖J‖_F² = ∑p² − 2 ∑p³ + (∑p²)²"),
    (r"\max_i p_i(1-p_i)\le\|J\|_2\le\tfrac12", "maxᵢ pᵢ(1 − pᵢ) ≤ ‖J‖₂ ≤ ½"),
    (r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", "softmax(QKᵀ/√dₖ)V"),
    (r"H\approx\ln n-\frac{\sigma^2}{2}", "H ≈ ln n − σ²/2"),
    (r"\sqrt{2\ln n}", "√(2 ln n)"),
    (r"k_i=\pm q_i", "kᵢ = ±qᵢ"),
    (r"s\leftarrow 50\tanh(s/50)", "s ← 50 tanh(s/50)"),
    (r"\operatorname{sech}^2(s/c)", "sech²(s/c)"),
    (r"\alpha/d", "α/d"),
    (r"\mathrm{tr}(\Sigma_q\Sigma_k)+\mu_q^\top\Sigma_k\mu_q", "tr(Σ_q Σₖ) + μ_qᵀ Σₖμ_q"),
    (r"d_{\mathrm{model}}\cdot\sigma_w^2", "d_model · σ_w²"),
    (r"\sqrt{d_{\mathrm{model}}/h}", "√(d_model/h)"),
    (r"W_Q'=W_Qd^{-1/2}", "W_Q′ = W_Q d^(−1/2)"),
    (r"\frac{\partial L}{\partial q}=c\,K^\top JVg", "∂L/∂q = c KᵀJVg"),
    (r"\frac{1}{1+(n-1)e^{\sigma^2/2-\Delta}}", "1/(1 + (n − 1)e^(σ²/2−Δ))"),
    (r"1+0.1\ln(1+\lfloor(\mathrm{pos}+1)/8192\rfloor)", "1 + 0.1 ln(1 + ⌊(pos + 1)/8192⌋)"),
    (r"\int_0^\infty(e^{-t}-\phi(t)^n)\,\frac{dt}{t}", "∫₀^∞ (e⁻ᵗ − φ(t)ⁿ) dt/t"),
    (
        r"\mathrm{RMSNorm}(x)=\frac{x}{\sqrt{\frac1d\sum_i x_i^2+\epsilon}}\odot g",
        "RMSNorm(x) = x/√((1/d) ∑ᵢ xᵢ² + ε) ⊙ g",
    ),
]


@pytest.mark.parametrize(("source", "expected"), FIRST_TOPIC)
def test_first_topic(source: str, expected: str) -> None:
    """Every formula of the attention topic reads as a person would type it."""
    assert inline(source) == expected


OTHER_TOPICS = [
    (r"\hat m_t=\frac{m_t}{1-\beta_1^t}", "m̂ₜ = mₜ/(1 − β₁ᵗ)"),
    (r"\theta_t=\theta_{t-1}-\eta\frac{\hat m_t}{\sqrt{\hat v_t}+\epsilon}", "θₜ = θₜ₋₁ − η(m̂ₜ/(√v̂ₜ + ε))"),
    (r"\sigma(x)=\frac{1}{1+e^{-x}}", "σ(x) = 1/(1 + e⁻ˣ)"),
    (r"\frac{e^{z_i/T}}{\sum_j e^{z_j/T}}", "e^(zᵢ/T)/(∑ⱼ e^(zⱼ/T))"),
    (r"\mathcal{N}(0,\sigma^2I)", "𝒩(0, σ²I)"),
    (r"x_t=\sqrt{\bar\alpha_t}\,x_0+\sqrt{1-\bar\alpha_t}\,\epsilon", "xₜ = √ᾱₜ x₀ + √(1 − ᾱₜ) ε"),
    (
        r"-\log\sigma\left(\beta\log\frac{\pi_\theta(y_w\mid x)}{\pi_{\mathrm{ref}}(y_w\mid x)}\right)",
        "−log σ(β log(π_θ(y_w | x)/π_ref(y_w | x)))",
    ),
    (r"\pi^*\propto\pi_{\mathrm{ref}}e^{r/\beta}", "π* ∝ π_ref e^(r/β)"),
    (r"\nabla_\theta J\approx\frac1N\sum_{n=1}^N A_n", "∇_θ J ≈ (1/N) ∑ₙ₌₁ᴺ Aₙ"),
    (r"L=E+\frac{A}{N^\alpha}+\frac{B}{D^\beta}", "L = E + A/Nᵅ + B/Dᵝ"),
    (r"\left(\frac{C}{6}\right)^{\frac{\beta}{\alpha+\beta}}", "(C/6)^(β/(α+β))"),
    (r"\frac{1-\alpha^{\gamma+1}}{(1-\alpha)(\gamma c+1)}", "(1 − αᵞ⁺¹)/((1 − α)(γc + 1))"),
    (r"\pi\cdot\mathrm{TPR}+(1-\pi)\cdot\mathrm{FPR}", "π · TPR + (1 − π) · FPR"),
    (r"\Phi\left(\frac{-25-\mu-\log_2S}{\sigma}\right)", "Φ((−25 − μ − log₂ S)/σ)"),
    (r"\ln\frac{1-\epsilon+\epsilon/K}{\epsilon/K}", "ln((1 − ε + ε/K)/(ε/K))"),
    (r"\hat\theta=\argmax_{\theta\in\Theta}\log p_\theta(x)", "θ̂ = arg max_{θ∈Θ} log p_θ(x)"),
    (r"\operatorname*{argmin}_w\|Xw-y\|^2", "argmin_w ‖Xw − y‖²"),
    (r"\mathrm{KL}(p\,\|\,q)\gtrsim0", "KL(p ‖ q) ≳ 0"),
    (r"P(\text{correct}\mid\text{confidence }c)=c", "P(correct | confidence c) = c"),
    (r"\sqrt{\frac{2}{\pi}}\sum_b w_b", "√(2/π) ∑_b w_b"),
    (r"R_m^\top R_n=R_{n-m}", "RₘᵀRₙ = Rₙ₋ₘ"),
    (r"|q|^2\sim\chi^2_d", "|q|² ∼ χ_d²"),
    (r"\Pr(X>t)\lesssim e^{-t^2/2}", "Pr(X > t) ≲ e^(−t²/2)"),
    (r"x\in\mathbb{R}^{n\times d}", "x ∈ ℝ^(n×d)"),
    (r"\mathbf{W}^\top\boldsymbol{\mu}", "𝐖ᵀ𝛍"),
    (r"\binom{n}{k}p^k(1-p)^{n-k}", "(n choose k)pᵏ(1 − p)ⁿ⁻ᵏ"),
    (r"2^{\pm30}\approx10^{\pm9}", "2^(±30) ≈ 10^(±9)"),
    (r"x\leftarrow x+f(\mathrm{LN}\,x)", "x ← x + f(LN x)"),
    (r"(p-q)_+", "(p − q)₊"),
    (r"e^{m-m'}", "e^(m−m′)"),
]


@pytest.mark.parametrize(("source", "expected"), OTHER_TOPICS)
def test_other_topics(source: str, expected: str) -> None:
    """The starter deck's other formulas read as a person would type them."""
    assert inline(source) == expected


BRACKETS = [
    (r"\frac{1+x}{2y}", "(1 + x)/(2y)"),
    (r"\frac{2\pi}{\omega}", "2π/ω"),
    (r"\frac{1}{2\pi}", "1/(2π)"),
    (r"\frac{ab}{c}", "ab/c"),
    (r"\frac{\ln n}{2}", "(ln n)/2"),
    (r"\frac{1}{\ln n}", "1/(ln n)"),
    (r"\frac{p(x)}{q(x)}", "p(x)/q(x)"),
    (r"\frac{1}{n(n-1)}", "1/(n(n − 1))"),
    (r"\frac{c}{\|g\|}", "c/‖g‖"),
    (r"\frac{\frac{a}{b}}{\frac{c}{d}}", "(a/b)/(c/d)"),
    (r"\frac{a}{b}c", "(a/b)c"),
    (r"\frac{\partial L}{\partial y}\frac{\partial y}{\partial x}", "(∂L/∂y)(∂y/∂x)"),
    (r"a\cdot\frac{b}{c}", "a · b/c"),
    (r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
    (r"{\frac{a}{b}}^2", "(a/b)²"),
    (r"{(a+b)}^2", "(a + b)²"),
    (r"{a+b}^2", "(a + b)²"),
    (r"{x^a}^b", "(xᵃ)ᵇ"),
    (r"\sqrt{x}^2", "(√x)²"),
    (r"\sqrt{x^2}", "√(x²)"),
    (r"\sqrt{2}\pi", "√2 π"),
    (r"\sqrt{(a+b)}", "√(a + b)"),
    (r"\frac12x", "½x"),
    (r"3\frac12", "3(1/2)"),
    (r"e^{ab^{q}}", "e^(ab^q)"),
    (r"x_{W_Q}y", "x_{W_Q}y"),
    (r"W_Qx", "W_Q x"),
    (r"x_{i_j}", "x_{iⱼ}"),
    (r"x_{i,j}", "x_{i,j}"),
]


@pytest.mark.parametrize(("source", "expected"), BRACKETS)
def test_brackets_where_meaning_needs_them(source: str, expected: str) -> None:
    """On one line a formula means what its LaTeX means, with no bracket too many."""
    assert inline(source) == expected


SPACING = [
    (r"-x", "−x"),
    (r"a-b", "a − b"),
    (r"a=-b", "a = −b"),
    (r"(-x)", "(−x)"),
    (r"a,b;c", "a, b; c"),
    (r"2\ln n", "2 ln n"),
    (r"-\log p", "−log p"),
    (r"\log(x)", "log(x)"),
    (r"\log x+1", "log x + 1"),
    (r"\max(0,x)", "max(0, x)"),
    (r"\max|x|", "max |x|"),
    (r"a\,b\;c\quad d\!e", "a b c  de"),
    (r"x = \, y", "x = y"),
    (r"10{,}000", "10,000"),
    (r"f\colon X\to Y", "f: X → Y"),
    (r"x:=1", "x := 1"),
    (r"n!=1", "n! = 1"),
    (r"\text{if } x>0", "if x > 0"),
    (r"x_{\text{a b}}", "x_{a b}"),
    (r"x \equiv 1 \pmod{n}", "x ≡ 1 (mod n)"),
    (r"x^{a\bmod b}", "x^(a mod b)"),
    (r"x^{\log n}", "x^(log n)"),
    (r"x_1,\dots,x_n", "x₁, …, xₙ"),
    (r"\color{red}x + \textcolor{blue}{y}", "x + y"),
    ("x % the rest is a comment\n + y", "x + y"),
    ("x\n+\ty", "x + y"),
    (r"50\,\%", "50 %"),
]


@pytest.mark.parametrize(("source", "expected"), SPACING)
def test_spacing(source: str, expected: str) -> None:
    """Blanks stand where TeX has them: around operators and relations, after commas, not after a sign."""
    assert inline(source) == expected


STRUCTURES = [
    (r"\begin{pmatrix}a&b\\c&d\end{pmatrix}^{-1}", "(a, b; c, d)⁻¹"),
    (r"\begin{bmatrix}1\\2\end{bmatrix}", "[1; 2]"),
    (
        r"f(x)=\begin{cases}x,&x>0\\-\alpha x,&\text{otherwise}\end{cases}",
        "f(x) = {x, x > 0; −αx, otherwise}",
    ),
    (r"\begin{aligned}a&=b+c\\&=d\\e&=f\end{aligned}", "a = b + c = d; e = f"),
    (r"a \\ b", "a; b"),
    (r"\underbrace{QK^\top}_{n\times n}V", "(QKᵀ)_{n×n}V"),
    (r"\overbrace{a+b}^{2\text{ terms}}", "(a + b)^{2 terms}"),
    (r"a\overset{\text{def}}{=}b", "a =^{def} b"),
    (r"X_n\xrightarrow{d}X", "Xₙ ⟶^{d} X"),
    (r"\{x\mid x>0\}", "{x | x > 0}"),
    (r"\left\{x\;\middle|\;\frac{x}{2}>1\right\}", "{x | x/2 > 1}"),
    (r"\left.\frac{df}{dx}\right|_{x=0}", "df/dx|ₓ₌₀"),
    (r"\sum_{\substack{i<j\\j\ne k}}a_{ij}", "∑_{i<j; j≠k} aᵢⱼ"),
    (r"\sqrt[3]{x}+\sqrt[n]{2}", "∛x + ⁿ√2"),
    (r"\hat{x_i}+\widehat{xyz}+\vec v+\dot x", "x̂ᵢ + hat(xyz) + v⃗ + ẋ"),
    (r"\overline{x}+\overline{AB}", "x̄ + A̅B̅"),
    (r"x\not=y\not\in A", "x ≠ y ∉ A"),
    (r"{\cal L}(\theta)+{\bf x}y", "ℒ(θ) + 𝐱y"),
    (r"{n \choose k}\genfrac{(}{)}{0pt}{}{n}{k}", "(n choose k)(n choose k)"),
    (r"{a+1 \over b}", "(a + 1)/b"),
    (r"\genfrac{}{}{}{}{a}{b}", "a/b"),
    (r"\Tilde x\Bar y\overleftarrow{h}_t\mathds{1}", "x̃ȳh⃖ₜ𝟙"),
    (r"\cancel{x}+\cancel{\sqrt2}", "x̸ + cancel(√2)"),
    (r"\text{if $x_i>0$ or \$5}", "if xᵢ > 0 or $5"),
    (r"a=b\tag{3}", "a = b    (3)"),
    (r"\bigl(a\bigr)\Big|b\Big|", "(a)|b|"),
]


@pytest.mark.parametrize(("source", "expected"), STRUCTURES)
def test_structures(source: str, expected: str) -> None:
    """What has two dimensions on paper has an unambiguous form on one line."""
    assert inline(source) == expected


TYPED = [
    ("q·k≤σ²", "q · k ≤ σ²"),
    ("∑_i x_i", "∑ᵢ xᵢ"),
    ("a−b→c", "a − b → c"),
    ("√(d_k)", "√(dₖ)"),
    ("\u00b5", "\u03bc"),
    (r"数\text{ 数学}", "数 数学"),
    ("x\u0302_t", "x\u0302ₜ"),
]


@pytest.mark.parametrize(("source", "expected"), TYPED)
def test_typed_unicode_is_understood(source: str, expected: str) -> None:
    """Symbols typed as themselves are spaced like their commands."""
    assert inline(source) == expected


def test_a_dollar_and_braces_are_literal() -> None:
    r"""An escaped dollar is a dollar, and \begin{align*} is an environment like any other."""
    assert inline(r"\${M}") == "$M"
    assert inline(r"\text{\$5 \{a\}}") == "$5 {a}"
    assert inline(r"\begin{align*}a&=b\end{align*}") == "a = b"


def test_a_colon_is_a_relation() -> None:
    """`f : A \\to A` is one formula."""
    assert inline(r"f : A \to A") == "f : A → A"


def test_a_hat_takes_no_cell() -> None:
    """An accent joins its letter, as one character where there is one."""
    assert inline(r"\hat y") == "ŷ"
    assert inline(r"\hat m") == "m̂"


def test_an_empty_formula_is_an_empty_line() -> None:
    """Nothing in, nothing out."""
    assert inline("") == ""
    assert inline(" % only a comment") == ""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\gamma^T", "γ^T"),
        (r"W^\top", "Wᵀ"),
        (r"\gamma^{T-1}", "γ^(T−1)"),
        (r"A^{-\top}", "A⁻ᵀ"),
        (r"\sum_{t=0}^{T}r_t", "∑ₜ₌₀ᵀ rₜ"),
        (r"\alpha^T\beta^\top", "α^T βᵀ"),
    ],
)
def test_a_power_is_no_transpose(source: str, expected: str) -> None:
    """ᵀ is the transpose alone; a T that counts steps stays a letter, but above a sum, where it can be nothing else."""
    assert inline(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"e^{m-m'}\ell", "e^(m−m′)ℓ"),
        (r"e^{m-m'\ell}", "e^(m−m′ℓ)"),
        (r"2^{m'}x", "2^(m′)x"),
        (r"f''(x')", "f″(x′)"),
        (r"x'^2", "x′²"),
    ],
)
def test_a_prime_in_an_exponent_is_the_exponents(source: str, expected: str) -> None:
    """A prime stands at one height, raised or not, and what follows it would seem to be raised, too."""
    assert inline(source) == expected
