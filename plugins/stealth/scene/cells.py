"""The map on screen: cells in view, remembered cells, sounds."""

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from footfall.api import Message
from footfall.api.grid import (
    Actor,
    Cell,
    Tile,
    find_visible_cells,
)
from footfall.api.scene import Cells, Percept, Pitch, Stir, Tint

from ..actions.fight import Manner, is_open_to_backstab
from ..actions.movement import can_pass
from ..actors.identification import describe_gear, disguise_of, item_look, item_name
from ..actors.stats import LAMP, effective_stat, light_of, sense_ranges
from ..actors.surroundings import is_in_daylight
from ..ai.tactics import BEHAVIORS
from ..model.phase import Phase, get_phase
from ..model.records import CreatureKind, creature_kind, find_sound_recipe, item_kind
from ..model.state import Mood
from ..odds.risk import compute_reach, compute_risk
from ..odds.sightings import LastSeen, find_arrival, is_sensed, is_shown, list_fires, list_met, list_unseen, measure_age
from ..odds.watchers import Awareness, awareness_of
from ..quest.bells import HUM, HUM_PERIOD, HUM_STEP, hear_hums
from ..senses.known_map import (
    apparent_tile,
    list_foes_at_hand,
    list_items_in_view,
    list_remembered_items,
    recall_map,
)
from ..senses.notices import ALERT_KIND, WAKES_WHY, explain_notice
from ..senses.sight import MIN_VIEW_RADIUS, actor_name, keep_lit, list_lights, visible_cells
from ..senses.sounds import CRIES_TAG, CRY_SOUND, rate_sound
from .chances import AWARENESS_SIGNS, AWARENESS_TINTS

BLANK_GLYPH, BARE_GLYPH = 32, 0xA0
"""Glyphs of unknown cells, and of known ground without a sign: a space that a screen does not take for unknown."""

SPARSE_STEP = 9
"""One in this many cells of sparse ground has a sign."""

AMBUSH_SIGN = "↯"
"""Sign on the character: an adjacent enemy is open to a backstab."""

STIRS = {"water": Stir.WATER, "plant": Stir.PLANT, "fire": Stir.FIRE}
"""Movements on the screen, by a tag of its tile or creature."""

LANDMARK_TAGS = {"stairs", "edge", "door", "container"}
"""Tags of ground whose sign no overlay covers."""

HOLLOW_GLYPH = "▒"
"""Glyph of a recognized secret wall."""


def build_cells(phase: Phase) -> Cells:
    """Glyphs and tints of visible cells as they are and of remembered cells as last seen."""
    level, seen = phase.level, visible_cells(phase)
    kinds = [apparent_tile(phase, kind) for kind in phase.ground.tile_kinds]
    tints = np.array([Tint[kind.tint] for kind in kinds], np.uint8)
    memory = recall_map(phase)
    shown = np.where(seen, level.tiles, np.maximum(memory, 1) - 1)
    dark = ~seen & (memory == 0)
    bright = find_bright_cells(phase)
    light, flame = map_light(phase)
    ground_tints = np.where(bright, tints[shown], np.where(seen, Tint.DIM, Tint.REMEMBERED))
    cells = Cells(
        glyph=np.where(dark, BLANK_GLYPH, draw_ground(kinds, shown)).astype(np.uint32),
        fg=np.where(dark, Tint.REMEMBERED, ground_tints).astype(np.uint8),
        bg=np.zeros(level.tiles.shape, np.uint8),
        mark=np.zeros(level.tiles.shape, np.uint32),
        focus=phase.player.at,
        origin=level.origin,
        visible=seen,
        pitch=Pitch.SQUARE,
        light=light,
        flame=flame,
        solid=np.array([kind.is_shelter for kind in kinds], np.bool_)[shown] & ~dark,
        landmark=np.array([bool(LANDMARK_TAGS & {*kind.tags}) for kind in kinds], np.bool_)[shown] & ~dark,
        stir=np.where(seen, np.array([_find_stir(kind.tags) for kind in kinds], np.uint8)[shown], 0).astype(np.uint8),
        age=measure_age(phase),
        records=tuple(kind.id for kind in kinds),
        ground=np.where(dark, 0, shown.astype(np.uint16) + 1).astype(np.uint16),
        thing=np.zeros(level.tiles.shape, np.uint16),
        ask_risk=lambda: compute_risk(get_phase(phase.ctx)),
        ask_reach=lambda: compute_reach(get_phase(phase.ctx)),
    )
    _draw_secrets(phase, cells, seen, np.where(dark, -1, shown))
    _draw_remembered_items(phase, cells, memory)
    for at, item in list_items_in_view(phase):
        index, kind = phase.array_index(at), item_kind(phase, item.kind)
        cells.glyph[index], cells.fg[index] = ord(kind.glyph), Tint[kind.tint]
        _put_thing(cells, index, item_look(phase, item))
    _draw_actors(phase, cells, seen)
    return cells


