"""The game's record kinds, and the tables from which rules read them.

Ids of this plugin's records are used without their namespace (``core.king:LIFT`` is ``LIFT``); those of other mods
keep it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec

from footfall.api import (
    FEW,
    Amount,
    Context,
    Natural,
    Positive,
    Quantity,
    Record,
    RecordKind,
    RecordProblem,
    Ref,
    RowKey,
    Words,
)

from .layout import NODE_NAMES
from .profile import Profile, check_profile

NAMESPACE = "core.king:"

CardGroup = Literal["event", "status", "object", "tale", "monster", "omen", "key"]
CARD_GROUPS: tuple[str, ...] = get_args(CardGroup)

CardId = Annotated[str, Ref("card", NAMESPACE)]
HeldCardId = Annotated[str, Ref("card", NAMESPACE, ("group", ("object", "tale")))]
"""The id of a card that a player can hold."""

BoxCardId = Annotated[str, Ref("card", NAMESPACE, ("group", tuple(group for group in CARD_GROUPS if group != "key")))]
"""The id of a card that a rule may put into a box."""

FigureId = Annotated[str, Ref("figure", NAMESPACE)]
NodeName = Annotated[str, Words("node", NODE_NAMES)]

STATUSES = ("CLARITY", "CURSED", "ENLIGHTENED", "PARANOIA", "POISONED", "STUNNED", "TRAPPED", "VANITY")
"""The statuses of a player."""

SOURCES = ("house", "presence", "king", "fall", "curse", "rule", "false_king", "poison", "HEAL_OTHERS", "MEDITATE")
"""The sources of losses and gains that are not records."""

KEY_SOURCES = ("pedlar", "armoury", "ritual")
"""The sources of keys that no soul drew."""

WORD_LISTS = (
    Words("place", NODE_NAMES),
    Words("status", STATUSES),
    Words("used", refs=(Ref("card", NAMESPACE),)),
    Words("manner", SOURCES, True, tuple(Ref(kind, NAMESPACE) for kind in ("card", "figure", "room", "role"))),
)
"""The words that events of this game hold, for rules as data."""

EFFECTS: dict[str, tuple[tuple[type, ...], str]] = {
    "lose": ((int,), 'the player loses sanity: `["lose", 2]`'),
    "gain": ((int,), "the player gains sanity"),
    "mirror": ((), "sanity changes its sign"),
    "zero": ((), "sanity becomes 0"),
    "lose_turn": ((), "the next turn is lost"),
    "end_turn": ((), "no actions are left this turn"),
    "status": ((str, int), 'a status, for some rounds: `["status", "VANITY", 2]`'),
    "clear": ((), "all statuses end"),
    "take": ((str,), 'an object or a tale from outside the decks: `["take", "RING"]`'),
    "theft": ((), "an object is lost at random"),
    "guest": ((int,), "another player comes here, at random; both gain sanity"),
    "swap": ((int,), "changes places with the player that number of seats on"),
    "floors": ((int,), "goes to the same spot that number of floors up; below 0, down"),
    "rage": ((), "the King's damage is doubled from now on"),
    "king_comes": ((int,), "the King comes to this floor, whose players lose sanity"),
    "banish": ((int,), "the King is away for some ends of round"),
    "shop": ((), "the pedlar offers cards"),
    "figure": ((str, str), 'a figure appears `here`, in the `corridor` or `beside`: `["figure", "GOBLIN", "here"]`'),
    "freeze": ((), "the floor has 1 action left"),
    "tue_tue": ((), "a Tue-Tue calls: 1 sanity, then 2, then all"),
    "step": ((str,), "a step of a mod in Python runs, as `step(ctx, seat, node, card)`"),
}
"""The keys of `effects.CARD_EFFECTS`, with types of their arguments and meaning; ``figure`` may have flags."""

EFFECT_ARGUMENTS = {word: kinds for word, (kinds, _) in EFFECTS.items()}

BACKWARD = frozenset(("swap", "floors"))
"""The effects whose number may be negative: they count forward and backward."""

KING_ARGUMENTS: dict[str, tuple[type, ...]] = {
    "reorder": (),
    "harm": (int,),
    "limit": (),
    "drive": (),
    "attract": (),
    "discard": (),
}
"""The keys of `effects.KING_EFFECTS`, with the types of their arguments."""

Effect = Annotated[
    tuple[str | int, ...], Words("effect", tuple(EFFECTS), meanings=tuple(text for _, text in EFFECTS.values()))
]
"""A word and its arguments: ``["lose", 2]``."""

KingEffect = Annotated[tuple[str | int, ...], Words("king_effect", tuple(KING_ARGUMENTS))]
"""A word and its arguments: ``["harm", 1]``."""


def check_effects(effects: tuple[Effect, ...], known: Mapping[str, tuple[type, ...]] = EFFECT_ARGUMENTS) -> None:
    """Checks the arguments of effects; the reader checks the words.

    Raises:
        ValueError: an effect has other arguments than its word takes.
    """
    for word, *arguments in effects:
        kinds = known.get(str(word))
        if kinds is None:
            continue
        kinds = (*kinds, *(str,) * (len(arguments) - len(kinds))) if word == "figure" else kinds
        if [type(argument) for argument in arguments] != list(kinds):
            names = ", ".join({int: "a number", str: "a name"}[kind] for kind in kinds) or "nothing"
            raise ValueError(f"the effect {word!r} takes {names}; got {arguments}")
        if word not in BACKWARD and any(isinstance(argument, int) and argument < 0 for argument in arguments):
            raise ValueError(f"the effect {word!r} takes no negative number; got {arguments}")
    if sum(word == "theft" for word, *_ in effects) > 1:
        raise ValueError("the effect 'theft' stands once in a list")


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a card's table: the effects up to a total.

    Attributes:
        effects: the effects, in order.
        max_total: the highest total of the row.
    """

    effects: Annotated[tuple[Effect, ...], FEW] = msgspec.field(name="do", default=())
    max_total: Amount = msgspec.field(name="to", default=99)

    def __post_init__(self) -> None:
        check_effects(self.effects)


