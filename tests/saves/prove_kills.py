"""Proves that no command is lost when the game is killed: random SIGKILLs of ``footfall play`` in a terminal.

    python tests/saves/prove_kills.py [--kills 500] [--game stealth]

Each round starts the real program in a pseudoterminal, types keys at random times, now and then saves, and kills it
at a random moment; every fifth round kills it while it starts, which does not count. The commands in the replay when
the program is dead must all be in the game that the next start resumes: its save says so, because starting saves.
No turn may be lost from one round to the next. When a game ends, the keys begin another, and the archive must
hold the whole one before.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from footfall.engine.saves.replay_lines import ReplayScan, scan_replay
from footfall.engine.saves.save import SaveHeader, read_header, read_sections

KEYS = {"stealth": "....hjkl..SRn", "delve": "....hjklSRnEy", "king": "1234mRnnuha \rS"}
"""Keys to type; S saves, R and n begin another game."""

ASK_POSITION = b"\x1b[6n"
BEGIN_FRAME = b"\x1b[?2026h"
BOOT_SECONDS = 30.0


class Program(NamedTuple):
    """A running game: its process, and its terminal."""

    process: int
    terminal: int


def start(home: Path, *words: str) -> Program:
    """Starts a command that shows a game, in a pseudoterminal."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "FOOTFALL_TRUST": "all"}
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            environment[name] = str(home)
        os.chdir(home)
        command = [sys.executable, "-m", "footfall", *words, "--screen", "terminal"]
        os.execve(sys.executable, command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 110, 0, 0))
    os.set_blocking(terminal, False)
    return Program(process, terminal)


def read_screen(program: Program) -> bytes:
    """Returns what the program has shown since the last call, and answers its questions about the terminal."""
    shown = b""
    with suppress(BlockingIOError, OSError):
        while data := os.read(program.terminal, 65536):
            shown += data
            for _ in range(data.count(ASK_POSITION)):
                os.write(program.terminal, b"\x1b[1;1R")
    return shown


def kill(program: Program) -> int:
    """Kills the program; returns the status it left."""
    with suppress(ProcessLookupError):
        os.kill(program.process, signal.SIGKILL)
    _, status = os.waitpid(program.process, 0)
    os.close(program.terminal)
    return status


def wait_for_saving(program: Program, path: Path, before: float) -> bytes:
    """Waits until the program has begun play, which saves; returns what it has shown."""
    shown, end = b"", time.monotonic() + BOOT_SECONDS
    while time.monotonic() < end:
        shown += read_screen(program)
        if path.exists() and path.stat().st_mtime_ns != before and BEGIN_FRAME in shown:
            return shown
        time.sleep(0.005)
    raise RuntimeError(f"the game does not start: {shown[-2000:]!r}")


def count_mtime(path: Path) -> float:
    return path.stat().st_mtime_ns if path.exists() else 0.0


def type_keys(program: Program, chance: random.Random, keys: str) -> bytes:
    """Types keys for a random time; returns what was shown."""
    shown, end = b"", time.monotonic() + chance.uniform(0.0, 0.5)
    while time.monotonic() < end:
        with suppress(OSError):
            os.write(program.terminal, chance.choice(keys).encode())
        time.sleep(chance.choice((0.0, 0.001, 0.01, 0.03)))
        shown += read_screen(program)
    return shown


def read_header_of(path: Path) -> SaveHeader:
    read_sections(path)  # whole
    return read_header(path)


class Position(NamedTuple):
    """The turn that a game has reached, and the seed that names the game."""

    seed: int
    turn: int


def find_position(path: Path) -> Position | None:
    """Returns the position that save and replay hold together; None if no game has begun.

    While the next game begins, the replay may already be its own, and the save of the one before is deleted.
    """
    record = path.with_suffix(".replay")
    scan = scan_replay(record) if record.exists() else ReplayScan()  # a player who leaves at the end archives it
    header = read_header_of(path) if path.exists() else None
    if scan.header is None:
        return Position(header.seed, header.turn) if header is not None else None
    if header is not None and (header.seed != scan.header.seed or header.turn > scan.last_turn):
        raise RuntimeError(f"save {header.seed} at {header.turn}, replay {scan.header.seed} at {scan.last_turn}")
    return Position(scan.header.seed, scan.last_turn)


def find_archived_turn(home: Path, game: str, seed: int) -> int:
    """Returns the last turn of the archived replays of a game; -1 if there is none."""
    archive = (home / "footfall" / "runs").glob(f"core.{game}-{seed}-*.replay")
    return max((scan_replay(path).last_turn for path in archive), default=-1)


def find_loss(home: Path, game: str, before: Position, now: Position | None) -> str:
    """Says what is lost; ``""`` if nothing is."""
    if now is not None and now.seed == before.seed:
        return f"turn {now.turn}, {before.turn} commands were given" if now.turn < before.turn else ""
    archived = find_archived_turn(home, game, before.seed)
    return f"a game of {before.turn} turns is gone; the archive has {archived}" if archived < before.turn else ""


def play_and_kill(game: str, home: Path, words: list[str], chance: random.Random, starting: bool) -> Position | None:
    """Starts the game, plays at random and kills it; returns its position when play began, None if it was starting."""
    path = home / "footfall" / "saves" / f"core.{game}.save"
    before, begun = count_mtime(path), None
    program = start(home, "play", game, *words)
    try:
        if starting:
            time.sleep(chance.uniform(0.0, 1.0))
        else:
            wait_for_saving(program, path, before)
            begun = find_position(path)
            type_keys(program, chance, KEYS[game])
    finally:
        kill(program)
    return begun


def prove(game: str, kills: int, seed: int) -> int:
    """Kills the game again and again; prints and returns the number of losses."""
    chance = random.Random(seed)
    losses = given = games = live = rounds = 0
    with tempfile.TemporaryDirectory() as name:
        home, words, last = Path(name), ["--seed", str(seed)], Position(seed, 0)
        while live < kills:
            rounds += 1
            starting = rounds % 5 == 0
            begun = play_and_kill(game, home, words, chance, starting)
            words, live = ["--continue"], live + (not starting)
            now = find_position(home / "footfall" / "saves" / f"core.{game}.save")
            for before, after in ((last, begun or last), (begun or last, now)):
                if loss := find_loss(home, game, before, after):
                    losses += 1
                    print(f"kill {rounds}: {loss}", flush=True)
            if now is not None:
                given, games = given + max(now.turn - last.turn, 0), games + (now.seed != last.seed)
                last = now
            if live % 50 == 0 and not starting:
                print(
                    f"{live} kills in play, {rounds - live} while starting, {games + 1} games, {losses} losses",
                    flush=True,
                )
    print(f"{kills} kills in play, {given} commands, {games + 1} games, {losses} losses")
    return losses


def main(prove: Callable[[str, int, int], int], kills: int) -> int:
    """Runs a proof; returns the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--game", default="stealth", choices=sorted(KEYS))
    parser.add_argument("--seed", type=int, default=3)
    words = parser.parse_args()
    return 1 if prove(words.game, words.kills, words.seed) else 0


if __name__ == "__main__":
    sys.exit(main(prove, kills=500))
