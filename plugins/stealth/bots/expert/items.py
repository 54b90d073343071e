"""How the expert bot handles items: answers, food, gear, trying unknown ones, and help in a fight."""

from functools import partial
from itertools import product

from footfall.api import Answer, Command
from footfall.api.grid import Actor, Item, chebyshev_distance

from ...actions.commands import Throw
from ...actions.missiles import check_missile_path, throwing_range
from ...items.aiming import SLEEPLESS_TAG, SMOKE_RADIUS
from ...items.using import Activate, Drop
from ...model.records import ItemKind, creature_kind, item_kind
from ...model.state import Mood
from ...quest.bells import find_loudest
from .. import inventory, pathing
from ..fighting import SAFE_BLAST_DISTANCE, use_known_item, use_potion
from ..view import CarriedItem
from .view import ExpertView

HARD_FIGHT, GRIM_FIGHT = 28, 60
"""Share of its life in percent that a fight may cost before it spends consumables, and before it spends any."""

POISON_LIFE = 17
"""Life at which it drinks no unknown potion: a poison potion costs 14."""

MAX_THROWN, SPARE_ROOM = 3, 4
"""Maximum daggers or spears of each kind that it carries, and places of its pack that it keeps free."""

SAVED_SCROLLS = 3
"""Unread scrolls that it keeps for a hard fight: most kinds help in one, and the first of each is lost out of one."""

UNWANTED_SORTS = frozenset({"junk", "book"})


def answer_question(view: ExpertView) -> Command:
    """Answers an open question: an item to take, a place to aim at."""
    question = view.ctx.state.question
    assert question is not None
    if question.kind == "aim-creature":
        cells = {foe.at: foe for foe in view.foes}
        ranked = sorted(
            (-view.pressure(cells[tuple(cell)]), index)
            for index, cell in enumerate(question.options[:-1])
            if tuple(cell) in cells and (cells[tuple(cell)] in view.hunting or not view.hunting)
        )
        if ranked:
            return Answer(actor=question.actor, choice=ranked[0][1])
    return inventory.answer_question(view, partial(is_wanted, view))


def is_wanted(view: ExpertView, item: Item) -> bool:
    """Whether it wants an item and has room for it."""
    kind = item_kind(view.phase, item.kind)
    if kind.sort in UNWANTED_SORTS:
        return False
    if kind.sort == "food" and any(use.do == "feed" and use.low < 0 for use in kind.uses):
        return False
    if kind.slot and kind.slot != "ring" and not _is_useful_gear(view, kind):
        return False
    if item.id in view.memory("refused"):
        return False
    return inventory.is_wanted(view, item)


def is_worth_taking(view: ExpertView, item: Item) -> bool:
    """Whether it wants an item on the ground, by the look of it."""
    return is_wanted(view, item) and view.wants_bell(item.id)


def _is_useful_gear(view: ExpertView, kind: ItemKind) -> bool:
    """Whether gear is better than what it wears, or of use for throwing and shooting."""
    carried = sum(1 for other in view.pack if other.kind == kind.id)
    if kind.is_throwable:
        return carried < MAX_THROWN
    if kind.range or kind.uses:
        return not carried
    worn = view.world.items.get(view.me.worn.get(kind.slot, 0))
    value = 0 if worn is None else inventory.gear_value(view, item_kind(view.phase, worn.kind))
    return not carried and inventory.gear_value(view, kind) > value


def lighten_pack(view: ExpertView) -> Command | None:
    """Drops what is of least use once the pack is nearly full: a bell must find room."""
    if view.foes or len(view.me.pack) < view.me.stats.get("capacity", 0) - SPARE_ROOM:
        return None
    worn = set(view.me.worn.values())
    for item, kind, _, _ in view.kit:
        if item.id in worn or not (kind.sort == "book" or (kind.slot and kind.slot != "ring")):
            continue
        if not _is_useful_gear(view, kind) and (drop := view.find_option(Drop, item=item.id)):
            view.memory("dropped")[item.id] = True
            return drop
    for item, kind, _, _ in view.kit:
        if item.id not in worn and kind.sort in ("ring", "missile", "key", "weapon"):
            view.memory("dropped")[item.id] = True
            return view.find_option(Drop, item=item.id)
    return None


def tend_to_self(view: ExpertView) -> Command | None:
    """The first useful thing to do with items outside of a fight."""
    return (
        inventory.eat_food(view)
        or inventory.cure_ailment(view)
        or inventory.wear_better_gear(view)
        or muffle_bell(view)
        or heal_by_potion(view)
        or inventory.use_beneficial_item(view)
        or try_unknown_item(view)
        or inventory.pick_up_item(view, partial(is_worth_taking, view))
        or lighten_pack(view)
    )


def muffle_bell(view: ExpertView) -> Command | None:
    """Wraps the loudest bell that it carries in the best thing that it has for that."""
    if view.foes or (loudest := find_loudest(view.phase, view.me)) is None:
        return None
    loudness, bell = loudest
    wrappings = [
        (-use.low, item.id) for item, kind, _, _ in view.kit for use in kind.uses
        if use.do == "muffle" and use.low > bell.rings - loudness
    ]  # fmt: skip
    return view.find_first_option(Activate, "item", [id for _, id in sorted(wrappings)])


