"""Checks for data kept outside the game's state, and for hooks that write to the state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding

from .mod_source import FunctionNode, SourceModule, Subject

MUTATORS = frozenset(
    ("append", "appendleft", "add", "update", "setdefault", "pop", "popitem", "popleft", "clear", "extend",
     "insert", "remove", "discard", "sort", "reverse", "__setitem__")
)  # fmt: skip
CONTAINER_TYPES = frozenset(("list", "dict", "set", "bytearray", "defaultdict", "Counter", "deque", "OrderedDict"))
FORCED_SETTERS = ("object.__setattr__", "setattr", "delattr", "msgspec.structs.force_setattr")


def check_state_writes(subject: Subject) -> Iterator[Finding]:
    """Yields findings about data outside the state, and about hooks that write to the state."""
    decorators = _collect_decorators(subject)
    for module in subject.modules.values():
        containers = _find_containers(module)
        functions = list(module.list_functions())
        registrars = [function for function, top in functions if top and function.name in decorators]
        registering = {id(node) for function in registrars for node in ast.walk(function)}
        for function, _ in functions:
            if id(function) not in registering:
                yield from _check_outside_memory(subject, module, function, containers)
    for impl in subject.implementations:
        yield from _check_argument_writes(subject, impl.module, impl.function)


def _collect_decorators(subject: Subject) -> set[str]:
    """Names of the decorators at top level: they fill tables when the mod is imported, not during a game."""
    names = set()
    for module in subject.modules.values():
        for node in module.tree.body:
            for decorator in getattr(node, "decorator_list", ()):
                marker = decorator.func if isinstance(decorator, ast.Call) else decorator
                names.add(module.resolve_name(marker).rpartition(".")[2])
    return names


def _find_containers(module: SourceModule) -> set[str]:
    """Names at the top level of a module that hold mutable containers."""
    names = set()
    for node in module.tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        value = node.value
        is_constructed = (
            isinstance(value, ast.Call) and module.resolve_name(value.func).rpartition(".")[2] in CONTAINER_TYPES
        )
        if is_constructed or isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _check_outside_memory(
    subject: Subject, module: SourceModule, function: FunctionNode, containers: set[str]
) -> Iterator[Finding]:
    local = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs, *function.args.posonlyargs)}
    global_names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            global_names |= set(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in global_names:
            local.add(node.id)

    def report(node: ast.AST, name: str) -> Finding:
        text = f"{name} is kept outside the game's state: saves and replays do not contain it"
        fix = f'Remember("{subject.id}", "{name.lower()}", value), and ctx.recall("{name.lower()}")'
        return Finding("outside-memory", subject.id, text, module.locate(node), fix, subject.severity)

    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)) and node.id in global_names:
            yield report(node, node.id)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            root = _find_root_name(node)
            if root in containers - local:
                yield report(node, root)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            root = _find_root_name(node.func.value)
            if root in containers - local:
                yield report(node, root)


def _check_argument_writes(subject: Subject, module: SourceModule, function: FunctionNode) -> Iterator[Finding]:
    """Yields findings about writes to a hook's arguments, or to values read from them."""
    arguments = {argument.arg for argument in function.args.args}
    if not arguments:
        return

    def report(node: ast.AST, target: ast.AST) -> Finding:
        text = f"writes to {ast.unparse(target)}, which belongs to the game's state"
        fix = "return a change instead; see footfall.api and footfall.api.grid"
        return Finding("writes-to-state", subject.id, text, module.locate(node), fix)

    aliases = set(arguments)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_game_state(module, node.value, aliases):
            for target in node.targets:
                parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                aliases |= {part.id for part in parts if isinstance(part, ast.Name)}
        elif (
            isinstance(node, ast.For)
            and _is_game_state(module, node.iter, aliases)
            and isinstance(node.target, ast.Name)
        ):
            aliases.add(node.target.id)
    for node in ast.walk(function):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            if _is_game_state(module, node.value, aliases):
                yield report(node, node)
        elif isinstance(node, ast.Call) and module.resolve_name(node.func) in FORCED_SETTERS and node.args:
            if _is_game_state(module, node.args[0], aliases):
                yield report(node, node.args[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            owner = node.func.value
            if isinstance(owner, (ast.Attribute, ast.Subscript)) and _is_game_state(module, owner, aliases):
                yield report(node, owner)


def _is_game_state(module: SourceModule, node: ast.AST, aliases: set[str]) -> bool:
    """Whether an expression reads a part of the state from a hook's arguments."""
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
            return isinstance(node, ast.Name) and node.id in aliases


STATE_READERS = tuple(
    f"footfall.api.grid.{name}"
    for name in ("current_level", "get_world", "list_items_at", "find_fixture_at", "list_carried_items")
)
"""Functions that return parts of the state, not copies."""


def _find_root_name(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
