"""Rules as data: checks the tables of mods against the hooks of a game, and binds them as implementations."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, EnumType
from typing import Annotated, Any

import msgspec

from footfall.api.deeds import Deed
from footfall.content.record_types import Ref, Words
from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Edit, Finding, find_closest, suggest
from footfall.engine.declarations.contributions import HookKind, Step
from footfall.engine.guards.problem_log import describe_error
from footfall.engine.host import Listener
from footfall.engine.model import Cause, Deny, Message
from footfall.expressions.checker import Scope, check_expression, make_constant
from footfall.expressions.errors import ExpressionError
from footfall.expressions.program import Output
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, TEXT, Input, Typed, accepts

from ..hooks.contract import HookSpec
from ..hooks.implementations import Implementation, adapt_arity
from .functions import PLACEMENT, RuleFunction, split_condition
from .rows import make_chance, read_rows
from .rule import OPERATIONS, Rule, walk
from .scope import Vocabulary, build_scope, find_hook, find_rule_type, list_settings

MAX_OUTPUTS = 16
"""Terms and values of deeds of a rule."""

PLACEMENT_HOOK = "on_generate"
"""The hook whose rules are placements."""

MAX_REASON = 200
"""Characters of a reason."""

KEYS_BY_KIND: Mapping[HookKind, tuple[str, ...]] = {
    HookKind.FOLD: (*OPERATIONS, "do", "dice", "odds"),
    HookKind.NOTIFY: ("do", "dice", "odds"),
    HookKind.VOTE: ("deny",),
    HookKind.CHAIN: ("do", "recipe"),
}
"""The keys that a rule may have besides `COMMON_KEYS`, by kind of hook."""

COMMON_KEYS = ("when", "needs", "reason", "before", "after")

EXPRESSION_CODES = {"syntax": "bad-expression", "limit": "bad-expression", "name": "unknown-name", "type": "wrong-type"}
"""The code of a finding by the kind of an `ExpressionError`."""


def list_keys(spec: HookSpec) -> tuple[str, ...]:
    """Returns the keys that a rule of a hook may have."""
    return (*COMMON_KEYS, *(OPERATIONS if spec.is_chance else KEYS_BY_KIND[spec.kind]))


class RuleError(ValueError):
    """A rule that does not fit its hook."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


def _list_readings(source: Input) -> Iterator[Input]:
    """Yields the readings of an input, those of its arguments included."""
    if source.kind == "reading":
        yield source
        for argument in source.arguments:
            if isinstance(argument, Input):
                yield from _list_readings(argument)


def bind_rules(
    records: Records, vocabulary: Vocabulary, settings: Mapping[str, Any]
) -> tuple[dict[str, tuple[Implementation, ...]], list[Finding]]:
    """Binds the rules of all mods.

    Args:
        settings: world settings by full name.

    Returns:
        The implementations by mod, in order, and findings about the rules that are not used.
    """
    binder = RuleBinder(records, vocabulary, settings)
    bound: dict[str, tuple[Implementation, ...]] = {}
    findings = []
    for table in records.rules:
        try:
            bound[table.mod] = (*bound.get(table.mod, ()), binder.bind(table))
        except RuleError as error:
            findings.append(error.finding)
        except Exception as error:
            findings.append(make_fault(table.mod, f"{table.hook} rule {table.name!r}", table.locate(), error))
    return bound, findings


def make_fault(mod: str, what: str, place: str, error: Exception) -> Finding:
    """Returns the finding for a case that no check knows, which ends one rule or condition alone."""
    fix = "change or remove it, and report the file: Footfall should name the reason"
    return Finding("bad-rule", mod, f"{what} cannot be used: {describe_error(error)}", place, fix)


