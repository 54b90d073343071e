"""Rules as data: checks the tables of mods against the hooks of a game, and binds them as implementations."""

import typing
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from footfall.api.deeds import Deed, Opposite
from footfall.content.record_types import Ref
from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Finding, suggest
from footfall.engine.core_changes import Push
from footfall.engine.declarations.rules import HookKind, Step
from footfall.engine.guards.rule_steps import CHANGE_STEPS
from footfall.engine.host import Listener
from footfall.engine.model import Cause, Deny, Message
from footfall.engine.terms import MAX_TERM
from footfall.expressions.checker import check_expression, check_in, make_constant
from footfall.expressions.choices import check_pick, make_choice
from footfall.expressions.program import Output, may_exceed_registers
from footfall.expressions.relations import find_range
from footfall.expressions.syntax import MIN_INTEGER, ExpressionError
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, TEXT, Scope, Typed

from ..hooks.implementations import Implementation, adapt_arity
from .functions import PLACEMENT, RuleFunction, split_condition
from .mistakes import find_known_key
from .rows import make_chance, read_rows
from .rule import OPERATIONS, Rule, place_at
from .scope import Vocabulary, find_rule_type
from .values import MAX_REASON, PICK_KEYS, PLACEMENT_HOOK, RuleError, RuleValues, list_keys, make_fault
from .words import WordTable

EXAMPLE = 'choose = "foe in actor.creatures_within(5)"'


def read_pick(rule: RuleValues) -> Typed | None:
    """Returns the choice of a rule; from now on, expressions of the rule may read its item. None if it has none.

    Raises:
        RuleError: a key of it does not fit.
    """
    table = rule.table.table
    if "choose" not in table:
        for key in PICK_KEYS:
            if key in table:
                raise rule.make_error(f"{key} needs choose", (key,), EXAMPLE)
        return None
    source, most = table["choose"], table.get("up_to", 1)
    if not isinstance(source, str):
        raise rule.make_error("choose must be a text", ("choose",), EXAMPLE)
    try:
        choice, rule.scope, values = check_pick(source, 1, rule.scope, check_in)
        rule.items[choice.item.name] = rule.vocabulary.readings.find_item_type(choice.items.name)
        resolver = rule.make_resolver(source)
        values = [(item, resolver.resolve(value)) for item, value in values]
        if type(most) is not int or not 1 <= most <= choice.limit:
            text = f"up_to must be a number from 1 to {choice.limit}, the most that this list has"
            raise rule.make_error(text, ("up_to",), "up_to = 3")
        where = rule.check(table.get("where", True), (BOOLEAN,), "where")
        order = rule.check(table.get("by", 0), (INTEGER,), "by")
        choice = replace(choice, items=resolver.resolve_input(choice.items, 1), count=most)
        return make_choice(choice, choice.item.type, 1, (where, order), values)
    except ExpressionError as error:
        rule.report_expression(source, error, ("choose",))
        raise RuleError(*rule.findings) from None


ANSWERING = (HookKind.VOTE, HookKind.FIRST)
"""The kinds of hook whose listener gives one answer."""

CHAIN_ANCHORS = ("before", "after", "replaces", "skip")
"""The keys of a chain's rule that name a step."""

MAX_OUTPUTS = 16
"""Terms and values of deeds of a rule."""


def run_unless(function: Callable[..., Any], step: str) -> Callable[..., Any]:
    """Returns a step of a chain that runs a rule, or another step where the condition of the rule does not hold."""

    def run(ctx: Any) -> Any:
        found = function(ctx)
        return (Push(step),) if found is None else found

    return run


def run_within_limit(function: Callable[..., Any], rule: Rule, cause: Cause) -> Callable[..., Any]:
    """Returns a step of a chain that runs a rule unless the rules of its mod have taken too many steps."""

    def run(ctx: Any, *draft: Any) -> Any:
        if not ctx.may_run_rule(rule.hook, cause, rule.own_steps):
            return None
        found = function(ctx, *draft)
        ctx.count_rule_steps(CHANGE_STEPS * len(found or ()))
        return found

    run.__doc__ = function.__doc__
    return run


def bind_rules(
    records: Records,
    vocabulary: Vocabulary,
    settings: Mapping[str, Any],
    words: WordTable,
    uncounted: Container[str] = (),
) -> tuple[dict[str, tuple[Implementation, ...]], list[Finding]]:
    """Binds the rules of all mods.

    Args:
        settings: world settings by full name.
        uncounted: mods whose steps have no limit: those of the game itself.

    Returns:
        The implementations by mod, in order, and findings about the rules that are not used.
    """
    bound: dict[str, list[Implementation]] = {}
    scopes: dict[tuple[str, str], Scope] = {}
    known: dict[tuple[str, str, str], RuleTable] = {}
    findings: list[Finding] = []
    for table in records.rules:
        try:
            binder = RuleBinder(vocabulary, words, settings, table, scopes, records.rolls.get(table.mod, {}))
            rule = binder.bind(known, table.mod not in uncounted)
            bound.setdefault(table.mod, []).append(rule)
        except RuleError as error:
            findings += error.findings
        except Exception as error:
            findings.append(make_fault(table.mod, f"{table.hook} rule {table.name!r}", table.locate(), error))
    dropping = [msgspec.structs.replace(finding, drops_rule=True) for finding in findings]
    return {mod: tuple(rules) for mod, rules in bound.items()}, dropping


