"""The floor as the character knows it: creatures and items in view, items and tiles as last seen (P-MEM)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api import Change
from footfall.api.grid import OPEN_SOUND_COST, WALL_SOUND_COST, Actor, Cell, Item, Level, Tile, get_lying_items, kernels

from ..actors.identification import disguise_of
from ..actors.stats import ORTHOGONAL, effective_stat
from ..actors.surroundings import NEIGHBOR_OFFSETS, list_adjacent_enemies
from ..model.phase import Phase
from ..model.play_state import RememberItems, SeenItem
from ..model.records import HasRecords
from ..model.state import Mood
from .sight import look, player_sees, visible_cells, visible_mask

CROWD = 256
"""Actors up to which it is quicker to look at each than at all cells."""


def list_in_view(phase: Phase) -> list[int]:
    """The ids of the actors on cells in view, the character among them, in order of arrival."""
    (top, left), width, actor_by_cell = phase.level.origin, phase.level.tiles.shape[1], phase.ground.actor_by_cell
    if len(actor_by_cell) > CROWD:
        taken = (phase.ground.occupied_mask & visible_cells(phase)).ravel().nonzero()[0].tolist()
        return sorted([actor_by_cell[place // width + top, place % width + left] for place in taken])
    mask, first = visible_mask(phase), -top * width - left
    return sorted([id for (y, x), id in actor_by_cell.items() if mask[y * width + x + first]])


def creatures_in_view(phase: Phase) -> list[Actor]:
    """Other undisguised actors in the character's view, in order of arrival."""
    return part_disguised(phase, list_in_view(phase))[0]


def part_disguised(phase: Phase, ids: Iterable[int]) -> tuple[list[Actor], list[Actor]]:
    """Some actors, the character left out: those that look like themselves, and the disguised."""
    actors, me, minds, asleep = phase.world.actors, phase.world.player, phase.stealth.minds, Mood.ASLEEP
    parts: tuple[list[Actor], list[Actor]] = [], []
    for id in ids:
        if id != me:
            actor, mind = actors[id], minds.get(id)
            is_asleep = mind is not None and mind.mood is asleep
            parts[is_asleep and disguise_of(phase, actor) is not None].append(actor)
    return parts


def list_foes_at_hand(phase: Phase) -> list[Actor]:
    """The enemies next to the character that it sees and recognizes; unseen ones are in melee, too (D-17)."""
    seen = [foe.id for foe in list_adjacent_enemies(phase, phase.player) if player_sees(phase, foe.at)]
    return part_disguised(phase, seen)[0] if seen else []


def list_items_in_view(phase: Phase) -> list[tuple[Cell, Item]]:
    """The items that lie in view, each with its cell, in order of id."""
    lying, mask = get_lying_items(phase.world, phase.level), visible_mask(phase)
    seen = compress(lying.items, map(mask.__getitem__, lying.places))
    return [(item.at, item) for item in seen if item.at is not None]


def remember_items(phase: Phase) -> list[Change]:
    """Keeps the items in view now, and those elsewhere on the floor as they were last seen."""
    if not phase.settings.shipped:
        return []
    world, play, level, (_, visible, mask, *_) = phase.world, phase.play, phase.level.id, look(phase)
    differences, thrown = list_differences(phase), play.thrown_items
    is_seen = visible.take(differences.places)
    in_view = is_seen.tobytes()
    if thrown:
        thrown = [id for id in thrown if id in world.items and world.items[id].holder != world.player]
    if 1 not in in_view and thrown == play.thrown_items:
        return []
    (top, left), width = phase.level.origin, phase.level.tiles.shape[1]
    items, seen, others = dict(play.seen_items.get(level, {})), dict[int, SeenItem](), ~is_seen
    for id in dict.fromkeys(compress(differences.ids, in_view)):
        known, item = items.pop(id, None), _describe_lying(phase, id)
        if item is not None and mask[(item.at[0] - top) * width + item.at[1] - left]:
            seen[id] = item
            if known is not None:  # the place where it was may be out of view
                others &= np.array(differences.ids) != id
    items |= seen
    _keep_differences(phase, items, differences.places[others], [*compress(differences.ids, others.tobytes())])
    return [RememberItems(level, items, tuple(thrown))]


