"""A mod that ``--mods`` names and that is off is an error with the reason; nothing is played without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

FAULTS = {
    "not-approved": ("", "from footfall.api import hook\n"),
    "missing": ('[requires]\n"you.other" = ">=1"\n', "from footfall.api import hook\n"),
    "import-failed": ("", "1 / 0\n"),
    "bad-manifest": ("[settings.size]\ntype = 3\n", ""),
}
"""Manifest and code of a mod, by the code of the finding that switches it off."""


@pytest.fixture
def write_mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    def write(fault: str) -> Path:
        if fault == "not-approved":
            monkeypatch.delenv("FOOTFALL_TRUST")
        manifest, code = FAULTS[fault]
        folder = tmp_path / "some" / "odd"
        folder.mkdir(parents=True)
        head = '[mod]\nid = "you.odd"\nversion = "1.0"\ngames = ["king"]\nentry = "."\n'
        (folder / "mod.toml").write_text(head + manifest)
        (folder / "__init__.py").write_text(code)
        return folder

    return write


@pytest.mark.proof(7)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    "words",
    ["run king", "simulate king --games 1 --workers 0", "play king --plain", "hooks --game king", "keys king"],
)
def test_a_named_mod_that_is_off_is_an_error(footfall: Any, write_mod: Any, fault: str, words: str) -> None:
    done = footfall(*words.split(), "--mods", write_mod(fault))
    assert done.exit_code == 1
    assert "a mod of --mods is off" in done.stderr
    assert f"[{fault}]" in done.stderr
    assert done.stdout == ""


def test_a_mod_of_a_comparison_is_named_too(footfall: Any, write_mod: Any) -> None:
    folder = write_mod("import-failed")
    done = footfall("simulate", "king", "--games", 1, "--workers", 0, "--compare", f"mods={folder}")
    assert done.exit_code == 1
    assert "[import-failed]" in done.stderr


def test_a_folder_of_mods_names_none(footfall: Any, write_mod: Any) -> None:
    """Approval is asked for those that are wanted; the others are left out with a warning."""
    folder = write_mod("not-approved")
    done = footfall("run", "king", "--mods", folder.parent)
    assert done.exit_code == 0
    assert "[not-approved]" in done.stderr


@pytest.mark.parametrize("words", ["mods list", "mods list --explain --game king", "mods check --together --game king"])
def test_what_lists_mods_lists_those_that_are_off(footfall: Any, write_mod: Any, words: str) -> None:
    done = footfall(*words.split(), "--mods", write_mod("not-approved"))
    assert "a mod of --mods is off" not in done.stderr
