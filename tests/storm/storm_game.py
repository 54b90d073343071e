"""One storm: a game with its mods and its disk, the acts that happen to it, and the invariants that must hold."""

from __future__ import annotations

import errno
import itertools
import os
import re
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from disk_journal import Journal, list_crashes, record
from storm_mods import write_storm_mods

from footfall.app.files import paths
from footfall.app.files.resume import has_saved_game, resume_session
from footfall.app.files.run_files import RunFiles, UnsavedGameError
from footfall.app.practice import play_commands
from footfall.disk import replace_file
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.compiled.native import COMPILED_VARIABLE
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.hot_reload import CodeSnapshot, reload_mod
from footfall.loader.load import LoadResult
from footfall.sim.bots import choose_random_command, find_bot
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import simulate
from footfall.testing.backends import use_backend

GAMES = ("stealth", "king", "delve")
GAMES_ALONE: dict[tuple[Any, ...], LoadResult] = {}
"""The games without mods, which all storms play."""

BOTS = {"stealth": "sneak", "king": "goal", "delve": "party"}

ACTS = {
    "play": 12, "bot": 6, "save": 3, "leave": 4, "kill": 4, "power": 4, "fault": 4, "restart": 1, "mod": 5, "bump": 2,
    "reload": 2, "engine": 4, "branch": 2, "verify": 2, "dice": 2, "workers": 0,
}  # fmt: skip
"""The acts, and how often each happens. Workers are started by one storm in ten."""

TURNS = (5, 25, 100, 500)
"""The most turns of one act: most acts are short, so that much meets; some go on, so that games grow old."""


CRASHES = 2000
"""The most crashes of one operation to choose from: names that a failing disk never flushed leave millions."""


class Act(NamedTuple):
    """One thing that happens; `seed` decides its details."""

    kind: str
    seed: int


class StormError(Exception):
    """An invariant is broken."""


class Moment(NamedTuple):
    """What must survive a crash: see ``prove_crashes.py``."""

    run: int
    written: int
    saved: int


def demand(holds: bool, invariant: str) -> None:
    """Raises a `StormError` with an invariant that does not hold."""
    if not holds:
        raise StormError(invariant)


