"""Hunger and poison: satiety falls over time, and at 0 the character starves; venom poisons."""

from footfall.api import Change, Context, Message, Step, Tell
from footfall.api.grid import Actor, Hurt, SetEffect, SetStat

from ..actors.stats import ENVENOMED, effective_luck, effective_stat
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind
from ..senses.notices import announce
from ..senses.sight import actor_name, player_sees

TURNS_PER_SATIETY = 50
"""Turns per point of satiety lost."""

HUNGER_MESSAGE_SATIETY = (8, 4, 1)
"""Values of satiety at which a log line warns of hunger."""


def apply_hunger(ctx: Context) -> list[Change]:
    """Applies one turn of hunger, if the character has satiety; spoiled food may have emptied it."""
    phase = get_phase(ctx)
    player = phase.player
    satiety = player.stats.get("satiety")
    if satiety is None or (satiety > 0 and phase.turn % TURNS_PER_SATIETY):
        return []
    changes: list[Change] = []
    if satiety > 0:
        satiety -= 1
        changes += [
            SetStat(player.id, "satiety", satiety),
            *announce(phase, "core.stealth:on_hunger", player.id, satiety),
        ]
    if satiety in HUNGER_MESSAGE_SATIETY:
        changes.append(Tell(Message("stealth-hungry", {"satiety": satiety}), "bad"))
    if satiety == 0:
        changes += [Tell(Message("stealth-starved"), "bad"), Hurt(player.id, player.hp, 0, "hunger")]
    return changes


UPKEEP = (Step("core.stealth:hunger", apply_hunger),)


POISONED = "core.stealth:poisoned"


POTION_STRENGTH = 15
"""Turns of poison from a coated weapon, before resistance."""


def poison_actor(phase: Phase, target: Actor, strength: int, half: bool = False) -> list[Change]:
    """Poisons an actor for `strength` turns minus its resistance, and minus 1d6 if its luck helps."""
    turns = strength - effective_stat(phase, target, "poison_resistance")
    luck = effective_luck(phase, target)
    if luck > 0 and turns > 0 and phase.ctx.roll("poison-luck", 1, 6) <= luck:
        turns -= phase.ctx.roll("poison-less", 1, 6)
    if half:
        turns = (turns + 1) // 2
    if turns <= target.effects.get(POISONED, 0):
        return []
    changes: list[Change] = [SetEffect(target.id, POISONED, turns)]
    if target.id == phase.world.player:
        changes.append(Tell(Message("stealth-you-poisoned"), "bad"))
    elif player_sees(phase, target.at):
        changes.append(Tell(Message("stealth-poisoned", {"target": actor_name(phase, target)}), "good"))
    return changes


def apply_venom(
    ctx: Context, attacker: int, target: int, manner: str, hit: bool, damage: int, backstab: bool, gross: int
) -> list[Change]:
    """Reaction to every attack: a hit by an envenomed actor poisons the target, once."""
    phase = get_phase(ctx)
    attacker_actor, target_actor = phase.world.actors.get(attacker), phase.world.actors.get(target)
    if (
        not hit
        or attacker_actor is None
        or target_actor is None
        or manner == "shot"
        or ENVENOMED not in attacker_actor.effects
    ):
        return []
    strength = creature_kind(ctx, attacker_actor.kind).venom or POTION_STRENGTH
    return [SetEffect(attacker, ENVENOMED, 0), *poison_actor(phase, target_actor, strength)]