class RuleBinder(msgspec.Struct):
    """Binds one rule after another; see `bind_rules`."""

    records: Records
    vocabulary: Vocabulary
    settings: Mapping[str, Any]
    _scopes: dict[tuple[str, str], Scope] = msgspec.field(default_factory=dict)
    _names: dict[tuple[str, str, str], RuleTable] = msgspec.field(default_factory=dict)

    def bind(self, table: RuleTable) -> Implementation:
        """Returns a rule as an implementation.

        Raises:
            RuleError: it does not fit its hook.
        """
        spec = self.find_spec(table)
        first = self._names.setdefault((table.mod, spec.name, table.name), table)
        if first is not table:
            text = f"{table.hook} rule {table.name!r} is defined twice, first at {first.locate()}"
            raise self.make_error(table, "defined-twice", text, (), "rename one of them")
        self.check_keys(table, spec)
        scope = self._find_scope(spec, table.mod)
        reason = self.read_text(table, "reason")
        in_step = ("ctx", PLACEMENT) if spec.name == PLACEMENT_HOOK else ("ctx",)
        arguments = in_step if spec.kind is HookKind.CHAIN else ()
        via = f"{spec.name}.{table.name}"
        rows, inner = read_rows(self, table, scope, via)
        function = RuleFunction(table, self.vocabulary.readings.functions, via, arguments)
        when = self._read_condition(table, inner)
        outputs = list(self.read_terms(table, spec, inner))
        for output in outputs:
            function.add_term(output, reason)
        outputs += self.read_deeds(table, spec, inner, function)
        denial = None
        if "deny" in table.table:
            text = self.read_text(table, "deny")
            denial = Deny(Message(text))
            outputs.append(Output("deny", text))
        self._check_outputs(table, spec, outputs)
        chance = make_chance(self, table, when, rows, via)
        rule = Rule(table, spec, when, tuple(outputs), self.vocabulary.readings, rows, chance)
        return self.make_implementation(rule, function, denial)

    def _check_outputs(self, table: RuleTable, spec: HookSpec, outputs: Sequence[Output]) -> None:
        if not outputs:
            text, needed = f"{spec.name} rule {table.name!r} does nothing", " or ".join(KEYS_BY_KIND[spec.kind])
            raise self.make_error(table, "bad-rule", text, (), f"add {needed}")
        if len(outputs) > MAX_OUTPUTS:
            raise self.make_error(table, "bad-rule", f"a rule has at most {MAX_OUTPUTS} results", (), "split the rule")

    def _read_condition(self, table: RuleTable, scope: Scope) -> Typed | None:
        """Returns the condition of a rule, which is asked before its dice; None: always."""
        scope = msgspec.structs.replace(scope, names={})
        condition = self.check(table, scope, table.table.get("when", True), (BOOLEAN,), "when")
        return None if condition.op == "constant" and condition.value is True else condition

    def make_implementation(self, rule: Rule, function: RuleFunction, denial: Deny | None) -> Implementation:
        """Returns the implementation of a checked rule."""
        table, spec = rule.table, rule.spec
        cause = Cause(table.mod, rule.via, table.locate())
        try:
            rule.program  # noqa: B018  -- built now, so that a rule that is too deep is reported
        except ExpressionError as error:
            raise self.make_error(table, "bad-expression", str(error), (), "split the rule") from None
        if spec.kind is HookKind.CHAIN:
            return self._make_chain_step(rule, function, cause)
        tests, rest = split_condition(rule.when)
        function.finish(rest, denial, rule.chance)
        arity = 2 if function.wants_context else 1
        listener = Listener(table.mod, spec.name, adapt_arity(function.function, arity), cause)
        before, after = (self.read_text(table, key) for key in ("before", "after"))
        return Implementation(
            listener, function.function, arity, False, tests, before, after, kind=spec.kind, rule=rule
        )

    def _make_chain_step(self, rule: Rule, function: RuleFunction, cause: Cause) -> Implementation:
        """Returns the implementation that adds a step to a chain; the step asks the condition in play."""
        table = rule.table
        function.finish(rule.when, None)
        before, after = (self.read_text(table, key) or None for key in ("before", "after"))
        recipes = self._list_recipes(table, rule.spec, before or after or "")
        step = Step(rule.step, function.function, before, after)

        def add_step(event: Any) -> list[Step]:
            return [step] if not recipes or event.name in recipes else []

        listener = Listener(table.mod, rule.spec.name, adapt_arity(add_step, 1), cause)
        return Implementation(listener, add_step, 1, kind=rule.spec.kind, rule=rule)

    def _list_recipes(self, table: RuleTable, spec: HookSpec, anchor: str) -> tuple[str, ...]:
        """Returns the recipes to which a rule adds its step; empty: all. At the end of a round, that of its anchor."""
        recipe = table.table.get("recipe", [])
        names = (recipe,) if isinstance(recipe, str) else tuple(recipe) if isinstance(recipe, list) else None
        if names is None or not all(isinstance(name, str) for name in names):
            fix = 'recipe = "..." or recipe = ["...", "..."]'
            raise self.make_error(table, "bad-rule", "recipe must be a text or a list of texts", ("recipe",), fix)
        return names if names or spec.name == PLACEMENT_HOOK or not anchor else (anchor.partition(":")[0],)

    # Keys.

    def find_spec(self, table: RuleTable) -> HookSpec:
        """Returns the hook of a rule."""
        spec, closest = find_hook(table.hook, self.vocabulary.hooks)
        if spec is None:
            text = f"there is no hook {table.hook!r}" + (f", did you mean {closest!r}?" if closest else "")
            known = ", ".join(n for n, s in sorted(self.vocabulary.hooks.items()) if s.kind in KEYS_BY_KIND)
            fix = f"a hook of one game needs that game in the manifest; hooks here: {known}"
            edit = Edit.replace_word(table.locate(), table.hook, closest)
            raise RuleError(Finding("misspelt-hook", table.mod, text, table.locate(), fix, edit=edit))
        if spec.kind not in KEYS_BY_KIND:
            text = f"{spec.name} is a {spec.kind.value} hook, which rules as data cannot implement"
            raise self.make_error(table, "bad-rule", text, (), "write it in Python")
        return spec

    def check_keys(self, table: RuleTable, spec: HookSpec) -> None:
        """Checks the keys of a rule."""
        known = list_keys(spec)
        for key in table.table:
            if key not in known:
                text = f"a rule of {spec.name} ({spec.kind.value}) has no key {key!r}{suggest(key, known)}"
                raise self.make_error(table, "bad-rule", text, (key,), f"keys: {', '.join(known)}", key, known)

    def read_text(self, table: RuleTable, key: str) -> str:
        """Returns a key that is a plain text, or ``""``."""
        value = table.table.get(key, "")
        if not isinstance(value, str) or len(value) > MAX_REASON:
            text = f"{key} must be a text of at most {MAX_REASON} characters"
            raise self.make_error(table, "bad-rule", text, (key,), f'{key} = "..."')
        return value

    def read_terms(self, table: RuleTable, spec: HookSpec, scope: Scope) -> Iterator[Output]:
        """Yields the terms of a rule, in the order of its file."""
        for operation in OPERATIONS:
            terms = table.table.get(operation, {})
            if not isinstance(terms, dict):
                text = f"{operation} must name a term: {operation}.{spec.terms[0]} = ..."
                raise self.make_error(table, "bad-rule", text, (operation,), f"terms: {', '.join(spec.terms)}")
            for name, value in terms.items():
                if name not in spec.terms:
                    text = f"{spec.name} has no term {name!r}{suggest(name, spec.terms)}"
                    fix = f"terms: {', '.join(spec.terms)}"
                    raise self.make_error(table, "misspelt-term", text, (operation, name), fix, name, spec.terms)
                types = (INTEGER, DECIMAL) if operation == "mul" else (INTEGER,)
                yield Output(operation, name, self.check(table, scope, value, types, operation, name))

    def read_deeds(self, table: RuleTable, spec: HookSpec, scope: Scope, function: RuleFunction) -> list[Output]:
        """Adds the deeds of a rule to its function, and returns their values."""
        deeds = table.table.get("do", {})
        is_placement = spec.name == PLACEMENT_HOOK
        offered = {name: d for name, d in self.vocabulary.deeds.items() if d.is_placement is is_placement}
        if not isinstance(deeds, dict):
            fix = f"deeds: {', '.join(sorted(offered))}"
            raise self.make_error(table, "bad-rule", "do must name a deed: do.tell = ...", ("do",), fix)
        outputs: list[Output] = []
        number = 0
        for name, rows in deeds.items():
            deed = offered.get(name)
            if deed is None:
                text = f"{spec.name} has no deed {name!r}{suggest(name, offered)}"
                fix = f"deeds: {', '.join(sorted(offered))}"
                raise self.make_error(table, "bad-rule", text, ("do", name), fix, name, offered)
            for row in rows if isinstance(rows, list) else [rows]:
                values = self.read_deed(table, scope, deed, row)
                function.add_deed(deed.build, values)
                outputs += [Output("deed", f"{number}:{name}.{key}", value) for key, value in values.items()]
                outputs += [] if values else [Output("deed", f"{number}:{name}")]
                number += 1
        return outputs

    def read_deed(self, table: RuleTable, scope: Scope, deed: Deed, row: Any) -> dict[str, Typed]:
        """Returns the values of one deed."""
        path = ("do", deed.name)
        row = row if isinstance(row, dict) else {next(iter(deed.parameters), "value"): row}
        for key in row:
            if key not in deed.parameters:
                text = f"{deed.name} has no value {key!r}{suggest(key, deed.parameters)}"
                fix = f"values: {', '.join(deed.parameters)}"
                raise self.make_error(table, "bad-rule", text, (*path, key), fix, key, deed.parameters)
        missing = [key for key in deed.parameters if key not in row and key not in deed.defaults]
        if missing:
            text = f"{deed.name} lacks the value {missing[0]!r}"
            raise self.make_error(table, "bad-rule", text, path, f"do.{deed.name} = {{ {missing[0]} = ... }}")
        values = {}
        for key, type in deed.parameters.items():
            if key in row:
                literal = typing.get_origin(type) is Annotated and typing.get_args(type)[0] is str
                if literal:
                    values[key] = make_constant(self.read_word(table, row[key], type, (*path, key)))
                else:
                    values[key] = self.check(table, scope, row[key], (find_rule_type(type),), *path, key)
        return values

    def read_word(self, table: RuleTable, value: Any, type: Any, path: tuple[str, ...]) -> str:
        """Returns a value of a deed that is written as it is: a text, a word of a list, or the id of a record."""
        if not isinstance(value, str) or not value or len(value) > MAX_REASON:
            raise self.make_error(table, "bad-rule", f"{path[-1]} must be a text", path, f'{path[-1]} = "..."')
        is_id = any(isinstance(mark, Ref) for mark in typing.get_args(type)[1:])
        word = f"{table.mod}:{value}" if is_id and ":" not in value else value
        if close := self._find_misspelling(word, type):
            text = f"{path[-1]} is {word!r}, which does not exist{close}"
            known = self._list_words(type)
            raise self.make_error(table, "bad-rule", text, path, f"one of: {', '.join(known)}", word, known)
        return word

    def _list_words(self, type: Any) -> Sequence[str]:
        """Returns the texts that an annotated type allows; empty if it allows all."""
        for mark in typing.get_args(type)[1:]:
            if isinstance(mark, Words):
                return (*mark.words, *self.records.words.get(mark.name, ()))
            if isinstance(mark, Ref):
                return [record.id for kind, record in self.records if kind == mark.kind]
        return ()

    def _find_misspelling(self, word: str, type: Any) -> str:
        """Returns ``", did you mean ...?"`` or ``";"`` if a type does not allow a word, else ``""``."""
        known = self._list_words(type) if typing.get_origin(type) is Annotated else ()
        return (suggest(word, known) or ";") if known and word not in known else ""

    def check_words(self, table: RuleTable, typed: Typed, source: str, path: tuple[str, ...]) -> None:
        """Checks the texts that an expression passes to readings, and those that it compares with ids of records."""
        for node in walk(typed):
            for what, compared, type in self._list_compared_words(table, node):
                if compared and (close := self._find_misspelling(compared, type)):
                    full = next((id for id in self._list_words(type) if id.endswith(f":{compared}")), "")
                    best = full or find_closest(compared, self._list_words(type))
                    close = f", did you mean {full!r}?" if full else close.rstrip(";")
                    column = source.find(compared) + 1 or node.column
                    error = ExpressionError(f"{what} is never {compared!r}{close}", column, "name", compared, best)
                    raise self._make_expression_error(table, source, error, path)
            for reading in _list_readings(node.value) if node.op == "input" else ():
                subject, _, name = reading.name.rpartition(".")
                declared = self.vocabulary.readings.sources[subject, name]
                for word, type in zip(reading.arguments, declared.parameters.values(), strict=True):
                    if isinstance(word, str) and (close := self._find_misspelling(word, type)):
                        text = f"{name!r} knows no {word!r}{close.rstrip(';')}"
                        best = find_closest(word, self._list_words(type))
                        error = ExpressionError(text, source.find(word) + 1 or node.column, "name", word, best)
                        raise self._make_expression_error(table, source, error, path)

    def _list_compared_words(self, table: RuleTable, node: Typed) -> Iterator[tuple[str, str, Any]]:
        """Yields each text that a node compares with a field or reading: what, the text, and the declared type."""
        if node.op not in ("compare", "in"):
            return
        words = [part.value for part in node.parts if part.op == "constant"] if node.op == "compare" else node.value
        for part in node.parts:
            if part.op != "input" or part.type != TEXT:
                continue
            declared = self._find_declared_type(table, part.value)
            yield from ((str(part.value), word, declared) for word in words if isinstance(word, str))

    def _find_declared_type(self, table: RuleTable, source: Input) -> Any:
        """Returns the declared type of a field or reading, with the marks that limit its values."""
        if source.kind == "field":
            return self.find_spec(table).find_field_type(source.name, exact=True)
        declared = self.vocabulary.readings.types.get(source.name) if source.kind == "reading" else None
        kinds = [kind for kind in (declared, *typing.get_args(declared)) if isinstance(kind, EnumType)]
        members: list[Enum] = list(kinds[0]) if kinds else []
        return Annotated[str, Words("", tuple(member.value for member in members))] if kinds else declared

    # Expressions.

    def check(self, table: RuleTable, scope: Scope, value: Any, types: tuple[str, ...], *path: str) -> Typed:
        """Returns the value of a key, which is a constant or an expression."""
        typed = None
        try:
            if isinstance(value, str):
                typed = check_expression(value, scope, types)
            elif isinstance(value, (bool, int, float)):
                typed = make_constant(value)
        except ExpressionError as error:
            raise self._make_expression_error(table, str(value), error, path) from None
        if typed is not None and isinstance(value, str):
            self.check_words(table, typed, value, path)
        elif typed is None or not any(accepts(type, typed.type) for type in types):
            text = f"{'.'.join(path)} cannot be {value!r}"
            raise self.make_error(table, "wrong-type", text, path, "write a number or an expression in quotes")
        return typed

    def _make_expression_error(
        self, table: RuleTable, source: str, error: ExpressionError, path: tuple[str, ...]
    ) -> RuleError:
        place = table.locate(*path)
        edit = Edit.replace_word(place, error.misspelled, error.suggestion) if error.misspelled else None
        column = table.find_column(source, error.column, *path)
        text = f"{table.hook} rule {table.name!r}, {'.'.join(path)}: {error}"
        fix = "correct it; until then the rule is not used"
        return RuleError(Finding(EXPRESSION_CODES[error.kind], table.mod, text, place, fix, edit=edit, column=column))

    def make_error(
        self,
        table: RuleTable,
        code: str,
        text: str,
        path: tuple[str, ...],
        fix: str,
        misspelled: str = "",
        known: Sequence[str] | Mapping[str, Any] = (),
    ) -> RuleError:
        place = table.locate(*path)
        edit = Edit.replace_word(place, misspelled, find_closest(misspelled, known)) if misspelled else None
        return RuleError(Finding(code, table.mod, text, place, fix, edit=edit))

    def _find_scope(self, spec: HookSpec, mod: str) -> Scope:
        if (spec.name, mod) not in self._scopes:
            settings = list_settings(self.settings, mod)
            self._scopes[spec.name, mod] = build_scope(spec, self.vocabulary.readings, settings)
        return self._scopes[spec.name, mod]
