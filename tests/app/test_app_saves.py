"""Messages to the player when a game was saved with other mods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main

HALLS = Path(__file__).parent.parent.parent / "mods" / "echoing-halls"


def test_differences_are_reported_and_the_save_is_backed_up(typed: Callable[..., Any], saves: Path) -> None:
    first = typed(". .", "stealth", "--seed", 3, "--mods", HALLS)
    assert first.result.exit_code == 0, first.result.output
    held = (saves / "core.stealth.save").read_bytes()
    again = typed(".", "stealth")
    assert "the game was saved with other mods or settings:\n  examples.echoing-halls" in again.result.output
    assert "is missing" in again.result.output
    assert (saves / "core.stealth.before").read_bytes() == held
    assert "examples.echoing-halls" in again.screen
    record = saves / "core.stealth.replay"
    assert '"mods":' in record.read_text()
    back = CliRunner().invoke(main, ["replay", str(record), "--mods", str(HALLS)])
    assert "turn 2: the mods changed here, the rest cannot be replayed: examples.echoing-halls" in back.output


def test_equal_mods_are_not_reported(typed: Callable[..., Any], saves: Path) -> None:
    typed(". .", "stealth", "--seed", 3)
    again = typed(".", "stealth")
    assert "other mods" not in again.result.output
    assert not (saves / "core.stealth.before").exists()


MANIFEST = '[mod]\nid = "test.sign"\nversion = "1.0.0"\ngames = ["core.stealth"]\n[requires]\n"core.stealth" = "*"\n'
PATCH = """
[patch.creature."core.stealth:elder"]
when.settings."core.stealth.hit.die" = 8
set.glyph = "Q"
"""


@pytest.mark.proof(0)
def test_a_resumed_game_has_the_records_of_its_settings(typed: Callable[..., Any], saves: Path, tmp_path: Path) -> None:
    mod = tmp_path / "sign"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST)
    (mod / "content" / "sign.toml").write_text(PATCH)
    first = typed(". .", "stealth", "--seed", 3, "--mods", mod, "--set", "core.stealth.hit.die=8")
    assert "Q" in first.screen
    again = typed(".", "stealth", "--mods", mod)
    assert "core.stealth.hit.die is 8 in this game, not 6" in again.result.output
    assert "Q" in again.screen
    assert not (saves / "core.stealth.before").exists()
