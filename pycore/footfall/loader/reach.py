"""What a mod's code reaches for beyond the game, as far as reading it tells: imports and names that matter.

An aid for whoever decides whether to approve a mod, not a proof: Python can hide anything.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

import msgspec

from footfall.content.files import BadFiles, Files, location

_BY_REASON = {
    "files": "io pathlib shutil tempfile glob fileinput sqlite3 dbm shelve zipfile tarfile gzip bz2 lzma mmap",
    "files, processes, environment": "os posix nt",
    "processes": "subprocess multiprocessing pty signal concurrent",
    "network": "socket ssl http urllib ftplib smtplib poplib imaplib nntplib telnetlib xmlrpc socketserver"
    " asyncio select selectors webbrowser wsgiref",
    "code outside Python": "ctypes cffi winreg msvcrt",
    "the running program": "sys builtins gc inspect importlib imp runpy pkgutil zipimport site code codeop types"
    " atexit",
    "text or bytes run as code": "pickle marshal",
    "work beside the game": "threading _thread sched",
}
MATTERS = {name: why for why, names in _BY_REASON.items() for name in names.split()}
"""Modules of Python's own library that matter, and what they give access to."""

_CALLS = {
    "eval": "text run as code",
    "exec": "text run as code",
    "compile": "text run as code",
    "open": "files",
    "__import__": "the running program",
    "__builtins__": "the running program",
    "__loader__": "the running program",
    "breakpoint": "the running program",
}
_ATTRIBUTES = frozenset(
    ("__globals__", "__builtins__", "__subclasses__", "__loader__", "f_globals", "f_back", "gi_frame")
)
_USUAL = frozenset(("numpy", "msgspec"))
_NUMPY = {
    **dict.fromkeys(("ctypeslib", "f2py", "distutils"), "code outside Python"),
    **dict.fromkeys(
        (
            "load",
            "save",
            "savez",
            "savez_compressed",
            "loadtxt",
            "savetxt",
            "genfromtxt",
            "fromfile",
            "memmap",
        ),
        "files",
    ),
}
"""What of numpy matters, and what it gives access to."""
_INSIDE = ("footfall.api", "footfall.kernels")
_COMPILED = (".so", ".pyd", ".dll", ".dylib", ".exe")

TESTS = "tests"
"""The folder of a mod's own tests: never part of its code in a game, so not looked at here."""


class Reach(msgspec.Struct, frozen=True):
    """One thing that a mod's code names.

    Attributes:
        what: ``"os"``, ``"exec"``.
        why: what that gives access to.
        where: ``file:line``.
    """

    what: str
    why: str
    where: str


def reaches(files: Files) -> list[Reach]:
    """All that matters in a mod's files, in order of file and line; each name once a file.

    Raises:
        BadFiles: a file cannot be read.
    """
    found: list[Reach] = []
    for name in files.names:
        place = location(files, name)
        if PurePosixPath(name).parts[0] == TESTS:
            continue
        if name.endswith(_COMPILED):
            found.append(Reach(PurePosixPath(name).name, "code outside Python", place))
        elif name.endswith(".py"):
            try:
                tree = ast.parse(files.read(name))
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                if isinstance(error, BadFiles):
                    raise
                found.append(Reach("not Python", "it cannot be read", place))
                continue
            rows = {(what, why): line for line, what, why in sorted(_in(tree), reverse=True)}
            ordered = sorted(rows.items(), key=lambda row: (row[1], row[0]))
            found += [Reach(what, why, f"{place}:{line}") for (what, why), line in ordered]
    return found


def _in(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, name and reason of all that matters in one file."""
    arrays: set[str] = set()  # what numpy is called here
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            arrays |= {alias.asname or alias.name for alias in node.names if alias.name == "numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from ((node.lineno, alias.name, why) for why in _why(alias.name))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from _from(node, node.module or "")
        elif isinstance(node, ast.Name) and node.id in _CALLS:
            yield node.lineno, node.id, _CALLS[node.id]
        elif isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in _ATTRIBUTES:
                yield node.lineno, node.attr, "the running program"
            elif of in arrays and node.attr in _NUMPY:
                yield node.lineno, f"numpy.{node.attr}", _NUMPY[node.attr]
            elif node.attr in _THROUGH:
                yield node.lineno, f"{of or '...'}.{node.attr}", MATTERS[node.attr]


_THROUGH = frozenset(("os", "sys", "subprocess", "socket", "builtins", "importlib", "ctypes"))
"""Modules that are also found as a name in others."""


def _from(node: ast.ImportFrom, module: str) -> Iterator[tuple[int, str, str]]:
    """What matters in ``from module import ...``."""
    reasons = list(_why(module))
    yield from ((node.lineno, module, why) for why in reasons)
    for alias in [] if reasons else node.names:
        plain = alias.name.lstrip("_")
        if alias.name == "*" and not module.startswith(_INSIDE):
            yield node.lineno, f"{module}.*", "anything in it"
        elif plain in MATTERS:
            yield node.lineno, f"{module}.{alias.name}", MATTERS[plain]
        elif module == "numpy" and plain in _NUMPY:
            yield node.lineno, f"numpy.{plain}", _NUMPY[plain]
        elif module == "footfall":
            yield from ((node.lineno, f"footfall.{plain}", why) for why in _why(f"footfall.{plain}"))


def _why(module: str) -> Iterator[str]:
    """Why a module matters, if it does."""
    top, _, rest = module.partition(".")
    if top in MATTERS:
        yield MATTERS[top]
    elif top == "footfall":
        if rest and not any(module == each or module.startswith(each + ".") for each in _INSIDE):
            game = rest == "plugins" or rest.startswith("plugins.")
            yield "the code of a game" if game else "inside Footfall, beyond the modding API"
    elif top == "numpy":
        if rest.split(".")[0] in _NUMPY:
            yield _NUMPY[rest.split(".")[0]]
    elif top not in _USUAL and top not in sys.stdlib_module_names:  # a mod's own files are imported as .name
        yield "a package beside the mod"
