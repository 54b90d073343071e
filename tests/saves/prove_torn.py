"""Proves that a torn or changed byte of save or replay costs at most its own line.

    python tests/saves/prove_torn.py [--game stealth] [--turns 24] [--step 1]

Cuts the save, the replay, and the replay of a game without its save at every byte, and inverts every byte; then
resumes the game. What is resumed is always a state of the game: with a damaged save, the last; with a replay cut or
changed after the save, the last command before the damage.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from footfall.app.files.resume import resume_session
from footfall.app.files.run_files import RunFiles
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command

UNSAVED = 4
"""Turns after the save."""


def play(loaded: LoadResult, path: Path, turns: int) -> list[str]:
    """Plays a game that is killed after `turns`; returns the hash of each turn."""
    files = RunFiles(Session.begin(loaded.rules, 3), path, str, lambda *_: files.session, True)
    session = files.session
    hashes = [session.hash()]
    for number in range(turns):
        command = choose_random_command(session)
        files.recorder.write_command(command)
        assert session.submit(command).refusal is None
        hashes.append(session.hash())
        if number + 1 == turns - UNSAVED:
            files.save()
    files.close()
    return hashes


def list_damages(data: bytes, step: int) -> Iterator[tuple[str, int, bytes]]:
    """Yields `data` cut at each byte, and with each byte inverted; with the kind and the place of the damage."""
    for at in range(0, len(data), step):
        yield "cut", at, data[:at]
        yield "inverted", at, data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def count_commands(replay: bytes, at: int) -> int:
    """Returns the number of commands in whole lines before byte `at`."""
    return sum(b'"command":' in line for line in replay[:at].split(b"\n")[:-1])


def prove(loaded: LoadResult, turns: int, step: int) -> tuple[int, list[str]]:
    """Returns the number of damages, and what was lost."""
    losses: list[str] = []
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hashes = play(loaded, folder / "a.save", turns)
        save, replay = (folder / "a.save").read_bytes(), (folder / "a.replay").read_bytes()
        for case in ("save", "replay", "replay alone"):
            for kind, at, data in list_damages(save if case == "save" else replay, step):
                count += 1
                for left in folder.iterdir():
                    left.unlink()
                if case != "replay alone":
                    (folder / "a.save").write_bytes(data if case == "save" else save)
                (folder / "a.replay").write_bytes(replay if case == "save" else data)
                least = turns
                if case != "save":
                    least = max(count_commands(replay, at), 0 if case == "replay alone" else turns - UNSAVED)
                problem = find_loss(loaded, folder / "a.save", hashes, least)
                if problem and not (case == "replay alone" and at <= replay.index(b"\n")):  # the header is needed
                    losses.append(f"{case} {kind} at {at}: {problem}")
    return count, losses


def find_loss(loaded: LoadResult, path: Path, hashes: list[str], least: int) -> str:
    """Resumes a game; returns what is wrong, or ``""``."""
    try:
        session, _ = resume_session(loaded, path, False)
    except SaveError as error:
        return str(error)
    turn = session.state.turn
    if hashes[turn] != session.hash():
        return f"turn {turn} is not a state of the game"
    return "" if turn >= least else f"turn {turn} of {least}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="stealth")
    parser.add_argument("--turns", type=int, default=24)
    parser.add_argument("--step", type=int, default=1)
    words = parser.parse_args()
    count, losses = prove(load(f"core.{words.game}", only_mods=()), words.turns, words.step)
    print("\n".join(losses[:20]))
    print(f"{count} damages, {len(losses)} losses")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
