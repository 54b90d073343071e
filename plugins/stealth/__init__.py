"""The base game, a roguelike of hearing and stealth: its hook implementations.

The rules are in the other modules, settings in ``mod.toml``, creatures, items and tiles in ``content/``.
"""

from collections.abc import Iterable

from footfall.api import (
    Part,
    Reaction,
    Step,
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

STEPPING = (turns, creatures, attention, passage, enlist, upkeep, player, generate, items, notices, later)
"""The modules that declare steps."""


provide_games = hook(lambda: [GAME])
provide_console = hook(lambda: CONSOLE_COMMANDS)
provide_records = hook(
    lambda: [
        *RECORD_KINDS,
        *FLOOR_RECORD_KINDS,
        *COURSES,
        *guided.STATION_RECORD_KINDS,
        *LESSONS,
        *SOUND_RECORDS,
        *ambience.AMBIENCE_RECORDS,
    ]
)
provide_parts = hook(
    lambda: [
        Part(grid.WORLD_PART, grid.World, grid.ORPHAN_POLICY, grid.check_world),
        Part(state.STEALTH_PART, state.StealthState, state.ORPHAN_POLICY, check_stealth),
        *play_state.PARTS,
        *hunt.PARTS,
        *scent.PARTS,
        *generate.PARTS,
        *items.PARTS,
    ]
)
provide_commands = hook(lambda: collect_commands(player, tricks, using, stairs, explore, travel))
provide_changes = hook(
    lambda: [*grid.WORLD_CHANGES, *collect_changes(state, play_state, hunt, dungeon_state, identification, scent)]
)
provide_reactions = hook(
    lambda: [
        Reaction(grid.Spawned, enlist.ENLIST_STEP),
        *upkeep.REACTIONS,
        *items.REACTIONS,
        *attention.REACTIONS,
        *notices.REACTIONS,
    ]
)
provide_steps = hook(lambda: [step for module in STEPPING for step in module.STEPS])
provide_readings = hook(lambda: [reading for module in READINGS for reading in collect_readings(module).values()])
provide_deeds = hook(lambda: [deed for module in DEEDS for deed in collect_deeds(module).values()])
provide_words = hook(lambda: words.LISTS)
provide_bots = hook(lambda: BOTS)


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


provide_generators = hook(lambda: list(generate.RECIPES))


@hook
def on_generate(event: Recipe) -> Iterable[Step]:
    return generate.RECIPES.get(event.name, ())
