"""What the turns of all creatures of a floor share, read once instead of once per creature."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import OPEN_SOUND_COST, WORLD_PART, Actor, Cell, Level, LevelIndex, World, get_level_index

from ..actor_index import ActorIndex, get_actor_index
from ..settings import RuleSettings, rule_settings
from ..state import STEALTH_PART, StealthState

PHASE_KEY = "core.stealth:phase"
"""Key of the cache in the world, which no copy of the world inherits."""


class Phase:
    """The parts of the state that creatures read; `get_phase` replaces it when one of them is another object.

    It holds no value that a deed alters in place: positions, moods, noises and masks are read each time.

    Attributes:
        index: the actors of the floor in groups.
        hunts_player: the only enemy of the hostile side is the player's character.
        least_sound_cost: least sound distance of a step on this floor, in tenths of a cell.
        asks_mods: mods are asked about the commands of creatures.
        asks_hearing: a setting changes the range of hearing, or mods are asked about it (R-HEAR-4).
    """

    __slots__ = (
        "asks_hearing", "asks_mods", "ctx", "ground", "hunts_player", "index", "least_sound_cost", "level",
        "settings", "stealth", "world",
    )  # fmt: skip

    def __init__(self, ctx: Context, world: World, stealth: StealthState) -> None:
        self.ctx = ctx
        self.world = world
        self.stealth = stealth
        self.level: Level = world.levels[world.current]
        self.ground: LevelIndex = get_level_index(world, self.level, ctx.records)
        self.settings: RuleSettings = rule_settings(ctx)
        self.index: ActorIndex = get_actor_index(ctx, world, self.ground)
        self.hunts_player = self.index.two_sides
        self.least_sound_cost = min(OPEN_SOUND_COST, *(kind.absorption for kind in self.ground.tile_kinds))
        self.asks_mods = any(map(ctx.has_listeners, ("decide_action", "can_act")))
        asked = any(map(ctx.has_listeners, ("on_hear", "on_heard")))
        self.asks_hearing = self.settings.hearing_loudness_extends or asked

    def is_current(self, ctx: Context, stealth: StealthState) -> bool:
        """Whether a new one would be the same: no rollback, no other level, no arrival or departure."""
        world, level = self.world, self.level
        return (
            self.stealth is stealth
            and self.ctx is ctx
            and world.levels[world.current] is level
            and get_level_index(world, level, ctx.records) is self.ground
            and self.index.residents == self.ground.residents_version
        )

    def array_index(self, cell: Cell) -> Cell:
        """The cell's index into the level's arrays."""
        top, left = self.level.origin
        return cell[0] - top, cell[1] - left

    def find_actor(self, id: int) -> Actor | None:
        """The actor if it is on the floor and has a mind."""
        actor = self.world.actors.get(id)
        if actor is None or actor.level != self.level.id or id not in self.stealth.minds:
            return None
        return actor


def get_phase(ctx: Context) -> Phase:
    """What the creatures of the current floor share."""
    parts = ctx.state.parts
    world: World = parts[WORLD_PART]
    stealth: StealthState = parts[STEALTH_PART]
    phase: Phase | None = world.__dict__.get(PHASE_KEY)
    if phase is None or not phase.is_current(ctx, stealth):
        phase = world.__dict__[PHASE_KEY] = Phase(ctx, world, stealth)
    return phase
