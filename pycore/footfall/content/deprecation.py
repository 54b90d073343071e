"""Deprecation of hooks, record fields and names of the modding API.

A deprecated item still works. Each use is reported with ``file:line``, the version that removes the item and its
replacement. The policy is in ``docs/modding/deprecation.md``.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.toml import KeyPath

from .record_types import Deprecated
from .schemas.schema import SchemaNode

F = TypeVar("F", bound=Callable[..., Any])
DeprecatedNames: TypeAlias = Mapping[str, tuple[Deprecated, Callable[[], Any]]]


def deprecated(*, since: str, removed: str, use: str) -> Callable[[F], F]:
    """Marks a hook of the contract, or a hook that a mod publishes, as deprecated.

    Args:
        since, removed: versions of the framework, or of the mod that publishes the hook.
        use: the replacement.
    """

    def mark(function: F) -> F:
        vars(function)["footfall_deprecated"] = Deprecated(since, removed, use)
        return function

    return mark


# Fields of records: ``Annotated[int, Deprecated(...)]``.


def iter_deprecated_fields(node: SchemaNode, value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Deprecated]]:
    """Yields the path and the mark of every deprecated field that a plain value sets."""
    if "deprecation" not in node.marks:
        return
    if isinstance(value, Mapping):
        for key, below in node.iter_marked(value, "deprecation"):
            if below.deprecation is not None:
                yield (*path, key), below.deprecation
            yield from iter_deprecated_fields(below, value[key], (*path, key))
    elif isinstance(value, list) and node.item is not None:
        for item in value:
            yield from iter_deprecated_fields(node.item, item, path)


# Names of a module.


class DeprecatedNameWarning(DeprecationWarning):
    """Use of a deprecated name; the message names it and its replacement."""


def make_module_getattr(module: str, names: DeprecatedNames) -> Callable[[str], Any]:
    """Builds the ``__getattr__`` of a module with deprecated names.

    Args:
        names: the mark of each deprecated name, and a function that returns its value.
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
    """Collects the uses of deprecated names in the block, as functions that make a finding for a mod id."""
    uses: list[Callable[[str], Finding]] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DeprecatedNameWarning)
        yield uses
    reported = set()
    for entry in caught:
        if not issubclass(entry.category, DeprecatedNameWarning):
            warnings.warn_explicit(entry.message, entry.category, entry.filename, entry.lineno, source=entry.source)
        elif (key := (str(entry.message), entry.filename, entry.lineno)) not in reported:
            reported.add(key)
            uses.append(_make_finding_factory(*key))


def _make_finding_factory(message: str, file: str, line: int) -> Callable[[str], Finding]:
    text, _, use = message.partition("; ")
    return lambda mod: Finding("deprecated", mod, text, f"{format_path(file)}:{line}", use, Severity.WARNING)
