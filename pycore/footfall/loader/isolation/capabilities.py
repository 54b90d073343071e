"""Static scan of a mod's code for access to files, processes, the network and interpreter internals.

It helps users decide whether to approve a mod. It proves nothing: Python code can hide any access.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

import msgspec

from footfall.diagnostics.files import ModFiles, ModFilesError, format_mod_path

_MODULES_BY_REASON = {
    "files": "io pathlib shutil tempfile glob fileinput sqlite3 dbm shelve zipfile tarfile gzip bz2 lzma mmap",
    "files, processes, environment": "os posix nt",
    "processes": "subprocess multiprocessing pty signal concurrent",
    "network": "socket ssl http urllib ftplib smtplib poplib imaplib nntplib telnetlib xmlrpc socketserver"
    " asyncio select selectors webbrowser wsgiref",
    "code outside Python": "ctypes cffi winreg msvcrt",
    "the running program": "sys builtins gc inspect importlib imp runpy pkgutil zipimport site code codeop types"
    " atexit",
    "text or bytes run as code": "pickle marshal",
    "background work": "threading _thread sched",
}
SENSITIVE_MODULES = {name: why for why, names in _MODULES_BY_REASON.items() for name in names.split()}
"""Sensitive modules of the standard library, and the access that they give."""

_SENSITIVE_CALLS = {
    "eval": "text run as code",
    "exec": "text run as code",
    "compile": "text run as code",
    "open": "files",
    "__import__": "the running program",
    "__builtins__": "the running program",
    "__loader__": "the running program",
    "breakpoint": "the running program",
}
_SENSITIVE_ATTRIBUTES = frozenset(
    ("__globals__", "__builtins__", "__subclasses__", "__loader__", "f_globals", "f_back", "gi_frame")
)
_HARMLESS_PACKAGES = frozenset(("numpy", "msgspec"))
_SENSITIVE_NUMPY = {
    **dict.fromkeys(("ctypeslib", "f2py", "distutils"), "code outside Python"),
    **dict.fromkeys(
        ("load", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt", "fromfile", "memmap"), "files"
    ),
}
"""Sensitive names of numpy, and the access that they give."""
_ALLOWED_FOOTFALL = ("footfall.api", "footfall.kernels")
_PLUGIN_API = re.compile(r"footfall\.plugins\.\w+\.api(\.|$)")
_COMPILED = (".so", ".pyd", ".dll", ".dylib", ".exe")

MAX_SCANNED_BYTES = 1 << 20
"""Size of a file to scan; a mod may have eight times as much."""

TESTS_FOLDER = "tests"
"""The folder of a mod's tests. It is never imported in a game, so it is not scanned."""


class Capability(msgspec.Struct, frozen=True, rename={"name": "what", "place": "where"}):
    """A sensitive name in a mod's code.

    Attributes:
        name: such as ``"os"`` or ``"exec"``.
        why: the access that it gives.
        place: ``file:line``.
    """

    name: str
    why: str
    place: str


def find_capabilities(files: ModFiles) -> list[Capability]:
    """Finds the sensitive names in a mod's files, by file and line; each name once per file.

    Raises:
        ModFilesError: a file cannot be read.
    """
    capabilities: list[Capability] = []
    scanned = 0
    for name in files.names:
        place = format_mod_path(files, name)
        if PurePosixPath(name).parts[0] == TESTS_FOLDER:
            continue
        if name.endswith(_COMPILED):
            capabilities.append(Capability(PurePosixPath(name).name, "code outside Python", place))
        elif name.endswith(".py"):
            source = files.read(name)
            scanned += len(source)
            if len(source) > MAX_SCANNED_BYTES or scanned > 8 * MAX_SCANNED_BYTES:
                capabilities.append(Capability("much code", "it is too large to be read here", place))
                continue
            try:
                tree = ast.parse(source)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                if isinstance(error, ModFilesError):
                    raise
                capabilities.append(Capability("not Python", "it cannot be read", place))
                continue
            rows = {(what, why): line for line, what, why in sorted(_iter_capabilities(tree), reverse=True)}
            ordered = sorted(rows.items(), key=lambda row: (row[1], row[0]))
            capabilities += [Capability(what, why, f"{place}:{line}") for (what, why), line in ordered]
    return capabilities


def _iter_capabilities(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yields line, name and reason of every sensitive name in one file."""
    arrays: set[str] = set()  # names of numpy in this file
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            arrays |= {alias.asname or alias.name for alias in node.names if alias.name == "numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from ((node.lineno, alias.name, why) for why in _iter_reasons(alias.name))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from _iter_import_from(node, node.module or "")
        elif isinstance(node, ast.Name) and node.id in _SENSITIVE_CALLS:
            yield node.lineno, node.id, _SENSITIVE_CALLS[node.id]
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in _SENSITIVE_ATTRIBUTES:
                yield node.lineno, node.attr, "the running program"
            elif owner in arrays and node.attr in _SENSITIVE_NUMPY:
                yield node.lineno, f"numpy.{node.attr}", _SENSITIVE_NUMPY[node.attr]
            elif node.attr in _REEXPORTED_MODULES:
                yield node.lineno, f"{owner or '...'}.{node.attr}", SENSITIVE_MODULES[node.attr]


_REEXPORTED_MODULES = frozenset(("os", "sys", "subprocess", "socket", "builtins", "importlib", "ctypes"))
"""Sensitive modules that other modules often expose as an attribute."""


def _iter_import_from(node: ast.ImportFrom, module: str) -> Iterator[tuple[int, str, str]]:
    """Yields line, name and reason of the sensitive names in ``from module import ...``."""
    if all(_PLUGIN_API.match(f"{module}.{alias.name}") for alias in node.names):
        return
    reasons = list(_iter_reasons(module))
    yield from ((node.lineno, module, why) for why in reasons)
    for alias in [] if reasons else node.names:
        plain = alias.name.lstrip("_")
        if alias.name == "*" and not module.startswith(_ALLOWED_FOOTFALL):
            yield node.lineno, f"{module}.*", "anything in it"
        elif plain in SENSITIVE_MODULES:
            yield node.lineno, f"{module}.{alias.name}", SENSITIVE_MODULES[plain]
        elif module == "numpy" and plain in _SENSITIVE_NUMPY:
            yield node.lineno, f"numpy.{plain}", _SENSITIVE_NUMPY[plain]
        elif module == "footfall":
            yield from ((node.lineno, f"footfall.{plain}", why) for why in _iter_reasons(f"footfall.{plain}"))


def is_within(name: str, families: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of some names, or begins with one."""
    return any(name == family or name.startswith(family + ".") for family in families)


def _iter_reasons(module: str) -> Iterator[str]:
    """Yields the reason why a module is sensitive, if it is."""
    top, _, rest = module.partition(".")
    if top in SENSITIVE_MODULES:
        yield SENSITIVE_MODULES[top]
    elif top == "footfall":
        if rest and not is_within(module, _ALLOWED_FOOTFALL) and not _PLUGIN_API.match(module):
            is_game = is_within(rest, ("plugins",))
            yield "the code of a game" if is_game else "internals of Footfall outside the modding API"
    elif top == "numpy":
        if rest.split(".")[0] in _SENSITIVE_NUMPY:
            yield _SENSITIVE_NUMPY[rest.split(".")[0]]
    elif top not in _HARMLESS_PACKAGES and top not in sys.stdlib_module_names:
        yield "a package outside the mod"
