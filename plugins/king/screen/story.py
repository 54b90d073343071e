"""The story of a finished game: its turning points, the losses of each soul, and each round."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from footfall.api import Context, Event, Message
from footfall.api.scene import Line, Panel, Span, Story, Tint

from .. import events as e
from ..changes import ActKing
from ..state import MIN_SANITY, Board, board_of
from .card_words import join_messages
from .labels import format_number, format_seat, label_for

SHOWN_SOURCES = 3
"""Sources of a soul's losses that are named."""


HEAVY = 4
"""The least loss of a soul at once that is an incident."""


class RoundRow(msgspec.Struct):
    """A round: the sanity of each soul at its end, the keys in hands, the incidents, the losses by seat and source."""

    number: int
    incidents: list[Message] = []
    sanity: tuple[int, ...] = ()
    keys: int = 0
    losses: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter)


class Moment(NamedTuple):
    """The round of a command of a game, a seat, and the number of commands before it."""

    round: int
    seat: int
    commands: int

    def describe(self, board: Board, id: str, **args: Any) -> Message:
        """Returns a message on the soul at this moment."""
        args |= {"seat": format_seat(self.seat), "role": label_for(board.souls[self.seat].role)}
        return Message(id, {**args, "round": self.round, "command": self.commands})


class GameTally(msgspec.Struct):
    """Sums over a game.

    Attributes:
        rounds: in order; the last one is under way.
        losses: sanity lost, by seat and source.
        falls: round and seat of each fall to -5, the worst source of losses in it, the number of commands before.
        lost_keys: keys destroyed or stolen, by seat.
        most_keys: the most keys in hands, and the round in which that was first reached.
        commands: number of commands before the events that are counted.
        sanity: the sanity of each soul, by seat.
        sacrifices: their moments.
        lowest: the least sanity above -5, and its moment.
        last_key: the seat that gained the last key.
        open: the moment from which the hands held enough keys; None: they do not.
    """

    rounds: list[RoundRow]
    losses: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter)
    falls: list[tuple[int, int, str, int]] = []
    lost_keys: Counter[int] = msgspec.field(default_factory=Counter)
    most_keys: tuple[int, int] = (0, 0)
    commands: int = 0
    sanity: list[int] = []
    sacrifices: list[Moment] = []
    lowest: tuple[int, Moment] | None = None
    last_key: int = 0
    open: Moment | None = None

    def mark(self, seat: int) -> Moment:
        """Returns this moment of a soul."""
        return Moment(self.rounds[-1].number, seat, self.commands)

    def add(self, event: Event) -> None:
        """Counts an event, and notes it as an incident of its round."""
        row = self.rounds[-1]
        match event:
            case e.SanityLost(amounts=amounts, source=source) | e.SoulsFell(amounts=amounts, source=source):
                for seat, amount in amounts:
                    self.add_loss(seat, amount, source)
            case e.SanityGained(amounts=amounts):
                for seat, amount in amounts:
                    self.sanity[seat] += amount
            case e.SoulBroke(seat=seat, keys=keys, source=source):
                own = {cause: amount for (loser, cause), amount in row.losses.items() if loser == seat}
                source = max(own, key=lambda cause: (own[cause], cause == source), default=source)
                times = 1 + sum(fallen == seat for _, fallen, _, _ in self.falls)
                self.falls.append((row.number, seat, source, self.commands))
                self.lost_keys[seat] += keys
                args = {"seat": format_seat(seat), "keys": keys, "source": label_for(source), "times": times}
                row.incidents.append(Message("king-story-fell", args))
            case e.Sacrificed(seat=seat, mode=mode):
                self.sacrifices.append(self.mark(seat))
                args = {"seat": format_seat(seat), "mode": mode.lower().replace("_", "-")}
                row.incidents.append(Message("king-story-sacrificed", args))
            case e.KeyGained(seat=seat) | e.CardDrawn(seat=seat, card="KEY", fate="key"):
                self.last_key = seat
                row.incidents.append(Message("king-story-key", {"seat": format_seat(seat)}))
            case e.Robbed(seat=seat, keys=keys, objects=objects):
                self.lost_keys[seat] += keys
                args = {"seat": format_seat(seat), "keys": keys, "objects": len(objects)}
                row.incidents.append(Message("king-story-robbed", args))
            case e.RoomUsed(seat=seat, kind="YELLOW_DOORS"):
                row.incidents.append(Message("king-story-doors", {"seat": format_seat(seat)}))
            case ActKing(deeds=deeds) if "attract" in deeds:
                row.incidents.append(Message("king-story-called"))
            case e.MonsterPlaced(kind=kind, is_new=True):
                row.incidents.append(Message("king-story-monster", {"monster": label_for(kind)}))
            case e.KingBanished():
                row.incidents.append(Message("king-story-banished"))

    def add_loss(self, seat: int, amount: int, source: str) -> None:
        """Counts a loss of a soul; a great one is an incident."""
        row, before = self.rounds[-1], self.sanity[seat]
        for losses in (self.losses, row.losses):
            losses[seat, source] += amount
        self.sanity[seat] = max(before - amount, MIN_SANITY)
        if amount >= HEAVY:
            args: dict[str, Any] = {"seat": format_seat(seat), "source": label_for(source)}
            args |= {"before": format_number(before), "after": format_number(self.sanity[seat])}
            row.incidents.append(Message("king-story-heavy", args))

    def list_points(self, board: Board, is_won: bool) -> Iterator[Message]:
        """Yields the turning points: the most keys of a lost game, falls, how a won one went, the worst losses."""
        keys, number = self.most_keys
        if keys and not is_won:
            yield Message("king-story-most-keys", {"keys": keys, "needed": board.profile.keys_to_win, "round": number})
        names = ("first", "last") if len(self.falls) > 1 else ("only",)
        for name, fall in zip(names, (*self.falls[:1], *self.falls[1:][-1:]), strict=False):
            moment = Moment(fall[0], fall[1], fall[3])
            yield moment.describe(board, f"king-story-{name}-fall", source=label_for(fall[2]))
        if is_won and self.sacrifices:
            yield self.sacrifices[0].describe(board, "king-story-saved", times=len(self.sacrifices))
        elif is_won and self.lowest is not None:
            yield self.lowest[1].describe(board, "king-story-close", sanity=format_number(self.lowest[0]))
        if is_won and self.open is not None:
            yield self.open.describe(board, "king-story-open", keys=board.profile.keys_to_win)
        by_source: Counter[str] = Counter()
        for (_, source), amount in self.losses.items():
            by_source[source] += amount
        for source, amount in by_source.most_common(1):
            args = {"source": label_for(source), "amount": amount, "total": sum(by_source.values())}
            yield Message("king-story-worst", args)

    def watch(self, board: Board) -> None:
        """Counts a command, and notes the state after it."""
        keys = board.keys_in_hands()
        if keys > self.most_keys[0]:
            self.most_keys = keys, self.rounds[-1].number
        if keys < board.profile.keys_to_win:
            self.open = None
        elif self.open is None:
            self.open = self.mark(self.last_key)
        self.sanity = [soul.sanity for soul in board.souls]
        for seat, sanity in enumerate(self.sanity):
            if sanity > MIN_SANITY and (self.lowest is None or sanity < self.lowest[0]):
                self.lowest = sanity, self.mark(seat)
        self.commands += 1

    def list_souls(self, board: Board) -> Iterator[Message]:
        """Yields the losses of each soul by source."""
        for seat, soul in enumerate(board.souls):
            own = Counter({source: amount for (loser, source), amount in self.losses.items() if loser == seat})
            named = [
                Message("king-story-source", {"source": label_for(source), "amount": amount})
                for source, amount in own.most_common(SHOWN_SOURCES)
            ]
            args = {
                "seat": format_seat(seat),
                "role": label_for(soul.role),
                "amount": sum(own.values()),
                "sources": join_messages("king-list", named) or "",
                "falls": sum(fallen == seat for _, fallen, _, _ in self.falls),
                "keys": self.lost_keys[seat],
            }
            yield Message("king-story-soul", args)

    def list_rows(self, board: Board) -> Iterator[Line]:
        """Yields a line for each round: sanity by seat, keys, an incident; each further one has a line of its own."""
        seats = "".join(f"{format_seat(seat):>4}" for seat in range(len(board.souls)))
        head = Message("king-story-head", {"seats": seats})
        yield Line((Span(head, Tint.DIM),))
        for row in self.rounds:
            souls = (
                Span(f"{format_number(sanity):>4}", Tint.BAD if sanity <= MIN_SANITY else Tint.TEXT)
                for sanity in row.sanity
            )
            keys = Span(f"{row.keys:>6}   ", Tint.GOOD if row.keys else Tint.DIM)
            told = tuple(map(Span, row.incidents[:1]))
            yield Line((Span(f"{row.number:>5} ", Tint.DIM), *souls, keys, *told))
            for incident in row.incidents[1:]:
                yield Line((Span(" " * (15 + 4 * len(row.sanity))), Span(incident)))

    def close_round(self, board: Board) -> None:
        row = self.rounds[-1]
        row.sanity, row.keys = tuple(soul.sanity for soul in board.souls), board.keys_in_hands()


def tell_story(played: Iterable[tuple[Context, tuple[Event, ...]]]) -> Story:
    """Tells the story of a game from the events of each command, with the game after it."""
    tally = GameTally([RoundRow(1)])
    board: Board | None = None
    for ctx, events in played:
        board = board_of(ctx.state)
        tally.sanity = tally.sanity or [soul.top for soul in board.souls]  # before the first command
        for event in events:
            tally.add(event)
            if isinstance(event, e.RoundStarted):
                tally.close_round(board)
                tally.rounds.append(RoundRow(event.number))
        tally.watch(board)
    if board is None:
        return Story()
    tally.close_round(board)
    if ctx.state.outcome == "WIN":
        tally.rounds[-1].incidents.append(Message("king-story-won", {"keys": board.keys_in_hands()}))
    points = tuple(tally.list_points(board, ctx.state.outcome == "WIN"))
    souls = (Line((Span(text),)) for text in tally.list_souls(board))
    lines = (*(Line((Span(point, Tint.STRONG),)) for point in points), Line(), *souls, Line(), *tally.list_rows(board))
    return Story(points, Panel(Message("king-story"), lines, label=Message("king-story-label")))
