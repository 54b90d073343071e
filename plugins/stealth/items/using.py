"""Picking up, dropping, wearing and using objects (R-ITEM)."""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import (
    Ask,
    Change,
    Command,
    CommandSpec,
    Context,
    Message,
    Proposal,
    Question,
    Refusal,
    Step,
    Tell,
)
from footfall.api import scene as front
from footfall.api.grid import (
    Actor,
    Cell,
    Equip,
    Item,
    PutItem,
    SetItem,
    current_level,
    get_world,
    list_carried_items,
    list_items_at,
)

from ..identification import Identify, is_held_by_curse, is_identified, item_name
from ..missiles import SHATTER_STEP
from ..player import player_of
from ..records import ItemKind
from ..sight import player_sees
from ..stats import effective_stat, item_kind
from ..turns import spend_turn
from .aiming import can_aim_at, list_aim_targets
from .use_actions import UseTarget, perform_uses

ActionResult: TypeAlias = "list[Change | Proposal] | Refusal"

PICK_STEP, USE_STEP = "core.stealth:pick", "core.stealth:use"

RING_SLOTS = ("ring1", "ring2")


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


def handle_pick_up(ctx: Context, command: PickUp) -> ActionResult:
    """Costs one unit; refused and free if nothing lies here or there is no room (R-ITEM-1)."""
    world, level, _ = current_level(ctx)
    actor = player_of(ctx)
    lying = list_items_at(world, level.id, actor.at)
    if command.item:
        lying = [item for item in lying if item.id == command.item]
    if not lying:
        return Refusal(Message("stealth-nothing-here"), "R-ITEM-1")
    if len(lying) > 1:
        options = tuple(item.id for item in lying)
        return [Ask(Question(actor.id, "item", (*options, 0), Message("stealth-ask-pick")), PICK_STEP)]
    return pick_up(ctx, actor, lying[0])


def answer_pick(ctx: Context, choice: int) -> list[Change | Proposal]:
    """The answer to which of several objects to pick up; 0: none."""
    item = get_world(ctx.state).items.get(choice)
    if item is None:
        return []
    picked = pick_up(ctx, player_of(ctx), item)
    return [Tell(picked.message)] if isinstance(picked, Refusal) else picked


def pick_up(ctx: Context, actor: Actor, item: Item) -> ActionResult:
    """One object is picked up, and the turn ends."""
    taken = take_into_pack(ctx, actor, item)
    if isinstance(taken, Refusal):
        return taken
    return [*taken, *spend_turn(ctx, actor.id)]


def take_into_pack(ctx: Context, actor: Actor, item: Item) -> ActionResult:
    """An object goes into a pack, onto an equal bundle if there is one; no turn passes."""
    told = Tell(Message("stealth-taken", {"name": item_name(ctx, item), "count": item.count}))
    for other in list_carried_items(get_world(ctx.state), actor):
        if can_stack(ctx, other, item):
            return [SetItem(other.id, count=other.count + item.count), SetItem(item.id, count=0), told]
    if len(actor.pack) >= effective_stat(ctx, actor, "capacity"):
        return Refusal(Message("stealth-pack-full"), "R-ITEM-1")
    return [PutItem(item.id, holder=actor.id), told]


def can_stack(ctx: Context, one: Item, other: Item) -> bool:
    """Whether two objects make one bundle."""
    return one.kind == other.kind and item_kind(ctx, one.kind).stack and one.charges == other.charges


def handle_drop(ctx: Context, command: Drop) -> ActionResult:
    """Costs one unit (R-TIME-7)."""
    _, level, _ = current_level(ctx)
    actor = player_of(ctx)
    item = _find_carried(ctx, actor, command.item)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-1")
    if item.id in actor.worn.values() and is_held_by_curse(ctx, item):
        return Refusal(Message("stealth-cursed"), "R-ITEM-4")
    told = Tell(Message("stealth-dropped", {"name": item_name(ctx, item), "count": item.count}))
    return [PutItem(item.id, level=level.id, at=actor.at), told, *spend_turn(ctx, actor.id)]


def _find_carried(ctx: Context, actor: Actor, id: int) -> Item | None:
    item = get_world(ctx.state).items.get(id)
    return item if item is not None and item.holder == actor.id else None


# Wearing and using.


