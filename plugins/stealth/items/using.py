"""Picking up, dropping, wearing and using items (R-ITEM)."""

import msgspec

from footfall.api import Ask, Change, Command, Context, Message, Proposal, Push, Question, Refusal, Step, Tell, handles
from footfall.api.grid import Actor, Cell, Equip, Item, PutItem, SetItem, list_carried_items, list_items_at
from footfall.api.scene import Binding, Prompt, PromptKind

from ..actions.commands import TILE_OPENERS, ActionResult
from ..actions.missiles import SHATTER_STEP
from ..actors.identification import Identify, describe_bonuses, is_held_by_curse, is_identified, item_name
from ..actors.stats import effective_stat
from ..actors.surroundings import tile_at
from ..model.phase import Phase, get_phase
from ..model.play_state import LEAVE_OPTION
from ..model.records import ItemKind, item_kind
from ..model.state import ItemId
from ..quest.bells import strike_bell
from ..senses.notices import announce
from ..senses.sight import player_sees
from ..senses.sounds import DOOR_SOUND, emit_noise
from ..turns.phases import spend_turn
from .aiming import can_aim_at, list_aim_targets
from .use_actions import UseTarget, perform_uses

PICK_STEP, USE_STEP = "core.stealth:pick", "core.stealth:use"

RING_SLOTS = ("ring1", "ring2")


class PickUp(Command, frozen=True, tag="core.stealth:pick-up"):
    """Picks up an item underfoot; `item` is the id of one of several."""

    item: ItemId = 0


class Drop(Command, frozen=True, tag="core.stealth:drop"):
    """Drops a carried item, or a whole stack."""

    item: ItemId


class Activate(Command, frozen=True, tag="core.stealth:activate"):
    """Uses a carried item: puts it on, takes it off, drinks, reads, eats or activates it.

    `target` is a cell and `other` an item id, for items that need one; if it is missing, the player is asked.
    """

    item: ItemId
    target: tuple[int, int] | None = None
    other_item: ItemId = msgspec.field(default=0, name="other")


_ITEM_GROUP = Message("stealth-keys-things")


def _ask_item(prompt: str, choices: str = "inventory") -> Prompt:
    return Prompt("item", PromptKind.CHOICE, Message(prompt), choices)


# Picking up.


@handles(PickUp, bindings=(Binding(("g", ","), PickUp, Message("stealth-key-pick-up"), group=_ITEM_GROUP),))
def handle_pick_up(ctx: Context, command: PickUp) -> ActionResult:
    """Picks an item up, which takes one unit of time; refused if nothing lies here or the pack is full (R-ITEM-1)."""
    phase = get_phase(ctx)
    items = list_items_at(phase.world, phase.level.id, phase.player.at)
    if command.item:
        items = [item for item in items if item.id == command.item]
    if not items:
        return Refusal(Message("stealth-nothing-here"), "R-ITEM-1")
    if len(items) > 1:
        options = tuple(item.id for item in items)
        return [Ask(Question(phase.player.id, "item", (*options, 0), Message("stealth-ask-pick")), PICK_STEP)]
    return pick_up(phase, items[0])


def answer_pick(ctx: Context, choice: int) -> list[Change | Proposal]:
    """Picks up the chosen one of several items; 0: none."""
    phase = get_phase(ctx)
    item = phase.world.items.get(choice)
    if item is None:
        return []
    result = pick_up(phase, item)
    return [Tell(result.message)] if isinstance(result, Refusal) else result


def pick_up(phase: Phase, item: Item) -> ActionResult:
    """Picks up one item and ends the turn."""
    changes = take_into_pack(phase, phase.player, item)
    if isinstance(changes, Refusal):
        return changes
    return [*changes, *spend_turn(phase, phase.player.id)]


def take_into_pack(phase: Phase, actor: Actor, item: Item) -> ActionResult:
    """Puts an item into a pack, onto an equal stack if there is one. Costs no turn."""
    message = Tell(Message("stealth-taken", {"name": item_name(phase, item), "count": item.count}))
    for other in list_carried_items(phase.world, actor):
        if can_stack(phase, other, item):
            taken = announce(phase, "core.stealth:on_take", actor.id, item.kind, other.id)
            return [SetItem(other.id, count=other.count + item.count), SetItem(item.id, count=0), message, *taken]
    if len(actor.pack) >= effective_stat(phase, actor, "capacity"):
        return Refusal(Message("stealth-pack-full"), "R-ITEM-1")
    taken = announce(phase, "core.stealth:on_take", actor.id, item.kind, item.id)
    return [PutItem(item.id, holder=actor.id), message, *strike_bell(phase, item.kind), *taken]


