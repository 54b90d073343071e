"""Mods change numbers of rules of chance in data: play, odds, bots, explanations and compiled turns read the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

from footfall.api.chance import Dice, chance_rule, count_odds, enumerate_odds
from footfall.app.why_page import build_why_page, explain_in_words
from footfall.cli.mods.rule_cost import count_calls
from footfall.engine.compiled.native import NotCompiledError
from footfall.engine.model import Cause
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.engine.terms import Proposal, add, combine, mul, set_to
from footfall.loader import LoadResult, load
from footfall.plugins.stealth import compiled
from footfall.plugins.stealth.actions.fight import BlowFacts, expect_blow, strike
from footfall.plugins.stealth.ai.noticing import NoticeFacts, StirFacts, Waking, notice, stir
from footfall.plugins.stealth.bots.noticing import notice_chance
from footfall.plugins.stealth.model.settings import RuleSettings, rule_settings
from footfall.plugins.stealth.odds.chances import chance_to_stir
from footfall.testing import scene
from footfall.testing.backends import use_backend

MANIFEST = """
[mod]
id = "you.{name}"
version = "1.0.0"
api = "1"
name = "{name}"
games = ["stealth"]

[requires]
"core.stealth" = "*"
"""

EAGLE = """
[hook."core.stealth:notice".eagle]
when = "sees_target and distance > 1"
add.keen = "1 + distance // 2"
reason = "eagle eyes"

[hook."core.stealth:strike".heavy]
when = "strength > 2"
mul.rolled = 1.5

[hook."core.stealth:stir".light_sleep]
add.rolled = -2
"""

MOLE = """
[hook."core.stealth:notice".mole]
when = "sees_target"
mul.keen = 0.5
set.lucky = 0
"""


def write_mods(folder: Path, **rules: str) -> list[Path]:
    for name, text in rules.items():
        (folder / name / "content").mkdir(parents=True)
        (folder / name / "mod.toml").write_text(MANIFEST.format(name=name), encoding="utf-8")
        (folder / name / "content" / "rules.toml").write_text(text.lstrip(), encoding="utf-8")
    return [folder / name for name in rules]


def load_mods(folder: Path, **rules: str) -> LoadResult:
    return load("stealth", mods=write_mods(folder, **rules), only_mods=())


def list_facts(settings: RuleSettings) -> list[NoticeFacts]:
    ways = product((1, 2, 3, 6), (True, False), (0, 2), (1, 4))
    return [NoticeFacts(settings, 2, 1, distance, sees, 4, 3, keen, 1, luck, 1) for distance, sees, luck, keen in ways]


@pytest.mark.parametrize("backend", ["python", "rust"])
def test_odds_are_those_of_all_faces(tmp_path: Path, backend: str) -> None:
    rules = load_mods(tmp_path, eagle=EAGLE, mole=MOLE).rules
    with use_backend(backend):
        session = Session.begin(rules, 1)
        changed, differs = rules.chances.find(notice), 0
        for facts in list_facts(rule_settings(session.context())):
            counted = count_odds(None, changed, facts, "awareness", "reach", "roll", "luck")
            assert counted == enumerate_odds(None, changed, facts, "awareness", "reach", "roll", "luck")
            differs += counted != count_odds(None, notice, facts, "awareness", "reach", "roll", "luck")
        assert differs > 10


def test_a_rule_without_changes_gives_what_its_function_gives(tmp_path: Path) -> None:
    """A change that changes nothing: what is generated agrees with the function as written."""
    idle = 'when = "distance > 99"\nadd.keen = 1\nmul.reach = 2\nset.own = 3\nadd.luck = 5\n'
    rules = load_mods(tmp_path, idle=f'[hook."core.stealth:notice".idle]\n{idle}').rules
    for facts in list_facts(rule_settings(Session.begin(rules, 1).context())):
        fields = type(notice(facts, _Low())).__struct_fields__
        expected = enumerate_odds(None, notice, facts, *fields)
        assert enumerate_odds(None, rules.chances.find(notice), facts, *fields) == expected


class _Low:
    """Dice that show their lowest faces."""

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        return low

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        return False

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        return tuple(terms.values())


@pytest.mark.parametrize(
    "rows",
    [
        ["add.rolled = 4", "mul.rolled = 0.5", "set.rolled = 5"],
        ["set.rolled = 5", "set.rolled = 7", "mul.rolled = -3"],
        ["mul.rolled = 1.5", "mul.rolled = 0.7", "add.rolled = -9", "mul.rolled = 3"],
    ],
)
def test_mods_are_combined_as_in_a_hook(tmp_path: Path, rows: Sequence[str]) -> None:
    mods = {f"mod{number}": f'[hook."core.stealth:stir".all]\n{row}' for number, row in enumerate(rows)}
    changed = load_mods(tmp_path, **mods).rules.chances.find(stir)
    make: dict[str, Callable[..., Any]] = {"set": set_to, "add": add, "mul": mul}
    terms = [(row.partition(".")[0], row.rpartition(" ")[2]) for row in rows]
    asked = [make[how]("rolled", float(value) if "." in value else int(value)) for how, value in terms]
    proposals = [Proposal(Cause("you", "", ""), (term,)) for term in asked]
    shares: dict[int, Fraction] = {}
    for face in range(1, 11):
        value = combine({"rolled": face}, proposals)["rolled"]
        shares[value] = shares.get(value, Fraction(0)) + Fraction(1, 10)
    assert count_odds(None, changed, StirFacts(4), "roll") == shares


def test_play_follows_and_why_names_the_mod(tmp_path: Path) -> None:
    mods = write_mods(tmp_path, eagle=EAGLE, mole=MOLE)
    game = scene(
        "@..E", mods=mods, actors={"E": {"mind": {"ai": "hostile", "mood": "calm"}, "stats": {"perception": 5}}}
    )
    game.do(".", dice=["perc=4"])
    fold = game.why("core.stealth:notice", "keen", distance=3)
    fold.check(base=4, parts={"you.eagle": "+2", "you.mole": "×500/1000"}, final=3)
    (trace,) = [
        trace
        for trace in game.session.tracer.list_entry_traces()
        if any(record.hook == "core.stealth:notice" for record in trace.folds)
    ]
    said = [message.args for message in explain_in_words(game.session, trace)]
    assert {"mod": "eagle", "what": "+2", "reason": "eagle eyes"}.items() <= said[0].items()
    (contribution, _) = trace.folds[0].list_contributions("keen")
    assert contribution.location.endswith("eagle/content/rules.toml:1")
    assert "distance 3" in contribution.expression


LISTENER = """
[hook."core.stealth:listen".keen]
add.rolled = 2

