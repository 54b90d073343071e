"""Readings of the board for rules as data: the King, the boxes, the rooms, and the goods and choices of a player.

A rule about what a player may do reads boxes by their size and their cards that have been seen; `cards` is for deeds.
"""

from typing import Annotated, Any

from footfall.api import ActorId, Context, Count, Ref, Words, reading

from .hook_events import Place
from .layout import FLOOR, NEIGHBORS, NODE_BY_NAME, NODE_NAMES, PER_FLOOR, stair_moves
from .records import CARD_GROUPS, NAMESPACE, STATUSES as ALL_STATUSES, CardId, FigureId, NodeName, records_of
from .rules.allowance import key_limit as count_key_slots
from .rules.rounds import find_presence_loss
from .state import Soul, board_of

Status = Annotated[str, Words("status", ALL_STATUSES)]
Room = Annotated[str, Ref("room", NAMESPACE)]


def find_soul(ctx: Context, seat: ActorId) -> Soul | None:
    """Returns a player; None for a seat without one."""
    souls = board_of(ctx.state).souls
    return souls[seat] if 0 <= seat < len(souls) else None


# The board


@reading(unit="seat", cost="O(1)")
def starter(ctx: Context) -> ActorId:
    """The seat that begins this round."""
    return board_of(ctx.state).starter


@reading(unit="seat", cost="O(1)")
def active(ctx: Context) -> ActorId:
    """The seat whose turn it is."""
    return board_of(ctx.state).active


@reading(unit="turns", cost="O(1)")
def turns_taken(ctx: Context) -> Count:
    """The turns of this round that are over."""
    return board_of(ctx.state).turns


@reading(unit="rounds", cost="O(1)")
def rounds_of_banishment(ctx: Context) -> Count:
    """The ends of round for which the King is still away."""
    return board_of(ctx.state).banish


@reading(cost="O(1)")
def is_king_furious(ctx: Context) -> bool:
    """Whether the King's damage is doubled."""
    return board_of(ctx.state).is_furious


@reading(unit="sanity", cost="O(1)", steps=20)
def presence_loss(ctx: Context) -> int:
    """The loss by the King's presence at the end of this round, mods left out; 0 while he is away."""
    return find_presence_loss(board_of(ctx.state))


@reading(unit="seat", cost="O(1)")
def false_king(ctx: Context) -> ActorId:
    """The seat of the False King; -1 without one."""
    return board_of(ctx.state).false_king


@reading(unit="round", cost="O(1)")
def crown_round(ctx: Context) -> Count:
    """The round in which the False King was crowned; 0 if there has been none."""
    return board_of(ctx.state).crown_round


@reading(unit="keys", cost="O(rooms)", steps=30)
def key_pool(ctx: Context) -> Count:
    """The number of keys of this game."""
    return board_of(ctx.state).key_pool()


@reading(unit="keys", cost="O(players)", steps=30)
def keys_in_hands(ctx: Context) -> Count:
    """The keys in the hands of all players."""
    return board_of(ctx.state).keys_in_hands()


@reading(unit="tales", cost="O(1)")
def tales(ctx: Context) -> Count:
    """The tales attached to the Book."""
    return board_of(ctx.state).tales


@reading(cost="O(1)")
def was_ritual_held(ctx: Context) -> bool:
    """Whether the ritual has been held."""
    return board_of(ctx.state).was_ritual_held


@reading(unit="uses", cost="O(1)")
def treasure_uses(ctx: Context) -> int:
    """The uses left of the treasure of the stairs."""
    return board_of(ctx.state).charges


@reading(unit="cards", cost="O(1)")
def armory_size(ctx: Context) -> Count:
    """The cards and keys in the armory."""
    return len(board_of(ctx.state).armory)


@reading(cost="O(cards)")
def armory_has(ctx: Context, card: CardId) -> bool:
    """Whether a card is in the armory."""
    return card in board_of(ctx.state).armory


