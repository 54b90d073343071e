"""Compiled turns ask rules as data on hearing and noticing, and play the same games as the rules in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import compiled
from footfall.testing.backends import list_backends

SOURCE = Path(__file__).parents[2] / "benches" / "stealth" / "beside.py"

pytestmark = pytest.mark.skipif("rust" not in list_backends(), reason="the native module is missing")

MANIFEST = """
[mod]
id = "you.rules"
version = "1.0.0"
api = "1"
name = "Rules"
summary = "Rules on hearing and noticing."
authors = ["Footfall contributors"]
license = "MIT"
games = ["stealth"]

[requires]
"core.stealth" = ">=0.1,<1"
"""

EVENT_ALONE = """
[hook.on_hear.far]
when = "kind in ('step', 'door') or distance % 3 == 0 or kind == 'shot'"
mul.range = "if(loudness > 1, 3.5, 0.4)"

[hook.on_hear.odd]
when = "listener in (3, 6, 9, 12) and source != listener and direction == -1 and not loudness > 3"
set.range = "max(15, distance + loudness - 2)"

[hook.on_hear.echo]
when = "direction in (1, 2, 3) and kind != 'door'"
add.range = 25

[hook."core.stealth:on_notice".fog]
when = "sense == 'sight' and distance > 1"
add.engage = "-1 - distance // 3"

[hook."core.stealth:on_notice".keen]
when = "watcher in (2, 4, 6, 8, 10) and target != watcher or sense != 'sight'"
mul.engage = 1.75
"""

READINGS = """
[hook.on_hear.awake]
when = "listener.is_awake and (source == 0 or source.hp > 3)"
mul.range = 2

[hook.on_hear.hurt]
when = "kind == 'step' and listener.health < 60 or listener.kind == 'core.stealth:orc'"
add.range = "floor - listener.stat('stealth')"

[hook.on_hear.apart]
when = "listener.distance(source) > 4 and source.distance(listener) < 9"
add.range = 3

[hook."core.stealth:on_notice".kin]
when = "watcher.cell.is_lit or sense == 'hearing' and watcher.distance(target) > 3"
add.engage = "if(target.is_lamp_lit, 1, -1) + watcher.hp % 2"
"""

MARK = """
[hook.on_hear.sure]
when = "listener.mark('seen') > 0"
mul.range = 2

[hook."core.stealth:on_notice".seen]
do.mark = { actor = "watcher", name = "seen", value = 1 }
"""

DEED = """
[hook."core.stealth:on_notice".shout]
when = "distance < 3"
do.remember = { name = "seen", value = "memory.seen + 1" }
"""

DICE = """
[hook."core.stealth:on_notice".luck]
add.engage = "roll(-1, 1)"
"""


ROWS = """
[hook."core.stealth:on_notice".luck]
dice = [{ name = "a", roll = [1, 6] }, { when = "a > 2" }, { name = "b", chance = ["a", 7] }]
add.engage = "if(b, -a, 1)"
"""


@pytest.fixture(scope="module")
def beside(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/beside.py")


def load_rules(folder: Path, text: str) -> Rules:
    path = folder / "rules"
    (path / "content").mkdir(parents=True)
    (path / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (path / "content" / "rules.toml").write_text(text, encoding="utf-8")
    loaded = load("core.stealth", only_mods=(), mods=[path])
    assert not loaded.findings
    return loaded.rules


@pytest.mark.proof(0)
@pytest.mark.parametrize("text", [EVENT_ALONE, READINGS], ids=["event", "readings"])
def test_rules_of_terms_are_played_compiled_and_the_same(beside: ModuleType, tmp_path: Path, text: str) -> None:
    rules = load_rules(tmp_path, text)
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(rules, 50, 0, counts) > 800
    assert counts["creature", True] > 5
    beside.play_bots(rules, 200, 0, "rules", counts)
    session = Session.begin(rules, 1)
    assert {"hear", "notice"} <= set(compiled.list_covered_deeds(session, compiled.list_programs(session)))


def test_creatures_attend_to_noises_compiled(load_script: Callable[[str], ModuleType], tmp_path: Path) -> None:
    """Each noise of a fight was asked about in Python, for each creature that was not in it."""
    turns = load_script("benches/stealth/turns.py")
    session = turns.build_hall(20, "aggravated", load_rules(tmp_path, EVENT_ALONE))
    turns.time_turns(session, 40)
    _, left = session.compiled_steps[turns.PHASE].play.__self__.tally()
    assert sum(left.values()) < 20
    assert ("attend", "asked hearing") not in left


@pytest.mark.proof(1)
@pytest.mark.parametrize("text", [MARK, DEED, DICE, ROWS], ids=["mark", "deed", "dice", "rows"])
def test_other_rules_are_left_to_python_and_play_the_same(beside: ModuleType, tmp_path: Path, text: str) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(load_rules(tmp_path, text), 20, 0, counts) > 300


RAT = "core.stealth:giant_rat"


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ('[hook."core.stealth:on_notice".x]\nwhen = "distance > 2"\nadd.engage = 1\n', ""),
        ('[hook."core.stealth:on_notice".x]\nwhen = "watcher.hp > 2"\nadd.engage = 1\n', ""),
        ("[hook.on_hear.x]\nwhen = \"listener.mark('a') > 2\"\nadd.range = 1\n", "do not know actor.mark"),
        ('[hook.on_hear.x]\nwhen = "memory.a > 2"\nadd.range = 1\n', "do not know memory"),
        ('[hook."core.stealth:on_notice".x]\nwhen = "roll(1, 2) == 1"\nadd.engage = 1\n', "no dice"),
        ('[hook.on_hear.x]\nwhen = "any(a in listener.creatures_within(2))"\nadd.range = 1\n', "do not choose"),
        ("[hook.on_attack.x]\nadd.to_hit = 1\n", "where a mod listens to on_attack"),
        (f"[hook.on_attack.x]\nwhen = \"attacker.kind == '{RAT}'\"\nadd.to_hit = 1\n", f"the turns of {RAT}"),
        (f'[hook.decide_action.x]\nwhen = "actor.kind == \'{RAT}\'"\ndo.wait = "actor"\n', ""),
        ('[hook.on_death.x]\ndo.heal = { actor = "killer" }\n', ""),
    ],
)
def test_the_check_says_why_a_rule_is_not_compiled(tmp_path: Path, rule: str, reason: str) -> None:
    (tmp_path / "content").mkdir()
    head = '[mod]\nid = "you.x"\nversion = "1.0.0"\nname = "X"\nsummary = "X."\ngames = ["stealth"]\n'
    (tmp_path / "mod.toml").write_text(head, encoding="utf-8")
    (tmp_path / "content" / "rules.toml").write_text(rule, encoding="utf-8")
    loaded = load("stealth", mods=[tmp_path], only_mods=())
    (bound,) = (rule for rule in loaded.rules.hooks.rules.values() if rule.mod == "you.x")
    assert loaded.rules.game.explain_python is not None
    found = loaded.rules.game.explain_python(bound)
    assert reason in found
    assert bool(found) == bool(reason)
