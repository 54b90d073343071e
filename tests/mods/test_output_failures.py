"""What fails while the screen is drawn, what mods print, and a debugger in a hook, through the program itself."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"

HUD = """
from footfall.api import HudLine, Message, hook
MOD = "you.hud"
def read(ctx):
    if ctx.state.turn >= 2:
        {body}
    return None
@hook
def provide_hud():
    return [HudLine("you.hud:line", read)]
"""

NOISY = """
from footfall.api import HudLine, Step, hook
MOD = "you.noisy"
print("NOISE")
def draft_step(ctx, draft):
    print("NOISE")
@hook
def on_turn_end(event):
    print("NOISE")
@hook
def on_generate(event):
    print("NOISE")
    return [Step("you.noisy:step", draft_step)]
@hook
def provide_hud():
    print("NOISE")
    return [HudLine("you.noisy:line", lambda ctx: print("NOISE"))]
"""


def run_footfall(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    command = [sys.executable, "-m", "footfall", *words]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=100, check=False
    )


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    "body",
    [
        "raise RuntimeError('no moon')",
        "raise SystemExit(3)",
        "raise KeyboardInterrupt",
        "return 'text'",
        "return Message(5)",
        "return Message('m', {'x': object()})",
        "return Message('m', {'x': [1]})",
        "return Message('m', 7)",
    ],
)
def test_a_hud_line_that_fails_is_named_and_found_by_bisect(tmp_path: Path, body: str) -> None:
    (tmp_path / "hud.py").write_text(HUD.format(body=body))
    words = ("run", "king", "--turns", "3", "--repro", "r.zip", "--mods", "hud.py", "--trust")
    result = run_footfall(tmp_path, *words)
    assert result.returncode == 1
    assert "you.hud: you.hud:line failed" in result.stderr
    assert "hud.py:" in result.stderr
    assert "Traceback" not in result.stderr
    found = run_footfall(tmp_path, "bisect", "r.zip", "--trust")
    assert "you.hud" in found.stdout + found.stderr
    assert found.returncode == 0, found.stderr


@pytest.mark.proof(0)
def test_a_scene_that_fails_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    code = tmp_path / "duel" / "__init__.py"
    code.write_text(code.read_text() + "\n\ndef broken(ctx):\n    raise RuntimeError('no paint')\n")
    code.write_text(code.read_text().replace("Presentation(lambda ctx: None)", "Presentation(broken)"))
    words = ("run", "duel", "--turns", "3", "--repro", "r.zip", "--mods", "duel", "--trust")
    result = run_footfall(tmp_path, *words)
    assert result.returncode == 1
    assert "tests.duel: scene failed" in result.stderr
    assert "no paint" in result.stderr
    assert "duel/__init__.py:" in result.stderr
    assert "cannot be drawn" in result.stdout
    found = run_footfall(tmp_path, "bisect", "r.zip", "--trust")
    assert "no paint" in found.stdout + found.stderr


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "stealth", "--turns", "3", "--to", "json"),
        ("generate", "stealth", "--floor", "3", "--json"),
        ("simulate", "stealth", "--games", "1", "--bots", "random", "--json"),
        ("mods", "test", "noisy.py", "--seeds", "1", "--turns", "10", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_what_mods_print_never_lands_in_json(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "noisy.py").write_text(NOISY)
    options = () if words[0] == "mods" else ("--mods", "noisy.py", "--trust")
    result = run_footfall(tmp_path, *words, *options)
    assert json.loads(result.stdout), result.stderr[-2000:]
    assert "NOISE" not in result.stdout
    assert "NOISE" in result.stderr
    assert "Traceback" not in result.stderr


DEBUGGED = """
import sys
from pathlib import Path
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.isolation.watchdog import watch_for_hangs
with watch_for_hangs(0.2):
    loaded = load("duel", mods=[Path(a) for a in sys.argv[1:]], only_mods=(), timeout=0.2)
    session = Session.begin(loaded.rules, 3)
    session.submit(next(iter(loaded.rules.commands))())
print("problems:", len(session.problems), "the end")
"""


@pytest.mark.proof(1)
@pytest.mark.parametrize("place", ["import", "hook"])
def test_a_breakpoint_works_and_the_watch_stands_aside(tmp_path: Path, place: str) -> None:
    at_import = "breakpoint()" if place == "import" else ""
    in_hook = "breakpoint()" if place == "hook" else "pass"
    (tmp_path / "debug.py").write_text(
        f"from footfall.api import hook\nMOD = 'you.debug'\n{at_import}\n@hook\ndef on_turn_end(event):\n"
        f"    fact = 42\n    {in_hook}\n    return []\n"
    )
    master, slave = pty.openpty()
    words = [sys.executable, "-c", DEBUGGED, str(DUEL), str(tmp_path / "debug.py")]
    with subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, cwd=tmp_path, close_fds=True) as process:
        os.close(slave)
        output = _read_until(master, "(Pdb) ")
        time.sleep(1.5)  # several times the limit
        os.write(master, b"p 6 * 7\n")
        output += _read_until(master, "(Pdb) ")
        while "the end" not in output and process.poll() is None:
            os.write(master, b"clear\ny\nc\n" if "the end" not in output else b"")
            output += _read_until(master, "the end", "(Pdb) ")
        process.kill()
    os.close(master)
    assert "42" in output
    assert "problems: 0 the end" in output
    assert "hangs" not in output


STOPS = """\
from footfall.api import hook
MOD = "you.debug"
@hook
def on_turn_end(event):
    breakpoint()
    return []
"""


@pytest.mark.proof(0)
def test_a_breakpoint_without_a_terminal_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "debug.py").write_text(STOPS)
    result = run_footfall(tmp_path, "run", "stealth", "--turns", "3", "--mods", "debug.py", "--trust")
    assert result.stderr == "breakpoint() at debug.py:5: there is no terminal for the debugger\n"
    assert result.returncode == 0


@pytest.mark.proof(0)
def test_the_tripwire_is_silent_about_the_debugger(tmp_path: Path) -> None:
    (tmp_path / "debug.py").write_text(STOPS)
    (tmp_path / ".pdbrc").write_text("p 6 * 7\n")
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "footfall", "run", "stealth", "--turns", "1", "--mods", "debug.py", "--trust"]
    with subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, cwd=tmp_path, close_fds=True) as process:
        os.close(slave)
        output = _read_until(master, "(Pdb) ")
        os.write(master, b"c\n")
        output += _read_until(master, "nothing but the end of the output")
        process.wait(15)
    os.close(master)
    assert "42" in output
    assert "-> " in output.partition("(Pdb)")[0]
    assert "debug.py(" in output
    assert ", hash " in output
    assert "tripwire: " not in output
    assert "debug.py:5: BdbQuit" not in output


def _read_until(descriptor: int, *ends: str) -> str:
    output = ""
    deadline = time.monotonic() + 15
    while not any(end in output for end in ends) and time.monotonic() < deadline:
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                output += os.read(descriptor, 4096).decode(errors="replace")
            except OSError:
                break
    return output
