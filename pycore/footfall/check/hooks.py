"""Hooks as they are written: their names, arguments, filters, terms and answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from footfall.content.findings import Edit, Finding, Level, closest, near
from footfall.engine.rules import HookKind
from footfall.loader.contract import CONTRACT, Spec

from .modules import Function, Hooked, Module, Subject

TERMS = frozenset(("footfall.api.add", "footfall.api.mul", "footfall.api.set_to"))
VOTES = frozenset(("footfall.api.ALLOW", "footfall.api.PASS", "footfall.api.Deny", "footfall.api.Vote.DENY"))
PREFIXES = ("on_", "can_", "decide_", "provide_")

TAKES = {
    HookKind.FOLD: "a list of terms and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "ALLOW, PASS or Deny(Message(...))",
}


def hooks(subject: Subject) -> Iterator[Finding]:
    """Findings about hooks."""
    reached = _reached(subject)
    for one in subject.hooked:
        yield from _fits(subject, one)
        taken = one.module is subject.entry or one.function.name in reached.get(one.module.name, ())
        if not (one.top and taken):
            text = f"{one.function.name} is marked as a hook, but it does not stand in the mod's entry"
            fix = "import it in the entry" if one.top else "move it to the top of the entry"
            yield Finding("unreached-hook", subject.id, text, one.module.at(one.function), fix, Level.WARNING)
    yield from _unmarked(subject)


def _fits(subject: Subject, one: Hooked) -> Iterator[Finding]:
    owner = one.hook.rpartition(":")[0]
    known = {spec.name.rpartition(":")[2]: spec for spec in subject.contract.values() if spec.owner == owner}
    if one.written in known:
        spec = known[one.written]
        yield from _takes(subject, one, spec)
        yield from _filters(subject, one, spec)
        if spec.kind in TAKES and not one.batch:
            yield from _answers(subject, one, spec)
        if spec.kind is HookKind.FOLD:
            yield from _terms(subject, one, spec)
    elif known:  # else the mod that publishes it is not there, and it is unused
        where = one.module.at(one.named)
        whose = f" of {owner}" if owner else ""
        text = f"there is no hook {one.written!r}{whose}{near(one.written, known)}"
        edit = Edit.word(where, one.written, closest(one.written, known))
        yield Finding("misspelt-hook", subject.id, text, where, "footfall hooks lists all", edit=edit)


def _takes(subject: Subject, one: Hooked, spec: Spec) -> Iterator[Finding]:
    function, where = one.function, one.module.at(one.function)
    allowed = ("batch", *spec.arguments[1:]) if one.batch else spec.arguments
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


def _filters(subject: Subject, one: Hooked, spec: Spec) -> Iterator[Finding]:
    for keyword in one.call.keywords if one.call is not None else []:
        name, where = keyword.arg or "**", one.module.at(keyword.value)
        if name in ("before", "after", "batch", "**"):
            continue
        if spec.fields is None or spec.called_at_start:
            text = f"{one.hook} is called at start and cannot be filtered"
            yield Finding("bad-hook", subject.id, text, where, f"remove {name}=")
            continue
        bare = name[4:] if name.startswith(("min_", "max_")) else name
        if name not in spec.fields and bare not in spec.fields:
            right = closest(bare, spec.fields)
            text = f"{one.hook} cannot be filtered by {name!r}{near(bare, spec.fields)}"
            edit = Edit.word(where, name, name.replace(bare, right)) if right else None
            fix = f"fields: {', '.join(spec.fields)}"
            yield Finding("bad-hook", subject.id, text, where, fix, edit=edit)


def _returns(function: Function) -> Iterator[tuple[ast.AST, ast.expr]]:
    """What a function returns or yields, with the node that does; lists are taken apart."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Function | ast.Lambda | ast.ClassDef):
            continue
        waiting += ast.iter_child_nodes(node)
        value = node.value if isinstance(node, (ast.Return, ast.Yield)) else None
        if value is None:
            continue
        arms = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
        for arm in arms:
            parts = arm.elts if isinstance(arm, (ast.List, ast.Tuple)) else [arm]
            yield from ((node, part) for part in parts)


def _answers(subject: Subject, one: Hooked, spec: Spec) -> Iterator[Finding]:
    kind = spec.kind
    for node, value in _returns(one.function):
        called = one.module.dotted(value.func if isinstance(value, ast.Call) else value)
        constant = isinstance(value, ast.Constant) and value.value is not None
        term, vote = called in TERMS, called in VOTES
        wrong = constant or (vote if kind is not HookKind.VOTE else term)
        if wrong or (term and kind is HookKind.NOTIFY):
            text = f"{one.hook} returns {TAKES[kind]}, not {ast.unparse(value)}"
            fix = _better(kind, value)
            where = one.module.at(node)
            yield Finding("wrong-answer", subject.id, text, where, fix)


def _better(kind: HookKind, value: ast.expr) -> str:
    if kind is HookKind.VOTE and isinstance(value, ast.Constant):
        return "ALLOW or PASS for yes" if value.value else "Deny(Message(...)) for no"
    if kind is HookKind.FOLD and isinstance(value, ast.Constant):
        return "add(term, number, reason), or None for nothing"
    return f"return {TAKES[kind]}"


def _terms(subject: Subject, one: Hooked, spec: Spec) -> Iterator[Finding]:
    known = spec.terms
    for node in ast.walk(one.function):
        if not (isinstance(node, ast.Call) and one.module.dotted(node.func) in TERMS and node.args):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in known:
            right = closest(first.value, known)
            where = one.module.at(first)
            text = f"{one.hook} has no term {first.value!r}{near(first.value, known)}"
            edit = Edit.word(where, first.value, right)
            yield Finding("misspelt-term", subject.id, text, where, f"terms: {', '.join(known)}", edit=edit)


def _reached(subject: Subject) -> dict[str, set[str]]:
    """Names that the entry takes from other modules of the mod, by module."""
    entry = subject.entry
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
                        names |= {function.name for function, top in module.functions() if top}
                    found.setdefault(module.name, set()).update(names)
    return found


def _unmarked(subject: Subject) -> Iterator[Finding]:
    marked = {id(one.function) for one in subject.hooked}
    entry = subject.entry
    for function, top in entry.functions() if entry is not None else ():
        name = function.name
        if not top or id(function) in marked or not name.startswith(PREFIXES):
            continue
        if entry is not None and _published(entry, function):
            continue
        likely = name in CONTRACT or (_like_a_hook(function) and bool(closest(name, CONTRACT)))
        if entry is not None and likely:
            where = entry.at(function)
            text = f"{name} is named like a hook but is not marked, so it is never called"
            has = entry.names.get("hook") == "footfall.api.hook"
            edit = _mark(entry, function) if name in CONTRACT and has else None
            yield Finding(
                "unmarked-hook", subject.id, text, where, "write @hook above it", Level.WARNING, edit=edit
            )


def _published(module: Module, function: Function) -> bool:
    """Whether the mod declares a hook of its own here."""
    marks = [each.func for each in function.decorator_list if isinstance(each, ast.Call)]
    return any(
        (isinstance(mark, ast.Name) and module.names.get(mark.id) == "footfall.api.publish")
        or (isinstance(mark, ast.Attribute) and mark.attr == "publish")
        for mark in marks
    )


def _like_a_hook(function: Function) -> bool:
    return [each.arg for each in function.args.args] in (["event"], ["event", "play"])


def _mark(module: Module, function: Function) -> Edit | None:
    line = min([function.lineno, *(mark.lineno for mark in function.decorator_list)])
    return Edit(module.place, line - 1, insert="@hook") if line > 1 else None
