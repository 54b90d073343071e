"""A bot and its things: eating, wearing, trying out, taking, and what it answers when it is asked."""

from __future__ import annotations

from footfall.api import Answer, Command
from footfall.api.grid import Item, chebyshev

from ..items.poison import COATED, POISONED
from ..items.using import Activate, Drop, PickUp
from ..knobs import knobs
from ..records import ItemKind
from ..totals import LAMP, total
from .fighting import SAFE_BLAST, activate, kind_of, lamp
from .view import JUNK, View

SIGHT = 4
"""FOV from which on a bot that likes the dark needs no lamp."""

SPARE = 4
"""Pieces of gear not worn of which a bot begins to put some down."""

STARVING = 3
"""Satiety at which a bot eats, wasteful or not."""

STONE = "core.stealth:petrifying"

ILLS = {POISONED, STONE, "core.stealth:blind", "core.stealth:confused"}
"""Effects that a bot takes something against."""

WELL = 75
"""Share of life in per cent that a bot wants before it tries out what it does not know."""

DEEP = 5
"""Floor from which on potions may turn to stone: nobody tries them out there."""

STILL = 6
"""Turns without a sign of anybody after which the lamp is lit again."""


def answer(view: View) -> Command:
    """An open question: what to take, whom or what to aim at, whether to attack somebody peaceful."""
    question = view.seat.state.question
    assert question is not None
    count = len(question.options)

    def chosen(index: int) -> Command:
        return Answer(actor=question.actor, choice=index)

    if question.kind in ("loot", "item"):
        for index, id in enumerate(question.options):
            item = view.world.items.get(id)
            if item is not None and wanted(view, item):
                return chosen(index)
        return chosen(count - 1)
    if question.kind == "aim-cell":
        for index, cell in enumerate(question.options[:-1]):
            if chebyshev(view.me.at, tuple(cell)) >= SAFE_BLAST:
                return chosen(index)
        view.memory("balked")[view.seat.notes.get("used", 0)] = view.turn
        return chosen(count - 1)
    return chosen(0)


def wanted(view: View, item: Item) -> bool:
    """Whether it takes a thing."""
    kind = kind_of(view, item.kind)
    if item.id in view.memory("shed"):
        return False
    return kind.sort not in JUNK and len(view.pack) < total(view.seat, view.me, "capacity")


def tend(view: View) -> Command | None:
    """What is done in peace: eating, wearing, drinking what helps, reading, taking what lies here."""
    return eat(view) or mend(view) or wear(view) or improve(view) or try_out(view) or take(view) or shed(view)


def eat(view: View) -> Command | None:
    """Eats what it has room for, or anything that feeds when it is starving."""
    most = total(view.seat, view.me, "satiety_max")
    found: list[tuple[int, int]] = []
    for item, kind, does, _ in view.kit:
        if "feed" in does:
            gives = sum(use.low for use in kind.uses if use.do == "feed")
            if gives > 0 and (view.satiety + gives <= most or view.satiety <= STARVING):
                found.append((-gives, item.id))
    return view.first(Activate, "item", [id for _, id in sorted(found)])


def mend(view: View) -> Command | None:
    """Ends what ails it."""
    ailing = ILLS & view.me.effects.keys()
    if not ailing:
        return None
    poison = view.me.effects.get(POISONED, 0)
    serious = STONE in ailing or poison >= view.me.hp
    ids = [
        item.id
        for item, kind, does, known in view.kit
        if "end" in does and known and any(use.do == "end" and use.effect in ailing for use in kind.uses)
    ]
    if poison >= view.me.hp and (healed := view.first(Activate, "item", ids) or activate(view, "heal")):
        return healed
    if serious and not ids:
        ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "potion"]
    return view.first(Activate, "item", ids)


def value(view: View, kind: ItemKind) -> int:
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


def wear(view: View) -> Command | None:
    """Puts on what is better than what it wears; rings while there is a finger free."""
    me, items = view.me, view.world.items
    wardrobe = (*(item.id for item in view.pack), *me.worn.values())
    if view.seat.notes.get("wardrobe") == wardrobe:
        return None
    tried = view.memory("tried")
    best: tuple[int, int] | None = None
    for item, kind, _, known in view.kit:
        if not kind.slot or item.id in me.worn.values() or item.id in tried or (known and kind.cursed):
            continue
        if kind.slot == "ring":
            if {"ring1", "ring2"} <= me.worn.keys():
                continue
            gain = value(view, kind) if known else 1
        else:
            before = items.get(me.worn.get(kind.slot, 0))
            gain = value(view, kind) - (0 if before is None else value(view, kind_of(view, before.kind)))
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, item.id)
    if best is None:
        view.seat.notes["wardrobe"] = wardrobe
        return None
    tried[best[1]] = True
    return view.option(Activate, item=best[1])


GOOD = frozenset({"gain", "identify_all", "identify", "uncurse", "read"})
"""What a bot does at once when it knows that a thing does it."""


def improve(view: View) -> Command | None:
    """Drinks and reads what does good at any time; coats its weapon."""
    if view.foes:
        return None
    texts = view.memory("texts")
    for item, kind, does, known in view.kit:
        good = GOOD | {"descend"} if view.temper.runs else GOOD
        if not known or not (good & does or (kind.known_uses and COATED not in view.me.effects)):
            continue
        if "read" in does:
            if item.kind in texts:
                continue
            texts[item.kind] = True
        if used := view.option(Activate, item=item.id):
            return used
    return activate(view, "heal") if view.hurt(50) else None


def try_out(view: View) -> Command | None:
    """Drinks and reads what it does not know, while it is well and nobody is near."""
    if view.foes or view.hurt(WELL) or view.me.effects.keys() - {LAMP, COATED}:
        return None
    if view.turn - view.seat.notes.get("alarm", -STILL) < STILL:
        return None
    sorts = ("scroll", "potion") if view.level.floor < DEEP else ("scroll",)
    ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort in sorts]
    return view.first(Activate, "item", ids)


def shed(view: View) -> Command | None:
    """Puts the least of what it could wear and does not down, once there is a lot of it."""
    spare = [
        (value(view, kind), item.id)
        for item, kind, _, _ in view.kit
        if kind.slot in ("body", "head", "shield", "weapon") and item.id not in view.me.worn.values()
        if not kind.throwable and not kind.uses and not kind.range
    ]
    if len(spare) < SPARE or view.foes:
        return None
    least = min(spare)[1]
    view.memory("shed")[least] = True
    return view.option(Drop, item=least)


def take(view: View) -> Command | None:
    """Picks up what lies here and is of use."""
    ids = [o.item for o in view.options if type(o) is PickUp and wanted(view, view.world.items[o.item])]
    return view.first(PickUp, "item", ids)


def light(view: View) -> Command | None:
    """Lights the lamp to look around, once nobody is to be taken unawares any more."""
    lit = LAMP in view.me.effects
    sight = total(view.seat, view.me, "fov") - (knobs(view.seat).lamp_fov if lit else 0)
    return None if view.hunting else lamp(view, lit=not view.temper.dark or sight < SIGHT)
