"""``docs/modding/checking.md`` shows what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

TEXT = (Path(__file__).parent.parent.parent / "docs" / "modding" / "checking.md").read_text(encoding="utf-8")


@pytest.mark.proof(0)
def test_the_page_shows_the_actual_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("FOOTFALL_TRUST", "all")
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    [shown] = re.findall(r"```console\n\$ footfall (.*?)```", TEXT, re.DOTALL)
    path = tmp_path / "mods" / "noisy.py"
    path.parent.mkdir()
    path.write_text(code)
    command, _, output = shown.partition("\n")
    done = CliRunner().invoke(main, command.split())
    assert (done.stdout, done.exit_code) == (output, 1)
    mended = CliRunner().invoke(main, ["mods", "check", "mods/noisy.py", "--fix"]).stdout
    assert 'mul("range"' in path.read_text()
    assert {"misspelt-hook", "misspelt-term", "wrong-answer"} <= set(re.findall(r"FF\d+ ([a-z-]+)", mended))
