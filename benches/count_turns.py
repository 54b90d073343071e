"""Counts of sessions in play: calls, memory, files and sizes; see `counts.py`."""

from __future__ import annotations

import gc
import io
import sys
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from footfall import __version__
from footfall.app.files.run_files import RunFiles
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.container import read_sections
from footfall.engine.saves.replay import Recorder
from footfall.engine.saves.save import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot

sys.path.insert(0, str(Path(__file__).parent / "stealth"))
import turns

Tables = dict[str, dict[str, int]]

HUNTERS = {2: 100, 20: 100, 500: 16}
"""Hunters in the hall of `stealth/turns.py`, and turns."""

BOT_GAMES = {
    "stealth": ("brawler", {"course": "first"}),
    "king": ("random", {"profile": "full_game", "players": 4}),
    "delve": ("party", {"mode": "walk"}),
}
"""Bot and options of one game of each game."""

FILE_CALLS = frozenset(
    [
        "open",
        "close",
        "read",
        "write",
        "flush",
        "fsync",
        "seek",
        "truncate",
        "replace",
        "rename",
        "unlink",
        "remove",
        "mkdir",
        "stat",
    ]
)
"""Calls of files and folders."""

SEED = 3
BOT_TURNS = 300
WARM_TURNS = 50
MEMORY_TURNS = 50
MEMORY_STRETCHES = 3
RECORDED_COMMANDS = 100
SIZE_TURNS = (100, 1000, 20_000)


