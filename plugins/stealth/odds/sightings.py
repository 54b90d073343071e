"""The screen's memory of creatures: as last seen, and who has been in view (P-MEM-3, P-WHY-10)."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import Context, Count, LoggedMessage, LogLineAdded, Message
from footfall.api.grid import Actor, Cell, Noise, chebyshev_distance, is_inside

from ..actions.listen import HOLLOW_WALL, find_hollow_wall
from ..actors.identification import disguise_of
from ..actors.stats import LAMP
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..ai.inquiries import inquiry_of, is_looking
from ..ai.noticing import STRIKING_LOUDNESS
from ..ai.senses import hunts_another
from ..model.phase import Phase, get_phase
from ..model.play_state import LEAVE_OPTION, LOST, Notice
from ..model.records import CreatureKind
from ..model.state import LastAction, Mood
from ..quest.bells import BELL_SOUND
from ..senses.known_map import creatures_in_view, find_clear_memory, list_in_view, recall_map
from ..senses.notices import explain_notice
from ..senses.sight import actor_name, list_sensed, player_sees, visible_cells
from ..senses.sounds import DOOR_SOUND, compass_direction, is_thrown
from .watchers import Awareness, awareness_of, read_told_aims

MAX_NOISES = 20
MAX_TURN, TURN_TYPE = 1 << 16, np.dtype("<u2")
"""Turns are kept by their lowest 16 bits."""

EASED_SHUT = "stealth-door-eased-shut"
"""Log message of a door that was shut without noise."""

STROLL_TURNS, DEPART_TURNS = 50, 5
"""Turns for which an awake creature is remembered: out of view, and after it has left a place that is in view."""


class LastSeen(msgspec.Struct, frozen=True, gc=False):
    """A creature, or a fire, as it was last seen.

    Attributes:
        awareness: how much it knew of the character; nothing for a fire.
        turn: the turn of the world in which it was in view last.
    """

    id: Count
    level: Count
    at: Cell
    kind: str
    awareness: Awareness = Awareness.ASLEEP
    turn: Count = 0


class OwnNoise(msgspec.Struct, frozen=True, gc=False):
    """A noise of the character, or of an item that it threw, that draws others.

    Attributes:
        made_turn: turn of the world in which it was last made.
        turn: number of commands when it was recorded.
    """

    level: Count
    at: Cell
    kind: str
    loudness: Count
    made_turn: Count = msgspec.field(default=0, name="made")
    turn: Count = 0
    is_thrown: bool = False


class Sightings(msgspec.Struct, frozen=True):
    """All that is remembered.

    Attributes:
        view: ids of the creatures in view after the last command.
        reported_aims: the last known aim of each creature that has been in view, by id.
        loot: ids of the items that the open container held when it was opened, in the order shown.
        opened_containers: containers that the character has opened, by level and cell.
        fires: fires and lights that the character has seen, as last seen.
        last_seen: turn in which each cell was in view last, by level: bytes of uint16 ``(height, width)``, 0 for never.
        creatures: enemies that the character has seen, as last seen.
        floor, arrival: the floor of the character, and the turn of the world in which it came there.
        shut_doors: doors that the character has shut while it was hunted, by level and cell.
    """

    view: tuple[Count, ...] = ()
    reported_aims: dict[Count, str] = msgspec.field(default_factory=dict, name="told")
    creatures: tuple[LastSeen, ...] = msgspec.field(default=(), name="sleepers")
    noises: tuple[OwnNoise, ...] = ()
    loot: tuple[Count, ...] = ()
    opened_containers: tuple[tuple[Count, Cell], ...] = msgspec.field(default=(), name="opened")
    shut_doors: tuple[tuple[Count, Cell], ...] = ()
    fires: tuple[LastSeen, ...] = ()
    last_seen: dict[Count, bytes] = {}
    floor: Count = 0
    arrival: Count = 0


def read_sightings(phase: Phase) -> Sightings | None:
    """The memory; None at the start, and if a save holds something else."""
    kept = phase.ctx.sightings
    if kept is None or type(kept) is Sightings:
        return kept
    try:
        return msgspec.convert(msgspec.to_builtins(kept, str_keys=False), Sightings)
    except msgspec.ValidationError:
        return None


def recollect(ctx: Context) -> tuple[Sightings, list[tuple[LogLineAdded, int]]]:
    """The memory after a command, and a line for each creature that has come into view for the character.

    The line comes before what the log tells of the deeds of that creature.
    """
    phase = get_phase(ctx)
    before = read_sightings(phase)
    old = before or Sightings()
    actors, me = phase.world.actors, phase.world.player
    own = [noise for noise in phase.world.noises if noise.source == me or noise.source == 0]
    noises = _recall_noises(phase, old.noises, own) if own else old.noises
    doors = [noise.at for noise in own if noise.kind == DOOR_SOUND.kind and noise.source == me]
    in_view = list_in_view(phase)
    aims, seen = _read_aims(phase, in_view) if in_view != [me] else ({}, [])
    things, told = phase.index.things, _list_lines_of_turn(phase)
    arrived = aims.keys() - old.view if before is not None else ()
    comers = {id: aims[id] for id in aims if id in arrived} if arrived else {}
    lines = [*_explain_arrivals(phase, comers, old, told, noises)] if arrived else []
    if phase.stealth.fighters[me].last is LastAction.WAIT and (way := find_hollow_wall(phase)) >= 0:
        lines.append((LogLineAdded(Message(HOLLOW_WALL, {"direction": way}), "good"), len(ctx.log)))
    floor, turn, effects = phase.level.id, phase.turn, actors[me].effects
    known = sense_creatures(phase, old.creatures, seen, aims) if effects and [*effects] != [LAMP] else old.creatures
    creatures = _recall_creatures(phase, old, known, seen, aims, read_told_aims(told))
    shining = [actors[id] for id in aims if id in things] if things else ()
    lit = [LastSeen(one.id, floor, one.at, one.kind, Awareness.NONE) for one in shining]
    fires = _recall_creatures(phase, old, old.fires, lit, aims, {})
    reported, loot = old.reported_aims | aims, _recall_loot(phase, old.loot)
    opened = _recall_opened(phase, old.opened_containers, doors)
    shut = _recall_shut_doors(phase, old, aims, doors, told)
    times = old.last_seen | {floor: _mark_seen(phase, old.last_seen.get(floor, b""))}
    arrival = old.arrival if old.floor == floor else turn
    new = Sightings(tuple(aims), reported, creatures, noises, loot, opened, shut, fires, times, floor, arrival)
    return new, lines


def list_unseen(phase: Phase) -> list[LastSeen]:
    """The creatures that the character remembers out of view on this floor, by id."""
    known = _list_here(phase, (read_sightings(phase) or Sightings()).creatures)
    here = {actor.id for actor in creatures_in_view(phase)} if known else ()
    return [one for one in known if (is_shown(phase, one) if one.awareness is Awareness.ASLEEP else one.id not in here)]


def list_sleepers(phase: Phase) -> list[LastSeen]:
    """The sleepers among `list_unseen`."""
    return [one for one in list_unseen(phase) if one.awareness is Awareness.ASLEEP]


def list_fires(phase: Phase) -> list[LastSeen]:
    """The fires that the character remembers out of view on this floor, by id."""
    known = (read_sightings(phase) or Sightings()).fires if phase.settings.shipped else ()
    return [fire for fire in _list_here(phase, known) if is_out_of_view(phase, fire.at)]


def _list_here(phase: Phase, known: tuple[LastSeen, ...]) -> list[LastSeen]:
    kinds = phase.records.table(CreatureKind, "creature")
    return [one for one in known if one.level == phase.level.id and one.kind in kinds]


def measure_age(phase: Phase) -> npt.NDArray[np.uint8] | None:
    """How long ago the cells of this floor were in view, in turns up to 255, 0 for those whose memory stays clear.

    None if all of it does, or if the turns are not known.
    """
    shape, clear = phase.level.shape, find_clear_memory(phase)
    kept = (read_sightings(phase) or Sightings()).last_seen.get(phase.level.id, b"")
    if len(kept) != 2 * shape[0] * shape[1] or clear is None:
        return None
    turns = np.frombuffer(kept, TURN_TYPE).reshape(shape).astype(np.int64)
    age = np.clip(phase.turn % MAX_TURN - turns, 0, 255).astype(np.uint8)
    age[clear] = 0
    return age


def _mark_seen(phase: Phase, before: bytes) -> bytes:
    """The turns of `Sightings.last_seen` of this floor, with those of the cells in view."""
    view, memo = visible_cells(phase), phase.ground.memo
    known: tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp]] | None = memo.get("core.stealth:places in view")
    if known is None or known[0] is not view:
        known = memo["core.stealth:places in view"] = view, view.ravel().nonzero()[0]
    times = bytearray(before if len(before) == 2 * view.size else 2 * view.size)
    np.frombuffer(times, TURN_TYPE)[known[1]] = phase.turn % MAX_TURN
    return bytes(times)


def list_opened(phase: Phase) -> tuple[tuple[Count, Cell], ...]:
    """The containers that the character has opened, by level and cell."""
    return (read_sightings(phase) or Sightings()).opened_containers


def list_shut_doors(phase: Phase) -> list[Cell]:
    """The doors of this floor that the character has shut on a hunter, and has not opened since."""
    shut = (read_sightings(phase) or Sightings()).shut_doors
    return [at for level, at in shut if level == phase.level.id and phase.tile(at).opens_to]


def find_arrival(phase: Phase) -> int:
    """The turn of the world in which the character came to this floor; 0 if that is not known."""
    seen = read_sightings(phase)
    return seen.arrival if seen is not None and seen.floor == phase.level.id else 0


def list_met(phase: Phase) -> Collection[int]:
    """The ids of all creatures that have been in view."""
    return (read_sightings(phase) or Sightings()).reported_aims


def _recall_loot(phase: Phase, before: tuple[Count, ...]) -> tuple[Count, ...]:
    question = phase.ctx.state.question
    if question is None or question.kind != "loot":
        return ()
    left = tuple(id for id in question.options if id != LEAVE_OPTION)
    return before if set(left) <= set(before) else left


def _recall_opened(
    phase: Phase, before: tuple[tuple[Count, Cell], ...], doors: list[Cell]
) -> tuple[tuple[Count, Cell], ...]:
    if not doors:
        return before
    new = [cell for cell in doors if "container" in phase.tile(cell).tags]
    return (*before, *[(phase.level.id, cell) for cell in new if (phase.level.id, cell) not in before])


def _recall_shut_doors(
    phase: Phase, old: Sightings, in_view: Iterable[Count], doors: list[Cell], told: list[LoggedMessage]
) -> tuple[tuple[Count, Cell], ...]:
    """The doors shut so far, with one that the last command shut on a creature that was or is in view and hunts."""
    minds, floor = phase.stealth.minds, phase.level.id
    moved = list(doors)
    if told and EASED_SHUT in [line.message.id for line in told]:
        y, x = phase.player.at
        moved += [(y + dy, x + dx) for dy, dx in NEIGHBOR_OFFSETS]
    if not moved or not any(id in minds and minds[id].mood is Mood.AGGRAVATED for id in {*old.view, *in_view}):
        return old.shut_doors
    shut = [(floor, at) for at in moved if is_inside(phase.level, at) and phase.tile(at).opens_to]
    new = [door for door in shut if door not in old.shut_doors and "door" in phase.tile(door[1]).tags]
    return (*old.shut_doors, *new)


def is_sensed(phase: Phase, sighting: LastSeen) -> bool:
    """Whether a creature out of view is sensed now, or was in view in this turn."""
    return sighting.turn == phase.turn and sighting.level == phase.level.id


def is_shown(phase: Phase, sighting: LastSeen) -> bool:
    """Whether a cell out of view has the sign of a creature: one that is remembered, or that is sensed now."""
    return is_out_of_view(phase, sighting.at) or (is_sensed(phase, sighting) and not player_sees(phase, sighting.at))


def is_out_of_view(phase: Phase, at: Cell) -> bool:
    """Whether a cell is remembered, and not in view."""
    y, x = phase.array_index(at)
    memory = recall_map(phase)
    inside = 0 <= y < memory.shape[0] and 0 <= x < memory.shape[1]
    return inside and bool(memory[y, x]) and not player_sees(phase, at)


def _recall_creatures(
    phase: Phase,
    old: Sightings,
    known: tuple[LastSeen, ...],
    seen: list[LastSeen],
    in_view: Container[Count],
    told: Mapping[Count, Awareness],
) -> tuple[LastSeen, ...]:
    """The creatures in view, and those that were, until their place is seen; awake ones for some turns.

    Args:
        told: the awareness of creatures of which the log has told in this turn, `Awareness.NONE` of the dead.
    """
    if not (known or seen):
        return known
    for id in told:  # after every turn: be quick
        if id not in in_view:
            known = tuple(
                msgspec.structs.replace(one, awareness=aim)
                for one in known
                if (aim := told.get(one.id, one.awareness)) is one.awareness or aim is not Awareness.NONE
            )
            break
    return (*[one for one in known if one.id not in in_view and _is_kept(phase, old, one)], *seen)


def sense_creatures(
    phase: Phase, known: tuple[LastSeen, ...], seen: list[LastSeen], in_view: Container[Count]
) -> tuple[LastSeen, ...]:
    """Adds the creatures that the character senses out of view to `seen`, and returns the known ones without them."""
    sensed = {one.id: one for one in list_sensed(phase) if one.id not in in_view}
    floor, turn = phase.level.id, phase.turn
    seen += [LastSeen(id, floor, one.at, one.kind, awareness_of(phase, one), turn) for id, one in sensed.items()]
    return tuple(one for one in known if one.id not in sensed)


def _is_kept(phase: Phase, old: Sightings, sighting: LastSeen) -> bool:
    is_seen = sighting.level == phase.level.id and player_sees(phase, sighting.at)
    if sighting.awareness in (Awareness.NONE, Awareness.ASLEEP):
        return not is_seen
    is_dead = sighting.id in old.view and sighting.id not in phase.world.actors
    furniture = is_seen and (other := phase.find_actor_at(sighting.at)) and disguise_of(phase, other)
    return not (is_dead or furniture) and phase.turn - sighting.turn <= (DEPART_TURNS if is_seen else STROLL_TURNS)


def _recall_noises(phase: Phase, known: tuple[OwnNoise, ...], new: list[Noise]) -> tuple[OwnNoise, ...]:
    """The noises of the character that draw others, oldest first, at most `MAX_NOISES`; new ones may have no source."""
    floor, me = phase.level.id, phase.world.player
    striking = [noise for noise in new if noise.loudness >= STRIKING_LOUDNESS and noise.level == floor]
    if not striking:
        return known
    recalled = {(noise.level, noise.at, noise.kind, noise.loudness): noise for noise in known}
    for noise in [noise for noise in striking if noise.source == me or is_thrown(noise)]:
        key = noise.level, noise.at, noise.kind, noise.loudness
        if key not in recalled or recalled[key].made_turn < noise.turn:
            recalled.pop(key, None)
            recalled[key] = OwnNoise(*key, noise.turn, phase.ctx.state.turn, is_thrown(noise))
    return tuple(recalled.values())[-MAX_NOISES:]


def _read_aims(phase: Phase, in_view: Iterable[int]) -> tuple[dict[Count, str], list[LastSeen]]:
    """The aim of each creature in view, as a key, and sleepers and enemies as they are seen; not the disguised.

    The key is an empty text unless it is an enemy that knows of the character.
    """
    aims: dict[Count, str] = {}
    words: dict[tuple[str, Cell], str] = {}
    seen: list[LastSeen] = []
    actors, minds, play, me = phase.world.actors, phase.stealth.minds, phase.play, phase.player
    noticed, inquiries = {notice.actor: notice.turn for notice in play.notices}, play.inquiries  # the last of each
    aggravated, asleep, hunts_player, shipped = Mood.AGGRAVATED, Mood.ASLEEP, phase.hunts_player, phase.settings.shipped
    hunting, investigating = Awareness.HUNTING, Awareness.INVESTIGATING
    floor, turn, things = phase.level.id, phase.turn, phase.index.things
    for id in in_view:  # after every turn: be quick
        actor, mind = actors[id], minds.get(id)
        if actor is me or (mind and (mood := mind.mood) is asleep and disguise_of(phase, actor) is not None):
            continue
        aims[id] = ""
        if mind is None:
            continue
        if mood is asleep:
            awareness = Awareness.ASLEEP
        elif not shipped or not ((is_hostile := actor.side == "hostile") or are_enemies(phase, me, actor)):
            continue
        elif mood is aggravated:  # as `awareness_of`
            is_after_me = (is_hostile and hunts_player) or not hunts_another(phase, actor)
            awareness = hunting if is_after_me else Awareness.DISTRACTED
            if id in noticed:
                aims[id] = f"hunt {noticed[id]}"
            elif is_after_me and not mind.is_marked:
                aims[id] = "hunt 0"  # born so, as halves are
        elif id in inquiries and is_looking(inquiry := inquiries[id]):
            kind = inquiry.kind
            awareness = Awareness.SEARCHING if kind == LOST else investigating
            if kind in ("step", LOST):
                aims[id] = f"step {noticed.get(id, 0)}"
            elif (heard := (kind, inquiry.at)) in words:  # a crowd hears the same
                aims[id] = words[heard]
            else:
                aims[id] = words[heard] = f"{kind} {inquiry.at}"
        else:
            awareness = Awareness.WARY if mind.is_marked else Awareness.UNAWARE
        if mood is asleep or id not in things:
            seen.append(LastSeen(id, floor, actor.at, actor.kind, awareness, turn))
    return aims, seen


def _find_notice(phase: Phase, actor: Actor) -> Notice | None:
    return next((notice for notice in reversed(phase.play.notices) if notice.actor == actor.id), None)


def _explain_arrivals(
    phase: Phase, comers: dict[Count, str], old: Sightings, told: list[LoggedMessage], noises: tuple[OwnNoise, ...]
) -> Iterator[tuple[LogLineAdded, int]]:
    """Lines on what creatures come for, and on how they first noticed the character, unless those of the turn do."""
    reported, notices = old.reported_aims, {one.actor: one for one in reversed(phase.play.notices)}  # the first of each
    for id, aim in comers.items():
        actor, told_why, end = phase.world.actors[id], None, len(phase.ctx.log)
        name = actor_name(phase, actor)
        if reported.get(id, "") != aim and not _is_told(phase, actor, told):
            named = (end - back for back, line in enumerate(told, 1) if name in line.message.args.values())
            place = min(named, default=end)
            if aim:
                line = _name_aim(phase, actor, noises)
                told_why = line.args.get("why")
                yield LogLineAdded(line, "warn"), place
            elif phase.stealth.minds[id].mood is Mood.CALM:  # it is no longer after the character
                yield LogLineAdded(Message("stealth-edge-calm", {"creature": name}), "warn"), place
        if id in notices and id not in reported and not (first := notices[id]).was_in_view:
            why = explain_notice(first)
            if why not in (told_why, *(line.message.args.get("why") for line in told)):
                facts = {"creature": name, "turn": str(phase.ctx.count_turns(first.turn)), "why": why}
                yield LogLineAdded(Message("stealth-edge-first-notice", facts), "warn"), end


def _is_told(phase: Phase, actor: Actor, told: list[LoggedMessage]) -> bool:
    """Whether a line of this turn names a creature and its notice."""
    name, notice = actor_name(phase, actor), _find_notice(phase, actor)
    reasons = (None, explain_notice(notice)) if notice is not None else (None,)
    return any(
        line.message.args.get("creature") == name
        and line.kind in ("warn", "alarm")
        and line.message.args.get("why") in reasons  # that of another of its kind tells nothing of it
        for line in told
    )


def _list_lines_of_turn(phase: Phase) -> list[LoggedMessage]:
    """The lines of this turn, newest first."""
    turn, told = phase.ctx.state.turn, []
    for line in reversed(phase.ctx.log):
        if line.turn != turn:
            break
        told.append(line)
    return told


def _name_aim(phase: Phase, actor: Actor, noises: tuple[OwnNoise, ...]) -> Message:
    """Why a creature comes, as far as the character can know: by its own noise, or by the roll of its notice."""
    where = Message("stealth-way", {"direction": compass_direction(phase.player.at, actor.at)})
    facts: dict[str, object] = {"creature": actor_name(phase, actor), "where": where}
    inquiry, notice = inquiry_of(phase, actor.id), _find_notice(phase, actor)
    knew = inquiry is None or inquiry.kind != LOST or phase.stealth.minds[actor.id].is_marked
    cause = None if inquiry is None else (actor.level, inquiry.at, inquiry.kind)
    noise = next((noise for noise in reversed(noises) if (noise.level, noise.at, noise.kind) == cause), None)
    if noise is not None and (notice is None or notice.turn < noise.turn):
        sound = {"sound": Message(f"stealth-sound-{noise.kind}"), "noise": noise.loudness}
        made = {"by": "throw" if noise.is_thrown else "you", "distance": chebyshev_distance(actor.at, noise.at)}
        return Message("stealth-edge-comes-noise", facts | sound | made)
    if notice is not None and knew and (inquiry is None or inquiry.kind in ("step", LOST)):
        aim = "hunts" if inquiry is None else "searches" if inquiry.kind == LOST else "looks"
        why = {"aim": aim, "turn": str(phase.ctx.count_turns(notice.turn)), "why": explain_notice(notice)}
        return Message("stealth-edge-comes-why", facts | why)
    if inquiry is not None and inquiry.kind != LOST:
        return Message("stealth-edge-comes-bell" if inquiry.kind == BELL_SOUND.kind else "stealth-edge-comes", facts)
    return Message("stealth-edge-comes-unnoticed", facts | {"aim": "hunts" if inquiry is None else "searches"})
