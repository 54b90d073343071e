"""Plays a scenario: submits commands with forced dice and checks expectations."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from footfall.api import Command, LogLineAdded
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.host import CommandResult
from footfall.engine.model import BUILTIN_COMMANDS

from .dice import ExpectationError, force_dice
from .scenario import Scenario, ScenarioStep, TomlTable, parse_dice, read_scenarios
from .scenario_game import LEVEL_ID, ScenarioGame


def run_scenario(scenario: Scenario) -> ScenarioGame:
    """Plays a scenario to its end.

    Raises:
        ExpectationError: an expectation does not hold; the text has the actual value.
        WrongDieError: the rules rolled other dice than the forced ones.
        ScenarioError: the scenario is invalid.
    """
    stage = ScenarioGame(scenario)
    for number, step in enumerate(scenario.case.steps, 1):
        where = f"{scenario.case.id}, step {number} ({step.do or 'look'})"
        try:
            play_step(stage, step, where)
        except AssertionError as error:
            if isinstance(error, ExpectationError):
                raise
            raise ExpectationError(f"{where}: {error}") from error
    return stage


def run_scenario_file(path: Path) -> int:
    """Plays all scenarios of a file; returns their number."""
    scenarios = read_scenarios(path)
    for scenario in scenarios:
        run_scenario(scenario)
    return len(scenarios)


def play_step(stage: ScenarioGame, step: ScenarioStep, place: str) -> None:
    """Plays one step of a scenario: direct writes, commands, expectations."""
    for path, value in step.put.items():
        put(stage, path, value)
    stage.step_counts.clear()
    messages: list[str] = []
    for _ in range(step.times if step.do else 0):
        result = submit_step(stage, step, place)
        messages += [event.message.id for event in result.events if isinstance(event, LogLineAdded)]
    for id in step.messages:
        if (id.removeprefix("!") in messages) == id.startswith("!"):
            raise ExpectationError(f"{place}: expected message {id}; logged: {', '.join(messages) or 'nothing'}")
    for path, value in step.expect.items():
        actual = look(stage, path)
        if actual != value:
            raise ExpectationError(f"{place}: expected {path} = {value!r}, got {actual!r}")


def submit_step(stage: ScenarioGame, step: ScenarioStep, place: str) -> CommandResult:
    """Submits the command of a step with its dice."""
    session = stage.session
    before = session.hash() if step.refusal else ""
    command = build_command(stage, step)
    with force_dice(session, parse_dice(step.dice), stage.scenario.fixture.free_dice):
        result = session.submit(command)
        refusal = result.refusal
        if refusal is not None and refusal.rule != step.refusal:  # reported rather than its unused dice
            expected = f", expected {step.refusal}" if step.refusal else f" ({refusal.message.id})"
            raise ExpectationError(f"{place}: refused by {refusal.rule}{expected}")
    if refusal is None and step.refusal:
        raise ExpectationError(f"{place}: expected a refusal by {step.refusal}, but it was accepted")
    if step.refusal and session.hash() != before:
        raise ExpectationError(f"{place}: refused, yet the state has changed")
    return result


def build_command(stage: ScenarioGame, step: ScenarioStep) -> Command:
    """Builds the command of a step."""
    table: TomlTable
    if isinstance(step.do, str):
        aliases = stage.scenario.fixture.commands
        if step.do not in aliases:
            raise stage.make_error(f"there is no command {step.do!r}; there are: {' '.join(aliases)}")
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
    types = index_command_types([*stage.rules.commands, *BUILTIN_COMMANDS])
    return parse_command({"actor": world.player, **table}, types)


# Reading and writing the state.


def look(stage: ScenarioGame, path: str) -> Any:
    """Reads a value in plain form: cells as ``[x, y]``, enums as their values."""
    fixture = stage.scenario.fixture
    session = stage.session
    if path.startswith("tile "):
        x, y = map(int, path.removeprefix("tile ").split(","))
        level = session.state.parts["world"].levels[LEVEL_ID]
        return level.palette[level.tiles[y, x]]
    if path in fixture.paths:
        return to_plain(follow_path(session.state, fixture.paths[path]))
    name, _, field = path.partition(".")
    if name not in stage.names:
        return to_plain(follow_path(session.state, path))
    id = stage.names[name]
    if field in fixture.step_names:
        return stage.step_counts.get((fixture.step_names[field], id), 0)
    if field in fixture.paths:
        return to_plain(follow_path(session.state, fixture.paths[field].replace("{}", str(id))))
    module, _, table = fixture.measures.partition(":")
    measures = getattr(importlib.import_module(module), table) if module else {}
    if field in measures:
        return to_plain(measures[field](session.context(), id))
    world = session.state.parts["world"]
    if field == "exists":
        return id in world.actors or id in world.items
    thing = world.actors.get(id) or world.items.get(id)
    if thing is None:
        raise ExpectationError(f"{name} is gone")
    path = field if "/" in field else field.replace(".", "/")  # an id of a mod has dots of its own
    return to_plain(follow_path(thing, path), is_cell=field == "at")


def put(stage: ScenarioGame, path: str, value: Any) -> None:
    """Writes a value directly, without any rule."""
    name, _, field = path.partition(".")
    fixture, state = stage.scenario.fixture, stage.session.state
    id = stage.names.get(name)
    if id is not None and field not in fixture.paths:
        world = state.parts["world"]
        owner, last = world.actors.get(id) or world.items[id], field
        if last == "at":  # the indexes by cell must follow
            value = (value[1], value[0])
            world.__dict__.pop("lying_items", None)
            index = world.levels[owner.level].__dict__.get("level_index")
            if index is not None and index.actor_by_cell.get(owner.at) == owner.id:
                index.remove_actor(owner.at)
                index.place_actor(owner.id, value)
    else:
        place = fixture.paths[field].replace("{}", str(id)) if id is not None else fixture.paths.get(path, path)
        holder, _, last = place.rpartition("/")
        owner = follow_path(state, holder)
    if isinstance(owner, dict):
        owner[last] = value
        return
    last = find_attribute(owner, last)
    current = getattr(owner, last)
    setattr(owner, last, type(current)(value) if isinstance(current, Enum) else value)


def find_attribute(owner: Any, name: str) -> str:
    """Returns the attribute that holds a field, which files may know by another name."""
    files, fields = getattr(owner, "__struct_encode_fields__", ()), getattr(owner, "__struct_fields__", ())
    names: dict[str, str] = dict(zip(files, fields, strict=True))
    return names.get(name, name)


def follow_path(owner: Any, path: str) -> Any:
    """Follows a path of field names, keys and indices; ``a,b`` at the end gives a list."""
    parts = path.split("/") if path else []
    for number, part in enumerate(parts):
        if "," in part and number == len(parts) - 1:
            return [follow_path(owner, name) for name in part.split(",")]
        if isinstance(owner, Mapping):
            key: Any = part if part in owner else int(part) if part.lstrip("-").isdigit() else part
            if key not in owner:
                raise ExpectationError(f"there is no {part!r} in {path!r}; there is: {', '.join(map(str, owner))}")
            owner = owner[key]
        elif isinstance(owner, list | tuple | np.ndarray):
            owner = len(owner) if part == "length" else owner[int(part)]
        elif hasattr(owner, find_attribute(owner, part)):
            owner = getattr(owner, find_attribute(owner, part))
        elif hasattr(owner, "parts") and part in owner.parts:
            owner = owner.parts[part]
        else:
            raise ExpectationError(f"there is no {part!r} in {path!r}")
    return owner


def to_plain(value: Any, is_cell: bool = False) -> Any:
    """Converts a value to the plain form of scenario files."""
    if is_cell and value is not None:
        return [value[1], value[0]]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    return value
