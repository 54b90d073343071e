"""Proves that no crash loses a command: one at every write, flush and rename of save and replay.

    python tests/saves/prove_crashes.py [--game stealth] [--states 200] [--faults]

Plays a game of that many turns with the files of a real game, saving after each turn, beginning the game again in
between, leaving and resuming it. The journal of its files (`disk_journal`) gives the folder that each crash leaves.
Each is resumed: a dead program must lose no command that was written, a power cut none that was saved, and the
state must be that of the turn. With --faults each call fails instead, alone or with those after it, with errors of a
full, a broken and a locked disk: the game goes on, and nothing is lost once the disk works again.
"""

from __future__ import annotations

import argparse
import errno
import itertools
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))

from disk_journal import Crash, Journal, list_crashes, record, write_files

from footfall.app.files import paths
from footfall.app.files.resume import has_saved_game, resume_session
from footfall.app.files.run_files import RunFiles, UnsavedGameError
from footfall.engine.model import Command
from footfall.engine.saves.replay import ReplayError, read_replay
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command

SEED = 3
LEAVE_EVERY = 37
"""Turns between leaving the game and resuming it."""


class Moment(NamedTuple):
    """What must survive a crash.

    Attributes:
        run: number of the run: a restart begins the next.
        written: commands that were written.
        saved: turn of the last save.
    """

    run: int
    written: int
    saved: int


