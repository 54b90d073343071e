"""Checks hook implementations: names, arguments, filters, terms and return values."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.engine.contributions import HookKind
from footfall.loader.hooks.contract import CONTRACT, HookSpec

from .mod_source import FunctionNode, HookImplementation, SourceModule, Subject

TERM_FUNCTIONS = frozenset(("footfall.api.add", "footfall.api.mul", "footfall.api.set_to"))
VOTE_ANSWERS = frozenset(("footfall.api.ALLOW", "footfall.api.PASS", "footfall.api.Deny", "footfall.api.Vote.DENY"))
HOOK_PREFIXES = ("on_", "can_", "decide_", "provide_")

EXPECTED_ANSWERS = {
    HookKind.FOLD: "a list of terms and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "ALLOW, PASS or Deny(Message(...))",
}


def check_hooks(subject: Subject) -> Iterator[Finding]:
    """Yields findings about hooks."""
    reached = _collect_entry_imports(subject)
    for impl in subject.implementations:
        yield from _check_hook(subject, impl)
        module, name = impl.module, impl.function.name
        is_reached = module is subject.entry_module or name in reached.get(module.name, ())
        if not (impl.is_top_level and is_reached):
            text = f"{name} has @hook, but it is not in the mod's entry module"
            fix = "import it in the entry" if impl.is_top_level else "move it to the top level of the entry"
            where = module.locate(impl.function)
            yield Finding("unreached-hook", subject.id, text, where, fix, Severity.WARNING)
    yield from _check_unmarked(subject)


def _check_hook(subject: Subject, impl: HookImplementation) -> Iterator[Finding]:
    owner = impl.hook.rpartition(":")[0]
    known = {spec.name.rpartition(":")[2]: spec for spec in subject.contract.values() if spec.owner == owner}
    if impl.short_name in known:
        spec = known[impl.short_name]
        yield from _check_arguments(subject, impl, spec)
        yield from _check_filters(subject, impl, spec)
        if spec.kind in EXPECTED_ANSWERS and not impl.is_batch:
            yield from _check_answers(subject, impl, spec)
        if spec.kind is HookKind.FOLD:
            yield from _check_terms(subject, impl, spec)
    elif known:  # else the mod that publishes the hook is missing, and the hook is never called
        where = impl.module.locate(impl.name_node)
        suffix = f" of {owner}" if owner else ""
        text = f"there is no hook {impl.short_name!r}{suffix}{suggest(impl.short_name, known)}"
        edit = Edit.replace_word(where, impl.short_name, find_closest(impl.short_name, known))
        yield Finding("misspelt-hook", subject.id, text, where, "see footfall hooks for all hooks", edit=edit)


def _check_arguments(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    function, where = impl.function, impl.module.locate(impl.function)
    allowed = ("batch", *spec.arguments[1:]) if impl.is_batch else spec.arguments
    if isinstance(function, ast.AsyncFunctionDef):
        text = f"{impl.hook} must be a plain function, not async"
        yield Finding("bad-hook", subject.id, text, where, "remove async")
        return
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    names = tuple(argument.arg for argument in plain[: len(plain) - len(arguments.defaults)])
    is_variadic = arguments.vararg or arguments.kwarg
    if is_variadic or None in arguments.kw_defaults or names not in [allowed[:end] for end in range(len(allowed) + 1)]:
        shapes = [f"({', '.join(allowed[:end])})" for end in range(min(1, len(allowed)), len(allowed) + 1)]
        text = f"{impl.hook} takes {' or '.join(shapes)}, not ({ast.unparse(arguments)})"
        yield Finding("bad-hook", subject.id, text, where, f"def {function.name}{shapes[-1]}")


def _check_filters(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    for keyword in impl.marker_call.keywords if impl.marker_call is not None else []:
        name, where = keyword.arg or "**", impl.module.locate(keyword.value)
        if name in ("before", "after", "batch", "**"):
            continue
        if spec.fields is None or spec.is_called_at_start:
            text = f"{impl.hook} is called at start and does not support filters"
            yield Finding("bad-hook", subject.id, text, where, f"remove {name}=")
            continue
        bare = name[4:] if name.startswith(("min_", "max_")) else name
        if name not in spec.fields and bare not in spec.fields:
            closest = find_closest(bare, spec.fields)
            text = f"{impl.hook} cannot be filtered by {name!r}{suggest(bare, spec.fields)}"
            edit = Edit.replace_word(where, name, name.replace(bare, closest)) if closest else None
            fix = f"fields: {', '.join(spec.fields)}"
            yield Finding("bad-hook", subject.id, text, where, fix, edit=edit)


def _list_returns(function: FunctionNode) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Yields the returned and yielded expressions of a function with their statements; lists are split."""
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


