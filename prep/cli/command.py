"""The commands, each declared once: parser, help and documentation come from these records."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass

from prep.exchange.notes.fields import PARTS


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One verb of the command line; the module of the same name in `commands/` has its `run(args) -> int`."""

    name: str
    summary: str
    arguments: Callable[[ArgumentParser], None] = lambda parser: None


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _focus(parser: ArgumentParser) -> None:
    parser.add_argument("--topic", action="append", default=[], metavar="T", help="only this topic (repeatable)")
    parser.add_argument("--tag", action="append", default=[], metavar="X", help="only this tag (repeatable)")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), help="only this level: 1 screen, 2 core, 3 senior")


def _sheet(parser: ArgumentParser) -> None:
    _focus(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page of HTML that prints on two sheets")


def _review(parser: ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="line by line, for pipes and screen readers")
    _focus(parser)
    parser.add_argument("--limit", type=_positive, metavar="N", help="stop after N cards")
    parser.add_argument("--minutes", type=_positive, metavar="M", help="stop after M minutes of speaking")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


QUERY = 'words, "words together", and filters: topic: tag: kind: level: is: recall< missed: rated: added:'


def _cards(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help=f"{QUERY}; nothing: all cards")
    _json(parser)


def _find(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help=QUERY)
    _json(parser)


def _config(parser: ArgumentParser) -> None:
    parser.add_argument("key", nargs="?", metavar="KEY", help="a setting; nothing: all, and where everything lies")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="its new value; config.toml keeps its comments")
    parser.add_argument("--first", action="store_true", help="take the setting out: its first value holds again")


def _completion(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell that is to read it")
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="after --: the line so far; lists how its last word may go on"
    )


def _show(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="full id of a card, topic/id, or its last part")
    _json(parser)


def _read(parser: ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", metavar="TOPIC", help="id of a topic; nothing: list the topics")


def _add(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="Markdown file; - or nothing: stdin")
    parser.add_argument("--topic", metavar="T", help="put cards there; without it a title and a toml block name one")


def _import(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="CSV, TSV, JSON, Markdown, Anki's notes in plain text")
    parser.add_argument("--topic", metavar="T", help="put all cards there; without it each goes where its deck says")
    parser.add_argument(
        "--map", action="append", default=[], metavar="FIELD=PART", help=f"a part is {', '.join(PARTS)}"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be made, and write nothing")


def _check(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders; nothing: all decks in use")
    parser.add_argument("--rules", action="store_true", help="list all rules")
    parser.add_argument("--demos", action="store_true", help="run the demos that the decks name, and judge them")
    parser.add_argument("--drills", action="store_true", help="prove your own drills; with --all: prep's, too")
    parser.add_argument("--all", action="store_true", help="with --demos: all demos, at the ends of their ranges too")
    _json(parser)


def _demo(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a demo, such as attention.score-std")
    parser.add_argument("parameters", nargs="*", metavar="key=value", help="its parameters; lists by comma")
    parser.add_argument("--list", action="store_true", help="list all demos")
    parser.add_argument("--new", metavar="NAME", help="write a commented file of that name into your demos folder")
    parser.add_argument("--script", action="store_true", help="print a script that measures the same with torch alone")
    parser.add_argument("--why", action="store_true", help="say why: formula, derivation, popular claim, source")
    _json(parser)


def _write(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a drill, such as attention.causal")
    parser.add_argument("--list", action="store_true", help="list all drills")
    parser.add_argument("--check", metavar="FILE", help="judge this file, and write nothing")
    parser.add_argument("--history", action="store_true", help="your attempts at this drill, and its files")
    parser.add_argument("--new", metavar="NAME", help="write a commented drill of that name into your drills folder")
    _json(parser)


def _plan(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the interview is called; nothing: show the plans")
    parser.add_argument("--date", metavar="DAY", help='its day: "12 Jan", 2027-01-12, "6 weeks"')
    parser.add_argument("--minutes", metavar="M", help="minutes of study a day, 20 unless said")
    parser.add_argument("--topics", metavar="T,T", help="its topics by comma; all: everything")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), help="the highest: 1 screen, 2 core, 3 senior")
    parser.add_argument("--off", metavar="DAYS", help='days without study: "thu, 24-26 Dec"; "" for none')
    parser.add_argument("--end", action="store_true", help="end this plan")
    _json(parser)


def _release(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help="full ids of cards, or their last parts")


def _log(parser: ArgumentParser) -> None:
    _json(parser)
    parser.add_argument("--export", metavar="DIR", help="write monthly JSON-lines files")


def _merge(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="log files, folders of them, or another prep.db")
    parser.add_argument("--reschedule", action="store_true", help="move cards that were scheduled on less")
    _json(parser)


def _optimize(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="store the fitted parameters without asking")
    parser.add_argument("--reschedule", action="store_true", help="also move cards to where the new memory has them")
    _json(parser)


def _doctor(parser: ArgumentParser) -> None:
    parser.add_argument("--salvage", action="store_true", help="a new database from what is whole of a damaged one")
    parser.add_argument("--rebuild", action="store_true", help="make all caches again from decks and log")
    parser.add_argument("--reschedule", action="store_true", help="bring back cards that a wrong clock sent years away")
    _json(parser)


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="list the copies, the newest first")
    parser.add_argument("--daily", action="store_true", help="at most one a day, old ones thinned: after each review")


def _restore(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a backup, as prep backup prints it")


COMMANDS = (
    Subcommand("review", "review what is due, in the app or line by line", _review),
    Subcommand("due", "what is due today", _json),
    Subcommand("plan", "prepare for an interview by its day", _plan),
    Subcommand("cards", "list all cards, or those that a query asks for", _cards),
    Subcommand("find", "search the cards: words and filters, the best match first", _find),
    Subcommand("show", "one card with its history", _show),
    Subcommand("sheet", "what to read on the night before: two pages, what you know least first", _sheet),
    Subcommand("read", "a topic as a page to read", _read),
    Subcommand("add", "add cards from Markdown", _add),
    Subcommand("import", "make cards of notes from other programs", _import),
    Subcommand("check", "find problems in deck files", _check),
    Subcommand("demo", "run a live demo", _demo),
    Subcommand("write", "write what interviews ask to be coded, judged against torch", _write),
    Subcommand("log", "every event, one a line", _log),
    Subcommand("merge", "take in what another machine logged", _merge),
    Subcommand("stats", "what you did in a year, what you remember, what comes", _json),
    Subcommand("calibration", "does what was predicted come true? one table, one sentence", _json),
    Subcommand("optimize", "fit the memory model to your answers", _optimize),
    Subcommand("release", "let suspended or buried cards be asked again", _release),
    Subcommand("undo", "take back the newest action of this device"),
    Subcommand("redo", "give back what was undone last"),
    Subcommand("doctor", "check the database against the log, and that torch loads", _doctor),
    Subcommand("backup", "copy the database into the backups folder", _backup),
    Subcommand("restore", "put a backup in the place of the database", _restore),
    Subcommand("config", "print the settings, and where everything lies; change one", _config),
    Subcommand("completion", "a script by which your shell completes commands, topics, cards and demos", _completion),
)
