"""The program ``footfall``, also ``python -m footfall``."""

import gc
import sys

from footfall import __version__

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""New containers at which the garbage collector runs: more than a start makes. The interpreter's own number is 700."""


def main() -> None:
    """Runs the command line; answers ``--version`` without importing it."""
    if sys.argv[1:] == ["--version"]:
        print(f"footfall, version {__version__}")
        return
    # A start builds much that lives as long as the program: searching it for garbage takes a tenth of the time.
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    from footfall.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
