"""Shadow Hiding: who waits long enough beside a wall, unseen, is hidden (R-HIDE-1 to R-HIDE-6)."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import (
    PASS,
    Change,
    Deny,
    Message,
    Play,
    Remember,
    Tell,
    Vote,
    events,
    grid,
    hook,
    set_to,
)

ID = "examples.shadow-hiding"
HIDDEN = f"{ID}:hidden"
LAMP = "core.stealth:lamp"
ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))


@hook
def on_turn_end(event: events.Turn, play: Play) -> Iterable[Change]:
    """Hiding begins after the last of the waits, and ends after anything else (1, 3, 6)."""
    hero = grid.world_of(play.state).actors[event.actor]
    fighters = play.state.parts["core.stealth"].fighters
    waited = fighters[hero.id].last.value == "wait"
    before = play.recall("waits", 0)
    waits = before + 1 if waited else 0
    if waits != before:
        yield Remember(ID, "waits", waits)
    if HIDDEN in hero.effects:
        bumped = any(
            fighters[other.id].last.value == "pass" and wanted(play, other, hero)
            for other in beside(play, hero)
        )
        if bumped or not waited:
            yield grid.SetEffect(hero.id, HIDDEN, 0)
            yield Tell(Message("shadow-hiding-bumped" if waited else "shadow-hiding-ends"), "bad")
    elif waits >= play.setting("waits") and may_hide(play, hero):
        yield grid.SetEffect(hero.id, HIDDEN, -1)
        yield Tell(Message("shadow-hiding-begins"), "good")


@hook
def can_act(event: events.Acting, play: Play) -> Vote | Deny:
    """Nobody strikes at who is hidden, nor walks through: the turn is lost (2, 5)."""
    world = grid.world_of(play.state)
    hero = world.actors[world.player]
    if event.actor == hero.id or HIDDEN not in hero.effects:
        return PASS
    command, (y, x) = event.command, world.actors[event.actor].at
    direction = getattr(command, "direction", None)
    target = getattr(command, "target", None)
    if direction is not None:
        target = (y + STEPS[direction][0], x + STEPS[direction][1])
    return Deny(Message("shadow-hiding-not-there"), spends_turn=True) if target == hero.at else PASS


STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight directions of a step, clockwise from north."""


@hook
def on_ambush(event: events.Attack, play: Play) -> object:
    """A blow out of hiding catches its target unaware (4)."""
    if HIDDEN in grid.world_of(play.state).actors[event.attacker].effects:
        return set_to("unaware", 1, reason="hidden")
    return None


def may_hide(play: Play, hero: grid.Actor) -> bool:
    """A cloak on, the lamp out, a wall beside, nobody near to fight, nobody who sees (1)."""
    if "cloak" not in hero.worn or LAMP in hero.effects or not sheltered(play, hero):
        return False
    if any(other.side != hero.side and awake(play, other) for other in beside(play, hero)):
        return False
    _, level, ground = grid.here(play)
    top, left = level.origin
    here = (hero.at[0] - top, hero.at[1] - left)
    for other in others(play, hero):
        at = (other.at[0] - top, other.at[1] - left)
        sees = awake(play, other) and grid.chebyshev(other.at, hero.at) <= other.stats.get("fov", 0)
        if sees and grid.kernels.line_of_sight(ground.grid, at, here):
            return False
    return True


def sheltered(play: Play, hero: grid.Actor) -> bool:
    """Whether a wall stands orthogonally next to somebody."""
    _, level, _ = grid.here(play)
    y, x = hero.at
    cells = [(y + dy, x + dx) for dy, dx in ORTHOGONAL]
    inside = [cell for cell in cells if grid.inside(level, cell)]
    return any(play.records.get(grid.Tile, "tile", grid.tile_id(level, cell)).shelter for cell in inside)


def others(play: Play, hero: grid.Actor) -> list[grid.Actor]:
    """Everybody else on the floor."""
    world = grid.world_of(play.state)
    return [actor for actor in world.actors.values() if actor.id != hero.id and actor.level == hero.level]


def beside(play: Play, hero: grid.Actor) -> list[grid.Actor]:
    """Who stands on a neighbouring cell."""
    return [actor for actor in others(play, hero) if grid.chebyshev(actor.at, hero.at) == 1]


def wanted(play: Play, actor: grid.Actor, hero: grid.Actor) -> bool:
    """Whether a creature wants to be where somebody stands: to strike, or on its way."""
    mind = play.state.parts["core.stealth"].minds.get(actor.id)
    return mind is not None and (mind.mood.value == "aggravated" or mind.path[:1] == (hero.at,))


def awake(play: Play, actor: grid.Actor) -> bool:
    """Whether a creature is not asleep."""
    mind = play.state.parts["core.stealth"].minds.get(actor.id)
    return mind is not None and mind.mood.value != "asleep"
