"""Checks of a loaded board beyond its types, and the orphans of a missing mod."""

from collections.abc import Iterator
from typing import Any

import msgspec

from footfall.api import OrphanPolicy, State

from .layout import CORRIDORS, NODES
from .profile import validate_profile
from .records import GameRecords, PlayerRole, load_records
from .state import MAX_SEATS, MIN_SANITY, MIN_SEATS, PART, Board, board_of

MAX_CARDS = 1_000
"""The most cards in boxes, decks, hands and loot together."""


def check_board(state: State, records: Any) -> Iterator[str]:
    """Yields the faults of the board of a loaded state."""
    if PART not in state.parts:
        yield "its board is missing"
        return
    board, tables = board_of(state), load_records(records)
    validate_profile(board.profile)
    count = len(board.souls)
    seats = [board.starter, board.active, *(seat for seat, _ in board.falling), *board.held_seats]
    if state.question is not None:
        seats.append(state.question.actor)
    has_seats = MIN_SEATS <= count <= MAX_SEATS and all(0 <= seat < count for seat in seats)
    if not has_seats or not -1 <= board.false_king < count:
        yield f"there are {count} seats, and another one is named"
    yield from _check_cards(board, tables)
    for soul in board.souls:
        if soul.role not in tables.roles or not MIN_SANITY <= soul.sanity <= soul.top:
            yield f"a player has the role {soul.role[:40]!r} and the sanity {soul.sanity} of {soul.top}"
        if soul.key_slots < 0 or not 0 <= soul.slots_lost <= soul.object_slots:
            yield "a player has given up more slots than there are"
    numbers = [monster.number for monster in board.monsters]
    if len(set(numbers)) != len(numbers) or max(numbers, default=0) > board.arrivals or 0 in numbers:
        yield "two figures have one number, or a number that no figure has"
    for monster in board.monsters:
        if monster.kind not in tables.monster_kinds:
            yield f"there is no figure {monster.kind[:40]!r}"
    for special in board.specials:
        if special.kind not in tables.rooms or special.node in CORRIDORS:
            yield f"there is no room {special.kind[:40]!r}, or it is a corridor"
    if len({special.node for special in board.specials}) != len(board.specials):
        yield "two special rooms are at one node"


def _check_cards(board: Board, tables: GameRecords) -> Iterator[str]:
    boxes = board.boxes
    if len(boxes) != NODES or len(board.known_counts) != NODES or len(board.stairs) != len(CORRIDORS):
        yield "the board has other rooms than this game"
        return
    if any(known > len(box) for known, box in zip(board.known_counts, boxes, strict=True)):
        yield "more cards of a box are known than it has"
    if any(boxes[node] for node in CORRIDORS):
        yield "a corridor has a box"
    piles = [*boxes, board.pedlar, board.pedlar_open, board.armory]
    piles += [soul.objects for soul in board.souls]
    piles += [monster.loot for monster in board.monsters]
    cards = {card for pile in piles for card in pile}
    cards.update((card for _, card in board.limbo), board.discard_pile, board.removed_cards, board.supplied_cards)
    unknown = sorted(cards - tables.cards.keys())
    if unknown:
        yield f"there is no card {unknown[0][:40]!r}"
    if sum(map(len, piles)) > MAX_CARDS:
        yield "there are more cards than any deck has"


ORPHAN_POLICY = OrphanPolicy(
    can_stay=lambda path: path[1:2] == ("souls",) and path[3:] == ("role",),
    make_stand_in=lambda _, kind, saved: msgspec.convert(dict(saved), PlayerRole) if kind == "role" else None,
)
"""A role of a missing mod is restored from the save, because every seat needs one."""