def can_stack(phase: Phase, a: Item, b: Item) -> bool:
    """Whether two items form one stack."""
    return a.kind == b.kind and item_kind(phase, a.kind).is_stackable and a.charges == b.charges


def _find_carried(phase: Phase, id: int) -> Item | None:
    item = phase.world.items.get(id)
    return item if item is not None and item.holder == phase.player.id else None


# Wearing, using, dropping.


@handles(
    Activate,
    bindings=(
        Binding(
            ("a",),
            Activate,
            Message("stealth-key-activate"),
            prompts=(_ask_item("stealth-ask-activate", "use"),),
            group=_ITEM_GROUP,
        ),
    ),
)
def handle_activate(ctx: Context, command: Activate) -> ActionResult:
    """Uses an item, which takes one unit of time (R-ITEM-4, R-TIME-7); refused and free if it has no use."""
    phase = get_phase(ctx)
    actor = phase.player
    item = _find_carried(phase, command.item)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(ctx, item.kind)
    is_worn = item.id in actor.worn.values()
    if kind.slot and not (is_worn and kind.uses):
        return take_off(phase, actor, item) if is_worn else put_on(phase, actor, item, kind)
    if not kind.uses:
        return Refusal(Message("stealth-no-use"), "R-ITEM-4")
    # An unidentified item without a target is wasted; a refusal would reveal it (R-ITEM-5).
    if not kind.aim or (command.target is not None and kind.aim != "item") or command.other_item:
        if command.target is not None and not can_aim_at(phase, kind, command.target):
            return Refusal(Message("stealth-no-target"), "R-ITEM-4")
        return use_item(phase, item.id, command.target or command.other_item)
    options = list_aim_targets(phase, item)
    if not options:
        if not is_identified(phase, item):
            return use_item(phase, item.id, None)
        return Refusal(Message(f"stealth-no-{kind.aim}-to-aim-at"), "R-ITEM-4")
    prompt = Message(f"stealth-ask-aim-{kind.aim}")
    return [Ask(Question(phase.player.id, f"aim-{kind.aim}", (*options, 0), prompt), USE_STEP, (item.id,))]


def find_slot(actor: Actor, kind: ItemKind) -> str:
    """The slot in which an actor would wear a kind of item: a free one for a ring; ``""`` without one."""
    return kind.slot if kind.slot != "ring" else next((ring for ring in RING_SLOTS if ring not in actor.worn), "")


def refuse_to_wear(phase: Phase, actor: Actor, kind: ItemKind) -> Refusal | None:
    """Why an actor cannot put on a kind of item: all slots are taken, or the previous one is cursed."""
    slot = find_slot(actor, kind)
    if not slot:
        return Refusal(Message("stealth-two-rings"), "R-ITEM-4")
    previous = phase.world.items.get(actor.worn.get(slot, 0))
    is_stuck = previous is not None and is_held_by_curse(phase, previous)
    return Refusal(Message("stealth-cursed"), "R-ITEM-4") if is_stuck else None


def put_on(phase: Phase, actor: Actor, item: Item, kind: ItemKind) -> ActionResult:
    """Puts on an item; the previous one returns to the pack."""
    if refusal := refuse_to_wear(phase, actor, kind):
        return refusal
    slot = find_slot(actor, kind)
    changes: list[Change | Proposal] = [Equip(actor.id, slot, item.id)]
    if not is_identified(phase, item):
        changes.append(Identify((item.kind,)))
    name = Message(kind.name, {"count": item.count})
    told = Message("stealth-put-on", {"name": name, "slot": kind.slot})
    changes.append(Tell(told, "bad" if is_held_by_curse(phase, item) else ""))
    if phase.settings.shipped:
        changes += [Tell(line) for line in describe_bonuses(kind.bonus)]
    changes += announce(phase, "core.stealth:on_wear", actor.id, item.kind, item.id)
    return [*changes, *spend_turn(phase, actor.id)]


