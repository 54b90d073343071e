"""Declarations next to functions: @handles, @expands; games derived from games."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from footfall.api.events import HookEvent
from footfall.content.records import Record
from footfall.engine.declarations.game import Game, Presentation, Statistics, total_conversion
from footfall.engine.declarations.rules import CommandSpec, collect_changes, collect_commands, expands, handles
from footfall.engine.model import Change, Command, Event
from footfall.loader import load


class Rise(Change, frozen=True, tag="toy:rise"):
    pass


class Climb(Command, frozen=True, tag="toy:climb"):
    pass


class Tour(Command, frozen=True, tag="toy:tour"):
    pass


def build_module(**members: Any) -> ModuleType:
    module = ModuleType("toy_rules")
    for name, function in members.items():
        function.__module__ = "toy_rules"
        setattr(module, name, function)
    return module


def list_kinds(kind: type) -> list[type]:
    return [kind, *(below for child in kind.__subclasses__() for below in list_kinds(child))]


def test_no_command_change_event_or_record_can_be_written() -> None:
    for game in ("stealth", "king", "delve"):
        load(game, only_mods=())
    kinds = {each for base in (Command, Change, Event, HookEvent, Record) for each in list_kinds(base)}
    assert len(kinds) > 200
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []


def test_only_a_game_with_seats_has_bots() -> None:
    base = Game("toy", ("toy",), lambda ctx, options: ctx, "toy:turn", lambda ctx: [], Presentation(lambda ctx: None))
    with pytest.raises(ValueError, match="toy has no setup option 'bots'; it has: none"):
        base.check_options({"bots": 1})
    seated = total_conversion(base, "toy.new", ("toy",), seats=lambda ctx: ())
    seated.check_options({"bots": 1})


def test_changes_are_collected_in_order_of_definition():
    class Move(Change, frozen=True):
        """Without a tag: others derive from it."""

    class Leap(Move, frozen=True, tag="toy:leap"):
        pass

    class Turn(Move, frozen=True, tag="toy:turn"):
        pass

    module = build_module(Turn=Turn, Move=Move, Leap=Leap)
    module.Imported = Rise
    assert collect_changes(module) == [Turn, Leap]
    with pytest.raises(ValueError, match="toy_rules defines no change with a tag"):
        collect_changes(build_module())


def test_commands_have_a_handler_or_a_macro():
    @handles(Climb, bindings=("c",))
    def climb(ctx: Any, command: Climb) -> list[Change]:
        return []

    @expands(Tour)
    def tour(ctx: Any, command: Tour, count: int) -> Climb:
        return Climb()

    assert collect_commands(build_module(climb=climb, tour=tour)) == [
        CommandSpec(Climb, climb, ("c",)),
        CommandSpec(Tour, macro=tour),
    ]
    with pytest.raises(ValueError, match="toy_rules defines no handler"):
        collect_commands(build_module())


def test_a_total_conversion_runs_the_base_games_functions_in_its_context():
    class View:
        mod = "toy.new"

        def for_mod(self, mod: str) -> str:
            return mod

    base = Game(
        "toy",
        ("toy",),
        lambda ctx, options: ctx,
        "toy:turn",
        lambda ctx: [ctx],
        Presentation(lambda ctx: ctx),
        statistics=Statistics(("won",), lambda ctx: {"mod": ctx}),
    )
    derived = total_conversion(base, "toy.new", ("toy", "toy.new"), scene=lambda ctx: ctx.mod, turn_step="new:turn")
    assert derived.presentation.scene(View()) == "toy.new"
    assert derived.list_legal(View()) == ["toy"]
    assert derived.statistics.measure(View()) == {"mod": "toy"}
    assert (derived.turn_step, derived.statistics.winning_outcomes) == ("new:turn", ("won",))
    with pytest.raises(TypeError):
        total_conversion(base, "toy.new", ("toy",), wins=())
