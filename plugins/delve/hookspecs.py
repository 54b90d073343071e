"""The hooks that only this game asks; mods implement them with ``@hook.of("core.delve", ...)``."""

from typing import Annotated, Any

from footfall.api import ActorId, Context, Count, FoldReturn, HookKind, NotifyReturn, Ref, Words, events, publish

from .tables import NAMESPACE, SPECIAL


class Reveal(events.HookEvent, frozen=True):
    """A new zone of the delve has come into view.

    Attributes:
        zone: its number.
        kind: ``"corridor"`` or ``"room"``.
        type: type of a room, or end of a corridor (``"lair"``, ``"closed"``).
        special: short id of a special room or corridor, or ``""``.
        tags: rulings and events (``"gm-choice"``, ``"wandering-monsters"``).
        danger: danger of its level, 1 to 4.
        floors: its floor as rectangles ``(top, left, height, width)``, in cells of the level or the map.
        level: id of its level; 0 without a map to walk on.
    """

    zone: int
    kind: Annotated[str, Words("zone", ("corridor", "room"))]
    type: Annotated[str, Ref("room_type", NAMESPACE), Ref("corridor_end", NAMESPACE)]
    special: Annotated[str, Ref("special_room", NAMESPACE), Ref("special_corridor", NAMESPACE)] = ""
    tags: tuple[str, ...] = ()
    danger: int = 1
    floors: tuple[tuple[int, int, int, int], ...] = ()
    level: int = 0


class Ruling(events.HookEvent, frozen=True):
    """The rules leave a decision to the game master.

    Attributes:
        decision: the decision, by full name (``"core.delve:special_end"``).
        default: the answer if no mod gives one.
        options: the possible answers; empty if any value of the default's type is possible.
        place: number of the exit or zone concerned; -1 for none.
    """

    decision: Annotated[str, Words("decision")]
    default: Any = None
    options: tuple[Any, ...] = ()
    place: int = -1


JOURNAL_KINDS = (
    *("start", "lay", "reveal", "link", "block", "search", "found", "combat-over", "level", "replace"),
    *("award", "spend", "leave", "touch"),
)
"""The kinds of journal entries."""


class Entry(events.HookEvent, frozen=True):
    """The journal has a new entry.

    Attributes:
        kind: a new zone (``"lay"``; ``"reveal"`` if the whole map was made at the start, ``"level"`` on a new level),
            an exit that joins a known zone or leads nowhere (``"link"``, ``"block"``), a search (``"search"``), a door
            found (``"found"``), a clue (``"award"``, ``"spend"``), a zone that a clue changes (``"replace"``), an
            object touched (``"touch"``), the end of a combat (``"combat-over"``), stairs out (``"leave"``).
        actor: the seat that rolled; -1 for the game master.
        zone: the zone concerned; -1 for none.
        way: the exit concerned; -1 for none.
        total: the sum of the faces of its first roll with the bonus; 0 without dice.
    """

    kind: Annotated[str, Words("journal", JOURNAL_KINDS)]
    actor: ActorId
    zone: int
    way: int
    total: int


class Combat(events.HookEvent, frozen=True):
    """A combat begins.

    Attributes:
        zone: the room.
        type: its type (``"lair"``).
        monsters: the number of monsters; 0 at a table, which has none.
    """

    zone: int
    type: Annotated[str, Ref("room_type", NAMESPACE)]
    monsters: Count


class Totaling(events.HookEvent, frozen=True):
    """The dice of a table are about to be used. Term: ``total``.

    Attributes:
        actor: the seat that rolled.
        table: the dice table; ``"special"`` for that of special rooms, ``"secret"`` for a search.
        first_face: that of the first die.
        second_face: that of the second die; 0 with one die.
        bonus: the addition of the rules: that of an elf to a search.
        total: the sum of all three, as no mod has changed it.
        zone: the zone that is searched or whose object is touched; -1 for the tables of a zone that is not laid yet.
    """

    actor: ActorId
    table: Annotated[str, Words("table", (SPECIAL,), refs=(Ref("dice_table", NAMESPACE),))]
    first_face: Count
    second_face: Count
    bonus: int
    total: int
    zone: int = -1


@publish(HookKind.FOLD, "total", since="0.1")
def on_total(event: Totaling, ctx: Context) -> FoldReturn:
    """The dice of a table are about to be used: of a new zone, a search, a clue, a thing that is touched.

    The total is kept among those of the table. Cards of a deck have none.

    Example: ``return [add("total", -1, "darkness")] if event.table == "secret" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_journal(event: Entry, ctx: Context) -> NotifyReturn:
    """Something has happened that the journal notes: a search, a find, a clue, the end of a combat, a new level.

    Example: ``return [Tell(Message("you-mod-hollow"))] if event.kind == "found" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_reveal(event: Reveal, ctx: Context) -> NotifyReturn:
    """A new zone has come into view and was placed; once per zone. Its monsters come later: `on_combat`.

    Example: ``return [Tell(Message("you-mod-cold-draft"))] if event.special == "portal" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_combat(event: Combat, ctx: Context) -> NotifyReturn:
    """A combat begins in a room that was just revealed; its monsters stand there.

    Example: ``return [Tell(Message("you-mod-too-many"))] if event.monsters > 3 else None``
    """


@publish(HookKind.FIRST, since="0.1")
def decide_ruling(event: Ruling, ctx: Context) -> Any:
    """A decision that the rules leave to the game master; None leaves the default. The last mod is asked first.

    Filter by the decision: ``@hook.of("core.delve", "decide_ruling", decision="core.delve:special_end")``. An answer
    that is not among the options is ignored and noted in the log.

    Example: ``return "doorless_room"``
    """
