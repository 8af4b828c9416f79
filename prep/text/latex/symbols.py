"""The commands that stand for one symbol, and the characters that TeX treats alike."""

from __future__ import annotations

from prep.text.latex.tree import AtomKind


def table(text: str) -> dict[str, str]:
    """Names and their symbols from `name symbol name symbol …`."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


GREEK = table("""
    alpha α  beta β  gamma γ  delta δ  epsilon ε  zeta ζ  eta η  theta θ  iota ι  kappa κ  lambda λ  mu μ
    nu ν  xi ξ  omicron ο  pi π  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  chi χ  psi ψ  omega ω
    varepsilon ε  vartheta ϑ  varpi ϖ  varrho ϱ  varsigma ς  varphi φ  varkappa ϰ  digamma ϝ
    Alpha Α  Beta Β  Gamma Γ  Delta Δ  Epsilon Ε  Zeta Ζ  Eta Η  Theta Θ  Iota Ι  Kappa Κ  Lambda Λ  Mu Μ
    Nu Ν  Xi Ξ  Omicron Ο  Pi Π  Rho Ρ  Sigma Σ  Tau Τ  Upsilon Υ  Phi Φ  Chi Χ  Psi Ψ  Omega Ω
    varGamma Γ  varDelta Δ  varTheta Θ  varLambda Λ  varXi Ξ  varPi Π  varSigma Σ  varPhi Φ  varPsi Ψ  varOmega Ω
""")

ORDINARY = GREEK | table(r"""
    infty ∞  partial ∂  nabla ∇  ell ℓ  hbar ℏ  imath ı  jmath ȷ  wp ℘  Re ℜ  Im ℑ  aleph ℵ  beth ℶ  eth ð
    emptyset ∅  varnothing ∅  forall ∀  exists ∃  nexists ∄  neg ¬  lnot ¬  top ⊤  bot ⊥  angle ∠
    ldots …  dots …  dotsc …  dotso …  cdots ⋯  dotsb ⋯  dotsm ⋯  dotsi ⋯  vdots ⋮  ddots ⋱  mathellipsis …
    prime ′  backprime ‵  dagger †  ddagger ‡  degree °  checkmark ✓  square □  Box □  blacksquare ■  qed ∎
    triangle △  triangledown ▽  bigtriangleup △  bigtriangledown ▽
    diamondsuit ♢  heartsuit ♡  clubsuit ♣  spadesuit ♠  sharp ♯  flat ♭
    natural ♮  surd √  complement ∁  S §  P ¶  copyright ©  pounds £  yen ¥  euro €  bigstar ★  lozenge ◊
    vert |  lbrace {  rbrace }  backslash \  | ‖  Vert ‖  % %  $ $  # #  & &  _ _  slash /
    textasciitilde ~  textbackslash \  textendash –  textemdash —  textdegree °
""")

BINARY = table("""
    cdot ·  cdotp ·  times ×  div ÷  pm ±  mp ∓  ast ∗  star ⋆  circ ∘  bullet •  odot ⊙  oslash ⊘  oplus ⊕
    ominus ⊖  otimes ⊗  circledast ⊛  circledcirc ⊚  boxplus ⊞  boxtimes ⊠  boxdot ⊡
    cup ∪  cap ∩  uplus ⊎  sqcup ⊔  sqcap ⊓
    setminus ∖  smallsetminus ∖  wedge ∧  land ∧  vee ∨  lor ∨  veebar ⊻  barwedge ⊼  amalg ⨿  wr ≀
    diamond ⋄  bigcirc ○  triangleleft ◁  triangleright ▷  ltimes ⋉  rtimes ⋊  dotplus ∔  intercal ⊺  bmod mod  mod mod
""")

RELATION = table("""
    le ≤  leq ≤  leqslant ≤  ge ≥  geq ≥  geqslant ≥  ne ≠  neq ≠  lt <  gt >  ll ≪  gg ≫  lll ⋘  ggg ⋙
    nless ≮  ngtr ≯  nleq ≰  ngeq ≱  lesssim ≲  gtrsim ≳  lessgtr ≶  gtrless ≷  leqq ≦  geqq ≧
    lessapprox ⪅  gtrapprox ⪆  approx ≈  approxeq ≊  thickapprox ≈  sim ∼  thicksim ∼  nsim ≁  simeq ≃
    cong ≅  ncong ≇  equiv ≡  asymp ≍  doteq ≐  propto ∝  varpropto ∝  coloneqq ≔  coloneq ≔  eqqcolon ≕
    triangleq ≜  circeq ≗  bumpeq ≏  prec ≺  succ ≻  preceq ⪯  succeq ⪰  preccurlyeq ≼  succcurlyeq ≽
    precsim ≾  succsim ≿  in ∈  notin ∉  ni ∋  owns ∋  subset ⊂  subseteq ⊆  subsetneq ⊊  supset ⊃
    supseteq ⊇  supsetneq ⊋  nsubseteq ⊈  nsupseteq ⊉  sqsubseteq ⊑  sqsupseteq ⊒  mid |  nmid ∤
    parallel ∥  nparallel ∦  perp ⊥  vdash ⊢  dashv ⊣  models ⊨  vDash ⊨  Vdash ⊩  bowtie ⋈  smile ⌣
    frown ⌢  between ≬  therefore ∴  because ∵
    to →  rightarrow →  leftarrow ←  gets ←  leftrightarrow ↔  uparrow ↑  downarrow ↓  updownarrow ↕
    Rightarrow ⇒  Leftarrow ⇐  Leftrightarrow ⇔  Uparrow ⇑  Downarrow ⇓  iff ⇔  implies ⇒  impliedby ⇐
    longrightarrow ⟶  longleftarrow ⟵  longleftrightarrow ⟷  Longrightarrow ⟹  Longleftarrow ⟸
    Longleftrightarrow ⟺  mapsto ↦  longmapsto ⟼  hookrightarrow ↪  hookleftarrow ↩  nearrow ↗  searrow ↘
    swarrow ↙  nwarrow ↖  rightharpoonup ⇀  rightharpoondown ⇁  leftharpoonup ↼  leftharpoondown ↽
    rightleftharpoons ⇌  rightrightarrows ⇉  leftleftarrows ⇇  rightleftarrows ⇄  leftrightarrows ⇆
    twoheadrightarrow ↠  rightarrowtail ↣  leadsto ⇝  rightsquigarrow ⇝  circlearrowleft ↺
    circlearrowright ↻  nrightarrow ↛  nleftarrow ↚  nRightarrow ⇏  upharpoonright ↾
