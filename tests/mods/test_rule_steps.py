"""Rules as data that take too many steps in a command: the rest of them is skipped, and the mod is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api import events
from footfall.api.compiled import NotCompiledError
from footfall.engine.compiled.games import compile_rules
from footfall.engine.explanations.drawing import draw_scene
from footfall.engine.guards import rule_steps
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.loader.hooks import dispatch
from footfall.sim.bots import choose_random_command, list_legal_commands
from footfall.testing.backends import use_backend

MANIFEST = '[mod]\nid = "you.heavy"\nversion = "1.0.0"\nname = "H"\nsummary = "H."\ngames = ["{game}"]\n'
CELLS = "count(c in actor.cell.cells_within(5), c.open_neighbors + c.walls_beside > 99)"


def load_heavy(folder: Path, rules: str, game: str = "stealth") -> LoadResult:
    (folder / "heavy" / "content").mkdir(parents=True)
    (folder / "heavy" / "locale" / "en").mkdir(parents=True)
    (folder / "heavy" / "mod.toml").write_text(MANIFEST.format(game=game), encoding="utf-8")
    (folder / "heavy" / "content" / "rules.toml").write_text(rules, encoding="utf-8")
    (folder / "heavy" / "locale" / "en" / "no.ftl").write_text("no = No.\n", encoding="utf-8")
    loaded = load(game, mods=[folder / "heavy"], only_mods=())
    assert not loaded.findings
    return loaded


def write_rules(hook: str, count: int, when: str, result: str = "") -> str:
    """Rules that each remember how often they ran."""
    own = result or 'do.remember = {{ name = "n{n}", value = "memory.n{n} + 1" }}'
    return "".join(f'[hook."{hook}".r{n}]\nwhen = "{when}"\n{own.format(n=n)}\n' for n in range(count))


@pytest.fixture
def low_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of the steps, which a fifth of the rules exceeds."""
    for module in (rule_steps, dispatch):
        monkeypatch.setattr(module, "MAX_RULE_STEPS", 100_000)


def play(session: Session, commands: int) -> None:
    for _ in range(commands):
        session.submit(choose_random_command(session))


FLOODS = {
    "readings": write_rules("on_turn_end", 80, f"{CELLS} >= 0"),
    "readings of creatures": write_rules("core.stealth:on_creature_turn", 15, f"{CELLS} >= 0"),
    "changes": write_rules("on_turn_end", 240, "number > -1"),
    "a few kinds": write_rules(
        "core.stealth:on_creature_turn", 30, f"actor.kind == 'core.stealth:monkey' and {CELLS} >= 0"
    ),
    "marks": "".join(
        f'[hook.on_turn_end.r{n}]\nchoose = "c in player.cell.cells_within(5)"\nup_to = 121\n'
        f'do.mark_cell = {{ at = "c", name = "m{n}", value = "turn" }}\n'
        for n in range(30)
    ),
    "noises": write_rules("on_hear", 400, " and ".join(["loudness * 3 + 7 > -2"] * 12), "add.range = 1"),
}


@pytest.mark.proof(2)
@pytest.mark.parametrize("rules", FLOODS.values(), ids=FLOODS.keys())
def test_a_mod_of_too_many_steps_is_named_and_the_same_everywhere(tmp_path: Path, low_limit: None, rules: str) -> None:
    hashes, named = [], []
    for backend in ("python", "rust"):
        with use_backend(backend):
            loaded = load_heavy(tmp_path / backend, rules)
            session = Session.begin(loaded.rules, 5, {"floor": 3})
            play(session, 2)
            save(session, tmp_path / "x.save", "1")
            play(session, 3)
            hashes.append(session.hash())
            named.append([(problem.via, problem.error, Path(problem.location).name) for problem in session.problems])
            resumed = load_save(loaded.rules, tmp_path / "x.save")
            for command in session.commands[resumed.state.turn :]:
                resumed.submit(command)
            hashes.append(resumed.hash())
    assert len(set(hashes)) == 1
    assert named[0] == named[1]
    assert "the rules of the mod took over 500,000 steps in one command" in named[0][0][1]
    assert "rules.toml:" in named[0][0][2]


def test_the_rules_after_the_limit_are_skipped(tmp_path: Path) -> None:
    loaded = load_heavy(tmp_path, write_rules("on_turn_end", 1200, "number > -1"))
    session = Session.begin(loaded.rules, 5)
    play(session, 1)
    ran = len(session.state.memory["you.heavy"])
    most = rule_steps.MAX_RULE_STEPS // rule_steps.CHANGE_STEPS
    assert most * 0.95 < ran < most
    assert [problem.via for problem in session.problems] == [f"on_turn_end.r{ran}"]


