"""A card game: each seat has a hand that the others may not know, and plays a card face down."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from footfall.api import (
    Ask,
    Change,
    Command,
    CommandSpec,
    Context,
    Game,
    Message,
    Part,
    Presentation,
    Question,
    Seats,
    State,
    Step,
    Tell,
    hook,
)
from footfall.api.scene import Binding, Choice, Line, Panel, Prompt, PromptKind, Scene, Span


class Table(msgspec.Struct):
    hands: list[list[str]] = []
    plays: int = 0


class Deal(Change, frozen=True, tag="tests.hands:deal"):
    hands: tuple[tuple[str, ...], ...]

    def apply(self, state: State) -> None:
        state.parts["tests.hands"] = Table([[*hand] for hand in self.hands])


class PlayCard(Change, frozen=True, tag="tests.hands:play-card"):
    seat: int
    card: str

    def apply(self, state: State) -> None:
        table = table_of(state)
        table.plays += 1
        table.hands[self.seat].remove(self.card)


class Play(Command, frozen=True, tag="tests.hands:play"):
    card: str = ""


def table_of(state: State) -> Table:
    table: Table = state.parts["tests.hands"]
    return table


def setup(ctx: Context, options: Mapping[str, Any]) -> list[Change]:
    hands = [
        tuple(f"secret-of-{seat}-{ctx.roll('card', 1, 99)}-{n}" for n in range(9)) for seat in range(options["players"])
    ]
    return [Deal(tuple(hands))]


def play(ctx: Context, command: Play) -> list[Change]:
    table = table_of(ctx.state)
    card = command.card or table.hands[command.actor][0]
    told = Tell(Message("hands-played", {"count": table.plays + 1}))
    return [PlayCard(command.actor, card), told]


def ask(ctx: Context) -> list[Change]:
    table = table_of(ctx.state)
    return [Ask(Question(table.plays % len(table.hands)))]


def list_plays(ctx: Context) -> list[Command]:
    return [Play(actor=table_of(ctx.state).plays % len(table_of(ctx.state).hands))]


KEY = Binding(("p",), Play, Message("hands-play"))
CHOOSE = Binding(
    ("c",), Play, Message("hands-choose"), prompts=(Prompt("card", PromptKind.CHOICE, Message("hands-which"), "hand"),)
)


def seat_scene(ctx: Context, seat: int) -> Scene:
    table = table_of(ctx.state)
    hand = table.hands[seat] if seat >= 0 else []
    asked = ctx.state.question.actor if ctx.state.question is not None else -1
    count = Line((Span(Message("hands-played", {"count": table.plays})),))
    return Scene(
        Message("hands-title"),
        panels=(Panel(None, (count, *(Line((Span(card),)) for card in hand))),),
        actor=seat,
        bindings=(KEY, CHOOSE) if seat == asked else (),
        choices={"hand": tuple(Choice(card, card) for card in hand)},
    )


def scene(ctx: Context) -> Scene:
    return seat_scene(ctx, ctx.state.question.actor if ctx.state.question is not None else -1)


@hook
def provide_games() -> Iterable[Game]:
    look = Presentation(scene, Message("hands-title"), seats=Seats("players", (2, 3)), seat_scene=seat_scene)
    return [Game("tests.hands", ("tests.hands",), setup, "tests.hands:turn", list_plays, look, {"players": 2})]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return [CommandSpec(Play, play, (KEY,))]


@hook
def provide_changes() -> Iterable[type[Change]]:
    return [Deal, PlayCard]


@hook
def provide_steps() -> Iterable[Step]:
    return [Step("tests.hands:turn", ask)]


@hook
def provide_parts() -> Iterable[Part]:
    return [Part("tests.hands", Table)]
