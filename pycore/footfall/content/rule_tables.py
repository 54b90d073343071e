"""Rules as files define them: ``[hook.on_hear.screams_carry]``. `loader/rules` binds them to their hooks."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from footfall.diagnostics.toml import TomlDocument
from footfall.expressions.python import MAX_DIE
from footfall.expressions.typed import SharedRoll

MAX_RULES = 2_000
"""Rules of a mod."""

MAX_NAME = 60
"""Characters of a rule's name."""


STEP = "step"
"""The word in ``each`` for the step of the game that asks a hook."""

MAX_KEYS = 3
"""Expressions in ``each`` of a shared roll."""

ROLL_EXAMPLE = '[roll.gale] with roll = [1, 6] and each = "turn"'


def read_shared_roll(name: str, table: Any) -> SharedRoll | str:
    """Returns a roll that rules share, ``[roll.gale]``, or why there is none."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not isinstance(table, dict) or {*table} != {"roll", "each"}:
        return f"a shared roll has a name of small letters, digits and _, and two keys: {ROLL_EXAMPLE}"
    faces, each = table["roll"], table["each"]
    if not isinstance(faces, list) or [type(face) for face in faces] != [int, int] or faces[0] >= faces[1]:
        return f"roll.{name}.roll must be two whole numbers, the smaller one first: [1, 6]"
    if max(map(abs, faces)) > MAX_DIE:
        return f"roll.{name}.roll has a face beyond {MAX_DIE:,}"
    keys = each if isinstance(each, list) else [each]
    if not 1 <= len(keys) <= MAX_KEYS or not all(isinstance(key, str) and key.strip() for key in keys):
        return f'roll.{name}.each must be an expression, or up to {MAX_KEYS}: "turn // 10", ["turn", "actor"], "{STEP}"'
    others = tuple(key for key in keys if key.strip() != STEP)
    return SharedRoll(faces[0], faces[1], others, len(others) < len(keys))


class RuleTable(msgspec.Struct, frozen=True, eq=False):
    """One rule.

    Attributes:
        hook: the hook's name as the file has it.
        name: unique in the mod and hook.
        table: its keys; see ``docs/modding/grammar.md``.
    """

    mod: str
    hook: str
    name: str
    document: TomlDocument
    table: Any

    def find_problem(self) -> str:
        """Returns why this is not a rule, or ``""``."""
        if not isinstance(self.table, dict):
            return f"hook.{self.hook}.{self.name} must be a table: a rule has a name"
        if len(self.name) > MAX_NAME or not re.fullmatch(r"[A-Za-z0-9_-]+", self.name):
            return f"the name of a rule has at most {MAX_NAME} letters, digits, - and _"
        return ""

    def locate(self, *path: str) -> str:
        """Returns ``file:line`` of a key of the rule."""
        return self.document.locate("hook", self.hook, self.name, *path)

    def iter_message_ids(self, deeds: Mapping[str, Collection[str]]) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yields the path and the id of each text that the rule names.

        Args:
            deeds: for each deed with texts, the values that are their ids; the first may be written alone.
        """
        for key in ("deny", "odds"):
            if isinstance(self.table.get(key), str):
                yield (key,), self.table[key]
        for name, row in self.iter_deeds():
            values = row if isinstance(row, dict) else {"text": row} if name == "tell" else {}
            ids = (values.get(key) for key in deeds.get(name, ()))
            yield from ((("do", name), id) for id in ids if isinstance(id, str) and id)

    def iter_deeds(self) -> Iterator[tuple[str, Any]]:
        """Yields the name of each deed and its values as the file has them: a table, or the first value alone."""
        deeds = self.table.get("do")
        for name, rows in deeds.items() if isinstance(deeds, dict) else ():
            yield from ((name, row) for row in (rows if isinstance(rows, list) else [rows]))

    def find_column(self, source: str, column: int, *path: str) -> int:
        """Returns the column in its line of a character of an expression, or 0 if it cannot be known.

        Args:
            column: the column of the character in `source`, from 1.
            path: keys of the expression in the rule.
        """
        line = self.locate(*path).rpartition(":")[2]
        key = path[-1] if path else ""
        return self.document.find_column(int(line), source, column, key) if line.isdigit() else 0
