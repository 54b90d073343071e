"""Melee mode and its manoeuvres: stamina and the cache (R-MELEE)."""

from __future__ import annotations

from footfall.api import Change, Play
from footfall.api.grid import Actor, Cell, World, chebyshev, ground, world_of

from .knobs import knobs
from .roster import roster
from .sight import sees
from .state import Deed, Fighter, Mood, SetFighter, stealth_of
from .totals import stamina_max

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

ENEMIES = frozenset(
    {("hostile", "player"), ("player", "hostile"), ("hostile", "adventurer"), ("adventurer", "hostile")}
)
"""Which sides fight each other by nature; a grudge (`Mind.foe`) can add to it."""


def hostile(play: Play, one: Actor, other: Actor) -> bool:
    """Whether two actors are enemies."""
    if (one.side, other.side) in ENEMIES:
        return True
    minds = stealth_of(play.state).minds
    mine, theirs = minds.get(one.id), minds.get(other.id)
    return (mine is not None and mine.foe == other.id) or (theirs is not None and theirs.foe == one.id)


def foes_beside(play: Play, actor: Actor, at: Cell | None = None, ignoring: int = 0) -> list[Actor]:
    """Enemies on the neighbours of an actor (or of another cell `at`)."""
    world = world_of(play.state)
    here = ground(world, world.levels[actor.level], play.records)
    folk = roster(play, world, here)
    if folk.two_sides:  # the usual case: whoever is on the other side is an enemy
        enemies = folk.enemies.get(actor.side, ())
        if len(enemies) < len(AROUND):
            spot = at or actor.at
            return [
                world.actors[id]
                for id in enemies
                if id != ignoring and chebyshev(world.actors[id].at, spot) == 1
            ]
    occupied = here.occupied
    y, x = at or actor.at
    found = []
    for dy, dx in AROUND:
        id = occupied.get((y + dy, x + dx))
        if id is not None and id != actor.id and id != ignoring:
            other = world.actors[id]
            if hostile(play, actor, other):
                found.append(other)
    return found


def in_melee(play: Play, actor: Actor) -> bool:
    """Whether an actor is in melee mode now: an enemy stands beside it (R-MELEE-2, D-17)."""
    foes = foes_beside(play, actor)
    if foes and knobs(play).melee_visible_only and actor.id == world_of(play.state).player:
        return any(sees(play, foe.at) for foe in foes)
    return bool(foes)


def rest(play: Play, actor: Actor, fighter: Fighter) -> dict[str, int]:
    """What a step or a wait outside melee does (R-MELEE-10)."""
    knob = knobs(play)
    most = stamina_max(play, actor)
    written = {"stamina": min(most, fighter.stamina + knob.stamina_rest)}
    if knob.melee_clear_outside:
        written |= {"th": 0, "df": 0}
    return written


def wait(play: Play, actor: Actor) -> SetFighter:
    """WaitAction: defend in melee, rest outside (R-MELEE-5, 10)."""
    fighter, knob = stealth_of(play.state).fighters[actor.id], knobs(play)
    if not in_melee(play, actor):
        return SetFighter(actor.id, **rest(play, actor, fighter), last=Deed.WAIT)
    if fighter.stamina == 0:
        most = stamina_max(play, actor)
        return SetFighter(actor.id, stamina=min(most, 1), th=0, df=0, last=Deed.WAIT)
    if not _manoeuvres(play, actor):
        return SetFighter(actor.id, stamina=fighter.stamina - 1, last=Deed.WAIT)
    return SetFighter(
        actor.id,
        stamina=fighter.stamina - 1,
        th=min(knob.melee_cap_to_hit, fighter.th + 1),
        df=min(knob.melee_cap_defense, fighter.df + 1),
        last=Deed.WAIT,
    )


def stride(play: Play, actor: Actor, to: Cell) -> SetFighter:
    """MovementAction to a cell: retreat if it begins in melee, rest outside (R-MELEE-5, 10)."""
    fighter, knob = stealth_of(play.state).fighters[actor.id], knobs(play)
    if not in_melee(play, actor):
        if fighter.last is Deed.STEP and not (fighter.th or fighter.df):
            most = stamina_max(play, actor)
            if fighter.stamina >= most:
                return SetFighter(actor.id)
        return SetFighter(actor.id, **rest(play, actor, fighter), last=Deed.STEP)
    most = stamina_max(play, actor)
    stamina = min(most, fighter.stamina + 1)
    retreats = not (knob.melee_retreat_needs_distance and foes_beside(play, actor, to))
    if not retreats or not _manoeuvres(play, actor):
        return SetFighter(actor.id, stamina=stamina, th=0, last=Deed.STEP)
    df = min(knob.melee_cap_defense, fighter.df + knob.melee_retreat_def)
    return SetFighter(actor.id, stamina=stamina, th=0, df=df, last=Deed.STEP)


def fortified(play: Play, mover: Actor, to: Cell) -> list[Change]:
    """Who takes a defensive stance because `mover` comes beside it (R-MELEE-4).

    They are enemies whose latest deed was to wait, who were not in melee before, and who
    know of their foe (D-18). The mover itself has just stepped, so it never fortifies.
    """
    changes: list[Change] = []
    part = stealth_of(play.state)
    for foe in foes_beside(play, mover, to):
        fighter = part.fighters.get(foe.id)
        if fighter is None or fighter.last is not Deed.WAIT or not _manoeuvres(play, foe):
            continue
        if in_melee(play, foe):
            continue
        mind = part.minds.get(foe.id)
        if (
            mind is not None
            and mind.mood is not Mood.AGGRAVATED
            and knobs(play).melee_fortify_needs_awareness
        ):
            continue
        changes.append(SetFighter(foe.id, th=1, df=1))
    return changes


def _manoeuvres(play: Play, actor: Actor) -> bool:
    """Whether an actor uses the cache at all (D-22)."""
    return knobs(play).melee_npc_cache or actor.id == world_of(play.state).player


def mode(play: Play) -> bool:
    """Whether the player's character is in melee mode: the red indicator."""
    world: World = world_of(play.state)
    return in_melee(play, world.actors[world.player])
