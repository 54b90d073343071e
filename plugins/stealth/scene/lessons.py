"""What the game teaches by the way: records name a moment and a sentence, the front end tells each once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Message, Play, Record, RecordKind, Text
from footfall.api import scene as front
from footfall.api.grid import Tile, here, items_at, loudness, pack_of

from .. import moves
from ..courses.known import cells_with, in_view
from ..fight import Manner, caught
from ..lore import known
from ..melee import AROUND, in_melee
from ..player import player_of
from ..sight import in_daylight, index, sees
from ..state import stealth_of
from ..totals import LAMP, ORTHOGONAL, beside_wall, item_kind
from .minds import Bearing, bearing

HUNGRY, HURT = 10, 50
"""Satiety at which, and share of life in per cent below which, something is taught."""

SETTLED = 12
"""Turns below ground after which auto-explore is offered."""


class Lesson(Record, frozen=True, kw_only=True):
    """Something to be taught once (the front end remembers which were told).

    Attributes:
        moment: name of a moment (`MOMENTS`).
        text: what is said; ``$key`` and ``$second`` are the keys of `keys`.
        keys: names of bindings, as the player's key settings name them.
    """

    moment: str
    text: Annotated[str, Text()]
    keys: tuple[str, ...] = ()


RECORDS = (RecordKind("lesson", Lesson),)


def lessons(play: Play) -> tuple[front.Lesson, ...]:
    """The lessons whose moment this is, the most urgent first."""
    if play.state.outcome is not None:
        return ()
    return tuple(
        front.Lesson(lesson.id, Message(lesson.text), lesson.keys)
        for lesson in play.records.table(Lesson, "lesson").values()
        if lesson.moment in MOMENTS and MOMENTS[lesson.moment](play)
    )


def _bearings(play: Play) -> set[Bearing]:
    return {bearing(play, other) for other in in_view(play)}


def _shown(which: Bearing) -> Callable[[Play], bool]:
    return lambda play: which in _bearings(play)


def _outside(play: Play) -> bool:
    _, level, ground = here(play)
    return in_daylight(level, ground, player_of(play).at)


def _start(play: Play) -> bool:
    return stealth_of(play.state).turn == 0


def _dark(play: Play) -> bool:
    return not _outside(play) and LAMP not in player_of(play).effects


def _noise(play: Play) -> bool:
    return not _outside(play) and loudness(here(play)[0], player_of(play).id) > 0


def _heard(play: Play) -> bool:
    return bool(stealth_of(play.state).heard)


def _melee(play: Play) -> bool:
    return in_melee(play, player_of(play))


def _breathless(play: Play) -> bool:
    return stealth_of(play.state).fighters[player_of(play).id].stamina == 0


def _backstab(play: Play) -> bool:
    me = player_of(play)
    return any(
        max(abs(other.at[0] - me.at[0]), abs(other.at[1] - me.at[1])) == 1
        and bearing(play, other) is not Bearing.NONE
        and caught(play, me, other, Manner.MELEE)
        for other in in_view(play)
    )


def _beside(play: Play, steps: tuple[tuple[int, int], ...], fits: Callable[[Tile], bool]) -> bool:
    me = player_of(play)
    for dy, dx in steps:
        kind = moves.tile_at(play, me, (me.at[0] + dy, me.at[1] + dx))
        if kind is not None and not kind.secret and fits(kind):
            return True
    return False


def _door(play: Play) -> bool:
    return _beside(play, ORTHOGONAL, lambda kind: "door" in kind.tags and bool(kind.opens_to))


def _locked(play: Play) -> bool:
    return _beside(play, AROUND, lambda kind: moves.colour_of(kind) is not None)


def _container(play: Play) -> bool:
    return _beside(play, AROUND, lambda kind: "container" in kind.tags)


def _loud(play: Play) -> bool:
    return _beside(play, AROUND, lambda kind: moves.LOUD in kind.tags or moves.QUIET in kind.tags)


def _sheltered(play: Play) -> bool:
    return not _outside(play) and Bearing.UNAWARE in _bearings(play) and beside_wall(play, player_of(play))


def _underfoot(play: Play) -> bool:
    world, level, _ = here(play)
    lying = items_at(world, level.id, player_of(play).at)
    return any(item_kind(play, item.kind).sort != "junk" for item in lying)


def _unworn(play: Play) -> bool:
    me = player_of(play)
    carried = pack_of(here(play)[0], me)
    return any(
        (slot := item_kind(play, item.kind).slot) and slot not in me.worn and item.id not in me.worn.values()
        for item in carried
    )


def _unknown(play: Play) -> bool:
    return any(not known(play, item) for item in pack_of(here(play)[0], player_of(play)))


def _hurt(play: Play) -> bool:
    me = player_of(play)
    return me.hp * 100 < me.hp_max * HURT and Bearing.HUNTING not in _bearings(play)


def _hungry(play: Play) -> bool:
    return player_of(play).stats.get("satiety", HUNGRY + 1) <= HUNGRY


def _stairs(play: Play) -> bool:
    _, level, _ = here(play)
    return not _outside(play) and any(
        sees(play, cell) and level.memory[index(level, cell)] for cell in cells_with(play, "stairs-down")
    )


def _explore(play: Play) -> bool:
    return not _outside(play) and stealth_of(play.state).turn >= SETTLED and not in_view(play)


MOMENTS: Mapping[str, Callable[[Play], bool]] = {
    "hunted": _shown(Bearing.HUNTING),
    "melee": _melee,
    "breathless": _breathless,
    "sleeper": _shown(Bearing.ASLEEP),
    "unaware": _shown(Bearing.UNAWARE),
    "backstab": _backstab,
    "wary": _shown(Bearing.WARY),
    "heard": _heard,
    "start": _start,
    "dark": _dark,
    "noise": _noise,
    "door": _door,
    "locked": _locked,
    "container": _container,
    "underfoot": _underfoot,
    "unworn": _unworn,
    "unknown": _unknown,
    "loud": _loud,
    "sheltered": _sheltered,
    "hurt": _hurt,
    "hungry": _hungry,
    "stairs": _stairs,
    "explore": _explore,
}
"""When a lesson is of use, by what the character sees, hears and carries."""
