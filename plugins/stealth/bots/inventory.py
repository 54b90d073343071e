"""A bot and its things: eating, wearing, trying out, taking, and what it answers when it is asked."""

from __future__ import annotations

from footfall.api import Answer, Command
from footfall.api.grid import Item, chebyshev_distance

from ..items.poison import ENVENOMED, POISONED
from ..items.using import Activate, Drop, PickUp
from ..records import ItemKind
from ..settings import rule_settings
from ..stats import LAMP, effective_stat
from .fighting import SAFE_BLAST_DISTANCE, item_kind_of, switch_lamp, use_known_item
from .view import JUNK_SORTS, BotView

DARK_SIGHT = 4
"""FOV from which on a bot that likes the dark needs no lamp."""

MAX_SPARE_GEAR = 4
"""Pieces of gear not worn of which a bot begins to put some down."""

STARVING_SATIETY = 3
"""Satiety at which a bot eats, wasteful or not."""

PETRIFYING = "core.stealth:petrifying"

AILMENTS = {POISONED, PETRIFYING, "core.stealth:blind", "core.stealth:confused"}
"""Effects that a bot takes something against."""

WELL_PERCENT = 75
"""Share of life in per cent that a bot wants before it tries out what it does not know."""

DEEP_FLOOR = 5
"""Floor from which on potions may turn to stone: nobody tries them out there."""

QUIET_TURNS = 6
"""Turns without a sign of anybody after which the lamp is lit again."""


def answer_question(view: BotView) -> Command:
    """An open question: what to take, whom or what to aim at, whether to attack somebody peaceful."""
    question = view.ctx.state.question
    assert question is not None
    count = len(question.options)

    def answer_with(index: int) -> Command:
        return Answer(actor=question.actor, choice=index)

    if question.kind in ("loot", "item"):
        for index, id in enumerate(question.options):
            item = view.world.items.get(id)
            if item is not None and is_wanted(view, item):
                return answer_with(index)
        return answer_with(count - 1)
    if question.kind == "aim-cell":
        for index, cell in enumerate(question.options[:-1]):
            if chebyshev_distance(view.me.at, tuple(cell)) >= SAFE_BLAST_DISTANCE:
                return answer_with(index)
        view.memory("balked")[view.ctx.notes.get("used", 0)] = view.turn
        return answer_with(count - 1)
    return answer_with(0)


def is_wanted(view: BotView, item: Item) -> bool:
    """Whether it takes a thing."""
    kind = item_kind_of(view, item.kind)
    if item.id in view.memory("shed"):
        return False
    return kind.sort not in JUNK_SORTS and len(view.pack) < effective_stat(view.ctx, view.me, "capacity")


def tend_to_self(view: BotView) -> Command | None:
    """What is done in peace: eating, wearing, drinking what helps, reading, taking what lies here."""
    return (
        eat_food(view)
        or cure_ailment(view)
        or wear_better_gear(view)
        or use_beneficial_item(view)
        or try_unknown_item(view)
        or pick_up_item(view)
        or drop_spare_gear(view)
    )


def eat_food(view: BotView) -> Command | None:
    """Eats what it has room for, or anything that feeds when it is starving."""
    most = effective_stat(view.ctx, view.me, "satiety_max")
    found: list[tuple[int, int]] = []
    for item, kind, does, _ in view.kit:
        if "feed" in does:
            gives = sum(use.low for use in kind.uses if use.do == "feed")
            if gives > 0 and (view.satiety + gives <= most or view.satiety <= STARVING_SATIETY):
                found.append((-gives, item.id))
    return view.find_first_option(Activate, "item", [id for _, id in sorted(found)])


def cure_ailment(view: BotView) -> Command | None:
    """Ends what ails it."""
    ailing = AILMENTS & view.me.effects.keys()
    if not ailing:
        return None
    poison = view.me.effects.get(POISONED, 0)
    serious = PETRIFYING in ailing or poison >= view.me.hp
    ids = [
        item.id
        for item, kind, does, known in view.kit
        if "end" in does and known and any(use.do == "end" and use.effect in ailing for use in kind.uses)
    ]
    if poison >= view.me.hp and (
        healed := view.find_first_option(Activate, "item", ids) or use_known_item(view, "heal")
    ):
        return healed
    if serious and not ids:
        ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "potion"]
    return view.find_first_option(Activate, "item", ids)