def handle_activate(ctx: Context, command: Activate) -> ActionResult:
    """Costs one unit (R-ITEM-4, R-TIME-7); refused and free if the object is of no use."""
    actor = player_of(ctx)
    item = _find_carried(ctx, actor, command.item)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(ctx, item.kind)
    worn = item.id in actor.worn.values()
    if kind.slot and not (worn and kind.uses):
        return take_off(ctx, actor, item) if worn else put_on(ctx, actor, item, kind)
    if not kind.uses:
        return Refusal(Message("stealth-no-use"), "R-ITEM-4")
    return _use_or_ask_target(ctx, actor, item, kind, command)


def put_on(ctx: Context, actor: Actor, item: Item, kind: ItemKind) -> ActionResult:
    """Wears an object; what was in its slot goes back into the pack, unless it is cursed."""
    slot = kind.slot
    if slot == "ring":
        slot = next((ring for ring in RING_SLOTS if ring not in actor.worn), "")
        if not slot:
            return Refusal(Message("stealth-two-rings"), "R-ITEM-4")
    before = get_world(ctx.state).items.get(actor.worn.get(slot, 0))
    if before is not None and is_held_by_curse(ctx, before):
        return Refusal(Message("stealth-cursed"), "R-ITEM-4")
    changes: list[Change | Proposal] = [Equip(actor.id, slot, item.id)]
    if not is_identified(ctx, item):
        changes.append(Identify((item.kind,)))
    name = Message(kind.name, {"count": item.count})
    changes.append(
        Tell(Message("stealth-put-on", {"name": name}), "bad" if is_held_by_curse(ctx, item) else "")
    )
    return [*changes, *spend_turn(ctx, actor.id)]


def take_off(ctx: Context, actor: Actor, item: Item) -> ActionResult:
    """Takes a worn object off."""
    if is_held_by_curse(ctx, item):
        return Refusal(Message("stealth-cursed"), "R-ITEM-4")
    slot = next(slot for slot, id in actor.worn.items() if id == item.id)
    told = Tell(Message("stealth-taken-off", {"name": item_name(ctx, item)}))
    return [Equip(actor.id, slot), told, *spend_turn(ctx, actor.id)]


def _use_or_ask_target(
    ctx: Context, actor: Actor, item: Item, kind: ItemKind, command: Activate
) -> ActionResult:
    """Uses an object at once, or asks first at whom or what.

    One that is not known and finds nothing to aim at is wasted: a refusal would tell what it is (R-ITEM-5).
    """
    if not kind.aim or (command.target is not None and kind.aim != "item") or command.other:
        if command.target is not None and not can_aim_at(ctx, actor, kind, command.target):
            return Refusal(Message("stealth-no-target"), "R-ITEM-4")
        return use_item(ctx, item.id, command.target or command.other)
    options = list_aim_targets(ctx, actor, item)
    if not options:
        if not is_identified(ctx, item):
            return use_item(ctx, item.id, None)
        return Refusal(Message(f"stealth-no-{kind.aim}-to-aim-at"), "R-ITEM-4")
    prompt = Message(f"stealth-ask-aim-{kind.aim}")
    return [Ask(Question(actor.id, f"aim-{kind.aim}", (*options, 0), prompt), USE_STEP, (item.id,))]


def answer_aim(ctx: Context, item: int, choice: Cell | int) -> list[Change | Proposal]:
    """The answer to where to aim; 0: not at all, which is free."""
    if choice == 0:
        return []
    chosen = choice if isinstance(choice, int) else (choice[0], choice[1])
    outcome = use_item(ctx, item, chosen)
    return [Tell(outcome.message)] if isinstance(outcome, Refusal) else outcome


def use_item(ctx: Context, id: int, choice: Cell | int | None) -> ActionResult:
    """The object does what it does, is spent, becomes known, and the turn ends."""
    world, _, ground = current_level(ctx)
    actor = player_of(ctx)
    item = _find_carried(ctx, actor, id)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(ctx, item.kind)
    uses = kind.known_uses if kind.known_uses and is_identified(ctx, item) else kind.uses
    aim = UseTarget(actor, actor, actor.at)
    if isinstance(choice, tuple):
        aim = UseTarget(actor, world.actors.get(ground.actor_by_cell.get(choice, 0)), choice)
    elif choice:
        aim = UseTarget(actor, actor, actor.at, item=world.items.get(choice))
    changes: list[Change | Proposal] = []
    if kind.text:
        changes.append(Tell(Message(kind.text), "read"))
    elif not is_identified(ctx, item):
        name = Message(kind.name, {"count": 1})
        changes += [Identify((item.kind,)), Tell(Message("stealth-it-was", {"name": name}), "look")]
    if kind.aim and not choice:
        changes.append(Tell(Message("stealth-nothing-happens")))
    else:
        changes += perform_uses(ctx, uses, aim)
    return [*changes, *spend_use(item, kind), *spend_turn(ctx, actor.id)]


