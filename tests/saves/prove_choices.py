"""Proves that no crash and no fault damages the statistics, the settings, the followed indexes and other choices.

    python tests/saves/prove_choices.py

Carries out each operation once for each of its calls of the file system (`disk_journal`): the program dies or the
machine stops before, within and after it, or it fails. What the program reads at its next start must be the state
before or after the operation, the state after it once it has returned, and a failure must be reported and leave nothing
that stops the next try.
"""

from __future__ import annotations

import errno
import itertools
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))

from disk_journal import Image, Journal, list_crashes, record, write_files

from footfall.app import startup
from footfall.app.files.finished_games import FORMAT, FinishedGame, append_game, read_games
from footfall.app.files.paths import lessons_path
from footfall.app.lessons import LessonTracker
from footfall.disk import replace_file
from footfall.loader.isolation import trust
from footfall.loader.profiles import retractions, user_choices
from footfall.sharing import pins, signatures
from footfall.sharing.store import StoreError
from footfall.ui.settings import SettingsFileError, find_settings_path, load_ui_settings, write_setting


class Operation(NamedTuple):
    """A change of what the user has chosen.

    Attributes:
        change: makes the change; its argument tells one change from another.
        read: returns the state, as the program reads it at its start.
        is_told: whether a failure is reported.
    """

    change: Callable[[int], Any]
    read: Callable[[], Any]
    is_told: bool = True


def add_game(seed: int) -> None:
    append_game(
        FinishedGame(
            format=FORMAT,
            game="core.king",
            seed=seed,
            turn=1,
            outcome="",
            is_won=False,
            hash=str(seed),
            version="1",
            scores={},
        )
    )


def read_lessons() -> set[str]:
    return LessonTracker(lessons_path())._shown


def show_lesson(number: int) -> None:
    tracker = LessonTracker(lessons_path())
    lesson = mock.Mock(id=str(number), page="", keys=(), text=mock.Mock(id="", args={}))
    tracker.take_due_lesson(mock.Mock(turn=0, answers=(), farewell=(), log=(), lessons=(lesson,)), {})


def follow_index(number: int) -> None:
    name = f"index{number}"
    if number % 2:
        pins.remove_pin(f"index{number - 1}")
    else:
        pins.add_pin(pins.PinnedIndex(name, f"/folder/{number}", ""), b"{}", None)


def approve(number: int) -> None:
    name = trust.approvals_folder() / "you.mod.json"
    if number % 2:
        trust.revoke("you.mod")
    else:
        trust.write_json(name, trust.Approval("you.mod", "1", str(number), (), {}, {}))


OPERATIONS = {
    "statistics": Operation(add_game, lambda: read_games()[0]),
    "settings": Operation(
        lambda number: write_setting(find_settings_path(), "window", "cell", 20 + number),
        lambda: (load_ui_settings().cell_height, load_ui_settings().problems),
    ),
    "indexes that are followed": Operation(follow_index, pins.load_pins),
    "the copy of an index": Operation(
        lambda number: pins.write_copy("it", b"%d" % number * 40, "signed"), lambda: pins.read_copy("it")
    ),
    "approvals": Operation(approve, lambda: trust.load_approval("you.mod")),
    "own mods": Operation(lambda number: trust.mark_own(Path("/"), f"you.m{number}"), trust.load_own_places),
    "choices of mods": Operation(
        lambda number: user_choices.set_setting(f"you.mod.{number}", number), user_choices.load_choices
    ),
    "retractions": Operation(
        lambda number: retractions.save_retractions({str(number): "broken"}, ()), retractions.load_retractions
    ),
    "signers": Operation(lambda number: signatures.record_signer(f"{number}", "key"), lambda: dict(
        signatures.read_json_or(signatures.signers_path(), signatures.Signers()).keys
    )),
    "lessons": Operation(show_lesson, read_lessons, is_told=False),
    "the count of starts": Operation(lambda _: startup.register_start(), startup.count_failed_starts),
}  # fmt: skip
FIRST, SECOND = 1, 2
"""Two changes: that before, and the one in which it crashes."""


