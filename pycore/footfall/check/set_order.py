"""Where code depends on the order of a set."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from footfall.diagnostics.findings import Finding

from .mod_source import FunctionNode, SourceModule, Subject

SET_CONSTRUCTORS = frozenset(("set", "frozenset"))
SET_METHODS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
ORDER_INSENSITIVE_CALLS = frozenset(
    ("sorted", "set", "frozenset", "len", "any", "all", "min", "max", "sum", "bool")
)
"""Calls whose answer does not hang on the order of what they are given."""
ORDER_SENSITIVE_CALLS = frozenset(
    ("list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "next")
)

SET_ORDER_FIX = "sorted(...) it, or keep a dict or a tuple instead"

SetNames = Mapping[str, bool]
"""Which names are sets; False: sometimes something else."""


def check_set_order(subject: Subject) -> Iterator[Finding]:
    """Findings about the order of sets."""
    for module in subject.modules.values():
        outer = _find_set_names(module, module.tree, {})
        yield from _check_scope(subject, module, module.tree, outer)
        for function, _ in module.list_functions():
            inner = {**outer, **_find_set_names(module, function, outer)}
            yield from _check_scope(subject, module, function, inner)


def _list_own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a function or module but those of functions inside it."""
    waiting = list(ast.iter_child_nodes(body))
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, FunctionNode | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _find_set_names(module: SourceModule, body: ast.AST, outer: SetNames) -> dict[str, bool]:
    """The names of a scope that hold sets."""
    found: dict[str, bool] = {}
    typed = _SetInference(module, outer)

    def note(target: ast.AST, is_set: bool) -> None:
        if isinstance(target, ast.Name):
            found[target.id] = is_set and found.get(target.id, True)

    if isinstance(body, FunctionNode):
        arguments = body.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            note(ast.Name(each.arg), _is_set_annotation(module, each.annotation))
    for node in _list_own_nodes(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                note(target, typed.is_set_expression(node.value, found))
        elif isinstance(node, ast.AnnAssign):
            note(node.target, _is_set_annotation(module, node.annotation))
    return found


def _is_set_annotation(module: SourceModule, annotation: ast.expr | None) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return base is not None and module.resolve_name(base).rpartition(".")[2] in (
        "set",
        "frozenset",
        "Set",
        "AbstractSet",
    )


@dataclass(frozen=True)
class _SetInference:
    module: SourceModule
    outer: SetNames

    def is_set_expression(self, node: ast.AST, scope: SetNames) -> bool:
        """Whether an expression is surely a set."""
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return scope.get(node.id, self.outer.get(node.id, False))
        if isinstance(node, ast.IfExp):
            return self.is_set_expression(node.body, scope) or self.is_set_expression(node.orelse, scope)
        if isinstance(node, ast.BinOp) and isinstance(node.op, SET_OPERATORS):
            return any(
                self.is_set_expression(side, scope) or _is_dict_view(side) for side in (node.left, node.right)
            )
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                return function.id in SET_CONSTRUCTORS and function.id not in self.module.imported_names
            return isinstance(function, ast.Attribute) and (
                function.attr in SET_METHODS and self.is_set_expression(function.value, scope)
            )
        return False


def _is_dict_view(node: ast.AST) -> bool:
    """Whether an expression is a view of a table, of which ``&`` and ``-`` make sets."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
    )


def _check_scope(subject: Subject, module: SourceModule, body: ast.AST, scope: SetNames) -> Iterator[Finding]:
    typed = _SetInference(module, {})
    harmless: set[int] = set()

    def say(node: ast.AST, text: str) -> Finding:
        return Finding("set-order", subject.id, text, module.locate(node), SET_ORDER_FIX, subject.severity)

    for node in _list_own_nodes(body):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ORDER_INSENSITIVE_CALLS
        ):
            harmless |= {id(argument) for argument in node.args if isinstance(argument, ast.GeneratorExp)}
        if isinstance(node, (ast.For, ast.AsyncFor)) and typed.is_set_expression(node.iter, scope):
            yield say(node.iter, f"goes through {_describe_set(node.iter)}, whose order nothing promises")
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)) and id(node) not in harmless:
            for each in node.generators:
                if typed.is_set_expression(each.iter, scope):
                    yield say(
                        each.iter,
                        f"goes through {_describe_set(each.iter)}, whose order nothing promises",
                    )
        elif isinstance(node, ast.Call):
            yield from _check_call(node, typed, scope, say)
        elif _is_unpacking(node) and typed.is_set_expression(node.value, scope):
            yield say(node, f"unpacks {_describe_set(node.value)}, whose order nothing promises")


def _check_call(
    node: ast.Call, typed: _SetInference, scope: SetNames, say: Callable[[ast.AST, str], Finding]
) -> Iterator[Finding]:
    function = node.func
    ordered = isinstance(function, ast.Name) and function.id in ORDER_SENSITIVE_CALLS
    joins = isinstance(function, ast.Attribute) and function.attr in ("join", "extend", "fromkeys")
    if ordered or joins:
        for argument in node.args:
            if typed.is_set_expression(argument, scope):
                yield say(argument, f"takes {_describe_set(argument)} in an order that nothing promises")
    elif (
        isinstance(function, ast.Attribute)
        and _is_pop(node)
        and typed.is_set_expression(function.value, scope)
    ):
        yield say(node, f"takes any one of {_describe_set(function.value)}, whichever it may be")


def _is_pop(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args


def _is_unpacking(node: ast.AST) -> TypeGuard[ast.Assign | ast.Starred]:
    if isinstance(node, ast.Starred):
        return isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List))


def _describe_set(node: ast.AST) -> str:
    text = ast.unparse(node)
    what = text if len(text) <= 30 else text[:27] + "..."
    return f"the set {what}"
