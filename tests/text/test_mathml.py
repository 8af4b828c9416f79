"""Formulas as MathML."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from prep.text import latex
from prep.text.html import inline_html

CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "msubsup": 3, "munderover": 3}


def bare(source: str) -> str:
    """Without the outer tags."""
    return latex.element(source).removeprefix("<math><mrow>").removesuffix("</mrow></math>")


@pytest.mark.parametrize(
    ("source", "element"),
    [
        ("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (r"\frac{1}{n}", "<mfrac><mn>1</mn><mi>n</mi></mfrac>"),
        (r"\sqrt{d}", "<msqrt><mi>d</mi></msqrt>"),
        (r"\sqrt[3]{d}", "<mroot><mi>d</mi><mn>3</mn></mroot>"),
        ("a-b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
        ("-b", '<mo form="prefix">−</mo><mi>b</mi>'),
        ("a=-b", '<mi>a</mi><mo>=</mo><mo form="prefix">−</mo><mi>b</mi>'),
        ("(a)-b", '<mrow><mo form="prefix" fence="true" stretchy="true">(</mo><mrow><mi>a</mi></mrow>'
         '<mo form="postfix" fence="true" stretchy="true">)</mo></mrow><mo>−</mo><mi>b</mi>'),
        (r"\log x", '<mi>log</mi><mspace width="0.17em"/><mi>x</mi>'),
        (r"\sum_i^n x", "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>x</mi>"),
        (r"\hat y", '<mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover>'),
        ("a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
        (r"\text{if } x", "<mtext>if\u00a0</mtext><mi>x</mi>"),
        (r"\binom{n}{k}", '<mrow><mo form="prefix" fence="true" stretchy="true">(</mo>'
         '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>'
         '<mo form="postfix" fence="true" stretchy="true">)</mo></mrow>'),
    ],
)  # fmt: skip
def test_each_part_is_its_element(source: str, element: str) -> None:
    """As the standard (MathML Core) names them."""
    assert bare(source) == element


@pytest.mark.parametrize(
    "source",
    [
        r"\left( \frac{a}{b} \middle| c \right]^2",
        r"\begin{pmatrix} 1 & 2 \\ 3 & \end{pmatrix}^{-1}",
        r"f(x)=\begin{cases} x & x>0 \\ 0 & \text{else} \end{cases}",
        r"\underbrace{a+b}_{n \text{ times}} \overline{z} \vec v \widehat{xy}",
        r"\arg\max_{\theta} \mathbb{E}_{x\sim p}\left[\log p_\theta(x)\right] \, {}^{*}_i '",
        r"a \\ b \quad \operatorname{softmax}(z)_i \xrightarrow[n]{m} \not= \pmod{4}",
        "",
    ],
)
def test_every_element_has_its_children(source: str) -> None:
    """The page is well-formed, and a browser finds as many parts as each element has."""
    for element in ElementTree.fromstring(latex.element(source)).iter():
        assert len(element) == CHILDREN.get(element.tag, len(element)), element.tag


def test_a_text_stays_text() -> None:
    """Tags, signs of HTML and a formula that can't be read are shown as they were written; comments vanish."""
    assert inline_html("<script>alert(1)</script> a < b & `x<y`") == (
        "&lt;script&gt;alert(1)&lt;/script&gt; a &lt; b &amp; <code>x&lt;y</code>"
    )
    assert inline_html(r"$\nosuch<$<!-- not said -->") == r"<code>$\nosuch&lt;$</code>"
    assert inline_html("**so** [11.3](demo:a.b) and *$x$*") == (
        "<strong>so</strong> 11.3 and <em><math><mrow><mi>x</mi></mrow></math></em>"
    )
