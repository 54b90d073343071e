"""Who is on the floor, by what rules ask of them: read once, and again when somebody comes, goes or changes sides."""

from __future__ import annotations

from footfall.api import Play
from footfall.api.grid import Actor, Ground, World

from .totals import creature


class Roster:
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

    def __init__(self, play: Play, world: World, ground: Ground) -> None:
        self.residents = ground.residents
        self.all: list[int] = sorted(ground.occupied.values())
        self.by_side: dict[str, list[int]] = {}
        self.lights: list[tuple[int, int]] = []
        self.burning: list[tuple[int, int]] = []
        self.healing: list[int] = []
        self.absorbing: list[int] = []
        for id in self.all:
            actor = world.actors[id]
            kind = creature(play, actor.kind)
            self.by_side.setdefault(actor.side, []).append(id)
            if kind.light:
                self.lights.append((id, kind.light))
            if kind.burns:
                self.burning.append((id, kind.burns))
            if ABSORBS in kind.tags:
                self.absorbing.append(id)
            if HEALS in kind.tags:
                self.healing.append(id)
        self.two_sides = self.by_side.keys() <= {"player", "hostile"}
        friends, foes = self.by_side.get("player", []), self.by_side.get("hostile", [])
        self.enemies = {"player": foes, "hostile": friends}


ABSORBS = "absorbs"
"""Tag of creatures that take in what lies under them."""

HEALS = "heals"
"""Tag of fires that warm whoever rests beside them (C.2)."""


def roster(play: Play, world: World, ground: Ground) -> Roster:
    """The roster of a floor."""
    kept: Roster | None = ground.memo.get("core.stealth:roster")
    if kept is None or kept.residents != ground.residents:
        kept = ground.memo["core.stealth:roster"] = Roster(play, world, ground)
    return kept


def present(play: Play, world: World, ground: Ground) -> list[Actor]:
    """Everybody on the floor, in order of arrival."""
    actors = world.actors
    return [actors[id] for id in roster(play, world, ground).all]
