"""How bots manage items: eating, wearing, trying, taking, dropping, and answering questions."""

from collections.abc import Callable
from functools import partial

from footfall.api import Answer, Command
from footfall.api.grid import Item, chebyshev_distance

from ..actors.stats import ENVENOMED, LAMP, effective_stat
from ..items.hunger import POISONED
from ..items.using import Activate, Drop, PickUp
from ..model.records import ItemKind, item_kind
from .fighting import SAFE_BLAST_DISTANCE, switch_lamp, use_known_item
from .view import JUNK_SORTS, BotView

DARK_SIGHT = 4
"""FOV at which a bot that prefers the dark needs no lamp."""

MAX_SPARE_GEAR = 4
"""Pieces of unworn gear at which a bot starts dropping them."""

STARVING_SATIETY = 3
"""Satiety at which a bot eats even if some food is wasted."""

PETRIFYING = "core.stealth:petrifying"

AILMENTS = {POISONED, PETRIFYING, "core.stealth:blind", "core.stealth:confused"}
"""Effects that a bot tries to cure."""

WELL_PERCENT = 75
"""Percentage of life below which a bot tries no unknown items."""

DEEP_FLOOR = 5
"""First floor with potions of petrification; from here on bots try no unknown potions."""

QUIET_TURNS = 6
"""Turns without an enemy or sound before a bot tries unknown items."""


def answer_question(view: BotView, wants: Callable[[Item], bool] | None = None) -> Command:
    """Answers an open question: an item to take, a place to aim at, whether to attack a peaceful actor.

    Args:
        wants: whether it takes an item; by default `is_wanted`.
    """
    wants = wants or partial(is_wanted, view)
    question = view.ctx.state.question
    assert question is not None
    count = len(question.options)

    def answer_with(index: int) -> Command:
        return Answer(actor=question.actor, choice=index)

    if question.kind in ("loot", "item"):
        for index, id in enumerate(question.options):
            item = view.world.items.get(id)
            if item is not None and wants(item):
                return answer_with(index)
        return answer_with(count - 1)
    if question.kind == "aim-cell":
        for index, cell in enumerate(question.options[:-1]):
            if chebyshev_distance(view.me.at, tuple(cell)) >= SAFE_BLAST_DISTANCE:
                return answer_with(index)
        view.memory("unaimable")[view.ctx.notes.get("used", 0)] = view.turn
        return answer_with(count - 1)
    return answer_with(0)


def is_wanted(view: BotView, item: Item) -> bool:
    """Whether the bot wants an item and has room for it."""
    kind = item_kind(view.phase, item.kind)
    if item.id in view.memory("dropped"):
        return False
    return kind.sort not in JUNK_SORTS and len(view.pack) < effective_stat(view.phase, view.me, "capacity")


def tend_to_self(view: BotView) -> Command | None:
    """The first useful thing to do with items outside of a fight."""
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
    """Eats the most filling food that fits, or any food when starving."""
    satiety_max = effective_stat(view.phase, view.me, "satiety_max")
    meals: list[tuple[int, int]] = []
    for item, kind, uses, _ in view.kit:
        if "feed" in uses:
            gain = sum(use.low for use in kind.uses if use.do == "feed")
            if gain > 0 and (view.satiety + gain <= satiety_max or view.satiety <= STARVING_SATIETY):
                meals.append((-gain, item.id))
    return view.find_first_option(Activate, "item", [id for _, id in sorted(meals)])


def cure_ailment(view: BotView) -> Command | None:
    """Cures poison and other ailments; gambles on unknown potions if an ailment is deadly."""
    ailments = AILMENTS & view.me.effects.keys()
    if not ailments:
        return None
    poison = view.me.effects.get(POISONED, 0)
    is_deadly = PETRIFYING in ailments or poison >= view.me.hp
    ids = [
        item.id
        for item, kind, uses, known in view.kit
        if "end" in uses and known and any(use.do == "end" and use.effect in ailments for use in kind.uses)
    ]
    if poison >= view.me.hp and (
        command := view.find_first_option(Activate, "item", ids) or use_known_item(view, "heal")
    ):
        return command
    if is_deadly and not ids:
        ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "potion"]
    return view.find_first_option(Activate, "item", ids)


