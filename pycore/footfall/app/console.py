"""The modder's console in the running game: the game's own commands, dice, traces, reload.

What alters the game is a command like any other: it stands in the replay, which plays exactly the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from footfall.api.scene import Binding, Choice, Line, Panel, Prompt, PromptKind, Scene, Span, Tint
from footfall.engine.model import Command, Message, SetDie
from footfall.engine.session import Session

from .game_view import GameView, build_session_scene

KEY_GROUP = Message("footfall-console-keys")
PURPOSES, VALUES, HOOKS = "console-purposes", "console-values", "console-hooks"
DIE_VALUES = (*range(1, 21), 50, 100)
"""Numbers a die can be set to; it is held to the range of the die."""


class ToggleTrace(Command, frozen=True, tag="footfall:trace"):
    """Begins or ends telling every asking of a hook. It alters nothing and is not recorded."""

    hook: str


class Reload(Command, frozen=True, tag="footfall:reload"):
    """Takes up the changed files of mods. The replay says so."""


class CloseConsole(Command, frozen=True, tag="footfall:leave"):
    """Closes the console."""


def _make_binding(key: str, command: type[Command], *asks: Prompt) -> Binding:
    name = str(command.__struct_config__.tag).rpartition(":")[2]
    return Binding((key,), command, Message(f"footfall-console-{name}"), {}, asks, KEY_GROUP)


def _make_ask(field: str, choices: str) -> Prompt:
    return Prompt(field, PromptKind.CHOICE, Message(f"footfall-console-which-{field}"), choices)


CONSOLE_BINDINGS = (
    _make_binding("d", SetDie, _make_ask("purpose", PURPOSES), _make_ask("value", VALUES)),
    _make_binding("t", ToggleTrace, _make_ask("hook", HOOKS)),
    _make_binding("l", Reload),
    _make_binding("ESC", CloseConsole),
)


class ConsoleScreen:
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
        self.is_open = True
        self._view = view
        self._hooks = hooks
        self._reload = reload

    def build_scene(self) -> Scene:
        """The picture of now, with the keys of the console."""
        session = self._view.session
        scene = build_session_scene(session)
        specs = session.rules.console.values()
        bindings = [binding for one in specs for binding in one.spec.bindings]
        return msgspec.structs.replace(
            scene,
            alert=Message("footfall-console"),
            bindings=(*bindings, *CONSOLE_BINDINGS),
            choices={**scene.choices, **self._build_choices(session)},
            panels=(self._build_panel(session), *scene.panels),
            page_keys={},
            prompt=None,
            answers=(),
            cautions=(),
        )

    def submit(self, command: Command) -> Message | None:
        """Carries a command out; says why if it cannot, or what came of it."""
        if isinstance(command, CloseConsole):
            self.is_open = False
            return None
        if isinstance(command, Reload):
            return self._reload()
        if isinstance(command, ToggleTrace):
            self._view.traced_hooks ^= {command.hook}
            return None
        return self._view.submit_directly(command)

    def _build_panel(self, session: Session) -> Panel:
        dice = [
            Message("footfall-console-die", {"purpose": p or "*", "value": v})
            for p, v in session.console_dice
        ]
        hooks = [
            Message("footfall-console-traced", {"hook": hook}) for hook in sorted(self._view.traced_hooks)
        ]
        lines = [Line((Span(each, Tint.MAGIC),)) for each in (*dice, *hooks)]
        return Panel(Message("footfall-console-title"), tuple(lines))

    def _build_choices(self, session: Session) -> Mapping[str, tuple[Choice, ...]]:
        found: dict[str, tuple[Choice, ...]] = {}
        for one in session.rules.console.values():
            if one.spec.choices is not None:
                found |= one.spec.choices(session.contexts[one.mod])
        purposes = sorted({purpose for ctx in session.contexts.values() for purpose in ctx.purposes})
        found[PURPOSES] = (
            Choice("", Message("footfall-console-any")),
            *(Choice(purpose, purpose) for purpose in purposes),
        )
        found[VALUES] = tuple(Choice(number, str(number)) for number in DIE_VALUES)
        found[HOOKS] = tuple(Choice(hook, hook) for hook in self._hooks())
        return found
