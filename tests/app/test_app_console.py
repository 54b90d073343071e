"""The modder's console: off by default; replays reproduce its changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from footfall.api import grid
from footfall.app.replay_keys import JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.cli import main
from footfall.engine.model import SetDie
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.rules.conditions import evaluate_expression
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.console import ConsoleGive, ConsoleMove, ConsoleReveal, ConsoleSpawn

CONSOLE_OFF = "footfall-console-off"


@pytest.fixture
def session(load_once: Callable[..., Any]) -> Session:
    session = Session.begin(load_once("stealth", only_mods=()).rules, 3, {"floor": 2})
    session.console_enabled = True
    return session


def find_free_cell(session: Session) -> tuple[int, int]:
    """A free floor cell of the current level."""
    _, level, ground = grid.current_level(session.context())
    index = level.palette.index("core.stealth:floor")
    cells = [(int(y), int(x)) for y, x in zip(*(level.tiles == index).nonzero(), strict=True)]
    return next(cell for cell in cells if cell not in ground.actor_by_cell)


def test_commands_are_refused_while_it_is_off(session: Session) -> None:
    session.console_enabled = False
    held = session.hash()
    for command in (
        ConsoleSpawn(actor=1, kind="core.stealth:goblin", at=find_free_cell(session)),
        ConsoleReveal(actor=1),
        SetDie(value=3),
    ):
        refusal = session.submit(command).refusal
        assert refusal is not None
        assert refusal.message.id == CONSOLE_OFF
    assert session.hash() == held
    assert not session.commands


def test_it_is_off_by_default(typed: Callable[..., Any]) -> None:
    assert "CONSOLE" not in typed("F3", "stealth", "--seed", 3).screen
    assert "CONSOLE" in typed("F3", "stealth", "--console").screen


def test_creatures_objects_places_and_the_whole_floor(session: Session) -> None:
    world, level, _ = grid.current_level(session.context())
    player = world.actors[world.player]
    at = find_free_cell(session)
    turn = session.state.parts["core.stealth"].turn
    assert session.submit(ConsoleSpawn(actor=player.id, kind="core.stealth:goblin", at=at)).refusal is None
    goblin = next(actor for actor in world.actors.values() if actor.at == at)
    assert goblin.kind == "core.stealth:goblin"
    assert goblin.id in session.state.parts["core.stealth"].minds
    assert session.submit(ConsoleSpawn(actor=player.id, kind="core.stealth:goblin", at=at)).refusal is not None
    assert (
        session.submit(ConsoleSpawn(actor=player.id, kind="core.stealth:missing", at=find_free_cell(session))).refusal
        is not None
    )
    held = len(player.pack)
    assert session.submit(ConsoleGive(actor=player.id, kind="core.stealth:dagger")).refusal is None
    assert len(player.pack) == held + 1
    assert session.submit(ConsoleReveal(actor=player.id)).refusal is None
    assert level.explored.all()
    to = find_free_cell(session)
    assert session.submit(ConsoleMove(actor=player.id, to=to)).refusal is None
    assert player.at == to
    assert session.state.parts["core.stealth"].turn == turn
    assert session.problems == []


def test_a_set_die_applies_to_the_next_command_only(session: Session) -> None:
    rules = session.rules
    ctx = session.context()
    thrown: list[int] = []

    def roll(ctx: Any, command: Any) -> list[Any]:
        thrown.extend([ctx.roll("luck", 1, 6), ctx.roll("other", 1, 1000), ctx.roll("luck", 1, 6)])
        return []

    spec = rules.commands[Wait]
    msgspec.structs.force_setattr(spec.spec, "handle", roll)
    try:
        player = grid.get_world(session.state).player
        session.submit(SetDie(value=6, purpose="luck"))
        session.submit(SetDie(value=99, purpose="luck"))
        session.submit(Wait(actor=player))
        assert (thrown[0], thrown[2]) == (6, 6)
        assert thrown[1] not in (6, 99)
        assert not session.console_dice
        assert session.dice_source is None
        thrown.clear()
        session.submit(Wait(actor=player))
        assert thrown != [6, thrown[1], 6]
    finally:
        from footfall.plugins.stealth.player.handlers import handle_wait

        msgspec.structs.force_setattr(spec.spec, "handle", handle_wait)
    assert ctx.purposes


def test_set_dice_wait_in_a_save(session: Session, tmp_path: Path) -> None:
    session.submit(SetDie(value=4, purpose="luck"))
    session.submit(SetDie(value=5))
    save(session, tmp_path / "a.save", "0")
    again = load_save(session.rules, tmp_path / "a.save")
    assert again.console_dice == [("luck", 4), ("", 5)]


@pytest.mark.proof(0)
def test_a_replay_reproduces_its_changes(typed: Callable[..., Any], saves: Path) -> None:
    keys = "F3 s g l l . d a a r ESC l . . F3 g c m l l . ESC . ."
    played = typed(keys, "stealth", "--seed", 3, "--console")
    assert played.result.exit_code == 0, played.result.output
    record = saves / "core.stealth.replay"
    rules = load("stealth", only_mods=()).rules
    found = read_replay(record, lambda header: rules)
    assert {ConsoleSpawn, ConsoleGive, ConsoleReveal, ConsoleMove, SetDie} <= {
        type(command) for command in found.commands
    }
    assert found.marks
    again = play_back(rules, found)
    assert again.hash() == load_save(rules, saves / "core.stealth.save").hash()
    told = CliRunner().invoke(main, ["replay", str(record)])
    assert told.exit_code == 0, told.output
    count = len(found.commands)
    seen = ReplayViewer(rules, found, lambda message: str(message))
    seen.submit(JumpInReplay(by=count))
    assert seen.session.hash() == again.hash()
    on = typed(".", "stealth")  # the game resumes without the console, too
    assert on.result.exit_code == 0, on.result.output


def test_every_call_of_a_traced_hook_is_logged(typed: Callable[..., Any], home: Path) -> None:
    (home / "mods").mkdir()
    (home / "mods" / "loud.py").write_text(
        "from footfall.api import add, hook\nMOD = 'you.loud'\n\n@hook\ndef on_move(event):\n"
        "    return [add('noise', 1)]\n"
    )
    played = typed("F3 t d ESC h h M", "stealth", "--seed", 3, "--console")
    assert "on_move: Moving actor 1" in " ".join(played.screen.split())
    assert "+1 you.loud is" in " ".join(played.screen.split())


@pytest.mark.proof(0)
def test_reload_keeps_the_situation(
    typed: Callable[..., Any], home: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "mods").mkdir()
    path = home / "mods" / "loud.py"
    code = "from footfall.api import add, hook\nMOD = 'you.loud'\n\n@hook\ndef on_move(event):\n    return {}\n"
    path.write_text(code.format("[add('noise', 1)]"))
    from footfall.app.screens.console import ConsoleScreen, Reload

    steps: list[str] = []
    step = ConsoleScreen.submit

    def edited(self: ConsoleScreen, command: Any) -> Any:
        if isinstance(command, Reload):
            path.write_text(code.format(["[add('noise', 2)]", "1 / 0"][len(steps)] if len(steps) < 2 else "[]"))
        said = step(self, command)
        if isinstance(command, Reload):
            assert said is not None
            steps.append(said.id)
        return said

    monkeypatch.setattr(ConsoleScreen, "submit", edited)
    played = typed("h F3 l ESC h F3 l ESC h", "stealth", "--seed", 3, "--console")
    assert played.result.exit_code == 0, played.result.output
    assert steps == ["footfall-hot-done", "footfall-hot-failed"]
    assert '"mods":' in (saves / "core.stealth.replay").read_text()


def test_spanish(typed: Callable[..., Any]) -> None:
    assert "Consola de modder" in typed("F3", "stealth", "--seed", 3, "--console", "--lang", "es").screen


@pytest.mark.proof(0)
def test_a_repro_with_console_commands_can_be_bisected(typed: Callable[..., Any], home: Path) -> None:
    (home / "mods").mkdir()
    code = "from footfall.api import hook\nMOD = 'you.wild'\n\n@hook\ndef on_turn_end(event, ctx):\n"
    code += "    world = ctx.state.parts['world']\n"
    code += "    if any(actor.kind == 'core.stealth:goblin' for actor in world.actors.values()):\n"
    code += "        raise ValueError('a goblin')\n"
    (home / "mods" / "wild.py").write_text(code)
    keys = "F3 s g l l . ESC . ."
    played = typed(keys, "stealth", "--seed", 3, "--console")
    assert "contained" in played.result.output
    (repro,) = (home / "xdg_data_home" / "footfall" / "repros").glob("*.zip")
    told = CliRunner().invoke(main, ["bisect", str(repro)])
    assert "you.wild" in told.output, told.output


def type_text(text: str) -> str:
    return " ".join("SPACE" if character == " " else character for character in text)


def test_an_expression_shows_its_value_here_and_now(typed: Callable[..., Any]) -> None:
    keys = f"F3 e {type_text('player.hp * 23')} BACKSPACE"
    played = typed(f"{keys} ENTER", "stealth", "--console", "--seed", 3)
    assert "player.hp * 2 = 64" in played.screen
    assert "¿Qué expresión? player.hp * 2_" in typed(keys, "stealth", "--console", "--lang", "es").screen


def test_a_wrong_expression_is_named(typed: Callable[..., Any]) -> None:
    screen = typed(f"F3 e {type_text('player.hpp')} ENTER", "stealth", "--console").screen
    assert "did you mean 'hp'" in screen
    assert "player.hpp = " not in screen


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("player", "1"),
        ("player.stat('fov') >= 1", "true"),
        ("1.5 * 2", "3"),
        ("player.kind", "'core.stealth:adept'"),
        ("settings('core.stealth.sleep.range')", "'senses'"),
        ("actor == player", "true"),
        ("turn", "0"),
    ],
)
def test_values_of_expressions(session: Session, load_once: Callable[..., Any], source: str, value: str) -> None:
    loaded = load_once("stealth", only_mods=())
    assert loaded.vocabulary is not None
    held = session.hash()
    assert evaluate_expression(source, loaded.vocabulary, session) == value
    assert session.hash() == held


def test_an_expression_of_the_console_has_no_dice(session: Session) -> None:
    loaded = load("stealth", only_mods=())
    assert loaded.vocabulary is not None
    with pytest.raises(ValueError, match="no dice"):
        evaluate_expression("roll(1, 6)", loaded.vocabulary, session)