def draw_ground(kinds: list[Tile], shown: npt.NDArray[np.int_]) -> npt.NDArray[np.uint32]:
    """The glyphs of tiles; most cells of sparse ground have none, so that open country is not a carpet of dots."""
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)[shown]
    sparse = np.array(["sparse" in kind.tags for kind in kinds])[shown]
    rows, columns = np.indices(glyphs.shape)
    mixed = (rows * 73 + columns * 151 + rows * columns * 7) * 2654435761 % 4294967296
    is_bare = sparse & ((mixed >> 24) % SPARSE_STEP != 0)
    return np.where(is_bare, BARE_GLYPH, glyphs).astype(np.uint32)


def _draw_secrets(phase: Phase, cells: Cells, seen: npt.NDArray[np.bool_], shown: npt.NDArray[np.int_]) -> None:
    """Draws recognized secret walls in view and as remembered; `shown` is the palette number, -1 for unknown."""
    for y, x in np.argwhere(phase.level.recognized & (shown >= 0)).tolist():
        kind = phase.ground.tile_kinds[shown[y, x]]
        if kind.is_secret:
            cells.glyph[y, x], cells.fg[y, x] = ord(HOLLOW_GLYPH), Tint.STRONG if seen[y, x] else Tint.REMEMBERED
            _put_thing(cells, (y, x), kind.id)


def _find_stir(tags: tuple[str, ...]) -> Stir:
    return next((STIRS[tag] for tag in tags if tag in STIRS), Stir.STILL)


def _put_thing(cells: Cells, index: Cell, look: str) -> None:
    """Records what lies or stands on a cell; later things cover earlier ones."""
    assert cells.thing is not None
    if look not in cells.records:
        cells.records = (*cells.records, look)
    cells.thing[index] = cells.records.index(look) + 1


def _draw_remembered_items(phase: Phase, cells: Cells, memory: npt.NDArray[np.uint8]) -> None:
    for at, item in list_remembered_items(phase):
        index = phase.array_index(at)
        if memory[index]:
            cells.glyph[index], cells.fg[index] = ord(item_kind(phase, item.kind).glyph), Tint.REMEMBERED
            _put_thing(cells, index, item_look(phase, item))
    for one in (*list_fires(phase), *list_unseen(phase)):
        if is_shown(phase, one):
            index, kind = phase.array_index(one.at), phase.records.get(CreatureKind, "creature", one.kind)
            cells.glyph[index], cells.fg[index] = ord(kind.glyph), Tint.REMEMBERED
            cells.mark[index] = ord(AWARENESS_SIGNS[one.awareness] or "\0")
            _put_thing(cells, index, kind.id)


def describe_unseen(phase: Phase, sighting: LastSeen, is_aged: bool = False) -> Message:
    """A creature out of view, as it was last seen; in lists that tell news by their words, without its age."""
    kind = phase.records.get(CreatureKind, "creature", sighting.kind)
    if is_sensed(phase, sighting):
        return Message(
            "stealth-look-creature", {"name": Message(kind.name), "mood": sighting.awareness.value, "knew": "no"}
        )
    facts = {"mood": sighting.awareness.value, "turns": phase.turn - sighting.turn if is_aged else 0}
    return Message("stealth-remembered-creature", {"creature": Message(kind.name), **facts})


def describe_fire(phase: Phase, fire: LastSeen) -> Message:
    """A fire out of view, as a memory."""
    kind = phase.records.get(CreatureKind, "creature", fire.kind)
    return Message("stealth-remembered", {"name": Message(kind.name)})


def can_backstab(phase: Phase) -> bool:
    """Whether an enemy next to the character is open to a backstab (R-STEALTH-8)."""
    foes = list_foes_at_hand(phase)
    return any(is_open_to_backstab(phase, phase.player, foe, Manner.MELEE) for foe in foes)


