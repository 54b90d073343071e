"""Where code keeps or changes what only the game may: names outside of it, and its state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.content.findings import Finding

from .modules import Function, Module, Subject

MUTATORS = frozenset(
    ("append", "appendleft", "add", "update", "setdefault", "pop", "popitem", "popleft", "clear", "extend",
     "insert", "remove", "discard", "sort", "reverse", "__setitem__")
)  # fmt: skip
CONTAINERS = frozenset(("list", "dict", "set", "bytearray", "defaultdict", "Counter", "deque", "OrderedDict"))
FORCING = ("object.__setattr__", "setattr", "delattr", "msgspec.structs.force_setattr")


def writes(subject: Subject) -> Iterator[Finding]:
    """Findings about memory outside the game, and about hooks that write to the state."""
    for module in subject.modules.values():
        kept = _containers(module)
        for function, _ in module.functions():
            yield from _outside(subject, module, function, kept)
    for one in subject.hooked:
        yield from _inside(subject, one.module, one.function)


def _containers(module: Module) -> set[str]:
    """Names at the top of a module that hold something that can be changed."""
    found = set()
    for node in module.tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        value = node.value
        made = isinstance(value, ast.Call) and module.dotted(value.func).rpartition(".")[2] in CONTAINERS
        if made or isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def _outside(subject: Subject, module: Module, function: Function, kept: set[str]) -> Iterator[Finding]:
    local = {
        each.arg for each in (*function.args.args, *function.args.kwonlyargs, *function.args.posonlyargs)
    }
    named: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            named |= set(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in named:
            local.add(node.id)

    def say(node: ast.AST, name: str) -> Finding:
        text = f"{name} is kept outside of the game: no save holds it, no replay repeats it"
        fix = f'Remember("{subject.id}", "{name.lower()}", value), and play.recall("{name.lower()}")'
        return Finding("outside-memory", subject.id, text, module.at(node), fix, subject.level)

    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)) and node.id in named:
            yield say(node, node.id)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            root = _root(node)
            if root in kept - local:
                yield say(node, root)
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS
        ):
            root = _root(node.func.value)
            if root in kept - local:
                yield say(node, root)


def _inside(subject: Subject, module: Module, function: Function) -> Iterator[Finding]:
    """Writes to a hook's arguments, or to what was read from them."""
    given = {each.arg for each in function.args.args}
    if not given:
        return

    def say(node: ast.AST, what: ast.AST) -> Finding:
        text = f"writes to {ast.unparse(what)}, which belongs to the game"
        fix = "return a change instead; footfall.api and footfall.api.grid have them"
        return Finding("writes-to-state", subject.id, text, module.at(node), fix)

    alias = set(given)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _from(module, node.value, alias):
            for target in node.targets:
                parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                alias |= {part.id for part in parts if isinstance(part, ast.Name)}
        elif (
            isinstance(node, ast.For)
            and _from(module, node.iter, alias)
            and isinstance(node.target, ast.Name)
        ):
            alias.add(node.target.id)
    for node in ast.walk(function):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            if _from(module, node.value, alias):
                yield say(node, node)
        elif isinstance(node, ast.Call) and module.dotted(node.func) in FORCING and node.args:
            if _from(module, node.args[0], alias):
                yield say(node, node.args[0])
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS
        ):
            held = node.func.value
            if isinstance(held, (ast.Attribute, ast.Subscript)) and _from(module, held, alias):
                yield say(node, held)


def _from(module: Module, node: ast.AST, alias: set[str]) -> bool:
    """Whether an expression is a part of the game that was read from a hook's arguments."""
    while True:
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        elif isinstance(node, ast.Call):
            if module.dotted(node.func) in READING:
                node = node.args[0] if node.args else node.func
            elif isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "values", "items"):
                node = node.func.value
            else:
                return False
        else:
            return isinstance(node, ast.Name) and node.id in alias


READING = tuple(
    f"footfall.api.grid.{name}" for name in ("here", "world_of", "items_at", "fixture_at", "pack_of")
)
"""Calls that hand out parts of the state itself."""


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
