"""Every reading, deed and notification of the board is used by rules of a mod, as a table says."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.api import events
from footfall.engine.core_changes import Remember
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.expressions.typed import Input
from footfall.loader import load
from footfall.plugins.king import changes
from footfall.plugins.king.state import Board, Monster, SpecialRoom, board_of

TABLE = tomllib.loads((Path(__file__).parent.parent / "data" / "vocabulary" / "king.toml").read_text("utf-8"))
READS = [("on_turn_start", *row) for row in TABLE["reads"].items()]
READS += [("on_enter", *row) for row in TABLE["places"].items()]
ReadWhy = Callable[[Any], dict[str, list[str]]]
DEEDS = list(TABLE["deeds"])


def write_rules() -> Iterator[str]:
    for number, (hook, expression, value) in enumerate(READS):
        source = expression
        if isinstance(value, bool):
            source = f"if({expression}, 1, 0)"
        elif isinstance(value, str):
            source = f"if({expression} == '{value}', 1, 0)"
        yield f'[hook.{hook}.r{number}]\ndo.remember = {{ name = "r{number}", value = "{source}" }}\n'
    for number, deed in enumerate(DEEDS):
        yield f'[hook.on_turn_end.d{number}]\nwhen = "number == {number}"\n{deed}\n'
    for name, (_, _, when) in TABLE["hooks"].items():
        hook = name if name.startswith("on_status") else f'"core.king:{name}"'
        yield f'[hook.{hook}.asked]\nwhen = "{when}"\ndo.remember = {{ name = "{name}" }}\n'


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Any:
    mod = tmp_path_factory.mktemp("words") / "words"
    (mod / "content").mkdir(parents=True)
    manifest = '[mod]\nid = "you.words"\nversion = "1.0.0"\napi = "1"\nname = "Words"\ngames = ["king"]\n'
    (mod / "mod.toml").write_text(f'{manifest}[requires]\n"core.king" = "*"\n', "utf-8")
    (mod / "content" / "rules.toml").write_text("\n".join(write_rules()), "utf-8")
    return load("king", mods=[mod], only_mods=(), strict=True).rules


def set_up(rules: Any) -> Session:
    session = Session.begin(rules, 4, {"players": 3, "profile": "full_game"}, strict=True, tracer=Tracer())
    board = board_of(session.state)
    for path, value in TABLE["put"].items():
        *way, last = path.split("/")
        owner: Any = board
        for part in way:
            owner = owner[int(part)] if isinstance(owner, list) else getattr(owner, part)
        setattr(owner, last, msgspec.convert(value, type(getattr(owner, last))))
    board.monsters = [Monster(1, "GOBLIN", 6, stun=1)]
    board.specials = [SpecialRoom(1, "TAVERN")]
    board.boxes[6], board.known_counts[6] = ["VIAL", "RING"], 1
    board.armory[:] = ["VIAL", "KEY"]
    return session


def follow(board: Board, path: str) -> Any:
    value: Any = board
    for part in path.split("/"):
        value = value[int(part)] if isinstance(value, list) else getattr(value, part)
    return value


def test_rules_read_the_board(rules: Any, read_why: ReadWhy) -> None:
    session = set_up(rules)
    ctx = session.context("core.king")
    asked = [*ctx.notify("on_turn_start", events.Turn(0, 4)), *ctx.notify("on_enter", events.Entering(0, "F2_R1"))]
    found = {change.key: change.value or 0 for p in asked for change in p.changes if isinstance(change, Remember)}
    expected = {expression: 1 if isinstance(value, str) else int(value) for _, expression, value in READS}
    assert {expression: found[f"r{n}"] for n, (_, expression, _) in enumerate(READS)} == expected
    why = read_why(session)
    for rule in (rule for rule in rules.hooks.rules.values() if rule.via in why and rule.inputs):
        assert [str(source) for source in rule.inputs if f"{source} " not in why[rule.via][0]] == []
    assert len(why) == len(READS)


@pytest.mark.parametrize("number", range(len(DEEDS)), ids=lambda n: DEEDS[n].partition(" ")[0][3:])
def test_rules_change_the_board(rules: Any, read_why: ReadWhy, number: int) -> None:
    session = set_up(rules)
    for proposal in session.context("core.king").notify("on_turn_end", events.Turn(0, number)):
        for change in proposal.changes:
            if type(change) in session.appliers:
                change.apply(session.state)
    expected = TABLE["deeds"][DEEDS[number]]
    assert {path: follow(board_of(session.state), path) for path in expected} == expected
    assert read_why(session)[f"on_turn_end.d{number}"]


@pytest.mark.parametrize("name", TABLE["hooks"])
def test_rules_hear_of_the_board(rules: Any, name: str) -> None:
    """The step that follows the event of the change asks the hook with its subject."""
    session = set_up(rules)
    kind, values, _ = TABLE["hooks"][name]
    change = getattr(changes, kind)(*to_tuples(values))
    event = change.apply(session.state)
    fields = [getattr(event, field) for field in event.__struct_fields__]
    steps = [step for step in session.reactions.get(type(event), ()) if step.rpartition("-")[2] == type(event).__name__]
    proposals = [p for step in steps for p in session.steps[step].run(session.context("core.king"), *fields)]
    assert [c.key for p in proposals for c in p.changes if isinstance(c, Remember)] == [name]


def to_tuples(value: Any) -> Any:
    return tuple(map(to_tuples, value)) if isinstance(value, list) else value


def list_keys(source: Input) -> Iterator[str]:
    if source.kind == "reading":
        yield source.name
    for argument in source.arguments:
        if isinstance(argument, Input):
            yield from list_keys(argument)


def test_every_word_of_the_board_has_a_case(rules: Any) -> None:
    vocabulary, own = load("king", only_mods=()).vocabulary, "footfall.plugins.king."
    assert vocabulary is not None
    own_rules = [rule for rule in rules.hooks.rules.values() if rule.mod == "you.words"]
    read = {key for rule in own_rules for source in rule.inputs for key in list_keys(source)}
    declared = [
        r for r in vocabulary.readings.sources.items() if r[1].read.__module__.startswith(own) and not r[1].limit
    ]
    assert [key for key, _ in declared if ".".join(filter(None, key)) not in read] == []
