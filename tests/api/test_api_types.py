"""mypy reports in a mod's code what does not fit the contract, and nothing that does."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import footfall
from footfall.api import hook
from footfall.api.hookspecs import SPECS
from footfall.reference.hook_stub import render_hook_stub

ROOT = Path(footfall.__file__).parent
STUB = ROOT / "api" / "hook.pyi"

HEAD = """
from collections.abc import Iterator
from footfall.api import (
    ALLOW, Batch, Change, Deny, Game, Message, Context, FoldReturn, NotifyReturn,
    BatchProposals, Step, Tell, Term, VoteReturn,
    add, events, hook, mul,
)
"""

GOOD = {
    "named by its function": """
        @hook
        def on_hear(event: events.Hearing) -> list[Term]:
            return [mul("range", 2)]
    """,
    "with the game": """
        @hook.on_hear
        def carries(event: events.Hearing, ctx: Context) -> FoldReturn:
            return [mul("range", ctx.setting("factor")), Tell(Message("echo"))] if event.loudness > 2 else None
    """,
    "filtered": """
        @hook.on_hear(kind="scream", min_loudness=3, after="other.doors")
        def carries(event: events.Hearing) -> list[Term]:
            return [mul("range", 2)]
    """,
    "by name": """
        @hook("on_attack", before="you.other", manner="melee")
        def high_ground(event: events.Attack) -> list[Term | Change]:
            return [add("to_hit", 1)]
    """,
    "in batches": """
        @hook.on_hear(batch=True, min_loudness=2)
        def carries(batch: Batch[events.Hearing], ctx: Context) -> BatchProposals:
            return batch.where(batch.distance < 100, mul("range", 2))
    """,
    "a generator": """
        @hook.on_turn_end
        def dusk(event: events.Turn) -> Iterator[Change]:
            yield Tell(Message("dusk"))
    """,
    "a vote": """
        @hook.can_enter
        def sealed(event: events.Entering) -> VoteReturn:
            return Deny(Message("sealed")) if event.place else ALLOW
    """,
    "a chain": """
        @hook.on_generate
        def moss(event: events.Recipe) -> list[Step]:
            return [Step("you.mod:moss", None)]
    """,
    "collected": """
        @hook
        def provide_games() -> list[Game]:
            return []
    """,
    "without annotations": """
        @hook
        def on_hear(event):
            return [mul("range", 2)]
    """,
    "of another mod": """
        @hook.of("you.weather", "on_rain", min_strength=2)
        def under_a_roof(event: object, ctx: Context) -> FoldReturn:
            return [add("wetness", -1)]
    """,
    "called in a test": """
        @hook.on_hear
        def carries(event: events.Hearing) -> list[Term]:
            return []
        found: list[Term] = carries(events.Hearing(1, 2, "step", 3, 10, 0))
    """,
}

BAD = {
    "wrong event": """
        @hook.on_hear
        def carries(event: events.Attack) -> FoldReturn:
            return None
    """,
    "wrong return": """
        @hook.on_hear
        def carries(event: events.Hearing) -> int:
            return 2
    """,
    "wrong return, named by its function": """
        @hook
        def on_hear(event: events.Hearing) -> bool:
            return True
    """,
    "a term where only changes may be": """
        @hook.on_turn_end
        def dusk(event: events.Turn) -> list[Term]:
            return [add("to_hit", 1)]
    """,
    "a bool for a vote": """
        @hook.can_enter
        def sealed(event: events.Entering) -> bool:
            return False
    """,
    "misspelt": """
        @hook.on_hera
        def carries(event: events.Hearing) -> FoldReturn:
            return None
    """,
    "misspelt, by name": """
        @hook("on_hera")
        def carries(event: events.Hearing) -> FoldReturn:
            return None
    """,
    "a name the api does not have": """
        from footfall.api import multiply
    """,
    "misspelt filter": """
        @hook.on_hear(loudnes=3)
        def carries(event: events.Hearing) -> FoldReturn:
            return None
    """,
    "filter of a wrong type": """
        @hook.on_hear(min_loudness="3")
        def carries(event: events.Hearing) -> FoldReturn:
            return None
    """,
    "too many arguments": """
        @hook.on_hear
        def carries(event: events.Hearing, ctx: Context, more: int) -> FoldReturn:
            return None
    """,
    "a batch without asking for one": """
        @hook.on_hear
        def carries(batch: Batch[events.Hearing]) -> BatchProposals:
            return None
    """,
    "an event where a batch comes": """
        @hook.on_hear(batch=True)
        def carries(event: events.Hearing) -> FoldReturn:
            return None
    """,
    "what a collection must not hold": """
        @hook.provide_games
        def games() -> list[int]:
            return []
    """,
}


def files(folder: Path) -> dict[str, Path]:
    """All snippets, each in a file of its own."""
    paths = {}
    for part, snippets in (("good", GOOD), ("bad", BAD)):
        for n, (name, text) in enumerate(snippets.items()):
            path = folder / f"{part}_{n}.py"
            path.write_text(HEAD + textwrap.dedent(text), encoding="utf-8")
            paths[name] = path
    return paths


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of each snippet, all checked in one run."""
    folder = tmp_path_factory.mktemp("typed")
    paths = files(folder)
    env = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    if "site-packages" not in ROOT.parts:
        env["MYPYPATH"] = str(ROOT.parent)
    flags = ["--config-file=", "--no-color-output", "--cache-dir", str(folder / "cache")]
    # In a process of its own: within ours it would raise the recursion limit for all tests after it.
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *flags, str(folder)], env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    lines = ran.stdout.splitlines()
    return {name: "\n".join(line for line in lines if f"{path.name}:" in line) for name, path in paths.items()}


