"""Checks for imports and calls that rules must not use: other dice, clocks, files, the network, internal modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.isolation.capabilities import SENSITIVE_MODULES

from .mod_source import SourceModule, Subject

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


def _is_within(name: str, families: tuple[str, ...]) -> bool:
    return any(name == family or name.startswith(family + ".") for family in families)


def _check_import(subject: Subject, place: str, name: str) -> Iterator[Finding]:
    top = name.partition(".")[0]
    if _is_within(name, DICE_MODULES):
        text = f"{name} rolls dice outside the game"
        yield subject.report("other-dice", text, place, DICE_FIX, subject.severity)
    elif _is_within(name, CLOCK_MODULES):
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
        if _is_within(name, (*ALLOWED_PACKAGES, *games)):
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
