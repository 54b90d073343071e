"""Parsed Python of a mod: syntax trees and name resolution."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import PurePosixPath
from typing import TypeVar

from footfall.diagnostics.files import format_mod_path
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest
from footfall.loader import Mod
from footfall.loader.hooks.contract import CONTRACT, HookSpec
from footfall.loader.isolation.capabilities import TESTS_FOLDER

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
N = TypeVar("N", bound=ast.AST)


@dataclass(frozen=True)
class SourceModule:
    """One Python file of a mod.

    Attributes:
        name: path within the mod (``"rules/doors.py"``).
        siblings: all modules of the mod by name, including this one.
    """

    name: str
    display_path: str
    tree: ast.Module
    lines: tuple[str, ...]
    siblings: Mapping[str, SourceModule] = field(default_factory=dict, repr=False, compare=False)

    def locate(self, node: ast.AST) -> str:
        """``file:line`` of a node."""
        return f"{self.display_path}:{getattr(node, 'lineno', 1)}"

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def imported_names(self) -> dict[str, str]:
        """Full names by imported name: ``{"hook": "footfall.api.hook", "np": "numpy"}``.

        A name that comes through another module of the mod, or through a star import, has the name of its origin.
        """
        names = dict.fromkeys(self._imports)
        for sibling, module, _ in self._stars:
            exports = list_exports(module) if sibling is None else sibling.list_exports(frozenset({self.name}))
            names |= dict.fromkeys(exports or ())
        return {name: self._follow_name(name, frozenset()) or name for name in names}

    @cached_property
    def _imports(self) -> dict[str, tuple[str, SourceModule | None, str]]:
        """The names bound by import statements: full name, module of the mod that it comes from, name there."""
        names: dict[str, tuple[str, SourceModule | None, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    names[alias.asname or top] = (alias.name if alias.asname else top, None, "")
            elif isinstance(node, ast.ImportFrom):
                sibling, base = self.find_sibling(node), _get_import_base(node)
                for alias in node.names:
                    if alias.name != "*":
                        names[alias.asname or alias.name] = (base + alias.name, sibling, alias.name)
        return names

    @cached_property
    def _stars(self) -> list[tuple[SourceModule | None, str, str]]:
        """The star imports: module of the mod, module's name, start of the full names."""
        return [
            (self.find_sibling(node), node.module or "", _get_import_base(node))
            for node in self.nodes
            if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
        ]

    def _follow_name(self, name: str, visited: frozenset[str]) -> str | None:
        """The full name of an imported name, followed to its origin; None for any other name."""
        if self.name in visited:
            return None
        visited |= {self.name}
        if name in self._imports:
            full, sibling, original = self._imports[name]
            return (sibling and sibling._follow_name(original, visited)) or full
        for sibling, module, base in self._stars:
            exports = list_exports(module) if sibling is None else sibling.list_exports(visited)
            if name in (exports or ()):
                return (sibling and sibling._follow_name(name, visited)) or base + name
        return None

    def find_sibling(self, node: ast.ImportFrom) -> SourceModule | None:
        """The module of the mod that a relative import names; None for any other import."""
        if not node.level:
            return None
        folder = PurePosixPath(self.name).parent
        for _ in range(node.level - 1):
            folder = folder.parent
        path = folder.joinpath(*(node.module or "").split(".")) if node.module else folder
        names = (f"{path}.py", f"{path}/__init__.py".removeprefix("./"))
        return next((self.siblings[name] for name in names if name in self.siblings), None)

    def list_exports(self, visited: frozenset[str] = frozenset()) -> set[str] | None:
        """The names that a star import of this module binds; None if they are unknown."""
        names: set[str] = set()
        for node in walk_outside_functions(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.Import):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names |= {alias.asname or alias.name for alias in node.names if alias.name != "*"}
        if "__all__" in names:
            assigned = [node for node in self.tree.body if isinstance(node, ast.Assign)]
            lists = [node.value for node in assigned if ast.unparse(node.targets[0]) == "__all__"]
            try:
                return {str(name) for value in lists for name in ast.literal_eval(value)} if lists else None
            except (ValueError, TypeError):
                return None
        stars = self.list_star_exports(visited)
        return None if stars is None else {name for name in names | stars if not name.startswith("_")}

    def list_star_exports(self, visited: frozenset[str] = frozenset()) -> set[str] | None:
        """The names that the star imports of this module bind; None if they are unknown."""
        names: set[str] = set()
        for sibling, module, _ in self._stars:
            if sibling is None or sibling.name not in visited:
                seen = visited | {self.name}
                exports = list_exports(module) if sibling is None else sibling.list_exports(seen)
                if exports is None:
                    return None
                names |= exports
        return names

    @cached_property
    def defined_names(self) -> frozenset[str]:
        """Every name that the module defines, at any level."""
        names = set()
        for node in self.nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
        return frozenset(names)

    def resolve_name(self, node: ast.AST) -> str:
        """Full dotted name of an expression (``numpy.random`` for ``np.random``), or ``""``."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self.imported_names.get(node.id, node.id), *reversed(parts)])

    def list_functions(self) -> Iterator[tuple[FunctionNode, bool]]:
        """Yields all functions, and whether they are at the top level."""
        top = {id(node) for node in self.tree.body}
        for node in self.nodes:
            if isinstance(node, FunctionNode):
                yield node, id(node) in top

    def is_suppressed(self, finding: Finding, number: str) -> bool:
        """Whether the line of a finding has a ``# noqa:`` comment with the number or the name of its code."""
        place, _, line = finding.location.rpartition(":")
        if place != self.display_path or not 0 < int(line) <= len(self.lines):
            return False
        codes = self.lines[int(line) - 1].partition("# noqa:")[2]
        return any(word in (number, finding.code) for word in codes.replace(",", " ").split())


