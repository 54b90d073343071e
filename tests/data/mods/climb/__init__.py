"""A ladder and two climbers. Each turn one leaps or waits; whoever is low when the time is up has lost.

The option `poison` makes games with an unlucky seed raise, hang or kill their process.
"""

from __future__ import annotations

import os
import signal
from typing import Any

import msgspec

from footfall.api import (
    Answer,
    Ask,
    Bot,
    Change,
    Command,
    CommandSpec,
    Context,
    Event,
    Finish,
    Game,
    Message,
    Part,
    Presentation,
    Push,
    Question,
    Statistics,
    Step,
    hook,
)

ID = "tests.climb"
UNLUCKY_ODDS = 40
"""One seed in so many is unlucky."""


class Ladder(msgspec.Struct):
    heights: list[int]
    goal: int
    time: int
    fault: str = ""
    turn: int = 0
    leaps: int = 0


class Leap(Command, frozen=True, tag="tests.climb:leap"):
    how: str = "far"


class Wait(Command, frozen=True, tag="tests.climb:wait"):
    pass


class StartClimb(Change, frozen=True, tag="tests.climb:begin"):
    ladder: Any

    def apply(self, state: Any) -> None:
        state.parts[ID] = self.ladder


class Rise(Change, frozen=True, tag="tests.climb:rise"):
    actor: int
    by: int
    how: str

    def apply(self, state: Any) -> Event:
        ladder = state.parts[ID]
        ladder.heights[self.actor] = max(0, ladder.heights[self.actor] + self.by)
        ladder.leaps += 1
        return Rose(self.actor, self.by, self.how, "good" if self.by > 0 else "bad")


class Tick(Change, frozen=True, tag="tests.climb:tick"):
    def apply(self, state: Any) -> Event | None:
        ladder = state.parts[ID]
        ladder.turn += 1
        return RoundOver(ladder.turn // 2) if ladder.turn % 2 == 0 else None


class Rose(Event, frozen=True, tag="tests.climb:rose"):
    actor: int
    by: int
    how: str
    luck: str


class RoundOver(Event, frozen=True, tag="tests.climb:round-over"):
    number: int


class Crashed(Event, frozen=True, tag="tests.climb:crashed"):
    """Never happens."""


def ladder_of(ctx: Context) -> Ladder:
    return ctx.state.parts[ID]


def setup(ctx: Context, options: Any) -> Any:
    if not 1 <= options["goal"] <= 100:
        raise ValueError(f"goal goes from 1 to 100, not {options['goal']}")
    return [StartClimb(Ladder([0, 0], options["goal"], options["time"], options["poison"]))]


def handle_leap(ctx: Context, command: Leap) -> Any:
    die = ctx.roll("leap", 1, ctx.setting("sides"))
    if die == 1:
        question = Question(command.actor, "grip", ("hold", "fall"))
        return [Ask(question, f"{ID}:grip", (command.actor,)), Tick()]
    return [Rise(command.actor, die if command.how == "far" else 1, command.how), Tick()]


def handle_wait(ctx: Context, command: Wait) -> Any:
    return [Tick()]


def grip(ctx: Context, actor: int, choice: str) -> Any:
    return [Rise(actor, -1 if choice == "hold" else -3, choice)]


def turn(ctx: Context) -> Any:
    ladder = ladder_of(ctx)
    if min(ladder.heights) >= ladder.goal:
        return [Finish("top")]
    if ladder.turn >= ladder.time:
        return [Finish("dark")]
    return [Push(f"{ID}:omen"), Push(f"{ID}:next")]


def ask_next(ctx: Context) -> Any:
    ladder = ladder_of(ctx)
    if ladder.fault == "loop" and ctx.state.seed % UNLUCKY_ODDS == 0:
        return [Push(f"{ID}:next")]
    return [Ask(Question(ladder.turn % 2))]


def omen(ctx: Context) -> Any:
    ladder = ladder_of(ctx)
    if ladder.fault == "step" and ctx.state.seed % UNLUCKY_ODDS == 0 and ladder.turn == 3:
        raise ZeroDivisionError("a rule divides by nothing")
    return []


def list_legal_commands(ctx: Context) -> list[Command]:
    ladder = ladder_of(ctx)
    if ctx.state.seed % UNLUCKY_ODDS == 0 and ladder.turn == 4:
        if ladder.fault == "raise":
            raise RuntimeError("the ladder broke")
        if ladder.fault == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        while ladder.fault == "hang":
            pass
    question = ctx.state.question
    assert question is not None
    if question.kind != "turn":
        return [Answer(actor=question.actor, choice=i) for i in range(len(question.options))]
    return [Leap(actor=question.actor), Leap(actor=question.actor, how="near"), Wait(actor=question.actor)]


def decide_eager(seat: Any, options: Any) -> Command:
    """Leaps far; throws many dice of its own first, and remembers how often it was asked."""
    for _ in range(3):
        seat.roll("nerves", 1, 6)
    seat.notes["asked"] = seat.notes.get("asked", 0) + 1
    return options[0]


def decide_rude(seat: Any, options: Any) -> Command:
    return Leap(actor=7)


def decide_careful(seat: Any, options: Any) -> Command:
    """Tries every option out, and takes what left it highest."""

    def height(number: int) -> int:
        trial = seat.start_trial(number)
        trial.submit(options[number])
        return ladder_of(trial.ctx).heights[seat.actor]

    return options[max(range(len(options)), key=lambda number: (height(number), -number))]


def measure(ctx: Context) -> dict[str, Any]:
    ladder = ladder_of(ctx)
    return {
        "lowest": min(ladder.heights),
        "reached": tuple(name for name, height in zip("ab", ladder.heights) if height >= ladder.goal),
        "late": ladder.turn > ladder.time // 2,
        "word": "high" if sum(ladder.heights) > ladder.goal else "low",
        "nothing": None,
    }


def observe(ctx: Context) -> dict[str, int]:
    return {"lowest": min(ladder_of(ctx).heights), "highest": max(ladder_of(ctx).heights)}


@hook
def provide_games() -> Any:
    options = {"goal": 12, "time": 24, "poison": ""}
    return [
        Game(
            ID,
            (ID,),
            setup,
            f"{ID}:turn",
            list_legal_commands,
            Presentation(lambda ctx: None, Message("climb-title")),
            options,
            statistics=Statistics(("top",), measure, observe=observe, observe_at=RoundOver),
        )
    ]


@hook
def provide_bots() -> Any:
    bots = {"eager": decide_eager, "rude": decide_rude, "careful": decide_careful}
    return [Bot(f"{ID}:{name}", decide, Message("climb-title")) for name, decide in bots.items()]


@hook
def provide_commands() -> Any:
    return [CommandSpec(Leap, handle_leap), CommandSpec(Wait, handle_wait)]


@hook
def provide_changes() -> Any:
    return [StartClimb, Rise, Tick]


@hook
def provide_steps() -> Any:
    return [Step(f"{ID}:turn", turn), Step(f"{ID}:next", ask_next), Step(f"{ID}:omen", omen), Step(f"{ID}:grip", grip)]


@hook
def provide_parts() -> Any:
    return [Part(ID, Ladder)]
