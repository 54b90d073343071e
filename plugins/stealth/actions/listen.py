"""Waits: listening at doors (R-DOOR-5, R-HEAR-6), the draft of hollow walls (P-SECRET-1), shifting (P-WAIT-1)."""

from collections.abc import Iterable

import msgspec

from footfall.api import Change, Message, Tell
from footfall.api.chance import Dice, chance_rule, play_chance
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actors.identification import disguise_of
from ..actors.stats import ORTHOGONAL, effective_stat
from ..actors.surroundings import tile_at
from ..model.courses import course_of
from ..model.phase import Phase
from ..model.records import is_thing
from ..model.settings import RuleSettings
from ..model.state import LastAction, ListeningState
from ..senses.sight import actor_name
from ..senses.sounds import STEP_SOUND, compass_direction, emit_noise
from .commands import Wait
from .movement import loudness_on

BASE_PERCEPTION = 4
"""The listening roll is 1d6 + (PERCEPTION - 4) (D-9)."""


class ListeningFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide whether one who listens at a door hears what is behind it; lessons never fail."""

    settings: RuleSettings
    perception: int
    is_lesson: bool = False


class Listening(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `listen` with its terms."""

    is_hearing: bool
    roll: int
    plus: int


@chance_rule
def listen(f: ListeningFacts, dice: Dice) -> Listening:
    """The listening roll of the character and of creatures (R-HEAR-6, P-WATCH-2, P-GUIDE-4)."""
    rolled = dice.roll("listen", 1, 6)
    plus = f.perception - BASE_PERCEPTION
    return Listening(f.is_lesson or rolled + plus >= f.settings.listen_target, rolled, plus)


def explain_listening(settings: RuleSettings, outcome: Listening) -> Message:
    """The terms of a listening roll."""
    facts = {"heard": "yes" if outcome.is_hearing else "no", "roll": outcome.roll, "plus": outcome.plus}
    return Message("stealth-door-listened-why", {**facts, "target": settings.listen_target})


def list_adjacent_doors(phase: Phase, actor: Actor, offsets: Iterable[Cell] = ORTHOGONAL) -> list[Cell]:
    """Closed doors next to an actor, by default those that it can listen at, clockwise from north."""
    doors = []
    for dy, dx in offsets:
        cell = (actor.at[0] + dy, actor.at[1] + dx)
        kind = tile_at(phase, actor, cell)
        if kind is not None and "door" in kind.tags and not kind.walkable:
            doors.append(cell)
    return doors


def count_wait(phase: Phase) -> tuple[ListeningState, list[Change]]:
    """One more wait: the new count, and the report once there were enough waits next to a door."""
    actor = phase.player
    before, settings = phase.stealth.listening, phase.settings
    doors = list_adjacent_doors(phase, actor)
    if not doors:
        return (
            _count_wait_in_open(phase, before, actor, settings.listen_waits)
            if settings.has_listening_mode
            else (ListeningState(), [])
        )
    same = before.waits > 0 and before.at == actor.at and before.door in doors
    door = before.door if same else doors[0]
    waits = before.waits + 1 if same else 1
    if waits < settings.listen_waits:
        return ListeningState(waits, actor.at, door), []
    return ListeningState(), [listen_through(phase, door)]


def _count_wait_in_open(
    phase: Phase, before: ListeningState, actor: Actor, enough: int
) -> tuple[ListeningState, list[Change]]:
    """One more wait away from doors; enough of them sharpen the hearing (D-41)."""
    same = before.waits > 0 and before.at == actor.at and before.door == actor.at
    waits = min(enough, before.waits + 1 if same else 1)
    begins = waits == enough and not (same and before.waits == enough)
    report: list[Change] = [_report(phase, Message("stealth-hark-begins"))] if begins else []
    return ListeningState(waits, actor.at, actor.at), report


def _report(phase: Phase, result: Message, reason: Message | None = None) -> Change:
    """The result of the waits; no sound, which a front end may show elsewhere than in its log."""
    return Tell(result, "" if phase.settings.shipped else "sound", reason)


def listen_through(phase: Phase, door: Cell) -> Change:
    """Listens for creatures behind a door, and tells the result."""
    perception, course = effective_stat(phase, phase.player, "perception"), course_of(phase.ctx)
    facts = ListeningFacts(phase.settings, perception, course is not None and bool(course.stations))
    listening = play_chance(phase.ctx, listen, facts)
    why = explain_listening(phase.settings, listening) if phase.ctx.is_traced else None
    return _report(phase, _describe_beyond(phase, door, listening.is_hearing, perception), why)