def test_a_choice_counts_the_items_that_it_looks_at(tmp_path: Path) -> None:
    when = "count(c in actor.cell.cells_within({}), c.open_neighbors + c.walls_beside > 99) >= 0"
    rules = write_rules("on_turn_start", 1, when.format(2)) + write_rules("on_turn_end", 1, when.format(5))
    session = Session.begin(load_heavy(tmp_path, rules).rules, 5)
    counts = []
    for hook in ("on_turn_start", "on_turn_end"):
        session.rule_steps.clear()
        session.context().notify(hook, events.Turn(1, 2))
        counts.append(session.rule_steps["you.heavy"])
    assert 25 * 10 < counts[0] < counts[1] / 3 < 121 * 200


def test_light_rules_are_not_counted(tmp_path: Path) -> None:
    session = Session.begin(load_heavy(tmp_path, write_rules("on_turn_end", 5, "number > 3")).rules, 5)
    session.context().notify("on_turn_end", events.Turn(1, 2))
    assert not session.rule_steps


def test_rules_that_an_index_leaves_out_are_not_counted(tmp_path: Path) -> None:
    """Otherwise an honest mod of 2,000 rules, of which none applies, would be stopped."""
    readings = " + ".join(["actor.max_stamina"] * 12)
    rules = "".join(write_rules("on_turn_end", 1, f"{readings} > {9999 + n}").replace("r0", f"r{n}") for n in range(40))
    session = Session.begin(load_heavy(tmp_path, rules).rules, 5)
    assert session.rules.hooks.heavy
    session.context().notify("on_turn_end", events.Turn(1, 2))
    assert not session.rule_steps


LONG = " and ".join(["actor.hp * 3 + 7 > -2"] * 12)
VOTES = write_rules("can_act", 400, LONG, 'deny = "no"')


def test_costly_votes_against_every_command_are_named_and_suspended(tmp_path: Path, low_limit: None) -> None:
    """The search for what they allow takes too many steps; so none of its commands would be accepted."""
    loaded = load_heavy(tmp_path, VOTES)
    session = Session.begin(loaded.rules, 5)
    play(session, 3)
    assert session.state.turn == 3
    assert {problem.via for problem in session.problems} == {f"can_act.r{n}" for n in range(400)}
    assert "over 500,000 steps to say which commands they allow" in session.problems[0].error
    plain = Session.begin(loaded.rules, 5)
    for command in session.commands:
        plain.submit(command)
    assert plain.hash() == session.hash()


DENY = """MOD = "you.python"
GAMES = ["core.stealth"]

from footfall.api import *


@hook
def can_act(event):
    return Deny(Message("no")) if type(event.command).__name__ == "Wait" else None
"""


def test_a_refused_command_counts_no_failure(tmp_path: Path) -> None:
    """A replay does not have it."""
    rules = write_rules("can_act", 150, f"{CELLS} < 0", 'deny = "no"')
    load_heavy(tmp_path, rules)
    (tmp_path / "deny.py").write_text(DENY, encoding="utf-8")
    loaded = load("stealth", mods=[tmp_path / "heavy", tmp_path / "deny.py"], only_mods=())
    session = Session.begin(loaded.rules, 5)
    wait = next(command for command in list_legal_commands(load_plain()) if type(command).__name__ == "Wait")
    for _ in range(4):
        assert session.submit(wait).refusal is not None
    assert not session.problems
    assert not session.suspended
    play(session, 1)
    assert session.problems


def load_plain() -> Session:
    return Session.begin(load("stealth", only_mods=()).rules, 5)


def test_a_scene_takes_nothing_from_the_next(tmp_path: Path, low_limit: None) -> None:
    session = Session.begin(load_heavy(tmp_path, FLOODS["readings"]).rules, 5)
    for _ in range(2):
        session.context().notify("on_turn_end", events.Turn(1, 2))
        assert session.rule_steps["you.heavy"] > rule_steps.MAX_RULE_STEPS
        draw_scene(session)
        assert not session.rule_steps
    assert not session.problems


def test_the_compiled_board_leaves_counted_rules_to_python(tmp_path: Path) -> None:
    rules = write_rules("on_turn_end", 60, LONG.replace("actor.hp", "number"))
    with pytest.raises(NotCompiledError, match=r"the rules of you\.heavy at on_turn_end take too many steps"):
        compile_rules(load_heavy(tmp_path, rules, "king").rules, {"players": 2}, ("footfall:random",))
