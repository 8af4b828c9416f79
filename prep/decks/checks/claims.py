"""Claims about released models: they are wrong most often, so a card that makes one names its source."""

from __future__ import annotations

import re

from prep.core.card import Card
from prep.decks.grammar.document import inlines
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report

_FAMILY = (
    "Gemma|Gemini|L[Ll]a[Mm][Aa]|Mistral|Mixtral|Ministral|Magistral|GPT|DeepSeek|Kimi|Qwen|OLMo|PaLM|T5|BERT|RoBERTa"
    "|Granite|Chinchilla|Gopher|BLOOM|MiniMax|Nemotron|Grok"
)
_VERSIONED = re.compile(
    rf"\b(?:{_FAMILY}|ViT|OPT|Phi|Falcon|Claude|Command)(?:[ -](?:Large|Small|Medium|Nemo|Pro|Maverick|Scout))?"
    r"[ -]?[VKRAv]?\d[\w.]*(?<!\.)"
)
"""A family with its version or size: "Gemma 2", "DeepSeek-V3", "ViT-22B", "Mistral Large 3". T5 carries one as well."""
_NAMED = re.compile(rf"\b(?:{_FAMILY})\b")
_YEAR = re.compile(r"\b20[12]\d\b")


def check_claims(parts: tuple[OutlinePart, ...], card: Card, report: Report) -> None:
    """Report the first paragraph about a certain model, if no text of the card cites or links anything."""
    headings = tuple(part.heading for part in parts if part.heading)
    texts = [*headings, *(token for part in parts for token in inlines(part.tokens))]
    if card.sources or any(child.type == "link_open" for token in texts for child in token.children or ()):
        return
    for token in texts:
        said = " ".join(child.content for child in token.children or () if child.type == "text")
        if token.map and (name := model_in(said)):
            hint = 'cite it as [key], and add at the end of the file: [key]: https://… "Author year, title"'
            report.add("uncited-model", token.map[0], f"a claim about {name}, and the card cites no source", hint)
            return


def model_in(text: str) -> str:
    """The model that a text speaks of with its version, or in a year; empty if there is none."""
    named = _VERSIONED.search(text) or (_YEAR.search(text) and _NAMED.search(text))
    return named[0] if named else ""
