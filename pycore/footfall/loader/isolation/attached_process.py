"""Processes that end with the one that started them, however that ends: a killed program runs no code to stop them.

A process holds one end of a pipe; its parent holds the other, which the system closes with the parent. `start_attached`
starts a module in this way; workers of `multiprocessing` have such a pipe already.
"""

import atexit
import json
import os
import runpy
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO

EXIT_SECONDS = 5.0
"""Time in which an orphaned process removes its temporary files."""

_RUN_THIS_FILE = """\
import json, runpy, sys
sys.path[:] = json.loads(sys.argv.pop(1))
runpy.run_path(sys.argv[1], run_name="__main__")
"""
"""As a file, not as a module of this package: pytest rewrites only what is not imported yet."""

_FLAG_VARIABLES = {
    "optimize": "PYTHONOPTIMIZE",
    "no_user_site": "PYTHONNOUSERSITE",
    "dont_write_bytecode": "PYTHONDONTWRITEBYTECODE",
    "utf8_mode": "PYTHONUTF8",
}
"""The variable for each flag of the interpreter that changes the behavior of programs."""


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

    It imports what this process would: with the same import path, and with the interpreter's options as variables,
    since an isolated interpreter would ignore `variables`.

    Args:
        variables: environment variables, in addition to those that affect this process.
    """
    command = [sys.executable, "-P", "-c", _RUN_THIS_FILE, json.dumps(sys.path), __file__, module, *arguments]
    heeded = {
        name: value
        for name, value in os.environ.items()
        if not (sys.flags.ignore_environment and name.startswith("PYTHON"))
    }
    flags = {variable: str(int(getattr(sys.flags, flag))) for flag, variable in _FLAG_VARIABLES.items()}
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, env={**heeded, **flags, **variables}
    )


if __name__ == "__main__":
    pipe = os.dup(0)  # pytest closes the other one
    end_with_parent(lambda: os.read(pipe, 1))
    del sys.argv[:2]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
