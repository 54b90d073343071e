"""The dungeon laid zone by zone from dice tables.

Hook implementations only. The rules stand in the modules beside this one, in this order: geometry,
record, sheet, shape, drawing; tables, dice, policy; fitting, doors, explore, search, changes; sight.
`batch` rolls whole delves and `statistics` counts them; `export`, `prose` and `prepared` are the map
on paper; `expedition`, `ground`, `steps`, `commands`, `setup` and `scene` make a session of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from footfall.api import (
    Bot,
    Change,
    ChangeSpec,
    CommandSpec,
    Figure,
    Game,
    Message,
    Part,
    Play,
    Reaction,
    RecordKind,
    Step,
    hook,
)
from footfall.api.events import Turn
from footfall.api.grid import Moved, TileChanged

from . import bots, commands, expedition, setup, stages, steps
from .check import check
from .expedition import BASE, ID, expedition_of
from .scene import scene
from .statistics import exact, facts, met, rolled
from .tables import KINDS, tables_of


@hook
def provide_games() -> Iterable[Game]:
    return [
        Game(
            id=ID,
            rules=(BASE, ID),
            setup=setup.setup,
            turn=steps.TURN,
            scene=scene,
            legal=commands.legal,
            title=Message("delve-title"),
            options=setup.OPTIONS,
            spend=commands.spend,
            wins=("quest",),
            measure=measure,
            chances=chances,
            simulated={"mode": "whole"},
            generate=stages.GENERATION,
            figures=figures,
            beckons=bots.beckons,
        )
    ]


def figures(play: Play) -> Iterable[Figure]:
    """The base game's own, where the heroes walk by its rules; at a table there are none."""
    base = play.game(BASE)
    if base.figures is None or not expedition_of(play.state).walking:
        return ()
    return base.figures(play.beside(BASE))


def measure(play: Play) -> Mapping[str, object]:
    """Columns of a finished expedition, for statistics."""
    found = expedition.expedition_of(play.state)
    columns: dict[str, object] = {
        **facts(found.delve),
        "met": met(found.delve),
        "rolled": rolled(found.delve),
    }
    if found.checked:
        columns["broken"] = len(check(found.delve, expedition.tables(play), expedition.policy_of(play)))
    return columns


def chances(records: object) -> Mapping[str, Mapping[str, float]]:
    """What the rows of the dice tables should be, for statistics (D.1)."""
    return {"rolled": exact(tables_of(records))}


@hook
def provide_records() -> Iterable[RecordKind]:
    return KINDS


@hook
def provide_parts() -> Iterable[Part]:
    return expedition.PARTS


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return expedition.CHANGES


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return commands.COMMANDS


@hook
def provide_steps() -> Iterable[Step]:
    return steps.STEPS


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [
        Reaction(expedition.Noted, steps.NOTED),
        Reaction(Moved, steps.LOOK),
        Reaction(TileChanged, steps.OPENED),
    ]


@hook
def provide_bots() -> Iterable[Bot]:
    return bots.BOTS


@hook
def on_turn_end(event: Turn, play: Play) -> Iterable[Change]:
    return steps.turn_over(play, event.number) if expedition_of(play.state).walking else ()
