"""The child process of `session.plan.forecasting`: opens the same cards and log, prints the forecasts as JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from prep.child.quiet import be_nice
from prep.config import load
from prep.core.plan import plan_of
from prep.paths import Paths
from prep.session.library.library import Library
from prep.session.plan.forecasting import forecasts
from prep.system_clock import SystemClock


def main(text: str) -> None:
    """Answer one request."""
    be_nice()
    asked = json.loads(text)
    places = Paths(**{name: Path(each) for name, each in asked["paths"].items()})
    plan = plan_of(asked["id"], asked["body"], asked["begun"])
    with Library.open(places, load(places.config), SystemClock()) as library:
        print(json.dumps({"forecasts": [asdict(each) for each in forecasts(library, plan, asked["day"])]}))


if __name__ == "__main__":
    main(sys.argv[1])
