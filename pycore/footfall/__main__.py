"""The program ``footfall``, also ``python -m footfall``."""

import errno
import gc
import os
import sys
from contextlib import suppress

from footfall import __version__
from footfall.diagnostics.stop_signals import find_exit_code, handle_stop_signals, raise_interrupt

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""New containers at which the garbage collector runs: more than a start makes. The interpreter's own number is 700."""


def main() -> None:
    """Runs the program. A failed write of its output ends it: silently if the reader of a pipe has left."""
    try:
        with handle_stop_signals(raise_interrupt):
            _run()
        end = SystemExit(0)
    except SystemExit as error:
        end = error
    except KeyboardInterrupt as interrupt:
        end = SystemExit(find_exit_code(interrupt))
    except (OSError, MemoryError) as error:
        _report(error if isinstance(error, OSError) else OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)))
        end = SystemExit(1)
    _write_rest(end)
    raise end from None


def _write_rest(end: SystemExit) -> None:
    """Writes what is left of the output: the interpreter would report a failure in words and a code of its own."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:  # it was closed before the start
                stream.flush()
        except OSError as error:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
            if not end.code:
                _report(error)
                end.code = 1


def _report(error: OSError) -> None:
    if error.errno != errno.EPIPE:
        with suppress(OSError):
            print(f"Error: {error.strerror or error}", file=sys.stderr)


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
