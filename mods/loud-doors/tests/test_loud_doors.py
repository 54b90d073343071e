"""Doors can be heard from farther away; steps cannot."""

from pathlib import Path

from footfall.api import events
from footfall.engine.session import Session
from footfall.loader import load

MOD = Path(__file__).parent.parent


def fold_range(kind: str, **settings: float) -> int:
    named = {f"examples.loud-doors.{name}": value for name, value in settings.items()}
    loaded = load("stealth", mods=[MOD], only_mods=(), settings=named, strict=True)
    ctx = Session.begin(loaded.rules, 1, strict=True).context()
    return ctx.fold("on_hear", events.Hearing(1, 2, kind, 2, 90, 0), {"range": 80})["range"]


def test_only_doors_carry_farther() -> None:
    assert (fold_range("door"), fold_range("step")) == (160, 80)


def test_the_setting_is_the_factor() -> None:
    assert fold_range("door", creak=1.5) == 120