def gear_value(view: BotView, kind: ItemKind) -> int:
    """What a thing to wear is worth to this bot."""
    likes = view.temper.likes
    worth = sum(likes.get(stat, 0) * points for stat, points in kind.bonus.items())
    if kind.slot == "weapon":
        dice = kind.damage
        if dice is not None:
            worth += likes.get("damage", 0) * (dice.low + dice.high + 2 * dice.plus) // 2
        worth += likes.get("reach", 0) * kind.reach
        if kind.range:
            worth -= 100
    return worth


def wear_better_gear(view: BotView) -> Command | None:
    """Puts on what is better than what it wears; rings while there is a finger free."""
    me, items = view.me, view.world.items
    wardrobe = (*(item.id for item in view.pack), *me.worn.values())
    if view.ctx.notes.get("wardrobe") == wardrobe:
        return None
    tried = view.memory("tried")
    best: tuple[int, int] | None = None
    for item, kind, _, known in view.kit:
        if not kind.slot or item.id in me.worn.values() or item.id in tried or (known and kind.cursed):
            continue
        if kind.slot == "ring":
            if {"ring1", "ring2"} <= me.worn.keys():
                continue
            gain = gear_value(view, kind) if known else 1
        else:
            before = items.get(me.worn.get(kind.slot, 0))
            gain = gear_value(view, kind) - (
                0 if before is None else gear_value(view, item_kind_of(view, before.kind))
            )
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, item.id)
    if best is None:
        view.ctx.notes["wardrobe"] = wardrobe
        return None
    tried[best[1]] = True
    return view.find_option(Activate, item=best[1])


BENEFICIAL_USES = frozenset({"gain", "identify_all", "identify", "uncurse", "read"})
"""What a bot does at once when it knows that a thing does it."""


def use_beneficial_item(view: BotView) -> Command | None:
    """Drinks and reads what does good at any time; coats its weapon."""
    if view.foes:
        return None
    texts = view.memory("texts")
    for item, kind, does, known in view.kit:
        good = BENEFICIAL_USES | {"descend"} if view.temper.flees_slow_foes else BENEFICIAL_USES
        if not known or not (good & does or (kind.known_uses and ENVENOMED not in view.me.effects)):
            continue
        if "read" in does:
            if item.kind in texts:
                continue
            texts[item.kind] = True
        if used := view.find_option(Activate, item=item.id):
            return used
    return use_known_item(view, "heal") if view.is_below_life(50) else None


def try_unknown_item(view: BotView) -> Command | None:
    """Drinks and reads what it does not know, while it is well and nobody is near."""
    if view.foes or view.is_below_life(WELL_PERCENT) or view.me.effects.keys() - {LAMP, ENVENOMED}:
        return None
    if view.turn - view.ctx.notes.get("alarm", -QUIET_TURNS) < QUIET_TURNS:
        return None
    sorts = ("scroll", "potion") if view.level.floor < DEEP_FLOOR else ("scroll",)
    ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort in sorts]
    return view.find_first_option(Activate, "item", ids)


def drop_spare_gear(view: BotView) -> Command | None:
    """Puts the least of what it could wear and does not down, once there is a lot of it."""
    spare = [
        (gear_value(view, kind), item.id)
        for item, kind, _, _ in view.kit
        if kind.slot in ("body", "head", "shield", "weapon") and item.id not in view.me.worn.values()
        if not kind.throwable and not kind.uses and not kind.range
    ]
    if len(spare) < MAX_SPARE_GEAR or view.foes:
        return None
    least = min(spare)[1]
    view.memory("shed")[least] = True
    return view.find_option(Drop, item=least)


def pick_up_item(view: BotView) -> Command | None:
    """Picks up what lies here and is of use."""
    ids = [o.item for o in view.options if type(o) is PickUp and is_wanted(view, view.world.items[o.item])]
    return view.find_first_option(PickUp, "item", ids)


def set_lamp(view: BotView) -> Command | None:
    """Lights the lamp to look around, once nobody is to be taken unawares any more."""
    lit = LAMP in view.me.effects
    sight = effective_stat(view.ctx, view.me, "fov") - (rule_settings(view.ctx).lamp_fov if lit else 0)
    return None if view.hunting else switch_lamp(view, lit=not view.temper.prefers_dark or sight < DARK_SIGHT)
