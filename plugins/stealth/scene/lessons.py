"""Lessons: records pair a moment with a text, which the front end shows once."""

from collections.abc import Callable, Mapping
from typing import Annotated

from footfall.api import Message, MessageId, Record, RecordKind, Words, scene as front
from footfall.api.grid import Cell, Tile, find_loudness, list_carried_items, list_items_at

from ..actions import movement
from ..actions.listen import HOLLOW_WALL, foresee_shift, list_adjacent_doors, list_adjacent_secrets
from ..actions.missiles import list_targets_in_reach
from ..actors import surroundings
from ..actors.identification import is_identified
from ..actors.stats import LAMP, ORTHOGONAL, effective_stat, is_beside_wall, max_stamina, reach_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, is_in_daylight, tile_at
from ..model.phase import Phase
from ..model.play_state import is_unnoticed
from ..model.records import item_kind
from ..odds.exposure import LAMP_TOGGLE
from ..odds.watchers import Awareness, awareness_of
from ..quest.bells import find_loudest, hear_hums
from ..quest.guided import current_station, is_completed, list_stations
from ..senses.known_map import creatures_in_view, find_known_cells, list_foes_at_hand
from ..senses.sight import player_sees, visible_cells
from .cells import can_backstab
from .chances import weigh_highest
from .sidebar import EXIT_TAGS

HUNGER_LESSON_SATIETY, HURT_LESSON_PERCENT = 10, 50
"""Satiety up to which, and percentage of life below which, a lesson applies."""

EXPLORE_LESSON_TURN = 12
"""Turn from which on the lesson on auto-explore applies."""


def list_lessons(phase: Phase) -> tuple[front.Lesson, ...]:
    """The lessons whose moment has come, in record order."""
    if phase.ctx.state.outcome is not None:
        return ()
    if list_stations(phase):  # the text of the current one, which is shown once in each game
        found = current_station(phase)
        if found is None:
            return ()
        station = found[1]
        panel = "" if is_completed(phase, station) else "stealth-station"
        return (front.Lesson(f"{station.id} {phase.ctx.state.seed}", Message(station.text), station.keys, panel=panel),)
    return tuple(
        front.Lesson(lesson.id, Message(lesson.text), lesson.keys)
        for lesson in phase.records.table(LessonRecord, "lesson").values()
        if MOMENTS[lesson.moment](phase)
    )


def _awareness_in_view(phase: Phase) -> set[Awareness]:
    return {awareness_of(phase, other) for other in creatures_in_view(phase)}


def _is_outside(phase: Phase) -> bool:
    return is_in_daylight(phase, phase.player.at)


def _is_beside(offsets: tuple[Cell, ...], predicate: Callable[[Tile], bool]) -> Callable[[Phase], bool]:
    """Whether a cell at one of the offsets has a tile that is not a secret and fits."""

    def look(phase: Phase) -> bool:
        y, x = phase.player.at
        kinds = [surroundings.tile_at(phase, phase.player, (y + dy, x + dx)) for dy, dx in offsets]
        return any(kind is not None and not kind.is_secret and predicate(kind) for kind in kinds)

    return look


def _has_unworn_gear(phase: Phase) -> bool:
    me = phase.player
    gear = [item for item in list_carried_items(phase.world, me) if item.id not in me.worn.values()]
    return any((slot := item_kind(phase, item.kind).slot) and slot not in me.worn for item in gear)


def _sees_stairs(phase: Phase) -> bool:
    stairs = find_known_cells(phase, "stairs-down")
    return any(player_sees(phase, cell) and phase.level.memory[phase.array_index(cell)] for cell in stairs)


def _has_bell(phase: Phase) -> bool:
    """Whether the character carries a bell: the way home is left."""
    return phase.settings.shipped and find_loudest(phase, phase.player) is not None


MOMENTS: Mapping[str, Callable[[Phase], bool]] = {
    "hunted": lambda phase: Awareness.HUNTING in _awareness_in_view(phase),
    "melee": lambda phase: bool(list_foes_at_hand(phase)),
    "breathless": lambda phase: phase.fighter.stamina == 0,
    "sleeper": lambda phase: Awareness.ASLEEP in _awareness_in_view(phase),
    "unaware": lambda phase: Awareness.UNAWARE in _awareness_in_view(phase),
    "backstab": can_backstab,
    "wary": lambda phase: bool(_awareness_in_view(phase) & {Awareness.WARY, Awareness.SEARCHING}),
    "heard": lambda phase: bool(phase.stealth.heard_sounds),
    "bell": _has_bell,
    "hum": lambda phase: bool(hear_hums(phase)),
    "secret": lambda phase: bool((phase.level.recognized & visible_cells(phase)).any()),
    "start": lambda phase: phase.turn == 0,
    "dark": lambda phase: (
        not _is_outside(phase) and LAMP not in phase.player.effects and effective_stat(phase, phase.player, "fov") <= 1
    ),
    "shift": lambda phase: not _is_outside(phase) and foresee_shift(phase) > 0,
    "noise": lambda phase: not _is_outside(phase) and find_loudness(phase.world, phase.player.id) > 0,
    "door": _is_beside(ORTHOGONAL, lambda kind: "door" in kind.tags and bool(kind.opens_to)),
    "locked": _is_beside(NEIGHBOR_OFFSETS, lambda kind: movement.lock_color(kind) is not None),
    "container": _is_beside(NEIGHBOR_OFFSETS, lambda kind: "container" in kind.tags),
    "underfoot": lambda phase: any(
        item_kind(phase, item.kind).sort != "junk"
        for item in list_items_at(phase.world, phase.level.id, phase.player.at)
    ),
    "unworn": _has_unworn_gear,
    "unknown": lambda phase: any(
        not is_identified(phase, item) for item in list_carried_items(phase.world, phase.player)
    ),
    "loud": _is_beside(
        NEIGHBOR_OFFSETS, lambda kind: not {movement.LOUD_TAG, movement.QUIET_TAG}.isdisjoint(kind.tags)
    ),
    "sheltered": lambda phase: (
        not _is_outside(phase)
        and Awareness.UNAWARE in _awareness_in_view(phase)
        and is_beside_wall(phase, phase.player)
    ),
    "hurt": lambda phase: (
        phase.player.hp * 100 < phase.player.hp_max * HURT_LESSON_PERCENT
        and Awareness.HUNTING not in _awareness_in_view(phase)
    ),
    "hungry": lambda phase: phase.player.stats.get("satiety", HUNGER_LESSON_SATIETY + 1) <= HUNGER_LESSON_SATIETY,
    "stairs": lambda phase: not _is_outside(phase) and _sees_stairs(phase),
    "unnoticed": lambda phase: (
        phase.settings.shipped
        and phase.level.floor > 1
        and _sees_stairs(phase)
        and is_unnoticed(phase.ctx.state, phase.level.id)
    ),
    "explore": lambda phase: (
        not _is_outside(phase) and phase.turn >= EXPLORE_LESSON_TURN and not creatures_in_view(phase)
    ),
}
"""Conditions of lessons by name, from the sights, sounds and pack of the character."""


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


