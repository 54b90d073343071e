"""Cards and their effects in words: for the log and for cards that lie face up."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

from footfall.api import Message

from ..records import NAMESPACE, Card, Effect, GameRecords
from ..state import MIN_SANITY, Soul
from .labels import format_number, label_for

ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "lose": ("amount",),
    "gain": ("amount",),
    "status": ("status", "left"),
    "take": ("card",),
    "guest": ("amount",),
    "swap": ("step",),
    "floors": ("step",),
    "king_comes": ("amount",),
    "banish": ("rounds",),
    "figure": ("monster", "place"),
}
"""The names of the arguments of effects in their messages; ``king-effect-lose`` has ``$amount``."""

ANY_TOTAL: Final = 99
"""`CardRow.to` of a row without a limit."""


def describe_effects(
    records: GameRecords, effects: Iterable[Effect], sanity: int | None = None, others: Sequence[int] = ()
) -> Message:
    """Describes effects in a few words: ``−1 sanity``.

    Args:
        sanity: that of the soul, if it is known.
        others: which of the next (1) and the previous soul (-1) are in its place.
    """
    now = (
        {"from": "none"}
        if sanity is None
        else {"from": format_number(sanity), "to": format_number(max(MIN_SANITY, -sanity))}
    )
    more: dict[str, dict[str, Any]] = {"mirror": now, "shop": {"price": records.rooms["PEDLAR"].loss}}
    parts = []
    for word, *arguments in effects:
        names = ARGUMENTS.get(str(word), ())
        args: dict[str, Any] = dict(zip(names, arguments, strict=False)) | more.get(str(word), {})
        args["kind"] = args.get("monster", "")
        args["here"] = "yes" if args.get("step") in others else "no"
        args.update({name: label_for(str(args[name])) for name in ("status", "card", "monster") if name in args})
        parts.append(Message(f"king-effect-{str(word).replace('_', '-')}", args))
    return join_messages("king-effect-and", parts) or Message("king-effect-nothing")


def name_loot(keys: int, objects: Iterable[str]) -> Message:
    """Names keys and objects: ``1 key, Vial``."""
    counted = [Message("king-loot-keys", {"keys": keys})] if keys else []
    return join_messages("king-list", [*counted, *map(label_for, objects)]) or Message("king-loot-none")


def join_messages(id: str, parts: Iterable[Message]) -> Message | None:
    """Joins messages by one with ``$first`` and ``$next``; None if there are none."""
    found = list(parts)
    if not found:
        return None
    return reduce(lambda tail, head: Message(id, {"first": head, "next": tail}), reversed(found[:-1]), found[-1])


def describe_card(records: GameRecords, id: str) -> Iterator[Message]:
    """Yields the effects of a card: its table, its status, or the meaning of its name."""
    card = records.cards.get(id)
    if card is None:
        return
    if card.group in ("event", "omen") and all(row.effects == card.rows[0].effects for row in card.rows):
        yield Message(
            "king-card-use", {"card": label_for(id), "effects": describe_effects(records, card.rows[0].effects)}
        )
    elif card.group in ("event", "omen"):
        rows = []
        for index, row in enumerate(card.rows):
            kind = "to" if row.max_total < ANY_TOTAL else "rest" if index else "any"
            rows.append(
                Message(f"king-row-{kind}", {"to": row.max_total, "effects": describe_effects(records, row.effects)})
            )
        table = join_messages("king-row-and", rows) or Message("king-effect-nothing")
        yield Message("king-card-table", {"card": label_for(id), "rows": table})
    elif card.group == "status":
        yield Message("king-card-status", {"status": label_for(card.status), "left": card.rounds})
        yield from list_about(card.status)
    elif card.use_effects:
        yield Message(
            "king-card-object", {"card": label_for(id), "effects": describe_effects(records, card.use_effects)}
        )
    else:
        yield from list_about(id)


def describe_drawn_card(records: GameRecords, soul: Soul, id: str, others: Sequence[int] = ()) -> Message | None:
    """Describes a card for the soul that draws it, a status by its effects; None if there is nothing to say.

    The rows of a table are those that its dice and its sanity can reach, with the dice that lead there.

    Args:
        others: as in `describe_effects`.
    """
    card = records.cards.get(id)
    if card is not None and card.group == "status":
        return next(iter(list_about(card.status)), None)
    if card is None or card.group not in ("event", "omen"):
        return next(describe_card(records, id), None)
    is_event = card.group == "event"
    if is_event and card.is_yellow and soul.ignores_yellow:
        return Message("king-drawn-ignored")
    has_second = is_event and not soul.has_rolled_twice and records.roles[soul.role].has_second_die
    dice = 2 if has_second else 1
    outcomes = list_outcomes(records, card, dice, soul.sanity, others)
    if len(outcomes) == 1:
        return Message("king-drawn-sure", {"effects": outcomes[0].effects})
    rows = [Message("king-drawn-row", {"sums": each.faces, "effects": each.effects}) for each in outcomes]
    table = join_messages("king-row-and", rows) or Message("king-effect-nothing")
    return Message("king-drawn-table", {"dice": dice, "rows": table})


def name_drawn_card(records: GameRecords, soul: Soul, id: str) -> Message | None:
    """Describes a card as `describe_drawn_card` does, with its name."""
    about = describe_drawn_card(records, soul, id)
    if about is None or records.cards[id].group in ("object", "tale"):  # these texts have the name
        return about
    return Message("king-drawn-of", {"card": label_for(id), "about": about})


class Outcome(NamedTuple):
    """A row of a table for a soul: the least and largest sum of the dice that lead there, and its effects."""

    low: int
    high: int
    effects: Message

    @property
    def faces(self) -> str:
        """The sums in words: ``2-6``."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def list_outcomes(
    records: GameRecords, card: Card, dice: int, sanity: int, others: Sequence[int] = ()
) -> list[Outcome]:
    """Returns the rows of a card's table that dice can reach with a soul's sanity; equal ones in a row are one."""
    low, outcomes = dice, list[Outcome]()
    for row in card.rows:
        high = min(6 * dice, row.max_total - sanity)
        if high >= low:
            effects = describe_effects(records, row.effects, sanity, others)
            if outcomes and outcomes[-1].effects == effects:
                low = outcomes.pop().low
            outcomes.append(Outcome(low, high, effects))
            low = high + 1
    return outcomes


@lru_cache(maxsize=4)
def explain_words(records: GameRecords) -> dict[str, tuple[Message, ...]]:
    """Returns the explanations of the names of cards, statuses, roles and figures, by the id of the name."""
    words = {label_for(id).id: tuple(describe_card(records, id)) for id in records.cards}
    statuses = [card.status for card in records.cards.values() if card.status]
    for id in dict.fromkeys((*statuses, *records.roles, *records.monster_kinds)):
        words.setdefault(label_for(id).id, list_about(id) if id != "NONE" else ())
    return {**words, "king-name-king": (Message("king-about-king"),)}


def list_about(id: str) -> tuple[Message, ...]:
    """Returns the sentence on a status, object, figure, room or role of this game; mods describe their own."""
    if ":" in id.removeprefix(NAMESPACE):
        return ()
    return (Message(f"king-about-{id.lower().replace('_', '-')}"),)
