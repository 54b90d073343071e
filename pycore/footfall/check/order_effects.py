"""Finds results that depend on the order of mods which nothing fixes."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.changes import Applier
from footfall.engine.model import Change
from footfall.engine.rules import Rules
from footfall.loader.order import sort_mods

from .mod_source import HookImplementation, Subject

SET_TERM = "footfall.api.set_to"


class Setter(NamedTuple):
    """A place where a hook of a mod sets what another may set as well.

    Attributes:
        what: the term, or the class of the change.
        is_term: whether it is a term.
    """

    mod: str
    impl: HookImplementation
    what: str
    is_term: bool
    where: str


def check_order_effects(subjects: Sequence[Subject], rules: Iterable[Rules]) -> Iterator[Finding]:
    """Yields findings about hooks of two mods that set the same thing, if no order between them is declared.

    Args:
        rules: of the games that the mods support; they hold the appliers.
    """
    overwriting = {change.__name__: change for loaded in rules for change in _list_overwriting(loaded.appliers)}
    setters = [setter for subject in subjects for setter in _list_setters(subject, overwriting)]
    order, _ = sort_mods({subject.id: subject.mod for subject in subjects}, [])
    for first, second in combinations(setters, 2):
        if first.mod == second.mod or (first.impl.hook, first.what) != (second.impl.hook, second.what):
            continue
        ids = {first.mod, second.mod}
        is_ordered = order.is_fixed(first.mod, second.mod) or any(
            _list_words(impl, ("before", "after")) & ids for impl in (first.impl, second.impl)
        )
        if is_ordered or not _can_meet(first.impl, second.impl):
            continue
        kind = f"the term {second.what}" if second.is_term else f"the target of {second.what}"
        text = f"{second.impl.hook} sets {kind}, and so does {first.mod} ({first.where}): the order of the mods decides"
        fix = f'@hook.{second.impl.short_name}(after="{first.mod}"), or [order] in mod.toml'
        fix += "; or add or mul, which need no order" if second.is_term else ""
        severity = Severity.WARNING if second.is_term else Severity.NOTE
        yield Finding("order-decides", second.mod, text, second.where, fix, severity)


def _list_setters(subject: Subject, overwriting: Mapping[str, type[Change]]) -> Iterator[Setter]:
    for impl in subject.implementations:
        for node in ast.walk(impl.function):
            if not isinstance(node, ast.Call):
                continue
            name, where = impl.module.resolve_name(node.func), impl.module.locate(node)
            if name == SET_TERM and node.args and isinstance(node.args[0], ast.Constant):
                yield Setter(subject.id, impl, str(node.args[0].value), True, where)
            elif name.startswith("footfall.") and name.rpartition(".")[2] in overwriting:
                yield Setter(subject.id, impl, name.rpartition(".")[2], False, where)


def _can_meet(first: HookImplementation, second: HookImplementation) -> bool:
    """Whether one event can pass the filters of both: no field must equal two values."""
    filters = [_list_filters(impl) for impl in (first, second)]
    return all(filters[1].get(name, value) == value for name, value in filters[0].items())


def _list_filters(impl: HookImplementation) -> dict[str, object]:
    keywords = impl.marker_call.keywords if impl.marker_call is not None else []
    own = ("before", "after", "batch")
    return {
        k.arg: k.value.value
        for k in keywords
        if k.arg and k.arg not in own and not k.arg.startswith(("min_", "max_")) and isinstance(k.value, ast.Constant)
    }


def _list_words(impl: HookImplementation, names: tuple[str, ...]) -> set[object]:
    keywords = impl.marker_call.keywords if impl.marker_call is not None else []
    return {k.value.value for k in keywords if k.arg in names and isinstance(k.value, ast.Constant)}


def _list_overwriting(appliers: Mapping[type[Change], Applier]) -> Iterator[type[Change]]:
    """Yields the changes whose applier replaces a value by one from the change."""
    for change, applier in appliers.items():
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(applier)))
        except (OSError, TypeError, SyntaxError):
            continue
        derived = _find_derived_names(tree)
        if any(_is_overwrite(node, derived) for node in ast.walk(tree)):
            yield change


def _find_derived_names(tree: ast.AST) -> set[str]:
    """Names that stand for a value computed from a field of the change by a method, such as an index."""
    names = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        if isinstance(node.value.func, ast.Attribute) and "change." in ast.unparse(node.value):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _is_overwrite(node: ast.AST, derived: set[str]) -> bool:
    """Whether a statement puts a value of the change in place of another, as ``actor.at = change.to`` does."""
    if not isinstance(node, ast.Assign):
        return False
    target, value = node.targets[0], ast.unparse(node.value)
    if not isinstance(target, (ast.Attribute, ast.Subscript)) or ast.unparse(target) in value:
        return False
    if not (value.startswith("change.") or value in derived):
        return False
    return not (isinstance(target, ast.Subscript) and value in ast.unparse(target.slice))  # a new entry by its own id
