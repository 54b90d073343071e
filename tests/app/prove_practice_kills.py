"""Proves that a practice game loses nothing when it is killed, and touches nothing else: random SIGKILLs in a terminal.

    python tests/app/prove_practice_kills.py [--kills 100] [--game stealth] [--seed 3]

Each round plays on from a recording by ``footfall replay FILE --play``, types keys at random times, takes commands back
and other dice, and is killed at a random moment; every fifth round is killed while it starts. FILE is the replay of the
practice game that was killed before, mostly from its end, until a game ends. It is demanded that

- the replay of the practice game is whole, its hashes are right, it begins with the commands of FILE up to the
  branch, and it has every turn that the screen has shown;
- FILE, and every file before, keeps every byte;
- there is no other file: no save, no result, no statistics.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "saves"))

from prove_branches import GAMES, record_trunk
from prove_kills import BEGIN_FRAME, BOOT_SECONDS, KEYS, Program, kill, main, read_screen, start, type_keys

from footfall.engine.saves.replay import Replay, ReplayError, play_back, read_replay
from footfall.engine.session import Session
from footfall.loader import load

PRACTICE_KEYS = "\x7f\x04"
"""Backspace takes back, Ctrl-D takes other dice."""

_RUN = re.compile(rb"\x1b\[1;(\d+)H((?:[^\x1b]|\x1b\[[\d;]*m)*)")
_STYLE = re.compile(rb"\x1b\[[\d;]*m")


def find_shown_turn(shown: bytes) -> int:
    """Returns the turn in the first row of the last frame; 0 if none is shown."""
    row = [" "] * 200
    for column, styled in _RUN.findall(shown):
        text = _STYLE.sub(b"", styled).decode(errors="replace")
        at = int(column) - 1
        row[at : at + len(text)] = text
    found = re.search(r"turn (\d+)$", "".join(row).rstrip())
    return int(found[1]) if found else 0


class Game(NamedTuple):
    """A recorded game: its replay, the session after its commands, and its turn as players count."""

    replay: Replay
    session: Session

    @property
    def turn(self) -> int:
        return self.session.display.count_turns(self.session.state.turn)


class Proof:
    """The files of one player, and what is wrong with them.

    Attributes:
        losses: their number.
        given: commands that were played in practice.
    """

    def __init__(self, game: str, home: Path, seed: int) -> None:
        self._game, self._home, self._chance = game, home, random.Random(seed)
        self._rules: Any = load(f"core.{game}", only_mods=()).rules
        self._trunk = home / "trunk.replay"
        bot, options = GAMES[game][0]
        record_trunk(self._rules, self._trunk, seed, bot, options)
        self._files = {self._trunk: self._trunk.read_bytes()}
        self._from = self._trunk
        self.losses = self.given = 0

    def read(self, path: Path) -> Game:
        """Reads a recording and plays it, with all its hashes."""
        replay = read_replay(path, lambda header: self._rules)
        return Game(replay, play_back(self._rules, replay))

    def kill_once(self, is_starting: bool) -> None:
        """Plays on from the last practice game, or from the recording, and kills it."""
        before = self.read(self._from)
        if before.session.state.outcome is not None and self._from != self._trunk:
            self._from, before = self._trunk, self.read(self._trunk)
        at = commands = len(before.session.commands)  # without a last one that was refused
        if self._from == self._trunk or self._chance.random() < 0.25:
            at = self._chance.randrange(commands)
        shown = b""
        place = () if at == commands else ("--at", str(at))
        program = start(self._home, "replay", str(self._from), "--play", *place)
        try:
            if is_starting:
                time.sleep(self._chance.uniform(0.0, 1.0))
            else:
                shown = self.play(program)
        finally:
            kill(program)
        for problem in self.check(before, at, find_shown_turn(shown)):
            self.losses += 1
            print(f"{self._from.name} from {at}: {problem}", flush=True)

    def play(self, program: Program) -> bytes:
        """Waits for the game and types keys; returns what was shown."""
        shown, end = b"", time.monotonic() + BOOT_SECONDS
        while BEGIN_FRAME not in shown:
            shown += read_screen(program)
            if time.monotonic() > end:
                raise RuntimeError(f"the game does not start: {shown[-2000:]!r}")
            time.sleep(0.005)
        return shown + type_keys(program, self._chance, KEYS[self._game] + PRACTICE_KEYS)

    def check(self, before: Game, at: int, shown_turn: int) -> list[str]:
        """Says what is wrong with the files after a kill, and goes on with the newest practice game."""
        problems = [f"{path.name} has changed" for path, data in self._files.items() if path.read_bytes() != data]
        found = [path for path in self._home.rglob("*") if path.is_file() and path not in self._files]
        begun = [path for path in found if path.parent.name == "practice" and not path.name.startswith(".")]
        problems += [f"{path.relative_to(self._home)} is new" for path in found if path.parent.name != "practice"]
        for path in begun:
            self._files[path] = path.read_bytes()
            try:
                now = self.read(path)
            except ReplayError as error:
                problems.append(f"{path.name}: {error}")
                continue
            branch, commands = now.replay.header.branch, now.replay.commands
            if branch is None or branch.commands != at or list(commands[:at]) != before.session.commands[:at]:
                problems.append(f"{path.name} begins elsewhere")
            if now.turn < shown_turn:
                problems.append(f"{path.name} ends in turn {now.turn}, turn {shown_turn} was shown")
            self.given += len(commands) - at
            self._from = path
        if shown_turn and not begun:
            turn = before.session.display.count_turns(at)
            if shown_turn > turn:
                problems.append(f"there is no replay of practice, turn {shown_turn} was shown")
        return problems


def prove(game: str, kills: int, seed: int) -> int:
    """Kills practice again and again; prints and returns the number of losses."""
    with tempfile.TemporaryDirectory() as name:
        proof = Proof(game, Path(name), seed)
        for number in range(1, kills + 1):
            proof.kill_once(is_starting=number % 5 == 0)
            if number % 50 == 0:
                print(f"{number} kills, {proof.given} commands, {proof.losses} losses", flush=True)
        print(f"{game}: {kills} kills of practice, {proof.given} commands in it, {proof.losses} losses")
        return proof.losses


if __name__ == "__main__":
    sys.exit(main(prove, kills=100))
