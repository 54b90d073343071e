"""Processes that end with the one that started them, however that ends: a killed program runs no code to stop them.

A process holds one end of a pipe whose other end is its parent's alone; the system closes that one with the parent.
`start_attached` starts a module so; workers of `multiprocessing` have such a pipe already.
"""

from __future__ import annotations

import atexit
import os
import runpy
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO

EXIT_SECONDS = 5.0
"""Time in which an orphaned process removes its temporary files."""

_RUN_THIS_FILE = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"
"""As a file, not as a module of this package: pytest rewrites only what is not imported yet."""


def end_with_parent(wait_for_end: Callable[[], object]) -> None:
    """Ends this process, in the middle of its work, once `wait_for_end` returns in a thread of its own."""

    def end() -> None:
        wait_for_end()
        limit = threading.Timer(EXIT_SECONDS, os._exit, (1,))
        limit.daemon = True
        limit.start()
        atexit._run_exitfuncs()
        os._exit(1)

    threading.Thread(target=end, daemon=True, name="end with parent").start()


def start_attached(
    module: str,
    arguments: Sequence[str],
    *,
    stdout: int | IO[bytes],
    stderr: int | IO[bytes],
    variables: Mapping[str, str],
) -> subprocess.Popen[bytes]:
    """Starts ``python -m MODULE ARGUMENTS`` in a process that ends when its standard input, a pipe, is closed.

    Args:
        variables: environment variables, in addition to those of this process.
    """
    command = [sys.executable, "-c", _RUN_THIS_FILE, __file__, module, *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, env={**os.environ, **variables}
    )


if __name__ == "__main__":
    pipe = os.dup(0)  # pytest closes the other one
    end_with_parent(lambda: os.read(pipe, 1))
    del sys.argv[:2]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