class Differences(NamedTuple):
    """The items of a floor that are not known as they are, or known and gone; one in both ways is there twice.

    Attributes:
        items, memory: those that lie there, and those that the character knows of.
        places, ids: where they are, as `LyingItems.places`, and their ids.
    """

    items: list[Item]
    memory: dict[int, SeenItem] | None
    places: npt.NDArray[np.intp]
    ids: list[int]


DIFFERENCES = "core.stealth:differences"
"""The key of the `Differences` in the memo of a level."""


def list_differences(phase: Phase) -> Differences:
    """The items of the floor that are not known as they are, from the cache if it is current."""
    lying, known = get_lying_items(phase.world, phase.level), phase.play.seen_items.get(phase.level.id)
    found: Differences | None = phase.ground.memo.get(DIFFERENCES)
    if found is not None and found.items is lying.items and found.memory is known:
        return found
    seen, (top, left), width = known or {}, phase.level.origin, phase.level.tiles.shape[1]
    places, ids, others = lying.places.copy(), lying.ids.copy(), list[int]()
    for id, item in seen.items():
        if item == _describe_lying(phase, id):
            at = bisect_left(ids, id)
            del places[at], ids[at]
        else:
            others.append(id)
    places += [(seen[id].at[0] - top) * width + seen[id].at[1] - left for id in others]
    ids += others
    return _keep_differences(phase, known, np.fromiter(places, np.intp, len(places)), ids)


def _describe_lying(phase: Phase, id: int) -> SeenItem | None:
    """An item on the floor as one sees it there; None if it is not on it."""
    item = phase.world.items.get(id)
    if item is None or item.at is None or item.level != phase.level.id or item.is_contained:
        return None
    return SeenItem(item.at, item.kind, item.count, item.is_known)


def _keep_differences(phase: Phase, known: Any, places: npt.NDArray[np.intp], ids: list[int]) -> Differences:
    found = Differences(get_lying_items(phase.world, phase.level).items, known, places, ids)
    phase.ground.memo[DIFFERENCES] = found
    return found


def list_remembered_items(phase: Phase) -> list[tuple[Cell, Item]]:
    """The items that the character remembers out of view, as they were, each with its cell; in order of id."""
    kinds, seen, here = phase.item_kinds, visible_cells(phase), phase.level.id
    return [
        (item.at, Item(id, item.kind, item.count, here, item.at, is_known=item.is_identified))
        for id, item in sorted(phase.play.seen_items.get(here, {}).items())
        if item.kind in kinds and not seen[phase.array_index(item.at)]
    ]


def recall_tiles(phase: Phase) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], list[Tile]]:
    """The character's memory: a mask of seen cells, their palette indices as last seen, and the palette."""
    level = phase.level
    if level.memory.shape != level.tiles.shape:
        zeros = np.zeros(level.tiles.shape, np.intp)
        return zeros.astype(np.bool_), zeros, phase.ground.tile_kinds
    return level.memory > 0, np.maximum(level.memory, 1).astype(np.intp) - 1, phase.ground.tile_kinds


def recall_map(phase: Phase) -> npt.NDArray[np.uint8]:
    """1 + the palette index of each remembered cell, 0 elsewhere: uint8 ``(height, width)``.

    Under the classic rules, only the cells of `find_clear_memory` (P-MEM-4).
    """
    level = phase.level
    if level.memory.shape != level.tiles.shape:
        return np.zeros(level.tiles.shape, np.uint8)
    clear = None if phase.settings.shipped else find_clear_memory(phase)
    if clear is None:
        return level.memory
    near = np.zeros_like(level.memory)
    near[clear] = level.memory[clear]
    return near


