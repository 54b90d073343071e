"""Every message of the framework has a text in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import footfall
from footfall.api import Message
from footfall.loader import load

ROOT = Path(footfall.__file__).parent
ID = re.compile(r'\bMessage\(\s*"(footfall-[a-z-]+)"')


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_message_of_the_framework_has_a_text(language: str) -> None:
    files = [path for path in ROOT.rglob("*.py") if "plugins" not in path.relative_to(ROOT).parts]
    ids = {id for path in files for id in ID.findall(path.read_text(encoding="utf-8"))}
    assert len(ids) > 30
    text = load("stealth", only_mods=(), language=language).catalog.translate
    assert [id for id in sorted(ids) if text(Message(id)) == id] == []
