"""Checks for code that depends on the iteration order of a set."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from footfall.diagnostics.findings import Finding

from .mod_source import FunctionNode, SourceModule, Subject

SET_CONSTRUCTORS = frozenset(("set", "frozenset"))
SET_TYPES = frozenset(("set", "frozenset", "Set", "AbstractSet"))
SET_METHODS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
ORDER_INSENSITIVE_CALLS = frozenset(("sorted", "set", "frozenset", "len", "any", "all", "min", "max", "sum", "bool"))
"""Calls whose result does not depend on the order of their argument."""
ORDER_SENSITIVE_CALLS = frozenset(("list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "next"))
ORDER_SENSITIVE_METHODS = frozenset(("join", "extend", "fromkeys"))

SET_ORDER_FIX = "use sorted(...), or a dict or a tuple instead"

SetNames = Mapping[str, bool]
"""Names in a scope, and whether each always holds a set."""


def check_set_order(subject: Subject) -> Iterator[Finding]:
    """Yields findings about the order of sets."""
    for module in subject.modules.values():
        outer = _find_set_names(module, module.tree, {})
        yield from _check_scope(subject, module, module.tree, outer)
        for function, _ in module.list_functions():
            inner = {**outer, **_find_set_names(module, function, outer)}
            yield from _check_scope(subject, module, function, inner)


def _list_own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """Yields all nodes of a function or module except those of nested functions."""
    waiting = list(ast.iter_child_nodes(body))
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, FunctionNode | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _find_set_names(module: SourceModule, body: ast.AST, outer: SetNames) -> dict[str, bool]:
    """Names in a scope that hold sets."""
    names: dict[str, bool] = {}
    inference = _SetInference(module, outer)

    def is_set_type(annotation: ast.expr | None) -> bool:
        base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
        return base is not None and module.resolve_name(base).rpartition(".")[2] in SET_TYPES

    def note(target: ast.AST, is_set: bool) -> None:
        if isinstance(target, ast.Name):
            names[target.id] = is_set and names.get(target.id, True)

    if isinstance(body, FunctionNode):
        arguments = body.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            note(ast.Name(argument.arg), is_set_type(argument.annotation))
    for node in _list_own_nodes(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                note(target, inference.is_set_expression(node.value, names))
        elif isinstance(node, ast.AnnAssign):
            note(node.target, is_set_type(node.annotation))
    return names


@dataclass(frozen=True)
class _SetInference:
    module: SourceModule
    outer: SetNames

    def is_set_expression(self, node: ast.AST, scope: SetNames) -> bool:
        """Whether an expression is certainly a set."""
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return scope.get(node.id, self.outer.get(node.id, False))
        if isinstance(node, ast.IfExp):
            return self.is_set_expression(node.body, scope) or self.is_set_expression(node.orelse, scope)
        if isinstance(node, ast.BinOp) and isinstance(node.op, SET_OPERATORS):
            for side in (node.left, node.right):  # & and - make sets from the views of a dict, too
                function = side.func if isinstance(side, ast.Call) else None
                is_view = isinstance(function, ast.Attribute) and function.attr in ("keys", "items")
                if is_view or self.is_set_expression(side, scope):
                    return True
            return False
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                return function.id in SET_CONSTRUCTORS and function.id not in self.module.imported_names
            return isinstance(function, ast.Attribute) and (
                function.attr in SET_METHODS and self.is_set_expression(function.value, scope)
            )
        return False


def _check_scope(subject: Subject, module: SourceModule, body: ast.AST, scope: SetNames) -> Iterator[Finding]:
    inference = _SetInference(module, {})
    order_free: set[int] = set()

    def report(node: ast.AST, text: str) -> Iterator[Finding]:
        if inference.is_set_expression(node, scope):
            words = ast.unparse(node)
            text = text.format(f"the set {words if len(words) <= 30 else words[:27] + '...'}")
            yield subject.report("set-order", text, module.locate(node), SET_ORDER_FIX, subject.severity)

    for node in _list_own_nodes(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDER_INSENSITIVE_CALLS:
            order_free |= {id(argument) for argument in node.args if isinstance(argument, ast.GeneratorExp)}
        if isinstance(node, (ast.For, ast.AsyncFor)):
            yield from report(node.iter, "iterates over {}, which has no defined order")
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)) and id(node) not in order_free:
            for generator in node.generators:
                yield from report(generator.iter, "iterates over {}, which has no defined order")
        elif isinstance(node, ast.Call):
            function = node.func
            is_ordered = isinstance(function, ast.Name) and function.id in ORDER_SENSITIVE_CALLS
            if is_ordered or (isinstance(function, ast.Attribute) and function.attr in ORDER_SENSITIVE_METHODS):
                for argument in node.args:
                    yield from report(argument, "depends on the order of {}, which is not defined")
            elif isinstance(function, ast.Attribute) and function.attr == "pop" and not node.args:
                yield from report(function.value, "takes an arbitrary element of {}")
        elif (isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load)) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List))
        ):
            yield from report(node.value, "unpacks {}, which has no defined order")
