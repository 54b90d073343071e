"""A mod's Python as it is read: syntax trees, and what its names stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from footfall.diagnostics.files import format_mod_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.loader import Mod
from footfall.loader.capabilities import TESTS_FOLDER
from footfall.loader.contract import CONTRACT, HookSpec

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SourceModule:
    """One Python file of a mod.

    Attributes:
        name: within the mod (``"rules/doors.py"``).
        place: as messages show it.
    """

    name: str
    display_path: str
    tree: ast.Module
    lines: tuple[str, ...]

    def locate(self, node: ast.AST) -> str:
        """``file:line`` of a node."""
        return f"{self.display_path}:{getattr(node, 'lineno', 1)}"

    @cached_property
    def imported_names(self) -> dict[str, str]:
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
    def defined_names(self) -> frozenset[str]:
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

    def resolve_name(self, node: ast.AST) -> str:
        """The full dotted name of an expression, or ``""``: ``np.random`` is ``numpy.random``."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self.imported_names.get(node.id, node.id), *reversed(parts)])

    def list_functions(self) -> Iterator[tuple[FunctionNode, bool]]:
        """All functions, and whether each stands at the top of the module."""
        top = {id(node) for node in self.tree.body}
        for node in ast.walk(self.tree):
            if isinstance(node, FunctionNode):
                yield node, id(node) in top

    def is_suppressed(self, finding: Finding, number: str) -> bool:
        """Whether the line of a finding says ``# noqa: FF401``, or the finding's name."""
        place, _, line = finding.where.rpartition(":")
        if place != self.display_path or not 0 < int(line) <= len(self.lines):
            return False
        said = self.lines[int(line) - 1].partition("# noqa:")[2]
        return any(word in (number, finding.code) for word in said.replace(",", " ").split())


@dataclass(frozen=True)
class HookImplementation:
    """A function that is marked as an implementation of a hook.

    Attributes:
        hook: the hook's name as written; that of another mod's hook is ``mod:name``.
        named: the node that names it: in the marker, or the function itself.
        call: the call of the marker, if it is one.
        top: it stands at the top of its module.
    """

    module: SourceModule
    function: FunctionNode
    hook: str
    name_node: ast.AST
    marker_call: ast.Call | None
    is_top_level: bool

    @property
    def short_name(self) -> str:
        """The name as the line says it."""
        return self.hook.rpartition(":")[2]

    @property
    def is_batch(self) -> bool:
        """Whether it takes events in batches."""
        keywords = self.marker_call.keywords if self.marker_call is not None else []
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
    contract: Mapping[str, HookSpec] = field(default_factory=lambda: CONTRACT)
    modules: dict[str, SourceModule] = field(default_factory=dict)
    syntax_errors: list[Finding] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.mod.id

    @property
    def severity(self) -> Severity:
        """How grave it is to make games differ: not very, for a mod that only changes looks."""
        return Severity.ERROR if self.mod.manifest.effects.world else Severity.WARNING

    @cached_property
    def entry_module(self) -> SourceModule | None:
        """The module whose hooks count."""
        entry = self.mod.info.entry.replace(".", "/").strip("/")
        if len(self.modules) == 1 and self.mod.files.path.suffix == ".py":
            return next(iter(self.modules.values()))
        names = [f"{entry}/__init__.py", f"{entry}.py"] if entry else ["__init__.py"]
        return next((self.modules[name] for name in names if name in self.modules), None)

    @cached_property
    def implementations(self) -> tuple[HookImplementation, ...]:
        """All marked functions of all modules."""
        found = []
        for module in self.modules.values():
            for function, top in module.list_functions():
                for mark in function.decorator_list:
                    one = _parse_hook_marker(module, function, mark, top)
                    if one is not None:
                        found.append(one)
        return tuple(found)


HOOK_MARKER = "footfall.api.hook"


def _parse_hook_marker(
    module: SourceModule, function: FunctionNode, mark: ast.expr, top: bool
) -> HookImplementation | None:
    """What a decorator makes of a function, if it is the marker of hooks."""
    call = mark if isinstance(mark, ast.Call) else None
    marker = call.func if call is not None else mark
    dotted = module.resolve_name(marker)
    if dotted != HOOK_MARKER and not dotted.startswith(HOOK_MARKER + "."):
        return None
    named = dotted[len(HOOK_MARKER) + 1 :]
    words = [a.value for a in call.args if isinstance(a, ast.Constant)] if call is not None else []
    texts = [word for word in words if isinstance(word, str)]
    if named == "of" and call is not None and len(texts) == 2:
        return HookImplementation(module, function, ":".join(texts), call.args[1], call, top)
    if named and named != "of":
        return HookImplementation(module, function, named, marker, call, top)
    if texts and call is not None:
        return HookImplementation(module, function, texts[0], call.args[0], call, top)
    return HookImplementation(module, function, function.name, function, call, top)


def read_subject(mod: Mod) -> Subject:
    """Reads a mod's Python.

    Raises:
        BadFiles: a file cannot be read.
    """
    subject = Subject(mod)
    for name in mod.files.names:
        if not name.endswith(".py") or PurePosixPath(name).parts[0] == TESTS_FOLDER:
            continue
        place = format_mod_path(mod.files, name)
        source = mod.files.read(name)
        try:
            tree = ast.parse(source, filename=place)
            lines = tuple(source.decode("utf-8", "replace").splitlines())
            subject.modules[name] = SourceModule(name, place, tree, lines)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 1
            text = f"is not Python: {getattr(error, 'msg', error)}"
            subject.syntax_errors.append(
                Finding("not-python", mod.id, text, f"{place}:{line}", "mend that line")
            )
    return subject
