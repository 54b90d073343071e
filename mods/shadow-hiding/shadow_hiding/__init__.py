"""Shadow Hiding: who waits long enough beside a wall, unseen, is hidden (R-HIDE-1 to R-HIDE-6)."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import (
    PASS,
    Change,
    Context,
    Deny,
    Message,
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
ORTHOGONAL_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@hook
def on_turn_end(event: events.Turn, ctx: Context) -> Iterable[Change]:
    """Hiding begins after the last of the waits, and ends after anything else (1, 3, 6)."""
    hero = grid.get_world(ctx.state).actors[event.actor]
    fighters = ctx.state.parts["core.stealth"].fighters
    waited = fighters[hero.id].last.value == "wait"
    before = ctx.recall("waits", 0)
    waits = before + 1 if waited else 0
    if waits != before:
        yield Remember(ID, "waits", waits)
    if HIDDEN in hero.effects:
        bumped = any(
            fighters[other.id].last.value == "pass" and wants_cell_of(ctx, other, hero)
            for other in list_adjacent(ctx, hero)
        )
        if bumped or not waited:
            yield grid.SetEffect(hero.id, HIDDEN, 0)
            yield Tell(Message("shadow-hiding-bumped" if waited else "shadow-hiding-ends"), "bad")
    elif waits >= ctx.setting("waits") and can_hide(ctx, hero):
        yield grid.SetEffect(hero.id, HIDDEN, -1)
        yield Tell(Message("shadow-hiding-begins"), "good")


@hook
def can_act(event: events.Acting, ctx: Context) -> Vote | Deny:
    """Nobody strikes at who is hidden, nor walks through: the turn is lost (2, 5)."""
    world = grid.get_world(ctx.state)
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


@hook.of("core.stealth", "on_ambush")
def on_ambush(event: events.Attack, ctx: Context) -> object:
    """A blow out of hiding catches its target unaware (4)."""
    if HIDDEN in grid.get_world(ctx.state).actors[event.attacker].effects:
        return set_to("unaware", 1, reason="hidden")
    return None


def can_hide(ctx: Context, hero: grid.Actor) -> bool:
    """A cloak on, the lamp out, a wall beside, nobody near to fight, nobody who sees (1)."""
    if "cloak" not in hero.worn or LAMP in hero.effects or not has_wall_beside(ctx, hero):
        return False
    if any(other.side != hero.side and is_awake(ctx, other) for other in list_adjacent(ctx, hero)):
        return False
    _, level, ground = grid.current_level(ctx)
    top, left = level.origin
    here = (hero.at[0] - top, hero.at[1] - left)
    for other in list_others(ctx, hero):
        at = (other.at[0] - top, other.at[1] - left)
        sees = is_awake(ctx, other) and grid.chebyshev_distance(other.at, hero.at) <= other.stats.get(
            "fov", 0
        )
        if sees and grid.kernels.line_of_sight(ground.grid, at, here):
            return False
    return True


def has_wall_beside(ctx: Context, hero: grid.Actor) -> bool:
    """Whether a wall stands orthogonally next to somebody."""
    _, level, _ = grid.current_level(ctx)
    y, x = hero.at
    cells = [(y + dy, x + dx) for dy, dx in ORTHOGONAL_STEPS]
    inside = [cell for cell in cells if grid.is_inside(level, cell)]
    return any(ctx.records.get(grid.Tile, "tile", grid.tile_id_at(level, cell)).shelter for cell in inside)


def list_others(ctx: Context, hero: grid.Actor) -> list[grid.Actor]:
    """Everybody else on the floor."""
    world = grid.get_world(ctx.state)
    return [actor for actor in world.actors.values() if actor.id != hero.id and actor.level == hero.level]


def list_adjacent(ctx: Context, hero: grid.Actor) -> list[grid.Actor]:
    """Who stands on a neighbouring cell."""
    return [actor for actor in list_others(ctx, hero) if grid.chebyshev_distance(actor.at, hero.at) == 1]


def wants_cell_of(ctx: Context, actor: grid.Actor, hero: grid.Actor) -> bool:
    """Whether a creature wants to be where somebody stands: to strike, or on its way."""
    mind = ctx.state.parts["core.stealth"].minds.get(actor.id)
    return mind is not None and (mind.mood.value == "aggravated" or mind.path[:1] == (hero.at,))


def is_awake(ctx: Context, actor: grid.Actor) -> bool:
    """Whether a creature is not asleep."""
    mind = ctx.state.parts["core.stealth"].minds.get(actor.id)
    return mind is not None and mind.mood.value != "asleep"
