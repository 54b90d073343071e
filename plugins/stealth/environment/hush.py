"""Hush, short tasks of hearing and stealth, and hunts: both are courses with a goal, of a mod that is data."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from footfall.api import Message
from footfall.api.environments import EnvironmentTask, TaskSuite

from ..model.courses import CourseSpec
from .listener import ListeningPlayer
from .oracle import solve


def find_task(rules: Any, name: str) -> EnvironmentTask:
    """The task with this name.

    Raises:
        ValueError: there is none.
    """
    courses: Mapping[str, CourseSpec] = rules.records.table(CourseSpec, "course")
    tasks = {id.rpartition(":")[2]: course for id, course in courses.items() if course.task is not None}
    course = tasks.get(name)
    if course is None or course.task is None:
        raise ValueError(f"there is no task {name!r}; there are: {', '.join(tasks)}")
    options = {"course": course.id, "floor": 1, **({"guards": course.task.guards} if course.task.guards else {})}
    return EnvironmentTask(name, Message(course.title), Message(course.summary), options, course.task.steps, course)


HUSH = TaskSuite(
    name="Hush",
    package="footfall.plugins.stealth",
    find_task=find_task,
    solve=solve,
    players={"listener": lambda layout, task: ListeningPlayer(layout, task.record.task.ear).play},
    deafness={"hears": False},
    bots=("core.stealth:cautious", "core.stealth:sneak", "core.stealth:expert"),
)

HUNTS = structs.replace(HUSH, name="Hunt")
"""Hunts: tasks whose guards are players, too."""
