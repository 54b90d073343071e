"""What a mod's code may do wrong while the game runs: each failure is contained and named, and the game goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import IMPORTS, HostileMod, write_mod

from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import run_with_timeout, watch_for_hangs

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

Hostile = Callable[..., LoadResult]


def play(loaded: LoadResult, turns: int = 30) -> Session:
    session = Session.begin(loaded.rules, 3)
    kind = next(iter(loaded.rules.commands))
    for _ in range(turns):
        if session.state.outcome is not None:
            break
        session.submit(kind())
    return session


def load_code(hostile: Hostile, folder: Path, code: str, **keywords: float) -> LoadResult:
    return hostile(str(write_mod(folder, "mod", HostileMod(code=IMPORTS + code))), **keywords)


def make_hook(body: str, arguments: str = "event") -> str:
    return f"\n@hook\ndef on_attack({arguments}):\n    {body}\n"


@pytest.mark.parametrize(
    "statement",
    [
        "raise KeyboardInterrupt",
        "raise KeyboardInterrupt('mine')",
        "raise BaseException('bare')",
        "raise SystemExit",
        "raise GeneratorExit",
        "raise type('Own', (BaseException,), {})",
        "raise BaseExceptionGroup('two', [SystemExit(1), KeyboardInterrupt()])",
        "(lambda f: f(f))(lambda f: f(f))",
        "bytearray(1 << 60)",
        "yield add('to_hit', 1)\n    raise KeyboardInterrupt",
    ],
)
def test_whatever_a_hook_raises_is_contained_and_named(hostile: Hostile, tmp_path: Path, statement: str) -> None:
    session = play(load_code(hostile, tmp_path, make_hook(statement)))
    assert session.hash() == play(hostile()).hash()
    problem = session.problems[0]
    assert (problem.mod, problem.via) == ("hostile.mod", "on_attack")
    assert "__init__.py:" in problem.location


@pytest.mark.parametrize("backend", ["rust", "python"])
@pytest.mark.parametrize("statement", ["raise SystemExit(2)", "raise KeyboardInterrupt", "raise BaseException"])
def test_a_step_that_raises_is_contained(
    hostile: Hostile, tmp_path: Path, statement: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from footfall.testing.backends import use_backend

    code = f"""
def tide(ctx):
    {statement}

@hook
def on_round_end(event):
    return [Step("hostile.mod:tide", tide)]

@hook
def on_turn_end(event):
    return [Push("hostile.mod:tide")]

@hook
def provide_steps():
    return [Step("hostile.mod:tide", tide)]
"""
    with use_backend(backend):
        session = play(load_code(hostile, tmp_path, code))
    assert session.problems[0].mod == "hostile.mod"
    assert session.problems[0].via == "hostile.mod:tide"


def reset_interrupt() -> None:
    """A shell's background job ignores the signal of Ctrl-C, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.proof(0)
def test_a_real_interrupt_in_a_hook_stops_the_game(tmp_path: Path) -> None:
    """Ctrl-C reaches a program whose hook loops."""
    code = "from footfall.api import hook\nMOD = 'you.loop'\n@hook\ndef on_turn_end(event):\n"
    code += "    while True:\n        pass\n"
    (tmp_path / "loop.py").write_text(code)
    words = [
        sys.executable,
        "-m",
        "footfall",
        "run",
        "king",
        "--turns",
        "9",
        "--mods",
        str(tmp_path / "loop.py"),
        "--trust",
    ]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, env=environment, preexec_fn=reset_interrupt, **pipes) as process:
        time.sleep(3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=8)
    assert process.returncode != 0
    assert "failed" not in errors


def test_an_import_that_raises_any_exception_is_named(hostile: Hostile, tmp_path: Path) -> None:
    [finding] = load_code(hostile, tmp_path, "\nraise BaseException('at import')\n").findings
    assert finding.code == "import-failed"
    assert "BaseException: at import" in finding.text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("return [add('to_hit', 1)] * 1_000_000", "more than 10,000"),
        ("while True:\n        yield add('to_hit', 1)", "more than 10,000"),
        ("return iter(lambda: add('to_hit', 1), None)", "more than 10,000"),
        ("return [Tell(Message('m'))] * 10_001", "more than 10,000"),
    ],
)
def test_a_million_results_are_bounded_and_named(hostile: Hostile, tmp_path: Path, body: str, text: str) -> None:
    code = "\nfrom footfall.api import Message, Tell\n" + make_hook(body)
    begin = time.monotonic()
    session = play(load_code(hostile, tmp_path, code))
    assert time.monotonic() - begin < 5
    assert text in session.problems[0].error
    assert session.hash() == play(hostile()).hash()


@pytest.mark.proof(0)
def test_steps_that_multiply_are_bounded_and_named(hostile: Hostile, tmp_path: Path) -> None:
    code = """
def grow(ctx):
    return [Push("hostile.mod:grow")] * 9_000

@hook
def provide_steps():
    return [Step("hostile.mod:grow", grow)]

@hook
def on_turn_end(event):
    return [Push("hostile.mod:grow")]
"""
    begin = time.monotonic()
    session = play(load_code(hostile, tmp_path, code), 1)
    assert time.monotonic() - begin < 10
    assert "over 250,000 changes of the mod" in session.problems[0].error
    assert session.state.turn == 1


