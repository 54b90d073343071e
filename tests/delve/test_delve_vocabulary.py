"""Every reading and deed of the delve is used by rules of a mod in play."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import ExploreExit

READS = tomllib.loads((Path(__file__).parent.parent / "data" / "vocabulary" / "delve.toml").read_text("utf-8"))["reads"]

DEEDS = """
[hook."core.delve:on_journal".clue]
when = "kind == 'lay' and way == 1 and zone == 1 and actor == 0"
do.award_clue = "zone"

[hook."core.delve:on_journal".counters]
when = "kind == 'award'"
do.spend_counters = 3

[hook."core.delve:decide_ruling".door]
when = "decision == 'core.delve:special_end'"
answer = "doorless_room"
"""


def format_reading(number: int, expression: str, value: Any) -> str:
    source = f"if({expression}, 1, 0)" if isinstance(value, bool) else expression
    source = f"if({expression} == '{value}', 1, 0)" if isinstance(value, str) else source
    head = f'[hook."core.delve:on_journal".r{number}]\nwhen = "kind == \'lay\'"\n'
    return f'{head}do.remember = {{ name = "r{number}", value = "{source}" }}\n'


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    mod = tmp_path_factory.mktemp("words") / "words"
    (mod / "content").mkdir(parents=True)
    manifest = '[mod]\nid = "you.words"\nversion = "1.0.0"\napi = "1"\nname = "Words"\ngames = ["delve"]\n'
    (mod / "mod.toml").write_text(f'{manifest}[requires]\n"core.delve" = "*"\n', "utf-8")
    rules = [format_reading(number, *row) for number, row in enumerate(READS.items())]
    (mod / "content" / "rules.toml").write_text("\n".join([*rules, DEEDS]), "utf-8")
    session = Session.begin(
        load("delve", mods=[mod], only_mods=(), strict=True).rules, 1, {"mode": "table"}, strict=True
    )
    assert session.submit(ExploreExit(actor=session.state.question.actor, exit=1)).refusal is None
    return session


def test_rules_read_the_delve(session: Session) -> None:
    memory = session.state.memory["you.words"]
    expected = {expression: 1 if isinstance(value, str) else int(value) for expression, value in READS.items()}
    assert {expression: memory.get(f"r{number}", 0) for number, expression in enumerate(READS)} == expected


def test_rules_change_the_delve_and_rule(session: Session) -> None:
    assert session.state.parts["core.delve"].delve.count_clues() == 1
    ctx = session.context("core.delve")
    from footfall.plugins.delve.hookspecs import Ruling

    assert ctx.decide("core.delve:decide_ruling", Ruling("core.delve:special_end", "x")) == "doorless_room"
    assert ctx.decide("core.delve:decide_ruling", Ruling("core.delve:fit", "x")) is None


def test_every_word_of_the_delve_has_a_case() -> None:
    vocabulary = load("delve", only_mods=()).vocabulary
    assert vocabulary is not None
    own = [
        r.rule_name
        for r in vocabulary.readings.sources.values()
        if r.read.__module__.startswith("footfall.plugins.delve.")
    ]
    assert [name for name in own if not any(name in text for text in READS)] == []
    deeds = [n for n, d in vocabulary.deeds.items() if d.build.__module__.startswith("footfall.plugins.delve.")]
    assert [name for name in deeds if f"do.{name} " not in DEEDS] == []
