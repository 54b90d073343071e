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
    Context,
    Game,
    Message,
    Part,
    Reaction,
    RecordKind,
    Step,
    grid,
    hook,
)
from footfall.api.events import Recipe

from . import death, enlist, generate, items, macros, player, run_stats, slime, stairs, state, turns, upkeep
from .ai import turn as creatures
from .bots import BOTS, measure_game
from .console import CONSOLE_COMMANDS
from .figures import list_figures
from .generate import reinforcements
from .records import RECORD_KINDS
from .scene import build_scene
from .scene.lessons import LESSON_RECORD_KINDS as LESSONS

ID = "core.stealth"


def legal_commands(ctx: Context) -> list[Command]:
    """All legal commands of the player's character, in a fixed order."""
    return [*player.legal_commands(ctx), *items.legal_commands(ctx), *stairs.legal_commands(ctx)]


@hook
def provide_games() -> Iterable[Game]:
    return [
        Game(
            id=ID,
            rule_mods=(ID,),
            setup=generate.set_up_game,
            turn_step=turns.TURN,
            scene=build_scene,
            list_legal=legal_commands,
            title=Message("stealth-title"),
            options={"floor": 1, "generator": ""},
            spend_turn=turns.spend_turn,
            generation=generate.GENERATION,
            measure=measure_game,
            figures=list_figures,
            winning_outcomes=(stairs.WON,),
        )
    ]


@hook
def provide_console() -> Iterable[ConsoleSpec]:
    return CONSOLE_COMMANDS


@hook
def provide_records() -> Iterable[RecordKind]:
    return [*RECORD_KINDS, *LESSONS]


@hook
def provide_parts() -> Iterable[Part]:
    return [
        Part(grid.WORLD_PART, grid.World, grid.ORPHAN_POLICY),
        *state.PARTS,
        *run_stats.PARTS,
        *generate.PARTS,
        *items.PARTS,
    ]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return [*player.COMMANDS, *items.COMMANDS, *stairs.COMMANDS, *macros.COMMANDS]


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return [*grid.WORLD_CHANGES, *state.CHANGES, *run_stats.CHANGES, *generate.CHANGES, *items.CHANGES]


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [
        Reaction(grid.Spawned, enlist.ENLIST_STEP),
        Reaction(grid.HpDepleted, death.DEATH_STEP),
        *items.REACTIONS,
    ]


@hook
def provide_steps() -> Iterable[Step]:
    return [
        *turns.STEPS,
        *creatures.STEPS,
        *enlist.STEPS,
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
