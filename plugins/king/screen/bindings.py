"""Key bindings of the commands, with their labels and prompts."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from footfall.api import Command, Message
from footfall.api.scene import Binding, Choice, Prompt, PromptKind

from .. import commands as cmd
from ..layout import FLOOR, FLOORS, NODE_BY_NAME, NODE_NAMES, PER_FLOOR, stair_room
from ..records import GameRecords
from ..rules.actions import find_escape_face, find_first_monster
from ..state import MIN_SANITY, Board
from .card_words import describe_card, describe_drawn_card, list_about
from .labels import format_number, format_seat, label_for, name_node, name_node_and_floor

TURN_GROUP, ROOM_GROUP = Message("king-group-turn"), Message("king-group-room")


def _ask_choice(field: str, choices: str) -> tuple[Prompt, ...]:
    return (Prompt(field, PromptKind.CHOICE, Message(f"king-pick-{choices}"), choices),)


def _bind(key: str, kind: type[Command], group: Message, *asks: Prompt) -> Binding:
    label = str(kind.__struct_config__.tag).removeprefix("core.king:")
    return Binding((key,), kind, Message(f"king-key-{label}"), prompts=asks, group=group)


_ALL_BINDINGS = (
    _bind("m", cmd.Move, TURN_GROUP, *_ask_choice("to", "moves")),
    _bind("s", cmd.Search, TURN_GROUP),
    _bind("d", cmd.Meditate, TURN_GROUP),
    _bind("u", cmd.Use, TURN_GROUP, *_ask_choice("item", "use")),
    _bind("e", cmd.Escape, TURN_GROUP),
    _bind("h", cmd.HealOthers, TURN_GROUP, *_ask_choice("blessing", "blessing")),
    _bind("c", cmd.DiscardClarity, TURN_GROUP),
    _bind("t", cmd.AttachTale, TURN_GROUP, *_ask_choice("tale", "tale")),
    _bind("y", cmd.BuyCrown, TURN_GROUP),
    _bind("g", cmd.Give, TURN_GROUP, *_ask_choice("target", "target"), *_ask_choice("item", "give")),
    _bind("n", cmd.EndTurn, TURN_GROUP),
    _bind("b", cmd.PedlarBuy, ROOM_GROUP),
    _bind("v", cmd.PedlarSell, ROOM_GROUP, *_ask_choice("item", "sell")),
    _bind("p", cmd.ArmoryDrop, ROOM_GROUP, *_ask_choice("item", "drop")),
    _bind("a", cmd.ArmoryTake, ROOM_GROUP, *_ask_choice("item", "take")),
    _bind("w", cmd.Tavern, ROOM_GROUP),
    _bind("o", cmd.YellowDoors, ROOM_GROUP, *_ask_choice("target", "door")),
    _bind("l", cmd.Salon, ROOM_GROUP),
    _bind("k", cmd.Chapel, ROOM_GROUP),
    _bind("i", cmd.Ritual, ROOM_GROUP),
)

HINTS = (
    *(f"king-key-{name}" for name in ("escape", "chapel", "salon", "ritual", "tavern", "yellow-doors")),
    *(f"king-key-{name}" for name in ("pedlar-buy", "pedlar-sell", "armoury-take", "armoury-drop")),
    *(f"king-key-{name}" for name in ("search", "heal-others", "meditate", "use")),
    *(f"king-key-{name}" for name in ("attach-tale", "discard-clarity", "buy-crown", "give")),
    *("king-key-end-turn", "king-key-move", "page:report", "page:king", "page:reasons", "page:legend"),
)
"""The reminders of the last row, most useful first; the keys of single moves are on the board."""

BINDINGS: dict[type[Command], tuple[Binding, ...]] = {binding.command: (binding,) for binding in _ALL_BINDINGS}
"""The bindings of each command class."""


def list_bindings(records: GameRecords, board: Board, commands: Sequence[Command], left: int) -> tuple[Binding, ...]:
    """Returns one key for each place on the floor and each stair, and the keys of all commands: the rules refuse some.

    0 is the corridor, 1 to 4 are the rooms, ``<`` leads up and ``>`` down. Losses and waste ask first.
    The help leaves out commands that neither the rules of this game nor the soul and its place allow.
    `left` is the number of actions that the soul can still use.
    """
    kinds = {type(each) for each in commands}
    soul = board.souls[board.active]
    questions: dict[type[Command], Message | None] = {}
    if left and cmd.Escape not in kinds:
        questions[cmd.EndTurn] = Message("king-sure-end-turn", {"actions": left})
    if soul.sanity >= soul.top:
        questions[cmd.Meditate] = Message("king-sure-meditate")
    questions[cmd.PedlarBuy] = Message("king-sure-buy", {"loss": records.rooms["PEDLAR"].loss})
    loss = records.rooms["TAVERN"].loss
    if soul.sanity - loss <= MIN_SANITY:
        sanity = format_number(soul.sanity)
        questions[cmd.Tavern] = Message("king-sure-tavern", {"loss": loss, "sanity": sanity})
    questions[cmd.Search] = _warn_of_card(records, board, soul.node)
    least = find_escape_face(records, board, soul)
    can = "unknown" if cmd.Escape not in kinds else "sure" if least <= 1 else "yes" if least <= 6 else "no"
    role = records.roles[soul.role]
    labels = {
        cmd.Escape: Message("king-key-escape", {"least": least, "can": can, "chance": round(100 * (7 - least) / 6)}),
        cmd.HealOthers: Message("king-key-heal-others", {"can": "yes", "loss": role.heal_loss, "gain": role.heal_gain}),
    }
    return (
        *_list_move_bindings(records, board, commands),
        *(
            msgspec.structs.replace(
                binding,
                label=labels.get(binding.command, binding.label),
                confirmation=questions.get(binding.command) if binding.command in kinds else None,
                is_listed=binding.command in kinds or binding.command in ALWAYS_LISTED,
            )
            for binding in _ALL_BINDINGS
        ),
    )


def _list_move_bindings(records: GameRecords, board: Board, commands: Sequence[Command]) -> Iterator[Binding]:
    """Yields the keys of the legal moves, then of other places, to which the rules say why not."""
    floor = FLOOR[board.souls[board.active].node]
    goals = [NODE_BY_NAME[each.to] for each in commands if isinstance(each, cmd.Move)]
    stairs = (stair_room(board.stairs, other) for other in (floor + 1, floor - 1) if 0 <= other < FLOORS)
    for node in dict.fromkeys((*goals, *range(floor * PER_FLOOR, (floor + 1) * PER_FLOOR), *stairs)):
        key, label = find_node_key(node, floor), Message("king-key-go", {"node": name_node(node)})
        sure = _warn_of_card(records, board, node) if node in goals else None
        yield Binding((key,), cmd.Move, label, {"to": NODE_NAMES[node]}, (), TURN_GROUP, sure, is_listed=node in goals)
    for key, other, choices in (("<", floor + 1, "above"), (">", floor - 1, "below")):
        if not 0 <= other < FLOORS:  # a list without a choice says why
            asks = (Prompt("to", PromptKind.CHOICE, Message("king-pick-moves"), choices),)
            yield Binding((key,), cmd.Move, Message("king-key-go"), {}, asks, TURN_GROUP, is_listed=False)


ALWAYS_LISTED = (cmd.Move, cmd.Search, cmd.Meditate, cmd.Use, cmd.EndTurn)
"""Commands of every soul, which the help lists even if they are not legal now."""


def _warn_of_card(records: GameRecords, board: Board, node: int) -> Message | None:
    """Returns the question before a card that lies face up is drawn.

    There is none if every soul wants it, or if this soul sees two cards on entering and may swap them.
    """
    soul = board.souls[board.active]
    may_swap = node != soul.node and len(board.boxes[node]) > 1 and records.roles[soul.role].has_foresight
    if may_swap or not board.known_counts[node]:
        return None
    name = board.boxes[node][-1]
    about = describe_drawn_card(records, soul, name)
    if about is None or records.cards[name].group in ("object", "tale", "key"):
        return None
    return Message("king-sure-draw", {"card": label_for(name), "about": about})


def find_node_key(node: int, floor: int) -> str:
    """Returns the key of a node, on the board and in lists, for a soul on a floor."""
    step = FLOOR[node] - floor
    return str(node % PER_FLOOR) if step == 0 else "<" if step > 0 else ">"


def list_hints(commands: Iterable[Command]) -> tuple[str, ...]:
    """Returns the names of the reminders: the legal commands, most useful first, and the pages."""
    legal = {BINDINGS[type(each)][0].label.id for each in commands}
    return tuple(name for name in HINTS if name in legal or name.startswith("page:"))


def list_choices(records: GameRecords, board: Board, commands: Iterable[Command]) -> dict[str, tuple[Choice, ...]]:
    """Returns the choices of the prompts: the legal values, in the order of the active soul's legal commands."""
    lists: dict[str, dict[object, Choice]] = {}
    floor = FLOOR[board.souls[board.active].node]

    def put(which: str, value: object, label: Message | str, letter: str = "", sure: Message | None = None) -> None:
        detail: tuple[Message, ...] = ()
        if isinstance(value, str):
            detail = list_about(value) if which == "blessing" else tuple(describe_card(records, value))
        if which == "sell":
            detail = (Message("king-effect-gain", {"amount": records.cards[str(value)].sale}), *detail)
        lists.setdefault(which, {}).setdefault(value, Choice(value, label, letter, detail, sure))

    for each in commands:
        match each:
            case cmd.Move(to=to):
                node = NODE_BY_NAME[to]
                name, key = name_node_and_floor(node), find_node_key(node, floor)
                put("moves", to, name, key, _warn_of_card(records, board, node))
            case cmd.Use(item=item):
                struck = find_first_monster(board, board.souls[board.active].node) if item == "BLUNT" else None
                args = {"card": label_for(item), "monster": label_for(struck.kind)} if struck is not None else {}
                put("use", item, Message("king-strike", args) if args else label_for(item))
            case cmd.HealOthers(blessing=blessing):
                put("blessing", blessing, label_for(blessing))
            case cmd.AttachTale(tale=tale):
                put("tale", tale, label_for(tale))
            case cmd.Give(target=target, item=item):
                put("target", target, format_seat(target))
                put("give", item, label_for(item))
            case cmd.PedlarSell(item=item):
                put("sell", item, label_for(item))
            case cmd.ArmoryDrop(item=item):
                put("drop", item, label_for(item))
            case cmd.ArmoryTake(item=item):
                put("take", item, label_for(item))
            case cmd.YellowDoors(target=target):
                seat, where = format_seat(target), name_node_and_floor(board.souls[target].node)
                put("door", target, Message("king-seat-in", {"seat": seat, "node": where}))
    return {which: tuple(choices.values()) for which, choices in lists.items()}
