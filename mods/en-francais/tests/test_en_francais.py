"""Texts are French if translated, English otherwise; ids are never shown."""

from pathlib import Path

from footfall.api import Message
from footfall.loader import load

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only_mods=(), strict=True, language="fr")


def test_french_first_then_english() -> None:
    translate = LOADED.catalog.translate
    assert translate(Message("footfall-ui-silence")) == "Vous n'entendez rien."
    assert translate(Message("stealth-wall")) == "A wall is in the way."
