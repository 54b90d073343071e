"""Shadow Hiding: waiting next to a wall, unseen, hides the character (R-HIDE-1 to R-HIDE-6)."""

from collections.abc import Iterable

from footfall.api import (
    PASS,
    Change,
    Context,
    Deny,
    FoldReturn,
    Message,
    Remember,
    Tell,
    Vote,
    events,
    grid,
    hook,
    set_to,
)
from footfall.plugins.stealth import api as stealth

ID = "examples.shadow-hiding"
HIDDEN = f"{ID}:hidden"


@hook
def on_turn_end(event: events.Turn, ctx: Context) -> Iterable[Change]:
    """Hiding begins after the last wait and ends after any other action (R-HIDE-1, 3 and 6)."""
    hero = grid.get_world(ctx.state).actors[event.actor]
    waited = stealth.last_action(ctx, hero.id) is stealth.LastAction.WAIT
    before = ctx.recall("waits", 0)
    waits = before + 1 if waited else 0
    if waits != before:
        yield Remember(ID, "waits", waits)
    if HIDDEN in hero.effects:
        bumped = any(is_stopped_by(ctx, other, hero) for other in stealth.adjacent_actors(ctx, hero.id))
        if bumped or not waited:
            yield grid.SetEffect(hero.id, HIDDEN, 0)
            yield Tell(Message("shadow-hiding-bumped" if waited else "shadow-hiding-ends"), "bad")
    elif waits >= ctx.setting("waits") and can_hide(ctx, hero):
        yield grid.SetEffect(hero.id, HIDDEN, -1)
        yield Tell(Message("shadow-hiding-begins"), "good")


@hook
def can_act(event: events.Acting, ctx: Context) -> Vote | Deny:
    """A hidden character cannot be attacked or walked through; the attempt costs the turn (R-HIDE-2 and 5)."""
    world = grid.get_world(ctx.state)
    hero = world.actors[world.player]
    if event.actor == hero.id or HIDDEN not in hero.effects:
        return PASS
    command, (y, x) = event.command, world.actors[event.actor].at
    direction = getattr(command, "direction", None)
    target = getattr(command, "target", None)
    if direction is not None:
        dy, dx = stealth.NEIGHBOR_OFFSETS[direction]
        target = (y + dy, x + dx)
    return Deny(Message("shadow-hiding-not-there"), spends_turn=True) if target == hero.at else PASS


@hook.of("core.stealth", "on_ambush")
def on_ambush(event: events.Attack, ctx: Context) -> FoldReturn:
    """An attack from hiding is a backstab (R-HIDE-4)."""
    if HIDDEN in grid.get_world(ctx.state).actors[event.attacker].effects:
        return set_to("unaware", 1, reason="hidden")
    return None


def can_hide(ctx: Context, hero: grid.Actor) -> bool:
    """Returns whether the character may hide: cloak, lamp out, wall, no melee, unseen (R-HIDE-1)."""
    if "cloak" not in hero.worn or stealth.is_lamp_lit(ctx, hero.id) or not stealth.is_beside_wall(ctx, hero.id):
        return False
    if any(stealth.is_awake(ctx, enemy) for enemy in stealth.adjacent_enemies(ctx, hero.id)):
        return False
    watchers = (actor for actor in stealth.actors_here(ctx) if stealth.is_awake(ctx, actor))
    return not any(stealth.can_see(ctx, actor, hero.at) for actor in watchers)


def is_stopped_by(ctx: Context, actor: int, hero: grid.Actor) -> bool:
    """Returns whether a creature has lost its turn by walking into or attacking the character."""
    if stealth.last_action(ctx, actor) is not stealth.LastAction.PASS:
        return False
    return stealth.is_hunting(ctx, actor) or stealth.next_step(ctx, actor) == hero.at
