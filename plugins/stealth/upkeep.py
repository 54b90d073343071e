"""The end of a turn as a chain of named steps: recovery, venom and fire, timed effects, fires, training (R-TIME-6)."""

from __future__ import annotations

from footfall.api import Change, Message, Play, Step, Tell
from footfall.api.grid import Actor, Heal, Hurt, SetEffect, SetStat, chebyshev, here, world_of

from .fight import TRAINING
from .records import Effect
from .roster import present, roster
from .state import Dodge, stealth_of
from .totals import LAMP, creature, total


def _present(play: Play) -> list[Actor]:
    world, _, ground = here(play)
    return present(play, world, ground)


def recovery(play: Play) -> list[Change]:
    """Natural recovery of life (C.2)."""
    turn = stealth_of(play.state).turn
    changes: list[Change] = []
    for actor in _present(play):
        if actor.hp >= actor.hp_max:
            continue
        amount, every = creature(play, actor.kind).recovery
        if every and turn % every == 0:
            changes.append(Heal(actor.id, max(0, amount + total(play, actor, "recovery"))))
    return changes


def affliction(play: Play) -> list[Change]:
    """Poison, fire and the like take life; it is no impact, so caches stay (R-MELEE-12)."""
    known = play.records.table(Effect, "effect")
    return [
        Hurt(actor.id, hurt, 0, name.rpartition(":")[2])
        for actor in _present(play)
        for name in actor.effects
        if name in known and (hurt := suffered(play, actor, known[name]))
    ]


def suffered(play: Play, actor: Actor, effect: Effect) -> int:
    """The life that an effect takes in a turn, less what resists it (fire: table C.6)."""
    if not effect.resisted:
        return effect.hurt
    return max(0, effect.hurt - total(play, actor, effect.resisted))


def effects(play: Play) -> list[Change]:
    """Timed effects run down; what ends is told, and some ends are deadly."""
    known = play.records.table(Effect, "effect")
    player = world_of(play.state).player
    changes: list[Change] = []
    for actor in _present(play):
        for name, turns in actor.effects.items():
            if turns < 0 or name == LAMP:
                continue
            changes.append(SetEffect(actor.id, name, turns - 1))
            if turns > 1 or name not in known:
                continue
            if known[name].ends == "dies":
                changes.append(Hurt(actor.id, actor.hp, 0, name.rpartition(":")[2]))
            elif actor.id == player:
                changes.append(Tell(Message("stealth-effect-ends", {"effect": Message(known[name].name)})))
    return changes


def fires(play: Play) -> list[Change]:
    """A campfire burns down by itself, and warms the player and adventurers beside it (C.2, R-AI-20)."""
    world, _, ground = here(play)
    here_now = roster(play, world, ground)
    changes: list[Change] = [Hurt(id, amount, 0, "burnt-out") for id, amount in here_now.burning]
    if not here_now.healing:
        return changes
    for id in (world.player, *here_now.by_side.get("adventurer", ())):
        one = world.actors[id]
        if one.hp < one.hp_max:
            warm = [fire for fire in here_now.healing if chebyshev(world.actors[fire].at, one.at) == 1]
            changes += [Heal(id, 1) for _ in warm]
    return changes


def training(play: Play) -> list[Change]:
    """Enough attacks dodged teach the player DEFENSE (C.12, R-PROG-3)."""
    world, part = world_of(play.state), stealth_of(play.state)
    if part.dodged < TRAINING:
        return []
    player = world.actors[world.player]
    better = player.stats.get("defense", 0) + 1
    return [
        Dodge(part.dodged - TRAINING),
        SetStat(player.id, "defense", better),
        Tell(Message("stealth-defense-trained"), "good"),
    ]


UPKEEP = (
    Step("core.stealth:recovery", recovery),
    Step("core.stealth:affliction", affliction),
    Step("core.stealth:effects", effects),
    Step("core.stealth:fires", fires),
    Step("core.stealth:training", training),
)
"""The chain ``on_round_end`` of the stealth game."""