class RuleBinder(RuleValues):
    """Binds one rule; see `bind_rules`."""

    def bind(self, known: dict[tuple[str, str, str], RuleTable], is_counted: bool = True) -> Implementation:
        """Returns the rule as an implementation.

        Args:
            known: the rules so far, by mod, hook and name.
            is_counted: whether it counts its steps.

        Raises:
            RuleError: it does not fit its hook.
        """
        table, spec = self.table, self.spec
        first = known.setdefault((table.mod, spec.name, table.name), table)
        if first is not table:
            text = f"{table.hook} rule {table.name!r} is defined twice, first at {first.locate()}"
            raise self.make_error(text, (), "rename one of them", code="defined-twice")
        self.check_keys()
        in_step = ("ctx", PLACEMENT) if spec.name == PLACEMENT_HOOK else ("ctx",)
        arguments = in_step if spec.kind is HookKind.CHAIN else ()
        reason, rows = self.read_text("reason"), read_rows(self)
        is_answer = spec.kind in ANSWERING
        readings = self.vocabulary.readings.early if PLACEMENT in arguments else self.vocabulary.readings.functions
        function = RuleFunction(table, readings, self.via, arguments, is_answer, is_counted)
        condition = self.check(table.table.get("when", True), (BOOLEAN,), "when")
        when = None if condition.op == "constant" and condition.value is True else condition
        function.pick = pick = read_pick(self)
        outputs = list(self._read_terms())
        for output in outputs:
            function.add_term(output, reason)
        outputs += self._read_deeds(function)
        outputs += self._read_words(function)
        if not outputs and not self.findings:
            self.report(f"{spec.name} rule {table.name!r} does nothing", (), f"add a result: {self.list_results()}")
        if len(outputs) > MAX_OUTPUTS:
            text = f"the results of a rule have at most {MAX_OUTPUTS} values, and these have {len(outputs)}"
            self.report(text, (), "split the rule: a term is one value, a deed has those that are written")
        if self.findings:
            raise RuleError(*self.findings)
        chance = make_chance(self, when, rows)
        rule = Rule(table, spec, when, tuple(outputs), self.vocabulary.readings, rows, chance, pick)
        return self._make_implementation(rule, function)

    def _read_words(self, function: RuleFunction) -> Iterator[Output]:
        """Yields the results that are a word: a denial, an answer, the step that is skipped."""
        if "deny" in self.table.table:
            text = self.read_text("deny")
            function.add_answer(Deny(Message(text)))
            yield Output("deny", text)
        if "answer" in self.table.table:
            function.add_answer(self.read_text("answer"))
            yield Output("deed", f"0:answer.{self.read_text('answer')}")
        if "skip" in self.table.table:
            yield Output("deed", f"0:skip.{self.read_text('skip')}")
        if self.spec.kind in ANSWERING and function.result_count > 1:
            raise self.make_error(f"a rule of {self.spec.name} has one result", (), "split the rule")

    def check_keys(self) -> None:
        """Reports keys that a rule of its hook does not have."""
        spec, keys = self.spec, list_keys(self.spec)
        for key in self.table.table:
            if key not in keys:
                other = find_known_key(key)
                text = (
                    f"a rule of {spec.name} ({spec.kind.value}) has no key {key!r}{'' if other else suggest(key, keys)}"
                )
                self.report(text, (key,), other or f"keys: {', '.join(keys)}", "" if other else key, keys)
        if spec.kind is not HookKind.CHAIN:
            return
        named = [key for key in CHAIN_ANCHORS if key in self.table.table]
        if len(named) > 1:
            raise self.make_error(f"a rule has one of {', '.join(CHAIN_ANCHORS)}", (named[1],), "split the rule")
        if "skip" in named and self.table.table.get("do"):
            raise self.make_error("a rule that skips a step does nothing else", ("do",), "write replaces")
        if spec.name == PLACEMENT_HOOK and {"skip", "replaces"} & {*named} and "when" in self.table.table:
            text = "the step of a generator is replaced or skipped in every level, so that the rule has no condition"
            raise self.make_error(text, ("when",), "needs says for which games")

    def _make_implementation(self, rule: Rule, function: RuleFunction) -> Implementation:
        table, spec = rule.table, rule.spec
        cause = Cause(table.mod, rule.via, table.locate())
        function.result_steps = 0 if rule.pick is None else rule.result_steps
        if may_exceed_registers(rule.rows, rule.values):
            try:
                rule.program  # noqa: B018  -- built now, so that a rule that is too deep is reported
            except ExpressionError as error:
                raise self.make_error(str(error), (), "split the rule", code="bad-expression") from None
        if spec.kind is HookKind.CHAIN:
            return self._make_chain_step(rule, function, cause)
        tests, rest = split_condition(rule.when)
        function.finish(rest, rule.chance)
        arity = 2 if function.wants_context else 1
        listener = Listener(table.mod, spec.name, adapt_arity(function.function, arity), cause)
        before, after = (self.read_text(key) for key in ("before", "after"))
        return Implementation(
            listener, function.function, arity, False, tests, before, after, kind=spec.kind, rule=rule
        )

    def _make_chain_step(self, rule: Rule, function: RuleFunction, cause: Cause) -> Implementation:
        """Returns the implementation that adds a step to a chain; the step asks the condition in play."""
        table = rule.table
        function.finish(rule.when)
        before, after, replaces, skip = (self.read_text(key) or None for key in CHAIN_ANCHORS)
        recipe, anchor = table.table.get("recipe", []), before or after or replaces or skip or ""
        recipes = (recipe,) if isinstance(recipe, str) else tuple(recipe) if isinstance(recipe, list) else None
        if recipes is None or not all(isinstance(name, str) for name in recipes):
            fix = 'recipe = "..." or recipe = ["...", "..."]'
            raise self.make_error("recipe must be a text or a list of texts", ("recipe",), fix)
        if not recipes and rule.spec.name != PLACEMENT_HOOK and anchor:  # at the end of a round: that of its anchor
            recipes = (anchor.partition(":")[0],)
        function.function.__doc__ = self.read_text("reason") or f"The rule `{rule.name}` of {rule.mod}."
        run = run_within_limit(function.function, rule, cause) if function.is_counted else function.function
        step = Step(rule.step, run, before, after, replaces or skip)
        if skip and rule.when is None:
            step = Step(skip, skip=True)
        elif replaces or skip:
            step = Step(rule.step, run_unless(run, str(replaces or skip)), replaces=replaces or skip)
        if step.run is not None:
            place_at(step.run, table)

        def add_step(event: Any) -> list[Step]:
            return [step] if not recipes or event.name in recipes else []

        listener = Listener(table.mod, rule.spec.name, adapt_arity(add_step, 1), cause)
        return Implementation(listener, add_step, 1, kind=rule.spec.kind, rule=rule)

    def _read_terms(self) -> Iterator[Output]:
        """Yields the terms of a rule, in the order of its file."""
        for operation in OPERATIONS:
            terms = self.table.table.get(operation, {})
            if not isinstance(terms, dict):
                text = f"{operation} must name a term: {operation}.{self.spec.terms[0]} = ..."
                raise self.make_error(text, (operation,), f"terms: {', '.join(self.spec.terms)}")
            for name, value in terms.items():
                if name not in self.spec.terms:
                    text = f"{self.spec.name} has no term {name!r}{suggest(name, self.spec.terms)}"
                    fix = f"terms: {', '.join(self.spec.terms)}"
                    self.report(text, (operation, name), fix, name, self.spec.terms, "misspelt-term")
                    continue
                types = (INTEGER, DECIMAL) if operation == "mul" else (INTEGER,)
                typed = self.check(value, types, operation, name)
                if typed.op == "constant" and abs(typed.value) > MAX_TERM:
                    text = f"{operation}.{name} = {value} is out of bounds: a term is at most {MAX_TERM:,}"
                    self.report(text, (operation, name), "write a smaller number", code="wrong-type")
                yield Output(operation, name, typed)

    def _read_deeds(self, function: RuleFunction) -> list[Output]:
        """Adds the deeds of a rule to its function, and returns their values."""
        deeds = self.table.table.get("do", {})
        is_placement = self.spec.name == PLACEMENT_HOOK
        is_answer = self.spec.kind is HookKind.FIRST
        offered = {
            name: d
            for name, d in self.vocabulary.deeds.items()
            if d.is_placement is is_placement and d.is_answer is is_answer
        }
        if not isinstance(deeds, dict):
            fix = f"deeds: {', '.join(sorted(offered))}"
            raise self.make_error("do must name a deed: do.tell = ...", ("do",), fix)
        outputs: list[Output] = []
        number = 0
        for name, rows in deeds.items():
            deed = offered.get(name)
            if deed is None:
                text = f"{self.spec.name} has no deed {name!r}{suggest(name, offered)}"
                self.report(text, ("do", name), f"deeds: {', '.join(sorted(offered))}", name, offered)
                continue
            for row in rows if isinstance(rows, list) else [rows]:
                values = self._read_deed(deed, row)
                words = {key: self.words.find(deed.parameters[key]) for key in values if values[key].op != "constant"}
                function.add_deed(deed, values, {key: {*known.values()} for key, known in words.items() if known})
                outputs += [Output("deed", f"{number}:{name}.{key}", value) for key, value in values.items()]
                outputs += [] if values else [Output("deed", f"{number}:{name}")]
                number += 1
        return outputs

    def _read_deed(self, deed: Deed, row: Any) -> dict[str, Typed]:
        path = ("do", deed.name)
        row = row if isinstance(row, dict) else {next(iter(deed.parameters), "value"): row}
        for key in row:
            if key not in deed.parameters:
                text = f"{deed.name} has no value {key!r}{suggest(key, deed.parameters)}"
                self.report(text, (*path, key), f"values: {', '.join(deed.parameters)}", key, deed.parameters)
        missing = [key for key in deed.parameters if key not in row and key not in deed.defaults]
        if missing:
            text = f"{deed.name} lacks the value {missing[0]!r}"
            self.report(text, path, f"do.{deed.name} = {{ {missing[0]} = ... }}")
        values: dict[str, Typed] = {}
        for key, type in deed.parameters.items():
            if key in row:
                literal = typing.get_origin(type) is Annotated and typing.get_args(type)[0] is str
                if literal:
                    word = self.read_word(deed, key, row[key])
                    values |= {} if word is None else {key: word}
                else:
                    mistakes = len(self.findings)
                    values[key] = self.check(row[key], (find_rule_type(type),), *path, key)
                    if len(self.findings) == mistakes:
                        self.check_bounds(deed, key, values[key])
        return values

    def read_word(self, deed: Deed, key: str, value: Any) -> Typed | None:
        """Returns a text of a deed, a word or an expression that may give one; None with a finding if it is neither."""
        type, place = deed.parameters[key], ("do", deed.name, key)
        if not isinstance(value, str) or not value or len(value) > MAX_REASON:
            self.report(f"do.{deed.name}: {key} is a text in quotes", place, f'{key} = "..."')
            return None
        is_id = any(isinstance(mark, Ref) for mark in typing.get_args(type)[1:])
        word = f"{self.table.mod}:{value}" if is_id and ":" not in value else value
        try:
            if misfit := self.words.find_misfit(word, type):
                self.report(f"do.{deed.name}: {key} is {word!r}, {misfit}", place, "name another record")
            return make_constant(self.words.hold(word, type, f"{key} is never"))
        except ExpressionError as error:
            unknown = error
        fix = f"words: {', '.join(unknown.words)}"
        try:
            typed, resolver = check_expression(value, self.scope, (TEXT,)), self.make_resolver(value)
            typed = resolver.hold_constants(resolver.resolve(typed), [(key, type)])
        except ExpressionError as error:
            if "(" in value:
                self.report_expression(value, error, place)
                return None
            meant = self.words.find_meant(value, type)
            near = f", did you mean {meant!r}?" if meant else ""
            self.report(f"do.{deed.name}: {key} is {word!r}, which does not exist{near}", place, fix, value, (meant,))
            return None
        declared = resolver.list_declared(typed)
        held = {name: [*(self.words.find(kind) or {"any text": ""}).items()] for name, kind in declared}
        known = {*(self.words.find(type) or {}).values()}
        if held and not any(word in known for words in held.values() for _, word in words):
            name, ((word, is_listed), *_) = next(iter(held.items()))
            told = f"takes no word of {name!r}, such as {word!r}"
            told = told if is_listed else f"takes words of a list, and {name!r} may be any text"
            self.report(f"do.{deed.name}: {key} {told}", place, fix)
            return None
        return typed

    def check_bounds(self, deed: Deed, key: str, value: Typed) -> None:
        """Reports a number of a deed that is never within the bounds of its type."""
        marks = typing.get_args(deed.parameters[key])[1:]
        found = find_range(value, {})
        for bound in marks:
            if not isinstance(bound, msgspec.Meta):
                continue
            low, high = (MIN_INTEGER if bound.ge is None else bound.ge), (MAX_TERM if bound.le is None else bound.le)
            if found.high < low or found.low > high:
                other = next((mark.deed for mark in marks if isinstance(mark, Opposite)), "")
                text = f"do.{deed.name}: {key} is {found.low if found.low > high else found.high}, and must be "
                text += f"at least {low}" if found.high < low else f"at most {high:,}"
                fix = (
                    f"do.{other} does the opposite"
                    if other and found.high < low
                    else "write a number within these bounds"
                )
                self.report(text, ("do", deed.name), fix, code="wrong-type")
