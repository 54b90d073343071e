"""The rows of dice in a rule as data: ``dice = [{ name = "slips", chance = [1, 6] }, { when = "slips" }]``."""

import re
from typing import Any

import msgspec

from footfall.diagnostics.findings import suggest
from footfall.diagnostics.toml import RowNumber
from footfall.expressions.checker import check_in
from footfall.expressions.choices import check_shared_roll
from footfall.expressions.statements import Bernoulli, If, Let, Roll, Statement
from footfall.expressions.syntax import ExpressionError, Node
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, ROLLS, Scope, Typed

from .chance import RuleChance, find_row_type
from .rule import build_reader
from .values import RuleError, RuleValues

MAX_ROWS = 24
"""Rows of dice of a rule."""

ROW_KEYS = ("name", "value", "roll", "chance", "when")
"""The keys of a row of dice."""

NO_ROLLS = 'in a rule with dice, a row names a shared roll: { name = "wind", roll = "gale" }'

ROW_EXAMPLE = 'dice = [{ name = "slips", chance = [1, 6] }, { when = "slips" }]'


def read_rows(rule: RuleValues) -> tuple[Statement, ...]:
    """Returns the dice of a rule; from now on, expressions of the rule may read their names."""
    rows = rule.table.table.get("dice", [])
    if not isinstance(rows, list) or len(rows) > MAX_ROWS or not all(isinstance(row, dict) for row in rows):
        raise rule.make_error(f"dice must be a list of at most {MAX_ROWS} rows", ("dice",), ROW_EXAMPLE)
    outer = rule.scope
    if rows:
        rule.scope = msgspec.structs.replace(outer, has_dice=False, no_rolls=NO_ROLLS)
    statements: list[Statement] = []
    for number, row in enumerate(rows):
        statement = _read_row(rule, row, ("dice", RowNumber(number)), outer)
        statements.append(statement)
        if not isinstance(statement, If):
            named = {**rule.scope.names, statement.name: find_row_type(statement)}
            rule.scope = msgspec.structs.replace(rule.scope, names=named)
    return tuple(statements)


def _read_row(
    rule: RuleValues, row: dict[str, Any], path: tuple[str, ...], outer: Scope
) -> Let | Roll | Bernoulli | If:
    """Returns one row: a condition, or a named value or die.

    Args:
        outer: the names that a shared roll may read.
    """
    for key in row:
        if key not in ROW_KEYS:
            text = f"a row of dice has no key {key!r}{suggest(key, ROW_KEYS)}"
            raise rule.make_error(text, path, f"keys: {', '.join(ROW_KEYS)}", key, ROW_KEYS)
    if row.keys() == {"when"}:
        return If(rule.check(row["when"], (BOOLEAN,), *path, "when"), ())
    name = row.get("name")
    (kind, *others) = [key for key in row if key != "name"] or [""]
    if others or kind not in ("value", "roll", "chance") or not isinstance(name, str):
        text = "a row of dice is a condition, or a name with a value, a roll or a chance"
        raise rule.make_error(text, path, ROW_EXAMPLE)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in rule.scope.list_names():
        is_used = name in rule.scope.list_names()
        text = f"{name!r} is " + ("set twice, or a name that the rule reads" if is_used else "not a name")
        fix = "choose another name, of small letters, digits and _"
        raise rule.make_error(text, path, fix)
    if kind == "value":
        return Let(name, rule.check(row[kind], (INTEGER, DECIMAL, BOOLEAN), *path, kind))
    if kind == "roll" and isinstance(row[kind], str):
        roll = row[kind]
        try:
            shared = check_shared_roll(Node("name", 1, roll), roll, outer, check_in)
        except ExpressionError as error:
            rule.report_expression(roll, error, (*path, kind))
            raise RuleError(*rule.findings) from None
        low, high = (Typed("constant", INTEGER, 1, face) for face in (outer.rolls[roll].low, outer.rolls[roll].high))
        return Roll(name, f"{ROLLS}.{roll}", low, high, shared)
    if not isinstance(row[kind], list) or len(row[kind]) != 2:
        text = f"{kind} takes two numbers: " + ("[low, high]" if kind == "roll" else "[1, 6], 1 in 6")
        raise rule.make_error(text, path, ROW_EXAMPLE)
    first, second = (rule.check(value, (INTEGER,), *path, kind) for value in row[kind])
    return Roll(name, rule.via, first, second) if kind == "roll" else Bernoulli(name, rule.via, first, second)


def make_chance(rule: RuleValues, condition: Typed | None, rows: tuple[Statement, ...]) -> RuleChance | None:
    """Returns the rows of dice of a rule as a rule of chance; None if it has none."""
    shown, readings = rule.read_text("odds"), rule.vocabulary.readings.functions
    if not rows:
        if shown:
            raise rule.make_error("odds need dice", ("odds",), ROW_EXAMPLE)
        return None
    chance = RuleChance(rule.via, rows, shown)
    conditions = () if condition is None else (condition,)
    values = tuple(chance.inputs), conditions, tuple(chance.shared_dice.values())
    chance.bind(*(build_reader(rule.table, each, readings) for each in values))
    return chance
