"""Deprecations: one mark, one warning, for hooks, fields of records and names of the modding API.

What is marked still works. Whoever uses it is told by name and ``file:line``, since when it is deprecated,
with which version it goes, and what to use. The policy is in ``docs/modding/deprecation.md``.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.toml import KeyPath

from .record_types import Deprecated
from .schema import SchemaNode

F = TypeVar("F", bound=Callable[..., Any])


def deprecated(*, since: str, removed: str, use: str) -> Callable[[F], F]:
    """Marks a hook of the contract, or one that a mod publishes.

    Args:
        since, removed: versions of the framework, or of the mod that publishes the hook.
        use: what to use.
    """

    def mark(function: F) -> F:
        function.footfall_deprecated = Deprecated(since, removed, use)  # type: ignore[attr-defined]
        return function

    return mark


# Fields of records: ``Annotated[int, Deprecated(...)]``.


def iter_deprecated_fields(
    node: SchemaNode, value: Any, path: KeyPath = ()
) -> Iterator[tuple[KeyPath, Deprecated]]:
    """The deprecated fields that a plain value sets, with their paths."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            below = node.get_child(key)
            if below is not None:
                if below.deprecated is not None:
                    yield (*path, key), below.deprecated
                yield from iter_deprecated_fields(below, item, (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from iter_deprecated_fields(node.item, item, path)


# Names of a module.


class DeprecatedNameWarning(DeprecationWarning):
    """A deprecated name was used; the message says which and what to do."""


def make_module_getattr(
    module: str, names: Mapping[str, tuple[Deprecated, Callable[[], Any]]]
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module with deprecated names.

    Args:
        module: its name.
        names: the mark of each name, and what it stands for.
    """

    def look_up(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        mark, value = names[name]
        frame = sys._getframe(1)
        while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        text = f"{mark.describe(f'{module}.{name}')}; use {mark.use}"
        warnings.warn_explicit(text, DeprecatedNameWarning, frame.f_code.co_filename, frame.f_lineno)
        return value()

    return look_up


@contextmanager
def collect_deprecation_uses() -> Iterator[list[Callable[[str], Finding]]]:
    """Gathers the deprecated names that are used meanwhile, as findings that want only the mod's id."""
    uses: list[Callable[[str], Finding]] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DeprecatedNameWarning)
        yield uses
    seen = set()
    for one in caught:
        if not issubclass(one.category, DeprecatedNameWarning):
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno, source=one.source)
        elif (key := (str(one.message), one.filename, one.lineno)) not in seen:
            seen.add(key)
            uses.append(_make_finding_factory(*key))


def _make_finding_factory(message: str, file: str, line: int) -> Callable[[str], Finding]:
    text, _, use = message.partition("; ")
    return lambda mod: Finding("deprecated", mod, text, f"{format_path(file)}:{line}", use, Severity.WARNING)
