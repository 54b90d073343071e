"""Where code depends on the order of a set."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from footfall.content.findings import Finding

from .modules import Function, Module, Subject

MAKERS = frozenset(("set", "frozenset"))
COMBINING = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
UNORDERED = frozenset(("sorted", "set", "frozenset", "len", "any", "all", "min", "max", "sum", "bool"))
"""Calls whose answer does not hang on the order of what they are given."""
ORDERED = frozenset(("list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "next"))

FIX = "sorted(...) it, or keep a dict or a tuple instead"

Scope = Mapping[str, bool]
"""Which names are sets; False: sometimes something else."""


def sets(subject: Subject) -> Iterator[Finding]:
    """Findings about the order of sets."""
    for module in subject.modules.values():
        outer = _scope(module, module.tree, {})
        yield from _in(subject, module, module.tree, outer)
        for function, _ in module.functions():
            inner = {**outer, **_scope(module, function, outer)}
            yield from _in(subject, module, function, inner)


def _own(body: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a function or module but those of functions inside it."""
    waiting = list(ast.iter_child_nodes(body))
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, Function | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _scope(module: Module, body: ast.AST, outer: Scope) -> dict[str, bool]:
    """The names of a scope that hold sets."""
    found: dict[str, bool] = {}
    typed = _Sets(module, outer)

    def note(target: ast.AST, is_set: bool) -> None:
        if isinstance(target, ast.Name):
            found[target.id] = is_set and found.get(target.id, True)

    if isinstance(body, Function):
        arguments = body.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            note(ast.Name(each.arg), _annotated(module, each.annotation))
    for node in _own(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                note(target, typed.holds(node.value, found))
        elif isinstance(node, ast.AnnAssign):
            note(node.target, _annotated(module, node.annotation))
    return found


def _annotated(module: Module, annotation: ast.expr | None) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return base is not None and module.dotted(base).rpartition(".")[2] in (
        "set",
        "frozenset",
        "Set",
        "AbstractSet",
    )


@dataclass(frozen=True)
class _Sets:
    module: Module
    outer: Scope

    def holds(self, node: ast.AST, scope: Scope) -> bool:
        """Whether an expression is surely a set."""
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return scope.get(node.id, self.outer.get(node.id, False))
        if isinstance(node, ast.IfExp):
            return self.holds(node.body, scope) or self.holds(node.orelse, scope)
        if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):
            return any(self.holds(side, scope) or _view(side) for side in (node.left, node.right))
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                return function.id in MAKERS and function.id not in self.module.names
            return isinstance(function, ast.Attribute) and (
                function.attr in COMBINING and self.holds(function.value, scope)
            )
        return False


def _view(node: ast.AST) -> bool:
    """Whether an expression is a view of a table, of which ``&`` and ``-`` make sets."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
    )


def _in(subject: Subject, module: Module, body: ast.AST, scope: Scope) -> Iterator[Finding]:
    typed = _Sets(module, {})
    harmless: set[int] = set()

    def say(node: ast.AST, text: str) -> Finding:
        return Finding("set-order", subject.id, text, module.at(node), FIX, subject.level)

    for node in _own(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNORDERED:
            harmless |= {id(argument) for argument in node.args if isinstance(argument, ast.GeneratorExp)}
        if isinstance(node, (ast.For, ast.AsyncFor)) and typed.holds(node.iter, scope):
            yield say(node.iter, f"goes through {_brief(node.iter)}, whose order nothing promises")
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)) and id(node) not in harmless:
            for each in node.generators:
                if typed.holds(each.iter, scope):
                    yield say(
                        each.iter,
                        f"goes through {_brief(each.iter)}, whose order nothing promises",
                    )
        elif isinstance(node, ast.Call):
            yield from _call(node, typed, scope, say)
        elif _unpacks(node) and typed.holds(node.value, scope):
            yield say(node, f"unpacks {_brief(node.value)}, whose order nothing promises")


def _call(
    node: ast.Call, typed: _Sets, scope: Scope, say: Callable[[ast.AST, str], Finding]
) -> Iterator[Finding]:
    function = node.func
    ordered = isinstance(function, ast.Name) and function.id in ORDERED
    joins = isinstance(function, ast.Attribute) and function.attr in ("join", "extend", "fromkeys")
    if ordered or joins:
        for argument in node.args:
            if typed.holds(argument, scope):
                yield say(argument, f"takes {_brief(argument)} in an order that nothing promises")
    elif isinstance(function, ast.Attribute) and _pops(node) and typed.holds(function.value, scope):
        yield say(node, f"takes any one of {_brief(function.value)}, whichever it may be")


def _pops(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args


def _unpacks(node: ast.AST) -> TypeGuard[ast.Assign | ast.Starred]:
    if isinstance(node, ast.Starred):
        return isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List))


def _brief(node: ast.AST) -> str:
    text = ast.unparse(node)
    what = text if len(text) <= 30 else text[:27] + "..."
    return f"the set {what}"
