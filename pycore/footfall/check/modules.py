"""A mod's Python as it is read: syntax trees, and what its names stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from footfall.content.files import location
from footfall.content.findings import Finding, Level
from footfall.loader import Mod
from footfall.loader.contract import CONTRACT, Spec
from footfall.loader.reach import TESTS

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file of a mod.

    Attributes:
        name: within the mod (``"rules/doors.py"``).
        place: as messages show it.
    """

    name: str
    place: str
    tree: ast.Module
    lines: tuple[str, ...]

    def at(self, node: ast.AST) -> str:
        """``file:line`` of a node."""
        return f"{self.place}:{getattr(node, 'lineno', 1)}"

    @cached_property
    def names(self) -> dict[str, str]:
        """What each imported name stands for: ``{"hook": "footfall.api.hook", "np": "numpy"}``."""
        found: dict[str, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    found[alias.asname or top] = alias.name if alias.asname else top
            elif isinstance(node, ast.ImportFrom):
                base = "." * node.level + (f"{node.module}." if node.module else "")
                for alias in node.names:
                    found[alias.asname or alias.name] = base + alias.name
        return found

    @cached_property
    def defined(self) -> frozenset[str]:
        """Every name that the module itself gives a meaning to, wherever it does."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
        return frozenset(found)

    def dotted(self, node: ast.AST) -> str:
        """The full dotted name of an expression, or ``""``: ``np.random`` is ``numpy.random``."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self.names.get(node.id, node.id), *reversed(parts)])

    def functions(self) -> Iterator[tuple[Function, bool]]:
        """All functions, and whether each stands at the top of the module."""
        top = {id(node) for node in self.tree.body}
        for node in ast.walk(self.tree):
            if isinstance(node, Function):
                yield node, id(node) in top

    def excused(self, finding: Finding, number: str) -> bool:
        """Whether the line of a finding says ``# noqa: FF401``, or the finding's name."""
        place, _, line = finding.where.rpartition(":")
        if place != self.place or not 0 < int(line) <= len(self.lines):
            return False
        said = self.lines[int(line) - 1].partition("# noqa:")[2]
        return any(word in (number, finding.code) for word in said.replace(",", " ").split())


@dataclass(frozen=True)
class Hooked:
    """A function that is marked as an implementation of a hook.

    Attributes:
        hook: the hook's name as written; that of another mod's hook is ``mod:name``.
        named: the node that names it: in the marker, or the function itself.
        call: the call of the marker, if it is one.
        top: it stands at the top of its module.
    """

    module: Module
    function: Function
    hook: str
    named: ast.AST
    call: ast.Call | None
    top: bool

    @property
    def written(self) -> str:
        """The name as the line says it."""
        return self.hook.rpartition(":")[2]

    @property
    def batch(self) -> bool:
        """Whether it takes events in batches."""
        keywords = self.call.keywords if self.call is not None else []
        return any(k.arg == "batch" and isinstance(k.value, ast.Constant) and k.value.value for k in keywords)


@dataclass
class Subject:
    """The mod that is checked.

    Attributes:
        contract: every hook by name, those that other mods publish included.
        modules: its Python files but for its tests, by name.
        broken: files that are no Python.
    """

    mod: Mod
    contract: Mapping[str, Spec] = field(default_factory=lambda: CONTRACT)
    modules: dict[str, Module] = field(default_factory=dict)
    broken: list[Finding] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.mod.id

    @property
    def level(self) -> Level:
        """How grave it is to make games differ: not very, for a mod that only changes looks."""
        return Level.ERROR if self.mod.manifest.effects.world else Level.WARNING

    @cached_property
    def entry(self) -> Module | None:
        """The module whose hooks count."""
        entry = self.mod.about.entry.replace(".", "/").strip("/")
        if len(self.modules) == 1 and self.mod.files.path.suffix == ".py":
            return next(iter(self.modules.values()))
        names = [f"{entry}/__init__.py", f"{entry}.py"] if entry else ["__init__.py"]
        return next((self.modules[name] for name in names if name in self.modules), None)

    @cached_property
    def hooked(self) -> tuple[Hooked, ...]:
        """All marked functions of all modules."""
        found = []
        for module in self.modules.values():
            for function, top in module.functions():
                for mark in function.decorator_list:
                    one = _hooked(module, function, mark, top)
                    if one is not None:
                        found.append(one)
        return tuple(found)


MARK = "footfall.api.hook"


def _hooked(module: Module, function: Function, mark: ast.expr, top: bool) -> Hooked | None:
    """What a decorator makes of a function, if it is the marker of hooks."""
    call = mark if isinstance(mark, ast.Call) else None
    marker = call.func if call is not None else mark
    dotted = module.dotted(marker)
    if dotted != MARK and not dotted.startswith(MARK + "."):
        return None
    named = dotted[len(MARK) + 1 :]
    words = [a.value for a in call.args if isinstance(a, ast.Constant)] if call is not None else []
    texts = [word for word in words if isinstance(word, str)]
    if named == "of" and call is not None and len(texts) == 2:
        return Hooked(module, function, ":".join(texts), call.args[1], call, top)
    if named and named != "of":
        return Hooked(module, function, named, marker, call, top)
    if texts and call is not None:
        return Hooked(module, function, texts[0], call.args[0], call, top)
    return Hooked(module, function, function.name, function, call, top)


def read_subject(mod: Mod) -> Subject:
    """Reads a mod's Python.

    Raises:
        BadFiles: a file cannot be read.
    """
    subject = Subject(mod)
    for name in mod.files.names:
        if not name.endswith(".py") or PurePosixPath(name).parts[0] == TESTS:
            continue
        place = location(mod.files, name)
        source = mod.files.read(name)
        try:
            tree = ast.parse(source, filename=place)
            lines = tuple(source.decode("utf-8", "replace").splitlines())
            subject.modules[name] = Module(name, place, tree, lines)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 1
            text = f"is not Python: {getattr(error, 'msg', error)}"
            subject.broken.append(Finding("not-python", mod.id, text, f"{place}:{line}", "mend that line"))
    return subject