def spend_use(item: Item, kind: ItemKind) -> list[Change]:
    """What is left of an object after one use."""
    if kind.lasts:
        return []
    if item.charges > 1:
        return [SetItem(item.id, charges=item.charges - 1)]
    return [SetItem(item.id, count=item.count - 1)]


def shatter(ctx: Context, id: int, y: int, x: int, thrower: int) -> list[Change | Proposal]:
    """A thrown potion breaks: whoever stands there gets it, for half as long (R-RANGED-4)."""
    world, _, ground = current_level(ctx)
    item = world.items.get(id)
    if item is None:
        return []
    kind = item_kind(ctx, item.kind)
    target = world.actors.get(ground.actor_by_cell.get((y, x), 0))
    user = world.actors.get(thrower)
    changes: list[Change | Proposal] = [SetItem(id, count=item.count - 1)]
    if user is None:
        return changes
    if player_sees(ctx, (y, x)):
        name = item_name(ctx, item)
        changes.append(Tell(Message("stealth-shatters", {"name": name}), "fight"))
        if target is not None and not is_identified(ctx, item):
            changes.append(Identify((item.kind,)))
    return [*changes, *perform_uses(ctx, kind.uses, UseTarget(user, target, (y, x), thrown=True))]


# What is legal, keys, and what the plugin provides.


def legal_commands(ctx: Context) -> list[Command]:
    """Picking up what lies here, and using, wearing and dropping what is carried."""
    world, level, _ = current_level(ctx)
    actor = player_of(ctx)
    room = len(actor.pack) < effective_stat(ctx, actor, "capacity")
    pack = list_carried_items(world, actor)
    found: list[Command] = [
        PickUp(actor=actor.id, item=item.id)
        for item in list_items_at(world, level.id, actor.at)
        if room or any(can_stack(ctx, other, item) for other in pack)
    ]
    for item in pack:
        kind = item_kind(ctx, item.kind)
        worn = item.id in actor.worn.values()
        fast = worn and is_held_by_curse(ctx, item)
        if kind.slot and not (worn and kind.uses):
            if not (fast if worn else isinstance(put_on(ctx, actor, item, kind), Refusal)):
                found.append(Activate(actor=actor.id, item=item.id))
        elif kind.uses and (
            not kind.aim or not is_identified(ctx, item) or list_aim_targets(ctx, actor, item)
        ):
            found.append(Activate(actor=actor.id, item=item.id))
        if not fast:
            found.append(Drop(actor=actor.id, item=item.id))
    return found


_ITEM_GROUP = Message("stealth-keys-things")


def _build_item_ask(prompt: str, choices: str = "inventory") -> front.Prompt:
    return front.Prompt("item", front.PromptKind.CHOICE, Message(prompt), choices)


COMMANDS = (
    CommandSpec(
        PickUp,
        handle_pick_up,
        (front.Binding(("g", ","), PickUp, Message("stealth-key-pick-up"), group=_ITEM_GROUP),),
    ),
    CommandSpec(
        Activate,
        handle_activate,
        (
            front.Binding(
                ("a",),
                Activate,
                Message("stealth-key-activate"),
                prompts=(_build_item_ask("stealth-ask-activate", "use"),),
                group=_ITEM_GROUP,
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
                prompts=(_build_item_ask("stealth-ask-drop"),),
                group=_ITEM_GROUP,
            ),
        ),
    ),
)

STEPS = (Step(PICK_STEP, answer_pick), Step(USE_STEP, answer_aim), Step(SHATTER_STEP, shatter))

__all__ = ["COMMANDS", "STEPS", "Activate", "Drop", "PickUp", "legal_commands", "take_into_pack"]
