"""Log lines for events."""

from collections.abc import Callable, Mapping
from typing import Any

from footfall.api import Context, Event, Finish, LogLineAdded, Message

from .. import changes as c, events as e
from ..layout import FLOORS, NODE_BY_NAME, stair_room
from ..records import GameRecords, records_of
from ..rules.dice import STAIRS_ROLLS
from ..state import KEY, Board, board_of
from .about import describe_room_kind
from .card_words import (
    describe_card,
    describe_drawn_card,
    describe_effects,
    join_messages,
    list_outcomes,
    name_loot,
)
from .labels import (
    format_amounts,
    format_number,
    format_seat,
    format_seats,
    label_for,
    name_node,
    name_source,
)

BAD, GOOD, HOUSE = "bad", "good", "house"
"""Kinds of log lines."""

PRICES = ("HEAL_OTHERS", "PEDLAR", "TAVERN", "LETHAL_CHAMBER")
"""Sources of losses that a soul has chosen: not setbacks."""

TOLD_LATER = frozenset(
    ("event", "event_second", "omen", "escape", "scout_stairs", "chapel", "king_roulette", "king_effect", *STAIRS_ROLLS)
)
"""Purposes of dice whose line has the whole sum, the King's way or deed, or all three stairs."""

ARGUMENT_FORMATS: Mapping[str, Callable[[Any], Message | str]] = {
    **dict.fromkeys(("seat", "other_seat", "starter"), format_seat),
    **dict.fromkeys(("card", "mode", "status"), label_for),
    "source": name_source,
    "node": name_node,
    "seats": format_seats,
}
"""Formats of the fields that a line names as its event does."""


def narrate(ctx: Context, event: Event) -> LogLineAdded | None:
    """Returns the log line of an event, or None."""
    if isinstance(event, e.CardDrawn):
        return describe_draw(ctx, event)
    if isinstance(event, c.LogTotal):
        return describe_total(ctx, event)
    if isinstance(event, e.SanityLost | e.SanityGained):
        return describe_sanity(board_of(ctx.state), event)
    if isinstance(event, e.SoulsFell):
        is_card = event.source in records_of(ctx).cards  # whose dice have just named the whole loss
        return build_amounts_line(event, event.amounts, False, top="fallen" if is_card else "none")
    if isinstance(event, e.TurnStarted):
        return describe_turn(board_of(ctx.state), event)
    if isinstance(event, e.TurnEnded):
        gains = build_amounts_line(event, event.gains, True, source=label_for("CLARITY"), top="none")
        return gains or (build_line(event, "idle") if event.is_idle else None)
    if isinstance(event, e.KeyGained):
        return build_key_line(board_of(ctx.state), event, "key")
    if isinstance(event, e.ObjectGained | e.RoomOpened | e.RoomUsed):
        return describe_find(records_of(ctx), event)
    if isinstance(event, c.KeepKingAway):
        board = board_of(ctx.state)
        return build_line(event, "king-away", HOUSE, rounds=board.banish, floor=board.king + 1)
    tell = LINES.get(type(event))
    return tell(event) if tell is not None else None


def build_line(event: Event, name: str, kind: str = "", **args: Any) -> LogLineAdded:
    """Builds the line of a message, whose arguments are the fields of the event and `args`."""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ARGUMENT_FORMATS:
            args.setdefault(field, ARGUMENT_FORMATS[field](value))
        elif isinstance(value, int | str):
            args.setdefault(field, value)
    if isinstance(seats := getattr(event, "seats", None), tuple):
        args["count"] = len(seats)
    return LogLineAdded(Message(f"king-log-{name}", args), kind)


def build_loot_line(event: e.SoulBroke | e.Robbed | e.LootRecovered, name: str, kind: str, **args: Any) -> LogLineAdded:
    """Builds the line of keys and objects that change hands; one of its own if there are none."""
    ending = "" if event.keys or event.objects else "-nothing"
    return build_line(event, f"{name}{ending}", kind, loot=name_loot(event.keys, event.objects), **args)


def build_key_line(board: Board, event: e.CardDrawn | e.KeyGained, name: str) -> LogLineAdded:
    """Builds the line of a key that a soul gets, with the keys in hands after it."""
    return build_line(event, name, GOOD, held=board.keys_in_hands(), needed=board.profile.keys_to_win)


def build_amounts_line(
    event: Event, amounts: tuple[tuple[int, int], ...], is_gain: bool, **args: Any
) -> LogLineAdded | None:
    """Builds the line of gains or losses of sanity; None if nothing changed."""
    text = format_amounts(amounts, "+" if is_gain else "−")
    if not text:
        return None
    kind = GOOD if is_gain else "" if getattr(event, "source", "") in PRICES else BAD
    return build_line(event, "gained" if is_gain else "lost", kind, amounts=text, **args)


