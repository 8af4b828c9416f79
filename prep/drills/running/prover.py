"""The process that proves drills (`python -m`, one request of JSON as its word): {"names", "seeds"}.

It prints {name: [what is wrong with it]}. torch is imported once for all of them.
"""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from typing import Any

from prep.drills import catalog


def main() -> None:
    request = json.loads(sys.argv[1])
    with redirect_stdout(sys.stderr):
        found = proved(request)
    print(json.dumps(found))


def proved(request: dict[str, Any]) -> dict[str, list[str]]:
    """What is wrong with each of the drills that are named."""
    import torch

    from prep.drills.running.proving import faults

    torch.set_num_threads(1)
    return {name: list(faults(catalog.find(name), range(request["seeds"]))) for name in request["names"]}


if __name__ == "__main__":
    main()
