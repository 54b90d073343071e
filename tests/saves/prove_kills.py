"""Proves that no command is lost when the game is killed: random SIGKILLs of ``footfall play`` in a terminal.

    python tests/saves/prove_kills.py [--kills 500] [--game stealth]

Each round starts the real program in a pseudoterminal, types keys at random times, now and then saves, and kills it
at a random moment. The commands in the replay when the program is dead must all be in the game that the next
start resumes: its save says so, because starting saves. No turn may be lost from one round to the next.
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
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from footfall.engine.saves.replay_lines import scan_replay
from footfall.engine.saves.save import SaveHeader, read_header, read_sections

KEYS = {"stealth": "....hjkl..S", "delve": "....hjklS", "king": "123 S"}
"""Keys to type; S saves."""

ASK_POSITION = b"\x1b[6n"
BEGIN_FRAME = b"\x1b[?2026h"
BOOT_SECONDS = 30.0


class Program(NamedTuple):
    """A running game: its process, and its terminal."""

    process: int
    terminal: int


def start(game: str, home: Path, *words: str) -> Program:
    """Starts the game in a pseudoterminal."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "FOOTFALL_TRUST": "all"}
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            environment[name] = str(home)
        os.chdir(home)
        command = [sys.executable, "-m", "footfall", "play", game, "--screen", "terminal", *words]
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


def type_keys(program: Program, chance: random.Random, keys: str) -> None:
    """Types keys for a random time."""
    end = time.monotonic() + chance.uniform(0.0, 0.5)
    while time.monotonic() < end:
        with suppress(OSError):
            os.write(program.terminal, chance.choice(keys).encode())
        time.sleep(chance.choice((0.0, 0.001, 0.01, 0.03)))
        read_screen(program)


def read_header_of(path: Path) -> SaveHeader:
    read_sections(path)  # whole
    return read_header(path)


def prove(game: str, kills: int, seed: int) -> int:
    """Kills the game again and again; prints and returns the number of losses."""
    chance = random.Random(seed)
    losses = given = starts_killed = 0
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        path = home / "footfall" / "saves" / f"core.{game}.save"
        record = path.with_suffix(".replay")
        words, expected = ["--seed", str(seed)], 0
        for number in range(kills):
            before = count_mtime(path)
            program = start(game, home, *words)
            words = []
            if number % 5 == 4:  # while it starts
                time.sleep(chance.uniform(0.0, 1.0))
                starts_killed += 1
            else:
                shown = wait_for_saving(program, path, before)
                turn = read_header_of(path).turn
                if turn < expected:
                    losses += 1
                    print(f"kill {number}: turn {turn}, {expected} commands were given; {shown[-300:]!r}", flush=True)
                type_keys(program, chance, KEYS[game])
            kill(program)
            scan, header = scan_replay(record), read_header_of(path)
            expected, given = max(scan.last_turn, header.turn), given + max(scan.last_turn - expected, 0)
            if header.seed != seed or scan.last_turn < header.turn:
                losses += 1
                print(f"kill {number}: replay at {scan.last_turn}, save at {header.turn}", flush=True)
            if number % 50 == 49:
                print(
                    f"{number + 1} kills, {starts_killed} while starting, turn {expected}, {losses} losses", flush=True
                )
    print(f"{kills} kills, {given} commands, {losses} losses")
    return losses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--game", default="stealth", choices=sorted(KEYS))
    parser.add_argument("--seed", type=int, default=3)
    words = parser.parse_args()
    return 1 if prove(words.game, words.kills, words.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