def _draw_actors(phase: Phase, cells: Cells, seen: npt.NDArray[np.bool_]) -> None:
    player = phase.player
    assert cells.stir is not None
    for actor in phase.actors:
        index = phase.array_index(actor.at)
        if not seen[index]:
            continue
        furniture = disguise_of(phase, actor)
        if furniture is not None:
            cells.glyph[index], cells.fg[index] = ord(furniture.glyph), Tint[furniture.tint]
            _put_thing(cells, index, furniture.id)
            continue
        kind = creature_kind(phase, actor.kind)
        awareness = awareness_of(phase, actor)
        cells.glyph[index] = ord(kind.glyph)
        _put_thing(cells, index, kind.id)
        if _find_stir(kind.tags):
            cells.stir[index] = _find_stir(kind.tags)
        if actor is player:
            cells.fg[index] = Tint.PLAYER
            cells.mark[index] = ord(AMBUSH_SIGN) if can_backstab(phase) else 0
        elif awareness is Awareness.NONE:
            cells.fg[index] = Tint[kind.tint]
        else:
            cells.fg[index] = cells.bg[index] = AWARENESS_TINTS[awareness]
            cells.mark[index] = ord(AWARENESS_SIGNS[awareness])


def list_percepts(phase: Phase, *, repeats: bool = False) -> tuple[Percept, ...]:
    """Recent sounds, newest first; equal sounds of one turn and direction are counted together.

    On unseen ground only the direction is shown, not the cell. Sounds of creatures in view are left out, those of
    creatures that were in view once and are dead, and those of the floor before. Steps of a creature up to its cry
    are left out, too, unless `repeats`.
    """
    level = phase.level
    seen = visible_cells(phase)
    memory = level.memory if level.memory.shape == level.tiles.shape else np.zeros_like(level.tiles)
    listener, met, arrived = phase.player.at, list_met(phase), find_arrival(phase)
    cried = {sound.source: sound.turn for sound in phase.stealth.heard_sounds if sound.kind == ALERT_KIND}
    merged: dict[tuple[str, int, int], Percept] = {}
    for sound in reversed(phase.stealth.heard_sounds):
        source = phase.world.actors.get(sound.source)
        if (source is None and sound.source in met) or sound.turn < arrived:
            continue
        if source is not None and source.level == level.id and seen[phase.array_index(source.at)]:
            continue
        if not repeats and sound.kind != ALERT_KIND and sound.turn <= cried.get(sound.source, -1):
            continue
        key = (sound.kind, sound.direction, sound.turn)
        previous = merged.get(key)
        loudness, muffling = rate_sound(sound.distance, listener, sound.estimate)
        merged[key] = Percept(
            Message(f"stealth-sound-{sound.kind}"),
            loudness if previous is None else max(loudness, previous.loudness),
            sound.direction,
            sound.estimate if memory[phase.array_index(sound.estimate)] else None,
            phase.turn - sound.turn,
            1 if previous is None else previous.count + 1,
            muffling,
            find_sound_recipe(phase, sound.kind),
        )
    return (*merged.values(), *list_hums(phase, seen, memory))


