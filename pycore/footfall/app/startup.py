"""The start of the program and of a game: safe mode, the lock of the save, news of retractions, course and seed."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from footfall.diagnostics import UserError
from footfall.disk import FileInUseError, hold_lock, remove, replace_file
from footfall.engine.declarations.game import Course
from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.loader.profiles.retractions import has_index_changed

from .files.paths import start_count_path

FAILED_STARTS_LIMIT = 3
"""Failed starts in a row before safe mode."""


def register_start() -> str:
    """Counts a start. Returns a notice if this start is in safe mode, else ``""``."""
    before = count_failed_starts()
    replace_file(start_count_path(), [b"%d" % (before + 1)])
    if before < FAILED_STARTS_LIMIT:
        return ""
    clear_failed_starts()
    return (
        f"the last {before} starts failed: safe mode, without mods. "
        "The next start loads them again; see: footfall mods list"
    )


def clear_failed_starts() -> None:
    """Resets the count: the game runs, or the user's mistake was reported."""
    remove(start_count_path())


def count_failed_starts() -> int:
    """Returns the number of failed starts in a row."""
    try:
        return int(start_count_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0


class SaveInUseError(UserError):
    """Another program plays this save."""


@contextmanager
def lock_save(path: Path) -> Iterator[None]:
    """Holds the lock of a save.

    Raises:
        SaveInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(path.with_suffix(".lock")))
        except FileInUseError as error:
            process = f" (process {error.owner})" if error.owner else ""
            advice = f"to look on without playing: footfall replay {path.with_suffix('.replay')} --watch"
            text = f"{path} is being played by another footfall{process}\nclose that game first; {advice}"
            raise SaveInUseError(text) from None
        yield


def refresh_retractions() -> None:
    """Records what the indexes in folders say about installed mods, if one was changed; uses no connection."""
    if has_index_changed():
        # Only here: the imports take a tenth of the start time.
        from footfall.sharing.index.format import IndexFileError
        from footfall.sharing.sources import open_copies, record_retractions

        with suppress(IndexFileError, OSError):  # reported where the indexes are needed
            record_retractions(open_copies(date.today()))


SEED_BITS = 32


def list_courses(rules: Rules) -> Sequence[Course]:
    """The courses that a new game may take."""
    courses = rules.game.courses
    return () if courses is None else tuple(courses(rules.records, rules.settings))


def find_course(rules: Rules, options: Mapping[str, Any]) -> Course | None:
    """The course that these setup options ask for, by its full or short id."""
    name = str(options.get("course", ""))
    return next((course for course in list_courses(rules) if name in (course.id, course.id.rpartition(":")[2])), None)


def follow_course(rules: Rules, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The setup options of the game after one with these: a lesson leads to another course."""
    course = find_course(rules, options)
    return {**options, "course": course.leads_to} if course is not None and course.leads_to else options


def is_daily(rules: Rules, options: Mapping[str, Any]) -> bool:
    """Whether these setup options ask for a course whose seed is that of the day."""
    course = find_course(rules, options)
    return course is not None and course.is_daily


def choose_seed(rules: Rules, options: Mapping[str, Any]) -> int:
    """A random seed, or the seed of the day: it changes at midnight UTC, for all players at the same moment."""
    return daily_seed(rules, datetime.now(UTC).date()) if is_daily(rules, options) else secrets.randbits(SEED_BITS)


def daily_seed(rules: Rules | ReplayHeader, day: date) -> int:
    """The seed of a day: equal for all who play the same mods with the same world settings.

    Args:
        rules: the rules, or the header of a replay; both have these mods and settings.
    """
    facts = [day.isoformat(), rules.lock, sorted(rules.settings.items())]
    digest = hashlib.sha256(json.dumps(facts).encode()).digest()
    return int.from_bytes(digest[: SEED_BITS // 8])
