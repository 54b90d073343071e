"""Finds hooks that a later definition of the same name replaces."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding

from .mod_source import SourceModule, Subject


def check_replaced_hooks(subject: Subject) -> Iterator[Finding]:
    """Yields a finding for each implementation whose name is bound again in its module or in the entry."""
    hooks = {(impl.module.name, impl.function.name, impl.function.lineno): impl for impl in subject.implementations}
    for module in subject.modules.values():
        bound: dict[str, tuple[str, str]] = {}
        for name, origin, line in _list_bindings(module):
            before = bound.get(name)
            where = f"{origin.display_path}:{line}"
            if before is not None and before[0] != where:
                text = f"the hook {name} is replaced by another {name} at {where}, so it is never called"
                fix = f"give them different names: @hook.{before[1].rpartition(':')[2]} above any name"
                yield Finding("replaced-hook", subject.id, text, before[0], fix)
            impl = hooks.get((origin.name, name, line))
            if impl is not None:
                bound[name] = (where, impl.hook)
            else:
                bound.pop(name, None)


def _list_bindings(module: SourceModule) -> Iterator[tuple[str, SourceModule, int]]:
    """Yields each name that the top level binds to a function, with the module and the line of its definition."""
    for node in module.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, module, node.lineno
        elif isinstance(node, ast.ImportFrom) and (sibling := module.find_sibling(node)) is not None:
            names = {alias.name: alias.asname or alias.name for alias in node.names}
            last = {function.name: function.lineno for function, top in sibling.list_functions() if top}
            for name, line in last.items():
                if name in names or "*" in names:
                    yield names.get(name, name), sibling, line
