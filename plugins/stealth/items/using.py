"""Picking up, dropping, wearing and using objects (R-ITEM)."""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import (
    Ask,
    Change,
    Command,
    CommandSpec,
    Message,
    Play,
    Proposal,
    Question,
    Refused,
    Step,
    Tell,
)
from footfall.api import scene as front
from footfall.api.grid import (
    Actor,
    Cell,
    Item,
    PutItem,
    SetItem,
    Wear,
    here,
    items_at,
    pack_of,
    world_of,
)

from ..lore import Identify, held_fast, known, name_of_item
from ..missiles import SHATTER
from ..player import player_of
from ..records import ItemKind
from ..sight import sees
from ..totals import item_kind, total
from ..turns import spend
from .aiming import aimable, targets
from .effects import Aim, done

Answer: TypeAlias = "list[Change | Proposal] | Refused"

PICK, USE = "core.stealth:pick", "core.stealth:use"

RINGS = ("ring1", "ring2")


class PickUp(Command, frozen=True, tag="core.stealth:pick-up"):
    """Picks up what lies here; `item` names one of several."""

    item: int = 0


class Drop(Command, frozen=True, tag="core.stealth:drop"):
    """Puts a carried object down, all of a bundle."""

    item: int


class Activate(Command, frozen=True, tag="core.stealth:activate"):
    """Uses a carried object: puts it on or off, drinks, reads, eats, switches it on.

    `target` is a cell and `other` an object, for things that need one; without it they ask.
    """

    item: int
    target: tuple[int, int] | None = None
    other: int = 0


# Picking up and dropping.


def handle_pick_up(play: Play, command: PickUp) -> Answer:
    """Costs one unit; refused and free if nothing lies here or there is no room (R-ITEM-1)."""
    world, level, _ = here(play)
    actor = player_of(play)
    lying = items_at(world, level.id, actor.at)
    if command.item:
        lying = [item for item in lying if item.id == command.item]
    if not lying:
        return Refused(Message("stealth-nothing-here"), "R-ITEM-1")
    if len(lying) > 1:
        options = tuple(item.id for item in lying)
        return [Ask(Question(actor.id, "item", (*options, 0), Message("stealth-ask-pick")), PICK)]
    return picked_up(play, actor, lying[0])


def pick(play: Play, choice: int) -> list[Change | Proposal]:
    """The answer to which of several objects to pick up; 0: none."""
    item = world_of(play.state).items.get(choice)
    if item is None:
        return []
    picked = picked_up(play, player_of(play), item)
    return [Tell(picked.message)] if isinstance(picked, Refused) else picked


def picked_up(play: Play, actor: Actor, item: Item) -> Answer:
    """One object is picked up, and the turn ends."""
    taken = taken_by(play, actor, item)
    if isinstance(taken, Refused):
        return taken
    return [*taken, *spend(play, actor.id)]


def taken_by(play: Play, actor: Actor, item: Item) -> Answer:
    """An object goes into a pack, onto an equal bundle if there is one; no turn passes."""
    told = Tell(Message("stealth-taken", {"name": name_of_item(play, item), "count": item.count}))
    for other in pack_of(world_of(play.state), actor):
        if stacks(play, other, item):
            return [SetItem(other.id, count=other.count + item.count), SetItem(item.id, count=0), told]
    if len(actor.pack) >= total(play, actor, "capacity"):
        return Refused(Message("stealth-pack-full"), "R-ITEM-1")
    return [PutItem(item.id, holder=actor.id), told]


def stacks(play: Play, one: Item, other: Item) -> bool:
    """Whether two objects make one bundle."""
    return one.kind == other.kind and item_kind(play, one.kind).stack and one.charges == other.charges


def handle_drop(play: Play, command: Drop) -> Answer:
    """Costs one unit (R-TIME-7)."""
    _, level, _ = here(play)
    actor = player_of(play)
    item = _carried(play, actor, command.item)
    if item is None:
        return Refused(Message("stealth-not-carried"), "R-ITEM-1")
    if item.id in actor.worn.values() and held_fast(play, item):
        return Refused(Message("stealth-cursed"), "R-ITEM-4")
    told = Tell(Message("stealth-dropped", {"name": name_of_item(play, item), "count": item.count}))
    return [PutItem(item.id, level=level.id, at=actor.at), told, *spend(play, actor.id)]


