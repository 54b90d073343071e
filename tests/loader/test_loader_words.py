"""Words: each text of an event, reading, deed or command says which words it holds; a wrong word is an error."""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from footfall.api.deeds import Deed, NoChanges
from footfall.content.record_types import AnyText, MessageId, Ref, Words
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.loader.rules.scope import Vocabulary, find_rule_type
from footfall.loader.rules.words import WordTable, build_with_parts, list_marks
from footfall.reference.hooks_page import list_word_places
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing import scene
from footfall.testing.spy import HookSpy

GAMES = ("stealth", "king", "delve")


@pytest.fixture(scope="module", params=GAMES)
def loaded(request: pytest.FixtureRequest) -> LoadResult:
    return load(request.param, only_mods=())


OF_MODS = (Words("question", is_open=True), Words("answer", is_open=True), Words("card tag"))
"""Lists whose words only mods have."""


def get_words(loaded: LoadResult) -> tuple[Vocabulary, WordTable]:
    vocabulary = loaded.vocabulary
    assert vocabulary is not None
    return vocabulary, WordTable(vocabulary.words, loaded.rules.records, vocabulary.deeds)


def test_every_text_is_classified(loaded: LoadResult) -> None:
    vocabulary, _ = get_words(loaded)
    marked = (AnyText, MessageId, Ref, Words)
    unclassified = [
        place
        for place, type in list_word_places(vocabulary)
        if type is not typing.Any and not any(isinstance(mark, marked) for mark in list_marks(type))
    ]
    for command in loaded.rules.commands:
        for name, type in typing.get_type_hints(command, include_extras=True).items():
            marks = [mark for mark in list_marks(type) if isinstance(mark, AnyText | Ref | Words)]
            unclassified += [f"{command.__name__}: {name}"] if find_rule_type(type) == "text" and not marks else []
    assert not unclassified, "mark them with Ref, Words or AnyText"


def test_every_list_has_words_in_a_game() -> None:
    named, filled = set(), set()
    for game in GAMES:
        vocabulary, table = get_words(load(game, only_mods=()))
        for place, type in list_word_places(vocabulary):
            marks = [mark for mark in list_marks(type) if isinstance(mark, Ref | Words)]
            if any(mark not in OF_MODS for mark in marks):
                named.add(place)
                filled |= {place} if table.find(type) is not None else set()
    assert len(named) > 50
    assert sorted(named - filled) == []


def test_games_hold_only_known_words(loaded: LoadResult) -> None:
    """Games in play: each text of each event is a word of its field."""
    vocabulary, table = get_words(loaded)
    fields: Mapping[str, list[tuple[str, set[str]]]] = {
        hook: [
            (field, set(known.values()))
            for field in spec.fields or ()
            if (known := table.find(spec.find_field_type(field, exact=True))) is not None
        ]
        for hook, spec in vocabulary.hooks.items()
        if spec.kind.value in ("fold", "notify", "vote", "first") and not spec.is_chance
    }
    seen: dict[tuple[str, str], set[str]] = {}
    for seed in range(4):
        session = Session.begin(loaded.rules, seed, strict=True)
        spies = [HookSpy(session, hook) for hook, listed in fields.items() if listed]
        for _ in play_turns(session, choose_random_command, 150):
            pass
        for spy in spies:
            for event in spy.events:
                for field, known in fields[spy.hook]:
                    value = getattr(event, field)
                    if isinstance(value, str) and value:
                        seen.setdefault((spy.hook, field), set()).add(value)
                        assert value in known, (spy.hook, field)
    assert len(seen) >= 3


MANIFEST = '[mod]\nid = "you.words"\nversion = "1.0.0"\n'


def find_problems(folder: Path, game: str, rules: str, code: str = "") -> list[Any]:
    mod = folder / "words"
    (mod / "content").mkdir(parents=True)
    entry = 'entry = "."\n' if code else ""
    (mod / "mod.toml").write_text(f'{MANIFEST}{entry}games = ["{game}"]\n')
    (mod / "content" / "rules.toml").write_text(rules)
    if code:
        (mod / "__init__.py").write_text(code)
    return [finding for finding in load(game, mods=[mod], only_mods=()).findings if finding.mod == "you.words"]


