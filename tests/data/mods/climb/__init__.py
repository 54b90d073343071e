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
    ChangeSpec,
    Command,
    CommandSpec,
    Event,
    Finish,
    Game,
    Message,
    Part,
    Play,
    Push,
    Question,
    Step,
    hook,
)

ID = "tests.climb"
UNLUCKY = 40
"""One seed in so many is unlucky."""


class Ladder(msgspec.Struct):
    heights: list[int]
    goal: int
    time: int
    poison: str = ""
    turn: int = 0
    leaps: int = 0


class Leap(Command, frozen=True, tag="tests.climb:leap"):
    how: str = "far"


class Wait(Command, frozen=True, tag="tests.climb:wait"):
    pass


class Begin(Change, frozen=True, tag="tests.climb:begin"):
    ladder: Any


class Rise(Change, frozen=True, tag="tests.climb:rise"):
    actor: int
    by: int
    how: str


class Tick(Change, frozen=True, tag="tests.climb:tick"):
    pass


class Rose(Event, frozen=True, tag="tests.climb:rose"):
    actor: int
    by: int
    how: str
    luck: str


class RoundOver(Event, frozen=True, tag="tests.climb:round-over"):
    number: int


class Crashed(Event, frozen=True, tag="tests.climb:crashed"):
    """Never happens."""


def part(play: Play) -> Ladder:
    return play.state.parts[ID]


def setup(play: Play, options: Any) -> Any:
    if not 1 <= options["goal"] <= 100:
        raise ValueError(f"goal goes from 1 to 100, not {options['goal']}")
    return [Begin(Ladder([0, 0], options["goal"], options["time"], options["poison"]))]


def begin(state: Any, change: Begin) -> None:
    state.parts[ID] = change.ladder


def rise(state: Any, change: Rise) -> Event:
    ladder = state.parts[ID]
    ladder.heights[change.actor] = max(0, ladder.heights[change.actor] + change.by)
    ladder.leaps += 1
    return Rose(change.actor, change.by, change.how, "good" if change.by > 0 else "bad")


def tick(state: Any, change: Tick) -> Event | None:
    ladder = state.parts[ID]
    ladder.turn += 1
    return RoundOver(ladder.turn // 2) if ladder.turn % 2 == 0 else None


def leap(play: Play, command: Leap) -> Any:
    die = play.roll("leap", 1, play.setting("sides"))
    if die == 1:
        question = Question(command.actor, "grip", ("hold", "fall"))
        return [Ask(question, f"{ID}:grip", (command.actor,)), Tick()]
    return [Rise(command.actor, die if command.how == "far" else 1, command.how), Tick()]


def wait(play: Play, command: Wait) -> Any:
    return [Tick()]


def grip(play: Play, actor: int, choice: str) -> Any:
    return [Rise(actor, -1 if choice == "hold" else -3, choice)]


def turn(play: Play) -> Any:
    ladder = part(play)
    if min(ladder.heights) >= ladder.goal:
        return [Finish("top")]
    if ladder.turn >= ladder.time:
        return [Finish("dark")]
    return [Push(f"{ID}:omen"), Push(f"{ID}:next")]


def following(play: Play) -> Any:
    ladder = part(play)
    if ladder.poison == "loop" and play.state.seed % UNLUCKY == 0:
        return [Push(f"{ID}:next")]
    return [Ask(Question(ladder.turn % 2))]


def omen(play: Play) -> Any:
    ladder = part(play)
    if ladder.poison == "step" and play.state.seed % UNLUCKY == 0 and ladder.turn == 3:
        raise ZeroDivisionError("a rule divides by nothing")
    return []


def legal(play: Play) -> list[Command]:
    ladder = part(play)
    if play.state.seed % UNLUCKY == 0 and ladder.turn == 4:
        if ladder.poison == "raise":
            raise RuntimeError("the ladder broke")
        if ladder.poison == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        while ladder.poison == "hang":
            pass
    question = play.state.question
    assert question is not None
    if question.kind != "turn":
        return [Answer(actor=question.actor, choice=i) for i in range(len(question.options))]
    return [Leap(actor=question.actor), Leap(actor=question.actor, how="near"), Wait(actor=question.actor)]


def eager(seat: Any, options: Any) -> Command:
    """Leaps far; throws many dice of its own first, and remembers how often it was asked."""
    for _ in range(3):
        seat.roll("nerves", 1, 6)
    seat.notes["asked"] = seat.notes.get("asked", 0) + 1
    return options[0]


def rude(seat: Any, options: Any) -> Command:
    return Leap(actor=7)


def careful(seat: Any, options: Any) -> Command:
    """Tries every option out, and takes what left it highest."""

    def height(number: int) -> int:
        trial = seat.trial(number)
        trial.step(options[number])
        return part(trial.play).heights[seat.actor]

    return options[max(range(len(options)), key=lambda number: (height(number), -number))]


def measure(play: Play) -> dict[str, Any]:
    ladder = part(play)
    return {
        "lowest": min(ladder.heights),
        "reached": tuple(name for name, height in zip("ab", ladder.heights) if height >= ladder.goal),
        "late": ladder.turn > ladder.time // 2,
        "word": "high" if sum(ladder.heights) > ladder.goal else "low",
        "nothing": None,
    }


def observe(play: Play) -> dict[str, int]:
    return {"lowest": min(part(play).heights), "highest": max(part(play).heights)}


@hook
def provide_games() -> Any:
    options = {"goal": 12, "time": 24, "poison": ""}
    return [
        Game(
            ID,
            (ID,),
            setup,
            f"{ID}:turn",
            lambda play: None,
            legal,
            Message("climb-title"),
            options,
            wins=("top",),
            measure=measure,
            observe=observe,
            observe_at=RoundOver,
        )
    ]


@hook
def provide_bots() -> Any:
    bots = {"eager": eager, "rude": rude, "careful": careful}
    return [Bot(f"{ID}:{name}", decide, Message("climb-title")) for name, decide in bots.items()]


@hook
def provide_commands() -> Any:
    return [CommandSpec(Leap, leap), CommandSpec(Wait, wait)]


@hook
def provide_changes() -> Any:
    return [ChangeSpec(Begin, begin), ChangeSpec(Rise, rise), ChangeSpec(Tick, tick)]


@hook
def provide_steps() -> Any:
    return [Step(f"{ID}:turn", turn), Step(f"{ID}:next", following), Step(f"{ID}:omen", omen), Step(f"{ID}:grip", grip)]


@hook
def provide_parts() -> Any:
    return [Part(ID, Ladder)]