@dataclass(frozen=True)
class HookImplementation:
    """A function with the hook marker.

    Attributes:
        hook: name of the hook; ``mod:name`` for a hook that a mod publishes.
        is_top_level: whether it is at the top level of its module.
    """

    module: SourceModule
    function: FunctionNode
    hook: str
    name_node: ast.AST
    marker_call: ast.Call | None
    is_top_level: bool

    @property
    def short_name(self) -> str:
        """Name of the hook without the mod."""
        return self.hook.rpartition(":")[2]

    @property
    def keywords(self) -> dict[str, ast.expr]:
        """The keyword arguments of the marker; ``**`` for a table of them."""
        return {k.arg or "**": k.value for k in (self.marker_call.keywords if self.marker_call is not None else ())}

    @property
    def constants(self) -> dict[str, object]:
        """The keyword arguments of the marker that are constants."""
        return {name: value.value for name, value in self.keywords.items() if isinstance(value, ast.Constant)}

    @property
    def is_batch(self) -> bool:
        """Whether it takes events in batches."""
        return bool(self.constants.get("batch"))


@dataclass
class Subject:
    """The mod that is checked.

    Attributes:
        contract: every hook by name, including hooks that mods publish.
        modules: Python files except tests, by name.
        syntax_errors: findings about files that do not parse.
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
        """Severity of nondeterminism: an error, or a warning for a cosmetic mod."""
        return Severity.ERROR if self.mod.manifest.effects.changes_world else Severity.WARNING

    def find_nodes(self, kind: type[N]) -> Iterator[tuple[SourceModule, N]]:
        """Yields all nodes of a kind with their modules."""
        for module in self.modules.values():
            yield from ((module, node) for node in module.nodes if isinstance(node, kind))

    def find_calls(self, *names: str) -> Iterator[tuple[SourceModule, ast.Call]]:
        """Yields the calls of functions with these full names."""
        calls = self.find_nodes(ast.Call)
        return ((module, call) for module, call in calls if module.resolve_name(call.func) in names)

    def report(
        self,
        code: str,
        text: str,
        place: str,
        fix: str,
        severity: Severity = Severity.ERROR,
        *,
        edit: Edit | None = None,
        typo: tuple[str, Iterable[str]] | None = None,
    ) -> Finding:
        """Returns a finding about this mod.

        Args:
            typo: a word that may be misspelled, and the known words; the edit replaces it by the closest of them.
        """
        if typo is not None:
            edit = Edit.replace_word(place, typo[0], find_closest(*typo))
        return Finding(code, self.id, text, place, fix, severity, edit=edit)

    @cached_property
    def entry_module(self) -> SourceModule | None:
        """The module whose hooks are registered."""
        entry = self.mod.info.entry.replace(".", "/").strip("/")
        if len(self.modules) == 1 and self.mod.files.path.suffix == ".py":
            return next(iter(self.modules.values()))
        names = [f"{entry}/__init__.py", f"{entry}.py"] if entry else ["__init__.py"]
        return next((self.modules[name] for name in names if name in self.modules), None)

    @cached_property
    def implementations(self) -> tuple[HookImplementation, ...]:
        """All hook implementations of all modules."""
        return tuple(
            implementation
            for module in self.modules.values()
            for function, top in module.list_functions()
            for decorator in function.decorator_list
            if (implementation := _parse_hook_marker(module, function, decorator, top)) is not None
        )


def _get_import_base(node: ast.ImportFrom) -> str:
    """The start of the full names that an import binds: ``"footfall.api."``."""
    return "." * node.level + (f"{node.module}." if node.module else "")


def list_exports(module: str) -> set[str] | None:
    """The names that a star import of a module of the API or the standard library binds; None for other modules."""
    if module.partition(".")[0] not in sys.stdlib_module_names and not f"{module}.".startswith("footfall.api."):
        return None
    try:
        loaded = import_module(module)
    except ImportError:
        return None
    return set(getattr(loaded, "__all__", None) or (name for name in vars(loaded) if not name.startswith("_")))


def list_assignments(module: SourceModule) -> Iterator[tuple[ast.expr | None, list[str]]]:
    """Yields the value and the names of each assignment at the top level of a module."""
    for node in module.tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield node.value, [target.id for target in targets if isinstance(target, ast.Name)]


def walk_outside_functions(body: ast.AST, stops: tuple[type[ast.AST], ...] = (ast.ClassDef,)) -> Iterator[ast.AST]:
    """Yields the nodes of a module or function, except those inside its functions and other `stops`."""
    waiting = list(ast.iter_child_nodes(body))
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, (FunctionNode, ast.Lambda, *stops)):
            waiting += ast.iter_child_nodes(node)


HOOK_MARKER = "footfall.api.hook"


def _parse_hook_marker(
    module: SourceModule, function: FunctionNode, decorator: ast.expr, top: bool
) -> HookImplementation | None:
    """The implementation that a decorator declares; None if it is not the hook marker."""
    call = decorator if isinstance(decorator, ast.Call) else None
    marker = call.func if call is not None else decorator
    dotted = module.resolve_name(marker)
    if dotted != HOOK_MARKER and not dotted.startswith(HOOK_MARKER + "."):
        return None
    name = dotted[len(HOOK_MARKER) + 1 :]
    words = [a.value for a in call.args if isinstance(a, ast.Constant)] if call is not None else []
    texts = [word for word in words if isinstance(word, str)]
    if name == "of" and call is not None and len(texts) == 2:
        return HookImplementation(module, function, ":".join(texts), call.args[1], call, top)
    if name and name != "of":
        return HookImplementation(module, function, name, marker, call, top)
    if texts and call is not None:
        return HookImplementation(module, function, texts[0], call.args[0], call, top)
    return HookImplementation(module, function, function.name, function, call, top)


def read_subject(mod: Mod) -> Subject:
    """Parses a mod's Python.

    Raises:
        ModFilesError: a file cannot be read.
    """
    subject = Subject(mod)
    for name in mod.files.names:
        if not name.endswith(".py") or PurePosixPath(name).parts[0] == TESTS_FOLDER:
            continue
        place = format_mod_path(mod.files, name)
        source = mod.files.read(name)
        try:
            tree = ast.parse(source, filename=place)
            lines = tuple(source.decode("utf-8-sig", "replace").splitlines())
            subject.modules[name] = SourceModule(name, place, tree, lines, subject.modules)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 1
            text = f"is not Python: {getattr(error, 'msg', error)}"
            subject.syntax_errors.append(subject.report("not-python", text, f"{place}:{line}", "fix the syntax error"))
    return subject