def _carried(play: Play, actor: Actor, id: int) -> Item | None:
    item = world_of(play.state).items.get(id)
    return item if item is not None and item.holder == actor.id else None


# Wearing and using.


def handle_activate(play: Play, command: Activate) -> Answer:
    """Costs one unit (R-ITEM-4, R-TIME-7); refused and free if the object is of no use."""
    actor = player_of(play)
    item = _carried(play, actor, command.item)
    if item is None:
        return Refused(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(play, item.kind)
    worn = item.id in actor.worn.values()
    if kind.slot and not (worn and kind.uses):
        return taken_off(play, actor, item) if worn else put_on(play, actor, item, kind)
    if not kind.uses:
        return Refused(Message("stealth-no-use"), "R-ITEM-4")
    return _aimed(play, actor, item, kind, command)


def put_on(play: Play, actor: Actor, item: Item, kind: ItemKind) -> Answer:
    """Wears an object; what was in its slot goes back into the pack, unless it is cursed."""
    slot = kind.slot
    if slot == "ring":
        slot = next((ring for ring in RINGS if ring not in actor.worn), "")
        if not slot:
            return Refused(Message("stealth-two-rings"), "R-ITEM-4")
    before = world_of(play.state).items.get(actor.worn.get(slot, 0))
    if before is not None and held_fast(play, before):
        return Refused(Message("stealth-cursed"), "R-ITEM-4")
    changes: list[Change | Proposal] = [Wear(actor.id, slot, item.id)]
    if not known(play, item):
        changes.append(Identify((item.kind,)))
    name = Message(kind.name, {"count": item.count})
    changes.append(Tell(Message("stealth-put-on", {"name": name}), "bad" if held_fast(play, item) else ""))
    return [*changes, *spend(play, actor.id)]


def taken_off(play: Play, actor: Actor, item: Item) -> Answer:
    """Takes a worn object off."""
    if held_fast(play, item):
        return Refused(Message("stealth-cursed"), "R-ITEM-4")
    slot = next(slot for slot, id in actor.worn.items() if id == item.id)
    told = Tell(Message("stealth-taken-off", {"name": name_of_item(play, item)}))
    return [Wear(actor.id, slot), told, *spend(play, actor.id)]


def _aimed(play: Play, actor: Actor, item: Item, kind: ItemKind, command: Activate) -> Answer:
    """Uses an object at once, or asks first at whom or what.

    One that is not known and finds nothing to aim at is wasted: a refusal would tell what it is (R-ITEM-5).
    """
    if not kind.aim or (command.target is not None and kind.aim != "item") or command.other:
        if command.target is not None and not aimable(play, actor, kind, command.target):
            return Refused(Message("stealth-no-target"), "R-ITEM-4")
        return used(play, item.id, command.target or command.other)
    options = targets(play, actor, item)
    if not options:
        if not known(play, item):
            return used(play, item.id, None)
        return Refused(Message(f"stealth-no-{kind.aim}-to-aim-at"), "R-ITEM-4")
    prompt = Message(f"stealth-ask-aim-{kind.aim}")
    return [Ask(Question(actor.id, f"aim-{kind.aim}", (*options, 0), prompt), USE, (item.id,))]


def use(play: Play, item: int, choice: Cell | int) -> list[Change | Proposal]:
    """The answer to where to aim; 0: not at all, which is free."""
    if choice == 0:
        return []
    chosen = choice if isinstance(choice, int) else (choice[0], choice[1])
    outcome = used(play, item, chosen)
    return [Tell(outcome.message)] if isinstance(outcome, Refused) else outcome


def used(play: Play, id: int, choice: Cell | int | None) -> Answer:
    """The object does what it does, is spent, becomes known, and the turn ends."""
    world, _, ground = here(play)
    actor = player_of(play)
    item = _carried(play, actor, id)
    if item is None:
        return Refused(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(play, item.kind)
    uses = kind.known_uses if kind.known_uses and known(play, item) else kind.uses
    aim = Aim(actor, actor, actor.at)
    if isinstance(choice, tuple):
        aim = Aim(actor, world.actors.get(ground.occupied.get(choice, 0)), choice)
    elif choice:
        aim = Aim(actor, actor, actor.at, item=world.items.get(choice))
    changes: list[Change | Proposal] = []
    if kind.text:
        changes.append(Tell(Message(kind.text), "read"))
    elif not known(play, item):
        name = Message(kind.name, {"count": 1})
        changes += [Identify((item.kind,)), Tell(Message("stealth-it-was", {"name": name}), "look")]
    if kind.aim and not choice:
        changes.append(Tell(Message("stealth-nothing-happens")))
    else:
        changes += done(play, uses, aim)
    return [*changes, *spent(item, kind), *spend(play, actor.id)]


def spent(item: Item, kind: ItemKind) -> list[Change]:
    """What is left of an object after one use."""
    if kind.lasts:
        return []
    if item.charges > 1:
        return [SetItem(item.id, charges=item.charges - 1)]
    return [SetItem(item.id, count=item.count - 1)]


def shatter(play: Play, id: int, y: int, x: int, thrower: int) -> list[Change | Proposal]:
    """A thrown potion breaks: whoever stands there gets it, for half as long (R-RANGED-4)."""
    world, _, ground = here(play)
    item = world.items.get(id)
    if item is None:
        return []
    kind = item_kind(play, item.kind)
    target = world.actors.get(ground.occupied.get((y, x), 0))
    user = world.actors.get(thrower)
    changes: list[Change | Proposal] = [SetItem(id, count=item.count - 1)]
    if user is None:
        return changes
    if sees(play, (y, x)):
        name = name_of_item(play, item)
        changes.append(Tell(Message("stealth-shatters", {"name": name}), "fight"))
        if target is not None and not known(play, item):
            changes.append(Identify((item.kind,)))
    return [*changes, *done(play, kind.uses, Aim(user, target, (y, x), thrown=True))]


# What is legal, keys, and what the plugin provides.


def legal(play: Play) -> list[Command]:
    """Picking up what lies here, and using, wearing and dropping what is carried."""
    world, level, _ = here(play)
    actor = player_of(play)
    room = len(actor.pack) < total(play, actor, "capacity")
    pack = pack_of(world, actor)
    found: list[Command] = [
        PickUp(actor=actor.id, item=item.id)
        for item in items_at(world, level.id, actor.at)
        if room or any(stacks(play, other, item) for other in pack)
    ]
    for item in pack:
        kind = item_kind(play, item.kind)
        worn = item.id in actor.worn.values()
        fast = worn and held_fast(play, item)
        if kind.slot and not (worn and kind.uses):
            if not (fast if worn else isinstance(put_on(play, actor, item, kind), Refused)):
                found.append(Activate(actor=actor.id, item=item.id))
        elif kind.uses and (not kind.aim or not known(play, item) or targets(play, actor, item)):
            found.append(Activate(actor=actor.id, item=item.id))
        if not fast:
            found.append(Drop(actor=actor.id, item=item.id))
    return found


_THINGS = Message("stealth-keys-things")


def _item_ask(prompt: str, choices: str = "inventory") -> front.Ask:
    return front.Ask("item", front.Want.CHOICE, Message(prompt), choices)


COMMANDS = (
    CommandSpec(
        PickUp,
        handle_pick_up,
        (front.Binding(("g", ","), PickUp, Message("stealth-key-pick-up"), group=_THINGS),),
    ),
    CommandSpec(
        Activate,
        handle_activate,
        (
            front.Binding(
                ("a",),
                Activate,
                Message("stealth-key-activate"),
                asks=(_item_ask("stealth-ask-activate", "use"),),
                group=_THINGS,
            ),
        ),
    ),
    CommandSpec(
        Drop,
        handle_drop,
        (
            front.Binding(
                ("d",),
                Drop,
                Message("stealth-key-drop"),
                asks=(_item_ask("stealth-ask-drop"),),
                group=_THINGS,
            ),
        ),
    ),
)

STEPS = (Step(PICK, pick), Step(USE, use), Step(SHATTER, shatter))

__all__ = ["COMMANDS", "STEPS", "Activate", "Drop", "PickUp", "legal", "taken_by"]
