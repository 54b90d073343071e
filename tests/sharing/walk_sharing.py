"""Walks the life of a mod as its people type it: an author publishes, a player installs and plays, a third watches.

    python tests/sharing/walk_sharing.py FOOTFALL

Each has user folders of their own. The replay of the player must play back to the same hash with the mods that
`install --from` gave the third, and must not without them. Needs nothing but the installed program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

DATA = '[patch.creature."core.stealth:*"]\nmul.hp = 3\n'


class Person:
    """A person with user folders and a working folder of their own."""

    def __init__(self, footfall: str, home: Path) -> None:
        self.footfall, self.home = footfall, home
        home.mkdir()
        names = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "HOME": "."}
        self.environment = {**os.environ, **{name: str(home / part) for name, part in names.items()}}
        for name in ("FOOTFALL_TRUST", "FOOTFALL_MODS", "FOOTFALL_PROFILE"):
            self.environment.pop(name, None)

    def type(self, *words: str, fails: bool = False) -> str:
        """Runs a command; returns what it prints."""
        done = subprocess.run(
            [self.footfall, *words], cwd=self.home, env=self.environment, capture_output=True, text=True, timeout=300
        )
        print(f"{self.home.name}$ footfall {' '.join(words)}")
        if bool(done.returncode) is not fails:
            raise SystemExit(f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def ask(self, *words: str) -> Any:
        """Runs a command; returns the JSON that it prints."""
        done = subprocess.run(
            [self.footfall, *words, "--json"], cwd=self.home, env=self.environment, capture_output=True, text=True
        )
        return json.loads(done.stdout)


def expect(text: str, words: str) -> None:
    """Checks that a command printed some words."""
    if words not in " ".join(text.split()):
        raise SystemExit(f"{words!r} was not printed, but:\n{text}")


def publish(author: Person, shelf: Path) -> None:
    """Makes a mod of data and packs it, then publishes the folder."""
    author.type("mods", "new", "ann.giants", "--data")
    folder = author.home / "mods" / "giants"
    for path in (folder / "content").glob("*.toml"):
        path.unlink()
    (folder / "content" / "giants.toml").write_text(DATA)
    author.type("mods", "pack", "mods/giants", "--out", str(shelf / "giants-0.1.0.zip"))
    author.type("index", "build", str(shelf), "--html")


def read_store(person: Person) -> dict[str, bytes]:
    """The contents that a person has."""
    return {path.name: path.read_bytes() for path in (person.home / "data/footfall/store/contents").iterdir()}


def walk(footfall: str, root: Path) -> None:
    """Walks from the author to the third person."""
    shelf = root / "shelf"
    shelf.mkdir()
    author, player, friend = (Person(footfall, root / name) for name in ("author", "player", "friend"))
    publish(author, shelf)

    expect(player.type("mods", "index", "add", str(shelf)), "added: shelf")
    expect(player.type("mods", "search", "giants"), "ann.giants")
    expect(player.type("mods", "install", "giants"), "install ann.giants 0.1.0")
    player.type(
        "run", "stealth", "--seed", "7", "--turns", "30", "--option", "floor=3", "--strict", "--record", "game.replay"
    )
    played = player.ask("replay", "game.replay")
    player.type("mods", "profile", "lock")

    replay = friend.home / "from-player.replay"
    replay.write_bytes((player.home / "game.replay").read_bytes())
    expect(friend.type("mods", "install", "--from", replay.name, fails=True), "is in no index")
    friend.type("mods", "index", "add", str(shelf))
    without = friend.type("replay", replay.name, fails=True)
    expect(without, "ann.giants 0.1.0 is missing")
    expect(without, "footfall mods install --from from-player.replay")
    expect(friend.type("mods", "install", "--from", replay.name), "--profile from-player")
    seen = friend.ask("replay", replay.name, "--profile", "from-player")
    if seen != played:
        raise SystemExit(f"the replay of the friend differs: {seen}, not {played}")
    stores = [read_store(person) for person in (player, friend)]
    if stores[0] != stores[1]:
        raise SystemExit("the two stores differ")
    player.type("mods", "undo")
    friend.type("mods", "remove", "--unused", "--yes")
    print(f"the same game: turn {seen['turn']}, hash {seen['hash']}")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        walk(os.path.abspath(sys.argv[1]) if os.sep in sys.argv[1] else sys.argv[1], Path(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
