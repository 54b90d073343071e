"""What a mod imports and calls that a rule must not: other dice, clocks, files, the network, Footfall's inside."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.content.findings import Finding, Level
from footfall.loader.reach import MATTERS

from .modules import Module, Subject

DICE = ("random", "secrets", "uuid", "numpy.random")
CLOCKS = ("time", "timeit", "sched")
NOW = (
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "datetime.date.today",
)
API = ("footfall.api", "footfall.kernels")
CALLS = {
    "open": "files",
    "input": "whoever sits at the terminal",
    "eval": "text run as code",
    "exec": "text run as code",
}


def imports(subject: Subject) -> Iterator[Finding]:
    """Findings about imports and calls."""
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from _imported(subject, module, node, alias.name)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                base = node.module or ""
                folders = base in ("footfall", "footfall.plugins")  # what is taken from them counts
                found = [] if folders else list(_imported(subject, module, node, base))
                for alias in [] if found else node.names:
                    found += _imported(subject, module, node, f"{base}.{alias.name}")
                yield from found
            elif isinstance(node, ast.Attribute):
                yield from _named(subject, module, node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _called(subject, module, node.func)
            elif isinstance(node, ast.ExceptHandler):
                yield from _caught(subject, module, node)


def _within(name: str, families: tuple[str, ...]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in families)


def _imported(subject: Subject, module: Module, node: ast.AST, name: str) -> Iterator[Finding]:
    top = name.partition(".")[0]
    where = module.at(node)
    if _within(name, DICE):
        text = f"{name} rolls dice that are not the game's"
        yield Finding(
            "other-dice", subject.id, text, where, 'play.roll("what for", low, high)', subject.level
        )
    elif _within(name, CLOCKS):
        text = f"{name} asks the clock"
        yield Finding("clock", subject.id, text, where, "count turns: play.state.turn", subject.level)
    elif top in MATTERS:
        text = f"{name} reaches for {MATTERS[top]}"
        fix = "do without; footfall.api has what rules need"
        yield Finding("reaches-out", subject.id, text, where, fix, subject.level)
    elif top in ("footfall", "footfall_mods") and name != "footfall" and not _within(name, _allowed(subject)):
        strange = top == "footfall_mods"
        text = f"{name} is another mod's code" if strange else f"{name} is not part of the modding API"
        fix = "import from footfall.api; what other mods offer goes through hooks and records"
        if name.startswith("footfall.plugins."):
            fix = f'footfall.api, or [requires] "core.{name.split(".")[2]}" = ">=0.1,<1": a range with an end'
        yield Finding("inner-import", subject.id, text, where, fix, Level.ERROR if strange else Level.WARNING)


def _allowed(subject: Subject) -> tuple[str, ...]:
    """What of Footfall a mod may import: the api, and games that it requires in a range of versions with an end."""
    bound = [
        id for id, versions in subject.mod.manifest.requires.items() if "<" in versions or "=" in versions[:2]
    ]
    games = [f"footfall.plugins.{id.partition('.')[2]}" for id in bound if id.startswith("core.")]
    return (*API, *games)


def _named(subject: Subject, module: Module, node: ast.Attribute) -> Iterator[Finding]:
    name = module.dotted(node)
    if name == "numpy.random":
        text = "numpy.random rolls dice that are not the game's"
        yield Finding(
            "other-dice", subject.id, text, module.at(node), 'play.roll("what for", low, high)', subject.level
        )
    elif name in NOW:
        text = f"{name}() asks the clock"
        yield Finding(
            "clock", subject.id, text, module.at(node), "count turns: play.state.turn", subject.level
        )


def _called(subject: Subject, module: Module, function: ast.Name) -> Iterator[Finding]:
    name, where = function.id, module.at(function)
    if name in module.names or name in module.defined:  # a built-in's name with a meaning of its own
        return
    if name in CALLS:
        text = f"{name}() reaches for {CALLS[name]}"
        yield Finding(
            "reaches-out", subject.id, text, where, "put what it reads into content/", subject.level
        )
    elif name == "print":
        text = "print() writes over the picture of a terminal"
        yield Finding("prints", subject.id, text, where, "return Tell(Message(...))", Level.WARNING)
    elif name in ("hash", "id"):
        text = f"{name}() is another number at each start"
        fix = "use an id of a record or the number of an actor"
        yield Finding("identity", subject.id, text, where, fix, subject.level)


def _caught(subject: Subject, module: Module, node: ast.ExceptHandler) -> Iterator[Finding]:
    everything = node.type is None or module.dotted(node.type) == "BaseException"
    if everything and not any(isinstance(each, ast.Raise) for each in ast.walk(node)):
        said = "except:" if node.type is None else "except BaseException:"
        text = f"{said} swallows even what stops a mod that hangs"
        yield Finding("swallows-all", subject.id, text, module.at(node), "name the exceptions", Level.WARNING)
