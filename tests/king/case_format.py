"""The format of acceptance cases: data that is read from TOML or JSON, checked, and completed with defaults.

A file holds ``[[case]]`` tables (JSON: a list). A case has `given` (the board), `dice` (in order of use), `action`
(what the players do) and `expect` (path: value). Anything unknown is refused with a sentence that names the case and
the place.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec


class CaseError(AssertionError):
    """A case cannot be read or played, or does not hold; the message says why."""


class Status(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    left: int


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """A player. `spent`: actions used this turn; `trapper`: the figure that holds a TRAPPED player."""

    at: str
    sanity: int
    sanity_max: int = 5
    role: str = "NONE"
    keys: int = 0
    objects: list[str] = []
    statuses: list[Status] = []
    spent: int = 0
    trapper: str = ""
    skip_next_turn: bool = False
    slot_penalty: int = 0


class King(msgspec.Struct, forbid_unknown_fields=True):
    floor: int = 1
    banish: int = 0


class FalseKing(msgspec.Struct, forbid_unknown_fields=True):
    holder: str
    since: int


class Figure(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    type: str
    at: str
    stun: int = 0
    loot_objects: list[str] = []
    loot_keys: int = 0


class Special(msgspec.Struct, forbid_unknown_fields=True):
    type: str
    revealed: bool = True


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The board. Cards are listed from the top; without an order the players sit by name, and the first is active."""

    players: dict[str, Player]
    profile: str = "strict_p0"
    config: dict[str, Any] = {}
    round: int = 2
    order: list[str] = []
    starter: str = ""
    active: str = ""
    king: King = msgspec.field(default_factory=King)
    false_king: FalseKing | None = None
    stairs: dict[str, int] = {}
    boxes: dict[str, list[str]] = {}
    monsters: list[Figure] = []
    specials: dict[str, Special] = {}
    pedlar_deck: list[str] = []
    armoury: list[str] = []
    tue_tue_seen: int = 0
    tales: int = 0
    salon_uses: int = 0
    fury: bool = False
    keys_destroyed: int = 0

    def __post_init__(self) -> None:
        self.order = self.order or sorted(self.players)
        check_names("order", self.order, self.players)
        if len(set(self.order)) != len(self.players):
            raise ValueError(f"order must name every player once, not {self.order}")
        self.starter = self.starter or self.order[0]
        self.active = self.active or self.starter
        check_names("starter", [self.starter], self.players)
        check_names("active", [self.active], self.players)
        check_names("stairs", self.stairs, ("1", "2", "3"))
        self.stairs = {"1": 1, "2": 1, "3": 1} | self.stairs


class Die(msgspec.Struct, forbid_unknown_fields=True):
    """A die: its purpose and value; `die` (d4, d6) or `range` is checked if it is given."""

    purpose: str = msgspec.field(name="for")
    value: int
    die: str = ""
    range: tuple[int, int] | None = None


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a question of the end of a round; `use`, `object`, `mode` and `choice` all name the option."""

    kind: str = msgspec.field(name="for")
    actor: str
    object: str = ""
    use: str = ""
    mode: str = ""
    choice: str = ""
    discard: str = ""
    monster: str = ""

    @property
    def option(self) -> str:
        """The option to choose."""
        return (self.object or self.use or self.mode or self.choice).upper()


class Action(msgspec.Struct, forbid_unknown_fields=True):
    """What happens next; each type uses the fields it needs, and no others."""

    type: str
    actor: str = ""
    to: str = ""
    object: str = ""
    status: str = ""
    target: str = ""
    mode: str = ""
    discard: str = ""
    option: str = ""
    index: int | None = None
    amounts: dict[str, int] = {}
    times: int = 1
    decisions: list[Decision] = []

    def list_given_fields(self) -> set[str]:
        """Returns the names of the fields the case gives, without type and actor."""
        defaults = Action(self.type)
        names = ("to", "object", "status", "target", "mode", "discard", "option", "index", "amounts")
        return {name for name in (*names, "times", "decisions") if getattr(self, name) != getattr(defaults, name)}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """A case. `rule`, `why`, `assumes` and `engine` are for readers."""

    id: str
    given: Given
    expect: dict[str, Any]
    action: list[Action]
    dice: list[Die] = []
    rule: str = ""
    why: str = ""
    assumes: list[str] = []
    engine: dict[str, Any] = {}

    def __post_init__(self) -> None:
        self.expect = flatten(self.expect)


def flatten(table: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Returns nested tables as one with dotted paths."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{path}{name}.")
        else:
            flat[f"{path}{name}"] = value
    return flat


def check_names(what: str, names: Collection[str], known: Collection[str]) -> None:
    """Raises ValueError for a name that is not known."""
    for name in names:
        if name not in known:
            raise ValueError(f"{what}: {name!r} is not one of {', '.join(known)}")


def read_case(value: Mapping[str, Any]) -> Case:
    """Reads a case from plain data.

    Raises:
        CaseError: a field is unknown, missing or of another type.
    """
    try:
        return msgspec.convert(dict(value), Case)
    except msgspec.ValidationError as error:
        raise CaseError(f"case {value.get('id', '?')}: {error}") from None


def read_cases(path: Path) -> list[Case]:
    """Reads a file of cases.

    Raises:
        CaseError: it is not TOML or JSON, or a case in it is not one.
    """
    try:
        text = path.read_text(encoding="utf-8")
        tables = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise CaseError(f"{path.name}: {error}") from None
    rows = tables.get("case") if isinstance(tables, dict) else tables
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CaseError(f"{path.name}: a file of cases holds [[case]] tables, or in JSON a list of them")
    cases = [read_case(row) for row in rows]
    ids = [case.id for case in cases]
    if len(set(ids)) < len(ids):
        raise CaseError(f"{path.name}: two cases have one id")
    return cases
