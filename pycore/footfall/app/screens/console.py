"""The modder's console: console commands of the game, dice, traces, reload.

Everything that changes the game is a recorded command, so a replay reproduces it.
"""

import msgspec

from footfall.api.scene import Choice, Panel, Scene, Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.model import Command, Message
from footfall.ui.loop import Screen

from ..game_view import GameView
from ..typed_rules import TypedRules
from .console_commands import (
    CONSOLE_BINDINGS,
    HOOKS,
    OWN_MODS,
    PURPOSES,
    RULE_FIELD,
    VALUES,
    CloseConsole,
    Evaluate,
    Reload,
    SaveRule,
    ToggleTrace,
    WriteRule,
)
from .lists import make_line

DIE_VALUES = (*range(1, 21), 50, 100)
"""Values offered for a die; clamped to the range of the die."""

MAX_WATCHED = 8
"""Expressions that the panel shows; the oldest is dropped."""


class ConsoleScreen(Screen):
    """The console as a front end sees it."""

    def __init__(self, view: GameView, rules: TypedRules) -> None:
        self._view, self._rules = view, rules

    def build_scene(self) -> Scene:
        """Returns the game's scene with the bindings of the console."""
        session = self._view.session
        scene = build_session_scene(session)
        specs = session.rules.console.values()
        bindings = [binding for command in specs for binding in command.spec.bindings]
        dice = [
            Message("footfall-console-die", {"purpose": purpose or "*", "value": value})
            for purpose, value in session.console_dice
        ]
        hooks = [Message("footfall-console-traced", {"hook": hook}) for hook in sorted(self._view.traced_hooks)]
        values = [self._describe_value(expression) for expression in self._view.watched_expressions]
        lines = [make_line(message, Tint.MAGIC) for message in (*dice, *hooks, *values, *self._rules.describe())]
        choices: dict[str, tuple[Choice, ...]] = {}
        for command in session.rules.console.values():
            if command.spec.choices is not None:
                choices |= command.spec.choices(session.contexts[command.mod])
        purposes = sorted({purpose for ctx in session.contexts.values() for purpose in ctx.purposes})
        choices[PURPOSES] = (
            Choice("", Message("footfall-console-any")),
            *(Choice(purpose, purpose) for purpose in purposes),
        )
        choices[VALUES] = tuple(Choice(number, str(number)) for number in DIE_VALUES)
        choices[OWN_MODS] = tuple(Choice(mod, f"{mod}  {folder}") for mod, folder in self._rules.list_targets().items())
        choices[HOOKS] = tuple(Choice(hook, hook) for hook in self._rules.get_loaded().contract)
        return msgspec.structs.replace(
            scene,
            alert=Message("footfall-console"),
            bindings=(*bindings, *CONSOLE_BINDINGS),
            choices={**scene.choices, **choices},
            panels=(Panel(Message("footfall-console-title"), tuple(lines)), *scene.panels),
            ask_completions=lambda field, text: self._rules.complete(text) if field == RULE_FIELD else [],
            page_keys={},
            prompt=None,
            answers=(),
            confirmations={},
        )

    def submit(self, command: Command) -> Message | None:
        """Carries out a command; returns the refusal or the result as a message."""
        if isinstance(command, CloseConsole):
            self.is_open = False
            return None
        if isinstance(command, Reload):
            return self._rules.reload("")
        if isinstance(command, ToggleTrace):
            self._view.traced_hooks ^= {command.hook}
            return None
        if isinstance(command, WriteRule):
            self._rules.write(command.rule)
            return None
        if isinstance(command, SaveRule):
            return self._rules.save(command.mod)
        if isinstance(command, Evaluate):
            # Adds the expression to the panel, or removes it if it is there.
            expression = command.expression
            watched = self._view.watched_expressions
            if expression in watched:
                watched.remove(expression)
                return None
            try:
                self._rules.evaluate(expression)
            except ValueError as error:
                return Message("footfall-console-bad-expression", {"problem": str(error)})
            watched.append(expression)
            del watched[:-MAX_WATCHED]
            return None
        return self._view.submit_directly(command)

    def _describe_value(self, expression: str) -> Message:
        try:
            value = self._rules.evaluate(expression)
        except ValueError as error:
            value = str(error)
        return Message("footfall-console-value", {"expression": expression, "value": value})
