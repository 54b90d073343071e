"""Finds keys that a game or another mod uses already."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.drawing import draw_scene
from footfall.engine.rules import Rules
from footfall.engine.session import Session

from .mod_source import Subject

BINDING = "footfall.api.scene.Binding"


class KeyUse(NamedTuple):
    """A key that a mod binds.

    Attributes:
        where: ``file:line`` of the binding.
    """

    key: str
    where: str


def list_key_uses(subject: Subject, rules: Iterable[Rules] = ()) -> list[KeyUse]:
    """Returns the keys that a mod binds: those its code spells out, and those of its loaded commands."""
    uses: dict[str, str] = {}
    for module in subject.modules.values():
        constants = {
            target.id: node.value
            for node in module.tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and module.resolve_name(node.func) == BINDING:
                given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "keys")]
                for key in _read_keys(given[0], constants) if given else ():
                    uses.setdefault(key, module.locate(node))
    for loaded in rules:
        for command in loaded.commands.values():
            for binding in command.spec.bindings if command.mod == subject.id else ():
                for key in binding.keys:
                    uses.setdefault(key, command.cause.where)
    return [KeyUse(key, where) for key, where in uses.items()]


def _read_keys(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    if isinstance(node, ast.Name):
        node = constants.get(node.id, node)
    for part in node.elts if isinstance(node, (ast.Tuple, ast.List)) else ():
        value = constants.get(part.id, part) if isinstance(part, ast.Name) else part
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def list_game_keys(rules: Rules) -> dict[str, str]:
    """Returns what each key of a game does: the id of a binding's label, or ``page:NAME``."""
    scene = draw_scene(Session.begin(rules, 0))
    used = {key: b.label.id for command in rules.commands.values() for b in command.spec.bindings for key in b.keys}
    for binding in scene.bindings if scene is not None else ():
        used |= dict.fromkeys(binding.keys, binding.label.id)
    for key, page in scene.page_keys.items() if scene is not None else ():
        used.setdefault(key, f"page:{page}")
    return used


def check_game_keys(subject: Subject, uses: Iterable[KeyUse], games: Mapping[str, Rules]) -> Iterator[Finding]:
    """Yields findings about keys that a game uses.

    Args:
        games: rules of the games without the mod, by id.
    """
    taken = {id: list_game_keys(rules) for id, rules in games.items()}
    for use in uses:
        for id, keys in taken.items():
            if use.key in keys:
                text = f"the key {use.key} has a use in {id} ({keys[use.key]}), which comes first"
                fix = f"another key; footfall keys {id.rpartition('.')[2]} lists those in use"
                yield Finding("key-taken", subject.id, text, use.where, fix, Severity.WARNING)


def check_shared_keys(subjects: Iterable[tuple[Subject, Iterable[KeyUse]]]) -> Iterator[Finding]:
    """Yields findings about keys that two of these mods bind."""
    first: dict[str, tuple[str, str]] = {}
    for subject, uses in subjects:
        for use in uses:
            mod, where = first.setdefault(use.key, (subject.id, use.where))
            if mod != subject.id:
                text = f"the key {use.key} is also bound by {mod} ({where})"
                fix = "another key for one of them"
                yield Finding("key-taken", subject.id, text, use.where, fix, Severity.WARNING)