def _check_answers(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    kind = spec.kind
    for node, value in _list_returns(impl.function):
        name = impl.module.resolve_name(value.func if isinstance(value, ast.Call) else value)
        constant = isinstance(value, ast.Constant) and value.value is not None
        term, vote = name in TERM_FUNCTIONS, name in VOTE_ANSWERS
        is_wrong = constant or (vote if kind is not HookKind.VOTE else term)
        if is_wrong or (term and kind is HookKind.NOTIFY):
            text = f"{impl.hook} returns {EXPECTED_ANSWERS[kind]}, not {ast.unparse(value)}"
            fix = _suggest_answer(kind, value)
            where = impl.module.locate(node)
            yield Finding("wrong-answer", subject.id, text, where, fix)


def _suggest_answer(kind: HookKind, value: ast.expr) -> str:
    if kind is HookKind.VOTE and isinstance(value, ast.Constant):
        return "ALLOW or PASS to permit" if value.value else "Deny(Message(...)) to forbid"
    if kind is HookKind.FOLD and isinstance(value, ast.Constant):
        return "add(term, number, reason), or None for no change"
    return f"return {EXPECTED_ANSWERS[kind]}"


def _check_terms(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    known = spec.terms
    for node in ast.walk(impl.function):
        if not (isinstance(node, ast.Call) and impl.module.resolve_name(node.func) in TERM_FUNCTIONS and node.args):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in known:
            closest = find_closest(first.value, known)
            where = impl.module.locate(first)
            text = f"{impl.hook} has no term {first.value!r}{suggest(first.value, known)}"
            edit = Edit.replace_word(where, first.value, closest)
            yield Finding("misspelt-term", subject.id, text, where, f"terms: {', '.join(known)}", edit=edit)


def _collect_entry_imports(subject: Subject) -> dict[str, set[str]]:
    """Names that the entry imports from other modules of the mod, by module."""
    entry = subject.entry_module
    imported: dict[str, set[str]] = {}
    if entry is None:
        return imported
    for node in entry.tree.body:
        module = entry.find_sibling(node) if isinstance(node, ast.ImportFrom) else None
        if isinstance(node, ast.ImportFrom) and module is not None:
            names = {alias.name for alias in node.names}
            if "*" in names:
                names |= {function.name for function, top in module.list_functions() if top}
            imported.setdefault(module.name, set()).update(names)
    return imported


def _check_unmarked(subject: Subject) -> Iterator[Finding]:
    marked = {id(impl.function) for impl in subject.implementations}
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
            text = f"{name} has the name of a hook but no @hook, so it is never called"
            has_import = entry.imported_names.get("hook") == "footfall.api.hook"
            edit = _make_marker_edit(entry, function) if name in CONTRACT and has_import else None
            yield Finding("unmarked-hook", subject.id, text, where, "add @hook above it", Severity.WARNING, edit=edit)


def _is_published(module: SourceModule, function: FunctionNode) -> bool:
    """Whether the function declares a hook that the mod publishes."""
    markers = [call.func for call in function.decorator_list if isinstance(call, ast.Call)]
    return any(
        (isinstance(marker, ast.Name) and module.imported_names.get(marker.id) == "footfall.api.publish")
        or (isinstance(marker, ast.Attribute) and marker.attr == "publish")
        for marker in markers
    )


def _looks_like_hook(function: FunctionNode) -> bool:
    return [argument.arg for argument in function.args.args] in (["event"], ["event", "ctx"])


def _make_marker_edit(module: SourceModule, function: FunctionNode) -> Edit | None:
    line = min([function.lineno, *(mark.lineno for mark in function.decorator_list)])
    return Edit(module.display_path, line - 1, insert="@hook") if line > 1 else None