def find_clear_memory(phase: Phase) -> tuple[slice, slice] | None:
    """The rows and columns whose memory stays clear: ``map.memory`` cells beyond FOV; None: all of them.

    All of them with the stat ``map_memory``, and if the setting is -1.
    """
    player, extra_cells = phase.player, phase.ctx.setting("core.stealth.map.memory")
    if extra_cells < 0 or effective_stat(phase, player, "map_memory") > 0:
        return None
    reach = effective_stat(phase, player, "fov") + extra_cells
    y, x = phase.array_index(player.at)
    return slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)


def find_known_cells(phase: Phase, tag: str) -> list[Cell]:
    """Seen cells whose tile has a tag, in row-major order, without secrets."""
    seen, palette, kinds = recall_tiles(phase)
    tagged = np.array([tag in kind.tags and not kind.is_secret for kind in kinds])
    top, left = phase.level.origin
    return [(y + top, x + left) for y, x in np.argwhere(seen & tagged[palette]).tolist()]


def frontier(level: Level, cost: npt.NDArray[np.uint16], seen: npt.NDArray[np.bool_]) -> list[Cell]:
    """Enterable cells next to unseen cells, in row-major order."""
    beside_unseen = np.zeros_like(seen)
    height, width = seen.shape
    for dy, dx in NEIGHBOR_OFFSETS:
        beside_unseen[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)] |= ~seen[
            max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)
        ]
    top, left = level.origin
    return [(y + top, x + left) for y, x in np.argwhere((cost > 0) & beside_unseen).tolist()]


BoolMap = npt.NDArray[np.bool_]
IntMap = npt.NDArray[np.int32]


def map_neighbors(mask: BoolMap) -> BoolMap:
    """The cells orthogonally next to a cell of a mask: bool ``(height, width)``."""
    height, width = mask.shape
    padded = np.pad(mask, 1)
    near: BoolMap = np.any([padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dy, dx in ORTHOGONAL], axis=0)
    return near


