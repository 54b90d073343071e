"""Prints the numbering of environments, or writes it to a folder.

python -m footfall.env king
python -m footfall.env --write docs/research
"""

import argparse
from pathlib import Path

from footfall.diagnostics.files import format_path
from footfall.disk import write_file
from footfall.loader import LoadError

from .content import NoEnvironmentError, describe_environment, list_environments, load_environment


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(
        "python -m footfall.env", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="full ids or short names; without one, all games")
    parser.add_argument("--mod", action="append", default=[], help="path of a mod")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write a page for each game")
    args = parser.parse_args()
    try:
        for game in args.games or [game.id for game, _ in list_environments()]:
            content = load_environment(game, args.mod, allows_python=True)
            page = describe_environment(content)
            if args.write is None:
                print(page)
                print(f"Content hash with these rules and options: {content.hash}")
            else:
                path = args.write / f"{content.environment.name.lower()}.md"
                write_file(path, page)
                print(format_path(path))
    except (NoEnvironmentError, LoadError, OSError) as error:
        parser.exit(1, f"{error}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
