"""The two themes (LOOK §3). Sheets name only variables that every theme has, so a person's own theme works too."""

from __future__ import annotations

from textual.theme import Theme


def theme(
    name: str,
    *,
    dark: bool,
    paper: str,
    tint: str,
    faint: str,
    dim: str,
    ink: str,
    act: str,
    link: str,
    care: str,
    wrong: str,
    right: str,
    theory: str,
) -> Theme:
    """A theme from the eleven roles."""
    return Theme(
        name=name,
        dark=dark,
        primary=act,
        secondary=link,
        warning=care,
        error=wrong,
        success=right,
        accent=theory,
        foreground=ink,
        background=paper,
        surface=paper,
        panel=tint,
        variables={
            "text": ink,
            "text-muted": dim,
            "border": faint,
            "scrollbar": faint,
            "scrollbar-hover": dim,
            "scrollbar-active": dim,
            "scrollbar-background": paper,
            "scrollbar-background-hover": paper,
            "scrollbar-background-active": paper,
            "scrollbar-corner-color": paper,
            "footer-background": paper,
            "block-cursor-background": tint,
            "block-cursor-foreground": ink,
            "block-cursor-blurred-background": tint,
            "block-cursor-blurred-foreground": ink,
            "input-cursor-background": ink,
            "input-cursor-foreground": paper,
        },
    )


DARK = theme(
    "prep-dark",
    dark=True,
    paper="#16181d",
    tint="#262a30",
    faint="#444b57",
    dim="#9aa1ad",
    ink="#dcdee3",
    act="#8ab4ff",
    link="#67c5d6",
    care="#e3b562",
    wrong="#f08a86",
    right="#8fcb85",
    theory="#c3a6f5",
)

LIGHT = theme(
    "prep-light",
    dark=False,
    paper="#faf9f6",
    tint="#ecebe6",
    faint="#bdbab0",
    dim="#5c626d",
    ink="#22252b",
    act="#1a5fb4",
    link="#0b6e70",
    care="#8a5700",
    wrong="#b3261e",
    right="#2f7410",
    theory="#6b3fb0",
)

THEMES = {"dark": DARK, "light": LIGHT}
"""By the name that the setting `theme` uses."""


def textual_name(setting: str) -> str:
    """The theme's name in Textual, which knows its own by the setting's."""
    return THEMES[setting].name if setting in THEMES else setting


def setting_name(textual: str) -> str:
    """The theme's name in the settings."""
    return textual.removeprefix("prep-")
