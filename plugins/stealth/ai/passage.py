"""Those who follow the character by the stairs or wait at them, and floors without it (P-STAIR)."""

import msgspec
import numpy as np

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import MarkNoisesReported, Move, kernels

from ..actors.stats import cost_of
from ..generate.floor_factory import GO_ON_STEP, PURSUE_STEP, find_free_cell
from ..model.phase import Phase, get_phase
from ..model.play_state import FOLLOW, HOME, LOST, Inquiry, SetInquiry, SpoilFloor
from ..model.records import creature_kind
from ..model.state import Mind, Mood, SetMind
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import STAIRS_SOUND, emit_noise
from .context import SEARCHES_TAG
from .paths import can_use_doors, passable_cells
from .senses import GUESSED_TURNS, hunts_another
from .tactics import BEHAVIORS, BYSTANDERS
from .turn import take_creature_turn

ABSENT_STEP = "core.stealth:absent-turn"

VIGIL_TURNS = 20
"""Turns for which a creature waits at the stairs that the character took (P-STAIR-3)."""

OPEN_FLOOR = 1
"""The floor under the open sky, into which no creature follows."""


def pursue_by_stairs(ctx: Context, stairs: str) -> list[Change]:
    """Before the character takes stairs: who knows sets out to follow, who suspects comes to wait (P-STAIR-2, 3)."""
    phase = get_phase(ctx)
    at = phase.level.arrivals[stairs]
    goes_outside = stairs == "up" and phase.level.floor == OPEN_FLOOR + 1
    changes: list[Change] = []
    followers: list[tuple[int, int]] = []
    for id, steps in list_informed(phase, stairs):
        actor, mind = phase.world.actors[id], phase.stealth.minds[id]
        stays = goes_outside or SEARCHES_TAG in creature_kind(phase, actor.kind).tags
        if mind.mood is Mood.AGGRAVATED and mind.lost_turns <= GUESSED_TURNS and not stays:
            followers.append((-(-steps * cost_of(phase, actor) // 10), id))
        else:
            changes += [SetInquiry(id, Inquiry(at, LOST, VIGIL_TURNS)), SetMind(id, _lose_sight(mind))]
    arrival = phase.turn + 1
    for turns, id in sorted(followers):
        arrival = max(arrival, phase.turn + turns) + 1
        changes += [SetInquiry(id, Inquiry(at, FOLLOW, arrival)), SetMind(id, _lose_sight(phase.stealth.minds[id]))]
    if any(player_sees(phase, phase.world.actors[id].at) for _, id in followers):
        changes.append(Tell(Message("stealth-followed", {"count": len(followers)}), "alarm"))
    return changes


def list_informed(phase: Phase, stairs: str) -> list[tuple[int, int]]:
    """Ids of the creatures that hunt or look for the character near enough to the stairs, and their steps to it."""
    minds, inquiries, found = phase.stealth.minds, phase.play.inquiries, []
    goal, ways = phase.array_index(phase.level.arrivals[stairs]), {}
    for id in phase.index.by_side.get("hostile", ()):
        mind, actor = minds.get(id), phase.world.actors[id]
        if mind is None or mind.mood is Mood.ASLEEP or not BEHAVIORS[mind.ai].follows_noises:
            continue
        if mind.mood is Mood.AGGRAVATED:
            if hunts_another(phase, actor):
                continue
        elif id not in inquiries or inquiries[id].kind == HOME:
            continue
        doors = can_use_doors(creature_kind(phase, actor.kind))
        if doors not in ways:
            mask = passable_cells(phase.level, phase.ground, doors).astype(np.uint16)
            ways[doors] = kernels.distance_map(mask, [goal], max_cost=phase.settings.ai_max_pursuit_range)
        steps = int(ways[doors][phase.array_index(actor.at)])
        if steps >= 0:
            found.append((id, steps))
    return found


def _lose_sight(mind: Mind) -> Mind:
    """A mind that hunts no longer, but has not forgotten."""
    return msgspec.structs.replace(mind, mood=Mood.CALM, lost_turns=0, blocked_turns=0, path=(), goal=None, foe=0)


def arrive_in_pursuit(ctx: Context) -> list[Change]:
    """Brings the next follower whose turn has come up or down the stairs, hunting (P-STAIR-2)."""
    phase = get_phase(ctx)
    due = (pair for pair in phase.play.inquiries.items() if pair[1].kind == FOLLOW and phase.turn >= pair[1].patience)
    id, inquiry = next(due, (0, None))
    if inquiry is None:
        return []
    traveler, level = phase.world.actors[id], phase.level
    links = phase.world.levels[traveler.level].links
    arrival = next((name for y, x, to, name in links if (y, x) == inquiry.at and to == level.id), None)
    if arrival is None:  # the character has gone on, or come back
        return [SetInquiry(id, None)]
    cell = find_free_cell(ctx, level, level.arrivals[arrival])
    mind = msgspec.structs.replace(
        phase.stealth.minds[id], mood=Mood.AGGRAVATED, is_marked=True, post=cell, last_seen=cell, rounds=(), index=0
    )
    noise = emit_noise(phase, msgspec.structs.replace(traveler, level=level.id, at=cell), STAIRS_SOUND)
    changes = [SetInquiry(id, None), Move(id, cell, level.id), SetMind(id, mind), SpoilFloor(level.id), noise]
    if player_sees(phase, cell):
        changes.append(Tell(Message("stealth-follows", {"creature": actor_name(phase, traveler)}), "alarm"))
    return changes


def go_on(ctx: Context, turns: int) -> list[Change]:
    """Lets the creatures of a floor to which the character returns take turns without it (P-STAIR-4).

    Dice and rules are those of play; sleepers, and those who do nothing of themselves, are left out.
    """
    phase = get_phase(ctx)
    minds, inquiries = phase.stealth.minds, phase.play.inquiries
    if turns <= 0:
        return [MarkNoisesReported()]
    changes: list[Change] = []
    for id in phase.index.all:
        mind = minds.get(id)
        if mind is None or mind.mood is Mood.ASLEEP:
            continue
        if id in inquiries and inquiries[id].kind == FOLLOW:
            changes.append(SetInquiry(id, Inquiry(inquiries[id].at, LOST, VIGIL_TURNS)))
        if mind.mood is Mood.AGGRAVATED or id in inquiries or mind.ai not in BYSTANDERS:
            cost = cost_of(phase, phase.world.actors[id])
            if turns * 10 // cost != (turns - 1) * 10 // cost:
                changes.append(Push(ABSENT_STEP, (id, False)))
    return [*changes, Push(GO_ON_STEP, (turns - 1,))]


STEPS = (
    Step(PURSUE_STEP, pursue_by_stairs),
    Step(GO_ON_STEP, go_on),
    Step(ABSENT_STEP, take_creature_turn),
)

UPKEEP = (Step("core.stealth:followers", arrive_in_pursuit),)
"""The chain ``on_round_end`` of the stealth game goes on with this after the reinforcements."""
