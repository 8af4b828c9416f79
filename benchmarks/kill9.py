"""kill -9 at random moments after a rating key is sent: every acknowledged rating is in the log.

Each round starts a review in line mode, reveals a card, sends a rating and kills the process 0 to 30 ms later. A line
that begins with `rated` is the acknowledgement. The rating must be in `prep log` if it was acknowledged, the database
must open, and `prep doctor` must be content at the end. The ratio is lost ratings over acknowledged ones.
"""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time

from measure import count, home, prep, verdict

FIFTH = 0.2
"""Share of the kills that must come before the acknowledgement, or the test proves little."""


def started(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """A review with a revealed card."""
    process = subprocess.Popen(
        prep("review", "--plain"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0
    )
    assert process.stdin and process.stdout
    process.stdin.write(b"\n")
    seen = b""
    while b"skip >" not in seen and b"enter Good >" not in seen:
        if not (read := process.stdout.read(4096)):
            raise SystemExit(f"the review ended early: {seen.decode()}")
        seen += read
    return process


def acknowledged(environment: dict[str, str], delay: float, rating: bytes) -> str | None:
    """Send the rating, kill after the delay; the card whose rating was acknowledged, if it was."""
    process = started(environment)
    assert process.stdin and process.stdout
    process.stdin.write(rating + b"\n")
    until = time.perf_counter() + delay
    while time.perf_counter() < until:
        pass  # sleep() is too coarse for fractions of a millisecond
    process.send_signal(signal.SIGKILL)
    process.wait()
    told = re.search(r"^rated \w+ (\S+)", process.stdout.read().decode(), re.MULTILINE)
    return told[1] if told else None


def logged(environment: dict[str, str]) -> list[str]:
    """The cards of all ratings in `prep log`, oldest first."""
    out = subprocess.run(prep("log", "--json"), env=environment, capture_output=True, check=True, text=True).stdout
    events = [json.loads(line) for line in out.splitlines()]
    return [event["card"] for event in events if event["kind"] == "rated"]


def missing(told: list[str], log: list[str]) -> list[str]:
    """Acknowledged ratings that the log lacks; what was written unacknowledged may stand between them."""
    rest = iter(log)
    return [card for card in told if card not in rest]


def main() -> int:
    """Kill n times; compare what was acknowledged with what the log has."""
    kills, moments = count(200), random.Random(20_261_129)
    with home("kill9") as environment:
        # Again and Hard keep cards in their steps, so that one never runs out.
        # The square crowds the moments towards 0: an answer takes some 3 ms, and a fifth must come before it is told.
        plan = [(0.030 * moments.random() ** 2, moments.choice([b"1", b"2"])) for _ in range(kills)]
        rounds = [acknowledged(environment, delay, rating) for delay, rating in plan]
        told = [card for card in rounds if card is not None]
        lost = missing(told, logged(environment))
        doctor = subprocess.run(prep("doctor"), env=environment, capture_output=True, text=True)
    before = kills - len(told)
    content = doctor.returncode == 0 and before >= FIFTH * kills
    if not content:
        print(doctor.stdout, f"{before} of {kills} kills came before the acknowledgement", file=sys.stderr)
    ratio = len(lost) / max(1, len(told)) if content else 1.0
    return verdict("kill9", ratio, 0.0, kills, before_acknowledgement=before, acknowledged=len(told))


if __name__ == "__main__":
    sys.exit(main())
