"""The base game, a roguelike of hearing and stealth: its hook implementations.

The rules are in the other modules, settings in ``mod.toml``, creatures, items and tiles in ``content/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from footfall.api import (
    Bot,
    ChangeSpec,
    Command,
    CommandSpec,
    ConsoleSpec,
    Context,
    Deed,
    Game,
    Message,
    Part,
    Presentation,
    Reaction,
    Reading,
    RecordKind,
    Statistics,
    Step,
    collect_changes,
    collect_commands,
    collect_deeds,
    collect_readings,
    grid,
    hook,
)
from footfall.api.events import Recipe

from . import (
    death,
    deeds,
    enlist,
    generate,
    identification,
    items,
    legal_commands,
    maxima,
    notices,
    player,
    run_stats,
    slime,
    stairs,
    state,
    turns,
    upkeep,
)
from .ai import turn as creatures
from .bots import BOTS, measure_game
from .console import CONSOLE_COMMANDS
from .figures import list_figures
from .floor_records import FLOOR_RECORD_KINDS
from .generate import dungeon_state, reinforcements
from .items import using
from .macros import explore, rest, travel
from .records import RECORD_KINDS
from .references import check_stealth
from .scene import build_scene
from .scene.lessons import LESSON_RECORD_KINDS as LESSONS

ID = "core.stealth"


def list_legal(ctx: Context) -> list[Command]:
    """The legal commands of the player's character, in a fixed order."""
    return [*legal_commands.list_legal(ctx), *items.legal_commands(ctx), *stairs.legal_commands(ctx)]


def compile_steps(session: Any) -> Mapping[str, Any]:
    """The compiled steps of a session; see `.compiled`."""
    from .compiled import build_compiled_steps  # needed once a game is played with the native module

    return build_compiled_steps(session)


@hook
def provide_games() -> Iterable[Game]:
    return [
        Game(
            id=ID,
            rule_mods=(ID,),
            setup=generate.set_up_game,
            turn_step=turns.TURN,
            list_legal=list_legal,
            options={"floor": 1, "generator": ""},
            spend_turn=turns.spend_turn,
            generation=generate.GENERATION,
            presentation=Presentation(scene=build_scene, title=Message("stealth-title"), figures=list_figures),
            statistics=Statistics(measure=measure_game, winning_outcomes=(stairs.WON,)),
            compile_steps=compile_steps,
        )
    ]


@hook
def provide_console() -> Iterable[ConsoleSpec]:
    return CONSOLE_COMMANDS


@hook
def provide_records() -> Iterable[RecordKind]:
    return [*RECORD_KINDS, *FLOOR_RECORD_KINDS, *LESSONS]


@hook
def provide_parts() -> Iterable[Part]:
    return [
        Part(grid.WORLD_PART, grid.World, grid.ORPHAN_POLICY, grid.check_world),
        Part(state.STEALTH_PART, state.StealthState, state.ORPHAN_POLICY, check_stealth),
        *run_stats.PARTS,
        *generate.PARTS,
        *items.PARTS,
    ]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return collect_commands(player, using, stairs, explore, travel, rest)


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return [*grid.WORLD_CHANGES, *collect_changes(state, run_stats, dungeon_state, identification)]


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [
        Reaction(grid.Spawned, enlist.ENLIST_STEP),
        Reaction(grid.HpDepleted, death.DEATH_STEP),
        *maxima.REACTIONS,
        *items.REACTIONS,
        *notices.REACTIONS,
    ]


@hook
def provide_steps() -> Iterable[Step]:
    rules = (turns, creatures, enlist, maxima, death, player, generate, items, notices)
    return [step for module in rules for step in module.STEPS]


@hook
def provide_readings() -> Iterable[Reading]:
    from . import api  # it imports this module

    return collect_readings(api).values()


@hook
def provide_deeds() -> Iterable[Deed]:
    return collect_deeds(deeds).values()


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
