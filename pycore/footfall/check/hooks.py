"""Checks hook implementations: names, arguments, filters, terms, return values, and replaced definitions."""

import ast
from collections.abc import Iterator

from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.engine.declarations.rules import HookKind
from footfall.loader.hooks.contract import CONTRACT, HookSpec

from .mod_source import FunctionNode, HookImplementation, SourceModule, Subject, walk_outside_functions

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
    entry = subject.entry_module
    reached: dict[str, set[str]] = {}  # names that the entry imports from other modules of the mod
    for node in entry.tree.body if entry is not None else ():
        if isinstance(node, ast.ImportFrom) and entry is not None and (module := entry.find_sibling(node)) is not None:
            names = {alias.name for alias in node.names}
            if "*" in names:
                names |= {function.name for function, top in module.list_functions() if top}
            reached.setdefault(module.name, set()).update(names)
    for impl in subject.implementations:
        yield from _check_hook(subject, impl)
        name, place = impl.function.name, impl.module.locate(impl.function)
        is_reached = impl.module is entry or name in reached.get(impl.module.name, ())
        if not (impl.is_top_level and is_reached):
            text = f"{name} has @hook, but it is not in the mod's entry module"
            fix = "import it in the entry" if impl.is_top_level else "move it to the top level of the entry"
            yield subject.report("unreached-hook", text, place, fix, Severity.WARNING)
    if entry is not None:
        marked = {id(impl.function) for impl in subject.implementations}
        for function, top in entry.list_functions():
            name, decorators = function.name, function.decorator_list
            if not top or id(function) in marked or not name.startswith(HOOK_PREFIXES):
                continue
            markers = [call.func for call in decorators if isinstance(call, ast.Call)]
            if any(entry.resolve_name(marker).rpartition(".")[2] == "publish" for marker in markers):
                continue
            arguments = [argument.arg for argument in function.args.args]
            if name in CONTRACT or (arguments in (["event"], ["event", "ctx"]) and find_closest(name, CONTRACT)):
                text = f"{name} has the name of a hook but no @hook, so it is never called"
                line = min([function.lineno, *(mark.lineno for mark in decorators)])
                is_certain = name in CONTRACT and line > 1 and entry.imported_names.get("hook") == "footfall.api.hook"
                edit = Edit(entry.display_path, line - 1, insert="@hook") if is_certain else None
                place, fix = entry.locate(function), "add @hook above it"
                yield subject.report("unmarked-hook", text, place, fix, Severity.WARNING, edit=edit)
    for module in subject.modules.values():
        yield from _check_replaced(subject, module)


def _check_hook(subject: Subject, impl: HookImplementation) -> Iterator[Finding]:
    owner, name = impl.hook.rpartition(":")[0], impl.short_name
    known = {spec.name.rpartition(":")[2]: spec for spec in subject.contract.values() if spec.owner == owner}
    if name in known:
        spec = known[name]
        yield from _check_arguments(subject, impl, spec)
        yield from _check_filters(subject, impl, spec)
        if spec.kind in EXPECTED_ANSWERS and not impl.is_batch:
            yield from _check_answers(subject, impl, spec.kind)
        if spec.kind is HookKind.FOLD:
            for node in ast.walk(impl.function):
                if not (
                    isinstance(node, ast.Call) and impl.module.resolve_name(node.func) in TERM_FUNCTIONS and node.args
                ):
                    continue
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in spec.terms:
                    text = f"{impl.hook} has no term {first.value!r}{suggest(first.value, spec.terms)}"
                    place, fix = impl.module.locate(first), f"terms: {', '.join(spec.terms)}"
                    yield subject.report("misspelt-term", text, place, fix, typo=(first.value, spec.terms))
    elif known:  # else the mod that publishes the hook is missing, and the hook is never called
        text = f"there is no hook {name!r}{f' of {owner}' if owner else ''}{suggest(name, known)}"
        place, fix = impl.module.locate(impl.name_node), "see footfall hooks for all hooks"
        yield subject.report("misspelt-hook", text, place, fix, typo=(name, known))