class Card(Record, frozen=True):
    """A card of the room decks or of the pedlar's.

    The 108 room cards and the pedlar's deck keep their sizes: a patch takes as many copies from another card.

    Attributes:
        group: decides how the card is resolved when drawn.
        rooms: copies in the 108 room cards.
        pedlar: copies in the pedlar's deck.
        rows: event and omen: the effects by total.
        is_yellow: event: has no effect on a visitor of the BEAUTY_SALON.
        status: status card: the status.
        rounds: status card: its rounds.
        reveal_effects: monster: the effects when it is drawn.
        needs_slot: object: whether it takes an object slot.
        is_bound: object: never discarded, sold, stolen or dropped (K-OBJ-4).
        sale: object: sanity the pedlar pays.
        uses: object: the number of uses; 0: it cannot be used.
        use_effects: object: the effects of its use; COMPASS, BLUNT and STAIRS_TREASURE have code.
        tags: words that rules read, such as ``light``.
    """

    group: CardGroup
    rooms: Quantity = 0
    pedlar: Quantity = 0
    rows: Annotated[tuple[CardRow, ...], RowKey("to")] = ()
    is_yellow: bool = msgspec.field(name="yellow", default=False)
    status: str = ""
    rounds: Positive = msgspec.field(name="left", default=2)
    reveal_effects: Annotated[tuple[Effect, ...], FEW] = msgspec.field(name="reveal", default=())
    needs_slot: bool = msgspec.field(name="slot", default=False)
    is_bound: bool = msgspec.field(name="bound", default=False)
    sale: Natural = 1
    uses: Natural = 0
    use_effects: Annotated[tuple[Effect, ...], FEW] = msgspec.field(name="use", default=())
    tags: Annotated[tuple[str, ...], FEW] = ()

    def __post_init__(self) -> None:
        check_effects(self.reveal_effects)
        check_effects(self.use_effects)


class KingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the King's table.

    Attributes:
        max_total: the highest result of the row.
        effects: the King's deeds, in order.
    """

    max_total: Amount = msgspec.field(name="to")
    effects: Annotated[tuple[KingEffect, ...], FEW] = msgspec.field(name="do", default=())

    def __post_init__(self) -> None:
        check_effects(self.effects, KING_ARGUMENTS)


class KingTable(Record, frozen=True):
    """The King's deeds by his d6 (K-KING-D6-1 to 6); the first row that reaches the result counts.

    Attributes:
        rows: by result, ascending.
    """

    rows: Annotated[tuple[KingRow, ...], RowKey("to")] = ()


class Limits(Record, frozen=True):
    """Numbers of actions that no role, room or figure has.

    Attributes:
        escape_total: the least d6 + sanity that breaks free (K-ACT-ESCAPE).
        meditate_room, meditate_corridor: sanity that MEDITATE brings (K-ACT-MEDITATE).
    """

    escape_total: Natural = 3
    meditate_room: Natural = 1
    meditate_corridor: Natural = 2


class PlayerRole(Record, frozen=True):
    """A role (K-ROLE).

    Attributes:
        sanity: the initial and maximum sanity.
        key_slots, object_slots: the limits of a hand.
        start: initial objects.
        is_drawn: whether setup deals it.
        has_free_first_move: the first MOVE of a turn is free.
        needs_stairs_test, stairs_total: rolls against STUNNED on a floor change by MOVE; the least d6 + sanity.
        has_free_blunt: BLUNT costs no action.
        has_foresight: looks at the top two cards on entering, and may swap them.
        has_second_die: rolls two dice for the first event of a turn.
        can_heal: has HEAL_OTHERS.
        heal_loss, heal_gain: sanity that it costs, and that the others recover.
        blessing: rounds of its blessing.
        is_unsettling: others cannot meditate in the same node.
    """

    sanity: Positive
    key_slots: Quantity = 1
    object_slots: Quantity = 2
    start: Annotated[tuple[str, ...], FEW] = ()
    is_drawn: bool = msgspec.field(name="drawn", default=True)
    has_free_first_move: bool = msgspec.field(name="first_move_free", default=False)
    needs_stairs_test: bool = msgspec.field(name="stairs_test", default=False)
    stairs_total: Natural = 3
    has_free_blunt: bool = msgspec.field(name="blunt_free", default=False)
    has_foresight: bool = msgspec.field(name="foresight", default=False)
    has_second_die: bool = msgspec.field(name="second_die", default=False)
    can_heal: bool = msgspec.field(name="heals", default=False)
    heal_loss: Natural = 1
    heal_gain: Natural = 2
    blessing: Positive = 2
    is_unsettling: bool = msgspec.field(name="unsettling", default=False)


class MonsterKind(Record, frozen=True):
    """A figure (K-MON).

    Attributes:
        reveal: its effect on the player who draws it.
        gait: its moves in block 5: stays, hunts, or hunts until it has loot or a victim and then flees.
        traps, stuns: rounds of TRAPPED or STUNNED for players in its node in block 5.
        contact: its effect on players in its node in block 5, if the profile has `contact_effects`.
        has_plain_escape: ESCAPE from it ignores sanity (D-34).
        is_fragile: BLUNT removes it.
        ice: limits its floor to 1 action, at once or from the round after its arrival.
        seals_floor: players on its floor cannot move in the round of its arrival.
    """

    reveal: Literal["", "trap", "rob", "abduct", "corridor"] = ""
    gait: Literal["still", "hunts", "loots", "drags"] = "still"
    traps: Natural = 0
    stuns: Natural = 0
    contact: Literal["", "rob", "abduct"] = ""
    has_plain_escape: bool = msgspec.field(name="plain_escape", default=False)
    is_fragile: bool = msgspec.field(name="fragile", default=False)
    ice: Literal["", "at_once", "later"] = ""
    seals_floor: bool = msgspec.field(name="seals", default=False)


class SpecialRoomKind(Record, frozen=True):
    """A special room (K-ROOM).

    Attributes:
        cost: actions per use.
        loss: sanity that a use takes: from the buyer (PEDLAR, with at least as much), the guest (TAVERN), or the player
            visited (YELLOW_DOORS).
        gain: sanity recovered besides the d6 (CHAPEL).
        capacity: items that can be left in the armory.
    """

    cost: Natural = 0
    loss: Natural = 0
    gain: Natural = 0
    capacity: Quantity = 0


def add_namespace(id: str) -> str:
    """Returns the full id of a record."""
    return id if ":" in id else f"{NAMESPACE}{id}"


IN_HAND = frozenset(("object", "tale"))
"""The groups of the cards that a player can hold."""


def is_held(name: str, records: Any) -> bool:
    """Whether a card of that name exists, and players can hold it."""
    card = records.table(Card, "card").get(add_namespace(name))
    return card is not None and card.group in IN_HAND


def check_role(role: PlayerRole, records: Any) -> Iterator[RecordProblem]:
    """Yields initial objects that are not cards a player can hold."""
    for name in role.start:
        if not is_held(name, records):
            text = f"start: there is no object or tale {name!r}"
            yield RecordProblem(text, (("role", role.id, ("start",)),))


FIGURE_PLACES = ("here", "corridor", "beside")
FIGURE_FLAGS = ("lone", "reveal")


def check_card(card: Card, records: Any) -> Iterator[RecordProblem]:
    """Yields effects of a card whose words name nothing that players, rooms or steps of mods can be given."""
    found = [("rows", effect) for row in card.rows for effect in row.effects]
    found += [("reveal", effect) for effect in card.reveal_effects] + [("use", effect) for effect in card.use_effects]
    for field, effect in found:
        if problem := find_problem(effect, records):
            yield RecordProblem(f"{field}: {problem}", (("card", card.id, (field,)),))


def find_problem(effect: Effect, records: Any) -> str:
    """Returns the fault of an effect; an empty text: its words are known."""
    match effect:
        case ("take", str() as name) if not is_held(name, records):
            return f"there is no object or tale {name!r} to take"
        case ("step", str() as name) if name.startswith(NAMESPACE) or ":" not in name:
            return f"{name!r} is not a step of a mod, run as step(ctx, seat, node, card)"
        case ("step", str() as name) if records.steps is not None and name not in records.steps:
            return f"no mod provides the step {name!r} by provide_steps"
        case ("status", str() as name, _) if name not in STATUSES and ":" not in name:
            return f"there is no status {name!r}; there are {', '.join(STATUSES)}, and your.mod:NAME for one of a mod"
        case ("figure", str() as name, place, *flags):
            if add_namespace(name) not in records.table(MonsterKind, "figure"):
                return f"there is no figure {name!r}"
            if place not in FIGURE_PLACES or not set(flags) <= set(FIGURE_FLAGS):
                return f"a figure appears {', '.join(FIGURE_PLACES)}, then {', '.join(FIGURE_FLAGS)}; got {effect[2:]}"
    return ""


def name_text(id: str) -> str:
    """Returns the id of the text that names a record: ``king-name-lift`` for ``LIFT``, and ``mod-gem`` for a mod's
    ``you.mod:GEM``.
    """
    owner, _, own = add_namespace(id).lower().replace("_", "-").partition(":")
    return f"king-name-{own}" if f"{owner}:" == NAMESPACE else f"{owner.rpartition('.')[2]}-{own}"


RECORD_KINDS = (
    RecordKind("profile", Profile, check_profile),
    RecordKind("card", Card, check_card, name_text),
    RecordKind("role", PlayerRole, check_role, name_text),
    RecordKind("figure", MonsterKind, name_text=name_text),
    RecordKind("room", SpecialRoomKind, name_text=name_text),
    RecordKind("table", KingTable),
    RecordKind("limits", Limits),
)

R = TypeVar("R", bound=Record)


class GameRecords:
    """The records of a mod set, by short id and in order of definition."""

    def __init__(self, records: Any) -> None:
        def read(kind: type[R], name: str) -> dict[str, R]:
            rows = records.table(kind, name)
            return {id.removeprefix(NAMESPACE): record for id, record in rows.items()}

        self.profiles = read(Profile, "profile")
        self.cards = read(Card, "card")
        self.roles = read(PlayerRole, "role")
        self.monster_kinds = read(MonsterKind, "figure")
        self.rooms = read(SpecialRoomKind, "room")
        self.king_table = read(KingTable, "table")["KING_EFFECT"]
        self.limits = read(Limits, "limits")["HOUSE"]
        self.bound = frozenset(id for id, card in self.cards.items() if card.is_bound)
        self.slotted = frozenset(id for id, card in self.cards.items() if card.needs_slot)
        self.tales = tuple(id for id, card in self.cards.items() if card.group == "tale")
        self.usable = frozenset(id for id, card in self.cards.items() if card.uses)


@lru_cache(maxsize=16)
def load_records(records: Any) -> GameRecords:
    """Returns the tables of a mod set."""
    return GameRecords(records)


def records_of(ctx: Context) -> GameRecords:
    """Returns the tables of the running game."""
    return load_records(ctx.records)
