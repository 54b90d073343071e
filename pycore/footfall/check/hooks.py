"""Hooks as they are written: their names, arguments, filters, terms and answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.engine.rules import HookKind
from footfall.loader.contract import CONTRACT, HookSpec

from .mod_source import FunctionNode, HookImplementation, SourceModule, Subject

TERM_FUNCTIONS = frozenset(("footfall.api.add", "footfall.api.mul", "footfall.api.set_to"))
VOTE_ANSWERS = frozenset(
    ("footfall.api.ALLOW", "footfall.api.PASS", "footfall.api.Deny", "footfall.api.Vote.DENY")
)
HOOK_PREFIXES = ("on_", "can_", "decide_", "provide_")

EXPECTED_ANSWERS = {
    HookKind.FOLD: "a list of terms and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "ALLOW, PASS or Deny(Message(...))",
}


def check_hooks(subject: Subject) -> Iterator[Finding]:
    """Findings about hooks."""
    reached = _collect_entry_imports(subject)
    for one in subject.implementations:
        yield from _check_hook(subject, one)
        taken = one.module is subject.entry_module or one.function.name in reached.get(one.module.name, ())
        if not (one.is_top_level and taken):
            text = f"{one.function.name} is marked as a hook, but it does not stand in the mod's entry"
            fix = "import it in the entry" if one.is_top_level else "move it to the top of the entry"
            yield Finding(
                "unreached-hook", subject.id, text, one.module.locate(one.function), fix, Severity.WARNING
            )
    yield from _check_unmarked(subject)


def _check_hook(subject: Subject, one: HookImplementation) -> Iterator[Finding]:
    owner = one.hook.rpartition(":")[0]
    known = {spec.name.rpartition(":")[2]: spec for spec in subject.contract.values() if spec.owner == owner}
    if one.short_name in known:
        spec = known[one.short_name]
        yield from _check_arguments(subject, one, spec)
        yield from _check_filters(subject, one, spec)
        if spec.kind in EXPECTED_ANSWERS and not one.is_batch:
            yield from _check_answers(subject, one, spec)
        if spec.kind is HookKind.FOLD:
            yield from _check_terms(subject, one, spec)
    elif known:  # else the mod that publishes it is not there, and it is unused
        where = one.module.locate(one.name_node)
        whose = f" of {owner}" if owner else ""
        text = f"there is no hook {one.short_name!r}{whose}{suggest(one.short_name, known)}"
        edit = Edit.replace_word(where, one.short_name, find_closest(one.short_name, known))
        yield Finding("misspelt-hook", subject.id, text, where, "footfall hooks lists all", edit=edit)


def _check_arguments(subject: Subject, one: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    function, where = one.function, one.module.locate(one.function)
    allowed = ("batch", *spec.arguments[1:]) if one.is_batch else spec.arguments
    if isinstance(function, ast.AsyncFunctionDef):
        text = f"{one.hook} must be a plain function, not async"
        yield Finding("bad-hook", subject.id, text, where, "remove async")
        return
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    names = tuple(each.arg for each in plain[: len(plain) - len(given.defaults)])
    odd = given.vararg or given.kwarg or any(default is None for default in given.kw_defaults)
    if odd or names not in [allowed[:end] for end in range(len(allowed) + 1)]:
        shapes = [f"({', '.join(allowed[:end])})" for end in range(min(1, len(allowed)), len(allowed) + 1)]
        text = f"{one.hook} takes {' or '.join(shapes)}, not ({ast.unparse(given)})"
        yield Finding("bad-hook", subject.id, text, where, f"def {function.name}{shapes[-1]}")


def _check_filters(subject: Subject, one: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    for keyword in one.marker_call.keywords if one.marker_call is not None else []:
        name, where = keyword.arg or "**", one.module.locate(keyword.value)
        if name in ("before", "after", "batch", "**"):
            continue
        if spec.fields is None or spec.is_called_at_start:
            text = f"{one.hook} is called at start and cannot be filtered"
            yield Finding("bad-hook", subject.id, text, where, f"remove {name}=")
            continue
        bare = name[4:] if name.startswith(("min_", "max_")) else name
        if name not in spec.fields and bare not in spec.fields:
            right = find_closest(bare, spec.fields)
            text = f"{one.hook} cannot be filtered by {name!r}{suggest(bare, spec.fields)}"
            edit = Edit.replace_word(where, name, name.replace(bare, right)) if right else None
            fix = f"fields: {', '.join(spec.fields)}"
            yield Finding("bad-hook", subject.id, text, where, fix, edit=edit)


def _list_returns(function: FunctionNode) -> Iterator[tuple[ast.AST, ast.expr]]:
    """What a function returns or yields, with the node that does; lists are taken apart."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, FunctionNode | ast.Lambda | ast.ClassDef):
            continue
        waiting += ast.iter_child_nodes(node)
        value = node.value if isinstance(node, (ast.Return, ast.Yield)) else None
        if value is None:
            continue
        arms = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
        for arm in arms:
            parts = arm.elts if isinstance(arm, (ast.List, ast.Tuple)) else [arm]
            yield from ((node, part) for part in parts)


