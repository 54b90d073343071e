"""HUD lines of mods: shown, hidden, isolated."""

from __future__ import annotations

from pathlib import Path

from footfall.api.session_scene import build_session_scene, collect_hud_lines
from footfall.engine.session import Session
from footfall.loader import load

LINES = """
from footfall.api import HudLine, Message, hook
MOD = "you.lines"
def fails(ctx):
    raise RuntimeError("no moon tonight")
@hook
def provide_hud():
    return [
        HudLine("you.lines:moon", lambda ctx: Message("you-moon")),
        HudLine("you.lines:none", lambda ctx: None),
        HudLine("you.lines:text", lambda ctx: "a plain sentence"),
        HudLine("you.lines:fails", fails),
    ]
"""


def test_a_line_is_shown_and_one_that_fails_is_left_out_and_named(tmp_path: Path) -> None:
    (tmp_path / "lines.py").write_text(LINES)
    loaded = load("stealth", mods=[tmp_path / "lines.py"], only_mods=())
    session = Session.begin(loaded.rules, 1)
    before = session.hash()
    (line,) = build_session_scene(session).panels[-1].lines
    assert line.spans[0].text.id == "you-moon"
    assert session.hash() == before
    text, fails = session.problems
    assert (text.mod, text.via) == ("you.lines", "you.lines:text")
    assert "Message or None" in text.error
    assert "lines.py:5" in fails.location
    for _ in range(3):
        collect_hud_lines(session)
    assert {via for _, via in session.suspended} == {"you.lines:text", "you.lines:fails"}
    assert len(collect_hud_lines(session)) == 1
    assert len(session.problems) <= 8


def test_two_mods_cannot_have_one_line(tmp_path: Path) -> None:
    for name in ("a", "b"):
        code = LINES.replace("you.lines", f"you.{name}").replace(f"you.{name}:moon", "you.same:moon")
        (tmp_path / f"{name}.py").write_text(code)
    loaded = load("stealth", mods=[tmp_path / "a.py", tmp_path / "b.py"], only_mods=())
    (problem,) = loaded.findings
    assert (problem.code, problem.mod) == ("taken", "you.b")
