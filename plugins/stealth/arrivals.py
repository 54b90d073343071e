"""An actor comes into the world: it gets its fighting state and its mind."""

from __future__ import annotations

from footfall.api import Change, Play, Step
from footfall.api.grid import Actor, world_of

from .records import Creature
from .state import Enlist, Fighter, Mind, Mood, stealth_of
from .totals import creature, stamina_max

ENLIST = "core.stealth:enlist"


def enlist(play: Play, actor: int) -> list[Change]:
    """Follows every `Spawned`: whoever was not enlisted together with its spawning is now."""
    world, part = world_of(play.state), stealth_of(play.state)
    newcomer = world.actors.get(actor)
    if newcomer is None or actor in part.fighters:
        return []
    return [enlistment(play, newcomer)]


def enlistment(play: Play, actor: Actor, ai: str = "") -> Enlist:
    """The change that enlists an actor as its record says.

    Args:
        ai: kind of behaviour that replaces the record's; such a creature arrives awake.
    """
    fighter = Fighter(stamina=stamina_max(play, actor))
    if actor.id == world_of(play.state).player:
        return Enlist(actor.id, fighter)
    kind = creature(play, actor.kind)
    return Enlist(actor.id, fighter, _mind(play, actor, kind, ai) if ai or kind.ai else None)


def _mind(play: Play, actor: Actor, kind: Creature, ai: str) -> Mind:
    mood = Mood.CALM
    if kind.aggravated:
        mood = Mood.AGGRAVATED
    elif not ai and kind.asleep and play.roll("asleep", 1, 100) <= kind.asleep:
        mood = Mood.ASLEEP
    return Mind(ai=ai or play.choose("ai", kind.ai), mood=mood, post=actor.at)


STEPS = (Step(ENLIST, enlist),)