def heal_by_potion(view: ExpertView) -> Command | None:
    """Drinks an identified healing potion when badly hurt and out of a fight."""
    return use_known_item(view, "heal") if view.me.hp * 100 < view.me.hp_max * 35 and not view.foes else None


def try_unknown_item(view: ExpertView) -> Command | None:
    """Tries unknown potions and scrolls while undisturbed and able to survive poison."""
    quiet = view.turn - view.ctx.notes.get("alarm", -inventory.QUIET_TURNS) >= inventory.QUIET_TURNS
    if view.foes or not quiet or view.me.effects.keys() - {"core.stealth:lamp", "core.stealth:envenomed"}:
        return None
    if any(s.mood is not Mood.ASLEEP for s in view.sightings.values()):
        return None
    sorts = set()
    deepest = view.ctx.notes["deepest"] = max(view.ctx.notes.get("deepest", 0), view.level.floor)
    if view.me.hp > POISON_LIFE and deepest < inventory.DEEP_FLOOR:
        sorts.add("potion")
    unread = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "scroll"]
    if len(unread) > SAVED_SCROLLS and not view.is_below_life(50):
        return view.find_first_option(Activate, "item", unread)
    ids = [item.id for item, kind, _, known in view.kit if not known and kind.sort in sorts]
    return view.find_first_option(Activate, "item", ids)


# Fights.


def use_in_fight(view: ExpertView, foes: list[Actor], cost: float) -> Command | None:
    """A scroll, potion or device for a hard fight; None if it is easy."""
    share = cost * 100 / max(1, view.me.hp)
    if share < HARD_FIGHT:
        return None
    if view.is_below_life(40) and share > GRIM_FIGHT and (drink := use_known_item(view, "heal")):
        return drink
    nearest = min((view.distance_to(foe) for foe in foes), default=0)
    for carried in sorted(view.kit, key=lambda carried: not carried.is_known):
        command = _use_one(view, carried, foes, nearest)
        if command is not None:
            return command
    if view.fighter.stamina == 0:
        return use_known_item(view, "refresh")
    return None


def throw_smoke(view: ExpertView, foes: list[Actor]) -> Command | None:
    """Throws a smoke pot where it puts the most dangerous enemies to sleep, but not itself."""
    pots = [item.id for item, _, uses, _ in view.kit if "lull" in uses]
    if not pots or view.fighter.stamina == 0:
        return None
    reach = throwing_range(view.phase, view.me)
    costs = {
        foe.at: view.fight_cost([foe]) for foe in foes if SLEEPLESS_TAG not in creature_kind(view.phase, foe.kind).tags
    }
    cells = {(y + dy, x + dx) for y, x in costs for dy, dx in product(range(-SMOKE_RADIUS, SMOKE_RADIUS + 1), repeat=2)}
    ranked = sorted(
        (-sum(cost for at, cost in costs.items() if chebyshev_distance(at, cell) <= SMOKE_RADIUS), cell)
        for cell in cells
        if chebyshev_distance(cell, view.me.at) > SMOKE_RADIUS and pathing.can_walk(view, cell)
    )
    for _, cell in ranked:
        if check_missile_path(view.phase, view.me, cell, reach) is None:
            return Throw(actor=view.me.id, item=pots[0], target=cell)
    return None


def _use_one(view: ExpertView, carried: CarriedItem, foes: list[Actor], nearest: int) -> Command | None:
    """The use of one item against enemies, if it is of any."""
    item, kind, uses, known = carried
    if kind.slot:
        return None
    helpless = any("core.stealth:paralysed" in foe.effects for foe in foes)
    if kind.sort == "scroll":
        if not known:
            return view.find_option(Activate, item=item.id)
        if "blast" in uses and nearest < SAFE_BLAST_DISTANCE:
            return None
        if "start" in uses and helpless:
            return None
        return view.find_option(Activate, item=item.id) if kind.aim in ("creature", "cell") else None
    if kind.sort == "device" and kind.aim == "creature":
        blinded = any("core.stealth:blind" in foe.effects for foe in foes)
        return None if blinded else view.find_option(Activate, item=item.id)
    return use_potion(view, item, kind, is_frugal=True) if known else None


def use_to_escape(view: ExpertView, near: list[Actor]) -> Command | None:
    """An item that ends a lost fight: descent, teleport, healing, any help; at last, unknown ones."""
    for name in ("descend", "teleport", "heal"):
        if name == "descend" and view.going_home:
            continue
        if command := use_known_item(view, name):
            return command
    if command := use_in_fight(view, near, float(view.me.hp)):
        return command
    untried = [item.id for item, kind, _, known in view.kit if not known and kind.sort in ("scroll", "potion")]
    return view.find_first_option(Activate, "item", untried)
