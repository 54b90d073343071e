"""Log lines for events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from footfall.api import Event, Finish, LogLineAdded, Message

from . import changes as c
from . import events as e
from .card_words import describe_effects
from .dice import STAIRS_ROLLS
from .labels import format_amounts, format_number, format_seat, format_seats, label_for, name_loot, name_node
from .layout import FLOORS, stair_room

BAD, GOOD, HOUSE = "bad", "good", "house"
"""Kinds of log lines."""


LootEvent: TypeAlias = e.SoulBroke | e.Robbed | e.LootRecovered

TOLD_LATER = frozenset(("event", "event_second", "omen", "escape", "scout_stairs", "chapel", *STAIRS_ROLLS))
"""Purposes of dice whose line has the whole sum, or all three stairs."""


def narrate(event: Event) -> LogLineAdded | None:
    """Returns the log line of an event, or None."""
    tell = _DESCRIBERS.get(type(event))
    return tell(event) if tell is not None else None


def _build_line(what: str, kind: str = "", **args: Any) -> LogLineAdded:
    return LogLineAdded(Message(f"king-log-{what}", args), kind)


def _build_loot_line(what: str, kind: str, event: LootEvent, **args: Any) -> LogLineAdded:
    """Builds the line of keys and objects that change hands; one of its own if there are none."""
    ending = "" if event.keys or event.objects else "-nothing"
    loot = name_loot(event.keys, event.objects)
    return _build_line(f"{what}{ending}", kind, seat=format_seat(event.seat), loot=loot, **args)


def _describe_roll(event: c.LogRoll) -> LogLineAdded | None:
    if event.purpose in TOLD_LATER:
        return None
    purpose = Message(f"king-die-{event.purpose.replace('_', '-')}")
    if event.roller < 0:
        return _build_line("die", purpose=purpose, value=event.value)
    return _build_line("die-of", seat=format_seat(event.roller), purpose=purpose, value=event.value)


def _describe_total(event: c.LogTotal) -> LogLineAdded:
    purpose = Message(f"king-die-{event.purpose.replace('_', '-')}") if event.purpose in TOLD_LATER else None
    args: dict[str, Any] = {
        "seat": format_seat(event.seat),
        "goal": purpose or label_for(event.purpose),
        "sum": _format_sum(event),
    }
    if event.needed:
        return _build_line("test", passed="yes" if event.total >= event.needed else "no", needed=event.needed, **args)
    if purpose is not None:
        return _build_line("sum", **args)
    return _build_line("total", effects=describe_effects(event.effects), **args)


def _format_sum(event: c.LogTotal) -> str | Message:
    """Formats a sum: ``4 + 2 = 6``."""
    parts = [*event.dice, event.bonus]
    words = str(parts[0]) + "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in parts[1:])
    result = format_number(sum(parts))
    if sum(parts) != event.total:
        return Message("king-sum-raised", {"sum": f"{words} = {result}", "total": event.total})
    return f"{words} = {result}"


def _describe_turn(event: e.TurnStarted) -> LogLineAdded:
    return _build_line("turn-lost" if event.lost else "turn", seat=format_seat(event.seat))


def _describe_round(event: e.RoundStarted) -> LogLineAdded:
    return _build_line("round", HOUSE, number=event.number, seat=format_seat(event.starter))


def _describe_walk(event: e.Walked) -> LogLineAdded:
    return _build_line("walked", seat=format_seat(event.seat), node=name_node(event.node))


def _describe_forced_move(event: c.PlaceSouls) -> LogLineAdded:
    return _build_line("taken", seats=format_seats(event.seats), count=len(event.seats), node=name_node(event.node))


def _describe_swap(event: c.SwapPlaces) -> LogLineAdded:
    return _build_line("swapped", one=format_seat(event.one), other=format_seat(event.other))


def _describe_clarity(event: e.TurnEnded) -> LogLineAdded | None:
    if not event.gained:
        return None
    return _build_line("gained", GOOD, amounts=format_amounts(event.gained, "+"), source=label_for("CLARITY"))


def _describe_loss(event: e.SanityLost | e.SoulsFell) -> LogLineAdded | None:
    text = format_amounts(event.amounts, "−")
    return _build_line("lost", BAD, amounts=text, source=label_for(event.source)) if text else None


def _describe_gain(event: e.SanityGained) -> LogLineAdded | None:
    text = format_amounts(event.amounts, "+")
    return _build_line("gained", GOOD, amounts=text, source=label_for(event.source)) if text else None


def _describe_break(event: e.SoulBroke) -> LogLineAdded:
    return _build_loot_line("broke", BAD, event)


def _describe_sacrifice(event: e.Sacrificed) -> LogLineAdded:
    return _build_line("sacrificed", BAD, seat=format_seat(event.seat), mode=label_for(event.mode))


def _describe_status(event: e.Afflicted) -> LogLineAdded:
    return _build_line("afflicted", seats=format_seats(event.seats), status=label_for(event.status), left=event.left)


def _describe_status_end(event: c.ClearStatus) -> LogLineAdded:
    if not event.status:
        return _build_line("cleared-all", GOOD, seat=format_seat(event.seat))
    return _build_line("cleared", GOOD, seat=format_seat(event.seat), status=label_for(event.status))


def _describe_draw(event: e.CardDrawn) -> LogLineAdded:
    what = "key-under" if event.card == "KEY" and event.fate == "under" else "drew"
    return _build_line(what, seat=format_seat(event.seat), card=label_for(event.card), node=name_node(event.node))


def _describe_look(event: e.CardsSeen) -> LogLineAdded:
    what = "saw-two" if len(event.cards) > 1 else "saw"
    args = {"card": label_for(event.cards[0]), "next": label_for(event.cards[-1])} if event.cards else {"card": "-"}
    return _build_line(what, seat=format_seat(event.seat), node=name_node(event.node), **args)


def _describe_object_gain(event: e.ObjectGained) -> LogLineAdded:
    return _build_line("object", GOOD, seat=format_seat(event.seat), card=label_for(event.card))


def _describe_object_loss(event: e.ObjectLost) -> LogLineAdded:
    return _build_line(f"object-{event.how}", seat=format_seat(event.seat), card=label_for(event.card))


def _describe_key(event: e.KeyGained) -> LogLineAdded:
    return _build_line("key", GOOD, seat=format_seat(event.seat), source=label_for(event.source))


def _describe_monster_move(event: e.MonsterPlaced) -> LogLineAdded:
    return _build_line(
        "appeared" if event.new else "prowled",
        BAD,
        monster=label_for(event.kind),
        node=name_node(event.node),
        seats=format_seats(event.seats),
        count=len(event.seats),
        ruined="yes" if event.ruined else "no",
        keys=event.keys,
    )


def _describe_stun(event: e.MonsterStunned) -> LogLineAdded:
    if event.gone:
        return _build_line("monster-gone", GOOD, monster=label_for(event.kind))
    return _build_line("stunned", GOOD, monster=label_for(event.kind), left=event.left)


def _describe_robbery(event: e.Robbed) -> LogLineAdded:
    return _build_loot_line("robbed", BAD, event)


def _describe_loot(event: e.LootRecovered) -> LogLineAdded:
    return _build_loot_line("recovered", GOOD, event, lost=name_loot(event.lost_keys, event.lost_objects))


def _describe_room_opening(event: e.RoomOpened) -> LogLineAdded:
    return _build_line("opened", node=name_node(event.node), room=label_for(event.kind))


def _describe_room_use(event: e.RoomUsed) -> LogLineAdded:
    return _build_line("used", seat=format_seat(event.seat), room=label_for(event.kind))


def _describe_king_move(event: e.KingCame) -> LogLineAdded:
    floor = event.floor + 1
    if event.how == "roulette":
        return _build_line("king-wheel", HOUSE, d4=event.d4, origin=event.origin + 1, floor=floor)
    return _build_line("king-came", HOUSE, floor=floor)


def _describe_king_effect(event: c.ActKing) -> LogLineAdded:
    *others, last = event.deeds or ("nothing",)
    deed = Message(f"king-deed-{last}")
    for word in reversed(others):
        deed = Message("king-deed-and", {"deed": Message(f"king-deed-{word}"), "next": deed})
    return _build_line("king-deed", HOUSE, d6=event.d6, deed=deed)


def _describe_mark(event: c.Mark) -> LogLineAdded:
    return _build_line("marked", BAD, seats=format_seats(event.seats), count=len(event.seats))


def _describe_statuses_end(event: e.StatusesEnded) -> LogLineAdded:
    seats = tuple(dict.fromkeys(seat for seat, _ in event.ended))
    return _build_line("statuses-ended", seats=format_seats(seats), count=len(event.ended))


def _describe_poison(event: e.MaximumLowered) -> LogLineAdded:
    return _build_line("maximum", BAD, seat=format_seat(event.seat), top=event.top)


def _describe_false_king_check(event: e.FalseKingTested) -> LogLineAdded:
    passed = "yes" if event.total > event.threshold else "no"
    args = {"total": event.total, "threshold": event.threshold, "passed": passed}
    return _build_line("false-king", HOUSE, seat=format_seat(event.seat), **args)


def _describe_stairs(event: c.TurnStairs) -> LogLineAdded:
    dice = ", ".join(map(str, event.rooms))
    one, two, three = (name_node(stair_room(event.rooms, floor)) for floor in range(FLOORS))
    return _build_line("stairs", HOUSE, dice=dice, one=one, two=two, three=three)


_DESCRIBERS: dict[type[Event], Callable[[Any], LogLineAdded | None]] = {
    c.LogRoll: _describe_roll,
    c.LogTotal: _describe_total,
    e.TurnStarted: _describe_turn,
    e.RoundEnded: lambda event: _build_line("round-ended", HOUSE, number=event.number),
    e.RoundStarted: _describe_round,
    e.Walked: _describe_walk,
    e.TurnEnded: _describe_clarity,
    c.PlaceSouls: _describe_forced_move,
    c.SwapPlaces: _describe_swap,
    e.SanityLost: _describe_loss,
    e.SoulsFell: _describe_loss,
    e.SanityGained: _describe_gain,
    e.SoulBroke: _describe_break,
    e.Sacrificed: _describe_sacrifice,
    e.Afflicted: _describe_status,
    c.ClearStatus: _describe_status_end,
    e.StatusesEnded: _describe_statuses_end,
    e.MaximumLowered: _describe_poison,
    e.CardDrawn: _describe_draw,
    e.CardsSeen: _describe_look,
    e.ObjectGained: _describe_object_gain,
    e.ObjectLost: _describe_object_loss,
    e.KeyGained: _describe_key,
    e.MonsterPlaced: _describe_monster_move,
    e.MonsterStunned: _describe_stun,
    e.Robbed: _describe_robbery,
    e.LootRecovered: _describe_loot,
    e.RoomOpened: _describe_room_opening,
    e.RoomUsed: _describe_room_use,
    e.KingCame: _describe_king_move,
    c.KeepKingAway: lambda event: _build_line("king-away", HOUSE),
    c.ActKing: _describe_king_effect,
    c.Mark: _describe_mark,
    c.Enrage: lambda event: _build_line("raged", BAD),
    e.KingBanished: lambda event: _build_line("banished", GOOD, rounds=event.rounds),
    e.FalseKingTested: _describe_false_king_check,
    c.TakeCrown: lambda event: _build_line("crowned", seat=format_seat(event.seat)),
    c.TurnStairs: _describe_stairs,
    e.BoxesTurned: lambda event: _build_line(f"boxes-{event.how}", HOUSE),
    Finish: lambda event: _build_line(f"end-{event.outcome.lower().replace('_', '-')}"),
}
