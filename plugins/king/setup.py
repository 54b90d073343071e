"""The choices before a game, and the initial board (K-SETUP)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from footfall.api import Context, Message, SetupChoice, SetupValue

from . import changes as c
from .layout import FLOORS, NODE_BY_NAME, NODES, PER_FLOOR, ROOMS
from .profile import PROFILE_FIELDS, Profile, override_profile, validate_profile
from .records import NAMESPACE, GameRecords, records_of
from .rules.dice import NO_SEAT, STAIRS_ROLLS, roll_die
from .screen.card_words import list_about
from .screen.labels import label_for
from .state import MAX_SEATS, MIN_SEATS, Board, Soul, SpecialRoom

OPTIONS: Mapping[str, Any] = {
    "profile": "strict_p0",
    "players": MAX_SEATS,
    "party": "",
    **dict.fromkeys(PROFILE_FIELDS),
}
"""Setup options: the profile, the number of players (2 to 4), their roles in seat order (``"SCOUT,TANK"``; ``?`` or
empty: drawn), and any value of the profile (None: the profile's own)."""

DRAWN = "?"
"""A role in the option ``party`` that is drawn."""


def set_up_board(ctx: Context, options: Mapping[str, Any]) -> c.Changes:
    """Sets up the board (K-SETUP-1..5).

    Raises:
        ValueError: an option is invalid; the message names it.
    """
    records = records_of(ctx)
    profile = resolve_profile(records, options)
    roles = choose_party(ctx, records, profile, options)
    board = Board(profile, [create_soul(records, role, profile, seat) for seat, role in enumerate(roles)])
    for role in roles:
        for card in records.roles[role].start:
            board.supplied_cards[card] = board.supplied_cards.get(card, 0) + 1
    board.king = profile.king_start_floor - 1
    changes: c.Changes = [c.SetUp(board)]
    board.stairs = [roll_die(ctx, changes, purpose, NO_SEAT, 4) for purpose in STAIRS_ROLLS]
    board.specials = [
        SpecialRoom(floor * PER_FLOOR + ctx.roll(f"special_{floor + 1}", 1, 4), kind)
        for floor, kind in enumerate(ctx.shuffle("specials", list(records.rooms))[:FLOORS])
    ]
    tales = ctx.shuffle("tales", records.tales)
    board.boxes = deal_boxes(ctx, records, profile, tales[:-1])
    board.pedlar = ctx.shuffle("pedlar", [*list_copies(records, "pedlar"), *tales[-1:]])
    treasure = records.cards.get("STAIRS_TREASURE")
    board.charges = treasure.uses if treasure is not None else 0
    return changes


def resolve_profile(records: GameRecords, options: Mapping[str, Any]) -> Profile:
    """Returns the requested profile with the overridden values."""
    name = str(options["profile"]).removeprefix(NAMESPACE)
    if name not in records.profiles:
        raise ValueError(f"there is no profile {name!r}; there are: {', '.join(records.profiles)}")
    overrides = {key: options[key] for key in PROFILE_FIELDS if options.get(key) is not None}
    profile = records.profiles[name]
    if not overrides:
        validate_profile(profile)
        return profile
    return override_profile(profile, overrides)


def choose_party(ctx: Context, records: GameRecords, profile: Profile, options: Mapping[str, Any]) -> list[str]:
    """Returns the roles by seat: the requested ones, the others drawn as the profile says."""
    roles, players = parse_party(records, options)
    roles = roles or [DRAWN] * players
    if DRAWN not in roles:
        return roles
    pool = [role for role, record in records.roles.items() if record.is_drawn]
    if profile.role_draw == "random":
        return [ctx.choose("role", pool) if role == DRAWN else role for role in roles]
    pool = [role for role in pool if role not in roles]
    if roles.count(DRAWN) > len(pool):
        raise ValueError(f"there are not enough roles to draw {roles.count(DRAWN)} of them")
    drawn = iter(pool if profile.role_draw == "fixed" else ctx.shuffle("roles", pool))
    return [next(drawn) if role == DRAWN else role for role in roles]


def parse_party(records: GameRecords, options: Mapping[str, Any]) -> tuple[list[str], int]:
    """Returns the requested roles by seat (empty: all are drawn; `DRAWN`: this one is), and the number of players."""
    roles = options["party"]
    if not isinstance(roles, (list, tuple)):
        names = [role.strip() for role in str(roles).split(",") if role.strip()]
        roles = [name if ":" in name else name.upper() for name in names]
    players = len(roles) or int(options["players"])
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise ValueError(f"this game is for {MIN_SEATS} to {MAX_SEATS} players, not {players}")
    unknown = [role for role in roles if role not in records.roles and role != DRAWN]
    if unknown:
        raise ValueError(f"there is no role {unknown[0]!r}; there are: {', '.join(records.roles)}")
    return list(roles), players


def create_soul(records: GameRecords, role: str, profile: Profile, seat: int) -> Soul:
    """Creates a player with the sanity, slots and start object of a role, on the start node of the seat."""
    record = records.roles[role]
    return Soul(
        role=role,
        node=NODE_BY_NAME[profile.start_nodes[seat % len(profile.start_nodes)]],
        sanity=record.sanity,
        top=record.sanity,
        key_slots=record.key_slots,
        object_slots=record.object_slots,
        objects=list(record.start),
    )


def list_copies(records: GameRecords, deck: str) -> list[str]:
    """Returns the cards of a deck (``rooms`` or ``pedlar``), without the tales."""
    return [id for id, card in records.cards.items() for _ in range(getattr(card, deck))]


def deal_boxes(ctx: Context, records: GameRecords, profile: Profile, tales: Sequence[str]) -> list[list[str]]:
    """Deals the 108 room cards to the boxes, 9 each, the top card last."""
    cards = [*list_copies(records, "rooms"), *tales]
    boxes: list[list[str]] = [[] for _ in range(NODES)]
    if profile.deal == "random":
        piles = [ctx.shuffle("deck", cards)]
    else:
        groups: dict[int, list[str]] = {0: [], 1: [], 2: []}
        for card in cards:
            record = records.cards[card]
            plain = record.group == "object" and record.uses > 0 and record.needs_slot
            groups[0 if record.group == "event" else 1 if plain else 2].append(card)
        piles = [ctx.shuffle("deck", group) for group in groups.values()]
    for pile in piles:
        for index, card in enumerate(pile):
            boxes[ROOMS[index % len(ROOMS)]].append(card)
    if len(piles) > 1:
        boxes = [ctx.shuffle("box", box) for box in boxes]
    return boxes


FIRST_PROFILE = "first_game"
"""The profile that is proposed to a new player: a group of bots wins most of its games."""


def list_setup_choices(records: Any, settings: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[SetupChoice]:
    """Yields the choices of a new game."""
    own = GameRecords(records)
    profiles = []
    for id in sorted(own.profiles, key=lambda id: id != FIRST_PROFILE):  # a mod's has no texts
        name = f"king-profile-{id.replace('_', '-')}"
        about = (Message(f"{name}-about"),)
        profiles.append(SetupValue(id, id.rpartition(":")[2]) if ":" in id else SetupValue(id, Message(name), about))
    yield SetupChoice("profile", Message("king-choose-profile"), tuple(profiles), proposal=FIRST_PROFILE)
    numbers = range(MAX_SEATS, MIN_SEATS - 1, -1)
    players = tuple(SetupValue(count, str(count)) for count in numbers)
    yield SetupChoice("players", Message("king-choose-players"), players)
    drawn = SetupValue(DRAWN, Message("king-choose-drawn"))
    roles = [role for role, record in own.roles.items() if record.is_drawn]
    souls = (drawn, *(SetupValue(role, label_for(role), tuple(list_about(role))) for role in roles))
    for seat in range(options["players"]):
        yield SetupChoice("party", Message("king-choose-soul"), souls, seat)
