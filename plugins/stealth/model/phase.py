"""The game as a step reads it, fetched once: settings, world, level, its indexes, the player's character."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from footfall.api import Context
from footfall.api.grid import OPEN_SOUND_COST, WORLD_PART, Actor, Cell, Level, LevelIndex, Tile, World, get_level_index

from .play_state import PlayState, play_of
from .records import THING_TAG, HasRecords, ItemKind, StatusEffect, creature_kind
from .settings import RuleSettings, rule_settings
from .state import STEALTH_PART, Fighter, StealthState

ACTING_HOOKS = ("decide_action", "can_act", "core.stealth:on_creature_turn")
"""The hooks that are asked for each action of a creature."""

HEARING_HOOKS = ("on_hear", "on_heard")
"""The hooks that are asked about the hearing of a creature."""

PHASE_KEY = "core.stealth:phases"
"""Key of the cache in the world, which no copy of the world inherits: a `Phase` for each context that asks."""


class Phase:
    """The parts of the state under the rules; `get_phase` replaces it when one of them is another object.

    Hook implementations, steps, handlers, scenes and bots get one from their context and pass it down; none outlives
    what got it. It holds no value that a deed alters in place: positions, moods, noises and masks are read each time.

    Attributes:
        ctx: the context that asks: its dice, its hooks.
        item_kinds, status_effects: the records, by id.
        level: the level in play. Before the first one is built there is none, and no attribute below.
        ground: the index of the level.
        index: the actors of the floor in groups.
        hunts_player: the only enemy of the hostile side is the player's character.
        least_sound_cost: least sound distance of a step on this floor, in tenths of a cell.
        asks_minds: mods listen to moods and inquiries.
        asks_mods: mods are asked about the commands of all creatures.
        asks_hearing: a setting changes the range of hearing, or mods are asked about that of all (R-HEAR-4).
    """

    __slots__ = (
        "asks_hearing", "asks_minds", "asks_mods", "ctx", "ground", "hunts_player", "index", "item_kinds",
        "least_sound_cost", "level", "records", "settings", "status_effects", "stealth", "world",
    )  # fmt: skip

    level: Level
    ground: LevelIndex
    index: ActorIndex

    def __init__(self, ctx: Context, world: World, stealth: StealthState) -> None:
        self.ctx = ctx
        self.records = ctx.records
        self.item_kinds = ctx.records.table(ItemKind, "item")
        self.status_effects = ctx.records.table(StatusEffect, "effect")
        self.world = world
        self.stealth = stealth
        self.settings: RuleSettings = rule_settings(ctx)
        level: Any = world.levels.get(world.current)
        self.level = level
        if level is None:
            return
        self.ground = get_level_index(world, level, ctx.records)
        self.index = get_actor_index(ctx, world, self.ground)
        self.hunts_player = self.index.two_sides and self.is_player_here
        self.least_sound_cost = min(OPEN_SOUND_COST, *(kind.absorption for kind in self.ground.tile_kinds))
        self.asks_minds = any(
            map(ctx.has_listeners, ("core.stealth:on_mood", "core.stealth:on_investigate", "core.stealth:on_give_up"))
        )
        self.asks_mods = any(ctx.list_kinds(hook, "actor") is None for hook in ACTING_HOOKS)
        asked = any(ctx.list_kinds(hook, "listener") is None for hook in HEARING_HOOKS)
        self.asks_hearing = self.settings.extends_hearing_by_loudness or asked

    def asks(self, hook: str, actor: Actor) -> bool:
        """Whether listeners of one of `ACTING_HOOKS` concern a creature."""
        kinds = self.ctx.list_kinds(hook, "actor")
        return kinds is None or actor.kind in kinds

    def asks_hearing_of(self, actor: Actor) -> bool:
        """Whether a setting changes how far a creature hears, or mods are asked about it."""
        named = (self.ctx.list_kinds(hook, "listener") for hook in HEARING_HOOKS)
        return self.asks_hearing or any(kinds is None or actor.kind in kinds for kinds in named)

    @property
    def player(self) -> Actor:
        """The player's character."""
        return self.world.actors[self.world.player]

    @property
    def is_player_here(self) -> bool:
        """Whether the player's character is on the level; not while a floor goes on without it (P-STAIR-4)."""
        return self.player.level == self.level.id

    @property
    def fighter(self) -> Fighter:
        """The fighting state of the player's character."""
        return self.stealth.fighters[self.world.player]

    @property
    def play(self) -> PlayState:
        """The part that only the shipped rules write; empty if there is none."""
        return play_of(self.ctx.state)

    @property
    def turn(self) -> int:
        """The turn counter."""
        return self.stealth.turn

    @property
    def actors(self) -> list[Actor]:
        """All actors of the floor, in order of arrival."""
        actors = self.world.actors
        return [actors[id] for id in self.index.all]

    def array_index(self, cell: Cell) -> Cell:
        """The cell's index into the level's arrays."""
        top, left = self.level.origin
        return cell[0] - top, cell[1] - left

    def tile(self, cell: Cell) -> Tile:
        """The tile of a cell inside the level."""
        top, left = self.level.origin
        return self.ground.tile_kinds[self.level.tiles.item(cell[0] - top, cell[1] - left)]

    def find_actor_at(self, cell: Cell) -> Actor | None:
        """The actor on a cell."""
        id = self.ground.actor_by_cell.get(cell)
        return None if id is None else self.world.actors[id]

    def find_actor(self, id: int) -> Actor | None:
        """The actor if it is on the floor and has a mind."""
        actor = self.world.actors.get(id)
        if actor is None or actor.level != self.level.id or id not in self.stealth.minds:
            return None
        return actor


