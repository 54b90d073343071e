"""Courses: ways through the undercroft that a new game may take, and the bells that win them (P-COURSE)."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from footfall.api import (
    FEW,
    Context,
    Course,
    Expression,
    Message,
    MessageId,
    Natural,
    Percent,
    Positive,
    Radius,
    Record,
    RecordKind,
    Ref,
    Words,
)
from footfall.api.grid import Actor, get_world, list_carried_items

from .play_state import play_of
from .records import HasRecords, RecordPart
from .settings import rule_settings

WHOLE = "core.stealth:whole"
"""The course that the classic rules know, and the default of the setup option ``course``."""

WON = "won"
"""Outcome of a game whose great bell was carried home (R-STAIRS-1)."""

LEARNED = "learned"
"""Outcome of a game whose guided floor was left by its way out (P-GUIDE-3)."""

DONE, FAILED = "done", "failed"
"""Outcomes of a game with a task (P-TASK-1)."""

GRADES = ("copper", "silver", "gold", "great")
"""Grades of bells, in ascending order."""

OUTCOMES = {grade: WON if grade == "great" else f"won-{grade}" for grade in GRADES}
"""Outcome of a game by the grade of the best bell that was carried home (P-BELL-1)."""


class Bell(Record, frozen=True, kw_only=True):
    """A bell that wins a game when carried home.

    Attributes:
        item: the item that it is.
        grade: its worth.
        keeper: creature next to it, or ``""``.
        strike_loudness: loudness of the sound that it makes when it is taken.
        rings: loudness of the sounds that it makes while it is carried.
        period: turns from one of these sounds to the next.
    """

    item: Annotated[str, Ref("item")]
    grade: Annotated[str, Words("grade", GRADES)]
    keeper: Annotated[str, Ref("creature")] = ""
    strike_loudness: Radius = msgspec.field(default=0, name="struck")
    rings: Radius = 0
    period: Positive = 1


class Pursuit(RecordPart, frozen=True):
    """Who comes by the stairs once a bell has been taken (P-BELL-4).

    Attributes:
        spawn: table of creatures.
        chance: chance per turn in percent for a bell as loud as any; for others less by their loudness.
        max_creatures: limit per floor.
    """

    spawn: Annotated[str, Ref("spawn")]
    chance: Percent
    max_creatures: Natural = msgspec.field(name="most")


class TaskSpec(RecordPart, frozen=True, kw_only=True):
    """A task that a game is about, with its end (P-TASK-1).

    Attributes:
        goal, failure: conditions, asked at the end of each turn; the game ends once one of them holds.
        steps: actions after which the task counts as not solved.
        ear: how the baseline that listens uses its ears: toward sounds, away from them, or still while they last.
        plan: the steps of one who knows everything; see `environment.oracle`.
        guards: creatures that players command in a hunt (P-HUNT-1).
    """

    goal: Annotated[str, Expression(())]
    failure: Annotated[str, Expression(())] = "false"
    steps: Positive
    ear: Annotated[str, Words("ear", ("toward", "away", "still"))] = "away"
    plan: tuple[str, ...]
    guards: Natural = 0


class CourseSpec(Record, frozen=True, kw_only=True):
    """A course.

    Attributes:
        title, summary: its name, and a sentence on it.
        welcome: first log line of its games.
        plan: plan of its floors; the goal of the plan is the bell on the last one.
        bells: floor of each lesser bell.
        pursuit: the creatures that follow a bell; None: it is not followed.
        is_daily: its seed is that of the day.
        is_for_beginners: for new players; ``footfall play`` begins it unless told otherwise.
        leads_to: the course that follows a lesson, or ``""``.
        stations: stations of its guided floor, in order (P-GUIDE-1).
        task: the task that its games are about, if they are about one; no menu offers it (P-TASK-1).
    """

    title: Annotated[str, MessageId()]
    summary: Annotated[str, MessageId()] = msgspec.field(name="about")
    welcome: Annotated[str, MessageId()]
    plan: Annotated[str, Ref("plan")]
    bells: dict[Annotated[str, Ref("bell")], Natural] = msgspec.field(default_factory=dict)
    pursuit: Pursuit | None = None
    is_daily: bool = msgspec.field(default=False, name="daily")
    is_for_beginners: bool = msgspec.field(default=False, name="beginner")
    leads_to: Annotated[str, Ref("course")] = ""
    stations: Annotated[tuple[Annotated[str, Ref("station")], ...], FEW] = ()
    task: TaskSpec | None = None


COURSE_RECORD_KINDS = (RecordKind("bell", Bell), RecordKind("course", CourseSpec))


def list_courses(records: Any, settings: Mapping[str, Any]) -> list[Course]:
    """The courses of a new game; the classic rules know one, which needs no choice."""
    if settings["core.stealth.rules"] != "shipped":
        return []
    return [
        Course(
            course.id,
            Message(course.title),
            Message(course.summary),
            course.is_daily,
            course.is_for_beginners,
            course.leads_to,
        )
        for course in records.table(CourseSpec, "course").values()
        if course.task is None
    ]


def resolve_course(ctx: Context, name: str) -> str:
    """The id of the course with a full or short name; empty under the classic rules.

    Raises:
        ValueError: there is no such course, or the classic rules do not have it.
    """
    table = ctx.records.table(CourseSpec, "course")
    matches = [name] if name in table else [id for id in table if id.rpartition(":")[2] == name]
    if len(matches) != 1:
        raise ValueError(f"option course must be one of {', '.join(table)}; got {name!r}")
    if rule_settings(ctx).shipped:
        return matches[0]
    if matches[0] != WHOLE:
        raise ValueError(f"the classic rules have the course {WHOLE} only; got {name!r}")
    return ""


def course_of(ctx: Context) -> CourseSpec | None:
    """The course of a game; None under the classic rules, and in a scenario."""
    id = play_of(ctx.state).course
    return ctx.records.get(CourseSpec, "course", id) if id else None


def find_bell(game: HasRecords, kind: str) -> Bell | None:
    """The bell that an item kind is."""
    return next((bell for bell in game.records.table(Bell, "bell").values() if bell.item == kind), None)


def list_bells(ctx: Context, actor: Actor) -> list[Bell]:
    """The bells that an actor carries, the best first; none in a game without a course."""
    if not play_of(ctx.state).course:
        return []
    found = (find_bell(ctx, item.kind) for item in list_carried_items(get_world(ctx.state), actor))
    return sorted((bell for bell in found if bell is not None), key=lambda bell: -GRADES.index(bell.grade))
