"""The program ``footfall``, also ``python -m footfall``."""

import errno
import gc
import os
import sys

from footfall import __version__
from footfall.diagnostics.stop_signals import find_exit_code, handle_stop_signals, raise_interrupt

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""New containers at which the garbage collector runs: more than a start makes. The interpreter's own number is 700."""


def main() -> None:
    """Runs the program. A failed write of its output ends it: silently if the reader of a pipe has left."""
    try:
        with handle_stop_signals(raise_interrupt):
            _run()
    except KeyboardInterrupt as interrupt:
        raise SystemExit(find_exit_code(interrupt)) from None
    except OSError as error:
        if error.errno != errno.EPIPE:
            print(f"Error: {error.strerror or error}", file=sys.stderr)
        # The interpreter flushes it at its end.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        raise SystemExit(1) from None


def _run() -> None:
    """Runs the command line; answers ``--version`` without importing it."""
    if sys.argv[1:] == ["--version"]:
        print(f"footfall, version {__version__}", flush=True)
        return
    # A start builds much that lives as long as the program: searching it for garbage takes a tenth of the time.
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    from footfall.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
