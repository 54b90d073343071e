"""Compiled upkeep knows all steps."""

from __future__ import annotations

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import compiled

pytestmark = pytest.mark.usefixtures("compiled_steps")


def test_all_steps_of_upkeep_are_known() -> None:
    """A step that compiled upkeep does not know runs in Python in every turn, with all that follow it."""
    rules: Rules = load("core.stealth", only_mods=()).rules
    chain = compiled.build_tools(Session.begin(rules, 1))["chain"]
    assert [name for name, _, run, _ in chain if run is None] == []
