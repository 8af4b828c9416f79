"""`python -m prep` does what the console script `prep` does."""

from __future__ import annotations

import sys

from prep.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