""")

BIG = table("""
    sum ∑  prod ∏  coprod ∐  bigcup ⋃  bigcap ⋂  bigsqcup ⨆  bigvee ⋁  bigwedge ⋀  bigoplus ⨁  bigotimes ⨂
    bigodot ⨀  biguplus ⨄  int ∫  iint ∬  iiint ∭  oint ∮
""")

INTEGRALS = frozenset("∫∬∭∮")
"""Their limits stand beside them."""

OPENING = table(
    "{ {  lbrace {  lbrack [  langle ⟨  lfloor ⌊  lceil ⌈  lvert |  lVert ‖  lgroup (  llbracket ⟦  ulcorner ⌜"
)
CLOSING = table(
    "} }  rbrace }  rbrack ]  rangle ⟩  rfloor ⌋  rceil ⌉  rvert |  rVert ‖  rgroup )  rrbracket ⟧  urcorner ⌝"
)

DELIMITERS = (
    OPENING
    | CLOSING
    | table(r"""
    | ‖  vert |  Vert ‖  backslash \  uparrow ↑  downarrow ↓  Uparrow ⇑  Downarrow ⇓
    ( (  ) )  [ [  ] ]  / /  < ⟨  > ⟩  ⟨ ⟨  ⟩ ⟩  ‖ ‖  ⌊ ⌊  ⌋ ⌋  ⌈ ⌈  ⌉ ⌉
""")
)
r"""What may follow \left, \right and \big, with or without its backslash."""

FUNCTION = {
    name: name
    for name in """
    log ln lg exp sin cos tan sec csc cot sinh cosh tanh coth arcsin arccos arctan arg dim ker hom deg
    """.split()
}
r"""Only what LaTeX has: a deck is also read on code hosts, where \softmax is an error and \operatorname is not."""

LIMIT = {name: name for name in "max min sup inf lim det gcd Pr".split()} | {
    "argmax": "arg max",
    "argmin": "arg min",
    "limsup": "lim sup",
    "liminf": "lim inf",
    "injlim": "inj lim",
    "projlim": "proj lim",
}

SPACE = {
    ",": " ", ":": " ", ">": " ", ";": " ", " ": " ", "!": "", "thinspace": " ", "medspace": " ", "thickspace": " ",
    "enspace": " ", "space": " ", "nobreakspace": " ", "negthinspace": "", "quad": "  ", "qquad": "    ", "/": "",
}  # fmt: skip

IGNORED = frozenset("""
    displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag mathstrut strut limits nolimits hline
    allowbreak nobreak relax rm it sf tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge
""".split())  # fmt: skip
"""Commands that change nothing on a grid of cells."""

COMMANDS: dict[str, tuple[str, AtomKind]] = {
    name: (symbol, kind)
    for kind, names in (
        (AtomKind.ORDINARY, ORDINARY),
        (AtomKind.BINARY, BINARY),
        (AtomKind.RELATION, RELATION),
        (AtomKind.BIG, BIG),
        (AtomKind.OPENING, OPENING),
        (AtomKind.CLOSING, CLOSING),
        (AtomKind.FUNCTION, FUNCTION),
        (AtomKind.LIMIT, LIMIT),
        (AtomKind.SPACE, SPACE),
        (AtomKind.SPACE, dict.fromkeys(IGNORED, "")),
        (AtomKind.PUNCTUATION, {"colon": ":"}),
    )
    for name, symbol in names.items()
}
"""Every command that is one symbol: what it shows, and what it is to its neighbours."""

CHARACTERS: dict[str, tuple[str, AtomKind]] = {
    symbol: (symbol, kind)
    for kind, symbols in (
        (AtomKind.BINARY, BINARY.values()),
        (AtomKind.RELATION, RELATION.values()),
        (AtomKind.BIG, BIG.values()),
        (AtomKind.OPENING, ["(", "[", *"⟨⌊⌈⟦"]),
        (AtomKind.CLOSING, [")", "]", *"⟩⌋⌉⟧"]),
        (AtomKind.PUNCTUATION, [",", ";"]),
    )
    for symbol in symbols
} | {
    "-": ("−", AtomKind.BINARY),
    "−": ("−", AtomKind.BINARY),
    "+": ("+", AtomKind.BINARY),
    "*": ("∗", AtomKind.BINARY),
    "=": ("=", AtomKind.RELATION),
    ":": (":", AtomKind.RELATION),
    "~": (" ", AtomKind.SPACE),
    "'": ("′", AtomKind.ORDINARY),
    "|": ("|", AtomKind.ORDINARY),
    "⊥": ("⊥", AtomKind.ORDINARY),
    "µ": ("μ", AtomKind.ORDINARY),
}
"""Characters that are more to their neighbours than a letter, typed as themselves."""
