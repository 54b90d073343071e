"""Finds names that are defined nowhere, with pyflakes."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from footfall.diagnostics.findings import Edit, Finding, find_closest, suggest

from .mod_source import SourceModule, Subject


def can_check_names() -> bool:
    """Whether the package pyflakes is installed."""
    return find_spec("pyflakes") is not None


def check_names(subject: Subject) -> Iterator[Finding]:
    """Yields findings about names that are defined nowhere; none without pyflakes."""
    for module in subject.modules.values() if can_check_names() else ():
        for name, line in find_undefined_names(module):
            where = f"{module.display_path}:{line}"
            known = sorted({*module.defined_names, *module.imported_names})
            edit = Edit.replace_word(where, name, find_closest(name, known))
            text = f"there is no name {name!r} here{suggest(name, known)}"
            yield Finding("undefined-name", subject.id, text, where, "define or import it, or correct it", edit=edit)


def find_undefined_names(module: SourceModule) -> list[tuple[str, int]]:
    """Returns each name that a module uses and nothing defines, with its line."""
    from pyflakes import messages
    from pyflakes.checker import Checker

    try:
        found = Checker(module.tree, module.display_path).messages
    except RecursionError:  # nested too deeply; the loader bounds what runs
        return []
    stars = module.list_star_exports()
    names = []
    for message in sorted(found, key=lambda message: (message.lineno, message.col)):
        is_undefined = isinstance(message, (messages.UndefinedName, messages.UndefinedLocal, messages.UndefinedExport))
        is_from_star = isinstance(message, messages.ImportStarUsage)
        name = str(message.message_args[0]) if message.message_args else ""
        if is_undefined or (is_from_star and stars is not None and name not in stars):
            names.append((name, int(message.lineno)))
    return list(dict.fromkeys(names))
