"""The base game: a roguelike of hearing and stealth.

Hook implementations only; the rules stand in the modules beside this one (``mod.toml`` names
their knobs, ``content/`` holds creatures, items and terrain).
"""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import (
    Bot,
    ChangeSpec,
    Command,
    CommandSpec,
    ConsoleSpec,
    Game,
    Message,
    Part,
    Play,
    Reaction,
    RecordKind,
    Step,
    grid,
    hook,
)
from footfall.api.events import Recipe

from . import (
    arrivals,
    chronicle,
    courses,
    death,
    generate,
    items,
    player,
    slime,
    stairs,
    state,
    turns,
    upkeep,
)
from .ai import turn as creatures
from .bots import BOTS, measure
from .console import CONSOLE
from .figures import figures
from .generate import reinforcements
from .records import RECORD_KINDS
from .scene import scene
from .scene.lessons import RECORDS as LESSONS

ID = "core.stealth"


def legal(play: Play) -> list[Command]:
    """All legal commands of the player's character, in a fixed order."""
    return [*player.legal(play), *items.legal(play), *stairs.legal(play)]


@hook
def provide_games() -> Iterable[Game]:
    return [
        Game(
            id=ID,
            rules=(ID,),
            setup=generate.setup,
            turn=turns.TURN,
            scene=scene,
            legal=legal,
            title=Message("stealth-title"),
            options={"floor": 1, "generator": ""},
            spend=turns.spend,
            generate=generate.GENERATION,
            measure=measure,
            figures=figures,
            wins=(stairs.WON,),
        )
    ]


@hook
def provide_console() -> Iterable[ConsoleSpec]:
    return CONSOLE


@hook
def provide_records() -> Iterable[RecordKind]:
    return [*RECORD_KINDS, *LESSONS]


@hook
def provide_parts() -> Iterable[Part]:
    return [
        Part(grid.PART, grid.World, grid.KEEPING),
        *state.PARTS,
        *chronicle.PARTS,
        *generate.PARTS,
        *items.PARTS,
    ]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return [*player.COMMANDS, *items.COMMANDS, *stairs.COMMANDS, *courses.COMMANDS]


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return [*grid.CHANGES, *state.CHANGES, *chronicle.CHANGES, *generate.CHANGES, *items.CHANGES]


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [Reaction(grid.Spawned, arrivals.ENLIST), Reaction(grid.Fell, death.DEATH), *items.REACTIONS]


@hook
def provide_steps() -> Iterable[Step]:
    return [
        *turns.STEPS,
        *creatures.STEPS,
        *arrivals.STEPS,
        *death.STEPS,
        *player.STEPS,
        *generate.STEPS,
        *items.STEPS,
    ]


@hook
def provide_bots() -> Iterable[Bot]:
    return BOTS


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    if event.name != ID:
        return ()
    return (*upkeep.UPKEEP, *items.UPKEEP, *slime.UPKEEP, *reinforcements.UPKEEP)


@hook
def provide_generators() -> Iterable[str]:
    return list(generate.RECIPES)


@hook
def on_generate(event: Recipe) -> Iterable[Step]:
    return generate.RECIPES.get(event.name, ())
