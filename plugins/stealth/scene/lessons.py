"""Lessons: records pair a moment with a text, which the front end shows once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Message, MessageId, Record, RecordKind
from footfall.api import scene as front
from footfall.api.grid import Tile, find_loudness, list_carried_items, list_items_at

from ..actions import movement
from ..actions.fight import Manner, is_open_to_backstab
from ..actions.stamina import is_in_melee
from ..actors import floor
from ..actors.enemies import NEIGHBOR_OFFSETS
from ..actors.floor import is_in_daylight
from ..actors.identification import is_identified
from ..actors.stats import LAMP, ORTHOGONAL, effective_stat, is_beside_wall
from ..model.phase import Phase
from ..model.records import item_kind
from ..quest.guided import current_station, list_stations
from ..senses.known_map import creatures_in_view, find_known_cells
from ..senses.sight import player_sees
from .awareness import Awareness, awareness_of

HUNGER_LESSON_SATIETY, HURT_LESSON_PERCENT = 10, 50
"""Satiety up to which, and percentage of life below which, a lesson applies."""

EXPLORE_LESSON_TURN = 12
"""Turn from which on the lesson on auto-explore applies."""


class LessonRecord(Record, frozen=True, kw_only=True):
    """A lesson, shown once per player (the front end remembers which).

    Attributes:
        moment: name of a moment (`MOMENTS`).
        text: message id; ``$key`` and ``$second`` are the keys bound to `keys`.
        keys: names of key bindings.
    """

    moment: str
    text: Annotated[str, MessageId()]
    keys: tuple[str, ...] = ()


LESSON_RECORD_KINDS = (RecordKind("lesson", LessonRecord),)


def list_lessons(phase: Phase) -> tuple[front.Lesson, ...]:
    """The lessons whose moment has come, in record order."""
    if phase.ctx.state.outcome is not None:
        return ()
    return _list_station_lessons(phase) if list_stations(phase) else _list_due_lessons(phase)


def _list_station_lessons(phase: Phase) -> tuple[front.Lesson, ...]:
    """The text of the current station, which is shown once in each game."""
    found = current_station(phase)
    if found is None:
        return ()
    station = found[1]
    return (front.Lesson(f"{station.id} {phase.ctx.state.seed}", Message(station.text), station.keys),)


def _list_due_lessons(phase: Phase) -> tuple[front.Lesson, ...]:
    return tuple(
        front.Lesson(lesson.id, Message(lesson.text), lesson.keys)
        for lesson in phase.records.table(LessonRecord, "lesson").values()
        if lesson.moment in MOMENTS and MOMENTS[lesson.moment](phase)
    )


def _awareness_in_view(phase: Phase) -> set[Awareness]:
    return {awareness_of(phase, other) for other in creatures_in_view(phase)}


def _is_in_view(awareness: Awareness) -> Callable[[Phase], bool]:
    return lambda phase: awareness in _awareness_in_view(phase)


def _is_outside(phase: Phase) -> bool:
    return is_in_daylight(phase, phase.player.at)


def _is_first_turn(phase: Phase) -> bool:
    return phase.turn == 0


def _is_dark(phase: Phase) -> bool:
    return (
        not _is_outside(phase) and LAMP not in phase.player.effects and effective_stat(phase, phase.player, "fov") <= 1
    )


def _makes_noise(phase: Phase) -> bool:
    return not _is_outside(phase) and find_loudness(phase.world, phase.player.id) > 0


def _has_heard(phase: Phase) -> bool:
    return bool(phase.stealth.heard)


def _is_in_melee(phase: Phase) -> bool:
    return is_in_melee(phase, phase.player)


def _is_breathless(phase: Phase) -> bool:
    return phase.fighter.stamina == 0


def _can_backstab(phase: Phase) -> bool:
    me = phase.player
    return any(
        max(abs(other.at[0] - me.at[0]), abs(other.at[1] - me.at[1])) == 1
        and awareness_of(phase, other) is not Awareness.NONE
        and is_open_to_backstab(phase, me, other, Manner.MELEE)
        for other in creatures_in_view(phase)
    )


def _is_beside(phase: Phase, offsets: tuple[tuple[int, int], ...], predicate: Callable[[Tile], bool]) -> bool:
    me = phase.player
    for dy, dx in offsets:
        kind = floor.tile_at(phase, me, (me.at[0] + dy, me.at[1] + dx))
        if kind is not None and not kind.secret and predicate(kind):
            return True
    return False


def _is_beside_door(phase: Phase) -> bool:
    return _is_beside(phase, ORTHOGONAL, lambda kind: "door" in kind.tags and bool(kind.opens_to))


def _is_beside_locked_door(phase: Phase) -> bool:
    return _is_beside(phase, NEIGHBOR_OFFSETS, lambda kind: movement.lock_color(kind) is not None)


def _is_beside_container(phase: Phase) -> bool:
    return _is_beside(phase, NEIGHBOR_OFFSETS, lambda kind: "container" in kind.tags)


def _is_beside_loud_ground(phase: Phase) -> bool:
    return _is_beside(
        phase, NEIGHBOR_OFFSETS, lambda kind: movement.LOUD_TAG in kind.tags or movement.QUIET_TAG in kind.tags
    )


def _is_sheltered(phase: Phase) -> bool:
    return (
        not _is_outside(phase)
        and Awareness.UNAWARE in _awareness_in_view(phase)
        and is_beside_wall(phase, phase.player)
    )


def _has_item_underfoot(phase: Phase) -> bool:
    items = list_items_at(phase.world, phase.level.id, phase.player.at)
    return any(item_kind(phase, item.kind).sort != "junk" for item in items)


def _has_unworn_gear(phase: Phase) -> bool:
    me = phase.player
    items = list_carried_items(phase.world, me)
    return any(
        (slot := item_kind(phase, item.kind).slot) and slot not in me.worn and item.id not in me.worn.values()
        for item in items
    )


def _has_unknown_item(phase: Phase) -> bool:
    return any(not is_identified(phase, item) for item in list_carried_items(phase.world, phase.player))


def _is_hurt(phase: Phase) -> bool:
    return (
        phase.player.hp * 100 < phase.player.hp_max * HURT_LESSON_PERCENT
        and Awareness.HUNTING not in _awareness_in_view(phase)
    )


def _is_hungry(phase: Phase) -> bool:
    return phase.player.stats.get("satiety", HUNGER_LESSON_SATIETY + 1) <= HUNGER_LESSON_SATIETY


def _sees_stairs(phase: Phase) -> bool:
    return not _is_outside(phase) and any(
        player_sees(phase, cell) and phase.level.memory[phase.array_index(cell)]
        for cell in find_known_cells(phase, "stairs-down")
    )


def _can_auto_explore(phase: Phase) -> bool:
    return not _is_outside(phase) and phase.turn >= EXPLORE_LESSON_TURN and not creatures_in_view(phase)


MOMENTS: Mapping[str, Callable[[Phase], bool]] = {
    "hunted": _is_in_view(Awareness.HUNTING),
    "melee": _is_in_melee,
    "breathless": _is_breathless,
    "sleeper": _is_in_view(Awareness.ASLEEP),
    "unaware": _is_in_view(Awareness.UNAWARE),
    "backstab": _can_backstab,
    "wary": lambda phase: bool(_awareness_in_view(phase) & {Awareness.WARY, Awareness.SEARCHING}),
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
