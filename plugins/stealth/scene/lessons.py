"""Lessons: records pair a moment with a text, which the front end shows once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Context, Message, MessageId, Record, RecordKind, Words
from footfall.api import scene as front
from footfall.api.grid import Tile, current_level, find_loudness, list_carried_items, list_items_at

from ..actions import movement
from ..actions.fight import Manner, is_open_to_backstab
from ..actions.stamina import is_in_melee
from ..actors import floor
from ..actors.actor_index import player_of
from ..actors.enemies import NEIGHBOR_OFFSETS
from ..actors.floor import array_index, is_in_daylight
from ..actors.identification import is_identified
from ..actors.stats import LAMP, ORTHOGONAL, effective_stat, is_beside_wall, item_kind
from ..model.state import stealth_of
from ..quest.guided import current_station, list_stations
from ..senses.known_map import creatures_in_view, find_known_cells
from ..senses.sight import player_sees
from .awareness import Awareness, awareness_of

HUNGER_LESSON_SATIETY, HURT_LESSON_PERCENT = 10, 50
"""Satiety up to which, and percentage of life below which, a lesson applies."""

EXPLORE_LESSON_TURN = 12
"""Turn from which on the lesson on auto-explore applies."""


def list_lessons(ctx: Context) -> tuple[front.Lesson, ...]:
    """The lessons whose moment has come, in record order."""
    if ctx.state.outcome is not None:
        return ()
    return _list_station_lessons(ctx) if list_stations(ctx) else _list_due_lessons(ctx)


def _list_station_lessons(ctx: Context) -> tuple[front.Lesson, ...]:
    """The text of the current station, which is shown once in each game."""
    found = current_station(ctx)
    if found is None:
        return ()
    station = found[1]
    return (front.Lesson(f"{station.id} {ctx.state.seed}", Message(station.text), station.keys),)


def _list_due_lessons(ctx: Context) -> tuple[front.Lesson, ...]:
    return tuple(
        front.Lesson(lesson.id, Message(lesson.text), lesson.keys)
        for lesson in ctx.records.table(LessonRecord, "lesson").values()
        if MOMENTS[lesson.moment](ctx)
    )


def _awareness_in_view(ctx: Context) -> set[Awareness]:
    return {awareness_of(ctx, other) for other in creatures_in_view(ctx)}


def _is_in_view(awareness: Awareness) -> Callable[[Context], bool]:
    return lambda ctx: awareness in _awareness_in_view(ctx)


def _is_outside(ctx: Context) -> bool:
    _, level, ground = current_level(ctx)
    return is_in_daylight(level, ground, player_of(ctx).at)


def _is_first_turn(ctx: Context) -> bool:
    return stealth_of(ctx.state).turn == 0


def _is_dark(ctx: Context) -> bool:
    me = player_of(ctx)
    return not _is_outside(ctx) and LAMP not in me.effects and effective_stat(ctx, me, "fov") <= 1


def _makes_noise(ctx: Context) -> bool:
    return not _is_outside(ctx) and find_loudness(current_level(ctx)[0], player_of(ctx).id) > 0


def _has_heard(ctx: Context) -> bool:
    return bool(stealth_of(ctx.state).heard)


def _is_in_melee(ctx: Context) -> bool:
    return is_in_melee(ctx, player_of(ctx))


def _is_breathless(ctx: Context) -> bool:
    return stealth_of(ctx.state).fighters[player_of(ctx).id].stamina == 0


def _can_backstab(ctx: Context) -> bool:
    me = player_of(ctx)
    return any(
        max(abs(other.at[0] - me.at[0]), abs(other.at[1] - me.at[1])) == 1
        and awareness_of(ctx, other) is not Awareness.NONE
        and is_open_to_backstab(ctx, me, other, Manner.MELEE)
        for other in creatures_in_view(ctx)
    )


def _is_beside(ctx: Context, offsets: tuple[tuple[int, int], ...], predicate: Callable[[Tile], bool]) -> bool:
    me = player_of(ctx)
    for dy, dx in offsets:
        kind = floor.tile_at(ctx, me, (me.at[0] + dy, me.at[1] + dx))
        if kind is not None and not kind.secret and predicate(kind):
            return True
    return False


def _is_beside_door(ctx: Context) -> bool:
    return _is_beside(ctx, ORTHOGONAL, lambda kind: "door" in kind.tags and bool(kind.opens_to))


def _is_beside_locked_door(ctx: Context) -> bool:
    return _is_beside(ctx, NEIGHBOR_OFFSETS, lambda kind: movement.lock_color(kind) is not None)


def _is_beside_container(ctx: Context) -> bool:
    return _is_beside(ctx, NEIGHBOR_OFFSETS, lambda kind: "container" in kind.tags)


def _is_beside_loud_ground(ctx: Context) -> bool:
    return _is_beside(
        ctx, NEIGHBOR_OFFSETS, lambda kind: movement.LOUD_TAG in kind.tags or movement.QUIET_TAG in kind.tags
    )


def _is_sheltered(ctx: Context) -> bool:
    return not _is_outside(ctx) and Awareness.UNAWARE in _awareness_in_view(ctx) and is_beside_wall(ctx, player_of(ctx))


def _has_item_underfoot(ctx: Context) -> bool:
    world, level, _ = current_level(ctx)
    items = list_items_at(world, level.id, player_of(ctx).at)
    return any(item_kind(ctx, item.kind).sort != "junk" for item in items)


def _has_unworn_gear(ctx: Context) -> bool:
    me = player_of(ctx)
    items = list_carried_items(current_level(ctx)[0], me)
    return any(
        (slot := item_kind(ctx, item.kind).slot) and slot not in me.worn and item.id not in me.worn.values()
        for item in items
    )


def _has_unknown_item(ctx: Context) -> bool:
    return any(not is_identified(ctx, item) for item in list_carried_items(current_level(ctx)[0], player_of(ctx)))


def _is_hurt(ctx: Context) -> bool:
    me = player_of(ctx)
    return me.hp * 100 < me.hp_max * HURT_LESSON_PERCENT and Awareness.HUNTING not in _awareness_in_view(ctx)


def _is_hungry(ctx: Context) -> bool:
    return player_of(ctx).stats.get("satiety", HUNGER_LESSON_SATIETY + 1) <= HUNGER_LESSON_SATIETY


def _sees_stairs(ctx: Context) -> bool:
    _, level, _ = current_level(ctx)
    return not _is_outside(ctx) and any(
        player_sees(ctx, cell) and level.memory[array_index(level, cell)]
        for cell in find_known_cells(ctx, "stairs-down")
    )


def _can_auto_explore(ctx: Context) -> bool:
    return not _is_outside(ctx) and stealth_of(ctx.state).turn >= EXPLORE_LESSON_TURN and not creatures_in_view(ctx)


MOMENTS: Mapping[str, Callable[[Context], bool]] = {
    "hunted": _is_in_view(Awareness.HUNTING),
    "melee": _is_in_melee,
    "breathless": _is_breathless,
    "sleeper": _is_in_view(Awareness.ASLEEP),
    "unaware": _is_in_view(Awareness.UNAWARE),
    "backstab": _can_backstab,
    "wary": lambda ctx: bool(_awareness_in_view(ctx) & {Awareness.WARY, Awareness.SEARCHING}),
    "heard": _has_heard,
    "start": _is_first_turn,
    "dark": _is_dark,
    "noise": _makes_noise,
    "door": _is_beside_door,
    "locked": _is_beside_locked_door,
    "container": _is_beside_container,
    "underfoot": _has_item_underfoot,
    "unworn": _has_unworn_gear,
    "unknown": _has_unknown_item,
    "loud": _is_beside_loud_ground,
    "sheltered": _is_sheltered,
    "hurt": _is_hurt,
    "hungry": _is_hungry,
    "stairs": _sees_stairs,
    "explore": _can_auto_explore,
}
"""Conditions of lessons by name, from what the character sees, hears and carries."""


class LessonRecord(Record, frozen=True, kw_only=True):
    """A lesson, shown once per player (the front end remembers which).

    Attributes:
        moment: when it is shown.
        text: message id; ``$key`` and ``$second`` are the keys bound to `keys`.
        keys: names of key bindings.
    """

    moment: Annotated[str, Words("moment", tuple(MOMENTS))]
    text: Annotated[str, MessageId()]
    keys: tuple[str, ...] = ()


LESSON_RECORD_KINDS = (RecordKind("lesson", LessonRecord),)