class CallCounter:
    """Counts calls of functions while it is on.

    Attributes:
        calls: number of all calls of Python functions.
        asked: Python functions called by compiled code, by name.
        system: calls of the operating system that concern files, by name.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.asked: Counter[str] = Counter()
        self.system: Counter[str] = Counter()
        self._loops: list[FrameType] = []

    @contextmanager
    def count(self) -> Iterator[None]:
        """Counts the calls of a block; the garbage collector rests."""
        before = sys.getprofile()
        gc.disable()
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)
            gc.enable()

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            self.calls += 1
            if self._loops and frame.f_back is self._loops[-1]:
                code = frame.f_code
                self.asked[f"{Path(code.co_filename).stem}.{code.co_name}"] += 1
            return
        name = getattr(argument, "__name__", "")
        if name == "run_agenda":
            if event == "c_call":
                self._loops.append(frame)
            else:
                self._loops.pop()
        elif event == "c_call" and name in FILE_CALLS:
            owner = getattr(argument, "__self__", None)
            if getattr(argument, "__module__", "") in ("posix", "nt", "io", "_io") or isinstance(owner, io.IOBase):
                self.system[name] += 1


def play_bot(session: Session, name: str, count: int) -> Iterator[Any]:
    """Yields the commands of a bot; the caller plays them."""
    bot = find_bot(session.rules, name)
    context = BotContext(session, bot.id, 1)
    for _ in range(count):
        options = list_legal_commands(session)
        command = bot.decide(context, options) if options else None
        if command is None:
            return
        yield command


def begin_game(game: str) -> tuple[Session, Iterator[Any]]:
    """Begins the game of `BOT_GAMES`; returns its session and its commands."""
    bot, options = BOT_GAMES[game]
    session = Session.begin(load(f"core.{game}", only_mods=()).rules, SEED, options)
    return session, play_bot(session, bot, BOT_TURNS)


def count_turns() -> Tables:
    """Counts the calls of all games; each is played once before it is counted, so that what is kept is kept."""
    tables: Tables = {}
    for hunters, length in HUNTERS.items():
        for _ in range(2):
            session = turns.build_hall(hunters, "aggravated")
            counter = count_calls(session, turns.list_commands(session, length))
        tables |= describe_calls(f"turns: stealth, {hunters} hunters", session, counter)
    for game in BOT_GAMES:
        for _ in range(2):
            session, commands = begin_game(game)
            counter = count_calls(session, commands)
        tables |= describe_calls(f"turns: {game}, a game by a bot", session, counter)
    return tables


def count_calls(session: Session, commands: Iterator[Any]) -> CallCounter:
    """Plays commands; counts the calls of each, but not those that choose it."""
    counter = CallCounter()
    for command in commands:
        with counter.count():
            session.submit(command)
    return counter


def describe_calls(name: str, session: Session, counter: CallCounter) -> Tables:
    """Returns the tables of a game."""
    steps = session.compiled_steps
    if turns.PHASE not in steps:
        return {name: {"calls": counter.calls}}
    played, left = steps[turns.PHASE].play.__self__.tally()  # type: ignore[attr-defined]
    return {
        name: {"creatures": played, "calls": counter.calls},
        f"{name}, left to Python": {f"{step}: {reason}": number for (step, reason), number in left.items()},
        f"{name}, asked by compiled code": dict(counter.asked),
    }


def count_memory(games: Iterable[str] = BOT_GAMES, observe: Callable[[Session], None] = lambda session: None) -> Tables:
    """Counts the memory that turns need, in three stretches of a game.

    The least of the stretches counts: a table that grows once does so in one of them, a leak in all.

    Args:
        observe: called after each turn; a test leaks here.
    """
    tables: Tables = {}
    for game in games:
        session, commands = begin_game(game)
        for command in islice(commands, WARM_TURNS):
            session.submit(command)
        blocks, kept, peaks = [], [], []
        for _ in range(MEMORY_STRETCHES):
            gc.collect()
            blocks_before, peak = sys.getallocatedblocks(), 0
            tracemalloc.start()
            bytes_before = tracemalloc.get_traced_memory()[0]
            for command in islice(commands, MEMORY_TURNS):
                start, _ = tracemalloc.get_traced_memory()
                tracemalloc.reset_peak()
                session.submit(command)
                peak = max(peak, tracemalloc.get_traced_memory()[1] - start)
                observe(session)
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0] - bytes_before)
            tracemalloc.stop()
            gc.collect()
            blocks.append(sys.getallocatedblocks() - blocks_before)
            peaks.append(peak)
        tables[f"memory: {game}, {MEMORY_TURNS} turns"] = {
            "blocks kept": min(blocks),
            "bytes kept": min(kept),
            "bytes of a turn at most": min(peaks),
        }
    return tables


def count_files() -> Tables:
    """Counts the calls of the operating system for files, by a save and by each recorded command."""
    tables: Tables = {}
    with tempfile.TemporaryDirectory() as folder:
        session, commands = begin_game("stealth")
        path = Path(folder) / "game.save"
        files = RunFiles(session, path, str, lambda seed, options: session, fresh=True)
        counter = CallCounter()
        with counter.count():
            save(session, path, __version__)
        tables["files: a save"] = dict(counter.system)
        counter = CallCounter()
        for command in islice(commands, RECORDED_COMMANDS):
            with counter.count():
                files.recorder.write_command(command)
            session.submit(command)
        files.close()
        tables[f"files: the record of {RECORDED_COMMANDS} commands"] = dict(counter.system)
    return tables


def count_sizes() -> Tables:
    """Counts the bytes of a save, by section, and of a record, after some turns in a hall with two hunters."""
    tables: Tables = {}
    session = turns.build_hall(2, "aggravated")
    record = io.StringIO()
    recorder = Recorder(record, session, __version__)
    commands = turns.list_commands(session, SIZE_TURNS[-1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.save"
        for length in SIZE_TURNS:
            while session.state.turn < length:
                command = next(commands)
                recorder.write_command(command)
                session.submit(command)
            save(session, path, __version__)
            sections = {name: len(data) for name, data in read_sections(path).items()}
            total = {"save": path.stat().st_size, "record": len(record.getvalue())}
            tables[f"sizes: after {length} turns"] = total | {f"section {name}": n for name, n in sections.items()}
    return tables
