"""Checks for rules that could differ between runs: other dice, clocks, files, the network, the order of sets."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.isolation.capabilities import SENSITIVE_MODULES, is_within

from .mod_source import FunctionNode, SourceModule, Subject, walk_outside_functions

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
    for node in walk_outside_functions(body, ()):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                note(target, inference.is_set_expression(node.value, names))
        elif isinstance(node, ast.AnnAssign):
            note(node.target, is_set_type(node.annotation))
    return names


@dataclass(frozen=True)
class _SetInference:
    """Decides which expressions are sets, in a scope within an outer one."""

    module: SourceModule
    outer: SetNames

    def is_set_expression(self, node: ast.AST, scope: SetNames) -> bool:
        """Whether an expression is a set; of ``a if c else b``, whether one of the two is."""
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

    for node in walk_outside_functions(body, ()):
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


DICE_MODULES = ("random", "secrets", "uuid", "numpy.random")
DICE_FIX = 'ctx.roll("purpose", low, high)'
CLOCK_MODULES = ("time", "timeit", "sched")
CLOCK_CALLS = ("datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow", "datetime.date.today")
CLOCK_FIX = "count turns: ctx.state.turn"
ALLOWED_PACKAGES = ("footfall.api", "footfall.kernels")
FORBIDDEN_CALLS = {"open": "files", "input": "the terminal", "eval": "text run as code", "exec": "text run as code"}


def check_imports(subject: Subject) -> Iterator[Finding]:
    """Yields findings about imports and calls."""
    for module, node in subject.find_nodes(ast.AST):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _check_import(subject, module.locate(node), alias.name)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            base = node.module or ""
            is_namespace = base in ("footfall", "footfall.plugins")  # only the imported names count
            findings = [] if is_namespace else list(_check_import(subject, module.locate(node), base))
            for alias in [] if findings else node.names:
                findings += _check_import(subject, module.locate(node), f"{base}.{alias.name}")
            yield from findings
        elif isinstance(node, ast.Attribute):
            name, place = module.resolve_name(node), module.locate(node)
            if name == "numpy.random":
                text = f"{name} rolls dice outside the game"
                yield subject.report("other-dice", text, place, DICE_FIX, subject.severity)
            elif name in CLOCK_CALLS:
                yield subject.report("clock", f"{name}() reads the clock", place, CLOCK_FIX, subject.severity)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _check_call(subject, module, node.func)
        elif isinstance(node, ast.ExceptHandler):
            catches_all = node.type is None or module.resolve_name(node.type) == "BaseException"
            if catches_all and not any(isinstance(child, ast.Raise) for child in ast.walk(node)):
                clause = "except:" if node.type is None else "except BaseException:"
                text = f"{clause} also catches the exception that stops a hanging mod"
                place, fix = module.locate(node), "name the exceptions"
                yield subject.report("swallows-all", text, place, fix, Severity.WARNING)


def _check_import(subject: Subject, place: str, name: str) -> Iterator[Finding]:
    top = name.partition(".")[0]
    if is_within(name, DICE_MODULES):
        text = f"{name} rolls dice outside the game"
        yield subject.report("other-dice", text, place, DICE_FIX, subject.severity)
    elif is_within(name, CLOCK_MODULES):
        yield subject.report("clock", f"{name} reads the clock", place, CLOCK_FIX, subject.severity)
    elif top in SENSITIVE_MODULES:
        text = f"{name} gives access to {SENSITIVE_MODULES[top]}"
        fix = "remove it; rules only need footfall.api"
        yield subject.report("reaches-out", text, place, fix, subject.severity)
    elif top in ("footfall", "footfall_mods") and name != "footfall":
        # The packages of games may be imported if the mod requires them with an upper bound.
        requires = subject.mod.manifest.requires.items()
        bound = [id for id, versions in requires if "<" in versions or "=" in versions[:2]]
        games = [f"footfall.plugins.{id.partition('.')[2]}" for id in bound if id.startswith("core.")]
        if is_within(name, (*ALLOWED_PACKAGES, *games)):
            return
        is_mod = top == "footfall_mods"
        text = f"{name} is the code of another mod" if is_mod else f"{name} is not part of the modding API"
        fix = "import from footfall.api; use hooks and records of other mods"
        if name.startswith("footfall.plugins."):
            fix = f'footfall.api, or [requires] "core.{name.split(".")[2]}" = ">=0.1,<1" (a range with an upper bound)'
        yield subject.report("inner-import", text, place, fix, Severity.ERROR if is_mod else Severity.WARNING)


def _check_call(subject: Subject, module: SourceModule, function: ast.Name) -> Iterator[Finding]:
    name, place = function.id, module.locate(function)
    if name in module.imported_names or name in module.defined_names:  # not the built-in
        return
    if name in FORBIDDEN_CALLS:
        text = f"{name}() gives access to {FORBIDDEN_CALLS[name]}"
        yield subject.report("reaches-out", text, place, "move the data to content/", subject.severity)
    elif name == "print":
        fix = "return Tell(Message(...))"
        yield subject.report("prints", "print() overwrites the screen", place, fix, Severity.WARNING)
    elif name == "breakpoint":
        text = "breakpoint() stops the game for a debugger"
        yield subject.report("breakpoint", text, place, "remove it when done", Severity.WARNING)
    elif name in ("hash", "id"):
        fix = "use the id of a record or an actor"
        yield subject.report("identity", f"{name}() differs in each process", place, fix, subject.severity)
