"""The program ``footfall``, also ``python -m footfall``."""

import sys

from footfall import __version__


def main() -> None:
    """Runs the command line; answers ``--version`` without importing it."""
    if sys.argv[1:] == ["--version"]:
        print(f"footfall, version {__version__}")
        return
    from footfall.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
