"""Plays a scenario: commands and forced dice in, expectations on the state out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from footfall.api import Command, Told
from footfall.engine.codec import command_types, read_command
from footfall.engine.session import Result

from .dice import Forced
from .scenario import Scenario, Step, Table, dice_of, measures_of, read
from .stage import LEVEL, Stage
from .unmet import Unmet


def run(scenario: Scenario) -> Stage:
    """Plays a scenario to its end.

    Raises:
        Unmet: an expectation does not hold; the text says which, and what there is instead.
        WrongDie: the rules rolled other dice than the forced ones.
        BadScenario: the scenario makes no sense.
    """
    stage = Stage(scenario)
    for number, step in enumerate(scenario.case.steps, 1):
        where = f"{scenario.case.id}, step {number} ({step.do or 'look'})"
        try:
            play_step(stage, step, where)
        except AssertionError as error:
            if isinstance(error, Unmet):
                raise
            raise Unmet(f"{where}: {error}") from error
    return stage


def run_file(path: Path) -> int:
    """Plays all scenarios of a file; returns how many there were."""
    scenarios = read(path)
    for scenario in scenarios:
        run(scenario)
    return len(scenarios)


def play_step(stage: Stage, step: Step, where: str) -> None:
    """One step of a scenario: hand-made changes, commands, expectations."""
    for path, value in step.put.items():
        put(stage, path, value)
    stage.counts.clear()
    told: list[str] = []
    for _ in range(step.times if step.do else 0):
        result = give(stage, step, where)
        told += [event.message.id for event in result.events if isinstance(event, Told)]
    for id in step.told:
        if (id.removeprefix("!") in told) == id.startswith("!"):
            raise Unmet(f"{where}: expected to be told {id}; told: {', '.join(told) or 'nothing'}")
    for path, value in step.expect.items():
        found = look(stage, path)
        if found != value:
            raise Unmet(f"{where}: expected {path} = {value!r}, found {found!r}")


def give(stage: Stage, step: Step, where: str) -> Result:
    """One command with its dice."""
    session = stage.session
    forced = Forced(dice_of(step), stage.scenario.fixture.free)
    session.forced = forced
    before = session.hash() if step.refused else ""
    result = session.step(command_of(stage, step))
    forced.check_empty()
    if step.refused:
        if result.refused is None:
            raise Unmet(f"{where}: expected a refusal by {step.refused}, but it was carried out")
        if result.refused.rule != step.refused:
            raise Unmet(f"{where}: refused by {result.refused.rule}, expected {step.refused}")
        if session.hash() != before:
            raise Unmet(f"{where}: refused, yet the state has changed")
    elif result.refused is not None:
        raise Unmet(f"{where}: refused by {result.refused.rule} ({result.refused.message.id})")
    return result


def command_of(stage: Stage, step: Step) -> Command:
    """The command that a step names."""
    table: Table
    if isinstance(step.do, str):
        aliases = stage.scenario.fixture.commands
        if step.do not in aliases:
            raise stage.bad(f"there is no command {step.do!r}; there are: {' '.join(aliases)}")
        table = dict(aliases[step.do])
    else:
        table = dict(step.do)
    for key, value in table.items():
        if key == "type":
            continue
        if isinstance(value, str) and value in stage.names:
            table[key] = stage.names[value]
        elif isinstance(value, list) and len(value) == 2 and all(isinstance(v, int) for v in value):
            table[key] = (value[1], value[0])
    world = stage.session.state.parts["world"]
    types = command_types([*stage.rules.commands, *stage.session.builtin_commands])
    return read_command({"actor": world.player, **table}, types)


# Looking into the state.


def look(stage: Stage, path: str) -> Any:
    """The value of a path, in plain form: cells as ``[x, y]``, enums as their values."""
    fixture = stage.scenario.fixture
    session = stage.session
    if path.startswith("tile "):
        x, y = map(int, path.removeprefix("tile ").split(","))
        level = session.state.parts["world"].levels[LEVEL]
        return level.palette[level.tiles[y, x]]
    if path in fixture.paths:
        return plain(walk(session.state, fixture.paths[path]))
    name, _, field = path.partition(".")
    if name not in stage.names:
        return plain(walk(session.state, path))
    id = stage.names[name]
    if field in fixture.counted:
        return stage.counts.get((fixture.counted[field], id), 0)
    if field in fixture.paths:
        return plain(walk(session.state, fixture.paths[field].replace("{}", str(id))))
    measures = measures_of(fixture)
    if field in measures:
        return plain(measures[field](session.play(), id))
    world = session.state.parts["world"]
    if field == "exists":
        return id in world.actors or id in world.items
    thing = world.actors.get(id) or world.items.get(id)
    if thing is None:
        raise Unmet(f"{name} is gone")
    return plain(walk(thing, field.replace(".", "/")), cell=field == "at")


def put(stage: Stage, path: str, value: Any) -> None:
    """Writes a value by hand, for what a scenario assumes between two commands."""
    name, _, field = path.partition(".")
    fixture = stage.scenario.fixture
    state = stage.session.state
    if name in stage.names and field in fixture.paths:
        where = fixture.paths[field].replace("{}", str(stage.names[name]))
        holder, _, last = where.rpartition("/")
        owner = walk(state, holder)
    elif name in stage.names:
        world = state.parts["world"]
        owner, last = world.actors.get(stage.names[name]) or world.items[stage.names[name]], field
        if last == "at":
            _carry(stage, owner, (value[1], value[0]))
            return
    else:
        holder, _, last = fixture.paths.get(path, path).rpartition("/")
        owner = walk(state, holder)
    if isinstance(owner, dict):
        owner[last] = value
        return
    current = getattr(owner, last)
    setattr(owner, last, type(current)(value) if isinstance(current, Enum) else value)


def _carry(stage: Stage, thing: Any, cell: tuple[int, int]) -> None:
    """Moves an actor or item by hand, the derived side of its level with it."""
    level = stage.session.state.parts["world"].levels[thing.level]
    derived = level.__dict__.get("ground")
    if derived is not None and derived.occupied.get(thing.at) == thing.id:
        derived.leave(thing.at)
        derived.enter(thing.id, cell)
    thing.at = cell


def walk(owner: Any, path: str) -> Any:
    """Follows a path of field names, keys and indices; ``a,b`` at its end makes a list."""
    parts = path.split("/") if path else []
    for number, part in enumerate(parts):
        if "," in part and number == len(parts) - 1:
            return [walk(owner, one) for one in part.split(",")]
        if isinstance(owner, Mapping):
            key: Any = part if part in owner else int(part) if part.lstrip("-").isdigit() else part
            if key not in owner:
                raise Unmet(f"there is no {part!r} in {path!r}; there is: {', '.join(map(str, owner))}")
            owner = owner[key]
        elif isinstance(owner, list | tuple | np.ndarray):
            owner = len(owner) if part == "length" else owner[int(part)]
        elif hasattr(owner, part):
            owner = getattr(owner, part)
        elif hasattr(owner, "parts") and part in owner.parts:
            owner = owner.parts[part]
        else:
            raise Unmet(f"there is no {part!r} in {path!r}")
    return owner


def plain(value: Any, cell: bool = False) -> Any:
    """The plain form of a value, as a scenario file would write it."""
    if cell and value is not None:
        return [value[1], value[0]]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    return value