def describe_sanity(board: Board, event: e.SanityLost | e.SanityGained) -> LogLineAdded | None:
    """Describes a loss or a gain and the sanity after it: of one soul with its maximum, of several in their order."""
    souls = [board.souls[seat] for seat, amount in event.amounts if amount]
    now = ", ".join(format_number(soul.sanity) for soul in souls)
    top = format_number(souls[0].top) if len(souls) == 1 else "several"
    return build_amounts_line(event, event.amounts, isinstance(event, e.SanityGained), now=now, top=top)


def describe_turn(board: Board, event: e.TurnStarted) -> LogLineAdded:
    """Describes the beginning of a turn, in the first one of a game after its goal."""
    if event.has_lost_turn:
        return build_line(event, "turn-lost")
    is_first, profile = board.round == 1 and board.turns == 0, board.profile
    goal = name_node(NODE_BY_NAME[profile.threshold_node])
    return build_line(event, "turn", keys=profile.keys_to_win if is_first else "none", goal=goal)


def describe_roll(event: c.LogRoll) -> LogLineAdded | None:
    """Describes a die, unless a later line has it."""
    if event.purpose in TOLD_LATER:
        return None
    purpose = Message(f"king-die-{event.purpose.replace('_', '-')}")
    if event.roller < 0:
        return build_line(event, "die", purpose=purpose)
    return build_line(event, "die-of", purpose=purpose, seat=format_seat(event.roller))


def describe_total(ctx: Context, event: c.LogTotal) -> LogLineAdded | None:
    """Describes a sum of dice: ``4 + 2 = 6``, and its consequence; of a card by the dice, as its table names them.

    A card without a choice for the dice has told its effects as it was drawn.
    """
    parts = [*event.dice, event.bonus]
    words = str(parts[0]) + "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in parts[1:])
    text: Message | str = f"{words} = {format_number(sum(parts))}"
    if sum(parts) != event.total:
        text = Message("king-sum-raised", {"sum": text, "total": event.total})
    is_die = event.purpose in TOLD_LATER
    goal = Message(f"king-die-{event.purpose.replace('_', '-')}") if is_die else label_for(event.purpose)
    if event.needed_total:
        passed = "yes" if event.total >= event.needed_total else "no"
        return build_line(event, "test", goal=goal, sum=text, passed=passed, needed=event.needed_total)
    if is_die:
        return build_line(event, "sum", goal=goal, sum=text)
    card, thrown = records_of(ctx).cards.get(event.purpose), sum(event.dice)
    is_plain = event.total in (sum(parts), 0)
    if is_plain and card is not None and len(list_outcomes(records_of(ctx), card, len(event.dice), event.bonus)) == 1:
        return None
    dice: Message | str = " + ".join(map(str, event.dice)) + (f" = {thrown}" if len(event.dice) > 1 else "")
    if not is_plain:
        dice = Message("king-sum-raised", {"sum": dice, "total": event.total - event.bonus})
    effects = describe_effects(records_of(ctx), event.effects, others=list_near(board_of(ctx.state), event.seat))
    return build_line(event, "total", dice=dice, goal=goal, effects=effects)


def list_near(board: Board, seat: int) -> list[int]:
    """Returns how many seats on the souls in the same place are."""
    souls = board.souls
    return [step for step in (1, -1) if souls[(seat + step) % len(souls)].node == souls[seat].node]


def describe_draw(ctx: Context, event: e.CardDrawn) -> LogLineAdded:
    """Describes a card as it is drawn: its effects, by the dice that lead to each for this soul."""
    records, board = records_of(ctx), board_of(ctx.state)
    if event.card == KEY:
        return build_line(event, "key-under") if event.fate == "under" else build_key_line(board, event, "drew-key")
    about = describe_drawn_card(records, board.souls[event.seat], event.card, list_near(board, event.seat))
    if about is None:
        return build_line(event, "drew")
    is_named = records.cards[event.card].group in ("event", "omen", "status")
    return build_line(event, "drew-about" if is_named else "drew-thing", about=about)


def describe_find(records: GameRecords, event: e.ObjectGained | e.RoomOpened | e.RoomUsed) -> LogLineAdded:
    """Describes an object that a soul receives, or a special room that is opened or used, by its effect."""
    if isinstance(event, e.ObjectGained):
        name, kind, id, about = "object", GOOD, event.card, (*describe_card(records, event.card),)
    else:
        name, kind, id = "opened" if isinstance(event, e.RoomOpened) else "used", "", event.kind
        about = describe_room_kind(records, id)
    if name == "used" and id == "PEDLAR":
        return build_line(event, "shown", room=label_for(id), loss=records.rooms[id].loss)
    words = join_messages("king-reasons", about)
    return (
        build_line(event, f"{name}-about", kind, about=words)
        if words
        else build_line(event, name, kind, room=label_for(id))
    )


def describe_look(event: e.CardsSeen) -> LogLineAdded:
    """Describes one top card, or two."""
    first, last = (label_for(event.cards[0]), label_for(event.cards[-1])) if event.cards else ("-", "-")
    return build_line(event, "saw-two" if len(event.cards) > 1 else "saw", card=first, next=last)


