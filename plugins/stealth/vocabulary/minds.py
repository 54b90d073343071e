"""Deeds of minds: waking, dozing, moods, behaviors, sides, and where creatures go."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from footfall.api import ActorId, Change, Context, NoChanges, Words
from footfall.api.grid import Cell, SetEffect, SetSide, is_inside

from ..items.aiming import SLEEPLESS_TAG, calm_mind
from ..model.phase import get_phase
from ..model.play_state import Inquiry as Search, SetInquiry
from ..model.records import AiKind, creature_kind, is_thing
from ..model.state import Aggravate, Mind, Mood, SetMind, SetTimePools
from ..senses.notices import announce_mood
from .bodies import MAX_TURNS, clamp
from .creatures import SIDES
from .knowledge import find_actor, find_mind
from .later import deed_of_step

SOOTHED = "core.stealth:soothed"
"""The effect of `calm` with turns."""

RULE_INQUIRY = "rule"
"""The kind of an inquiry on which a rule sends a creature."""


def find_creature(ctx: Context, actor: ActorId) -> Mind | None:
    """Returns the mind of a living creature that is not a thing; None for all others."""
    subject, mind = find_actor(ctx, actor), find_mind(ctx, actor)
    return None if subject is None or mind is None or is_thing(get_phase(ctx), subject) else mind


def _end_inquiry(ctx: Context, actor: ActorId) -> list[Change]:
    return [SetInquiry(actor, None)] if actor in get_phase(ctx).play.inquiries else []


def _set_mind(ctx: Context, actor: ActorId, mind: Mind) -> list[Change]:
    return [SetMind(actor, mind), *announce_mood(get_phase(ctx), actor, mind.mood)]


@deed_of_step
def wake(ctx: Context, actor: ActorId) -> list[Change]:
    """Wakes a sleeping creature, which is calm then."""
    mind = find_creature(ctx, actor)
    if mind is None or mind.mood is not Mood.ASLEEP:
        return NoChanges("stealth-unchanged-mood")
    return _set_mind(ctx, actor, msgspec.structs.replace(mind, mood=Mood.CALM))


@deed_of_step
def lull(ctx: Context, actor: ActorId) -> list[Change]:
    """Puts a creature to sleep that can sleep; it forgets its target."""
    mind, subject = find_creature(ctx, actor), find_actor(ctx, actor)
    if mind is None or subject is None or mind.mood is Mood.ASLEEP:
        return NoChanges("stealth-unchanged-mood")
    if SLEEPLESS_TAG in creature_kind(ctx, subject.kind).tags:
        return NoChanges("stealth-unchanged-sleepless")
    asleep = calm_mind(mind, mood=Mood.ASLEEP, last_seen=None, patience=0)
    return [*_end_inquiry(ctx, actor), *_set_mind(ctx, actor, asleep), SetTimePools(((actor, 0),))]


@deed_of_step
def calm(ctx: Context, actor: ActorId, turns: Annotated[int, Meta(ge=0, le=MAX_TURNS)] = 0) -> list[Change]:
    """Makes a hunter forget its target, which it may notice again at once; with turns, only after these."""
    mind, turns = find_creature(ctx, actor), clamp(turns, 0, MAX_TURNS)
    if mind is None or (mind.mood is not Mood.AGGRAVATED and not turns):
        return NoChanges("stealth-unchanged-mood")
    soothed: list[Change] = [SetEffect(actor, SOOTHED, turns)] if turns else []
    if mind.mood is not Mood.AGGRAVATED:
        return [*_end_inquiry(ctx, actor), *soothed]
    return [*_end_inquiry(ctx, actor), *_set_mind(ctx, actor, calm_mind(mind, last_seen=None, patience=0)), *soothed]


@deed_of_step
def alarm(ctx: Context, actor: ActorId, foe: ActorId = 0) -> list[Change]:
    """Makes a creature hunt, asleep or not; with a foe, that actor, even if their sides are not enemies."""
    if find_creature(ctx, actor) is None:
        return []
    phase = get_phase(ctx)
    known = foe if foe in phase.world.actors and foe != actor else 0
    return [*_end_inquiry(ctx, actor), Aggravate(actor, foe=known)]


@deed_of_step
def lead(ctx: Context, actor: ActorId, to: Cell, turns: Annotated[int, Meta(ge=1, le=MAX_TURNS)] = 4) -> list[Change]:
    """Sends a calm creature to a cell, where it looks around for some turns; not under the classic rules."""
    phase, mind = get_phase(ctx), find_creature(ctx, actor)
    if not phase.settings.shipped or not is_inside(phase.level, to):
        return []
    if mind is None or mind.mood is not Mood.CALM:
        return NoChanges("stealth-unchanged-mood")
    return [SetInquiry(actor, Search(to, RULE_INQUIRY, clamp(turns, 1, MAX_TURNS)))]


@deed_of_step
def forget(ctx: Context, actor: ActorId) -> list[Change]:
    """Makes a calm or sleeping creature forget that the player's character has roused it before."""
    return _change_mind(ctx, actor, is_marked=False, last_seen=None)


@deed_of_step
def station(ctx: Context, actor: ActorId, at: Cell) -> list[Change]:
    """Gives a creature another post, the cell to which it returns."""
    return _change_mind(ctx, actor, post=at) if is_inside(get_phase(ctx).level, at) else []


@deed_of_step
def behave(ctx: Context, actor: ActorId, behavior: AiKind) -> list[Change]:
    """Gives a creature another behavior from its next turn on (``"guard"``, ``"wander"``, ``"passive"``)."""
    return _change_mind(ctx, actor, ai=behavior, path=(), goal=None, patience=0)


def _change_mind(ctx: Context, actor: ActorId, **fields: Any) -> list[Change]:
    mind = find_creature(ctx, actor)
    changed = None if mind is None else msgspec.structs.replace(mind, **fields)
    return [] if changed is None or changed == mind else _set_mind(ctx, actor, changed)


@deed_of_step
def win_over(ctx: Context, actor: ActorId, side: Annotated[str, Words("side", SIDES)]) -> list[Change]:
    """Gives a creature another side; it gives up its hunt and its grudge."""
    mind, subject = find_creature(ctx, actor), find_actor(ctx, actor)
    if mind is None or subject is None or subject.side == side:
        return []
    mood = Mood.ASLEEP if mind.mood is Mood.ASLEEP else Mood.CALM
    return [*_end_inquiry(ctx, actor), SetSide(actor, side), *_set_mind(ctx, actor, calm_mind(mind, mood=mood))]
