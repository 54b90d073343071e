"""A toy game with a purse, a question per turn and a reaction; without loader and plugins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from footfall.engine.core_changes import Ask, Finish, Push, Tell
from footfall.engine.declarations.game import Game, Presentation
from footfall.engine.declarations.rules import BoundCommand, BoundStep, CommandSpec, CompiledHooks, Rules, SaveRules
from footfall.engine.host import Listener
from footfall.engine.model import Cause, Change, Command, Event, Message, Question, Refusal
from footfall.engine.session import Session
from footfall.testing.backends import list_backends, use_backend


class Purse(msgspec.Struct):
    coins: int = 0
    rolls: list[int] = []


class Gain(Change, frozen=True, tag="toy:gain"):
    amount: int


class Gained(Event, frozen=True, tag="toy:gained"):
    amount: int


class NoteRoll(Change, frozen=True, tag="toy:noted"):
    value: int


class Dig(Command, frozen=True, tag="toy:dig"):
    depth: int = 1


class Beg(Command, frozen=True, tag="toy:beg"):
    pass


class Pay(msgspec.Struct, frozen=True):
    """A hook event of the toy."""

    amount: int


def apply_gain(change: Gain, state: Any) -> Event:
    if change.amount < 0:
        raise ValueError("a gain is at least 0")
    state.parts["toy"].coins += change.amount
    return Gained(change.amount)


def apply_note_roll(change: NoteRoll, state: Any) -> None:
    state.parts["toy"].rolls.append(change.value)


def dig(ctx: Any, command: Dig) -> Any:
    if command.depth < 1:
        return Refusal(Message("toy-too-shallow"), "T-1")
    return [Push("toy:strike", (command.depth,)), Push("toy:rest")]


def beg(ctx: Any, command: Beg) -> Any:
    return [Ask(Question(0, "alms", (1, 2, 3)), then="toy:receive")]


def strike(ctx: Any, depth: int) -> Any:
    rolls = [ctx.roll("d6", 1, 6) for _ in range(depth)]
    folded = ctx.fold("on_pay", Pay(sum(rolls)), {"coins": sum(rolls)})
    return [*(NoteRoll(roll) for roll in rolls), Gain(folded["coins"]), *folded.proposals]


def rest(ctx: Any) -> Any:
    return [Tell(Message("toy-rest"))]


def receive(ctx: Any, amount: int) -> Any:
    return [Gain(amount)]


def celebrate(ctx: Any, amount: int) -> Any:
    return [Finish("rich")] if ctx.state.parts["toy"].coins >= 100 else []


def turn(ctx: Any) -> Any:
    return [Ask(Question(0))]


def setup(ctx: Any, options: Any) -> Any:
    ctx.state.parts["toy"] = Purse(options["coins"])
    return [Tell(Message("toy-begin"))]


def listener(mod: str, call: Callable[..., Any]) -> Listener:
    return Listener(mod, "on_pay", call, Cause(mod, "on_pay", "somewhere:1"))


def dispatcher(*listeners: Listener) -> Any:
    def dispatch(event: Any, host: Any) -> list[tuple[Listener, Any]]:
        results = []
        for listener in listeners:
            if (listener.mod, listener.hook) in host.suspended:
                continue
            try:
                result = listener.call(event, host.contexts[listener.mod])
            except Exception as error:
                host.report_problem(listener.cause, error)
                continue
            if result is not None:
                results.append((listener, result))
        return results

    return dispatch


STEPS = {"strike": strike, "rest": rest, "receive": receive, "celebrate": celebrate, "turn": turn}


def make_rules(*listeners: Listener, reactions: bool = True, **extra: Any) -> Rules:
    game = Game(
        "toy", ("toy",), setup, "toy:turn", lambda ctx: [], Presentation(lambda ctx: None), options={"coins": 0}
    )
    own = Cause("toy", "step")
    steps = {f"toy:{name}": BoundStep(f"toy:{name}", "toy", run, own) for name, run in STEPS.items()}
    steps.update(extra.pop("steps", {}))
    return Rules(
        game=game,
        commands={
            Dig: BoundCommand(CommandSpec(Dig, dig), "toy", own),
            Beg: BoundCommand(CommandSpec(Beg, beg), "toy", own),
        },
        appliers={Gain: apply_gain, NoteRoll: apply_note_roll},
        steps=steps,
        reactions={Gained: ("toy:celebrate",)} if reactions else {},
        hooks=CompiledHooks({"on_pay": dispatcher(*listeners)} if listeners else {}),
        saves=SaveRules({"toy": Purse}),
        mods=("toy", *dict.fromkeys(listener.mod for listener in listeners)),
        lock=(("toy", "1.0", "0"),),
        **extra,
    )


class Toy:
    """The toy's classes and functions, as a fixture (test modules cannot import each other)."""

    Purse, Gain, Gained, Noted, Dig, Beg, Pay = Purse, Gain, Gained, NoteRoll, Dig, Beg, Pay
    rules = staticmethod(make_rules)
    listener = staticmethod(listener)

    @staticmethod
    def begin(*listeners: Listener, seed: int = 7, **keywords: Any) -> Session:
        return Session.begin(make_rules(*listeners), seed, **keywords)


@pytest.fixture(scope="session")
def toy() -> type[Toy]:
    return Toy


@pytest.fixture(params=["rust", "python"])
def loops(request):
    """Runs a test with the reference agenda loop and with the compiled one."""
    if request.param not in list_backends():
        pytest.skip("the native kernels are not built")
    with use_backend(request.param):
        yield request.param