def describe_figure(event: e.MonsterPlaced) -> LogLineAdded:
    """Describes an arrival or a move."""
    ruined = "yes" if event.has_ruined_room else "no"
    name = "appeared" if event.is_new else "prowled"
    return build_line(event, name, BAD, monster=label_for(event.kind), ruined=ruined)


def describe_king_move(event: e.KingCame) -> LogLineAdded:
    """Describes the King's way, by the roulette or without it."""
    is_rolled, is_staying = event.how == "roulette", event.origin == event.floor
    name = "king-came" if not is_rolled else "king-stays" if is_staying else "king-wheel"
    return build_line(event, name, HOUSE, origin=event.origin + 1, floor=event.floor + 1)


def describe_king_effect(event: c.ActKing) -> LogLineAdded:
    """Describes the King's deeds."""
    *others, last = event.deeds or ("nothing",)
    deed = Message(f"king-deed-{last}")
    for word in reversed(others):
        deed = Message("king-deed-and", {"deed": Message(f"king-deed-{word}"), "next": deed})
    return build_line(event, "king-deed", HOUSE, deed=deed)


def describe_endings(event: e.StatusesEnded) -> LogLineAdded | None:
    """Describes statuses that have ended with their souls, but for a stunned soul's, whose turn is still to be lost."""
    ended = ((format_seat(seat), label_for(status)) for seat, status in event.endings if status != "STUNNED")
    named = [Message("king-log-status-of", {"seat": seat, "status": status}) for seat, status in ended]
    return build_line(event, "statuses-ended", endings=join_messages("king-list", named)) if named else None


def describe_stairs(event: c.TurnStairs) -> LogLineAdded:
    """Describes the dice of the stairs and their rooms."""
    one, two, three = (name_node(stair_room(event.rooms, floor)) for floor in range(FLOORS))
    return build_line(event, "stairs", HOUSE, dice=", ".join(map(str, event.rooms)), one=one, two=two, three=three)


LINES: dict[type[Event], Callable[[Any], LogLineAdded | None]] = {
    c.LogRoll: describe_roll,
    e.RoundEnded: lambda event: build_line(event, "round-ended", HOUSE),
    e.RoundStarted: lambda event: build_line(event, "round", "arrival", seat=format_seat(event.starter)),
    e.StarterChosen: lambda event: build_line(event, "starter", HOUSE),
    e.CardReturned: lambda event: build_line(event, "returned", HOUSE, place="top" if event.is_on_top else "under"),
    e.CardRemoved: lambda event: build_line(event, "removed", HOUSE),
    e.Walked: lambda event: build_line(event, "walked"),
    c.PlaceSouls: lambda event: build_line(event, "taken"),
    c.SwapPlaces: lambda event: build_line(
        event, "swapped", one=format_seat(event.seat), other=format_seat(event.other_seat)
    ),
    e.SoulBroke: lambda event: build_loot_line(event, "broke", BAD),
    e.Sacrificed: lambda event: build_line(event, f"sacrificed-{event.mode.lower().replace('_', '-')}", BAD),
    e.Afflicted: lambda event: build_line(event, "dazed" if event.status == "STUNNED" else "afflicted"),
    c.ClearStatus: lambda event: build_line(event, "cleared" if event.status else "cleared-all", GOOD),
    e.StatusesEnded: describe_endings,
    e.MaximumLowered: lambda event: build_line(event, "maximum", BAD),
    e.MaximumShifted: lambda event: build_line(event, "maximum-shifted"),
    e.CardsSeen: describe_look,
    e.ObjectLost: lambda event: build_line(event, f"object-{event.how}"),
    e.MonsterPlaced: describe_figure,
    e.MonsterStunned: lambda event: build_line(
        event, "monster-gone" if event.is_gone else "stunned", GOOD, monster=label_for(event.kind)
    ),
    e.Robbed: lambda event: build_loot_line(event, "robbed", BAD),
    e.LootRecovered: lambda event: build_loot_line(
        event, "recovered", GOOD, lost=name_loot(event.lost_keys, event.lost_objects)
    ),
    e.KingCame: describe_king_move,
    c.ActKing: describe_king_effect,
    c.Mark: lambda event: build_line(event, "marked", BAD),
    c.Enrage: lambda event: build_line(event, "raged", BAD),
    e.KingBanished: lambda event: build_line(event, "banished", GOOD),
    e.FalseKingTested: lambda event: build_line(
        event, "false-king", HOUSE, passed="yes" if event.total > event.threshold else "no"
    ),
    c.TakeCrown: lambda event: build_line(event, "crowned"),
    c.TurnStairs: describe_stairs,
    e.BoxesTurned: lambda event: build_line(event, f"boxes-{event.how}", HOUSE),
    Finish: lambda event: build_line(event, f"end-{event.outcome.lower().replace('_', '-')}"),
}
