"""Keys of the moment: what each command is called, which keys build it, what it must still ask."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Command, Message
from footfall.api.scene import Ask, Binding, Choice, Want

from . import commands as cmd
from .house import FLOOR, NODE, PER_FLOOR
from .state import Board
from .words import name, seat

TURN, ROOM = Message("king-group-turn"), Message("king-group-room")


def _pick(field: str, choices: str) -> tuple[Ask, ...]:
    return (Ask(field, Want.CHOICE, Message(f"king-pick-{choices}"), choices),)


def _key(key: str, kind: type[Command], group: Message, *asks: Ask) -> Binding:
    label = str(kind.__struct_config__.tag).removeprefix("core.king:")
    return Binding((key,), kind, Message(f"king-key-{label}"), asks=asks, group=group)


_ALL = (
    _key("m", cmd.Move, TURN, *_pick("to", "moves")),
    _key("s", cmd.Search, TURN),
    _key("d", cmd.Meditate, TURN),
    _key("u", cmd.Use, TURN, *_pick("item", "use")),
    _key("e", cmd.Escape, TURN),
    _key("h", cmd.HealOthers, TURN, *_pick("blessing", "blessing")),
    _key("c", cmd.DiscardClarity, TURN),
    _key("t", cmd.AttachTale, TURN, *_pick("tale", "tale")),
    _key("y", cmd.BuyCrown, TURN),
    _key("g", cmd.Give, TURN, *_pick("target", "target"), *_pick("item", "give")),
    _key("n", cmd.EndTurn, TURN),
    _key("b", cmd.PedlarBuy, ROOM),
    _key("v", cmd.PedlarSell, ROOM, *_pick("item", "sell")),
    _key("p", cmd.ArmouryDrop, ROOM, *_pick("item", "drop")),
    _key("a", cmd.ArmouryTake, ROOM, *_pick("item", "take")),
    _key("w", cmd.Tavern, ROOM),
    _key("o", cmd.YellowDoors, ROOM, *_pick("target", "door")),
    _key("l", cmd.Salon, ROOM),
    _key("k", cmd.Chapel, ROOM),
    _key("i", cmd.Ritual, ROOM),
)

BINDINGS: dict[type[Command], tuple[Binding, ...]] = {binding.command: (binding,) for binding in _ALL}
"""Every command's keys."""


def bindings_of(board: Board, commands: Iterable[Command]) -> tuple[Binding, ...]:
    """The keys of the commands that are legal now; moves also by the number of the room.

    0 is the corridor, 1 to 4 the rooms, ``<`` a floor up and ``>`` a floor down.
    """
    found = list(commands)
    kinds = {type(each) for each in found}
    direct = []
    here = FLOOR[board.souls[board.active].node]
    for each in found:
        if isinstance(each, cmd.Move):
            node = NODE[each.to]
            step = FLOOR[node] - here
            key = str(node % PER_FLOOR) if step == 0 else "<" if step > 0 else ">"
            label = Message("king-key-go", {"node": each.to})
            direct.append(Binding((key,), cmd.Move, label, {"to": each.to}, group=TURN))
    return (*direct, *(binding for binding in _ALL if binding.command in kinds))


def lists_of(commands: Iterable[Command]) -> dict[str, tuple[Choice, ...]]:
    """The lists that bindings pick from: what is legal now, in the order of the legal commands."""
    lists: dict[str, dict[object, Choice]] = {}

    def put(which: str, value: object, label: Message | str) -> None:
        lists.setdefault(which, {}).setdefault(value, Choice(value, label))

    for each in commands:
        match each:
            case cmd.Move(to=to):
                put("moves", to, to)
            case cmd.Use(item=item):
                put("use", item, name(item))
            case cmd.HealOthers(blessing=blessing):
                put("blessing", blessing, name(blessing))
            case cmd.AttachTale(tale=tale):
                put("tale", tale, name(tale))
            case cmd.Give(target=target, item=item):
                put("target", target, seat(target))
                put("give", item, name(item))
            case cmd.PedlarSell(item=item):
                put("sell", item, name(item))
            case cmd.ArmouryDrop(item=item):
                put("drop", item, name(item))
            case cmd.ArmouryTake(item=item):
                put("take", item, name(item))
            case cmd.YellowDoors(target=target):
                put("door", target, seat(target))
    return {which: tuple(choices.values()) for which, choices in lists.items()}
