"""Mods that write into the state instead of returning changes: the mod is named, and the game goes on and is saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.app.crash import report_failure
from footfall.bisect.culprits import find_culprits
from footfall.bisect.repro import open_repro
from footfall.cli import main
from footfall.engine.explanations.drawing import draw_scene, read_hud_lines
from footfall.engine.guards.state_guard import CauseKey, find_writers
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command

HEAD = "from footfall.api import *\nfrom footfall.api import hook\nMOD = 'you.scribe'\n\n\n"
LISTENER = HEAD + "@hook\ndef on_turn_end(event, ctx):\n    state = ctx.state\n    part = state.parts['core.king']\n"

WRITES = {
    "an object": "state.memory['x.y'] = {'a': object()}",
    "itself": "a = []; a.append(a); state.memory['x.y'] = {'a': a}",
    "a long integer": "state.memory['x.y'] = {'a': 1 << 70}",
    "half a character": "state.memory['x.y'] = {'a': chr(0xd800)}",
    "no number": "state.memory['x.y'] = {'a': float('nan')}",
    "too deep": "a = 1\n    for _ in range(5000): a = [a]\n    state.memory['x.y'] = {'a': a}",
    "too much": "state.memory['x.y'] = {str(i): 'x' * 1_000_000 for i in range(9)}",
    "a key": "state.memory['x.y'] = {(1, 2): 3, object(): 1}",
    "a memory": "state.memory = 3",
    "a foreign part": "state.parts['x.y'] = object()",
    "no part": "state.parts.clear()",
    "a field": "part.souls = object()",
    "a list that is not read soon": "part.limbo.append(object())",
    "a field that can be written but not read": "part.souls = 'nobody'",
    "every field": "for name in part.__struct_fields__: setattr(part, name, 'x')",
    "the agenda": "state.agenda.append(object())",
    "no agenda": "state.agenda = None",
    "the question": "state.question = object()",
    "the turn": "state.turn = 'x'",
    "the seed": "state.seed = -1",
    "the game": "state.game = 'x'",
    "the outcome": "state.outcome = 7",
    "a stream": "state.streams['x'] = -1",
    "a setting": "state.settings['core.king.x'] = object()",
    "a trap": "class Trap:\n        def __repr__(self): raise SystemExit\n    state.memory['x.y'] = {'a': Trap()}",
}


def write_mod(folder: Path, text: str) -> LoadResult:
    (folder / "scribe.py").write_text(text, encoding="utf-8")
    return load("king", mods=[folder / "scribe.py"], only_mods=())


def play(session: Session, turns: int = 12) -> None:
    for _ in range(turns):
        if session.state.outcome is None:
            session.hash()  # as the replay does before every command
            session.submit(choose_random_command(session))
            draw_scene(session)
            read_hud_lines(session)


def assert_named_and_saveable(loaded: LoadResult, session: Session, folder: Path, via: str) -> None:
    assert {(problem.mod, problem.via) for problem in session.problems} == {("you.scribe", via)}
    save(session, folder / "x.save", "1")
    assert load_save(loaded.rules, folder / "x.save").hash() == session.hash()


@pytest.mark.proof(8)
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_a_write_into_the_state_costs_the_mod_its_hook(tmp_path: Path, write: str) -> None:
    loaded = write_mod(tmp_path, f"{LISTENER}    {write}\n")
    session = Session.begin(loaded.rules, 5)
    play(session)
    assert_named_and_saveable(loaded, session, tmp_path, "on_turn_end")
    without = Session.begin(load("king", only_mods=()).rules, 5)
    for command in session.commands:
        without.submit(command)
    assert without.state.parts == session.state.parts  # nothing else was lost, and no die fell differently


@pytest.mark.proof(4)
@pytest.mark.parametrize("hook", ["on_turn_end", "on_turn_start"])
@pytest.mark.parametrize("write", ["an object", "no part", "the agenda", "the turn", "a stream"])
def test_a_quiet_game_contains_a_late_write_like_one_on_the_screen(tmp_path: Path, hook: str, write: str) -> None:
    text = LISTENER.replace("on_turn_end", hook)
    loaded = write_mod(tmp_path, f"{text}    if event.number == 3: {WRITES[write]}\n")
    shown, quiet = Session.begin(loaded.rules, 5), Session.begin(loaded.rules, 5, quiet=True)
    while shown.state.outcome is None:
        command = choose_random_command(shown)
        assert shown.submit(command).events
        quiet.submit(command)
        assert quiet.hash() == shown.hash()
    assert [str(problem) for problem in quiet.problems] == [str(problem) for problem in shown.problems]
    assert quiet.commands == shown.commands
    assert quiet.suspended == {("you.scribe", hook)}


FIELDS = {
    "the turn": "state.turn += 100",
    "the seed": "state.seed ^= 1",
    "the question": "state.question = None",
    "the answer": "state.then = None",
    "the outcome": "state.outcome = 'won'",
    "the agenda": "state.agenda.clear()",
    "no agenda": "state.agenda = []",
    "a stream": "state.streams['core.king:leader'] = 5",
    "a setting": "state.settings.clear()",
    "a memory": "state.memory['x.y'] = {'a': 1}",
    "the own memory": "state.memory.get('you.scribe', {})['a'] = 1; state.memory['you.scribe']['a'] = 1",
    "a deleted field": "del state.turn",
}
"""Writes of values that can be saved."""


@pytest.mark.proof(4)
@pytest.mark.parametrize("write", FIELDS.values(), ids=FIELDS.keys())
def test_a_write_to_a_field_of_the_state_changes_nothing_and_is_named(tmp_path: Path, write: str) -> None:
    loaded = write_mod(tmp_path, f"{LISTENER}    {write}\n")
    session = Session.begin(loaded.rules, 5)
    play(session)
    assert_named_and_saveable(loaded, session, tmp_path, "on_turn_end")
    line = LISTENER.count("\n") + 1
    assert {problem.location.rpartition(":")[2] for problem in session.problems} == {str(line)}
    without = Session.begin(load("king", only_mods=()).rules, 5)
    for command in session.commands:
        without.submit(command)
    assert without.hash() == session.hash()


def test_an_applier_of_a_mod_writes_only_to_parts(tmp_path: Path) -> None:
    text = CHANGE.replace("    return None\n", "    state.turn += 100\n", 1)
    loaded = write_mod(tmp_path, f"{HEAD}{text}@hook\ndef on_turn_end(event):\n    return [Note()]\n")
    session = Session.begin(loaded.rules, 5)
    play(session)
    assert session.state.turn == len(session.commands)
    assert_named_and_saveable(loaded, session, tmp_path, "on_turn_end")


STEP = "def rest(ctx):\n    return []\n\n\n@hook\ndef {hook}:\n    return [Step('you.scribe:rest', rest)]\n"
CHANGE = (
    "class Note(Change, frozen=True, tag='you.scribe:note'):\n    def apply(self, state):\n        return None\n\n\n"
    "@hook\ndef provide_changes():\n    return [Note]\n"
)


@pytest.mark.parametrize(
    ("text", "is_guarded"),
    [
        ("@hook\ndef on_damage(event):\n    return [add('damage', 1)]\n", False),
        ("@hook\ndef on_damage(event, ctx):\n    return [add('damage', 1)]\n", True),
        (STEP.format(hook="provide_steps()"), True),
        (STEP.format(hook="on_round_end(event)"), True),
        (CHANGE, True),
        ("@hook\ndef provide_hud():\n    return [HudLine('you.scribe:x', lambda ctx: None)]\n", True),
    ],
)
def test_only_code_that_receives_the_state_is_guarded(tmp_path: Path, text: str, is_guarded: bool) -> None:
    loaded = write_mod(tmp_path, HEAD + text)
    assert not loaded.findings
    assert Session.begin(loaded.rules, 5).has_mod_code is is_guarded


def test_two_rules_among_hundreds_are_found_in_tens_of_trials(tmp_path: Path) -> None:
    """Each trial plays the command again: one for each of 300 rules took seconds."""
    rules = "".join(f'[hook.on_round_end.a{n}]\nwhen = "round < 0"\ndo.remember.name = "n"\n' for n in range(300))
    (tmp_path / "content").mkdir()
    (tmp_path / "content/rules.toml").write_text(rules, encoding="utf-8")
    head = '[mod]\nid = "you.scribe"\nversion = "1.0.0"\napi = "1"\ngames = ["core.king"]\n'
    (tmp_path / "mod.toml").write_text(head, encoding="utf-8")
    guilty, trials = {("you.scribe", "on_round_end.a7"), ("you.scribe", "on_round_end.a255")}, []

    def is_saveable_without(keys: set[CauseKey]) -> bool:
        trials.append(keys)
        return guilty <= keys

    writers = find_writers(load("king", mods=[tmp_path], only_mods=()).rules, is_saveable_without)
    assert {(cause.mod, cause.via) for cause in writers} == guilty
    assert len(trials) < 40


@pytest.mark.proof(0)
@pytest.mark.parametrize("write", ["an object", "no part", "the agenda"])
def test_bisect_finds_the_mod_that_wrote_into_the_state(tmp_path: Path, write: str) -> None:
    loaded = write_mod(tmp_path, f"{LISTENER}    if state.turn > 4: {WRITES[write]}\n")
    session = Session.begin(loaded.rules, 5)
    play(session)
    report_failure(session, loaded, tmp_path / "r.zip")
    with open_repro(tmp_path / "r.zip") as (repro, paths):
        result = find_culprits(repro, paths)
    assert result is not None
    assert result.culprits == ("you.scribe",)


@pytest.mark.proof(0)
def test_a_step_of_a_generator_that_empties_the_level_is_named(tmp_path: Path) -> None:
    empty = "for name in dir(draft):\n        if not name.startswith('_') and not callable(getattr(draft, name)):"
    step = f"def empty(ctx, draft):\n    {empty}\n            setattr(draft, name, None)\n\n\n"
    chain = "@hook\ndef on_generate(event):\n    return [Step('you.scribe:empty', empty)]\n"
    (tmp_path / "scribe.py").write_text(HEAD + step + chain, encoding="utf-8")
    loaded = load("stealth", mods=[tmp_path / "scribe.py"], only_mods=())
    session = Session.begin(loaded.rules, 5)
    assert {problem.mod for problem in session.problems} == {"you.scribe"}
    assert session.state.question is not None


def test_a_line_of_the_display_that_writes_is_contained(tmp_path: Path) -> None:
    read = "def read(ctx):\n    ctx.state.memory['x.y'] = {'a': object()}\n\n\n"
    loaded = write_mod(tmp_path, f"{HEAD}{read}@hook\ndef provide_hud():\n    return [HudLine('you.scribe:x', read)]\n")
    session = Session.begin(loaded.rules, 5)
    play(session)
    assert {problem.mod for problem in session.problems} == {"you.scribe"}
    save(session, tmp_path / "x.save", "1")
    assert load_save(loaded.rules, tmp_path / "x.save").hash() == session.hash()


def test_a_game_with_such_a_mod_can_be_recorded_and_replayed(tmp_path: Path) -> None:
    write_mod(tmp_path, f"{LISTENER}    {WRITES['an object']}\n")
    mods = ["--mods", str(tmp_path / "scribe.py"), "--trust"]
    record = ["--record", str(tmp_path / "x.replay")]
    result = CliRunner().invoke(main, ["run", "king", "--seed", "5", "--turns", "12", *mods, *record])
    assert result.exit_code == 1  # a mod failed
    assert "you.scribe: on_turn_end failed 3 times" in result.output
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "x.replay"), *mods])
    assert "turn 12" in result.output
    assert "Traceback" not in result.output