def test_a_change_that_cannot_be_applied_is_blamed_on_the_hook(hostile: Hostile, tmp_path: Path) -> None:
    code = """
from footfall.api import Change

class Odd(Change, frozen=True, tag="hostile.mod:odd"):
    def apply(self, state):
        raise ValueError("not now")

@hook
def provide_changes():
    return [Odd]

@hook
def on_turn_end(event):
    return [Odd()]
"""
    loaded = load_code(hostile, tmp_path, code)
    problem = play(loaded, 1).problems[0]
    line = (tmp_path / "mod" / "__init__.py").read_text().splitlines().index("def on_turn_end(event):")
    assert problem.location.rpartition(":")[2] in (str(line), str(line + 1))
    assert "not now" in problem.error


def test_a_failure_inside_a_library_is_blamed_on_the_line_of_the_mod(hostile: Hostile, tmp_path: Path) -> None:
    session = play(load_code(hostile, tmp_path, "\nimport json\n" + make_hook("json.loads('{')")))
    assert session.problems[0].location.endswith("__init__.py:7")


def test_a_command_whose_generator_raises_is_contained(hostile: Hostile, tmp_path: Path) -> None:
    code = """
from footfall.api import Command, CommandSpec, Message, Tell

class Odd(Command, frozen=True, tag="hostile.mod:odd"):
    pass

def handle(ctx, command):
    yield Tell(Message("m"))
    raise RuntimeError("late")

@hook
def provide_commands():
    return [CommandSpec(Odd, handle)]
"""
    loaded = load_code(hostile, tmp_path, code)
    kind = next(kind for kind in loaded.rules.commands if kind.__name__ == "Odd")
    session = Session.begin(loaded.rules, 3)
    before = session.hash()
    assert session.submit(kind()).refusal is not None
    assert session.hash() == before
    assert session.problems[0].mod == "hostile.mod"


# The watch.


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        pass",
        "import time\n    time.sleep(1000)",
        "import threading\n    threading.Event().wait()",
    ],
)
def test_a_hook_that_does_not_return_is_interrupted(hostile: Hostile, tmp_path: Path, body: str) -> None:
    loaded = load_code(hostile, tmp_path, make_hook(body))
    begin = time.monotonic()
    with watch_for_hangs(0.1):
        session = play(loaded)
    assert time.monotonic() - begin < 5
    assert "HangError: it did not return within" in session.problems[0].error
    assert session.hash() == play(hostile()).hash()


@pytest.mark.parametrize("body", ["while True:\n    pass", "import time\ntime.sleep(1000)"])
def test_an_import_that_does_not_return_is_interrupted(hostile: Hostile, tmp_path: Path, body: str) -> None:
    [finding] = load_code(hostile, tmp_path, "\n" + body + "\n").findings
    assert finding.code == "hangs"
    assert "mod/__init__.py:" in finding.location


def test_building_records_is_watched(hostile: Hostile, tmp_path: Path) -> None:
    code = """
from footfall.api import Record, RecordKind

class Slow(Record, frozen=True):
    hp: int = 1

    def __post_init__(self):
        while True:
            pass

@hook
def provide_records():
    return [RecordKind("slow", Slow)]
"""
    files = {"content/a.toml": "[slow.one]\nhp = 1\n"}
    folder = write_mod(tmp_path, "mod", HostileMod(code=IMPORTS + code, files=files))
    loaded = hostile(str(folder))
    assert any(f.mod == "hostile.mod" and "HangError" in f.text for f in loaded.findings)
    assert play(loaded).hash() == play(hostile()).hash()


CHILD = """
import sys
from pathlib import Path
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.isolation.watchdog import watch_for_hangs
with watch_for_hangs(0.2):
    loaded = load("duel", mods=[Path(a) for a in sys.argv[1:]], only_mods=(), timeout=0.2)
    session = Session.begin(loaded.rules, 3)
    while session.state.outcome is None:
        session.submit(next(iter(loaded.rules.commands))())
print("the end")
"""

UNSTOPPABLE = {
    "holds-the-interpreter": ("sum(range(10**13))", "cannot be interrupted"),
    "swallows": (
        "while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass",
        "cannot be interrupted",
    ),
}


@pytest.mark.proof(0)
@pytest.mark.parametrize("name", sorted(UNSTOPPABLE))
def test_a_call_that_cannot_be_interrupted_is_named_and_ends_the_program(tmp_path: Path, name: str) -> None:
    body, text = UNSTOPPABLE[name]
    folder = write_mod(tmp_path, "mod", HostileMod(code=IMPORTS + make_hook(body)))
    duel = Path(__file__).parent.parent / "data" / "mods" / "duel"
    words = [sys.executable, "-c", CHILD, str(duel), str(folder)]
    result = subprocess.run(words, capture_output=True, text=True, timeout=30, cwd=tmp_path, check=False)
    assert result.returncode == 1
    assert "the end" not in result.stdout
    assert "footfall: hostile.mod hangs at mod/__init__.py:" in result.stderr
    assert "(in on_attack)" in result.stderr
    assert text in result.stderr


def test_the_switch_turns_the_watch_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_NO_WATCH", "1")
    assert run_with_timeout(lambda: time.sleep(0.3) or 7, 0.05, "x") == 7