class Storm:
    """One game in a storm.

    Attributes:
        pairs: pairs of features that have met.
        turns: commands that were played.
    """

    def __init__(self, seed: int, folder: Path, stack: ExitStack) -> None:
        random = Random(seed)
        self.game, self._seed, self._folder, self._stack = GAMES[seed % len(GAMES)], seed, folder, stack
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.turns = self.run = 0
        self._mods = write_storm_mods(random, self.game, folder / "mods")
        self._enabled: set[str] = set()
        self._raising = [id for id in self._mods if id.startswith("hostile.")]
        self._features = {"game": self.game, "backend": "rust", "compiled": "auto"}
        self._hashes: dict[tuple[int, int], set[str]] = {}
        self._mixed_runs: set[int] = set()
        self._disks = self._edits = self._edits_loaded = 0
        self._known: dict[tuple[Any, ...], LoadResult] = {}
        self._open_disk({})
        self._load()
        self._files = self._open_files(self._begin(), True)

    # Files.

    def _open_disk(self, image: dict[str, bytes]) -> None:
        """Goes on in a new folder that holds the files of an image."""
        self._disks, self._first_crash = self._disks + 1, 0
        root = self._folder / f"disk{self._disks}"
        root.mkdir()
        self.journal = Journal(root)
        self._stack.enter_context(mock.patch.object(paths, "data_folder", return_value=root))
        self._stack.enter_context(record(self.journal))
        self._path = root / "saves" / "a.save"
        for name, data in image.items():
            replace_file(root / name, [data])

    def _open_files(self, session: Session, fresh: bool) -> RunFiles:
        files = RunFiles(session, self._path, str, lambda *_: self._next, fresh)
        self._files = files
        self._note(files.session, files.session.state.turn)
        return files

    def _note(self, session: Session, saved: int | None = None) -> None:
        """Notes a state, and what a crash from now on may not lose."""
        turn, note = session.state.turn, self.journal.note
        self._noted = session.hash()
        self._hashes.setdefault((self.run, turn), set()).add(self._noted)
        is_written = self._files._file.failure is None
        written = turn if is_written else note.written
        self.journal.note = Moment(self.run, written, note.saved if saved is None else saved)

    # Game and mods.

    def _load(self) -> None:
        self._first_crash = len(self.journal.operations)  # before it, other mods played
        if self._edits_loaded != self._edits:
            self._mixed_runs.add(self.run)
        self._edits_loaded = self._edits
        self.loaded = self._load_mods(self._enabled)

    def _load_mods(self, mods: set[str]) -> LoadResult:
        """Loads the game with mods; those that have not been edited since are read once on each engine."""
        enabled = tuple(sorted(mods))
        engine = self._features["backend"], self._features["compiled"]
        known = self._known if enabled else GAMES_ALONE
        key = (enabled, self._edits, engine) if enabled else (self.game, engine)
        if key not in known:
            known[key] = load(f"core.{self.game}", mods=[self._mods[id] for id in enabled], only_mods=enabled)
        return known[key]

    def _begin(self) -> Session:
        return self._begin_with(self.loaded)

    def _begin_with(self, loaded: LoadResult) -> Session:
        options = {"players": 3} if self.game == "king" else None
        return Session.begin(loaded.rules, self._seed * 100 + self.run, options)

    def _meet(self, act: Act) -> None:
        """Counts which features are together."""
        features = {f"{name} {value}" for name, value in self._features.items()} | {f"act {act.kind}"}
        features |= {f"mod {id.partition('.')[0]}" for id in self._enabled}
        if self.journal.failing:
            features.add("failing files")
        self.pairs.update(itertools.combinations(sorted(features), 2))

    @property
    def session(self) -> Session:
        """The game in play."""
        return self._files.session

    def do(self, act: Act) -> None:
        """Carries out an act and checks the invariants."""
        self._meet(act)
        getattr(self, f"_{act.kind}")(Random(act.seed))
        known = self._hashes.get((self.run, self.session.state.turn), set())
        demand(self.session.hash() in known, f"the state of turn {self.session.state.turn} was never noted")
        for problem in self.session.problems:
            demand(problem.mod in self._mods, f"a failure is blamed on {problem.mod}: {problem}")
            demand(bool(problem.location), f"a failure has no place: {problem}")

    # Acts.

    def _play(self, random: Random) -> None:
        self._play_by(lambda: choose_random_command(self.session), random)

    def _bot(self, random: Random) -> None:
        bot = find_bot(self.loaded.rules, BOTS[self.game])

        def choose() -> Any:
            assert self.session.state.question is not None
            context = BotContext(self.session, bot.id, self.session.state.question.actor)
            with use_backend("rust"):  # in the other, a bot takes most of the time
                return bot.decide(context, list_legal_commands(self.session))

        self._play_by(choose, random)

    def _play_by(self, choose: Callable[[], Any], random: Random) -> None:
        for _ in range(random.randint(1, random.choice(TURNS))):
            if self.session.state.outcome is not None:
                self._begin_again()
                if self.session.state.outcome is not None:  # a rule ends each game as it begins
                    return
            command = choose()
            self._files.recorder.write_command(command)
            refusal = self.session.submit(command).refusal
            demand(refusal is None or self.session.hash() == self._noted, f"refused {command} changed the state")
            self._note(self.session)
            self._files.recorder.write_hash_mark()
            self.turns += 1

    def _save(self, random: Random) -> None:
        try:
            self._files.save()
        except OSError:
            demand(bool(self.journal.failing), "a save fails on a disk that works")
        else:
            self._note(self.session, self.session.state.turn)

    def _leave(self, random: Random, change: Callable[[], object] | None = None) -> None:
        """Leaves the game; resumes it as it was, or with what `change` changes."""
        is_over, before = self.session.state.outcome is not None, self.session.hash()
        try:
            self._files.finish()
        except UnsavedGameError:
            demand(bool(self.journal.failing), "a game cannot be left on a disk that works")
            self.journal.failing = ()
            self._files = self._open_files(self.session, False)
            return
        self.journal.failing = ()
        if change is not None:
            change()
            self._load()
        if is_over:
            self.run += 1
            self._files = self._open_files(self._begin(), True)
            return
        session, _ = resume_session(self.loaded, self._path, False)
        demand(change is not None or session.hash() == before, "another state is resumed than was left")
        self._files = self._open_files(session, False)

    def _restart(self, random: Random) -> None:
        self._begin_again()

    def _begin_again(self) -> None:
        self.run += 1
        self._next = self._begin()
        self._hashes[self.run, 0] = {self._next.hash()}
        try:
            self._files.restart(False)
        except OSError:
            demand(bool(self.journal.failing), "no game can be begun on a disk that works")
            self.run -= 1
            self._end_fault()
            self._restart(Random(0))
            return
        self._note(self.session, 0)

    def _end_fault(self) -> None:
        self.journal.failing = ()

    def _fault(self, random: Random) -> None:
        start = len(self.journal.calls) + random.randint(0, 5)
        self.journal.failing = range(start, start + random.choice((1, 4, 30)))
        self.journal.error = random.choice((errno.ENOSPC, errno.EIO, errno.EACCES))
        self.journal.tears = random.random() < 0.5

    def _kill(self, random: Random) -> None:
        self._crash(random, False)

    def _power(self, random: Random) -> None:
        self._crash(random, True)

    def _crash(self, random: Random, power: bool) -> None:
        """Ends program or machine at one of the last operations, and resumes the game."""
        operations = self.journal.operations
        first = max(self._first_crash, len(operations) - 60)
        if first >= len(operations):
            return
        index = random.randrange(first, len(operations))
        crash = None
        crashes = itertools.islice(list_crashes(operations[: index + 1], index), CRASHES)
        for count, other in enumerate((c for c in crashes if c.power == power and c.note is not None), 1):
            if not random.randrange(count):
                crash = other
        if crash is None:
            return
        self._files.close()
        self._open_disk(crash.image)
        moment: Moment = crash.note
        what = f"{crash.where} operation {crash.index} ({crash.kind})"
        if not has_saved_game(self._path):
            archived = list(self._path.parents[1].glob("runs/*.replay"))
            demand(moment.written == 0 or bool(archived), f"no game is left {what}")
            self._files = self._open_files(self._begin(), True)
            return
        session, _ = resume_session(self.loaded, self._path, False)
        turn, least = session.state.turn, moment.saved if power else moment.written
        runs = [run for run in range(moment.run, moment.run + 2) if session.hash() in self._hashes.get((run, turn), ())]
        demand(bool(runs), f"{what}: turn {turn} is not a state of the game")
        demand(turn >= least or runs[-1] > moment.run, f"{what}: turn {turn} is resumed, {least} were written")
        self.run = runs[-1]
        for key in [key for key in self._hashes if key[0] > self.run or (key[0] == self.run and key[1] > turn)]:
            del self._hashes[key]
        self.journal.note = Moment(self.run, turn, turn)
        self._files = self._open_files(session, False)

    def _mod(self, random: Random) -> None:
        id = random.choice(sorted(self._mods))
        self._leave(random, lambda: self._change_mods({id}))

    def _change_mods(self, ids: set[str]) -> None:
        self._enabled ^= ids
        self._mixed_runs.add(self.run)

    def _bump(self, random: Random) -> None:
        if self._enabled:
            self._leave(
                random, lambda: self._edit_mod(random, r'version = "(\d+)\.', f'version = "{random.randint(2, 9)}.')
            )

    def _edit_mod(self, random: Random, pattern: str, text: str) -> str:
        id = random.choice(sorted(self._enabled))
        file = self._mods[id] / "mod.toml"
        file.write_text(re.sub(pattern, text, file.read_text("utf-8"), count=1), "utf-8")
        self._mixed_runs.add(self.run)
        self._edits += 1
        return id

    def _reload(self, random: Random) -> None:
        if not self._enabled or self.session.state.outcome is not None:
            return
        id = self._edit_mod(random, "$", f"# {random.random()}\n")
        before, loaded = self.session.hash(), self.loaded
        result = reload_mod(self.session, CodeSnapshot.capture(id, loaded), id, lambda: self._load() or self.loaded)
        if result.error:
            demand(self.session.hash() == before, "a reload that fails has changed the game")
            self.loaded, self._edits_loaded = loaded, self._edits - 1  # the next load reads the edit
            return
        self.loaded = result.snapshot.result
        self._hashes[self.run, self.session.state.turn].add(result.session.hash())
        self._files.continue_with(result.session)
        self._note(result.session)

    def _engine(self, random: Random) -> None:
        backend, compiled = random.choice(("rust", "rust", "python")), random.choice(("auto", "never"))

        def change() -> None:
            self._stack.enter_context(use_backend(backend))
            self._stack.enter_context(mock.patch.dict(os.environ, {COMPILED_VARIABLE: compiled}))
            self._features |= {"backend": backend, "compiled": compiled}

        run, before = self.run, (self.session.state.turn, self.session.hash())
        self._leave(random, change)
        now = self.session.state.turn, self.session.hash()
        demand(run != self.run or now == before, "another backend resumes another state")

    def _branch(self, random: Random) -> None:
        commands, end = list(self.session.commands), self.session.hash()
        if self.run in self._mixed_runs or not commands:
            return
        header = self._read_replay().header
        at = random.randrange(len(commands))
        known = self._hashes.get((self.run, at))
        practice = play_commands(self.loaded.rules, header, commands[:at])
        demand(known is None or practice.hash() in known, f"a branch at {at} begins in another state")
        for _ in range(5):
            if practice.state.outcome is None:
                practice.submit(choose_random_command(practice))
        demand(self.session.hash() == end and list(self.session.commands) == commands, "a branch changed the game")

    def _read_replay(self) -> Any:
        return read_replay(self._path.with_suffix(".replay"), lambda _: self.loaded.rules)

    def _verify(self, random: Random) -> None:
        if self.run in self._mixed_runs or self.journal.failing or self._files._file.failure is not None:
            return
        self._files.recorder.write_hash_mark(force=True)
        replay = self._read_replay()
        other = "python" if self._features["backend"] == "rust" else "rust"
        with use_backend(other):
            played = play_back(self.loaded.rules, replay)
        demand(played.hash() == self.session.hash(), f"the replay gives another state on {other}")

    def _dice(self, random: Random) -> None:
        """Plays with and without mods that raise: they lose their own changes, and no number changes."""
        sound, raising = self._enabled - set(self._raising), self._enabled | set(self._raising)
        both = [self._begin_with(self._load_mods(mods)) for mods in (sound, raising)]
        for _ in range(15):
            if both[0].state.outcome is not None:
                break
            command = choose_random_command(both[0])
            for session in both:
                session.submit(command)
            demand(both[0].hash() == both[1].hash(), f"a mod that raises changes turn {both[0].state.turn}")
        for problem in both[1].problems:
            demand(problem.mod in self._mods, f"a failure is blamed on {problem.mod}: {problem}")

    def _workers(self, random: Random) -> None:
        mods = tuple(str(self._mods[id]) for id in sorted(self._enabled))
        plan, _ = resolve_plan(Plan(game=self.game, games=6, seed=random.randrange(99), mods=mods, max_commands=15))
        one, two = (simulate(plan, workers=workers) for workers in (0, 2))
        demand(one.columns["hash"] == two.columns["hash"], "workers play other games")
