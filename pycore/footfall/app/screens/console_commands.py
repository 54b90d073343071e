"""Commands of the modder's console, and their keys."""

from footfall.api.scene import Binding, Prompt, PromptKind
from footfall.engine.model import Command, Message, SetDie

KEY_GROUP = Message("footfall-console-keys")
PURPOSES, VALUES, HOOKS, OWN_MODS = "console-purposes", "console-values", "console-hooks", "console-mods"
RULE_FIELD = "rule"


class ToggleTrace(Command, frozen=True, tag="footfall:trace"):
    """Starts or stops logging the calls of a hook. Not recorded."""

    hook: str


class Reload(Command, frozen=True, tag="footfall:reload"):
    """Reloads the changed files of mods. The replay records the new mods."""


class Evaluate(Command, frozen=True, tag="footfall:evaluate"):
    """Shows the value of an expression of rules, from now on after every command. Not recorded."""

    expression: str


class WriteRule(Command, frozen=True, tag="footfall:write-rule"):
    """Checks a rule, and shows it in the panel. Not recorded."""

    rule: str


class SaveRule(Command, frozen=True, tag="footfall:save-rule"):
    """Writes the rule of the panel into a mod, and loads it into the game. The replay records the changed mod."""

    mod: str


class CloseConsole(Command, frozen=True, tag="footfall:leave"):
    """Closes the console."""


def _make_binding(key: str, command: type[Command], *asks: Prompt) -> Binding:
    name = str(command.__struct_config__.tag).rpartition(":")[2]
    return Binding((key,), command, Message(f"footfall-console-{name}"), {}, asks, KEY_GROUP)


def _make_prompt(field: str, choices: str) -> Prompt:
    return Prompt(field, PromptKind.CHOICE, Message(f"footfall-console-which-{field}"), choices)


CONSOLE_BINDINGS = (
    _make_binding("d", SetDie, _make_prompt("purpose", PURPOSES), _make_prompt("value", VALUES)),
    _make_binding("t", ToggleTrace, _make_prompt("hook", HOOKS)),
    _make_binding("e", Evaluate, Prompt("expression", PromptKind.TEXT, Message("footfall-console-which-expression"))),
    _make_binding("w", WriteRule, Prompt(RULE_FIELD, PromptKind.TEXT, Message("footfall-console-which-rule"))),
    _make_binding("k", SaveRule, _make_prompt("mod", OWN_MODS)),
    _make_binding("l", Reload),
    _make_binding("ESC", CloseConsole),
)
