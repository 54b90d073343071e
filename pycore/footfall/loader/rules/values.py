"""The values of a rule as data: texts, words and expressions, checked against its hook."""

import re
import typing
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from footfall.api.readings import Reading
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Edit, Finding, find_closest
from footfall.engine.declarations.rules import HookKind
from footfall.engine.guards.problem_log import describe_error
from footfall.expressions.checker import check_expression, make_constant
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import BIND, CHOICE, Scope, SharedRoll, Typed, accepts, walk

from ..hooks.contract import HookSpec
from .mistakes import describe_wrong_value, find_known_form, suggest_hooks
from .rule import OPERATIONS
from .scope import Vocabulary, build_scope, find_hook, list_settings
from .words import WordResolver, WordTable

_LOOP = re.compile(r"\b(for|while|lambda)\b|[\[\]{}]|\bf['\"]")


def explain_need_of_python(source: str, is_syntax: bool, reading: Reading | None) -> str:
    """Returns why an expression needs Python, or ``""`` if it has a mistake instead.

    Args:
        is_syntax: it does not follow the grammar.
        reading: the reading that it names, whose value rules as data do not have.
    """
    if reading is not None:
        is_list = typing.get_origin(reading.type) in (tuple, list, set, frozenset, dict)
        value = "a list" if is_list else "no number, text, flag or thing"
        return f"{reading.rule_name!r} gives {value}"
    return "a rule has no loops, lists or built texts" if is_syntax and _LOOP.search(source) else ""


def write_python_stub(spec: HookSpec, name: str, reading: Reading | None = None) -> str:
    """Returns the first lines of a listener in Python that replaces a rule."""
    owner, _, hook = spec.name.rpartition(":")
    lines = ["from footfall.api import hook"]
    call = ""
    if reading is not None:
        function = reading.read.__name__
        lines.append(f"from {reading.read.__module__} import {function}")
        subjects = ["event." + (spec.fields or ("actor",))[0]] * bool(reading.parameters)
        call = f"    found = {function}({', '.join(['ctx', *subjects, *list(reading.parameters)[1:]])})\n"
    marker = f'@hook.of("{owner}", "{hook}")' if owner else f"@hook.{hook}"
    arguments = ", ".join(spec.arguments)
    result = "return []" if spec.terms or not spec.arguments else "return None"
    return "\n".join([*lines, "", marker, f"def {name}({arguments}):"]) + f"\n{call}    {result}"


PLACEMENT_HOOK = "on_generate"
"""The hook whose rules are placements."""

MAX_REASON = 200
"""Characters of a reason."""

PICK_KEYS = ("choose", "where", "by", "up_to")
"""The keys of a choice among things."""

KEYS_BY_KIND: Mapping[HookKind, tuple[str, ...]] = {
    HookKind.FOLD: (*OPERATIONS, "do", "dice", "odds", *PICK_KEYS),
    HookKind.NOTIFY: ("do", "dice", "odds", *PICK_KEYS),
    HookKind.VOTE: ("deny",),
    HookKind.CHAIN: ("do", "recipe", "replaces", "skip", *PICK_KEYS),
    HookKind.FIRST: ("do", "answer"),
}
"""The keys that a rule may have besides `COMMON_KEYS`, by kind of hook."""

COMMON_KEYS = ("when", "needs", "reason", "before", "after")

NOT_USED = "correct it; until then the rule is not used"

EXPRESSION_CODES = {"syntax": "bad-expression", "limit": "bad-expression", "name": "unknown-name", "type": "wrong-type"}
"""The code of a finding by the kind of an `ExpressionError`."""


def list_keys(spec: HookSpec) -> tuple[str, ...]:
    """Returns the keys that a rule of a hook may have."""
    return (*COMMON_KEYS, *(OPERATIONS if spec.is_chance else KEYS_BY_KIND[spec.kind]))


