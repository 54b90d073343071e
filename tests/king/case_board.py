"""Builds the board that a case gives."""

from __future__ import annotations

from case_format import Given, check_names

from footfall.plugins.king.layout import NODE_BY_NAME
from footfall.plugins.king.profile import override_profile
from footfall.plugins.king.records import GameRecords
from footfall.plugins.king.state import Board, Monster, Soul, SpecialRoom


def parse_card(name: str) -> str:
    """Returns the game's id of a card of the format (``OMEN:SPIDER``)."""
    group, _, rest = name.rpartition(":")
    return f"OMEN_{rest}" if group == "OMEN" else rest


def format_card(name: str, records: GameRecords) -> str:
    """Returns the format's name of a card of a room deck."""
    record = records.cards.get(name)
    if record is None or record.group in ("key", "tale"):
        return name
    return f"{record.group.upper()}:{name.removeprefix('OMEN_')}"


def build_board(given: Given, records: GameRecords) -> Board:
    """Builds the board of a case."""
    check_names("profile", [given.profile], records.profiles)
    board = Board(
        override_profile(records.profiles[given.profile], given.config),
        [_build_soul(given, name, records) for name in given.order],
        round=given.round,
        starter=given.order.index(given.starter),
        active=given.order.index(given.active),
        king=given.king.floor - 1,
        banish=given.king.banish,
        is_furious=given.fury,
        stairs=[given.stairs[floor] for floor in "123"],
        pedlar=list(reversed(given.pedlar_deck)),
        armory=list(given.armoury),
        tue_tue=given.tue_tue_seen,
        tales=given.tales,
        salon_uses=given.salon_uses,
        keys_destroyed=given.keys_destroyed,
    )
    board.turns = (board.active - board.starter) % len(board.souls)
    if given.false_king is not None:
        check_names("false_king", [given.false_king.holder], given.order)
        board.false_king, board.crown_round = given.order.index(given.false_king.holder), given.false_king.since
    for node, cards in given.boxes.items():
        board.boxes[_find_node(f"boxes.{node}", node)] = [parse_card(card) for card in reversed(cards)]
    for number, figure in enumerate(given.monsters, 1):
        check_names("monsters", [figure.id], [f"M{number}"])  # in order of arrival
        check_names(f"monsters.{figure.id}", [figure.type], records.monster_kinds)
        node = _find_node(f"monsters.{figure.id}", figure.at)
        loot = list(figure.loot_objects)
        board.monsters.append(Monster(number, figure.type, node, 0, figure.stun, loot, figure.loot_keys))
    board.arrivals = len(board.monsters)
    for name, special in given.specials.items():
        check_names(f"specials.{name}", [special.type], records.rooms)
        board.specials.append(SpecialRoom(_find_node(f"specials.{name}", name), special.type, special.revealed))
    return board


def _build_soul(given: Given, name: str, records: GameRecords) -> Soul:
    player = given.players[name]
    check_names(f"players.{name}.role", [player.role], records.roles)
    check_names(f"players.{name}.objects", player.objects, records.cards)
    role = records.roles[player.role]
    return Soul(
        role=player.role,
        node=_find_node(f"players.{name}.at", player.at),
        sanity=player.sanity,
        top=player.sanity_max,
        keys=player.keys,
        objects=list(player.objects),
        statuses={status.id: status.left for status in player.statuses},
        trapper=int(player.trapper.removeprefix("M") or 0),
        key_slots=role.key_slots,
        object_slots=role.object_slots,
        slots_lost=player.slot_penalty,
        skip=int(player.skip_next_turn),
        spent_actions=player.spent,
    )


def _find_node(what: str, name: str) -> int:
    check_names(what, [name], NODE_BY_NAME)
    return NODE_BY_NAME[name]
