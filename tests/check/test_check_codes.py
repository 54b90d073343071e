"""The table of the codes of findings: complete, in order, and explained by the command."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main
from footfall.diagnostics.findings import Severity, load_codes
from footfall.loader.rules.values import EXPRESSION_CODES

SOURCE = Path(__file__).parents[2] / "pycore" / "footfall"


def explain(*words: str) -> Result:
    return CliRunner().invoke(main, ["mods", "check", "--explain", *words])


def test_a_code_is_explained_by_number_or_name() -> None:
    by_number, by_name = explain("ff403"), explain("set-order")
    assert by_number.exit_code == 0
    assert by_number.stdout == by_name.stdout
    assert by_number.stdout.startswith("FF403 set-order")
    assert json.loads(explain("FF403", "--json").stdout)["name"] == "set-order"
    assert "did you mean set-order?" in explain("set-odrer").stderr
    assert explain("all").stdout.count("\n") == len(load_codes())


def list_codes(path: Path) -> Iterator[str]:
    """Yields the literal codes of a module's findings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {
                "Finding": 0,
                "report": 0,
                "_skip_patch": 2,
                "_drop_record": 1,
                "HookError": 3,
                "IncompatibleModError": 0,
                "_error": 1,
            }.get(name)
            given = (
                [*node.args[place : place + 1], *(k.value for k in node.keywords if k.arg == "code")]
                if place is not None
                else []
            )
            yield from (each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str))


ROOMS = ("content", "diagnostics", "i18n", "loader", "check")


@pytest.mark.proof(0)
def test_the_table_has_exactly_the_codes_in_use() -> None:
    found = {code for room in ROOMS for path in SOURCE.glob(f"{room}/**/*.py") for code in list_codes(path)}
    found -= {""}
    found |= {"misspelt-hook", "bad-hook", *EXPRESSION_CODES.values()}  # defaults of HookError; codes by kind
    assert found - set(load_codes()) == set(), "add a table to pycore/footfall/diagnostics/codes.toml"
    words = {
        node.value
        for room in ROOMS
        for path in SOURCE.glob(f"{room}/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(load_codes()) - found - words == set(), "these codes are unused"


def test_numbers_are_in_order_and_every_code_is_documented() -> None:
    numbers = [code.number for code in load_codes().values()]
    assert numbers == sorted(set(numbers))
    for code in load_codes().values():
        assert code.number.startswith("FF")
        assert len(code.number) == 5
        for text in (code.meaning, code.why, code.fix):
            assert text.strip().endswith((".", ")", "on_hear", "run)", "hello."))


def test_levels_go_from_advice_to_error() -> None:
    assert list(Severity) == [Severity.NOTE, Severity.WARNING, Severity.ERROR]
