"""The pytest plugin in projects with and without Footfall, and its documentation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "modding" / "testing.md"
NAME = "footfall.testing.plugin"


def run(folder: Path, *words: str, plugin: str = NAME) -> subprocess.CompletedProcess[str]:
    """Runs pytest with the plugin, even if the checkout is not installed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", plugin, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """The mod of the page, with every snippet as a test."""
    text = PAGE.read_text(encoding="utf-8")
    code = re.search(r"```python\n(from footfall.api.*?)```", text, re.S)
    assert code is not None
    folder = tmp_path / "echo"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.echo"\nversion = "1.0"\nentry = "."\n')
    (folder / "__init__.py").write_text(code[1])
    tests = re.findall(r"<!-- test -->\n```(\w+)\n(.*?)```", text, re.S)
    assert len(tests) >= 6
    for number, (language, snippet) in enumerate(tests):
        name = {"python": f"test_{number}.py", "toml": f"{number}.scenario.toml"}[language]
        (folder / "tests" / name).write_text(snippet, encoding="utf-8")
    return folder


@pytest.mark.proof(0)
def test_every_snippet_of_the_page_passes(mod: Path) -> None:
    done = run(mod)
    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout


@pytest.mark.proof(0)
def test_a_snippet_can_fail(mod: Path) -> None:
    code = mod / "__init__.py"
    code.write_text(code.read_text().replace("2,", "3,"))
    done = run(mod)
    assert "test_everything_carries_twice_as_far" in done.stdout
    assert "×3 you.echo" in done.stdout
    assert "1 failed" in done.stdout


def test_the_page_documents_the_kit() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for word in (
        "footfall_scene",
        "footfall_begin",
        "footfall_branch",
        "why",
        "spy",
        "do",
        "look",
        "expect_refusal",
        "find_id",
        "list_answers",
        "put",
        "messages",
        "play_turns",
        "screen",
        "record",
    ):
        assert word in text, word
    for key in ("do", "times", "dice", "refused", "expect", "told", "put"):
        assert f"| `{key}` |" in text, key


@pytest.mark.proof(0)
def test_a_project_that_knows_nothing_of_footfall_is_left_alone(tmp_path: Path) -> None:
    """The plugin is loaded in every project: no module but its own, no test, no warning, nothing written."""
    (tmp_path / "some.scenario.toml").write_text("not = 'ours'\n")
    (tmp_path / "test_own.py").write_text("import sys\n\n\ndef test_own():\n    print(*sys.modules, sep='\\n')\n")
    words = ("-s", "-W", "error", "--strict-config", "--strict-markers")
    without = run(tmp_path, *words, plugin=f"no:{NAME}")
    files = set(tmp_path.rglob("*"))
    done = run(tmp_path, *words)
    assert done.returncode == without.returncode == 0, done.stdout
    assert "1 passed in" in done.stdout
    gained = set(done.stdout.split()) - set(without.stdout.split())
    assert {name for name in gained if name[0].isalpha()} == {"footfall", "footfall.testing", NAME}
    assert set(tmp_path.rglob("*")) == files


@pytest.mark.proof(0)
def test_scenarios_everywhere_with_the_option(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nfootfall_scenarios = true\n")
    (tmp_path / "a.scenario.toml").write_text('use = "core.stealth"\n[[case]]\nid = "stand"\nmap = ["@"]\n')
    assert "1 passed" in run(tmp_path).stdout
    (tmp_path / "a.scenario.toml").write_text('use = "core.kin"\n')
    assert "there is no such file in its folder, and no such mod" in run(tmp_path).stdout


def test_a_fixture_outside_of_a_mod_says_so(tmp_path: Path) -> None:
    (tmp_path / "test_lost.py").write_text("def test_lost(footfall_scene):\n    pass\n")
    assert "belongs to no mod" in run(tmp_path).stdout