def get_phase(ctx: Context) -> Phase:
    """The parts of the state as they are now."""
    parts = ctx.state.parts
    world: World = parts[WORLD_PART]
    stealth: StealthState = parts[STEALTH_PART]
    phases: dict[Context, Phase] = world.__dict__.setdefault(PHASE_KEY, {})
    phase = phases.get(ctx)
    if phase is not None and phase.stealth is stealth:  # no rollback, no other level, no arrival or departure
        level = phase.level
        if world.levels.get(world.current) is level and (
            level is None
            or (
                get_level_index(world, level, phase.records) is phase.ground
                and phase.index.residents == phase.ground.residents_version
            )
        ):
            return phase
    phase = phases[ctx] = Phase(ctx, world, stealth)
    return phase


class ActorIndex:
    """Ids in order of arrival (R-TIME-6).

    Attributes:
        residents: value of `LevelIndex.residents_version` when the index was built.
        all: all actors.
        by_side: ids by side.
        lights: creatures whose kind gives light, and its radius in cells; all if an effect or a thing may give it.
        burning: creatures that burn down, and the life they lose each turn.
        absorbing: creatures that pick up the items under them.
        healing: fires that heal adjacent actors.
        periods: after how many turns the actors recover, those that do.
        things: actors that are not creatures.
        kinds: those of all actors but the player's character.
        smelling: creatures that follow the trail of the character.
        two_sides: all actors are on the player's or the hostile side.
        enemies: ids of the opposite side, by side; valid if `two_sides`.
    """

    __slots__ = (
        *("absorbing", "all", "burning", "by_side", "enemies", "healing", "kinds", "lights"),
        *("periods", "residents", "smelling", "things", "two_sides"),
    )

    def __init__(self, game: HasRecords, world: World, ground: LevelIndex) -> None:
        self.residents = ground.residents_version
        self.all: list[int] = sorted(ground.actor_by_cell.values())
        self.kinds = {world.actors[id].kind for id in self.all if id != world.player}
        self.by_side: dict[str, list[int]] = {}
        self.lights: list[tuple[int, int]] = []
        self.burning: list[tuple[int, int]] = []
        self.healing: list[int] = []
        self.absorbing: list[int] = []
        self.periods: set[int] = set()
        self.things: set[int] = set()
        self.smelling: list[int] = []
        tables = game.records.table(StatusEffect, "effect"), game.records.table(ItemKind, "item")
        may_glow = any(any(map(attrgetter("light"), table.values())) for table in tables)
        for id in self.all:
            actor = world.actors[id]
            kind = creature_kind(game, actor.kind)
            self.by_side.setdefault(actor.side, []).append(id)
            if kind.recovery[1]:
                self.periods.add(kind.recovery[1])
            if kind.light or may_glow:
                self.lights.append((id, kind.light))
            if kind.burns:
                self.burning.append((id, kind.burns))
            if ABSORBS_TAG in kind.tags:
                self.absorbing.append(id)
            if THING_TAG in kind.tags:
                self.things.add(id)
            if SMELLS_TAG in kind.tags:
                self.smelling.append(id)
            if HEALS_TAG in kind.tags:
                self.healing.append(id)
        self.two_sides = self.by_side.keys() <= {"player", "hostile"}
        friends, foes = self.by_side.get("player", []), self.by_side.get("hostile", [])
        self.enemies = {"player": foes, "hostile": friends}


ABSORBS_TAG = "absorbs"
"""Tag of creatures that pick up the items under them."""

SMELLS_TAG = "smells"
"""Tag of creatures that follow the trail of the character (P-SENSE-2)."""

HEALS_TAG = "heals"
"""Tag of fires that heal adjacent actors (R-AI-20)."""


def get_actor_index(game: HasRecords, world: World, ground: LevelIndex) -> ActorIndex:
    """The index of a floor, from the cache if it is current."""
    index: ActorIndex | None = ground.memo.get("core.stealth:actor-index")
    if index is None or index.residents != ground.residents_version:
        index = ground.memo["core.stealth:actor-index"] = ActorIndex(game, world, ground)
    return index


POINTS_PER_UNIT = 10
"""time points in one time unit (R-TIME-3)."""


def count_actions(
    pool: int, cost: int, unit: int = POINTS_PER_UNIT, extra_zeroes_pool: bool = True, gain: int = POINTS_PER_UNIT
) -> tuple[int, int]:
    """Returns the number of actions (0 to 2) after one unit of the player's time, and the new pool (R-TIME-5).

    The pool gains `gain` points. If it covers `cost`, the creature acts. If a whole unit is then left over, it buys
    one extra action.

    Args:
        pool: time points saved so far.
        cost: time points of one action, at least 1.
        unit: time points of one time unit.
        extra_zeroes_pool: whether the extra action empties the pool (D-1) or takes one unit.
        gain: time points of the action of the character, `unit` unless an effect changes its pace.
    """
    pool = min(pool, max(cost, unit) - 1) + gain
    if pool < cost:
        return 0, pool
    pool -= cost
    if pool < unit:
        return 1, pool
    return 2, 0 if extra_zeroes_pool else pool - unit
