"""The actors of a floor in groups, and how often they act (R-TIME-5)."""

from __future__ import annotations

from footfall.api.grid import LevelIndex, World

from .records import HasRecords, creature_kind


class ActorIndex:
    """Ids in order of arrival (R-TIME-6).

    Attributes:
        residents: value of `LevelIndex.residents_version` when the index was built.
        all: all actors.
        by_side: ids by side.
        lights: creatures that give light, and its radius in cells.
        burning: creatures that burn down, and the life they lose each turn.
        absorbing: creatures that pick up the items under them.
        healing: fires that heal adjacent actors.
        two_sides: all actors are on the player's or the hostile side.
        enemies: ids of the opposite side, by side; valid if `two_sides`.
    """

    __slots__ = ("absorbing", "all", "burning", "by_side", "enemies", "healing", "lights", "residents", "two_sides")

    def __init__(self, game: HasRecords, world: World, ground: LevelIndex) -> None:
        self.residents = ground.residents_version
        self.all: list[int] = sorted(ground.actor_by_cell.values())
        self.by_side: dict[str, list[int]] = {}
        self.lights: list[tuple[int, int]] = []
        self.burning: list[tuple[int, int]] = []
        self.healing: list[int] = []
        self.absorbing: list[int] = []
        for id in self.all:
            actor = world.actors[id]
            kind = creature_kind(game, actor.kind)
            self.by_side.setdefault(actor.side, []).append(id)
            if kind.light:
                self.lights.append((id, kind.light))
            if kind.burns:
                self.burning.append((id, kind.burns))
            if ABSORBS_TAG in kind.tags:
                self.absorbing.append(id)
            if HEALS_TAG in kind.tags:
                self.healing.append(id)
        self.two_sides = self.by_side.keys() <= {"player", "hostile"}
        friends, foes = self.by_side.get("player", []), self.by_side.get("hostile", [])
        self.enemies = {"player": foes, "hostile": friends}


ABSORBS_TAG = "absorbs"
"""Tag of creatures that pick up the items under them."""

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


def count_actions(pool: int, cost: int, unit: int = POINTS_PER_UNIT, extra_zeroes_pool: bool = True) -> tuple[int, int]:
    """Returns the number of actions (0 to 2) after one unit of the player's time, and the new pool (R-TIME-5).

    The pool gains one unit. If it covers `cost`, the creature acts. If a whole unit is then left over, it buys
    one extra action.

    Args:
        pool: time points saved so far.
        cost: time points of one action, at least 1.
        unit: time points of one time unit.
        extra_zeroes_pool: whether the extra action empties the pool (D-1) or takes one unit.
    """
    pool += unit
    if pool < cost:
        return 0, pool
    pool -= cost
    if pool < unit:
        return 1, pool
    return 2, 0 if extra_zeroes_pool else pool - unit