[hook."core.stealth:batter".soft]
set.die = 1
"""


def list_reasons(session: Session, id: str) -> list[Any]:
    _, choices = build_why_page(session, 1, raw=False)
    return [line for choice in choices for line in choice.detail if getattr(line, "id", "") == id]


@pytest.mark.parametrize(("roll", "hears"), [(2, False), (3, True)])
def test_listening_at_a_door_is_a_rule_with_a_reason(tmp_path: Path, roll: int, hears: bool) -> None:
    mind = {"mind": {"ai": "still", "mood": "calm"}, "stats": {"perception": 0}}
    door = {"+": {"tile": "core.stealth:door"}}
    game = scene("#####\n@+.E#\n#####", mods=write_mods(tmp_path, ears=LISTENER), actors={"E": mind}, legend=door)
    game.do(".", times=3)
    game.do(".", dice=[f"listen={roll}"])
    told = "stealth-listen-something" if hears else "stealth-listen-failed"
    assert told in game.messages
    (reason,) = list_reasons(game.session, "stealth-door-listened-why")
    assert reason.args == {"heard": "yes" if hears else "no", "roll": roll + 2, "plus": -1, "target": 4}


@pytest.mark.parametrize(("mods", "reason"), [({}, "stealth-blow-hits"), ({"soft": LISTENER}, "stealth-blow-misses")])
def test_a_blow_at_a_door_is_a_rule_with_a_reason(tmp_path: Path, mods: dict[str, str], reason: str) -> None:
    door = {"+": {"tile": "core.stealth:door"}}
    game = scene("@+", mods=write_mods(tmp_path, **mods), legend=door, actors={"@": {"stats": {"to_hit": -1}}})
    game.do({"type": "core.stealth:strike", "direction": 2}, dice=["d6=6", "dmg=1"] if not mods else ["d6=6"])
    assert list_reasons(game.session, reason)


def test_bots_believe_the_changed_odds(tmp_path: Path) -> None:
    plain, changed = load("stealth", only_mods=()).rules, load_mods(tmp_path, eagle=EAGLE).rules
    ours, theirs = (rule_settings(Session.begin(rules, 1).context()) for rules in (plain, changed))
    assert notice_chance(ours, (4, 3, 3), False, 3, 0, 3) < notice_chance(theirs, (4, 3, 3), False, 3, 0, 3)
    assert chance_to_stir(ours, 3) == Fraction(2, 10)
    assert chance_to_stir(theirs, 3) == Fraction(4, 10)
    values = dict.fromkeys(BlowFacts.__struct_fields__, 0) | {"manner": "melee", "weapon": "", "proficiency": 100}
    blow = {"strength": 4, "low": 2, "high": 4, "to_hit": 9}
    means = [expect_blow(BlowFacts(**{**values, **blow, "settings": each})).mean for each in (ours, theirs)]
    assert means[0] < means[1]
    assert strike is plain.chances.find(strike)


@pytest.mark.proof(0)
@pytest.mark.usefixtures("compiled_steps")
def test_compiled_turns_play_the_changed_rules(
    tmp_path: Path, load_script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load_mods(tmp_path, eagle=EAGLE, mole=MOLE).rules
    beside = load_script("benches/stealth/beside.py")
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(rules, 40, 0, counts) > 600
    assert counts["creature", True] > 5
    assert counts["npc-phase", True] > 5


class EerieFacts(msgspec.Struct, frozen=True):
    loudness: int
    luck: int


@chance_rule
def eerie(f: EerieFacts, dice: Dice) -> Waking:
    """A sleeper with a LUCK of its own, which no compiled turn knows."""
    rolled = dice.roll("stir", 1, 10)
    return Waking(rolled + 5 * f.luck < f.loudness, rolled)


@pytest.mark.proof(0)
@pytest.mark.usefixtures("compiled_steps")
def test_a_fact_of_one_rule_is_none_of_another(
    load_script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    eerie.name = "stir"
    rules = [eerie if rule is stir else rule for rule in compiled.CHANCE_RULES]
    monkeypatch.setattr(compiled, "CHANCE_RULES", rules)
    beside = load_script("benches/stealth/beside.py")
    assert beside.play_floors(load("stealth", only_mods=()).rules, 60, 0, Counter()) > 600


@pytest.mark.usefixtures("compiled_steps")
def test_a_library_for_other_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "CHANCE_RULES", compiled.CHANCE_RULES[1:])
    session = Session.begin(load("stealth", only_mods=()).rules, 1, quiet=True)
    with pytest.raises(NotCompiledError, match="build it again: python -m pip install"):
        compiled.build_compiled_steps(session)
    assert session.compiled_steps == {}


@pytest.mark.parametrize(
    ("rules", "code", "text", "line"),
    [
        ('[hook."core.stealth:notise".a]\nadd.keen = 1', "misspelt-hook", "did you mean 'core.stealth:notice'?", 1),
        ('[hook."core.stealth:notice".a]\nadd.ken = 1', "misspelt-term", "did you mean 'keen'?", 2),
        ('[hook."core.stealth:notice".a]\nwhen = "distence > 1"\nadd.keen = 1', "unknown-name", "'distance'", 2),
        ('[hook."core.stealth:notice".a]\nadd.keen = "watcher.hp"', "unknown-name", "the event has: distance", 2),
        ('[hook."core.stealth:notice".a]\nadd.keen = "roll(1, 6)"', "wrong-type", "there are no dice here", 2),
        ('[hook."core.stealth:notice".a]\nadd.keen = 1\ndo.tell = "x"', "bad-rule", "has no key 'do'", 3),
    ],
)
def test_a_wrong_change_is_named(tmp_path: Path, rules: str, code: str, text: str, line: int) -> None:
    (finding,) = load_mods(tmp_path, bad=rules).findings
    assert (finding.code, finding.mod) == (code, "you.bad")
    assert text in finding.text
    assert finding.location.endswith(f"rules.toml:{line}")


def test_a_game_built_on_another_has_its_rules(tmp_path: Path) -> None:
    loaded = load("delve", mods=write_mods(tmp_path, eagle=EAGLE), only_mods=())
    assert loaded.rules.chances.find(notice) is not notice


def test_the_cost_of_a_change_is_counted(tmp_path: Path) -> None:
    loaded = load_mods(tmp_path, eagle=EAGLE)
    game = msgspec.structs.replace(loaded.rules.game, options={**loaded.rules.game.options, "floor": 8})
    rules = msgspec.structs.replace(loaded.rules, game=game)
    assert count_calls(SimpleNamespace(rules=rules))["core.stealth:notice"] > 0  # type: ignore[arg-type]


@pytest.mark.proof(3)
@pytest.mark.parametrize("number", ["damage", "gained", "th", "df"])
@pytest.mark.parametrize("value", [-5, 1_000_000_000])
def test_no_number_of_a_blow_ends_the_game_or_loses_its_save(tmp_path: Path, number: str, value: int) -> None:
    game = scene("@E", mods=write_mods(tmp_path, odd=f'[hook."core.stealth:strike".odd]\nset.{number} = {value}\n'))
    game.do("l", dice=["d6=6", "dmg=1"])
    save(game.session, tmp_path / "game.save", "1")
    assert load_save(game.session.rules, tmp_path / "game.save").hash() == game.session.hash()


def test_a_search_of_no_turns_loses_no_save(tmp_path: Path) -> None:
    rules = write_mods(tmp_path, brief='[hook."core.stealth:search".brief]\nset.extra = -1000\n')
    mind = {"ai": "warden", "mood": "aggravated", "last_seen": [1, 12], "lost": 3, "post": [1, 20]}
    warden = {"kind": "core.stealth:warden", "stats": {"foh": 0}, "mind": mind}
    game = scene(["#" * 30, "#@......#..E.................#", "#" * 30], mods=rules, actors={"E": warden})
    for _ in range(8):
        game.do(".")
    assert game.look("E.mood") == "calm"
    save(game.session, tmp_path / "game.save", "1")
    assert load_save(game.session.rules, tmp_path / "game.save").hash() == game.session.hash()