@reading(unit="cards", cost="O(1)")
def pedlar_size(ctx: Context) -> Count:
    """The cards in the pedlar's deck."""
    return len(board_of(ctx.state).pedlar)


@reading(unit="cards", cost="O(1)")
def discards(ctx: Context, card: CardId) -> Count:
    """How many copies of a card have been discarded; 0 for an event, which goes under its box instead."""
    return board_of(ctx.state).discard_pile.get(card, 0)


@reading(unit="cards", cost="O(cards)")
def discard_count(ctx: Context, group: Annotated[str, Words("card group", CARD_GROUPS)]) -> Count:
    """How many cards of a group have been discarded (``"object"``); events are never: they go under their box."""
    cards = records_of(ctx).cards
    return sum(number for card, number in board_of(ctx.state).discard_pile.items() if cards[card].group == group)


@reading(unit="figures", cost="O(figures)")
def figure_count(ctx: Context, kind: FigureId) -> Count:
    """The figures of a kind on the board."""
    return sum(monster.kind == kind for monster in board_of(ctx.state).monsters)


@reading(unit="figures", cost="O(figures)")
def stunned_figures(ctx: Context) -> Count:
    """The figures on the board that are stunned."""
    return sum(monster.stun > 0 for monster in board_of(ctx.state).monsters)


@reading(unit="sanity", cost="O(players)", steps=30)
def lowest_sanity(ctx: Context) -> int:
    """The sanity of the player with the least."""
    return min(soul.sanity for soul in board_of(ctx.state).souls)


# Places


def _find_node(place: Any) -> int:
    """The number of a place; -1 for an unknown name."""
    return NODE_BY_NAME.get(place, -1)


@reading(unit="floor", cost="O(1)", rule_name="floor")
def floor_of_place(ctx: Context, place: Any) -> int:
    """The floor of a place: 1 to 3."""
    node = _find_node(place)
    return 0 if node < 0 else FLOOR[node] + 1


@reading(unit="places", cost="O(places)", limit=16)
def places(ctx: Context) -> tuple[Place, ...]:
    """All places of the house, corridors included, floor by floor."""
    return NODE_NAMES


@reading(unit="number of a place", cost="O(1)", rule_name="number")
def number_of_place(ctx: Context, place: Any) -> int:
    """A place as a number, to remember and to compare; -1 for no place."""
    return _find_node(place)


@reading(cost="O(1)", rule_name="node")
def node_of_place(ctx: Context, place: Any) -> NodeName:
    """A place by its name, for deeds: ``do.show = { seat = "actor", node = "spot.node" }``."""
    return place if place in NODE_BY_NAME else ""


@reading(cost="O(1)")
def is_next_to(ctx: Context, place: Any, other: Any) -> bool:
    """Whether one step leads from a place to another, by the stairs as well."""
    node, stairs = _find_node(place), board_of(ctx.state).stairs
    return node >= 0 and _find_node(other) in (*NEIGHBORS[node], *stair_moves(stairs, node))


@reading(cost="O(1)")
def top_card(ctx: Context, place: Any) -> CardId:
    """The top card of a room's box, if it has been seen; else empty."""
    node, board = _find_node(place), board_of(ctx.state)
    return board.boxes[node][-1] if node >= 0 and board.known_counts[node] else ""


@reading(cost="O(1)")
def is_corridor(ctx: Context, place: Any) -> bool:
    """Whether a place is a corridor."""
    return _find_node(place) >= 0 and _find_node(place) % PER_FLOOR == 0


@reading(cost="O(1)")
def has_stair(ctx: Context, place: Any) -> bool:
    """Whether the stair of its floor is in a room."""
    node = _find_node(place)
    return node >= 0 and board_of(ctx.state).stairs[FLOOR[node]] == node % PER_FLOOR


@reading(unit="cards", cost="O(1)")
def box_size(ctx: Context, place: Any) -> Count:
    """The cards in the box of a room."""
    node = _find_node(place)
    return 0 if node < 0 else len(board_of(ctx.state).boxes[node])


