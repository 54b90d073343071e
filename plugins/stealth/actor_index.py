"""Who is on the floor, by what rules ask of them: read once, and again when somebody comes, goes or changes sides."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import Actor, LevelIndex, World

from .stats import creature_kind


class ActorIndex:
    """Ids in order of arrival (R-TIME-6).

    Attributes:
        all: everybody.
        by_side: ids by side.
        lights: those who give light, and its radius.
        burning: those who burn down by themselves.
        absorbing: those who take in what lies under them.
        healing: fires that warm whoever is beside them.
        two_sides: nobody is here but the player's side and hostile creatures.
        enemies: then, ids of the other side, by side.
    """

    __slots__ = (
        "absorbing",
        "all",
        "burning",
        "by_side",
        "enemies",
        "healing",
        "lights",
        "residents",
        "two_sides",
    )

    def __init__(self, ctx: Context, world: World, ground: LevelIndex) -> None:
        self.residents = ground.residents_version
        self.all: list[int] = sorted(ground.actor_by_cell.values())
        self.by_side: dict[str, list[int]] = {}
        self.lights: list[tuple[int, int]] = []
        self.burning: list[tuple[int, int]] = []
        self.healing: list[int] = []
        self.absorbing: list[int] = []
        for id in self.all:
            actor = world.actors[id]
            kind = creature_kind(ctx, actor.kind)
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
"""Tag of creatures that take in what lies under them."""

HEALS_TAG = "heals"
"""Tag of fires that warm whoever rests beside them (C.2)."""


def get_actor_index(ctx: Context, world: World, ground: LevelIndex) -> ActorIndex:
    """The roster of a floor."""
    kept: ActorIndex | None = ground.memo.get("core.stealth:roster")
    if kept is None or kept.residents != ground.residents_version:
        kept = ground.memo["core.stealth:roster"] = ActorIndex(ctx, world, ground)
    return kept


def list_actors(ctx: Context, world: World, ground: LevelIndex) -> list[Actor]:
    """Everybody on the floor, in order of arrival."""
    actors = world.actors
    return [actors[id] for id in get_actor_index(ctx, world, ground).all]