@contextmanager
def use_home(folder: Path) -> Iterator[None]:
    """Uses a folder as the user's."""
    names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    with mock.patch.dict(os.environ, {name: str(folder / name.lower()) for name in names}):
        yield


def read_image(operation: Operation, image: Image) -> Any:
    """Returns the state that the program reads in the folder that a crash left, or the error."""
    with tempfile.TemporaryDirectory() as name, use_home(Path(name)):
        write_files(Path(name), image)
        try:
            state = operation.read()
            operation.change(SECOND + 2)
        except Exception as error:
            return f"cannot be used: {type(error).__name__}: {error}"
        return state


def prove_crashes(operation: Operation, begun: bool = True) -> tuple[int, list[str]]:
    """Crashes at each call; returns the number of crashes, and the losses.

    Args:
        begun: whether there is an earlier state.
    """
    losses, known = [], dict[Any, Any]()
    with tempfile.TemporaryDirectory() as name, use_home(Path(name)):
        journal = Journal(Path(name))
        with record(journal):
            if begun:
                operation.change(FIRST - 1)
                operation.change(FIRST)
            before = operation.read()
            start = len(journal.operations)
            operation.change(SECOND)
            after = operation.read()
            journal.note = "done"
            replace_file(Path(name) / "another", [b""])
    assert after != before, (before, after)
    crashes = [crash for crash in list_crashes(journal.operations) if crash.index >= start]
    for crash in crashes:
        key = crash.derive_key()
        if key not in known:
            known[key] = read_image(operation, crash.image)
        if known[key] not in ([after] if crash.note == "done" else [before, after]):
            cause = "the machine stops" if crash.power else "the program dies"
            losses.append(f"{cause} {crash.where} operation {crash.index} ({crash.kind}): {known[key]!r}")
    return len(crashes), losses


TOLD = (OSError, StoreError, SettingsFileError)


FAULTS = ((errno.ENOSPC, True), (errno.EIO, False), (errno.EACCES, False))
"""Errors, and whether a failing write is torn first."""


def prove_faults(operation: Operation) -> tuple[int, list[str]]:
    """Lets each call fail; returns the number of faults, and the losses."""
    losses: list[str] = []
    count = 0
    for code, tears in FAULTS:
        after: Any = None
        for call in itertools.count(-1):  # at first, none
            with tempfile.TemporaryDirectory() as name, use_home(Path(name)):
                journal = Journal(Path(name))
                with record(journal):
                    operation.change(FIRST - 1)
                    operation.change(FIRST)
                    before = operation.read()
                    number = len(journal.calls) + call
                    journal.failing, journal.error, journal.tears = (number,) * (call >= 0), code, tears
                    is_told = False
                    try:
                        operation.change(SECOND)
                    except TOLD:
                        is_told = True
                    state, calls, journal.failing = operation.read(), journal.calls[:], ()
                    operation.change(SECOND + 2)
            if call < 0:
                after = state
                continue
            if number >= len(calls):
                break
            count += 1
            title = f"{errno.errorcode[code]} at call {call} ({calls[number]})"
            if state == before and not is_told and operation.is_told:
                losses.append(f"{title}: nothing is reported")
            if state not in (before, after):
                losses.append(f"{title}: {state!r}")
    return count, losses


def main() -> int:
    losses = []
    for title, operation in OPERATIONS.items():
        counts: Counter[str] = Counter()
        for kind, prove in (
            ("crashes", lambda op: prove_crashes(op, True)),
            ("crashes at the first time", lambda op: prove_crashes(op, False)),
            ("faults", prove_faults),
        ):
            counts[kind], found = prove(operation)
            losses += [f"{title}: {kind}: {loss}" for loss in found]
        print(f"{title}: {', '.join(f'{count} {kind}' for kind, count in counts.items())}")
    print("\n".join(losses[:40]))
    print(f"{len(losses)} lost something")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
