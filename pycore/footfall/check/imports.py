"""What a mod imports and calls that a rule must not: other dice, clocks, files, the network, Footfall's inside."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.capabilities import SENSITIVE_MODULES

from .mod_source import SourceModule, Subject

DICE_MODULES = ("random", "secrets", "uuid", "numpy.random")
CLOCK_MODULES = ("time", "timeit", "sched")
CLOCK_CALLS = (
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "datetime.date.today",
)
ALLOWED_PACKAGES = ("footfall.api", "footfall.kernels")
FORBIDDEN_CALLS = {
    "open": "files",
    "input": "whoever sits at the terminal",
    "eval": "text run as code",
    "exec": "text run as code",
}


def check_imports(subject: Subject) -> Iterator[Finding]:
    """Findings about imports and calls."""
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from _check_import(subject, module, node, alias.name)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                base = node.module or ""
                folders = base in ("footfall", "footfall.plugins")  # what is taken from them counts
                found = [] if folders else list(_check_import(subject, module, node, base))
                for alias in [] if found else node.names:
                    found += _check_import(subject, module, node, f"{base}.{alias.name}")
                yield from found
            elif isinstance(node, ast.Attribute):
                yield from _check_attribute(subject, module, node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _check_call(subject, module, node.func)
            elif isinstance(node, ast.ExceptHandler):
                yield from _check_handler(subject, module, node)


def _is_within(name: str, families: tuple[str, ...]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in families)


def _check_import(subject: Subject, module: SourceModule, node: ast.AST, name: str) -> Iterator[Finding]:
    top = name.partition(".")[0]
    where = module.locate(node)
    if _is_within(name, DICE_MODULES):
        text = f"{name} rolls dice that are not the game's"
        yield Finding(
            "other-dice", subject.id, text, where, 'ctx.roll("what for", low, high)', subject.severity
        )
    elif _is_within(name, CLOCK_MODULES):
        text = f"{name} asks the clock"
        yield Finding("clock", subject.id, text, where, "count turns: ctx.state.turn", subject.severity)
    elif top in SENSITIVE_MODULES:
        text = f"{name} reaches for {SENSITIVE_MODULES[top]}"
        fix = "do without; footfall.api has what rules need"
        yield Finding("reaches-out", subject.id, text, where, fix, subject.severity)
    elif (
        top in ("footfall", "footfall_mods")
        and name != "footfall"
        and not _is_within(name, _list_allowed_packages(subject))
    ):
        strange = top == "footfall_mods"
        text = f"{name} is another mod's code" if strange else f"{name} is not part of the modding API"
        fix = "import from footfall.api; what other mods offer goes through hooks and records"
        if name.startswith("footfall.plugins."):
            fix = f'footfall.api, or [requires] "core.{name.split(".")[2]}" = ">=0.1,<1": a range with an end'
        yield Finding(
            "inner-import", subject.id, text, where, fix, Severity.ERROR if strange else Severity.WARNING
        )


def _list_allowed_packages(subject: Subject) -> tuple[str, ...]:
    """What of Footfall a mod may import: the api, and games that it requires in a range of versions with an end."""
    bound = [
        id for id, versions in subject.mod.manifest.requires.items() if "<" in versions or "=" in versions[:2]
    ]
    games = [f"footfall.plugins.{id.partition('.')[2]}" for id in bound if id.startswith("core.")]
    return (*ALLOWED_PACKAGES, *games)


def _check_attribute(subject: Subject, module: SourceModule, node: ast.Attribute) -> Iterator[Finding]:
    name = module.resolve_name(node)
    if name == "numpy.random":
        text = "numpy.random rolls dice that are not the game's"
        yield Finding(
            "other-dice",
            subject.id,
            text,
            module.locate(node),
            'ctx.roll("what for", low, high)',
            subject.severity,
        )
    elif name in CLOCK_CALLS:
        text = f"{name}() asks the clock"
        yield Finding(
            "clock", subject.id, text, module.locate(node), "count turns: ctx.state.turn", subject.severity
        )


def _check_call(subject: Subject, module: SourceModule, function: ast.Name) -> Iterator[Finding]:
    name, where = function.id, module.locate(function)
    if (
        name in module.imported_names or name in module.defined_names
    ):  # a built-in's name with a meaning of its own
        return
    if name in FORBIDDEN_CALLS:
        text = f"{name}() reaches for {FORBIDDEN_CALLS[name]}"
        yield Finding(
            "reaches-out", subject.id, text, where, "put what it reads into content/", subject.severity
        )
    elif name == "print":
        text = "print() writes over the picture of a terminal"
        yield Finding("prints", subject.id, text, where, "return Tell(Message(...))", Severity.WARNING)
    elif name in ("hash", "id"):
        text = f"{name}() is another number at each start"
        fix = "use an id of a record or the number of an actor"
        yield Finding("identity", subject.id, text, where, fix, subject.severity)


def _check_handler(subject: Subject, module: SourceModule, node: ast.ExceptHandler) -> Iterator[Finding]:
    everything = node.type is None or module.resolve_name(node.type) == "BaseException"
    if everything and not any(isinstance(each, ast.Raise) for each in ast.walk(node)):
        said = "except:" if node.type is None else "except BaseException:"
        text = f"{said} swallows even what stops a mod that hangs"
        yield Finding(
            "swallows-all", subject.id, text, module.locate(node), "name the exceptions", Severity.WARNING
        )
