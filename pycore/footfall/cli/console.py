"""The modder's console in the running game: the game's own commands, dice, traces, reload.

What alters the game is a command like any other: it stands in the replay, which plays exactly the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from footfall.api.scene import Ask, Binding, Choice, Line, Panel, Scene, Span, Tint, Want
from footfall.engine.model import Command, Message, SetDie
from footfall.engine.session import Session

from .view import GameView, scene_of

GROUP = Message("footfall-console-keys")
PURPOSES, VALUES, HOOKS = "console-purposes", "console-values", "console-hooks"
NUMBERS = (*range(1, 21), 50, 100)
"""Numbers a die can be set to; it is held to the range of the die."""


class Trace(Command, frozen=True, tag="footfall:trace"):
    """Begins or ends telling every asking of a hook. It alters nothing and is not recorded."""

    hook: str


class Reload(Command, frozen=True, tag="footfall:reload"):
    """Takes up the changed files of mods. The replay says so."""


class Leave(Command, frozen=True, tag="footfall:leave"):
    """Closes the console."""


def _binding(key: str, command: type[Command], *asks: Ask) -> Binding:
    name = str(command.__struct_config__.tag).rpartition(":")[2]
    return Binding((key,), command, Message(f"footfall-console-{name}"), {}, asks, GROUP)


def _ask(field: str, choices: str) -> Ask:
    return Ask(field, Want.CHOICE, Message(f"footfall-console-which-{field}"), choices)


OWN = (
    _binding("d", SetDie, _ask("purpose", PURPOSES), _ask("value", VALUES)),
    _binding("t", Trace, _ask("hook", HOOKS)),
    _binding("l", Reload),
    _binding("ESC", Leave),
)


class Console:
    """The console as a front end sees it.

    Attributes:
        open: False once it was left.
    """

    def __init__(
        self, view: GameView, hooks: Callable[[], Mapping[str, Any]], reload: Callable[[], Message]
    ) -> None:
        """Opens it.

        Args:
            view: the game.
            hooks: those that can be traced, by name.
            reload: takes changed files up; says how that came out.
        """
        self.open = True
        self._view = view
        self._hooks = hooks
        self._reload = reload

    def scene(self) -> Scene:
        """The picture of now, with the keys of the console."""
        session = self._view.session
        scene = scene_of(session)
        specs = session.rules.console.values()
        bindings = [binding for one in specs for binding in one.spec.bindings]
        return msgspec.structs.replace(
            scene,
            alert=Message("footfall-console"),
            bindings=(*bindings, *OWN),
            choices={**scene.choices, **self._lists(session)},
            panels=(self._panel(session), *scene.panels),
            page_keys={},
            prompt=None,
            answers=(),
            cautions=(),
        )

    def step(self, command: Command) -> Message | None:
        """Carries a command out; says why if it cannot, or what came of it."""
        if isinstance(command, Leave):
            self.open = False
            return None
        if isinstance(command, Reload):
            return self._reload()
        if isinstance(command, Trace):
            self._view.traced ^= {command.hook}
            return None
        return self._view.carry_out(command)

    def _panel(self, session: Session) -> Panel:
        dice = [Message("footfall-console-die", {"purpose": p or "*", "value": v}) for p, v in session.dice]
        hooks = [Message("footfall-console-traced", {"hook": hook}) for hook in sorted(self._view.traced)]
        lines = [Line((Span(each, Tint.MAGIC),)) for each in (*dice, *hooks)]
        return Panel(Message("footfall-console-title"), tuple(lines))

    def _lists(self, session: Session) -> Mapping[str, tuple[Choice, ...]]:
        found: dict[str, tuple[Choice, ...]] = {}
        for one in session.rules.console.values():
            if one.spec.lists is not None:
                found |= one.spec.lists(session.plays[one.mod])
        purposes = sorted({purpose for play in session.plays.values() for purpose in play.purposes})
        found[PURPOSES] = (
            Choice("", Message("footfall-console-any")),
            *(Choice(purpose, purpose) for purpose in purposes),
        )
        found[VALUES] = tuple(Choice(number, str(number)) for number in NUMBERS)
        found[HOOKS] = tuple(Choice(hook, hook) for hook in self._hooks())
        return found