class RuleError(ValueError):
    """A rule that does not fit its hook."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(findings[0].text)
        self.findings = findings


def make_fault(mod: str, subject: str, place: str, error: Exception) -> Finding:
    """Returns the finding for an error that no check foresees; it ends one rule or condition alone."""
    fix = "change or remove it, and report the file: Footfall should name the reason"
    return Finding("bad-rule", mod, f"{subject} cannot be used: {describe_error(error)}", place, fix)


class RuleValues:
    """Reads the values of one rule.

    Attributes:
        scope: the names that its expressions may use.
        via: its name in causes.
        findings: mistakes that have been found; the values that have them count as 0.
        items: the declared type of the item of its choice, by name.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        words: WordTable,
        settings: Mapping[str, Any],
        table: RuleTable,
        scopes: dict[tuple[str, str], Scope],
        rolls: Mapping[str, SharedRoll],
    ) -> None:
        """Finds the hook of a rule.

        Args:
            scopes: those built so far, by hook and mod.
            rolls: those that the rules of the mod share.

        Raises:
            RuleError: there is no such hook, or rules as data cannot implement it.
        """
        self.vocabulary, self.words, self.table = vocabulary, words, table
        self.spec = self._find_spec()
        key = self.spec.name, table.mod
        if key not in scopes:
            scopes[key] = build_scope(self.spec, vocabulary.readings, list_settings(settings, table.mod), rolls)
        self.scope = scopes[key]
        self.via = f"{self.spec.name}.{table.name}"
        self.findings: list[Finding] = []
        self.items: dict[str, Any] = {}

    def _find_spec(self) -> HookSpec:
        table = self.table
        spec = find_hook(table.hook, self.vocabulary.hooks)
        if spec is None:
            hooks = {name: spec for name, spec in self.vocabulary.hooks.items() if spec.kind in KEYS_BY_KIND}
            meant = suggest_hooks(table.hook, hooks)
            text = f"there is no hook {table.hook!r}" + (
                f", did you mean {' or '.join(map(repr, meant))}?" if meant else ""
            )
            owner = table.hook.rpartition(":")[0]
            fix = "footfall hooks --game GAME lists the hooks of a game"
            if owner and owner not in {spec.owner for spec in hooks.values()}:
                fix = f"a hook of {owner} needs that mod: name its game in games of mod.toml, or the mod in [requires]"
            edit = Edit.replace_word(table.locate(), table.hook, meant[0] if meant else "")
            raise RuleError(Finding("misspelt-hook", table.mod, text, table.locate(), fix, edit=edit))
        if spec.kind not in KEYS_BY_KIND:
            text = f"{spec.name} is a {spec.kind.value} hook, which rules as data cannot implement"
            raise self.make_error(text, (), f"write it in Python:\n{write_python_stub(spec, table.name)}")
        return spec

    def read_text(self, key: str) -> str:
        """Returns a key that is a plain text, or ``""``."""
        value = self.table.table.get(key, "")
        if not isinstance(value, str) or len(value) > MAX_REASON:
            text = f"{key} must be a text of at most {MAX_REASON} characters"
            raise self.make_error(text, (key,), self.write_example(key))
        return value

    def list_results(self) -> str:
        """Returns the results that a rule of the hook may have: a term, a deed."""
        spec, keys = self.spec, list_keys(self.spec)
        term = f"add.{spec.terms[0]}" if spec.terms else ""
        shapes = {"set": term, "do": "do.DEED", "deny": self.write_example("deny"), "answer": "answer", "skip": "skip"}
        return ", ".join(shape for key, shape in shapes.items() if shape and key in keys)

    def write_example(self, key: str) -> str:
        """Returns a key that is a plain text as a rule may have it, with its meaning."""
        slug = self.table.mod.rpartition(".")[2]
        denial = f'deny = "{slug}-no", the id of a text in locale/en/{slug}.ftl that says why not'
        return {"deny": denial, "reason": 'reason = "a sentence for footfall why"'}.get(key, f'{key} = "..."')

    def check(self, value: Any, types: tuple[str, ...], *path: str) -> Typed:
        """Returns the value of a key, which is a constant or an expression.

        Raises:
            RuleError: it is not valid.
        """
        scope = msgspec.structs.replace(self.scope, names={}) if path == ("when",) else self.scope  # asked before dice
        typed = None
        try:
            if isinstance(value, str):
                typed = check_expression(value, scope, types)
                if any(sign in value for sign in ("'", '"', "settings")):  # it may have a word
                    typed = self.make_resolver(value).resolve(typed)
                if path[0] == "dice" and (found := next((n for n in walk(typed) if n.op in (CHOICE, BIND)), None)):
                    what = "choice" if found.op == CHOICE else "calculated value of a reading"
                    raise ExpressionError(f"a row of dice has no {what}; write it in when", found.column, "type")
            elif isinstance(value, (bool, int, float)):
                typed = make_constant(value)
        except ExpressionError as error:
            for each in (error, *error.more):
                self.report_expression(str(value), each, path)
            return Typed("constant", types[0], 1, 0)
        if typed is None or not any(accepts(type, typed.type) for type in types):
            text, fix = describe_wrong_value(".".join(path), value, types)
            self.report(text, path, fix, code="wrong-type")
            return Typed("constant", types[0], 1, 0)
        return typed

    def make_resolver(self, source: str) -> WordResolver:
        """Returns the resolver of the words of an expression."""
        return WordResolver(source, self.spec, self.vocabulary.readings, self.words, {**self.items})

    def report_expression(self, source: str, error: ExpressionError, path: tuple[str, ...]) -> None:
        """Adds a mistake in an expression to the findings."""
        place = self.table.locate(*path)
        edit = Edit.replace_word(place, error.wrong_word, error.suggestion) if error.wrong_word else None
        column = self.table.find_column(source, error.column, *path)
        text = f"{self.table.hook} rule {self.table.name!r}, {'.'.join(path)}: {error}"
        fix = f"words: {', '.join(error.words)}" if error.words else find_known_form(source) or NOT_USED
        if error.wrong_word in self.spec.terms:
            fix = f"{error.wrong_word} is a term of this hook, which rules change and do not read"
        reading = self.vocabulary.readings.left_out.get(error.wrong_word)
        if reason := explain_need_of_python(source, error.kind == "syntax", reading):
            text = f"{self.table.hook} rule {self.table.name!r}, {'.'.join(path)}: this needs Python, because {reason}"
            fix, edit = f"write it in Python:\n{write_python_stub(self.spec, self.table.name, reading)}", None
        code = EXPRESSION_CODES[error.kind]
        self.findings.append(Finding(code, self.table.mod, text, place, fix, edit=edit, column=column))

    def report(self, *facts: Any, **keywords: Any) -> None:
        """Adds a mistake to the findings; the arguments are those of `make_error`."""
        self.findings += self.make_error(*facts, **keywords).findings

    def make_error(
        self,
        text: str,
        path: tuple[str, ...],
        fix: str,
        misspelled: str = "",
        known: Sequence[str] | Mapping[str, Any] = (),
        code: str = "bad-rule",
    ) -> RuleError:
        """Returns the error at a key of the rule."""
        place = self.table.locate(*path)
        edit = Edit.replace_word(place, misspelled, find_closest(misspelled, known)) if misspelled else None
        return RuleError(Finding(code, self.table.mod, text, place, fix, edit=edit))
