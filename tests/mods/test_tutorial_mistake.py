"""The mistakes that the tutorial asks for are named with their place, and do not stop the game."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

PAGE = Path(__file__).parents[2] / "docs/modding/ten-minutes.md"


@pytest.mark.proof(0)
def test_the_mistakes_of_the_tutorial_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    before, after = PAGE.read_text(encoding="utf-8").split("## Four: make a mistake")
    (new,) = re.findall(r"^footfall (mods new .*)$", before, re.MULTILINE)
    (rule,) = re.findall(r"```toml\n(\[hook.*?)```", before, re.DOTALL)
    (check,) = re.findall(r"^footfall (mods check .*)$", after, re.MULTILINE)
    (play,) = re.findall(r"^footfall (run .*?)(?: --strict)?$", before, re.MULTILINE)
    mistakes = re.findall(r"`(\w+)` to `(\w+)`", after)
    assert len(mistakes) == 2
    run = CliRunner().invoke
    assert run(main, shlex.split(new)).exit_code == 0
    file = Path("mods/hello/content/rules.toml")
    file.write_text(rule)
    assert run(main, shlex.split(check)).exit_code == 0
    for right, wrong in mistakes:
        file.write_text(rule.replace(right, wrong))
        done = run(main, shlex.split(check))
        assert done.exit_code == 1
        assert repr(wrong) in done.output
        assert f"did you mean {right!r}?" in done.output
        assert re.search(r"rules\.toml:\d", done.output)
    done = run(main, shlex.split(play))
    assert "turn 50, seed 7" in done.stdout, "the game goes on without the rule"