class Play:
    """A game in play.

    Attributes:
        hashes: hash of the state by run and turn.
        refused_restarts: times that no new game could be begun.
    """

    def __init__(self, loaded: LoadResult, journal: Journal) -> None:
        self.refused_restarts = 0
        self.loaded, self.journal, self.path = loaded, journal, journal.root / "saves" / "a.save"
        self.run = 0
        self.hashes: dict[tuple[int, int], str] = {}
        self._files = self._open(self._begin(), True)

    def _begin(self) -> Session:
        return Session.begin(self.loaded.rules, SEED + self.run)

    def _open(self, session: Session, fresh: bool) -> RunFiles:
        self._note(session, session.state.turn)
        return RunFiles(session, self.path, str, lambda *_: self._begin(), fresh)

    def _note(self, session: Session, saved: int) -> None:
        turn = session.state.turn
        self.hashes[self.run, turn] = session.hash()
        self.journal.note = Moment(self.run, turn, saved)

    def _restart(self) -> None:
        self.run += 1
        self.hashes[self.run, 0] = self._begin().hash()
        try:
            self._files.restart(False)
        except OSError:
            self.run -= 1
            self.refused_restarts += 1
            return
        self._note(self._files.session, 0)

    @property
    def session(self) -> Session:
        """The current run."""
        return self._files.session

    def finish(self) -> None:
        """Leaves the game."""
        self._files.finish()

    def play(self, states: int, finish: bool = True) -> None:
        """Plays and saves `states` turns, then leaves."""
        for number in range(1, states + 1):
            session = self._files.session
            if session.state.outcome is not None or number % (states // 3 + 1) == 0:
                self._restart()
                session = self._files.session
            if session.state.outcome is not None:
                return
            saved, turn = session.state.turn, session.state.turn
            command = choose_random_command(session)
            self._files.recorder.write_command(command)
            self.journal.note = Moment(self.run, turn + 1, saved)
            assert session.submit(command).refusal is None
            self.hashes[self.run, turn + 1] = session.hash()
            self._files.recorder.write_hash_mark()
            try:
                self._files.save()
                self._note(session, session.state.turn)
            except OSError:
                pass  # told by the key S
            if number % LEAVE_EVERY == 0 and session.state.outcome is None:
                with suppress(UnsavedGameError):
                    self._files.finish()
                session, _ = resume_session(self.loaded, self.path, False)
                self._files = self._open(session, False)
        if finish:
            self.finish()


def find_loss(play: Play, crash: Crash) -> str:
    """Resumes a game after a crash; returns what is wrong, or ``""``."""
    moment = crash.note
    with tempfile.TemporaryDirectory() as name, mock.patch.object(paths, "data_folder", return_value=Path(name)):
        write_files(Path(name), crash.image)
        path = Path(name) / "saves" / "a.save"
        if not has_saved_game(path):
            archived = list((Path(name) / "runs").glob("*.replay"))
            is_whole = any(len(read_commands(play, file)) >= moment.written for file in archived)
            return "" if is_whole or moment.written == 0 else "neither a game nor its archived replay is left"
        try:
            session, _ = resume_session(play.loaded, path, False)
        except Exception as error:
            return f"cannot be resumed: {type(error).__name__}: {error}"
        turn, least = session.state.turn, moment.saved if crash.power else moment.written
        runs = [run for run in (moment.run, moment.run + 1) if play.hashes.get((run, turn)) == session.hash()]
        if not runs:
            return f"turn {turn} is not a state of the game"
        if turn < least and moment.run + 1 not in runs:
            return f"turn {turn}, {least} commands were given"
        return ""


def read_commands(play: Play, path: Path) -> tuple[Command, ...]:
    """Returns the commands of a replay, none if it cannot be read."""
    try:
        return read_replay(path, lambda _: play.loaded.rules).commands
    except ReplayError:
        return ()


@contextmanager
def record_play() -> Iterator[Journal]:
    """Records what is done to the user's data in a new folder."""
    with tempfile.TemporaryDirectory() as name, mock.patch.object(paths, "data_folder", return_value=Path(name)):
        journal = Journal(Path(name))
        with record(journal):
            yield journal


def prove(loaded: LoadResult, states: int) -> tuple[Counter[str], list[str]]:
    """Plays a game and resumes it after every crash; returns the numbers of crashes, and the losses."""
    counts: Counter[str] = Counter()
    losses: list[str] = []
    known: dict[tuple[Any, ...], str] = {}
    with record_play() as journal:
        play = Play(loaded, journal)
        play.play(states)
    for crash in list_crashes(journal.operations):
        key = crash.derive_key()
        if key not in known:
            known[key] = find_loss(play, crash)
        counts[f"{crash.kind}, {'power' if crash.power else 'program'}"] += 1
        if known[key]:
            losses.append(f"{crash.where} operation {crash.index} ({crash.kind}, {crash.note}): {known[key]}")
    counts["different folders"] = len(known)
    return counts, losses


FAULTS = tuple(
    (length, code, tears)
    for length, code, tears in itertools.product((1, 4, 30), (errno.ENOSPC, errno.EIO, errno.EACCES), (False, True))
    if length == 1 or (code == errno.ENOSPC and not tears)
)
"""Calls in a row that fail, their error, and whether half of a failing write is written."""


def prove_faults(loaded: LoadResult, states: int) -> tuple[Counter[str], list[str]]:
    """Plays a game once for each of its calls and each fault from it on; returns the numbers, and the losses."""
    counts: Counter[str] = Counter()
    losses: list[str] = []
    with record_play() as journal:
        Play(loaded, journal).play(states)
    for start, (length, code, tears) in itertools.product(range(len(journal.calls)), FAULTS):
        problem = find_loss_by_fault(loaded, states, range(start, start + length), code, tears, counts)
        if problem:
            call = f"call {start} ({journal.calls[start]}) and {length - 1} more"
            losses.append(f"{call}: {errno.errorcode[code]}{', torn' * tears}: {problem}")
    return counts, losses


def find_loss_by_fault(
    loaded: LoadResult, states: int, failing: range, code: int, tears: bool, counts: Counter[str]
) -> str:
    """Plays a game on a disk that fails for a while; returns what is wrong, or ``""``."""
    with record_play() as journal:
        journal.failing, journal.error, journal.tears = failing, code, tears
        try:
            play = Play(loaded, journal)
        except OSError:
            counts["game not begun"] += 1
            return ""
        try:
            play.play(states, finish=False)
        except Exception as error:
            return f"play ends: {type(error).__name__}: {error}"
        counts["refused restarts"] += play.refused_restarts
        is_failing = len(journal.calls) < failing.stop
        try:
            play.finish()
        except UnsavedGameError:
            counts["unsaved, and told"] += 1
            if not is_failing:
                return "not saved, though the disk works again"
        journal.failing = ()
        if is_failing and not has_saved_game(play.path):
            return "" if list(journal.root.glob("runs/*.replay")) else "no file is left"
        session, _ = resume_session(loaded, play.path, False)
        if is_failing:
            return ""
        counts["whole"] += 1
        return "" if session.hash() == play.session.hash() else f"resumed at turn {session.state.turn}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="stealth")
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--faults", action="store_true")
    words = parser.parse_args()
    loaded = load(f"core.{words.game}", only_mods=())
    counts, losses = (prove_faults if words.faults else prove)(loaded, words.states)
    for name, count in sorted(counts.items()):
        print(f"{count:>7}  {name}")
    print("\n".join(losses[:20]))
    print(f"{len(losses)} lost something")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
