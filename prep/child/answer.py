"""One question to a child process, one answer from it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from prep.child.start import command, environment, ground


async def answer(module: str, request: dict[str, Any]) -> dict[str, Any] | None:
    """What the module prints as JSON when it is run with this request as its only word; None where it failed.

    It is killed if whoever waits for it goes away.
    """
    null, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        *command(module),
        json.dumps(request),
        stdin=null,
        stdout=pipe,
        stderr=null,
        env=environment(),
        cwd=ground(),
        start_new_session=True,
    )
    try:
        out, _ = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode != 0:
        return None
    said = json.loads(out)
    assert isinstance(said, dict)
    return said
