"""Where code keeps or changes what only the game may: names outside of it, and its state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding

from .mod_source import FunctionNode, SourceModule, Subject

MUTATORS = frozenset(
    ("append", "appendleft", "add", "update", "setdefault", "pop", "popitem", "popleft", "clear", "extend",
     "insert", "remove", "discard", "sort", "reverse", "__setitem__")
)  # fmt: skip
CONTAINER_TYPES = frozenset(
    ("list", "dict", "set", "bytearray", "defaultdict", "Counter", "deque", "OrderedDict")
)
FORCED_SETTERS = ("object.__setattr__", "setattr", "delattr", "msgspec.structs.force_setattr")


def check_state_writes(subject: Subject) -> Iterator[Finding]:
    """Findings about memory outside the game, and about hooks that write to the state."""
    for module in subject.modules.values():
        kept = _find_containers(module)
        for function, _ in module.list_functions():
            yield from _check_outside_memory(subject, module, function, kept)
    for one in subject.implementations:
        yield from _check_argument_writes(subject, one.module, one.function)


def _find_containers(module: SourceModule) -> set[str]:
    """Names at the top of a module that hold something that can be changed."""
    found = set()
    for node in module.tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        value = node.value
        made = (
            isinstance(value, ast.Call)
            and module.resolve_name(value.func).rpartition(".")[2] in CONTAINER_TYPES
        )
        if made or isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def _check_outside_memory(
    subject: Subject, module: SourceModule, function: FunctionNode, kept: set[str]
) -> Iterator[Finding]:
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
        fix = f'Remember("{subject.id}", "{name.lower()}", value), and ctx.recall("{name.lower()}")'
        return Finding("outside-memory", subject.id, text, module.locate(node), fix, subject.severity)

    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)) and node.id in named:
            yield say(node, node.id)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            root = _find_root_name(node)
            if root in kept - local:
                yield say(node, root)
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS
        ):
            root = _find_root_name(node.func.value)
            if root in kept - local:
                yield say(node, root)


def _check_argument_writes(
    subject: Subject, module: SourceModule, function: FunctionNode
) -> Iterator[Finding]:
    """Writes to a hook's arguments, or to what was read from them."""
    given = {each.arg for each in function.args.args}
    if not given:
        return

    def say(node: ast.AST, what: ast.AST) -> Finding:
        text = f"writes to {ast.unparse(what)}, which belongs to the game"
        fix = "return a change instead; footfall.api and footfall.api.grid have them"
        return Finding("writes-to-state", subject.id, text, module.locate(node), fix)

    alias = set(given)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_game_state(module, node.value, alias):
            for target in node.targets:
                parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                alias |= {part.id for part in parts if isinstance(part, ast.Name)}
        elif (
            isinstance(node, ast.For)
            and _is_game_state(module, node.iter, alias)
            and isinstance(node.target, ast.Name)
        ):
            alias.add(node.target.id)
    for node in ast.walk(function):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            if _is_game_state(module, node.value, alias):
                yield say(node, node)
        elif isinstance(node, ast.Call) and module.resolve_name(node.func) in FORCED_SETTERS and node.args:
            if _is_game_state(module, node.args[0], alias):
                yield say(node, node.args[0])
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS
        ):
            held = node.func.value
            if isinstance(held, (ast.Attribute, ast.Subscript)) and _is_game_state(module, held, alias):
                yield say(node, held)


def _is_game_state(module: SourceModule, node: ast.AST, alias: set[str]) -> bool:
    """Whether an expression is a part of the game that was read from a hook's arguments."""
    while True:
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        elif isinstance(node, ast.Call):
            if module.resolve_name(node.func) in STATE_READERS:
                node = node.args[0] if node.args else node.func
            elif isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "values", "items"):
                node = node.func.value
            else:
                return False
        else:
            return isinstance(node, ast.Name) and node.id in alias


STATE_READERS = tuple(
    f"footfall.api.grid.{name}" for name in ("here", "world_of", "items_at", "fixture_at", "pack_of")
)
"""Calls that hand out parts of the state itself."""


def _find_root_name(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