LAMP_KEY, WAIT_KEY, REST_KEY = "stealth-key-lamp", "stealth-key-wait", "stealth-key-rest"
EXPLORE_KEY, REACH_KEY = "stealth-key-explore", "stealth-key-reach"
DOWN_KEY, CLOSE_KEY, STRIKE_KEY = "stealth-key-down", "stealth-key-close", "stealth-key-strike"

FIGHT_HINTS = (
    WAIT_KEY, "page:combat", LAMP_KEY, "stealth-key-activate", "stealth-key-throw", "page:why", REACH_KEY
)  # fmt: skip
PEACE_HINTS = (
    EXPLORE_KEY, WAIT_KEY, "page:inventory", LAMP_KEY, REST_KEY, DOWN_KEY,
    "stealth-key-travel", "stealth-key-inspect", CLOSE_KEY, "stealth-key-throw", "page:combat",
)  # fmt: skip
HUNTED_HINTS = (REACH_KEY, CLOSE_KEY, "stealth-key-throw", LAMP_KEY)
"""Ways to escape a hunter in view, from near to far."""


def list_hint_texts(phase: Phase) -> dict[str, Message]:
    """The effect of a wait (R-MELEE-5, 7, 10; R-HEAR-6; P-WAIT-1), and the risk of the lamp (P-ODDS-2)."""
    risk = weigh_highest(phase, LAMP_TOGGLE)
    texts = {} if risk is None else {LAMP_KEY: Message("stealth-lamp-risk", {"chance": risk})}
    player, stamina = phase.player, phase.fighter.stamina
    gained = min(max_stamina(phase, player) - stamina, phase.settings.stamina_rest)
    if list_foes_at_hand(phase):
        change = 1 if stamina == 0 else -1
        texts[WAIT_KEY] = Message("stealth-wait-defends", {"change": change, "left": stamina + change})
    elif list_adjacent_doors(phase, player):
        texts |= dict.fromkeys((WAIT_KEY, REST_KEY), Message("stealth-wait-listens"))
    elif loudness := foresee_shift(phase):
        texts[WAIT_KEY] = Message("stealth-wait-shifts", {"noise": loudness})
    elif gained > 0:
        texts[WAIT_KEY] = Message("stealth-wait-rests", {"change": gained})
    return texts


def list_hints(phase: Phase) -> tuple[str, ...]:
    """Names of key bindings, the most useful first; keys that would be refused are left out."""
    player = phase.player
    day = is_in_daylight(phase, player.at)
    moods = {awareness_of(phase, other) for other in creatures_in_view(phase)}
    if list_foes_at_hand(phase):
        return tuple(
            name
            for name in FIGHT_HINTS
            if name != LAMP_KEY or not (day or moods <= {Awareness.HUNTING, Awareness.NONE})
        )
    urgent = []
    if list_items_at(phase.world, phase.level.id, player.at):
        urgent.append("stealth-key-pick-up")
    ground = tile_at(phase, player, player.at)
    if ground is not None and EXIT_TAGS & set(ground.tags):
        urgent.append("stealth-key-stairs")
    elif _has_bell(phase):
        urgent.append("stealth-key-up")
    is_taught = current_station(phase) is not None
    idle = {LAMP_KEY if day else "", EXPLORE_KEY if is_taught else ""}
    if not list_targets_in_reach(phase, player, reach_of(phase, player)):
        idle.add(REACH_KEY)
    if _has_bell(phase) or not find_known_cells(phase, "stairs-down"):
        idle.add(DOWN_KEY)
    if not _is_beside(NEIGHBOR_OFFSETS, lambda kind: bool(kind.closes_to))(phase):
        idle.add(CLOSE_KEY)
    told = {line.message.id for line in phase.ctx.log[-20:] if line.turn == phase.ctx.state.turn}
    if HOLLOW_WALL in told or list_adjacent_secrets(phase, is_recognized=True):
        urgent.append(STRIKE_KEY)
    urgent += ["page:hint"] * is_taught
    if Awareness.HUNTING in moods:
        urgent = [*HUNTED_HINTS, *urgent]
        idle |= {EXPLORE_KEY, REST_KEY}
    return tuple(name for name in dict.fromkeys((*urgent, *PEACE_HINTS)) if name not in idle)