@pytest.mark.proof(4)
@pytest.mark.parametrize("name", GOOD)
def test_mypy_has_nothing_against_it(reported: dict[str, str], name: str) -> None:
    assert reported[name] == ""


@pytest.mark.parametrize("name", BAD)
def test_mypy_reports_it(reported: dict[str, str], name: str) -> None:
    assert "error:" in reported[name]


@pytest.mark.proof(0)
def test_pyright_says_the_same(tmp_path: Path) -> None:
    here = str(Path(sys.executable).parent)
    found_in = os.pathsep.join((here, os.environ.get("PATH", "")))
    program = shutil.which("basedpyright", path=found_in) or shutil.which("pyright", path=found_in)
    if program is None:
        pytest.skip("neither pyright nor basedpyright is installed")
    paths = files(tmp_path)
    settings = {"extraPaths": [str(ROOT.parent)], "venv": ".", "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    ran = subprocess.run(
        [program, "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    diagnostics = json.loads(ran.stdout)["generalDiagnostics"]
    wrong = {Path(entry["file"]).name for entry in diagnostics if entry["severity"] == "error"}
    assert {name for name in GOOD if paths[name].name in wrong} == set()
    assert {name for name in BAD if paths[name].name not in wrong} == set()


def test_a_misspelt_hook_is_told_with_the_likest_name() -> None:
    with pytest.raises(AttributeError, match="there is no hook 'on_hera', did you mean 'on_hear'"):
        hook.on_hera  # type: ignore[attr-defined]  # noqa: B018
    assert set(SPECS) < set(dir(hook))


def test_the_stub_is_what_the_contract_says() -> None:
    """``FOOTFALL_GOLDEN=write`` rewrites it."""
    generated = render_hook_stub()
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        STUB.write_text(generated, encoding="utf-8")
        subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(STUB)], check=True)
    current = STUB.read_text(encoding="utf-8")
    same = ast.dump(ast.parse(current)) == ast.dump(ast.parse(generated))
    assert same, "to update it: FOOTFALL_GOLDEN=write python -m pytest tests/api"
