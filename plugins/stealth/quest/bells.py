"""Bells that have been taken: they sound, wardens come, cloth and wax muffle them (P-BELL-3 to 5)."""

from typing import NamedTuple

from footfall.api import Change, Context, Message, Step, Tell
from footfall.api.grid import (
    WALL_SOUND_COST,
    Actor,
    Cell,
    Item,
    LevelDraft,
    PlacedActor,
    get_lying_items,
    kernels,
    list_carried_items,
)

from ..generate import commit
from ..generate.dungeon_state import CountGenerated, dungeon_of
from ..generate.populate import draw_kind
from ..model.courses import Bell, Pursuit, course_of, find_bell
from ..model.floor_records import SpawnTable
from ..model.phase import Phase, get_phase
from ..model.play_state import CountPursuer, Inquiry, SetInquiry
from ..senses.sounds import STAIRS_SOUND, SoundKind, emit_noise, emit_noise_at

BELL_SOUND = SoundKind("bell", 4, 2)
HUM = "hum"
"""The sound of a bell that hangs: the name of its message and its recipe."""

HUM_PERIOD, HUM_STEP = 4, 80
"""Turns from one swell of a hum to the next; the distance in tenths of a cell by which it loses a step of loudness."""

PURSUIT_PATIENCE = 60
"""Turns for which a pursuer looks for the bell that it heard."""


def strike_bell(phase: Phase, kind: str) -> list[Change]:
    """The sound of a bell that is taken (P-BELL-3)."""
    bell = find_bell(phase, kind) if phase.play.course else None
    if bell is None or not bell.strike_loudness:
        return []
    return [
        emit_noise(phase, phase.player, BELL_SOUND, loudness=bell.strike_loudness),
        Tell(Message("stealth-bell-struck"), "bad"),
    ]


def loudness_of(phase: Phase, item: Item, bell: Bell) -> int:
    """The loudness of a carried bell: less by its wrapping (P-BELL-5)."""
    return max(0, bell.rings - phase.play.muffling.get(item.id, 0))


def find_loudest(phase: Phase, actor: Actor) -> tuple[int, Bell] | None:
    """The carried bell that is heard farthest, with its loudness; None without a bell."""
    if not phase.play.course:
        return None
    found = [
        (loudness_of(phase, item, bell), bell)
        for item in list_carried_items(phase.world, actor)
        if (bell := find_bell(phase, item.kind)) is not None
    ]
    return max(found, key=lambda row: row[0]) if found else None


def sound_bells(ctx: Context) -> list[Change]:
    """The sound of a carried bell, and those who come for it; nothing under the open sky (P-BELL-3, 4)."""
    phase = get_phase(ctx)
    player = phase.player
    loudest = find_loudest(phase, player)
    course = course_of(ctx)
    if loudest is None or course is None or phase.level.floor < 2:
        return []
    loudness, bell = loudest
    changes: list[Change] = []
    if loudness and phase.turn % bell.period == 0:
        changes += [
            emit_noise(phase, player, BELL_SOUND, loudness=loudness),
            Tell(Message("stealth-bell-rings"), "bad"),
        ]
    if course.pursuit is not None:
        changes += send_pursuer(phase, course.pursuit, player.at, loudness)
    return changes


def send_pursuer(phase: Phase, pursuit: Pursuit, heard_at: Cell, loudness: int) -> list[Change]:
    """Sends a creature by free stairs, by a chance that grows with the loudness; it goes to the bell (P-BELL-4)."""
    level = phase.level
    if phase.play.pursuers.get(level.id, 0) >= pursuit.max_creatures:
        return []
    loudest = max(bell.rings for bell in phase.records.table(Bell, "bell").values())
    if not phase.ctx.chance("pursuit", pursuit.chance * (1 + loudness), 100 * (1 + loudest)):
        return []
    stairs = [cell for name, cell in level.arrivals.items() if name in ("up", "down")]
    stairs = [cell for cell in stairs if cell not in phase.ground.actor_by_cell]
    table = phase.records.get(SpawnTable, "spawn", pursuit.spawn)
    draft = LevelDraft(level.recipe, (1, 1), level.palette[0], floor=level.floor, branch=level.branch)
    draft.counts = dict(dungeon_of(phase.ctx.state).tally)
    kind = draw_kind(phase.ctx, "creature:pursuit", table.rows, draft)
    if kind is None or not stairs:
        return []
    at = stairs[phase.ctx.roll("pursuit-stairs", 0, len(stairs) - 1)]
    id = phase.world.next_id
    ai = table.ai_by_creature.get(kind, table.ai)
    spawns = commit.create_creature(phase.ctx, commit.IdAllocator(id), PlacedActor(kind, at, ai), level.id)
    return [
        *spawns,
        CountGenerated(level.floor, commit.count_kinds(spawns)),
        CountPursuer(level.id),
        SetInquiry(id, Inquiry(heard_at, BELL_SOUND.kind, PURSUIT_PATIENCE)),
        emit_noise_at(phase, STAIRS_SOUND, level.id, at),
    ]


class Hum(NamedTuple):
    """The hum of a bell at the character's ear.

    Attributes:
        at: where the bell hangs.
        distance: along the way of the sound, in tenths of a cell.
        direction: of arrival, 0 to 7, -1 on the cell of the bell.
    """

    at: Cell
    distance: int
    direction: int


def hear_hums(phase: Phase) -> list[Hum]:
    """The hums of the bells that lie on this floor, wherever the character stands; the nearest first (P-BELL-8)."""
    if not phase.settings.shipped or not phase.play.course:
        return []
    level, memo = phase.level, phase.ground.memo
    lying = get_lying_items(phase.world, level)
    before, count, places = memo.get("core.stealth:bell-places") or (None, 0, [])
    if before is not lying or count != len(lying.moved_kinds):
        bells = {bell.item for bell in phase.records.table(Bell, "bell").values()}
        if before is not lying or not bells.isdisjoint(lying.moved_kinds[count:]):
            places = [cell for cell, items in lying.by_cell.items() for item in items if item.kind in bells]
        memo["core.stealth:bell-places"] = lying, len(lying.moved_kinds), places
    if not places:
        return []
    limit = WALL_SOUND_COST * sum(level.shape)
    key = phase.ground.grid.generation, phase.player.at, *places
    known: tuple[tuple[object, ...], list[Hum]] | None = memo.get("core.stealth:hums")
    if known is not None and known[0] == key:
        return known[1]
    sources, ears = [phase.array_index(cell) for cell in places], [phase.array_index(phase.player.at)]
    _, heard, distances, directions = kernels.hear(phase.ground.grid, sources, ears, max_distance=limit)
    rows = zip(heard.tolist(), distances.tolist(), directions.tolist(), strict=True)
    hums = sorted((Hum(places[n], distance, way) for n, distance, way in rows), key=lambda hum: hum.distance)
    memo["core.stealth:hums"] = key, hums
    return hums


UPKEEP = (Step("core.stealth:bells", sound_bells),)
