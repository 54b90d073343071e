"""Observations, masks and texts follow from known facts only; `prove_leaks.py` compares 10,000 states of each game."""

from __future__ import annotations

import pytest
from prove_leaks import CHOICES, compare_states

FACTS = {
    "king": ("card in a box", "card of the pedlar", "room", "dice"),
    "stealth": ("tile", "creature", "mood", "plan", "thing", "nature", "dice"),
    "delve": ("dice",),
}


@pytest.mark.parametrize("game", FACTS)
def test_other_hidden_facts_change_nothing(game: str) -> None:
    leaks, changed = compare_states(game, 25)
    assert leaks == []
    assert all(changed[fact] for fact in FACTS[game])


def test_a_mimic_is_known_by_nothing() -> None:
    """Each may be the chest that it looks like; melee counts it, and the screen must not."""
    leaks, changed = compare_states("stealth", 25, choices=CHOICES["stealth"][-1])
    assert leaks == []
    assert changed["mimic"]


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from footfall.plugins.stealth.environment import actions, observation

    monkeypatch.setattr(actions, "find_native", lambda: None)
    monkeypatch.setattr(observation, "recall_map", lambda phase: phase.level.tiles + 1)
    leaks, _ = compare_states("stealth", 5, has_text=False)
    assert any("planes" in leak for leak in leaks)
