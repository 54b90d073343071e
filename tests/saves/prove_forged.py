"""Proves that a forged save is refused with the one error, or is a game that can be played.

    python tests/saves/prove_forged.py [--files 100000] [--first 0] [--seed 1] [--turns 20]

Forges saves of all games (`forged_saves`), loads each in one process of limited memory, and plays what loads for
`--turns` turns with a bot, drawing the first and the last screen. Prints how many were refused and how many played,
each kind of failure with the numbers of its files, and the peak memory next to that of the honest saves.

Exit code 1 on any other exception, on a refused command of a bot, or on too much memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from forged_saves import forge_many

from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.save import SaveError, load, read_sections, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load as load_mods
from footfall.sim.bots import pick_uniformly
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.ui_state import UiState

GAMES = {"core.stealth": (0, 60, 250), "core.king": (0, 7, 40, 75, 400), "core.delve": (0, 60, 200)}
"""The games, and the turns after which their honest saves are made."""

MAX_ADDRESS_SPACE = 3 << 30
MAX_GROWTH = 3
"""The peak of memory, at most this many times that of the honest saves."""


class Judgment(NamedTuple):
    """What became of a forged save: ``"refused"``, ``"played"``, or ``"failed"`` with the reason."""

    verdict: str
    reason: str = ""


def make_honest_saves(games: dict[str, LoadResult], folder: Path) -> list[tuple[str, Any, bytes]]:
    """Plays honest games and returns name of the game, sections and bytes of their saves."""
    saves = []
    for game, loaded in games.items():
        for seed, turns in enumerate(GAMES[game], 3):
            session = Session.begin(loaded.rules, seed)
            play(session, turns)
            path = folder / "honest.save"
            save(session, path, "1")
            load(loaded.rules, path)
            saves.append((game, read_sections(path), path.read_bytes()))
    return saves


def play(session: Session, turns: int) -> None:
    """Plays a number of commands: bots of the game and random commands in turn."""
    bots = list(session.rules.bots.values())
    bot = bots[session.state.seed % min(len(bots), 2)]
    contexts: dict[int, BotContext] = {}
    for _ in range(turns):
        options = list_legal_commands(session)
        if not options:
            return
        actor = session.state.question.actor if session.state.question is not None else 0
        if session.state.turn % 2:
            command = pick_uniformly(7, session.state.turn, options)
        else:
            context = contexts.setdefault(actor, BotContext(session, bot.id, actor))
            command = bot.decide(context, options)
        refusal = session.submit(command).refusal
        if refusal is not None:
            raise RuntimeError(f"{command} is listed as legal but refused: {refusal.message.id}")


def judge(loaded: LoadResult, path: Path, turns: int) -> Judgment:
    """Loads a save and plays it."""
    try:
        session = load(loaded.rules, path)
    except SaveError as error:
        return Judgment("refused", type(error).__name__ if str(path) in str(error) else f"names no file: {error}")
    except BaseException as error:
        return Judgment("failed", f"load: {describe(error)}")
    try:
        draw(loaded, session)
        play(session, turns)
        draw(loaded, session)
        if session.state.question is None and session.state.outcome is None:
            return Judgment("failed", "no question is open")
        save(session, path, "1")
        load(loaded.rules, path)
    except BaseException as error:
        return Judgment("failed", f"play: {describe(error)}")
    if session.problems:
        return Judgment("contained", session.problems[0].error[:60] + " " + session.problems[0].location[-40:])
    return Judgment("played")


def draw(loaded: LoadResult, session: Session) -> None:
    """Draws the screen of a game as a front end does."""
    draw_screen(Canvas(50, 120), build_session_scene(session), UiState(), loaded.catalog.translate)


def describe(error: BaseException) -> str:
    """Returns the kind of an exception and the line that raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tests/" not in frame.filename]
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__} at {place}: {str(error)[:80]}"


def measure_peak() -> int:
    """Returns the peak memory of this process in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def prove(files: int, first: int, seed: int, turns: int) -> int:
    """Judges a range of forged saves; returns the exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE, MAX_ADDRESS_SPACE))
    started = time.monotonic()
    verdicts: Counter[str] = Counter()
    reasons: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        games = {game: load_mods(game, only_mods=()) for game in GAMES}
        honest = make_honest_saves(games, Path(folder))
        before = measure_peak()
        path = Path(folder) / "forged.save"
        for number, game, data in forge_many(honest, seed, first, first + files):
            path.write_bytes(data)
            verdict, reason = judge(games[game], path, turns)
            verdicts[verdict] += 1
            if verdict in ("failed", "contained"):
                reasons.setdefault(f"{verdict}: {reason}", []).append(number)
    for reason, numbers in sorted(reasons.items(), key=lambda row: -len(row[1])):
        print(f"{len(numbers):6} {reason} (files {', '.join(map(str, numbers[:4]))})")
    peak = measure_peak()
    print(f"{files:,} forged saves: {dict(verdicts)}; {time.monotonic() - started:.0f} s")
    print(f"peak memory: {before >> 10} MiB with the honest saves, {peak >> 10} MiB with the forged ones")
    return 1 if verdicts["failed"] or peak > MAX_GROWTH * before else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=20)
    arguments = parser.parse_args()
    return prove(arguments.files, arguments.first, arguments.seed, arguments.turns)


if __name__ == "__main__":
    os.environ["FOOTFALL_TRUST"] = "all"
    raise SystemExit(main())