def take_off(phase: Phase, actor: Actor, item: Item) -> ActionResult:
    """Takes off a worn item, unless it is cursed."""
    if is_held_by_curse(phase, item):
        return Refusal(Message("stealth-cursed"), "R-ITEM-4")
    slot = next(slot for slot, id in actor.worn.items() if id == item.id)
    args = {"name": item_name(phase, item), "slot": slot}
    bared = announce(phase, "core.stealth:on_take_off", actor.id, item.kind, item.id)
    return [Equip(actor.id, slot), Tell(Message("stealth-taken-off", args)), *bared, *spend_turn(phase, actor.id)]


def answer_aim(ctx: Context, item: int, choice: Cell | int) -> list[Change | Proposal]:
    """Uses the item on the chosen target; 0: not at all, which is free."""
    if choice == 0:
        return []
    target = choice if isinstance(choice, int) else (choice[0], choice[1])
    result = use_item(get_phase(ctx), item, target)
    return [Tell(result.message)] if isinstance(result, Refusal) else result


def use_item(phase: Phase, id: int, choice: Cell | int | None) -> ActionResult:
    """Applies an item's uses, identifies it, spends one use and ends the turn."""
    actor = phase.player
    item = _find_carried(phase, id)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-4")
    kind = item_kind(phase, item.kind)
    uses = kind.known_uses if kind.known_uses and is_identified(phase, item) else kind.uses
    aim = UseTarget(actor, actor, actor.at, source=item.id)
    if isinstance(choice, tuple):
        aim = UseTarget(actor, phase.find_actor_at(choice), choice, source=item.id)
    elif choice:
        aim = UseTarget(actor, actor, actor.at, item=phase.world.items.get(choice), source=item.id)
    changes: list[Change | Proposal] = []
    if kind.text:
        changes.append(Tell(Message(kind.text), "read"))
    elif not is_identified(phase, item):
        name = Message(kind.name, {"count": 1})
        changes += [Identify((item.kind,)), Tell(Message("stealth-it-was", {"name": name}), "look")]
    if kind.aim and not choice:
        changes.append(Tell(Message("stealth-nothing-happens")))
    else:
        changes += perform_uses(phase, uses, aim)
    changes += announce(phase, "on_use", phase.player.id, item.kind, aim.target.id if aim.target is not None else 0)
    return [*changes, *spend_use(item, kind), *spend_turn(phase, actor.id)]


def spend_use(item: Item, kind: ItemKind) -> list[Change]:
    """Spends one charge or one copy of an item, unless it lasts."""
    if kind.is_lasting:
        return []
    if item.charges > 1:
        return [SetItem(item.id, charges=item.charges - 1)]
    return [SetItem(item.id, count=item.count - 1)]


@handles(
    Drop,
    bindings=(
        Binding(("d",), Drop, Message("stealth-key-drop"), prompts=(_ask_item("stealth-ask-drop"),), group=_ITEM_GROUP),
    ),
)
def handle_drop(ctx: Context, command: Drop) -> ActionResult:
    """Drops an item, which takes one unit of time (R-TIME-7); a cursed worn item is refused (R-ITEM-4)."""
    phase = get_phase(ctx)
    actor = phase.player
    item = _find_carried(phase, command.item)
    if item is None:
        return Refusal(Message("stealth-not-carried"), "R-ITEM-1")
    if item.id in actor.worn.values() and is_held_by_curse(phase, item):
        return Refusal(Message("stealth-cursed"), "R-ITEM-4")
    message = Tell(Message("stealth-dropped", {"name": item_name(phase, item), "count": item.count}))
    left = announce(phase, "core.stealth:on_drop", actor.id, item.kind, item.id)
    return [PutItem(item.id, level=phase.level.id, at=actor.at), message, *left, *spend_turn(phase, actor.id)]