@reading(unit="cards", cost="O(cards)", limit=16, rule_name="cards")
def cards_in_box(ctx: Context, place: Any) -> tuple[CardId, ...]:
    """The cards in the box of a room, the top card first, seen or not: for deeds such as ``do.fetch``."""
    node = _find_node(place)
    return () if node < 0 else tuple(board_of(ctx.state).boxes[node][::-1])


@reading(unit="cards", cost="O(1)")
def known_cards(ctx: Context, place: Any) -> Count:
    """The top cards of a room's box that have been seen."""
    node = _find_node(place)
    return 0 if node < 0 else board_of(ctx.state).known_counts[node]


@reading(unit="players", cost="O(players)", rule_name="players")
def players_at(ctx: Context, place: Any) -> Count:
    """The players in a place."""
    return len(board_of(ctx.state).seats_at(_find_node(place)))


@reading(unit="figures", cost="O(figures)", rule_name="figures")
def figures_at(ctx: Context, place: Any) -> Count:
    """The figures in a place."""
    node = _find_node(place)
    return sum(monster.node == node for monster in board_of(ctx.state).monsters)


@reading(cost="O(rooms)", steps=30, rule_name="room")
def room_at(ctx: Context, place: Any) -> Room:
    """The open special room in a place; empty without one."""
    special = board_of(ctx.state).special_at(_find_node(place))
    return special.kind if special is not None and special.is_open else ""


# A player


@reading(cost="O(1)")
def place(ctx: Context, seat: ActorId) -> Place:
    """A player's place, with the readings of places."""
    soul = find_soul(ctx, seat)
    return "" if soul is None else NODE_NAMES[soul.node]


@reading(cost="O(1)")
def is_active(ctx: Context, seat: ActorId) -> bool:
    """Whether it is a player's turn."""
    return find_soul(ctx, seat) is not None and board_of(ctx.state).active == seat


@reading(unit="seat", cost="O(1)")
def next_seat(ctx: Context, seat: ActorId) -> ActorId:
    """The seat whose turn follows a player's."""
    count = len(board_of(ctx.state).souls)
    return (seat + 1) % count if 0 <= seat < count else -1


@reading(cost="O(1)")
def is_false_king(ctx: Context, seat: ActorId) -> bool:
    """Whether a player is the False King."""
    return find_soul(ctx, seat) is not None and board_of(ctx.state).false_king == seat


@reading(unit="sanity", cost="O(1)")
def lost_sanity(ctx: Context, seat: ActorId) -> int:
    """A player's sanity below its maximum."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else soul.top - soul.sanity


@reading(unit="rounds", cost="O(1)")
def status_rounds(ctx: Context, seat: ActorId, status: Status) -> Count:
    """The rounds for which a player still has a status."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else soul.statuses.get(status, 0)


@reading(unit="statuses", cost="O(1)")
def status_count(ctx: Context, seat: ActorId) -> Count:
    """The statuses of a player."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else len(soul.statuses)


@reading(unit="keys", cost="O(cards)", steps=20)
def key_limit(ctx: Context, seat: ActorId) -> Count:
    """The keys that a player can hold."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else count_key_slots(soul)


@reading(unit="cards", cost="O(1)")
def card_limit(ctx: Context, seat: ActorId) -> Count:
    """The cards that a player can hold, keys left out."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else max(0, soul.object_slots - soul.slots_lost)


@reading(unit="slots", cost="O(1)")
def slots_lost(ctx: Context, seat: ActorId) -> int:
    """The slots for cards that a player has given up in sacrifices."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else soul.slots_lost


@reading(unit="cards", cost="O(cards)")
def copies(ctx: Context, seat: ActorId, card: CardId) -> Count:
    """How many copies of a card a player has in hand."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else soul.objects.count(card)


@reading(unit="cards", cost="O(cards)", limit=16)
def hand(ctx: Context, seat: ActorId) -> tuple[CardId, ...]:
    """The cards in a player's hand, keys left out, the oldest first."""
    soul = find_soul(ctx, seat)
    return () if soul is None else tuple(soul.objects)


