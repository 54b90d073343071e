"""Checks for imports and calls that rules must not use: other dice, clocks, files, the network, internal modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.isolation.capabilities import SENSITIVE_MODULES

from .mod_source import SourceModule, Subject

DICE_MODULES = ("random", "secrets", "uuid", "numpy.random")
CLOCK_MODULES = ("time", "timeit", "sched")
CLOCK_CALLS = ("datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow", "datetime.date.today")
ALLOWED_PACKAGES = ("footfall.api", "footfall.kernels")
FORBIDDEN_CALLS = {"open": "files", "input": "the terminal", "eval": "text run as code", "exec": "text run as code"}


def check_imports(subject: Subject) -> Iterator[Finding]:
    """Yields findings about imports and calls."""
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from _check_import(subject, module, node, alias.name)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                base = node.module or ""
                is_namespace = base in ("footfall", "footfall.plugins")  # only the imported names count
                findings = [] if is_namespace else list(_check_import(subject, module, node, base))
                for alias in [] if findings else node.names:
                    findings += _check_import(subject, module, node, f"{base}.{alias.name}")
                yield from findings
            elif isinstance(node, ast.Attribute):
                yield from _check_attribute(subject, module, node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _check_call(subject, module, node.func)
            elif isinstance(node, ast.ExceptHandler):
                yield from _check_handler(subject, module, node)


def _is_within(name: str, families: tuple[str, ...]) -> bool:
    return any(name == family or name.startswith(family + ".") for family in families)


def _check_import(subject: Subject, module: SourceModule, node: ast.AST, name: str) -> Iterator[Finding]:
    top = name.partition(".")[0]
    where = module.locate(node)
    if _is_within(name, DICE_MODULES):
        text = f"{name} rolls dice outside the game"
        yield Finding("other-dice", subject.id, text, where, 'ctx.roll("purpose", low, high)', subject.severity)
    elif _is_within(name, CLOCK_MODULES):
        text = f"{name} reads the clock"
        yield Finding("clock", subject.id, text, where, "count turns: ctx.state.turn", subject.severity)
    elif top in SENSITIVE_MODULES:
        text = f"{name} gives access to {SENSITIVE_MODULES[top]}"
        fix = "remove it; rules only need footfall.api"
        yield Finding("reaches-out", subject.id, text, where, fix, subject.severity)
    elif (
        top in ("footfall", "footfall_mods")
        and name != "footfall"
        and not _is_within(name, _list_allowed_packages(subject))
    ):
        is_mod = top == "footfall_mods"
        text = f"{name} is the code of another mod" if is_mod else f"{name} is not part of the modding API"
        fix = "import from footfall.api; use hooks and records of other mods"
        if name.startswith("footfall.plugins."):
            fix = f'footfall.api, or [requires] "core.{name.split(".")[2]}" = ">=0.1,<1" (a range with an upper bound)'
        yield Finding("inner-import", subject.id, text, where, fix, Severity.ERROR if is_mod else Severity.WARNING)


def _list_allowed_packages(subject: Subject) -> tuple[str, ...]:
    """Packages of Footfall that a mod may import: the API, and games required with an upper version bound."""
    bound = [id for id, versions in subject.mod.manifest.requires.items() if "<" in versions or "=" in versions[:2]]
    games = [f"footfall.plugins.{id.partition('.')[2]}" for id in bound if id.startswith("core.")]
    return (*ALLOWED_PACKAGES, *games)


def _check_attribute(subject: Subject, module: SourceModule, node: ast.Attribute) -> Iterator[Finding]:
    name = module.resolve_name(node)
    if name == "numpy.random":
        text = "numpy.random rolls dice outside the game"
        yield Finding(
            "other-dice", subject.id, text, module.locate(node), 'ctx.roll("purpose", low, high)', subject.severity
        )
    elif name in CLOCK_CALLS:
        text = f"{name}() reads the clock"
        yield Finding("clock", subject.id, text, module.locate(node), "count turns: ctx.state.turn", subject.severity)


def _check_call(subject: Subject, module: SourceModule, function: ast.Name) -> Iterator[Finding]:
    name, where = function.id, module.locate(function)
    if name in module.imported_names or name in module.defined_names:  # not the built-in
        return
    if name in FORBIDDEN_CALLS:
        text = f"{name}() gives access to {FORBIDDEN_CALLS[name]}"
        yield Finding("reaches-out", subject.id, text, where, "move the data to content/", subject.severity)
    elif name == "print":
        text = "print() overwrites the screen"
        yield Finding("prints", subject.id, text, where, "return Tell(Message(...))", Severity.WARNING)
    elif name == "breakpoint":
        text = "breakpoint() stops the game for a debugger"
        yield Finding("breakpoint", subject.id, text, where, "remove it when done", Severity.WARNING)
    elif name in ("hash", "id"):
        text = f"{name}() differs in each process"
        fix = "use the id of a record or an actor"
        yield Finding("identity", subject.id, text, where, fix, subject.severity)


def _check_handler(subject: Subject, module: SourceModule, node: ast.ExceptHandler) -> Iterator[Finding]:
    everything = node.type is None or module.resolve_name(node.type) == "BaseException"
    if everything and not any(isinstance(child, ast.Raise) for child in ast.walk(node)):
        clause = "except:" if node.type is None else "except BaseException:"
        text = f"{clause} also catches the exception that stops a hanging mod"
        yield Finding("swallows-all", subject.id, text, module.locate(node), "name the exceptions", Severity.WARNING)