def _check_answers(subject: Subject, one: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    kind = spec.kind
    for node, value in _list_returns(one.function):
        called = one.module.resolve_name(value.func if isinstance(value, ast.Call) else value)
        constant = isinstance(value, ast.Constant) and value.value is not None
        term, vote = called in TERM_FUNCTIONS, called in VOTE_ANSWERS
        wrong = constant or (vote if kind is not HookKind.VOTE else term)
        if wrong or (term and kind is HookKind.NOTIFY):
            text = f"{one.hook} returns {EXPECTED_ANSWERS[kind]}, not {ast.unparse(value)}"
            fix = _suggest_answer(kind, value)
            where = one.module.locate(node)
            yield Finding("wrong-answer", subject.id, text, where, fix)


def _suggest_answer(kind: HookKind, value: ast.expr) -> str:
    if kind is HookKind.VOTE and isinstance(value, ast.Constant):
        return "ALLOW or PASS for yes" if value.value else "Deny(Message(...)) for no"
    if kind is HookKind.FOLD and isinstance(value, ast.Constant):
        return "add(term, number, reason), or None for nothing"
    return f"return {EXPECTED_ANSWERS[kind]}"


def _check_terms(subject: Subject, one: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    known = spec.terms
    for node in ast.walk(one.function):
        if not (
            isinstance(node, ast.Call) and one.module.resolve_name(node.func) in TERM_FUNCTIONS and node.args
        ):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in known:
            right = find_closest(first.value, known)
            where = one.module.locate(first)
            text = f"{one.hook} has no term {first.value!r}{suggest(first.value, known)}"
            edit = Edit.replace_word(where, first.value, right)
            yield Finding("misspelt-term", subject.id, text, where, f"terms: {', '.join(known)}", edit=edit)


def _collect_entry_imports(subject: Subject) -> dict[str, set[str]]:
    """Names that the entry takes from other modules of the mod, by module."""
    entry = subject.entry_module
    found: dict[str, set[str]] = {}
    if entry is None:
        return found
    for node in entry.tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = PurePosixPath(entry.name).parent
            for _ in range(node.level - 1):
                folder = folder.parent
            path = folder.joinpath(*(node.module or "").split(".")) if node.module else folder
            for name in (f"{path}.py", f"{path}/__init__.py"):
                module = subject.modules.get(name.removeprefix("./"))
                if module is not None:
                    names = {alias.name for alias in node.names}
                    if "*" in names:
                        names |= {function.name for function, top in module.list_functions() if top}
                    found.setdefault(module.name, set()).update(names)
    return found


def _check_unmarked(subject: Subject) -> Iterator[Finding]:
    marked = {id(one.function) for one in subject.implementations}
    entry = subject.entry_module
    for function, top in entry.list_functions() if entry is not None else ():
        name = function.name
        if not top or id(function) in marked or not name.startswith(HOOK_PREFIXES):
            continue
        if entry is not None and _is_published(entry, function):
            continue
        likely = name in CONTRACT or (_looks_like_hook(function) and bool(find_closest(name, CONTRACT)))
        if entry is not None and likely:
            where = entry.locate(function)
            text = f"{name} is named like a hook but is not marked, so it is never called"
            has = entry.imported_names.get("hook") == "footfall.api.hook"
            edit = _make_marker_edit(entry, function) if name in CONTRACT and has else None
            yield Finding(
                "unmarked-hook", subject.id, text, where, "write @hook above it", Severity.WARNING, edit=edit
            )


def _is_published(module: SourceModule, function: FunctionNode) -> bool:
    """Whether the mod declares a hook of its own here."""
    marks = [each.func for each in function.decorator_list if isinstance(each, ast.Call)]
    return any(
        (isinstance(mark, ast.Name) and module.imported_names.get(mark.id) == "footfall.api.publish")
        or (isinstance(mark, ast.Attribute) and mark.attr == "publish")
        for mark in marks
    )


def _looks_like_hook(function: FunctionNode) -> bool:
    return [each.arg for each in function.args.args] in (["event"], ["event", "ctx"])


def _make_marker_edit(module: SourceModule, function: FunctionNode) -> Edit | None:
    line = min([function.lineno, *(mark.lineno for mark in function.decorator_list)])
    return Edit(module.display_path, line - 1, insert="@hook") if line > 1 else None