def _describe_beyond(phase: Phase, door: Cell, is_hearing: bool, perception: int) -> Message:
    if not is_hearing and phase.settings.shipped:
        return Message("stealth-listen-failed")  # P-WHY-2
    creatures = creatures_beyond(phase, phase.player, door) if is_hearing else []
    if not creatures:
        return Message("stealth-listen-nothing", {"cells": phase.settings.listen_radius})
    nearest = creatures[0]
    if perception >= phase.settings.listen_naming and nearest.kind in phase.stealth.known_kinds:
        return Message("stealth-listen-creature", {"creature": actor_name(phase, nearest)})
    return Message("stealth-listen-something")


def creatures_beyond(phase: Phase, actor: Actor, door: Cell) -> list[Actor]:
    """Creatures on the far side of a door, moving or still, nearest first to the cell behind it.

    A fire is not a creature, and a dozing mimic keeps as still as the chest it looks like.
    """
    dy, dx = door[0] - actor.at[0], door[1] - actor.at[1]
    past = (door[0] + dy, door[1] + dx)
    creatures = []
    for other in phase.actors:
        far = (other.at[0] - door[0]) * dy + (other.at[1] - door[1]) * dx > 0
        if not far or is_thing(phase, other) or disguise_of(phase, other) is not None:
            continue
        if other.id != actor.id and chebyshev_distance(other.at, past) <= phase.settings.listen_radius:
            creatures.append(other)
    return sorted(creatures, key=lambda other: (chebyshev_distance(other.at, past), other.id))


SHIFT_TURNS = 5
"""A character that stays after a wait shifts in each turn that this divides (P-WAIT-1)."""


def shift(phase: Phase) -> list[Change]:
    """The noise of a wait (P-WAIT-1)."""
    loudness = foresee_shift(phase)
    return [emit_noise(phase, phase.player, STEP_SOUND, loudness=loudness)] if loudness else []


def foresee_shift(phase: Phase) -> int:
    """The loudness of the next wait, and of the lamp: that of a step if the character shifts, else 0.

    At a door it listens instead.
    """
    actor, fighter = phase.player, phase.stealth.fighters[phase.player.id]
    if not phase.settings.shipped or fighter.last is not LastAction.WAIT or phase.turn % SHIFT_TURNS:
        return 0
    return 0 if list_adjacent_doors(phase, actor) else loudness_on(phase, actor, tile_at(phase, actor, actor.at))


def has_shifted(phase: Phase) -> bool:
    """Whether the character has just shifted (P-WAIT-1)."""
    me, latest, noises = phase.player.id, phase.turn - 1, phase.world.noises
    steps = any((one.source, one.kind, one.turn) == (me, STEP_SOUND.kind, latest) for one in noises)
    return steps and phase.stealth.fighters[me].last is not LastAction.STEP


HOLLOW_WALL = "stealth-hollow-wall"
"""The log line of the draft of a hollow wall; its fact ``direction`` is that of the wall."""


def find_hollow_wall(phase: Phase) -> int:
    """The direction of a hollow wall that gives itself away to one who has just waited long enough; -1 for none.

    Only the screen tells of it: the wall stays unrecognized.
    """
    settings, find, turn = phase.settings, phase.ctx.find_command, phase.ctx.state.turn
    enough = settings.listen_waits if settings.shipped else 0
    if not enough or isinstance(find(turn - enough), Wait):  # told before; most waits end here
        return -1
    if not all(isinstance(find(turn - back), Wait) for back in range(enough)):
        return -1
    unknown = list_adjacent_secrets(phase, is_recognized=False)
    return compass_direction(phase.player.at, unknown[0]) if unknown else -1


def list_adjacent_secrets(phase: Phase, is_recognized: bool) -> list[Cell]:
    """The secret walls orthogonally next to the character that it has recognized, or those that it has not."""
    (y, x), recognized = phase.player.at, phase.level.recognized
    tiles = {(y + dy, x + dx): tile_at(phase, phase.player, (y + dy, x + dx)) for dy, dx in ORTHOGONAL}
    secrets = [cell for cell, kind in tiles.items() if kind is not None and kind.is_secret]
    return [cell for cell in secrets if bool(recognized[phase.array_index(cell)]) is is_recognized]
