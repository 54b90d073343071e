"""The mistake that the tutorial asks for shows in the turns that its command plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

PAGE = Path(__file__).parents[2] / "docs/modding/ten-minutes.md"


def test_the_mistake_of_the_tutorial_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    before, after = PAGE.read_text(encoding="utf-8").split("## Four: make a mistake")
    code = re.search(r"```python\n(.*?)```", before, re.DOTALL)
    wrong, right = re.search(r'Change `"(\w+)"` to `"(\w+)"`', after).groups()[::-1]  # type: ignore[union-attr]
    monkeypatch.delenv("FOOTFALL_TRUST")
    approve, command, _ = re.findall(r"^footfall (.*hello.*|run .*)$", after, re.MULTILINE)[:3]
    assert code is not None
    Path("mods").mkdir()
    Path("mods/hello.py").write_text(code[1])
    assert CliRunner().invoke(main, shlex.split(approve)).exit_code == 0
    assert CliRunner().invoke(main, shlex.split(command)).exit_code == 0
    Path("mods/hello.py").write_text(code[1].replace(right, wrong))
    assert CliRunner().invoke(main, shlex.split(approve)).exit_code == 0
    done = CliRunner().invoke(main, shlex.split(command))
    assert done.exit_code == 1
    assert "you.hello: on_hear failed" in done.stderr
    assert f"on_hear has no term '{wrong}'; it has: range" in done.stderr
