"""Finds uses of the memory and the parts of other mods."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from footfall.diagnostics.findings import Finding, Severity

from .mod_source import SourceModule, Subject

REMEMBER = "footfall.api.Remember"
TABLES = ("memory", "parts")
"""Tables of the state by mod."""


def check_other_memory(subject: Subject) -> Iterator[Finding]:
    """Yields findings about memory and parts of other mods. The parts of a game that the mod names may be read."""
    manifest = subject.mod.manifest
    games = {id for id in (*manifest.requires, *manifest.optional) if id.startswith("core.")}
    for module in subject.modules.values():
        constants = find_text_constants(module)
        for node in ast.walk(module.tree):
            table, key = _find_access(module, node)
            owner = _read_text(key, constants).partition(":")[0] if key is not None else ""
            if not owner or _is_of(owner, subject.id):
                continue
            if table == "parts" and ("." not in owner or any(_is_of(owner, game) for game in games)):
                continue
            uses = "writes to" if table == "Remember" else "uses"
            text = f"{uses} {'a part' if table == 'parts' else 'the memory'} of {owner}"
            fix = f"ask {owner} for a hook or a reading; a mod keeps its own data with Remember and ctx.recall"
            severity = Severity.ERROR if table == "Remember" else Severity.WARNING
            yield Finding("other-memory", subject.id, text, module.locate(node), fix, severity)


def _is_of(name: str, mod: str) -> bool:
    """Whether a part belongs to a mod: its name is the mod's id, or begins with it and a period."""
    return name == mod or name.startswith(f"{mod}.")


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
    texts: dict[str, str] = {}
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and (sibling := module.find_sibling(node)) is not None:
            inner = {} if sibling is module else _list_own_texts(sibling)
            for alias in node.names:
                texts |= inner if alias.name == "*" else {}
                if alias.name in inner:
                    texts[alias.asname or alias.name] = inner[alias.name]
    return texts | _list_own_texts(module)


def _list_own_texts(module: SourceModule) -> dict[str, str]:
    texts: dict[str, str] = {}
    for node in module.tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        value, targets = node.value, node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            texts |= {target.id: value.value for target in targets if isinstance(target, ast.Name)}
    return texts


def _read_text(node: ast.expr, constants: Mapping[str, str]) -> str:
    """The text of a constant or of a name that stands for one, else ``""``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return constants.get(node.id, "") if isinstance(node, ast.Name) else ""
