"""Finds keys that a game or another mod uses already."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.drawing import draw_scene
from footfall.engine.session import Session

from .mod_source import SourceModule, Subject, list_assignments

BINDING = "footfall.api.scene.Binding"


class KeyUse(NamedTuple):
    """A key that a mod binds.

    Attributes:
        place: ``file:line`` of the binding.
    """

    key: str
    place: str


def list_key_uses(subject: Subject, rules: Iterable[Rules] = ()) -> list[KeyUse]:
    """Returns the keys that a mod binds: those its code spells out, and those of its loaded commands."""
    uses: dict[str, str] = {}
    constants = {
        (module.name, name): value
        for module in subject.modules.values()
        for value, names in list_assignments(module)
        for name in names
    }

    def follow(module: SourceModule, node: ast.AST | None) -> ast.AST | None:
        return constants.get((module.name, node.id), node) if isinstance(node, ast.Name) else node

    for module, call in subject.find_calls(BINDING):
        given = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "keys")]
        keys = follow(module, given[0]) if given else None
        for part in keys.elts if isinstance(keys, (ast.Tuple, ast.List)) else ():
            key = follow(module, part)
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                uses.setdefault(key.value, module.locate(call))
    for loaded in rules:
        for command in loaded.commands.values():
            for binding in command.spec.bindings if command.mod == subject.id else ():
                for key in binding.keys:
                    uses.setdefault(key, command.cause.location)
    return [KeyUse(key, place) for key, place in uses.items()]


def list_game_keys(rules: Rules) -> dict[str, str]:
    """Returns the use of each key of a game: the id of a binding's label, or ``page:NAME``."""
    scene = draw_scene(Session.begin(rules, 0))
    used = {key: b.label.id for command in rules.commands.values() for b in command.spec.bindings for key in b.keys}
    for binding in scene.bindings if scene is not None else ():
        used |= dict.fromkeys(binding.keys, binding.label.id)
    for key, page in scene.page_keys.items() if scene is not None else ():
        used.setdefault(key, f"page:{page}")
    return used


def check_game_keys(subject: Subject, uses: Iterable[KeyUse], games: Mapping[str, Rules]) -> Iterator[Finding]:
    """Yields findings about keys that a game uses; `games` holds their rules without the mod, by id."""
    taken = {id: list_game_keys(rules) for id, rules in games.items()}
    for use in uses:
        for id, keys in taken.items():
            if use.key in keys:
                text = f"the key {use.key} has a use in {id} ({keys[use.key]}), which comes first"
                fix = f"another key; footfall keys {id.rpartition('.')[2]} lists those in use"
                yield subject.report("key-taken", text, use.place, fix, Severity.WARNING)


def check_shared_keys(subjects: Iterable[tuple[Subject, Iterable[KeyUse]]]) -> Iterator[Finding]:
    """Yields findings about keys that two of these mods bind."""
    first: dict[str, tuple[str, str]] = {}
    for subject, uses in subjects:
        for use in uses:
            mod, place = first.setdefault(use.key, (subject.id, use.place))
            if mod != subject.id:
                text = f"the key {use.key} is also bound by {mod} ({place})"
                yield subject.report("key-taken", text, use.place, "another key for one of them", Severity.WARNING)
