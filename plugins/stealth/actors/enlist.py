"""Gives each new actor its fighting state and its mind."""

from __future__ import annotations

from footfall.api import Change, Context, Step
from footfall.api.grid import Actor, get_world

from ..model.records import CreatureKind
from ..model.settings import rule_settings
from ..model.state import Enlist, Fighter, Mind, Mood, stealth_of, turn_of
from .stats import creature_kind, max_stamina

ENLIST_STEP = "core.stealth:enlist"


def enlist(ctx: Context, actor: int) -> list[Change]:
    """Runs after every `Spawned`: enlists an actor that was not enlisted when it was created."""
    world, part = get_world(ctx.state), stealth_of(ctx.state)
    newcomer = world.actors.get(actor)
    if newcomer is None or actor in part.fighters:
        return []
    return [build_enlistment(ctx, newcomer)]


def build_enlistment(ctx: Context, actor: Actor, ai: str = "") -> Enlist:
    """The change that enlists an actor according to its record.

    Args:
        ai: behavior that replaces the record's; such a creature arrives awake.
    """
    fighter = Fighter(stamina=max_stamina(ctx, actor))
    if actor.id == get_world(ctx.state).player:
        return Enlist(actor.id, fighter)
    kind = creature_kind(ctx, actor.kind)
    return Enlist(actor.id, fighter, _create_mind(ctx, actor, kind, ai) if ai or kind.ai else None)


def _create_mind(ctx: Context, actor: Actor, kind: CreatureKind, ai: str) -> Mind:
    mood = Mood.CALM
    if kind.aggravated:
        mood = Mood.AGGRAVATED
    elif not ai and (turn_of(ctx) < kind.asleep_until or _is_drawn_asleep(ctx, kind)):
        mood = Mood.ASLEEP
    wakes = kind.wakes if mood is Mood.ASLEEP else ""
    behavior = ai or wakes or ctx.choose("ai", kind.ai)
    if rule_settings(ctx).shipped and mood is Mood.CALM and not ai and kind.rounds:
        behavior = "rounds" if ctx.chance("rounds", kind.rounds, 100) else behavior
    return Mind(ai=behavior, mood=mood, post=actor.at)


def _is_drawn_asleep(ctx: Context, kind: CreatureKind) -> bool:
    return kind.asleep > 0 and ctx.roll("asleep", 1, 100) <= kind.asleep


STEPS = (Step(ENLIST_STEP, enlist),)
