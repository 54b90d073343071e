"""What a blow may do, before it is struck: the chance to hit and the range of damage (R-HIT, R-DMG)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from footfall.api.chance import Listeners, count_odds
from footfall.api.grid import Actor

from ..model.phase import Phase
from ..model.records import ItemKind
from .blows import BlowFacts, strike
from .fight import Manner, gather_blow

NO_DEFENSE = -1000
"""DEFENSE that any blow gets past."""


class BlowForecast(NamedTuple):
    """What one blow may do, exactly.

    Attributes:
        hits: chance to hit.
        wounds: chance to hit and do damage.
        mean: expected damage, that of a miss being 0.
        low, high: range of the damage of a hit.
        unaware: the target is open to a backstab.
        about: mods may change it.
    """

    hits: Fraction
    wounds: float
    mean: float
    low: int
    high: int
    unaware: bool
    about: bool

    @property
    def percent(self) -> int:
        """Chance to hit, 0 to 100, rounded half up."""
        return int(100 * self.hits + Fraction(1, 2))

    @property
    def facts(self) -> dict[str, int | str]:
        """The chance, the damage and whether it comes by surprise, as arguments of messages."""
        about, unaware = "~" if self.about else "", "yes" if self.unaware else "no"
        return {"percent": self.percent, "low": self.low, "high": self.high, "about": about, "unaware": unaware}


def forecast_blow(
    phase: Phase, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> BlowForecast:
    """Forecasts a blow, with `missile` if thrown or shot; rolls nothing and changes nothing."""
    facts = gather_blow(phase, attacker, target, manner, missile)
    if any(phase.ctx.has_listeners(fold.hook) for fold in strike.lowered.folds):
        return _weigh_blow(Listeners(phase.ctx), facts)
    return expect_blow(facts)


@lru_cache(maxsize=4096)
def expect_blow(facts: BlowFacts) -> BlowForecast:
    """Forecasts a blow for believed facts, without mods."""
    return _weigh_blow(None, facts)


def _weigh_blow(listeners: Listeners | None, facts: BlowFacts) -> BlowForecast:
    rule = facts.settings.chances.find(strike)
    odds = count_odds(listeners, rule, facts, "sneaking", "hit", "damage")
    damage = [damage for _, hit, damage in odds if hit]
    if not damage:
        easy = count_odds(listeners, rule, msgspec.structs.replace(facts, defense=NO_DEFENSE), "hit", "damage")
        damage = [damage for hit, damage in easy if hit] or [0]
    hits = sum((share for (_, hit, _), share in odds.items() if hit), Fraction(0))
    wounds = float(sum(share for (_, _, damage), share in odds.items() if damage))
    mean = float(sum(damage * share for (_, _, damage), share in odds.items()))
    unaware = any(sneaking for sneaking, _, _ in odds)
    about = listeners is not None and not listeners.is_certain
    return BlowForecast(hits, wounds, mean, min(damage), max(damage), unaware, about)
