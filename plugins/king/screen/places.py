"""The house as places of the scene: fifteen nodes with the cards and figures there. Hidden cards stay hidden."""

from collections.abc import Iterator, Mapping
from typing import Final

from footfall.api import Command, Message
from footfall.api.scene import Line, Place, Span, Tint

from ..commands import Move
from ..layout import FLOORS, NEIGHBORS, NODE_BY_NAME, NODE_NAMES, NODES, PER_FLOOR, next_in_ring, stair_moves
from ..records import GameRecords
from ..rules.rounds import find_presence_loss
from ..state import Board, SpecialRoom
from .about import describe_costs, describe_monster, describe_room, describe_soul
from .card_words import describe_card
from .labels import format_seat, label_for, name_node, name_node_briefly

BOX_SIGN, KING_SIGN, ROOM_SIGN, THRESHOLD_SIGN, ACTIVE_SIGN, MONSTER_SIGN = "▤", "♛", "★", "⌂", "▸", "◆"

SPOTS: Final = ((1, 0), (0, 0), (0, 1), (2, 0), (2, 1))
"""Row and column of the corridor and of the rooms 1 to 4 of a floor; the corridor covers both columns."""

CARD_TINTS: Final = {
    "event": Tint.WARY,
    "status": Tint.MAGIC,
    "object": Tint.ITEM,
    "tale": Tint.ITEM,
    "monster": Tint.FOE,
    "omen": Tint.FOE,
    "key": Tint.GOOD,
}
"""The tint of a card that lies face up, by its group."""


def list_places(records: GameRecords, board: Board, clicks: Mapping[int, Command]) -> tuple[Place, ...]:
    """Builds the places of all nodes; `clicks` holds the command of a click by node."""
    places = []
    for node in range(NODES):
        floor, spot = divmod(node, PER_FLOOR)
        row, column = SPOTS[spot]
        exits = (*NEIGHBORS[node], *stair_moves(board.stairs, node))
        place = Place(
            id=NODE_NAMES[node],
            label=name_node(node),
            short=name_node_briefly(node),
            level=floor,
            row=row,
            column=column,
            width=1 if spot else 2,
            lines=tuple(line for line in _list_lines(records, board, node) if line.spans),
            exits=tuple(NODE_NAMES[other] for other in exits),
            notes=(Message("king-about-node", {"room": spot, "floor": floor + 1}),) if spot else (),
            click=clicks.get(node),
        )
        places.append(place)
    return tuple(places)


def list_levels(board: Board) -> tuple[Line, ...]:
    """Builds the headings of the floors, floor 1 first; the King's has his loss there."""
    headings = []
    for floor in range(FLOORS):
        spans = [Span(Message("king-floor", {"floor": floor + 1}))]
        if floor == board.king and not board.banish:
            loss = find_shown_loss(board)
            spans.append(_build_king_span(board, f"{KING_SIGN} −{loss}" if loss else KING_SIGN))
        headings.append(Line(tuple(spans)))
    return tuple(headings)


def find_shown_loss(board: Board) -> int:
    """Returns the loss that is shown at the King's floor: that before he moves."""
    return find_presence_loss(board) if board.profile.presence_timing == "before_roulette" else 0


def _build_king_span(board: Board, text: str) -> Span:
    return Span(text, Tint.HUNTING, Message("king-words-king"), (Message("king-about-king"), *describe_costs(board)))


def _list_lines(records: GameRecords, board: Board, node: int) -> Iterator[Line]:
    """Yields the people, the special room and the box."""
    yield Line((*_list_people(records, board, node),))
    special = next((each for each in board.specials if each.node == node), None)
    if special is not None:
        yield Line((*_list_special_spans(records, board, special),))
    if NODE_BY_NAME[board.profile.threshold_node] == node:
        sign = Message("king-threshold", {"sign": THRESHOLD_SIGN})
        about = Message("king-about-threshold", {"keys": board.profile.keys_to_win})
        yield Line((Span(sign, Tint.STAIRS, Message("king-words-threshold"), (about,)),))
    if node % PER_FLOOR:
        yield Line((*_list_box_spans(records, board, node),))


def _list_people(records: GameRecords, board: Board, node: int) -> Iterator[Span]:
    if board.king * PER_FLOOR == node and not board.banish:
        yield _build_king_span(board, KING_SIGN)
    for seat in board.seats_at(node):
        active = seat == board.active
        name = format_seat(seat)
        words = Message("king-words-active", {"seat": name}) if active else Message("king-words-seat", {"seat": name})
        text = f"{ACTIVE_SIGN}{name}" if active else name
        yield Span(text, Tint.PLAYER if active else Tint.ALLY, words, describe_soul(records, board, seat))
    for monster in board.monsters:
        if monster.node == node:
            args = {"monster": label_for(monster.kind), "stun": monster.stun}
            figure, told = Message("king-figure", {**args, "sign": MONSTER_SIGN}), Message("king-monster", args)
            yield Span(figure, Tint.ASLEEP if monster.stun else Tint.FOE, told, describe_monster(monster))


def _list_special_spans(records: GameRecords, board: Board, special: SpecialRoom) -> Iterator[Span]:
    notes = describe_room(records, board, special)
    if special.is_destroyed:
        yield Span(Message("king-room-destroyed"), Tint.DIM, None, notes)
    elif not special.is_open:
        yield Span(ROOM_SIGN, Tint.MAGIC, Message("king-room-hidden"), notes)
    else:
        name = Message("king-room-open", {"sign": ROOM_SIGN, "room": label_for(special.kind)})
        yield Span(name, Tint.MAGIC, label_for(special.kind), notes)
        if special.kind == "ARMOURY":
            for item in board.armory:
                yield Span(label_for(item), Tint.ITEM, None, (*describe_card(records, item),))


def _list_box_spans(records: GameRecords, board: Board, node: int) -> Iterator[Span]:
    """Yields the number of cards, and the top card if it lies face up."""
    cards, known = board.boxes[node], board.known_counts[node]
    goal = next_in_ring(board.profile.ring, node)
    moves = () if goal is None else (Message("king-about-box-moves", {"node": name_node(goal)}),)
    count = Message("king-words-box", {"cards": len(cards)})
    notes: tuple[Message, ...] = (Message("king-about-box", {"cards": len(cards)}),)
    yield Span(f"{BOX_SIGN}{len(cards)}", Tint.DIM, count, (*notes, *moves) if not known else ())
    if known:
        seen = [cards[-1 - at] for at in range(known)]
        notes = (Message("king-about-top", {"cards": len(cards), "card": label_for(seen[0])}),)
        notes += tuple(describe_card(records, seen[0]))
        notes += tuple(Message("king-about-next", {"card": label_for(card)}) for card in seen[1:])
        card = records.cards.get(seen[0])
        tint = CARD_TINTS.get(card.group, Tint.ITEM) if card is not None else Tint.ITEM
        told = Message("king-words-top", {"card": label_for(seen[0])})
        yield Span(label_for(seen[0]), tint, told, (*notes, *moves))


def find_goal(command: Command) -> int | None:
    """Returns the node that a command leads to."""
    return NODE_BY_NAME.get(command.to) if isinstance(command, Move) else None
