"""Every reading and deed of the delve is used by rules of a mod in play."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from delve_cases import Faces

from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import ExploreExit, SearchWall
from footfall.plugins.delve.hookspecs import Ruling
from footfall.plugins.delve.vocabulary import award_clue

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
        load("delve", mods=[mod], only_mods=(), strict=True).rules,
        1,
        {"mode": "table"},
        strict=True,
        tracer=Tracer(),
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
    assert ctx.decide("core.delve:decide_ruling", Ruling("core.delve:special_end", "x")) == "doorless_room"
    assert ctx.decide("core.delve:decide_ruling", Ruling("core.delve:fit", "x")) is None


def test_why_has_a_line_for_each_word(session: Session, read_why: Callable[[Any], dict[str, list[str]]]) -> None:
    session.context("core.delve").decide("core.delve:decide_ruling", Ruling("core.delve:special_end", "x"))
    why = read_why(session)
    own = [rule for rule in session.rules.hooks.rules.values() if rule.mod == "you.words"]
    assert [rule.via for rule in own if rule.via not in why] == []
    unread = [(rule.via, s) for rule in own for s in rule.inputs if not any(f"{s} " in line for line in why[rule.via])]
    assert unread == []


def test_a_clue_may_belong_to_no_zone(session: Session) -> None:
    ctx = session.context("core.delve")
    assert [change.note.zone for change in award_clue(ctx)] == [-1]
    assert [change.note.zone for zone in (1, 99) for change in award_clue(ctx, zone)] == [1, -1]


def test_every_word_of_the_delve_has_a_case() -> None:
    vocabulary = load("delve", only_mods=()).vocabulary
    assert vocabulary is not None
    own = [
        r.rule_name
        for r in vocabulary.readings.sources.values()
        if r.read.__module__.startswith("footfall.plugins.delve.")
    ]
    assert [name for name in own if not any(name in text for text in READS)] == []


TOTALS = """
[hook."core.delve:on_total".omen]
when = "table == 'core.delve:length' and first_face == 9"
dice = [{ name = "second", roll = [1, 12] }]
set.total = "min(total, second)"
do.remember = { name = "omens", value = "memory.omens + 1" }
reason = "an omen"

[hook."core.delve:on_total".darkness]
when = "table == 'core.delve:secret' and zone == 1"
add.total = "-20 * (1 - zone_searches(zone))"
"""


def begin_with(rules: str, folder: Path, faces: list[int], party: str = "") -> Session:
    """A game at the table with a mod of rules, in which exit 1 was explored; `faces` are those of all dice."""
    (folder / "content").mkdir()
    manifest = '[mod]\nid = "you.totals"\nversion = "1.0.0"\napi = "1"\nname = "Totals"\ngames = ["delve"]\n'
    (folder / "mod.toml").write_text(f'{manifest}[requires]\n"core.delve" = "*"\n', "utf-8")
    (folder / "content" / "rules.toml").write_text(rules, "utf-8")
    settings = {"core.delve.secret_where": "anywhere"}
    found = load("delve", mods=[folder], only_mods=(), strict=True, settings=settings)
    session = Session.begin(found.rules, 1, {"mode": "table", "party": party}, strict=True)
    session.dice_source = Faces(faces)
    assert session.submit(ExploreExit(actor=session.state.question.actor, exit=1)).refusal is None
    return session


@pytest.mark.parametrize(("second", "row"), [(2, 2), (12, 9)])
def test_a_rule_takes_the_lower_of_two_dice(tmp_path: Path, second: int, row: int) -> None:
    delve = begin_with(TOTALS, tmp_path, [9, second, 3, 3, 12, 12]).state.parts["core.delve"].delve
    roll = delve.journal[-1].rolls[0]
    assert (roll.table, roll.faces, roll.total, roll.row) == ("length", (9,), row, "one" if row == 2 else "two")


def test_a_rule_makes_a_search_harder(tmp_path: Path) -> None:
    session = begin_with(TOTALS, tmp_path, [1, 3, 3, 12, 12])
    delve = session.state.parts["core.delve"].delve
    for hero, kind, total in ((delve.leader, "search", -8), (delve.leader + 1, "found", 12)):
        session.dice_source = Faces([12])
        command = SearchWall(actor=session.state.question.actor, zone=1, wall="1L", hero=hero)
        assert session.submit(command).refusal is None
        assert (delve.journal[-1].kind, delve.journal[-1].rolls[0].total) == (kind, total)


BASE_WORDS = """
[hook."core.delve:on_reveal".absent]
when = "floor == 0 and not player.cell.is_lit and count(c in player.creatures_in_view, true) == 0"
do.remember = { name = "reads", value = "memory.reads + 1" }
do.noise = { at = "player.cell", loudness = 9 }
"""


def test_words_of_the_base_game_are_nothing_at_the_table(tmp_path: Path) -> None:
    session = begin_with(BASE_WORDS, tmp_path, [1, 3, 3, 12, 12])
    assert session.state.memory["you.totals"] == {"reads": 1}


LONE_HERO = """
[hook."core.delve:on_journal".trap]
when = "kind == 'lay' and is_alone"
do.wound = {wound}
do.remember = {{ name = "read", value = "100 * solo_life + 10 * solo_potions + solo_edge + solo_alarm + solo_foes" }}

[hook."core.delve:on_journal".balm]
when = "kind == 'lay'"
do.mend = 2
"""


@pytest.mark.parametrize(("party", "wound", "life"), [("alone", 5, 9), ("alone", 12, 0), ("", 5, None)])
def test_rules_wound_and_mend_a_lone_hero(tmp_path: Path, party: str, wound: int, life: int | None) -> None:
    session = begin_with(LONE_HERO.format(wound=wound), tmp_path, [1, 3, 3, 12, 12], party)
    solo = session.state.parts["core.delve"].delve.solo
    assert getattr(solo, "life", None) == life
    assert session.state.memory.get("you.totals", {}) == ({} if life is None else {"read": 1210})
    assert session.state.outcome == ("died" if life == 0 else None)


def test_rules_read_who_searched_a_zone(tmp_path: Path) -> None:
    rule = """
[hook."core.delve:on_journal".searched]
when = "kind == 'found' or kind == 'search'"
do.remember = { name = "seats", value = "sum(h in zone_searchers(1), 10 + h.searches)" }
"""
    session = begin_with(rule, tmp_path, [1, 3, 3, 12, 12])
    for hero, seats in ((1, 11), (3, 22)):
        session.dice_source = Faces([1])
        command = SearchWall(actor=session.state.question.actor, zone=1, wall="1L", hero=hero)
        assert session.submit(command).refusal is None
        assert session.state.memory["you.totals"] == {"seats": seats}
