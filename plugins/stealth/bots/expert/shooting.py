"""Shots of the expert bot from hiding: an arrow ambushes an unaware creature from afar (P-TRICK-8)."""

import msgspec

from footfall.api import Command
from footfall.api.grid import Actor, Item, chebyshev_distance

from ...actions.commands import Shoot
from ...actions.fight import Manner, can_be_surprised, expect_blow, gather_blow
from ...actions.missiles import check_missile_path, find_ammunition
from ...actors.stats import effective_stealth
from ...items.using import Activate
from ...model.records import ItemKind, item_kind
from ..fighting import BOW_DISTANCE, has_bow, use_missile, wield_blade
from .view import ExpertView

SHOT_STAKE = 22
"""Share of its life in percent that a shot may be expected to cost."""

NEAR, HEARD_SHARE = 6, 0.3
"""Distance in cells within which other creatures may hear a fight, and the share of them that it expects to come."""


def shoot_unaware(view: ExpertView) -> Command | None:
    """Shoots the unaware creature in range that an arrow serves best against; wields its bow first."""
    if view.hunting or view.fighter.stamina < 2 or (carried := find_bow(view)) is None:
        return None
    bow, kind, arrow = carried
    aimed = view.memory("aimed")
    targets = [
        foe for foe in view.foes
        if view.distance_to(foe) > 1 and can_be_surprised(view.phase, foe) and view.can_hurt(foe)
        and check_missile_path(view.phase, view.me, foe.at, kind.range) is None
    ]  # fmt: skip
    if is_wielded(view, bow):
        return view.find_first_option(Shoot, "target", [foe.at for foe in targets if foe.id in aimed])
    costs = [(shot_cost(view, foe, bow, arrow), foe.id) for foe in targets]
    cost, target = min(costs, default=(0.0, 0))
    if not target or cost * 100 > view.me.hp * SHOT_STAKE:
        return None
    aimed.clear()
    aimed[target] = True
    return view.find_option(Activate, item=bow.id)


def shoot_hunters(view: ExpertView) -> Command | None:
    """Shoots at hunters while they are far; wields the bow for it, and a blade once they are near."""
    if (carried := find_bow(view)) is None:
        return wield_blade(view) if has_bow(view, view.me) else None
    bow, kind, _ = carried
    is_far = min(view.distance_to(foe) for foe in view.hunting) >= BOW_DISTANCE
    in_range = is_far and any(
        check_missile_path(view.phase, view.me, foe.at, kind.range) is None for foe in view.hunting
    )
    if is_wielded(view, bow):
        return (use_missile(view) if in_range else None) or wield_blade(view)
    return view.find_option(Activate, item=bow.id) if in_range and view.fighter.stamina > 2 else None


def is_wielded(view: ExpertView, item: Item) -> bool:
    """Whether it wields or wears an item."""
    return item.id in view.me.worn.values()


def find_bow(view: ExpertView) -> tuple[Item, ItemKind, ItemKind] | None:
    """A bow that it carries or wields, its kind, and that of its arrows; None without arrows."""
    for item, kind, _, _ in view.kit:
        if kind.range and (arrow := find_ammunition(view.phase, view.me, kind)) is not None:
            return item, kind, item_kind(view.phase, arrow.kind)
    return None


def shot_cost(view: ExpertView, foe: Actor, bow: Item, arrow: ItemKind) -> float:
    """Expected loss of life in the fight that a shot from hiding begins, against the creature and others nearby."""
    me = view.me
    archer = msgspec.structs.replace(me, worn={**me.worn, "weapon": bow.id})
    facts = gather_blow(view.phase, archer, foe, Manner.SHOT, arrow)
    hidden = msgspec.structs.replace(facts, is_unaware=True, own_stealth=effective_stealth(view.phase, me))
    surprise, shot = expect_blow(hidden), expect_blow(msgspec.structs.replace(facts, is_unaware=False))
    further = max(0, view.distance_to(foe) - 2) / max(1.0, view.actions_of(foe))
    life = foe.hp - surprise.mean - further * shot.mean
    return view.fight_cost([foe]) * max(0.0, life) / max(1, foe.hp) + alarm_cost(view, foe)


def alarm_cost(view: ExpertView, foe: Actor) -> float:
    """Expected loss of life to other creatures that hear a fight with this one."""
    others = [
        other for other in view.foes
        if other.id != foe.id and chebyshev_distance(other.at, foe.at) <= NEAR and view.can_hurt(other)
    ]  # fmt: skip
    return HEARD_SHARE * sum(min(view.fight_cost([other]), float(view.me.hp)) for other in others)