def shatter(ctx: Context, id: int, y: int, x: int, thrower: int) -> list[Change | Proposal]:
    """Breaks a thrown potion, which affects the actor there for half the duration (R-RANGED-4)."""
    phase = get_phase(ctx)
    item = phase.world.items.get(id)
    if item is None:
        return []
    kind = item_kind(ctx, item.kind)
    target = phase.find_actor_at((y, x))
    user = phase.world.actors.get(thrower)
    changes: list[Change | Proposal] = [SetItem(id, count=item.count - 1)]
    if user is None:
        return changes
    if player_sees(phase, (y, x)):
        name = item_name(phase, msgspec.structs.replace(item, count=1))
        changes.append(Tell(Message("stealth-shatters", {"name": name}), "fight"))
        if target is not None and not is_identified(phase, item):
            changes.append(Identify((item.kind,)))
    return [*changes, *perform_uses(phase, kind.uses, UseTarget(user, target, (y, x), source=item.id, is_thrown=True))]


# Legal commands.


def legal_commands(phase: Phase) -> list[Command]:
    """The legal commands to pick up, use, wear and drop items."""
    actor = phase.player
    has_room = len(actor.pack) < effective_stat(phase, actor, "capacity")
    pack = list_carried_items(phase.world, actor)
    commands: list[Command] = [
        PickUp(actor=actor.id, item=item.id)
        for item in list_items_at(phase.world, phase.level.id, actor.at)
        if has_room or any(can_stack(phase, other, item) for other in pack)
    ]
    for item in pack:
        kind = item_kind(phase, item.kind)
        is_worn = item.id in actor.worn.values()
        is_stuck = is_worn and is_held_by_curse(phase, item)
        if kind.slot and not (is_worn and kind.uses):
            if not is_stuck if is_worn else refuse_to_wear(phase, actor, kind) is None:
                commands.append(Activate(actor=actor.id, item=item.id))
        elif kind.uses and (not kind.aim or not is_identified(phase, item) or list_aim_targets(phase, item)):
            commands.append(Activate(actor=actor.id, item=item.id))
        if not is_stuck:
            commands.append(Drop(actor=actor.id, item=item.id))
    return commands


LOOT_STEP, TAKE_STEP = "core.stealth:loot", "core.stealth:take"


def open_container(phase: Phase, actor: Actor, cell: Cell) -> list[Change | Proposal] | Refusal:
    """Opens a container, with the noise of a door (R-DOOR-4); the visit costs one unit in all (D-7)."""
    kind = tile_at(phase, actor, cell)
    name = Message(kind.name) if kind is not None else Message("stealth-something")
    return [
        emit_noise(phase, actor, DOOR_SOUND, cell),
        Tell(Message("stealth-opened", {"name": name})),
        *(announce(phase, "on_open", actor.id, cell, kind.id) if kind is not None else ()),
        Push(LOOT_STEP, (cell[0], cell[1])),
    ]


def end_visit(phase: Phase) -> list[Change]:
    """Ends a visit, which costs the turn unless ``item.loot_cost`` is off (D-7)."""
    return spend_turn(phase, phase.player.id) if phase.settings.item_loot_cost else []


def show_loot(ctx: Context, y: int, x: int) -> list[Change | Proposal]:
    """Asks what to take, or ends the visit if the container is empty."""
    phase = get_phase(ctx)
    contents = list_items_at(phase.world, phase.level.id, (y, x), inside=True)
    if not contents:
        return [Tell(Message("stealth-empty")), *end_visit(phase)]
    options = (*(item.id for item in contents), LEAVE_OPTION)
    return [Ask(Question(phase.player.id, "loot", options, Message("stealth-ask-loot")), TAKE_STEP, (y, x))]


def take_item(ctx: Context, y: int, x: int, choice: int) -> list[Change | Proposal]:
    """Takes one item and shows the rest, or ends the visit."""
    phase = get_phase(ctx)
    contents = list_items_at(phase.world, phase.level.id, (y, x), inside=True)
    item = next((item for item in contents if item.id == choice), None)
    if item is None:
        return [*end_visit(phase)]
    changes = take_into_pack(phase, phase.player, item)
    if isinstance(changes, Refusal):
        return [Tell(changes.message), *end_visit(phase)]
    if len(contents) == 1:
        return [*changes, *end_visit(phase)]
    return [*changes, Push(LOOT_STEP, (y, x))]


TILE_OPENERS["container"] = open_container

STEPS = (
    Step(PICK_STEP, answer_pick),
    Step(USE_STEP, answer_aim),
    Step(SHATTER_STEP, shatter),
    Step(LOOT_STEP, show_loot),
    Step(TAKE_STEP, take_item),
)
