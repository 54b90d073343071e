"""Words are French where there are some, English elsewhere, and no id is ever shown."""

from __future__ import annotations

from pathlib import Path

from footfall.api import Message
from footfall.loader import load

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only=(), strict=True, language="fr")


def test_french_first_then_english() -> None:
    text = LOADED.catalog.translate
    assert text(Message("footfall-ui-silence")) == "Vous n'entendez rien."
    assert text(Message("stealth-wall")) == "A wall is in the way."
