"""The log: events put into words, for whoever reads along. Screens never read the rules' minds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, Finished, Message, Told

from . import events as e
from .house import NAMES
from .words import amounts, name, seat, seats

BAD, GOOD, HOUSE = "bad", "good", "house"
"""Kinds of lines."""


def narrate(event: Event) -> Told | None:
    """The line of an event, or None for what needs no words."""
    tell = _LINES.get(type(event))
    return tell(event) if tell is not None else None


def _line(what: str, kind: str = "", **args: Any) -> Told:
    return Told(Message(f"king-log-{what}", args), kind)


def _rolled(event: e.Rolled) -> Told:
    purpose = Message(f"king-die-{event.purpose.replace('_', '-')}")
    if event.roller < 0:
        return _line("die", purpose=purpose, value=event.value)
    return _line("die-of", seat=seat(event.roller), purpose=purpose, value=event.value)


def _turn(event: e.TurnStarted) -> Told:
    return _line("turn-lost" if event.lost else "turn", seat=seat(event.seat))


def _round(event: e.RoundStarted) -> Told:
    return _line("round", HOUSE, number=event.number, seat=seat(event.starter))


def _walked(event: e.Walked) -> Told:
    return _line("walked", seat=seat(event.seat), node=NAMES[event.node])


def _taken(event: e.Taken) -> Told:
    return _line("taken", seats=seats(event.seats), count=len(event.seats), node=NAMES[event.node])


def _lost(event: e.SanityLost | e.SoulsFell) -> Told | None:
    text = amounts(event.amounts, "−")
    return _line("lost", BAD, amounts=text, source=name(event.source)) if text else None


def _gained(event: e.SanityGained) -> Told | None:
    text = amounts(event.amounts, "+")
    return _line("gained", GOOD, amounts=text, source=name(event.source)) if text else None


def _broke(event: e.Broke) -> Told:
    return _line("broke", BAD, seat=seat(event.seat), keys=event.keys, objects=len(event.objects))


def _sacrificed(event: e.Sacrificed) -> Told:
    return _line("sacrificed", BAD, seat=seat(event.seat), mode=name(event.mode))


def _afflicted(event: e.Afflicted) -> Told:
    return _line("afflicted", seats=seats(event.seats), status=name(event.status), left=event.left)


def _cleared(event: e.Cleared) -> Told:
    if not event.status:
        return _line("cleared-all", GOOD, seat=seat(event.seat))
    return _line("cleared", GOOD, seat=seat(event.seat), status=name(event.status))


def _drew(event: e.Drew) -> Told:
    what = "key-under" if event.card == "KEY" and event.fate == "under" else "drew"
    return _line(what, seat=seat(event.seat), card=name(event.card), node=NAMES[event.node])


def _saw(event: e.Saw) -> Told:
    what = "saw-two" if len(event.cards) > 1 else "saw"
    args = {"card": name(event.cards[0]), "next": name(event.cards[-1])} if event.cards else {"card": "-"}
    return _line(what, seat=seat(event.seat), node=NAMES[event.node], **args)


def _object_gained(event: e.ObjectGained) -> Told:
    return _line("object", GOOD, seat=seat(event.seat), card=name(event.card))


def _object_lost(event: e.ObjectLost) -> Told:
    return _line(f"object-{event.how}", seat=seat(event.seat), card=name(event.card))


def _key(event: e.KeyGained) -> Told:
    return _line("key", GOOD, seat=seat(event.seat), source=name(event.source))


def _haunted(event: e.Haunted) -> Told:
    return _line(
        "appeared" if event.new else "prowled", BAD, monster=name(event.kind), node=NAMES[event.node]
    )


def _stunned(event: e.MonsterStunned) -> Told:
    if event.gone:
        return _line("monster-gone", GOOD, monster=name(event.kind))
    return _line("stunned", GOOD, monster=name(event.kind), left=event.left)


def _robbed(event: e.Robbed) -> Told:
    return _line("robbed", BAD, seat=seat(event.seat), keys=event.keys, objects=len(event.objects))


def _opened(event: e.RoomOpened) -> Told:
    return _line("opened", node=NAMES[event.node], room=name(event.kind))


def _used(event: e.RoomUsed) -> Told:
    return _line("used", seat=seat(event.seat), room=name(event.kind))


def _king_came(event: e.KingCame) -> Told:
    return _line("king-came", HOUSE, floor=event.floor + 1)


def _king_acted(event: e.KingActed) -> Told:
    return _line(f"king-{event.d6}", HOUSE)


def _tested(event: e.FalseKingTested) -> Told:
    passed = "yes" if event.total > event.threshold else "no"
    args = {"total": event.total, "threshold": event.threshold, "passed": passed}
    return _line("false-king", HOUSE, seat=seat(event.seat), **args)


def _stairs(event: e.StairsTurned) -> Told:
    one, two, three = event.rooms
    return _line("stairs", HOUSE, one=one, two=two, three=three)


_LINES: dict[type[Event], Callable[[Any], Told | None]] = {
    e.Rolled: _rolled,
    e.TurnStarted: _turn,
    e.RoundStarted: _round,
    e.Walked: _walked,
    e.Taken: _taken,
    e.SanityLost: _lost,
    e.SoulsFell: _lost,
    e.SanityGained: _gained,
    e.Broke: _broke,
    e.Sacrificed: _sacrificed,
    e.Afflicted: _afflicted,
    e.Cleared: _cleared,
    e.Drew: _drew,
    e.Saw: _saw,
    e.ObjectGained: _object_gained,
    e.ObjectLost: _object_lost,
    e.KeyGained: _key,
    e.Haunted: _haunted,
    e.MonsterStunned: _stunned,
    e.Robbed: _robbed,
    e.RoomOpened: _opened,
    e.RoomUsed: _used,
    e.KingCame: _king_came,
    e.KingActed: _king_acted,
    e.KingRaged: lambda event: _line("raged", BAD),
    e.KingBanished: lambda event: _line("banished", GOOD, rounds=event.rounds),
    e.FalseKingTested: _tested,
    e.Crowned: lambda event: _line("crowned", seat=seat(event.seat)),
    e.StairsTurned: _stairs,
    e.BoxesTurned: lambda event: _line(f"boxes-{event.how}", HOUSE),
    Finished: lambda event: _line(f"end-{event.outcome.lower().replace('_', '-')}"),
}