def list_hums(phase: Phase, seen: npt.NDArray[np.bool_], memory: npt.NDArray[np.uint8]) -> Iterator[Percept]:
    """The bells that hum on this floor, out of view; they swell every few turns (P-BELL-8)."""
    for hum in hear_hums(phase):
        index = phase.array_index(hum.at)
        if not seen[index]:
            loudness, kind = max(1, 5 - hum.distance // HUM_STEP), Message(f"stealth-sound-{HUM}")
            muffling, age = rate_sound(hum.distance, phase.player.at, hum.at)[1], phase.turn % HUM_PERIOD
            known = hum.at if memory[index] else None
            yield Percept(kind, loudness, hum.direction, known, age, 1, muffling, find_sound_recipe(phase, HUM))


def describe_creature(phase: Phase, actor: Actor) -> Message:
    """A creature's name with its awareness of the player."""
    awareness, mind = awareness_of(phase, actor), phase.stealth.minds.get(actor.id)
    knew = "yes" if mind is not None and mind.is_marked else "no"
    return Message("stealth-look-creature", {"name": actor_name(phase, actor), "mood": awareness.value, "knew": knew})


def describe_senses(phase: Phase, actor: Actor) -> tuple[Message, ...]:
    """How an enemy perceives, its effects (R-INSPECT-2), how it noticed the character; of others, who gives way."""
    if awareness_of(phase, actor) is Awareness.NONE:
        return (Message("stealth-look-passes"),) if can_pass(phase, phase.player, actor) else ()
    fov, foh = sense_ranges(phase, actor)
    records = phase.status_effects
    names = [records[id].name for id in actor.effects if id in records]
    effects = [Message("stealth-look-effect", {"effect": Message(name)}) for name in names]
    senses = Message("stealth-look-senses", {"fov": fov, "foh": foh})
    habits = _describe_habits(phase, actor) if phase.settings.shipped else []
    return (senses, *habits, *effects, *recall_notice(phase, actor), *recall_waking(phase, actor))


def _describe_habits(phase: Phase, actor: Actor) -> list[Message]:
    """That no noise draws a creature (P-INQ-1), that it cries out (P-INQ-10) or carries light (P-WATCH-1), if so."""
    mind, habits = phase.stealth.minds.get(actor.id), []
    if mind is not None and not BEHAVIORS[mind.ai].follows_noises and mind.mood is not Mood.AGGRAVATED:
        habits.append(Message("stealth-look-stays"))
    if CRIES_TAG in creature_kind(phase, actor.kind).tags:
        habits.append(Message("stealth-look-cries", {"loudness": CRY_SOUND.loudness}))
    light = light_of(phase, actor)
    if light and mind is not None:
        habits.append(Message("stealth-look-light", {"cells": light, "less": -phase.settings.lamp_stealth}))
    return habits


def recall_notice(phase: Phase, actor: Actor) -> tuple[Message, ...]:
    """Why a creature in view that hunts the character, or comes to look, noticed it last (P-WHY-5)."""
    awareness = awareness_of(phase, actor)
    if awareness not in (Awareness.HUNTING, Awareness.INVESTIGATING):
        return ()
    notice = next((notice for notice in reversed(phase.play.notices) if notice.actor == actor.id), None)
    if notice is None:
        return ()
    sure = "yes" if awareness is Awareness.HUNTING else "no"
    facts = {"turn": str(phase.ctx.count_turns(notice.turn)), "why": explain_notice(notice), "sure": sure}
    return (Message("stealth-look-noticed", facts),)


def recall_waking(phase: Phase, actor: Actor) -> tuple[Message, ...]:
    """The log line of the waking of a creature in view, while it does not hunt (P-WHY-9)."""
    if awareness_of(phase, actor) in (Awareness.ASLEEP, Awareness.HUNTING):
        return ()
    wakings = (line for line in reversed(phase.ctx.log) if line.message.id == WAKES_WHY)
    line = next((line for line in wakings if line.message.args.get("id") == actor.id), None)
    if line is None:
        return ()
    return (
        Message("stealth-look-woke", {"turn": str(phase.ctx.count_turns(line.turn)), "why": line.message.args["why"]}),
    )


def list_memories(phase: Phase) -> list[tuple[Cell, Message]]:
    """Items, creatures and fires out of view in words, each with its cell."""
    remembered = [
        (at, Message("stealth-remembered", {"name": item_name(phase, item)}))
        for at, item in list_remembered_items(phase)
    ]
    remembered += [(one.at, describe_unseen(phase, one, True)) for one in list_unseen(phase)]
    remembered += [(one.at, describe_fire(phase, one)) for one in list_fires(phase)]
    return remembered


def describe_cells(phase: Phase) -> dict[Cell, tuple[Message, ...]]:
    """Descriptions of each visible or remembered cell: creature, items, ground."""
    level, ground = phase.level, phase.ground
    seen = visible_cells(phase)
    memory = recall_map(phase)
    top, left = level.origin
    names = [Message(apparent_tile(phase, kind).name) for kind in ground.tile_kinds]
    names += [Message(kind.name) for kind in ground.tile_kinds]  # of recognized secrets
    remembered_names = [Message("stealth-remembered", {"name": name}) for name in names]
    descriptions: dict[Cell, tuple[Message, ...]] = {}
    palette = np.where(seen, level.tiles, np.maximum(memory, 1) - 1) + level.recognized * len(ground.tile_kinds)
    for y, x in np.argwhere(seen | (memory > 0)).tolist():
        lines = names if seen[y, x] else remembered_names
        descriptions[y + top, x + left] = (lines[palette[y, x]],)
    for at, item in list_items_in_view(phase):
        descriptions[at] = (item_name(phase, item), *describe_gear(phase, item), *descriptions[at])
    for cell, text in list_memories(phase):
        if cell in descriptions:  # one line says that it is a memory
            descriptions[cell] = (text, *descriptions[cell][:-1], names[palette[phase.array_index(cell)]])
        else:  # a creature that is sensed on unknown ground
            descriptions[cell] = (text,)
    player = phase.player
    for actor in phase.actors:
        if not seen[phase.array_index(actor.at)] or actor is player:
            continue
        furniture = disguise_of(phase, actor)
        if furniture is not None:
            descriptions[actor.at] = (Message(furniture.name),)
        else:
            about = Message(f"{creature_kind(phase, actor.kind).name}-about")
            descriptions[actor.at] = (
                describe_creature(phase, actor),
                *describe_senses(phase, actor),
                about,
                *descriptions[actor.at],
            )
    return descriptions


LightMap = npt.NDArray[np.uint8]


FULL_LIGHT, DARKNESS, GLIMMER = 255, 110, 34
"""Light of a flame at its cell; the light that eyes see without one; the least light of a cell in view."""


FLAME_MARGIN = 2.5
"""Cells beyond its radius at which a flame no longer lights anything."""


def map_light(phase: Phase) -> tuple[LightMap, LightMap]:
    """The light on each cell in view, and the share of it that flames give (255: all); both are 0 out of view."""
    player = phase.player
    seen = visible_cells(phase)
    if is_in_daylight(phase, player.at):
        light = np.where(seen, FULL_LIGHT, 0).astype(np.uint8)
        return light, np.zeros_like(light)
    at, reach = phase.array_index(player.at), effective_stat(phase, player, "fov")
    flames = [(cell, radius) for _, cell, radius in list_lights(phase)]
    is_lit = LAMP in player.effects
    warm = _add_up(phase.level.shape, [*flames, *[(at, reach)] * is_lit], FULL_LIGHT)
    cold = np.maximum(_add_up(phase.level.shape, [(at, reach)] * (not is_lit), DARKNESS), GLIMMER)
    total = warm + cold * (1 - warm / FULL_LIGHT)
    share = np.divide(warm * FULL_LIGHT, total)
    return (total * seen).astype(np.uint8), (share * seen).astype(np.uint8)


def _add_up(shape: tuple[int, int], spots: Iterable[tuple[Cell, int]], brightness: int) -> npt.NDArray[np.float32]:
    """The light of spots of a radius, which falls off to 0 just beyond it; where they overlap, it is brighter."""
    dark = np.ones(shape, np.float32)
    rows, columns = np.arange(shape[0], dtype=np.float32)[:, None], np.arange(shape[1], dtype=np.float32)
    for (y, x), radius in spots:
        distance = np.sqrt((rows - y) ** 2 + (columns - x) ** 2)
        dark *= 1 - np.clip(1 - distance / (radius + FLAME_MARGIN), 0, 1) ** 1.4
    lit: npt.NDArray[np.float32] = brightness * (1 - dark)
    return lit


LAMP_FLICKER, FIRE_FLICKER = (0, 1), (-1, 1)
"""The least and most cells by which the radius of the lamp differs in a turn, and that of fires and carried lights."""


def find_bright_cells(phase: Phase) -> npt.NDArray[np.bool_]:
    """The cells that the character's own view or flickering light reaches this turn: bool ``(height, width)``.

    Cells in view may be missing (they are drawn dim), and cells just out of view may be among them.
    """
    player = phase.player
    if is_in_daylight(phase, player.at):
        return visible_cells(phase)
    at, reach = phase.array_index(player.at), effective_stat(phase, player, "fov")
    lamp = _roll_flicker(phase, player.id, LAMP_FLICKER) if LAMP in player.effects else 0
    spots = [(at, reach + lamp)]
    for id, cell, radius in list_lights(phase):
        spots.append((cell, radius + _roll_flicker(phase, id, FIRE_FLICKER)))
    farthest = max(max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in spots)
    return keep_lit(find_visible_cells(phase.ground, at, max(MIN_VIEW_RADIUS, farthest)), spots)


def _roll_flicker(phase: Phase, source: int, bounds: tuple[int, int]) -> int:
    return phase.ctx.draw_for_screen("flicker", phase.turn, source, *bounds)
