"""The rows of dice in a rule as data: ``dice = [{ name = "slips", chance = [1, 6] }, { when = "slips" }]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.findings import suggest
from footfall.diagnostics.toml import RowNumber
from footfall.expressions.checker import Scope
from footfall.expressions.statements import Bernoulli, If, Let, Roll, Statement
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, Typed

from .chance import RuleChance, find_row_type
from .rule import build_reader, compile_condition
from .scope import Vocabulary

MAX_ROWS = 24
"""Rows of dice of a rule."""

ROW_KEYS = ("name", "value", "roll", "chance", "when")
"""The keys of a row of dice."""

ROW_EXAMPLE = 'dice = [{ name = "slips", chance = [1, 6] }, { when = "slips" }]'


class RowBinder(Protocol):
    """What checks the values of rules (`footfall.loader.rules.RuleBinder`)."""

    vocabulary: Vocabulary

    def check(self, table: RuleTable, scope: Scope, value: Any, types: tuple[str, ...], /, *path: str) -> Typed: ...
    def read_text(self, table: RuleTable, key: str) -> str: ...
    def make_error(
        self,
        table: RuleTable,
        code: str,
        text: str,
        path: tuple[str, ...],
        fix: str,
        misspelled: str = "",
        known: Sequence[str] = (),
    ) -> Exception: ...


def read_rows(binder: RowBinder, table: RuleTable, scope: Scope, via: str) -> tuple[tuple[Statement, ...], Scope]:
    """Returns the dice of a rule, and what its results may read."""
    rows = table.table.get("dice", [])
    if not isinstance(rows, list) or len(rows) > MAX_ROWS or not all(isinstance(row, dict) for row in rows):
        text = f"dice must be a list of at most {MAX_ROWS} rows"
        raise binder.make_error(table, "bad-rule", text, ("dice",), ROW_EXAMPLE)
    scope = msgspec.structs.replace(scope, has_dice=False) if rows else scope
    statements: list[Statement] = []
    for number, row in enumerate(rows):
        statement = _read_row(binder, table, scope, row, via, ("dice", RowNumber(number)))
        statements.append(statement)
        if not isinstance(statement, If):
            named = {**scope.names, statement.name: find_row_type(statement)}
            scope = msgspec.structs.replace(scope, names=named)
    return tuple(statements), scope


def _read_row(
    binder: RowBinder, table: RuleTable, scope: Scope, row: dict[str, Any], via: str, path: tuple[str, ...]
) -> Let | Roll | Bernoulli | If:
    """Returns one row: a condition, or a named value or die."""
    for key in row:
        if key not in ROW_KEYS:
            text = f"a row of dice has no key {key!r}{suggest(key, ROW_KEYS)}"
            raise binder.make_error(table, "bad-rule", text, path, f"keys: {', '.join(ROW_KEYS)}", key, ROW_KEYS)
    if row.keys() == {"when"}:
        return If(binder.check(table, scope, row["when"], (BOOLEAN,), *path, "when"), ())
    name = row.get("name")
    (kind, *others) = [key for key in row if key != "name"] or [""]
    if others or kind not in ("value", "roll", "chance") or not isinstance(name, str):
        text = "a row of dice is a condition, or a name with a value, a roll or a chance"
        raise binder.make_error(table, "bad-rule", text, path, ROW_EXAMPLE)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in scope.list_names():
        is_used = name in scope.list_names()
        text = f"{name!r} is " + ("set twice, or a name that the rule reads" if is_used else "no name")
        fix = "choose another name, of small letters, digits and _"
        raise binder.make_error(table, "bad-rule", text, path, fix)
    if kind == "value":
        return Let(name, binder.check(table, scope, row[kind], (INTEGER, DECIMAL, BOOLEAN), *path, kind))
    if not isinstance(row[kind], list) or len(row[kind]) != 2:
        text = f"{kind} takes two numbers: " + ("[low, high]" if kind == "roll" else "[1, 6], 1 in 6")
        raise binder.make_error(table, "bad-rule", text, path, ROW_EXAMPLE)
    first, second = (binder.check(table, scope, value, (INTEGER,), *path, kind) for value in row[kind])
    return Roll(name, via, first, second) if kind == "roll" else Bernoulli(name, via, first, second)


def make_chance(
    binder: RowBinder, table: RuleTable, when: Typed | None, rows: tuple[Statement, ...], via: str
) -> RuleChance | None:
    """Returns the rule of chance that a rule with rows is."""
    shown, readings = binder.read_text(table, "odds"), binder.vocabulary.readings.functions
    if not rows:
        if shown:
            raise binder.make_error(table, "bad-rule", "odds need dice", ("odds",), ROW_EXAMPLE)
        return None
    chance = RuleChance(via, rows, shown)
    holds = compile_condition(table, when, readings) if when is not None else lambda event, ctx: True
    chance.bind(build_reader(table, tuple(chance.inputs), readings), holds)
    return chance
