"""Noises that tell what is near: snoring, chewing, chains, muttering, wings, dripping water (P-AMB)."""

from typing import Annotated, Literal

import msgspec
import numpy as np

from footfall.api import Change, Context, Record, RecordKind, Ref, Step
from footfall.api.grid import Actor, chebyshev_distance

from ..model.phase import Phase, get_phase
from ..model.state import Mood
from .sounds import SoundKind, emit_noise, emit_noise_at

COMPANY_DISTANCE = 2
"""Cells between two creatures that talk (P-RND-3)."""

DIE_NAME = "ambience"
DIE = 1000
"""Sides of the die of a turn; chances are permille."""


class Ambience(Record, frozen=True, kw_only=True):
    """A noise that creatures or places make now and then. Calm creatures take it for granted.

    Attributes:
        noise: kind of the noise; names the text ``stealth-sound-KIND`` and the recipe of its sound.
        loudness: its loudness.
        permille: chance in a turn, for each creature, or for each kind of tile on the floor.
        creatures: the creatures that make it.
        state: whether they must be asleep, awake and calm, or that with a calm companion near.
        tiles: the tiles on which it is made, by no creature.
    """

    noise: str
    loudness: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    permille: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    creatures: tuple[Annotated[str, Ref("creature")], ...] = ()
    state: Literal["asleep", "awake", "company"] = "awake"
    tiles: tuple[Annotated[str, Ref("tile")], ...] = ()


AMBIENCE_RECORDS = (RecordKind("ambience", Ambience),)

Sources = list[tuple[int, Ambience, int, str]]
"""Chances added up, the noise, and the creature or the tile that may make it."""


def list_familiar_noises(ctx: Context) -> frozenset[str]:
    """The kinds of noise that calm creatures take for granted."""
    return frozenset(row.noise for row in ctx.records.table(Ambience, "ambience").values())


def list_sources(phase: Phase) -> Sources:
    """The possible sounds of this floor; made again when an actor arrives or leaves, or a kind of tile is new to it."""
    ground = phase.ground  # another one once the palette has grown
    cached = ground.memo.get("core.stealth:ambience")
    if cached is None or cached[0] != ground.residents_version:
        listed: Sources = []
        total = 0
        ids = phase.index.all
        for row in phase.records.table(Ambience, "ambience").values():
            makers = [(id, "") for id in ids if phase.world.actors[id].kind in row.creatures]
            for id, tile in [*makers, *((0, tile) for tile in row.tiles if tile in phase.level.palette)]:
                total += row.permille
                listed.append((total, row, id, tile))
        cached = ground.memo["core.stealth:ambience"] = (ground.residents_version, listed)
    sources: Sources = cached[1]
    return sources


def weigh_sources(phase: Phase) -> int:
    """The sum of the chances of a turn in permille; 0 under the classic rules."""
    sources = list_sources(phase) if phase.settings.shipped else []
    return sources[-1][0] if sources else 0


def sound_ambience(ctx: Context) -> list[Change]:
    """Lets at most one creature or place sound: one die a turn, and silence if the one it names is in another state."""
    phase = get_phase(ctx)
    total = weigh_sources(phase)
    if not total:
        return []
    rolled = ctx.roll(DIE_NAME, 1, max(DIE, total))
    if rolled > total:
        return []
    _, row, id, tile = next(source for source in list_sources(phase) if rolled <= source[0])
    sound = SoundKind(row.noise, row.loudness, 1)
    if not id:
        level = phase.level
        cells = np.argwhere(level.tiles == level.palette.index(tile))
        if not len(cells):
            return []
        y, x = cells[ctx.roll("ambience-at", 0, len(cells) - 1)].tolist()
        return [emit_noise_at(phase, sound, level.id, (y + level.origin[0], x + level.origin[1]))]
    actor = phase.world.actors[id]
    mind = phase.stealth.minds.get(id)
    mood = None if mind is None else mind.mood
    is_in_state = mood is (Mood.ASLEEP if row.state == "asleep" else Mood.CALM)
    talks = row.state in ("asleep", "awake") or not is_in_state or find_companion(phase, actor, row) is not None
    return [emit_noise(phase, actor, sound)] if is_in_state and talks else []


def find_companion(phase: Phase, actor: Actor, row: Ambience) -> int | None:
    """A calm creature near another with which it talks, the first to have arrived."""
    minds = phase.stealth.minds
    for id in phase.index.by_side.get(actor.side, ()):
        other = phase.world.actors[id]
        near = id != actor.id and chebyshev_distance(other.at, actor.at) <= COMPANY_DISTANCE
        if near and other.kind in row.creatures and id in minds and minds[id].mood is Mood.CALM:
            return id
    return None


def talk(phase: Phase, actor: Actor) -> list[Change]:
    """The words of a creature to one that it meets on its round (P-RND-3)."""
    for row in phase.records.table(Ambience, "ambience").values():
        if row.state == "company" and actor.kind in row.creatures and find_companion(phase, actor, row) is not None:
            return [emit_noise(phase, actor, SoundKind(row.noise, row.loudness, 1))]
    return []


UPKEEP = (Step("core.stealth:ambience", sound_ambience),)
