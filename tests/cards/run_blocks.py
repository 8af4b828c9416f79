"""Run the Python blocks that come as JSON on stdin, each on its own; write JSON: what went wrong and what was printed.

One process for all, since importing torch takes longer than all the blocks. Run with `python -I`.
"""

import contextlib
import io
import json
import sys
import traceback

import torch

torch.set_num_threads(1)


def run(code: str) -> tuple[str, str]:
    """(what went wrong, what was printed) of one block in a namespace of its own."""
    torch.manual_seed(12345)  # no block may live on another's seed or types
    torch.set_default_dtype(torch.float32)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), torch.enable_grad():
        try:
            exec(compile(code, "block", "exec"), {"__name__": "__main__"})
        except BaseException:  # noqa: BLE001  whatever a block raises is its result
            traceback.print_exc()
    return err.getvalue(), out.getvalue()


json.dump([run(code) for code in json.load(sys.stdin)], sys.stdout)
