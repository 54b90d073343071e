"""Checks for data kept outside the game's state, for hooks that write to it, and for uses of other mods' data."""

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.isolation.capabilities import is_within

from .mod_source import FunctionNode, SourceModule, Subject, list_assignments

MUTATORS = frozenset(
    ("append", "appendleft", "add", "update", "setdefault", "pop", "popitem", "popleft", "clear", "extend",
     "insert", "remove", "discard", "sort", "reverse", "__setitem__")
)  # fmt: skip
CONTAINER_TYPES = frozenset(("list", "dict", "set", "bytearray", "defaultdict", "Counter", "deque", "OrderedDict"))
FORCED_SETTERS = ("object.__setattr__", "setattr", "delattr", "msgspec.structs.force_setattr")
STATE_READERS = tuple(
    f"footfall.api.grid.{name}"
    for name in ("current_level", "get_world", "list_items_at", "find_fixture_at", "list_carried_items")
)
"""Functions that return parts of the state, not copies."""

REMEMBER = "footfall.api.Remember"
TABLES = ("memory", "parts")
"""Tables of the state by mod."""


def check_state_writes(subject: Subject) -> Iterator[Finding]:
    """Yields findings about data outside the state, and about hooks that write to the state."""
    # Decorators at top level fill tables when the mod is imported, not during a game.
    decorators = set()
    for module in subject.modules.values():
        for node in module.tree.body:
            for decorator in getattr(node, "decorator_list", ()):
                marker = decorator.func if isinstance(decorator, ast.Call) else decorator
                decorators.add(module.resolve_name(marker).rpartition(".")[2])
    for module in subject.modules.values():
        containers: set[str] = set()
        for value, targets in list_assignments(module):
            is_built = (
                isinstance(value, ast.Call) and module.resolve_name(value.func).rpartition(".")[2] in CONTAINER_TYPES
            )
            if is_built or isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
                containers |= set(targets)
        functions = list(module.list_functions())
        registrars = [function for function, top in functions if top and function.name in decorators]
        registering = {id(node) for function in registrars for node in ast.walk(function)}
        for function, _ in functions:
            if id(function) not in registering:
                yield from _check_outside_memory(subject, module, function, containers)
    for impl in subject.implementations:
        yield from _check_argument_writes(subject, impl.module, impl.function)


def _check_outside_memory(
    subject: Subject, module: SourceModule, function: FunctionNode, containers: set[str]
) -> Iterator[Finding]:
    """Yields findings about writes of a function to global names, and to the containers of its module."""
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
        return subject.report("outside-memory", text, module.locate(node), fix, subject.severity)

    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)) and node.id in global_names:
            yield report(node, node.id)
            continue
        root: ast.AST | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            root = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            root = node.func.value
        while isinstance(root, (ast.Attribute, ast.Subscript)):
            root = root.value
        if isinstance(root, ast.Name) and root.id in containers - local:
            yield report(node, root.id)


def _check_argument_writes(subject: Subject, module: SourceModule, function: FunctionNode) -> Iterator[Finding]:
    """Yields findings about writes to a hook's arguments, or to values read from them."""
    arguments = {argument.arg for argument in function.args.args}
    if not arguments:
        return

    def report(node: ast.AST, target: ast.AST) -> Finding:
        text = f"writes to {ast.unparse(target)}, which belongs to the game's state"
        fix = "return a change instead; see footfall.api and footfall.api.grid"
        return subject.report("writes-to-state", text, module.locate(node), fix)

    aliases = set(arguments)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_game_state(module, node.value, aliases):
            for target in node.targets:
                parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                aliases |= {part.id for part in parts if isinstance(part, ast.Name)}
        elif isinstance(node, ast.For) and _is_game_state(module, node.iter, aliases):
            aliases |= {node.target.id} if isinstance(node.target, ast.Name) else set()
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


def check_other_memory(subject: Subject) -> Iterator[Finding]:
    """Yields findings about memory and parts of other mods. The parts of a game that the mod names may be read."""
    manifest = subject.mod.manifest
    games = tuple(id for id in (*manifest.requires, *manifest.optional) if id.startswith("core."))
    texts = {name: find_text_constants(module) for name, module in subject.modules.items()}
    for module, node in subject.find_nodes(ast.AST):
        table, key = _find_access(module, node)
        name = key.value if isinstance(key, ast.Constant) else texts[module.name].get(getattr(key, "id", ""))
        owner = name.partition(":")[0] if isinstance(name, str) else ""
        if not owner or is_within(owner, (subject.id,)):
            continue
        if table == "parts" and ("." not in owner or is_within(owner, games)):
            continue
        uses = "writes to" if table == "Remember" else "uses"
        text = f"{uses} {'a part' if table == 'parts' else 'the memory'} of {owner}"
        fix = f"ask {owner} for a hook or a reading; a mod keeps its own data with Remember and ctx.recall"
        severity = Severity.ERROR if table == "Remember" else Severity.WARNING
        yield subject.report("other-memory", text, module.locate(node), fix, severity)


def _find_access(module: SourceModule, node: ast.AST) -> tuple[str, ast.expr | None]:
    """The table and the key of ``state.memory[key]``, ``state.parts.get(key)``, ``Remember(key, ...)``."""
    if isinstance(node, ast.Call) and module.resolve_name(node.func) == REMEMBER:
        given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "mod")]
        return "Remember", given[0] if given else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr in TABLES:
        return node.value.attr, node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        owner = node.func.value
        if node.func.attr in ("get", "setdefault", "pop") and isinstance(owner, ast.Attribute):
            return (owner.attr, node.args[0]) if owner.attr in TABLES else ("", None)
    return "", None


def find_text_constants(module: SourceModule) -> dict[str, str]:
    """Texts that the top level of a module assigns to names, including those it imports from the mod's modules."""

    def list_own_texts(module: SourceModule) -> dict[str, str]:
        texts: dict[str, str] = {}
        for value, names in list_assignments(module):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                texts |= dict.fromkeys(names, value.value)
        return texts

    texts: dict[str, str] = {}
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and (sibling := module.find_sibling(node)) is not None:
            inner = {} if sibling is module else list_own_texts(sibling)
            for alias in node.names:
                texts |= inner if alias.name == "*" else {}
                if alias.name in inner:
                    texts[alias.asname or alias.name] = inner[alias.name]
    return texts | list_own_texts(module)
