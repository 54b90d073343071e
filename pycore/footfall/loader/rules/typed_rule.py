"""A rule as data on one line, as the console takes it: ``on_hear when kind == 'door' then mul.range = 2``."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from footfall.content.record_types import AnyText, MessageId
from footfall.content.records import Records
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import Finding
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.expressions.checker import FUNCTIONS
from footfall.expressions.typed import ANY, ROLLS, TEXT, VALUES, Scope

from ..hooks.contract import HookSpec
from ..hooks.implementations import Implementation
from .binder import RuleBinder
from .rule import OPERATIONS
from .scope import Vocabulary, build_scope, find_hook, list_settings
from .values import KEYS_BY_KIND, RuleError, list_keys
from .words import WordTable, list_marks

FORM = "on_hear when kind == 'door' then mul.range = 2; reason = creaks"

_PARTS = re.compile(r"\s*(?P<hook>[\w:.-]+)(?:\s+when\s+(?P<when>.*?))?\s+then\s+(?P<results>.*)", re.DOTALL)
_LAST_PATH = re.compile(r"[\w.]*$")
_COMPARED = re.compile(r"(?P<path>[\w.]+)\s*(?:==|!=)\s*(?P<word>'[^']*)$")
_ASKED = re.compile(r"(?P<path>[\w.]+)\((?P<word>'[^']*)$")
_RESULT = re.compile(r"(?P<key>[\w.]*)(?P<value>\s*=.*)?$", re.DOTALL)


class TypedRule(msgspec.Struct, frozen=True):
    """A rule that has been typed.

    Attributes:
        source: the rule as a file has it; empty if it is not a rule.
        listener: the rule bound to its hook; None if it has mistakes.
        findings: its mistakes; their columns are those of `source`.
    """

    source: str
    listener: Implementation | None
    findings: tuple[Finding, ...]


def write_toml(text: str, name: str) -> str:
    """Returns a typed rule as a file has it.

    A value that TOML does not know is taken as an expression or a text.

    Raises:
        ValueError: it has no hook or no result.
    """
    found = _PARTS.fullmatch(text)
    rows = [part.partition("=") for part in found["results"].split(";") if part.strip()] if found is not None else []
    if found is None or not rows or not all(sign for _, sign, _ in rows):
        raise ValueError(f"a rule is written like this: {FORM}")
    lines = [f"[hook.{json.dumps(found['hook']) if ':' in found['hook'] else found['hook']}.{name}]"]
    lines += [f"when = {json.dumps(found['when'].strip())}"] if found["when"] else []
    for key, _, value in rows:
        value = value.strip()
        try:
            tomllib.loads(f"value = {value}")
        except tomllib.TOMLDecodeError:
            value = json.dumps(value)
        lines.append(f"{key.strip()} = {value}")
    return "\n".join(lines) + "\n"


def bind_typed_rule(
    text: str, mod: str, name: str, vocabulary: Vocabulary, records: Records, settings: Mapping[str, Any]
) -> TypedRule:
    """Checks a typed rule like one of a file."""
    try:
        source = write_toml(text, name)
        document = TomlDocument("typed", source.encode())
        ((hook, rows),) = document.data["hook"].items()
        table = RuleTable(mod, hook, name, document, rows[name])
        words = WordTable(vocabulary.words, records, vocabulary.deeds)
        return TypedRule(
            source, RuleBinder(vocabulary, words, settings, table, {}, records.rolls.get(mod, {})).bind({}), ()
        )
    except RuleError as error:
        return TypedRule(source, None, error.findings)
    except (ValueError, TomlError) as error:
        return TypedRule("", None, (Finding("bad-rule", mod, str(error)),))


class RuleCompletion:
    """Completes a rule that is being typed.

    Args:
        mod: whose settings it may read by their short names.
    """

    def __init__(self, mod: str, vocabulary: Vocabulary, records: Records, settings: Mapping[str, Any]) -> None:
        self._mod, self._vocabulary, self._settings = mod, vocabulary, settings
        self._words, self._rolls = WordTable(vocabulary.words, records, vocabulary.deeds), records.rolls.get(mod, {})

    def complete(self, text: str) -> list[str]:
        """Returns the texts that may follow, each whole: hooks, names, readings, words, terms, deeds."""
        head, then, results = text.partition(" then ")
        hook, when, condition = head.lstrip().partition(" when ")
        if not then and not when:
            name, space, _ = hook.partition(" ")
            hooks = (n for n, spec in self._vocabulary.hooks.items() if spec.kind in KEYS_BY_KIND)
            known = [f"{name} when ", f"{name} then "] if space else sorted(hooks)
            return [option for option in known if option.startswith(hook) and option != hook]
        spec = find_hook(hook.strip(), self._vocabulary.hooks)
        if spec is None:
            return []
        settings = list_settings(self._settings, self._mod)
        scope = build_scope(spec, self._vocabulary.readings, settings, self._rolls)
        if not then:
            return [
                head[: len(head) - len(condition)] + option
                for option in self.complete_expression(condition, scope, spec)
            ]
        start, last = text[: len(text) - len(results.rpartition(";")[2])], results.rpartition(";")[2].lstrip()
        found = _RESULT.match(last)
        if found is not None and found["value"] is not None:
            typed = text[: len(text) - len(found["value"])] + " = "
            value = found["value"].partition("=")[2].lstrip()
            return [typed + option for option in self.complete_value(found["key"], value, scope, spec)]
        keys = [key for key in list_keys(spec) if key not in (*OPERATIONS, "do", "when", "dice")]
        keys += [f"{operation}.{term}" for operation in OPERATIONS for term in spec.terms]
        keys += [f"do.{deed}" for deed in self._vocabulary.deeds] if "do" in list_keys(spec) else []
        return [f"{start.rstrip()} {key} = " for key in sorted(keys) if key.startswith(last)]

    def complete_value(self, key: str, value: str, scope: Scope, spec: HookSpec) -> Iterator[str]:
        """Yields the values of a result."""
        deed = self._vocabulary.deeds.get(key.removeprefix("do."))
        first = next(iter(deed.parameters.values()), None) if deed is not None and key.startswith("do.") else None
        known = self._words.find(first) if first is not None else None
        if known is not None:
            yield from (word for word in known if word.startswith(value.strip('"')))
        elif not any(isinstance(mark, AnyText | MessageId) for mark in list_marks(first)):
            yield from self.complete_expression(value, scope, spec)

    def complete_expression(self, text: str, scope: Scope, spec: HookSpec) -> Iterator[str]:
        """Yields an expression with its last name, reading or word completed."""
        for pattern, is_asked in ((_COMPARED, False), (_ASKED, True)):
            if found := pattern.search(text):
                annotation = self.find_annotation(found["path"], scope, spec, is_asked)
                known = self._words.find(annotation) or {} if annotation is not None else {}
                end = "')" if is_asked else "'"
                typed = text[: len(text) - len(found["word"])]
                yield from (f"{typed}'{word}{end}" for word in known if word.startswith(found["word"][1:]))
                return
        match = _LAST_PATH.search(text)
        path = match[0] if match is not None else ""
        start = text[: len(text) - len(path)]
        subject, dot, name = path.rpartition(".")
        if not dot:
            names = {*scope.list_names(), *(f"{function}(" for function in FUNCTIONS)}
            yield from (start + option for option in sorted(names) if option.startswith(name))
            return
        if subject == ROLLS:
            yield from (f"{start}{ROLLS}.{option}" for option in scope.rolls if option.startswith(name))
        kind = self.find_kind(subject, scope)
        if kind and kind not in VALUES:
            for option in sorted(scope.list_reading_names(kind)):
                if option.startswith(name):
                    takes = scope.find_readings(kind, option)[0].parameters[1:]
                    call = "('" if takes[:1] == (TEXT,) else "(" if takes else ""
                    yield f"{start}{subject}.{option}{call}"

    def find_kind(self, path: str, scope: Scope) -> str:
        """Returns the type of a path of names, or ``""``."""
        first, *names = path.split(".")
        kind = scope.readings["", first].type if ("", first) in scope.readings else scope.fields.get(first, "")
        for name in names:
            found = scope.find_readings(kind, name) if kind else []
            kind = found[0].type if found else ""
        return kind

    def find_annotation(self, path: str, scope: Scope, spec: HookSpec, is_asked: bool) -> Any:
        """Returns the declared type of a field or reading; of one that is asked, the type of the text that it takes."""
        subject, _, name = path.rpartition(".")
        if not subject and scope.fields.get(name) in (TEXT, ANY):
            return spec.find_field_type(name, exact=True)
        kind = self.find_kind(subject, scope)
        alone = [scope.readings["", name]] if ("", name) in scope.readings else []
        found = scope.find_readings(kind, name) if kind else alone
        if not found:
            return None
        source = self._vocabulary.readings.sources[found[0].subject, found[0].name]
        return list(source.parameters.values())[-1] if is_asked and source.parameters else source.type
