"""Becoming aggravated: the engage range and the adjacent stealth check (R-AI-7 to 11, R-STEALTH-5)."""

from __future__ import annotations

from ..hookspecs import Noticing
from ..state import Mood
from ..stats import effective_luck, effective_stat, effective_stealth
from .behaviors import BEHAVIORS
from .context import TurnContext


def engage(turn: TurnContext) -> None:
    """Aggravates a calm creature if its target is within engage range or fails the stealth check."""
    if turn.mind.mood is not Mood.CALM or turn.target is None:
        return
    base = _engage_base(turn)
    if base is None:
        return
    perceived = turn.hears if turn.foh > turn.fov else turn.sees  # by the dominant sense
    turn.filtered = not perceived
    engage_range = _engage_range(turn, base)
    if engage_range < 0:
        return
    if turn.distance >= 2:
        if turn.distance <= engage_range:
            _become_aggravated(turn)
        return
    if _is_fooled(turn):
        turn.baffled = True
        return
    _become_aggravated(turn)
    turn.baffled = not turn.settings.engage_fail_attacks


def _engage_base(turn: TurnContext) -> int | None:
    """Base of the engage range in cells (R-AI-7); None if the target is not perceived."""
    if turn.sees:
        return turn.fov
    if turn.hears and not BEHAVIORS[turn.mind.ai].sight_only:
        return turn.foh
    return None


def _stealth_after_noise(turn: TurnContext) -> int:
    """The target's STEALTH minus its noise: S of R-AI-8 (D-12)."""
    assert turn.target is not None
    settings = turn.settings
    noise_counts = settings.engage_noise_on_sight or not turn.sees
    value = effective_stealth(turn.ctx, turn.target) - (turn.noise if noise_counts else 0)
    return max(value, settings.engage_stealth_floor) if settings.engage_stealth_floor > -99 else value


def _engage_range(turn: TurnContext, base: int) -> int:
    """The engage range in cells (R-AI-8; R-STEALTH-5 if ``engage.mode`` is plain)."""
    target = turn.target
    assert target is not None
    ctx = turn.ctx
    stealth, luck = _stealth_after_noise(turn), max(0, effective_luck(ctx, target))
    if turn.settings.engage_mode == "plain":
        engage_range = ctx.roll("perc", 1, 4) + base - stealth - luck
    else:
        perception = effective_stat(ctx, turn.actor, "perception")
        engage_range = ctx.roll("perc", 0, perception) + base - stealth - ctx.roll("luck", 0, luck)
    if ctx.has_listeners("core.stealth:on_notice"):
        sense = "sight" if turn.sees else "hearing"
        event = Noticing(turn.actor.id, target.id, sense, turn.distance)
        folded = ctx.fold("core.stealth:on_notice", event, {"engage": engage_range})
        turn.changes += [proposal for proposal in folded.proposals if proposal.changes]
        engage_range = folded["engage"]
    return engage_range


def _is_fooled(turn: TurnContext) -> bool:
    """The stealth check at distance 1: whether the creature stays unaware (R-AI-10, D-31)."""
    target = turn.target
    assert target is not None
    ctx = turn.ctx
    stealth_roll = (
        ctx.roll("sneak", 1, 4) + _stealth_after_noise(turn) + ctx.roll("luck", 0, max(0, effective_luck(ctx, target)))
    )
    if turn.settings.engage_adjacent_base == "perception":
        alertness = effective_stat(ctx, turn.actor, "perception")
    else:
        alertness = max(turn.fov, turn.foh)
    return stealth_roll > ctx.roll("aware", 0, 3) + alertness


def _become_aggravated(turn: TurnContext) -> None:
    mind, target = turn.mind, turn.target
    assert target is not None
    mind.mood = Mood.AGGRAVATED
    mind.lost = mind.blocked = 0
    mind.path, mind.goal = (), None
    mind.last_seen = target.at
    by_player = target.id == turn.world.player
    mind.marked = mind.marked or by_player or turn.settings.backstab_memory == "anyone"
    turn.noticed = True