@reading(unit="actions", cost="O(1)")
def actions_used(ctx: Context, seat: ActorId) -> int:
    """The actions that a player has used this round, free ones left out."""
    soul = find_soul(ctx, seat)
    return 0 if soul is None else soul.spent_actions


@reading(cost="O(1)")
def has_moved(ctx: Context, seat: ActorId) -> bool:
    """Whether a player has moved by its own action this round."""
    soul = find_soul(ctx, seat)
    return soul is not None and soul.has_moved


@reading(cost="O(1)")
def loses_next_turn(ctx: Context, seat: ActorId) -> bool:
    """Whether a player will lose its next turn."""
    soul = find_soul(ctx, seat)
    return soul is not None and soul.skip != 0


@reading(cost="O(1)")
def is_marked(ctx: Context, seat: ActorId) -> bool:
    """Whether the King has limited a player's next turn."""
    soul = find_soul(ctx, seat)
    return soul is not None and soul.is_marked


@reading(cost="O(1)")
def is_trapped(ctx: Context, seat: ActorId) -> bool:
    """Whether a figure holds a player."""
    soul = find_soul(ctx, seat)
    return soul is not None and "TRAPPED" in soul.statuses


@reading(cost="O(1)")
def has_broken(ctx: Context, seat: ActorId) -> bool:
    """Whether a player has been at -5 in this game."""
    soul = find_soul(ctx, seat)
    return soul is not None and soul.fell > 0


@reading(cost="O(rooms)", steps=30, rule_name="room")
def room_of_player(ctx: Context, seat: ActorId) -> Room:
    """The open special room that a player is in; empty without one."""
    return board_of(ctx.state).find_room_kind(seat) if find_soul(ctx, seat) is not None else ""


@reading(cost="O(1)", rule_name="has_stair")
def is_at_stair(ctx: Context, seat: ActorId) -> bool:
    """Whether a player is in the room with the stair of its floor."""
    soul = find_soul(ctx, seat)
    return soul is not None and board_of(ctx.state).stairs[FLOOR[soul.node]] == soul.node % PER_FLOOR


@reading(cost="O(figures)")
def is_with_figure(ctx: Context, seat: ActorId, kind: FigureId) -> bool:
    """Whether a figure of a kind is in a player's place."""
    soul = find_soul(ctx, seat)
    figures = () if soul is None else board_of(ctx.state).monsters
    return soul is not None and any(monster.kind == kind and monster.node == soul.node for monster in figures)


@reading(cost="O(1)")
def is_with(ctx: Context, seat: ActorId, other: ActorId) -> bool:
    """Whether two players are in one place."""
    first, second = find_soul(ctx, seat), find_soul(ctx, other)
    return first is not None and second is not None and first is not second and first.node == second.node


@reading(cost="O(1)")
def shares_floor(ctx: Context, seat: ActorId, other: ActorId) -> bool:
    """Whether two players are on one floor."""
    first, second = find_soul(ctx, seat), find_soul(ctx, other)
    is_pair = first is not None and second is not None and first is not second
    return first is not None and second is not None and is_pair and FLOOR[first.node] == FLOOR[second.node]


@reading(unit="sanity", cost="O(1)")
def sale(ctx: Context, card: CardId) -> Count:
    """The sanity that the pedlar pays for a card."""
    found = records_of(ctx).cards.get(card)
    return 0 if found is None else found.sale


@reading(cost="O(1)")
def card_group(ctx: Context, card: CardId) -> Annotated[str, Words("card group", CARD_GROUPS)]:
    """The group of a card (``"monster"``); empty for an unknown one."""
    found = records_of(ctx).cards.get(card)
    return "" if found is None else found.group


@reading(cost="O(1)")
def card_has_tag(ctx: Context, card: CardId, tag: Annotated[str, Words("card tag")]) -> bool:
    """Whether a card has a tag in its record."""
    found = records_of(ctx).cards.get(card)
    return found is not None and tag in found.tags
