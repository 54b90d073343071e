"""The course and the seed of a new game."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from footfall.engine.declarations.game import Course
from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.replay_lines import ReplayHeader

SEED_BITS = 32


def list_courses(rules: Rules) -> Sequence[Course]:
    """The courses that a new game may take."""
    courses = rules.game.courses
    return () if courses is None else tuple(courses(rules.records, rules.settings))


def find_first_course(rules: Rules) -> Course | None:
    """The course for new players."""
    return next((course for course in list_courses(rules) if course.is_first), None)


def find_course(rules: Rules, options: Mapping[str, Any]) -> Course | None:
    """The course that these setup options ask for, by its full or short id."""
    name = str(options.get("course", ""))
    return next((one for one in list_courses(rules) if name in (one.id, one.id.rpartition(":")[2])), None)


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
