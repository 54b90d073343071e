"""Memory, time and bytes of a long game of stealth, and the time to resume it.

    python benches/stealth/long_game.py [--turns 100000] [--part hall] [--part games] [--trace]

- hall: one game in a hall with two hunters, with the record and the saves of a real game, one each 20 turns;
- games: bots play game after game in one process, as in a long session of the program.

Prints a row at 1,000, 10,000, 20,000, 50,000 and 100,000 turns: resident memory; processor time of a turn without files
and of a save, the median of the last ones; bytes of save and record; time to resume. With --trace, half of the turns
are played first, and the files whose memory grows in the other half are listed.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from turns import build_hall, list_commands

from footfall.app.files.resume import resume_session
from footfall.app.files.run_files import RunFiles
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot

STOPS = (1_000, 10_000, 20_000, 50_000, 100_000)
WINDOW = 500
"""Turns of which the median is taken."""

Row = tuple[int, list[str]]
"""The turn of a row, and its other cells."""

BOTS = ("cautious", "brawler", "sneak")
HEADINGS = ("turns", "memory, MiB", "turn, ms", "save, ms", "save, bytes", "record, bytes", "resume, s")


def read_memory() -> float:
    """Resident memory in MiB, after the garbage collector; 0 where it is unknown."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / (1 << 20)


def play_hall(loaded: LoadResult, turns: int, folder: Path, stops: Sequence[int] = STOPS) -> Iterator[Row]:
    """Plays one game with its files; yields rows."""
    session = build_hall(2, "aggravated", loaded.rules)
    path = folder / "long.save"
    files = RunFiles(session, path, str, lambda *_: session, fresh=True)
    times: deque[float] = deque(maxlen=WINDOW)
    for command in list_commands(session, turns + 1):
        files.recorder.write_command(command)
        start = time.process_time()
        session.submit(command)
        times.append(time.process_time() - start)
        files.recorder.write_hash_mark()
        turn = session.state.turn
        if turn in stops and len(times) > 1:
            saves = []
            for _ in range(5):
                start = time.process_time()
                files.save()
                saves.append(time.process_time() - start)
            memory = read_memory()
            start = time.process_time()
            again, _ = resume_session(loaded, path, False)
            seconds = time.process_time() - start
            assert again.hash() == session.hash()
            del again
            sizes = [path.stat().st_size, path.with_suffix(".replay").stat().st_size]
            milliseconds = [statistics.median(part) * 1000 for part in (times, saves)]
            yield (
                turn,
                [f"{memory:.0f}", *(f"{n:.2f}" for n in milliseconds), *map("{:,}".format, sizes), f"{seconds:.2f}"],
            )
        if turn >= turns or session.state.outcome is not None:
            break
    files.close()


def play_games(loaded: LoadResult, turns: int, folder: Path, stops: Sequence[int] = STOPS) -> Iterator[Row]:
    """Lets bots play game after game; yields rows."""
    played = 0
    times: deque[float] = deque(maxlen=WINDOW)
    for number in count():
        session = Session.begin(loaded.rules, number, {"floor": 1 + number % 16})
        bot = find_bot(loaded.rules, BOTS[number % len(BOTS)])
        context = BotContext(session, bot.id, 1)
        while commands := list_legal_commands(session):
            command = bot.decide(context, commands)
            start = time.process_time()
            session.submit(command)
            times.append(time.process_time() - start)
            played += 1
            if played in stops:
                del session.log[:]
                yield played, [f"{read_memory():.0f}", f"{statistics.median(times) * 1000:.2f}"]
            if played >= turns:
                return


PARTS = {"hall": play_hall, "games": play_games}


def trace(part: str, loaded: LoadResult, turns: int, folder: Path) -> None:
    """Lists the files whose memory grows in the second half of the turns."""
    tracemalloc.start()
    snapshots = []
    for _ in PARTS[part](loaded, turns, folder, (turns // 2, turns)):
        gc.collect()
        snapshots.append(tracemalloc.take_snapshot())
    for entry in snapshots[1].compare_to(snapshots[0], "filename")[:12]:
        print(f"{entry.size_diff / 1024:10,.0f} KiB  {entry.traceback}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--trace", action="store_true")
    words = parser.parse_args()
    loaded = load("core.stealth", only_mods=())
    for part in words.part or PARTS:
        with tempfile.TemporaryDirectory() as name:
            if words.trace:
                trace(part, loaded, words.turns, Path(name))
                continue
            print(f"\n| {part}: {' | '.join(HEADINGS)} |\n|{'---:|' * len(HEADINGS)}")
            for turn, cells in PARTS[part](loaded, words.turns, Path(name)):
                print(f"| {turn:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