def _check_arguments(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    function, place = impl.function, impl.module.locate(impl.function)
    allowed = ("batch", *spec.arguments[1:]) if impl.is_batch else spec.arguments
    if isinstance(function, ast.AsyncFunctionDef):
        yield subject.report("bad-hook", f"{impl.hook} must be a plain function, not async", place, "remove async")
        return
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    names = tuple(argument.arg for argument in plain[: len(plain) - len(arguments.defaults)])
    is_variadic = arguments.vararg or arguments.kwarg
    if is_variadic or None in arguments.kw_defaults or names not in [allowed[:end] for end in range(len(allowed) + 1)]:
        shapes = [f"({', '.join(allowed[:end])})" for end in range(min(1, len(allowed)), len(allowed) + 1)]
        text = f"{impl.hook} takes {' or '.join(shapes)}, not ({ast.unparse(arguments)})"
        yield subject.report("bad-hook", text, place, f"def {function.name}{shapes[-1]}")


def _check_filters(subject: Subject, impl: HookImplementation, spec: HookSpec) -> Iterator[Finding]:
    for name, value in impl.keywords.items():
        place = impl.module.locate(value)
        if name in ("before", "after", "batch", "**"):
            continue
        if spec.fields is None or spec.is_called_at_start:
            text = f"{impl.hook} is called at start and does not support filters"
            yield subject.report("bad-hook", text, place, f"remove {name}=")
            continue
        bare = name[4:] if name.startswith(("min_", "max_")) else name
        if name not in spec.fields and bare not in spec.fields:
            closest = find_closest(bare, spec.fields)
            text = f"{impl.hook} cannot be filtered by {name!r}{suggest(bare, spec.fields)}"
            edit = Edit.replace_word(place, name, name.replace(bare, closest)) if closest else None
            yield subject.report("bad-hook", text, place, f"fields: {', '.join(spec.fields)}", edit=edit)


def _list_returns(function: FunctionNode) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Yields the returned and yielded expressions of a function with their statements; lists are split."""
    for node in walk_outside_functions(function):
        value = node.value if isinstance(node, (ast.Return, ast.Yield)) else None
        if value is None:
            continue
        arms = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
        for arm in arms:
            parts = arm.elts if isinstance(arm, (ast.List, ast.Tuple)) else [arm]
            yield from ((node, part) for part in parts)


def _check_answers(subject: Subject, impl: HookImplementation, kind: HookKind) -> Iterator[Finding]:
    for node, value in _list_returns(impl.function):
        name = impl.module.resolve_name(value.func if isinstance(value, ast.Call) else value)
        is_constant = isinstance(value, ast.Constant) and value.value is not None
        is_term, is_vote = name in TERM_FUNCTIONS, name in VOTE_ANSWERS
        is_wrong = is_constant or (is_vote if kind is not HookKind.VOTE else is_term)
        if is_wrong or (is_term and kind is HookKind.NOTIFY):
            fix = f"return {EXPECTED_ANSWERS[kind]}"
            if kind is HookKind.VOTE and isinstance(value, ast.Constant):
                fix = "ALLOW or PASS to permit" if value.value else "Deny(Message(...)) to forbid"
            elif kind is HookKind.FOLD and isinstance(value, ast.Constant):
                fix = "add(term, number, reason), or None for no change"
            text = f"{impl.hook} returns {EXPECTED_ANSWERS[kind]}, not {ast.unparse(value)}"
            yield subject.report("wrong-answer", text, impl.module.locate(node), fix)


def _check_replaced(subject: Subject, module: SourceModule) -> Iterator[Finding]:
    """Yields a finding for each implementation whose name is bound again in its module or in the entry."""
    hooks = {(impl.module.name, impl.function.name, impl.function.lineno): impl for impl in subject.implementations}
    bindings: list[tuple[str, SourceModule, int]] = []  # name, module and line of each definition
    for node in module.tree.body:
        if isinstance(node, FunctionNode):
            bindings.append((node.name, module, node.lineno))
        elif isinstance(node, ast.ImportFrom) and (sibling := module.find_sibling(node)) is not None:
            names = {alias.name: alias.asname or alias.name for alias in node.names}
            last = {function.name: function.lineno for function, top in sibling.list_functions() if top}
            inner = [name for name in last if name in names or "*" in names]
            bindings += [(names.get(name, name), sibling, last[name]) for name in inner]
    bound: dict[str, tuple[str, str]] = {}
    for name, origin, line in bindings:
        before, place = bound.pop(name, None), f"{origin.display_path}:{line}"
        if before is not None and before[0] != place:
            text = f"the hook {name} is replaced by another {name} at {place}, so it is never called"
            fix = f"give them different names: @hook.{before[1].rpartition(':')[2]} above any name"
            yield subject.report("replaced-hook", text, before[0], fix)
        impl = hooks.get((origin.name, name, line))
        if impl is not None:
            bound[name] = (place, impl.hook)