class KnownGround:
    """Cells in view as they are, remembered cells as last seen, secrets by their look.

    Unknown cells are tried both ways: as open ground, and as wall.

    Attributes:
        known: bool ``(height, width)``, the cells that the character sees or remembers.
        walkable, shelter: bool, the same shape; false on unknown cells.
    """

    def __init__(self, phase: Phase, known: BoolMap, palette: npt.NDArray[Any]) -> None:
        self.known = known
        self._kinds = [apparent_tile(phase, kind) for kind in phase.ground.tile_kinds]
        self._palette = palette
        self._recognized = phase.level.recognized & known
        self._real = phase.ground.tile_kinds
        self._transparent = self._map_kinds(lambda kind: kind.transparent, np.bool_)
        self._absorption = self._map_kinds(lambda kind: kind.absorption, np.int32)
        self.walkable = self.map_kinds(lambda kind: kind.walkable, np.bool_)
        self.shelter = self.map_kinds(lambda kind: kind.is_shelter, np.bool_)
        self._flags: dict[Callable[[Tile], bool], BoolMap] = {}
        self._lay_grids()

    def is_same(self, phase: Phase, known: BoolMap, palette: npt.NDArray[Any]) -> bool:
        """Whether this is the ground of a map of known cells and their palette indices."""
        return (
            self._real is phase.ground.tile_kinds
            and np.array_equal(self.known, known)
            and np.array_equal(self._palette, palette)
            and np.array_equal(self._recognized, phase.level.recognized & known)
        )

    def map_flags(self, has: Callable[[Tile], bool]) -> BoolMap:
        """Whether the tile that each known cell looks like fulfills a predicate; kept for the next call."""
        flags = self._flags.get(has)
        if flags is None:
            flags = self._flags[has] = self.map_kinds(has, np.bool_)
        return flags

    def map_kinds(self, measure: Callable[[Tile], int], dtype: Any) -> npt.NDArray[Any]:
        """A number of the tile that each known cell looks like, of a recognized secret, its own; 0 if unknown."""
        return np.where(self.known, self._map_kinds(measure, dtype), dtype(0))

    def _map_kinds(self, measure: Callable[[Tile], int], dtype: Any) -> npt.NDArray[Any]:
        looks = np.array([measure(kind) for kind in self._kinds], dtype)[self._palette]
        if self._recognized.any():
            real = np.array([measure(kind) for kind in self._real], dtype)[self._palette]
            return np.where(self._recognized, real, looks)
        return looks

    def find_tile(self, index: Cell) -> Tile | None:
        """The look of an array index; None if it is unknown or outside."""
        y, x = index
        if not (0 <= y < self.known.shape[0] and 0 <= x < self.known.shape[1]) or not self.known[index]:
            return None
        kinds = self._real if self._recognized[index] else self._kinds
        return kinds[self._palette[index]]

    def find_shelter(self, index: Cell) -> tuple[bool, ...]:
        """Whether a wall is orthogonally next to an array index (R-STEALTH-4); both answers if that is unknown."""
        height, width = self.known.shape
        unknown = False
        for dy, dx in ORTHOGONAL:
            y, x = index[0] + dy, index[1] + dx
            if 0 <= y < height and 0 <= x < width:
                if self.shelter[y, x]:
                    return (True,)
                unknown = unknown or not self.known[y, x]
        return (False, True) if unknown else (False,)

    def open_doors(self, *indices: Cell | None) -> KnownGround:
        """The same ground with some cells open to sight and sound, kept for the next call."""
        if not any(indices):
            return self
        doors = frozenset(index for index in indices if index is not None)
        other = self._opened.get(doors)
        if other is None:
            other = KnownGround.__new__(KnownGround)
            other.__dict__.update(self.__dict__)
            other._transparent, other._absorption = self._transparent.copy(), self._absorption.copy()
            for index in filter(None, indices):
                other._transparent[index], other._absorption[index] = True, OPEN_SOUND_COST
            other._lay_grids()
            self._opened[doors] = other
        return other

    def _lay_grids(self) -> None:
        known, clear, absorption = self.known, self._transparent, self._absorption
        self.open_grid = kernels.Grid(
            transparent=clear | ~known, absorption=np.where(known, absorption, OPEN_SOUND_COST)
        )
        self.walled_grid = kernels.Grid(
            transparent=clear & known, absorption=np.where(known, absorption, WALL_SOUND_COST)
        )
        self._opened: dict[frozenset[Cell], KnownGround] = {}
        self._reaches: dict[tuple[Cell, int, int], Reach] = {}

    def look_from(self, index: Cell, radius: int, limit: int) -> Reach:
        """The cells that see and hear a cell, up to a radius and a sound distance; kept for the next call."""
        key = index, radius, limit
        reach = self._reaches.get(key)
        if reach is None:
            if len(self._reaches) >= MAX_REACHES:
                self._reaches.clear()
            reach = self._reaches[key] = Reach(self, index, radius, limit)
        return reach


MAX_REACHES = 64
"""Views and hearing maps that known ground keeps."""


def apparent_tile(game: HasRecords, kind: Tile) -> Tile:
    """The tile that a secret one looks like until it is recognized."""
    return game.records.get(Tile, "tile", kind.looks_like) if kind.is_secret and kind.looks_like else kind


class Reach:
    """The cells that one cell sees and hears across known ground, and by symmetry those that see and hear it.

    Attributes:
        sight: bool masks, with unknown ground open and with it walled.
        sound: int32 sound distances in tenths of a cell, -1 beyond the limit, likewise.
    """

    def __init__(self, ground: KnownGround, index: Cell, radius: int, limit: int) -> None:
        self._grids, self._index, self._limits = (ground.open_grid, ground.walled_grid), index, (radius, limit)

    @cached_property
    def sight(self) -> list[BoolMap]:
        return [kernels.field_of_view(grid, self._index, self._limits[0]) for grid in self._grids]

    @cached_property
    def sound(self) -> list[IntMap]:
        return [kernels.sound_field(grid, [self._index], max_distance=self._limits[1]) for grid in self._grids]