WRONG = (
    ("king", "core.king:on_card", "card == 'GOBLIN'", 'do.tell = "x"', "'core.king:GOBLIN'"),
    ("king", "core.king:on_card", "place == 'F2_R5'", 'do.tell = "x"', "'F2_R4'"),
    ("king", "on_damage", "manner == 'hous'", "add.damage = 1", "'house'"),
    ("king", "on_damage", "target.role in ('core.king:TANC', 'x')", "add.damage = 1", "'core.king:TANK'"),
    ("king", "on_turn_start", "actor.has_status('VANITE')", 'do.tell = "x"', "'VANITY'"),
    ("king", "on_enter", "place != 'F1_Q'", 'do.tell = "x"', "'F1_P'"),
    ("stealth", "on_attack", "if(backstab, 'thrown', 'meele') == manner", "add.to_hit = 1", "'melee'"),
    ("stealth", "on_hear", "kind == 'dor'", "mul.range = 2", "'door'"),
    ("stealth", "on_death", "cause == 'hungr'", 'do.tell = "x"', "'hunger'"),
    ("stealth", "can_act", "command.name == 'core.stealth:wlak'", 'deny = "x"', ""),
    ("stealth", "on_status_gain", "status == 'poisoned'", 'do.tell = "x"', "'core.stealth:poisoned'"),
    ("stealth", "on_enter", "place.tile == 'core.stealth:florr'", 'do.tell = "x"', "'core.stealth:floor'"),
    ("stealth", "on_generate", "draft.recipe == 'core.stealth:cavrn'", 'do.lay = "core.stealth:dagger"', "cavern'"),
    ("delve", "core.delve:on_reveal", "kind == 'rom'", 'do.tell = "x"', "'room'"),
    ("delve", "core.delve:on_reveal", "special == 'portal'", 'do.tell = "x"', "'core.delve:portal'"),
)


@pytest.mark.proof(5)
@pytest.mark.parametrize(("game", "hook", "when", "result", "meant"), WRONG, ids=[row[2] for row in WRONG])
def test_a_wrong_word_is_an_error(tmp_path: Path, game: str, hook: str, when: str, result: str, meant: str) -> None:
    (problem,) = find_problems(tmp_path, game, f'[hook."{hook}".typo]\nwhen = "{when}"\n{result}\n')
    assert problem.code == "unknown-name"
    assert problem.location.endswith("rules.toml:2")
    assert not meant or re.search(f"did you mean .*{meant}", problem.text)
    assert problem.fix.startswith("words: ")


def test_full_ids_stand_for_what_the_game_holds(tmp_path: Path) -> None:
    """A rule that names records by their full ids applies where the game holds short ones."""
    rules = """
        [hook."core.king:on_card".goblin]
        when = "card == 'core.king:GOBLIN' and card in ('core.king:GOBLIN', 'core.king:CROWN')"
        do.remember = { name = "seen", value = 1 }
    """
    mod = tmp_path / "words"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(f'{MANIFEST}games = ["king"]\n')
    (mod / "content" / "rules.toml").write_text(rules)
    loaded = load("king", mods=[mod], only_mods=())
    assert not loaded.findings
    session = Session.begin(loaded.rules, 1, {"players": 2}, strict=True)
    event = loaded.vocabulary.hooks["core.king:on_card"].function.__globals__["Drawing"]  # type: ignore[union-attr]
    ctx = session.context("core.king")
    assert len(ctx.notify("core.king:on_card", event(0, "GOBLIN", "F1_R1"))) == 1
    assert not ctx.notify("core.king:on_card", event(0, "SPIDER", "F1_R1"))


def test_mods_add_words(tmp_path: Path) -> None:
    """By a table, and by a noise that a rule makes."""
    rules = """
        [words]
        cause = ["curse-of-ages"]

        [hook.on_open.gong]
        do.noise = { at = "at", loudness = 3, kind = "gong" }

        [hook.on_hear.gong]
        when = "kind == 'gong'"
        mul.range = 2

        [hook.on_death.old]
        when = "cause == 'curse-of-ages'"
        do.tell = "x"
    """
    assert not find_problems(tmp_path, "stealth", rules)


def test_filters_in_python_know_words(tmp_path: Path) -> None:
    code = """
from footfall.api import hook, mul

@hook.on_hear(kind="dor")
def creaks(event):
    return [mul("range", 2)]
"""
    (problem,) = find_problems(tmp_path, "stealth", "", code)
    assert "never 'dor', did you mean 'door'?" in problem.text
    assert problem.location.endswith("__init__.py:5") or problem.location.endswith("__init__.py:4")


def test_all_mistakes_of_a_rule_are_reported(tmp_path: Path) -> None:
    """Several of one expression, of terms, of a deed and of keys, each with its line and column."""
    rules = """[hook.on_attack.many]
when = "targt.hp < 3 and manner == 'hous' or attacker.stat('lukc') > 1"
add.to_hitt = 1
add.defense = "attacker.hpp"
do.hurt = { actor = "attackr", amont = 1 }
do.give = { actor = "target", effect = "core.stealth:poisned" }
reson = "x"
"""
    found = find_problems(tmp_path, "stealth", rules)
    places = [(int(f.location.rpartition(":")[2]), f.column, f.code) for f in found]
    assert sorted(places) == [
        (2, 9, "unknown-name"),
        (3, 0, "misspelt-term"),
        (4, 25, "unknown-name"),
        (5, 0, "bad-rule"),
        (5, 22, "unknown-name"),
        (6, 0, "bad-rule"),
        (7, 0, "bad-rule"),
    ]
    words = rules.replace("targt", "target")
    (tmp_path / "again").mkdir()
    found = find_problems(tmp_path / "again", "stealth", words)
    texts = [finding.text for finding in found if finding.location.endswith(":2")]
    assert len(texts) == 2
    assert "manner is never 'hous'" in texts[0]
    assert "'stat' knows no 'lukc'" in texts[1]


