"""The base game, a roguelike of hearing and stealth: its hook implementations.

The rules are in the other modules, settings in ``mod.toml``, creatures, items and tiles in ``content/``.
"""

from collections.abc import Iterable

from footfall.api import (
    Bot,
    Change,
    CommandSpec,
    ConsoleSpec,
    Deed,
    Game,
    Part,
    Reaction,
    Reading,
    RecordKind,
    Step,
    Words,
    collect_changes,
    collect_commands,
    collect_deeds,
    collect_readings,
    grid,
    hook,
)
from footfall.api.events import Recipe

from . import api, generate, items, lists, placements, words
from .actors import enlist, identification
from .ai import attention, passage, turn as creatures
from .bots import BOTS
from .console import CONSOLE_COMMANDS
from .game import GAME, ID
from .generate import dungeon_state, reinforcements
from .generate.floor_checks import FLOOR_RECORD_KINDS
from .items import using
from .model import hunt, play_state, state
from .model.courses import COURSE_RECORD_KINDS as COURSES
from .model.records import RECORD_KINDS, SOUND_RECORDS
from .player import explore, handlers as player, travel, tricks
from .quest import bells, guided, stairs
from .references import check_stealth
from .scene.lessons import LESSON_RECORD_KINDS as LESSONS
from .senses import ambience, notices, scent
from .turns import phases as turns, upkeep
from .vocabulary import belongings, bodies, choices, creatures as beings, ground, later, marks, places, progress

READINGS = (api, lists, ground, beings, belongings, marks, progress, placements)
DEEDS = (bodies, places, marks, choices, placements)
"""The modules that declare readings and deeds, in the order of the reference."""


@hook
def provide_games() -> Iterable[Game]:
    return [GAME]


@hook
def provide_console() -> Iterable[ConsoleSpec]:
    return CONSOLE_COMMANDS


@hook
def provide_records() -> Iterable[RecordKind]:
    return [
        *RECORD_KINDS,
        *FLOOR_RECORD_KINDS,
        *COURSES,
        *guided.STATION_RECORD_KINDS,
        *LESSONS,
        *SOUND_RECORDS,
        *ambience.AMBIENCE_RECORDS,
    ]


@hook
def provide_parts() -> Iterable[Part]:
    return [
        Part(grid.WORLD_PART, grid.World, grid.ORPHAN_POLICY, grid.check_world),
        Part(state.STEALTH_PART, state.StealthState, state.ORPHAN_POLICY, check_stealth),
        *play_state.PARTS,
        *hunt.PARTS,
        *scent.PARTS,
        *generate.PARTS,
        *items.PARTS,
    ]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return collect_commands(player, tricks, using, stairs, explore, travel)


@hook
def provide_changes() -> Iterable[type[Change]]:
    return [*grid.WORLD_CHANGES, *collect_changes(state, play_state, hunt, dungeon_state, identification, scent)]


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [
        Reaction(grid.Spawned, enlist.ENLIST_STEP),
        *upkeep.REACTIONS,
        *items.REACTIONS,
        *attention.REACTIONS,
        *notices.REACTIONS,
    ]


@hook
def provide_steps() -> Iterable[Step]:
    rules = (turns, creatures, attention, passage, enlist, upkeep, player, generate, items, notices, later)
    return [step for module in rules for step in module.STEPS]


@hook
def provide_readings() -> Iterable[Reading]:
    return [reading for module in READINGS for reading in collect_readings(module).values()]


@hook
def provide_deeds() -> Iterable[Deed]:
    return [deed for module in DEEDS for deed in collect_deeds(module).values()]


@hook
def provide_words() -> Iterable[Words]:
    return words.LISTS


@hook
def provide_bots() -> Iterable[Bot]:
    return BOTS


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    if event.name != ID:
        return ()
    return (
        *upkeep.UPKEEP,
        *items.UPKEEP,
        *upkeep.SLIME_UPKEEP,
        *reinforcements.UPKEEP,
        *passage.UPKEEP,
        *ambience.UPKEEP,
        *bells.UPKEEP,
        *guided.UPKEEP,
        *scent.UPKEEP,
    )


@hook
def provide_generators() -> Iterable[str]:
    return list(generate.RECIPES)


@hook
def on_generate(event: Recipe) -> Iterable[Step]:
    return generate.RECIPES.get(event.name, ())
