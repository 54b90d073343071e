"""The base game: a roguelike of hearing and stealth.

Hook implementations only; the rules stand in the modules beside this one (``mod.toml`` names
their knobs, ``content/`` holds creatures, items and terrain).
"""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import ChangeSpec, CommandSpec, Game, Message, Part, Reaction, RecordKind, Step, grid, hook
from footfall.api.events import Recipe

from . import arrivals, death, player, state, turns, upkeep
from .ai import turn as creatures
from .records import RECORD_KINDS

ID = "core.stealth"


@hook
def provide_games() -> Iterable[Game]:
    return [
        Game(
            id=ID,
            rules=(ID,),
            setup=lambda play, options: [],
            turn=turns.TURN,
            scene=lambda play: None,
            legal=player.legal,
            title=Message("stealth-title"),
            spend=turns.spend,
        )
    ]


@hook
def provide_records() -> Iterable[RecordKind]:
    return RECORD_KINDS


@hook
def provide_parts() -> Iterable[Part]:
    return [Part(grid.PART, grid.World), *state.PARTS]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return player.COMMANDS


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return [*grid.CHANGES, *state.CHANGES]


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [Reaction(grid.Spawned, arrivals.ENLIST), Reaction(grid.Fell, death.DEATH)]


@hook
def provide_steps() -> Iterable[Step]:
    return [*turns.STEPS, *creatures.STEPS, *arrivals.STEPS, *death.STEPS, *player.STEPS]


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    return upkeep.UPKEEP if event.name == ID else ()