def gear_value(view: BotView, kind: ItemKind) -> int:
    """Value of a piece of gear to this bot, by its `Temperament.likes`."""
    likes = view.temper.likes
    value = sum(likes.get(stat, 0) * points for stat, points in kind.bonus.items())
    if kind.slot == "weapon":
        dice = kind.damage
        if dice is not None:
            value += likes.get("damage", 0) * (dice.low + dice.high + 2 * dice.plus) // 2
        value += likes.get("reach", 0) * kind.reach
        if kind.range:
            value -= 100
    return value


def wear_better_gear(view: BotView) -> Command | None:
    """Puts on the largest improvement in gear; rings only while a ring slot is free."""
    me, items = view.me, view.world.items
    wardrobe = (*(item.id for item in view.pack), *me.worn.values())
    if view.ctx.notes.get("wardrobe") == wardrobe:
        return None
    tried = view.memory("tried")
    best: tuple[int, int] | None = None
    for item, kind, _, known in view.kit:
        if not kind.slot or item.id in me.worn.values() or item.id in tried or (known and kind.is_cursed):
            continue
        if kind.slot == "ring":
            if {"ring1", "ring2"} <= me.worn.keys():
                continue
            gain = gear_value(view, kind) if known else 1
        else:
            worn = items.get(me.worn.get(kind.slot, 0))
            gain = gear_value(view, kind) - (0 if worn is None else gear_value(view, item_kind(view.phase, worn.kind)))
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, item.id)
    if best is None:
        view.ctx.notes["wardrobe"] = wardrobe
        return None
    tried[best[1]] = True
    return view.find_option(Activate, item=best[1])


BENEFICIAL_USES = frozenset({"gain", "identify_all", "identify", "uncurse", "read"})
"""Uses for which a bot uses an identified item at once."""


def use_beneficial_item(view: BotView) -> Command | None:
    """Uses identified items that always help, coats its weapon, heals below half of its life."""
    if view.foes:
        return None
    texts_read = view.memory("texts_read")
    for item, kind, uses, known in view.kit:
        wanted_uses = BENEFICIAL_USES | {"descend"} if view.temper.flees_slow_foes else BENEFICIAL_USES
        if not known or not (wanted_uses & uses or (kind.known_uses and ENVENOMED not in view.me.effects)):
            continue
        if "read" in uses:
            if item.kind in texts_read:
                continue
            texts_read[item.kind] = True
        if command := view.find_option(Activate, item=item.id):
            return command
    return use_known_item(view, "heal") if view.is_below_life(50) else None


def try_unknown_item(view: BotView) -> Command | None:
    """Tries unknown potions and scrolls while healthy and undisturbed."""
    if view.foes or view.is_below_life(WELL_PERCENT) or view.me.effects.keys() - {LAMP, ENVENOMED}:
        return None
    if view.turn - view.ctx.notes.get("alarm", -QUIET_TURNS) < QUIET_TURNS:
        return None
    sorts = ("scroll", "potion") if view.level.floor < DEEP_FLOOR else ("scroll",)
    ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort in sorts]
    return view.find_first_option(Activate, "item", ids)


def drop_spare_gear(view: BotView) -> Command | None:
    """Drops the least valuable piece of spare gear once there are `MAX_SPARE_GEAR`."""
    spare = [
        (gear_value(view, kind), item.id)
        for item, kind, _, _ in view.kit
        if kind.slot in ("body", "head", "shield", "weapon") and item.id not in view.me.worn.values()
        if not kind.is_throwable and not kind.uses and not kind.range
    ]
    if len(spare) < MAX_SPARE_GEAR or view.foes:
        return None
    least = min(spare)[1]
    view.memory("dropped")[least] = True
    return view.find_option(Drop, item=least)


def pick_up_item(view: BotView, wants: Callable[[Item], bool] | None = None) -> Command | None:
    """Picks up an item underfoot that it wants, by default those that are `is_wanted`."""
    wants = wants or partial(is_wanted, view)
    ids = [option.item for option in view.options if type(option) is PickUp and wants(view.world.items[option.item])]
    return view.find_first_option(PickUp, "item", ids)


def set_lamp(view: BotView) -> Command | None:
    """Switches the lamp outside of fights, by the bot's preference and its sight without the lamp."""
    is_lit = LAMP in view.me.effects
    unlit_fov = effective_stat(view.phase, view.me, "fov") - (view.phase.settings.lamp_fov if is_lit else 0)
    return None if view.hunting else switch_lamp(view, lit=not view.temper.prefers_dark or unlit_fov < DARK_SIGHT)
