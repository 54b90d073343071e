"""No stat exceeds its maximum when equipment, an effect or a base stat lowers it (R-MELEE-10)."""

from __future__ import annotations

from footfall.api import Change, Context, Reaction, Step
from footfall.api.grid import EffectEnded, EffectStarted, SetStat, StatsChanged

from ..actors.stats import effective_stat, max_stamina
from ..model.phase import get_phase
from ..model.state import SetFighter

CLAMP_STEP, REFRESH_STEP = "core.stealth:clamp", "core.stealth:refresh"

CAPPED_STATS = {"satiety": "satiety_max"}
"""Stats with a maximum, and the stat that is the maximum. Stamina is no stat, and hit points cap themselves."""


def clamp_to_maxima(ctx: Context, actor: int, *_: object) -> list[Change]:
    """Runs after every change of a stat, a worn item or an effect: lowers what now exceeds its maximum."""
    phase = get_phase(ctx)
    subject, fighter = phase.world.actors.get(actor), phase.stealth.fighters.get(actor)
    if subject is None:
        return []
    changes: list[Change] = []
    if fighter is not None and fighter.stamina > max_stamina(phase, subject):
        changes.append(SetFighter(actor, stamina=max_stamina(phase, subject)))
    for stat, maximum in CAPPED_STATS.items():
        most = max(0, effective_stat(phase, subject, maximum))
        if maximum in subject.stats and subject.stats.get(stat, 0) > most:
            changes.append(SetStat(actor, stat, most))
    return changes


def refresh_stamina(ctx: Context, actor: int) -> list[Change]:
    """Restores all stamina, up to the maximum that the changes before this step have set."""
    phase = get_phase(ctx)
    subject = phase.world.actors.get(actor)
    if subject is None or actor not in phase.stealth.fighters:
        return []
    return [SetFighter(actor, stamina=max_stamina(phase, subject))]


STEPS = (Step(CLAMP_STEP, clamp_to_maxima), Step(REFRESH_STEP, refresh_stamina))

REACTIONS = tuple(Reaction(event, CLAMP_STEP) for event in (StatsChanged, EffectStarted, EffectEnded))
