"""Gives each new actor its fighting state and its mind."""

from footfall.api import Change, Context, Step
from footfall.api.grid import Actor

from ..model.phase import get_phase
from ..model.records import CreatureKind, creature_kind
from ..model.state import Enlist, Fighter, Mind, Mood
from .stats import max_stamina

ENLIST_STEP = "core.stealth:enlist"


def enlist(ctx: Context, actor: int) -> list[Change]:
    """Runs after every `Spawned`: enlists an actor that was not enlisted when it was created."""
    phase = get_phase(ctx)
    newcomer = phase.world.actors.get(actor)
    if newcomer is None or actor in phase.stealth.fighters:
        return []
    return [build_enlistment(ctx, newcomer)]


def build_enlistment(ctx: Context, actor: Actor, ai: str = "", *, hunts: bool = False) -> Enlist:
    """The change that enlists an actor according to its record.

    Args:
        ai: behavior that replaces the record's; such a creature arrives awake.
        hunts: it arrives aggravated, against its record.
    """
    phase = get_phase(ctx)
    fighter = Fighter(stamina=max_stamina(phase, actor))
    if actor.id == phase.world.player:
        return Enlist(actor.id, fighter)
    kind = creature_kind(ctx, actor.kind)
    mind = _create_mind(ctx, actor, kind, ai) if ai or kind.ai else None
    if hunts and mind is not None:
        mind.mood = Mood.AGGRAVATED
    return Enlist(actor.id, fighter, mind)


def _create_mind(ctx: Context, actor: Actor, kind: CreatureKind, ai: str) -> Mind:
    phase = get_phase(ctx)
    mood = Mood.CALM
    if kind.is_aggravated:
        mood = Mood.AGGRAVATED
    elif not ai and (phase.turn < kind.asleep_until or (kind.asleep > 0 and ctx.roll("asleep", 1, 100) <= kind.asleep)):
        mood = Mood.ASLEEP
    wakes = kind.wakes if mood is Mood.ASLEEP else ""
    behavior = ai or wakes or ctx.choose("ai", kind.ai)
    if phase.settings.shipped and mood is Mood.CALM and not ai and kind.rounds:
        behavior = "rounds" if ctx.chance("rounds", kind.rounds, 100) else behavior
    return Mind(ai=behavior, mood=mood, post=actor.at)


STEPS = (Step(ENLIST_STEP, enlist),)