def test_what_needs_python_says_why_and_how_it_begins(tmp_path: Path) -> None:
    rules = """[hook.on_attack.crowd]
when = "actors_here > 3"
add.to_hit = "sum(a.hp for a in player)"

[hook.provide_bots.mine]
do.tell = "x"
"""
    by_line = {f.location.rpartition(":")[2]: f for f in find_problems(tmp_path, "stealth", rules)}
    assert "this needs Python, because 'actors_here' gives a list" in by_line["2"].text
    assert "this needs Python, because a rule has no loops, lists or built texts" in by_line["3"].text
    for line in ("2", "3", "5"):
        head, _, code = by_line[line].fix.partition("\n")
        assert head == "write it in Python:"
        compile(code, "start", "exec")
    code = by_line["2"].fix.partition("\n")[2]
    assert "@hook.on_attack\ndef crowd(event, ctx):\n    found = actors_here(ctx)\n    return []\n" in f"{code}\n"
    module = tmp_path / "start.py"
    module.write_text(f'MOD = "you.start"\n{code}\n')
    assert not [f for f in load("stealth", mods=[module], only_mods=()).findings if f.mod == "you.start"]


DEEDS = """
[hook.on_turn_end.gift]
when = "turn == 2"
do.give = { actor = "player", effect = "core.stealth:power", turns = 5 }

[hook.on_status_gain.ward]
do.give = { actor = "actor", effect = "status", turns = 0 }

[hook.on_status_gain.turns]
choose = "c in actor.creatures_within(9)"
do.behave = { actor = "c", behavior = "if(c.behavior == 'guard', 'wander', c.behavior)" }
"""


def test_a_deed_takes_a_word_that_may_fit(tmp_path: Path) -> None:
    """With a word that does not, it does nothing: the lamp is a status, and no effect."""
    assert not find_problems(tmp_path, "stealth", DEEDS)
    actors = {"E": {"mind": {"ai": "guard", "mood": "calm"}}}
    game = scene(["#######", "#@#.E.#", "#######"], mods=[tmp_path / "words"], actors=actors)
    game.do("q")
    assert game.look("E.ai") == "wander"
    (unchanged,) = game.unchanged
    assert unchanged.startswith("on_status_gain.ward: do.give: a word that it reads refers to nothing that exists")
    gained, lost = game.spy("on_status_gain"), game.spy("on_status_loss")
    game.do(".")
    assert [[event.status for event in spy.events] for spy in (gained, lost)] == [["core.stealth:power"]] * 2
    assert not any("ward" in line for line in game.unchanged)


REFUSED = (
    ("c.kind", "do.behave: behavior takes no word of 'c.kind', such as 'core.stealth:adept'"),
    ("c.mood", "do.behave: behavior takes no word of 'c.mood', such as 'asleep'"),
    ("if(c.is_awake, 'wandr', 'guard')", "do.behave.behavior: behavior is never 'wandr', did you mean 'wander'?"),
    ("if(c.is_awake, c.behavor, 'guard')", "an actor has no reading 'behavor', did you mean 'behavior'?"),
    ("if(c.is_awake, c.kind, c.mood)", "do.behave: behavior takes no word of 'c.kind', such as"),
    ("wandr", "do.behave: behavior is 'wandr', which does not exist, did you mean 'wander'?"),
)


@pytest.mark.parametrize(("value", "text"), REFUSED)
def test_a_deed_refuses_a_value_whose_words_never_fit(tmp_path: Path, value: str, text: str) -> None:
    head = '[hook.on_turn_end.a]\nchoose = "c in player.creatures_within(9)"\n'
    (problem,) = find_problems(tmp_path, "stealth", f'{head}do.behave = {{ actor = "c", behavior = "{value}" }}')
    assert text in problem.text


def test_a_deed_refuses_a_text_without_a_list_of_words(tmp_path: Path) -> None:
    rule = '[hook.on_generate.a]\nrecipe = "core.stealth:standard"\ndo.lay = { item = "draft.branch" }'
    (problem,) = find_problems(tmp_path, "stealth", rule)
    assert "do.lay: item takes words of a list, and 'draft.branch' may be any text" in problem.text


def test_a_mark_that_has_no_hash_is_no_obstacle() -> None:
    assert find_rule_type(typing.Annotated[int, {}]) == "integer"
    assert find_rule_type(typing.Annotated[tuple[int, ...], []]) == ""


@pytest.mark.parametrize(("is_answer", "nothing"), [(True, None), (False, NoChanges())])
def test_a_deed_does_nothing_without_the_part_of_its_mod(is_answer: bool, nothing: Any) -> None:
    deed = Deed("shout", {}, {}, "Shouts.", lambda ctx: ["a shout"], is_answer=is_answer)
    build = build_with_parts(deed, frozenset({"crowd"})).build
    assert build(SimpleNamespace(state=SimpleNamespace(parts={"crowd": 1}))) == ["a shout"]
    assert build(SimpleNamespace(state=SimpleNamespace(parts={"other": 1}))) == nothing
