"""Turns of bots, shown one by one: after each of them the game waits for a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from footfall.api.scene import Binding, Scene
from footfall.engine.model import Command, Message


class GoOn(Command, frozen=True, tag="footfall:go-on"):
    """Lets the next bot play, or all of them up to a person's turn. The game never sees this command."""

    is_last: bool = False


class BotTurn(NamedTuple):
    """What a bot has played without a break.

    Attributes:
        seat: its seat.
        since: the turn of its first command.
        commands: number of its commands.
    """

    seat: int
    since: int
    commands: int = 0


BINDINGS = tuple(
    Binding(keys, GoOn, Message(f"footfall-bot-{name}"), {"is_last": is_last}, (), Message("footfall-bot-keys"))
    for keys, name, is_last in ((("SPACE", "ENTER", "PAD5"), "next", False), (("TAB", "f"), "person", True))
)


def wait_after(scene: Scene, turn: BotTurn, formats: Mapping[str, Callable[[Any], str]]) -> Scene:
    """Returns a scene that shows what a bot has played and offers nothing but to go on.

    Args:
        scene: the scene after the bot's turn.
        turn: what it played.
        formats: how the game formats the values of fields; ``"actor"`` formats a seat.
    """
    name = formats["actor"](turn.seat) if "actor" in formats else str(turn.seat + 1)
    return msgspec.structs.replace(
        scene,
        places=tuple(msgspec.structs.replace(place, click=None) for place in scene.places),
        bindings=BINDINGS,
        hints=tuple(binding.label.id for binding in BINDINGS),
        hint_texts={BINDINGS[0].label.id: Message("footfall-bot-played", {"seat": name})},
        choices={},
        lessons=(),
        confirmations={},
        prompt=None,
        answers=(),
        news_since=turn.since,
    )
