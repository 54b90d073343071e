"""The faults of a world, one by one, as the check of a loaded state names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from footfall.content.records import Records
from footfall.engine.model import Change, Event
from footfall.engine.state import State
from footfall.world.changes.actors import Heal, HpDepleted, Hurt, SetStat, StatsChanged, WasHurt
from footfall.world.level import Level, Tile
from footfall.world.state import WORLD_PART, Actor, Fixture, Item, Noise, World, get_level_index, list_items_at
from footfall.world.state_checks import ORPHAN_POLICY, check_world


class Tiles:
    """The records of a game that has only tiles."""

    def __init__(self, *tiles: Tile) -> None:
        self.tiles = {tile.id: tile for tile in (*tiles, make_tile("rock"), make_tile("door"))}

    def table(self, kind: Any, name: str) -> dict[str, Tile]:
        return self.tiles

    def get(self, kind: Any, name: str, id: str) -> Tile:
        return self.tiles[id]


def make_tile(name: str, **values: Any) -> Tile:
    return Tile(id=f"t:{name}", name=f"t-{name}", glyph=name[0], **values)


def make_level(id: int) -> Level:
    tiles = np.zeros((4, 6), np.uint8)
    links = [(1, 1, 3 - id, "up"), (1, 2, 0, "down")]
    palette = ["t:rock", "t:door"]
    return Level(
        id, "t", 1, palette, tiles, tiles.astype(bool), tiles.astype(bool), arrivals={"up": (3, 5)}, rooms=[(0, 0)],
        links=links,
    )  # fmt: skip


def make_world() -> World:
    return World(
        next_id=7,
        player=1,
        current=1,
        levels={1: make_level(1), 2: make_level(2)},
        actors={id: Actor(id, "t:rat", 1, (1, id), 1, 1) for id in (1, 2)}
        | {3: Actor(3, "t:rat", 2, (1, 1), 1, 1, pack=[4], worn={"head": 4})},
        items={4: Item(4, "t:hat", holder=3), 5: Item(5, "t:hat", level=1, at=(0, 0))},
        fixtures={6: Fixture(6, "t:door", 1, (2, 2), 1)},
        noises=[Noise("step", 1, (1, 1), 1, 1)],
        unreported=[Noise("step", 2, (3, 5), 1, 1)],
    )


Spoil = Callable[[World], None]


def spoil(thing: Callable[[World], Any], **values: Any) -> Spoil:
    def write(world: World) -> None:
        for name, value in values.items():
            setattr(thing(world), name, value)

    return write


def spoil_level(**values: Any) -> Spoil:
    return spoil(lambda world: world.levels[2], **values)


def spoil_world(**values: Any) -> Spoil:
    return spoil(lambda world: world, **values)


def spoil_at(table: str, key: int, **values: Any) -> Spoil:
    return spoil(lambda world: getattr(world, table)[key], **values)


def add_noise(name: str, level: int, at: tuple[int, int]) -> Spoil:
    return lambda world: getattr(world, name).append(Noise("step", level, at, 1, 1))


TILES = np.zeros((4, 6), np.uint8)
SHORT = np.zeros((4, 5), bool)
PALETTE = ["t:rock", "t:door"]

FAULTS: list[tuple[Spoil, str]] = [
    (spoil_level(id=3), "level 2 has the id 3"),
    (spoil_level(tiles=TILES.astype(np.int16)), "the tiles of level 2 are not a uint8 array of a level's size"),
    (spoil_level(tiles=TILES[0]), "the tiles of level 2 are not a uint8 array of a level's size"),
    (spoil_level(tiles=TILES[:0]), "the tiles of level 2 are not a uint8 array of a level's size"),
    (spoil_level(explored=SHORT), "explored of level 2 is not a bool array of the level's shape"),
    (spoil_level(recognized=TILES), "recognized of level 2 is not a bool array of the level's shape"),
    (spoil_level(explored=(TILES + 2).view(bool)), "explored of level 2 is not a bool array of the level's shape"),
    (spoil_level(tiles=TILES + 2), "level 2 has tile numbers outside its palette of 2"),
    (spoil_level(palette=[]), "level 2 has tile numbers outside its palette of 0"),
    (spoil_level(palette=PALETTE * 128), "level 2 has tile numbers outside its palette of 256"),
    (spoil_level(memory=TILES + 3), "the memory of level 2 is not a uint8 array of tile numbers"),
    (spoil_level(memory=TILES[:3]), "the memory of level 2 is not a uint8 array of tile numbers"),
    (spoil_level(memory=TILES.astype(bool)), "the memory of level 2 is not a uint8 array of tile numbers"),
    (spoil_level(palette=["t:rock", "x" * 99]), f"there is no tile '{'x' * 60}', which level 2 has"),
    (spoil_level(arrivals={"up": (3, 5), "down": (4, 0)}), "cell (4, 0) is outside level 2"),
    (spoil_level(rooms=[(0, 6)]), "cell (0, 6) is outside level 2"),
    (spoil_level(links=[(-1, 2, 0, "")]), "cell (-1, 2) is outside level 2"),
    (spoil_level(links=[(1, 2, 9, "up")]), "stairs of level 2 lead to 'up' of level 9, which does not exist"),
    (
        spoil_level(links=[(1, 2, 1, "d" * 30)]),
        f"stairs of level 2 lead to '{'d' * 20}' of level 1, which does not exist",
    ),
    (spoil_world(current=9, player=0), "the current level 9 does not exist"),
    (spoil_world(current=0, player=0), "the current level 0 does not exist"),
    (spoil_world(player=9), "the player's character 9 is not on the current level"),
    (spoil_world(player=3), "the player's character 3 is not on the current level"),
    (spoil_at("actors", 2, id=1), "actor 2 has the id 1"),
    (spoil_at("actors", 2, at=(1, 1)), "actor 2 is outside its level, or on the cell of another one"),
    (spoil_at("actors", 2, at=(4, 1)), "actor 2 is outside its level, or on the cell of another one"),
    (spoil_at("actors", 2, level=9), "actor 2 is outside its level, or on the cell of another one"),
    (spoil_at("actors", 2, pack=[4]), "actor 2 does not hold item 4 of its pack"),
    (spoil_at("actors", 2, pack=[9]), "actor 2 does not hold item 9 of its pack"),
    (spoil_at("actors", 3, pack=[4, 4]), "actor 3 has an item twice, or wears what is not in its pack"),
    (spoil_at("actors", 3, worn={"head": 5}), "actor 3 has an item twice, or wears what is not in its pack"),
    (spoil_at("items", 5, id=4), "item 5 has the id 4 and the count 1"),
    (spoil_at("items", 5, count=0), "item 5 has the id 5 and the count 0"),
    (spoil_at("items", 5, at=None), "item 5 is in no pack and on no level"),
    (spoil_at("items", 5, holder=2), "item 5 is in no pack and on no level"),
    (spoil_at("items", 5, holder=9), "item 5 is in no pack and on no level"),
    (spoil_at("fixtures", 6, id=5), "fixture 6 has another id, an unknown tile, or no place"),
    (spoil_at("fixtures", 6, tile="t:none"), "fixture 6 has another id, an unknown tile, or no place"),
    (spoil_at("fixtures", 6, at=(9, 9)), "fixture 6 has another id, an unknown tile, or no place"),
    (add_noise("noises", 1, (4, 4)), "a noise is outside level 1"),
    (add_noise("unreported", 9, (1, 1)), "a noise is outside level 9"),
    (spoil_world(next_id=6), "an id is 0, is used twice, or is not below the next free one"),
    (
        lambda world: world.fixtures.update({5: Fixture(5, "t:door", 1, (2, 2), 1)}),
        "an id is 0, is used twice, or is not below the next free one",
    ),
    (
        lambda world: world.fixtures.update({0: Fixture(0, "t:door", 1, (2, 2), 1)}),
        "an id is 0, is used twice, or is not below the next free one",
    ),
]


def find_faults(world: World) -> Iterator[str]:
    return check_world(State("t", 1, parts={WORLD_PART: world}), cast("Records", Tiles()))


@pytest.mark.parametrize("world", [make_world(), World()])
def test_a_whole_world_has_no_fault(world: World) -> None:
    assert list(find_faults(world)) == []
    assert list(check_world(State("t", 1), cast("Records", Tiles()))) == []


@pytest.mark.parametrize(("change", "text"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_named(change: Spoil, text: str) -> None:
    world = make_world()
    change(world)
    assert text in find_faults(world)


@pytest.mark.parametrize(
    ("values", "glyph"),
    [
        ({"walkable": True, "absorption": 90}, "f"),
        ({"walkable": True, "transparent": True, "tags": ("water", "deep")}, "p"),
        ({"walkable": True, "absorption": 10, "tags": ("loud", "quiet")}, "m"),
        ({"transparent": True, "absorption": 30}, "g"),
        ({}, "r"),
    ],
)
def test_a_missing_tile_stands_in_like_the_nearest_one(values: dict[str, Any], glyph: str) -> None:
    tiles = (
        make_tile("floor", walkable=True, absorption=10),
        make_tile("moss", walkable=True, absorption=10, tags=("quiet", "loud")),
        make_tile("pond", walkable=True, transparent=True, tags=("water",)),
        make_tile("air", walkable=True, transparent=True),
        make_tile("glass", transparent=True, absorption=40),
        make_tile("mist", transparent=True, absorption=10),
    )
    lost = make_tile("x", opens_to="t:door", breaks_to="t:gone", **values)
    saved = {"id": lost.id, **msgspec.to_builtins(lost)}
    stand_in = ORPHAN_POLICY.make_stand_in(Tiles(*tiles), "tile", saved)
    assert (stand_in.glyph, stand_in.opens_to, stand_in.breaks_to) == (glyph, "t:door", "")
    assert (stand_in.walkable, stand_in.tags) == (lost.walkable, lost.tags)
    assert ORPHAN_POLICY.make_stand_in(Tiles(), "creature", saved) is None


def test_an_index_has_the_actors_and_items_of_its_level() -> None:
    world, records = make_world(), cast("Records", Tiles())
    found = [get_level_index(world, world.levels[id], records).actor_by_cell for id in (1, 2)]
    assert found == [{(1, 1): 1, (1, 2): 2}, {(1, 1): 3}]
    assert [[item.id for item in list_items_at(world, id, (0, 0))] for id in (1, 2)] == [[5], []]
    assert list_items_at(world, 1, (0, 0), inside=True) == []


@pytest.mark.parametrize(
    ("change", "hp", "event"),
    [
        (Hurt(2, 0), 3, WasHurt(2, 0, 0, "")),
        (Hurt(2, 2, 1, "bite"), 1, WasHurt(2, 2, 1, "bite")),
        (Hurt(2, 3, 1, "bite"), 0, HpDepleted(2, 1, "bite")),
        (Hurt(2, 9), 0, HpDepleted(2, 0, "")),
        (Hurt(3, 1), 0, WasHurt(3, 1, 0, "")),
        (Hurt(2, -1), 3, "the amount of damage must be at least 0, got -1"),
        (Heal(2, 1), 4, None),
        (Heal(2, 9), 5, None),
        (SetStat(2, "hp_max", 4), 3, StatsChanged(2)),
        (SetStat(2, "hp_max", 1), 1, StatsChanged(2)),
        (SetStat(2, "hp_max", 0), 3, "the maximum of hit points must be at least 1, got 0"),
    ],
)
def test_hit_points_stay_between_0_and_their_maximum(change: Change, hp: int, event: Event | str | None) -> None:
    world = make_world()
    world.actors[2].hp, world.actors[2].hp_max, world.actors[3].hp = 3, 5, 0
    state = State("t", 1, parts={WORLD_PART: world})
    if isinstance(event, str):
        with pytest.raises(ValueError, match=event):
            change.apply(state)
    else:
        assert change.apply(state) == event
    assert world.actors[change.actor].hp == hp
