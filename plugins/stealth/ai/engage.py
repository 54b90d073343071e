"""Becoming aggravated: the engage range, and the check of an adjacent creature (R-AI-7 to 11, R-STEALTH-5)."""

from __future__ import annotations

from footfall.api import events

from ..state import Mood
from ..totals import luck, stealth, total
from .kinds import KINDS
from .thought import Thought


def engage(thought: Thought) -> None:
    """A calm creature checks whether it becomes aware of its target."""
    if thought.mind.mood is not Mood.CALM or thought.target is None:
        return
    base = _base(thought)
    if base is None:
        return
    dominant = thought.hears if thought.foh > thought.fov else thought.sees
    thought.filtered = not dominant
    reach = _range(thought, base)
    if reach < 0:
        return
    if thought.distance >= 2:
        if thought.distance <= reach:
            _aware(thought)
        return
    if _fooled(thought):
        thought.baffled = True
        return
    _aware(thought)
    thought.baffled = not thought.knob.engage_fail_attacks


def _base(thought: Thought) -> int | None:
    """Base of the engage range of a calm creature (R-AI-7); None: it perceives nothing."""
    if thought.sees:
        return thought.fov
    if thought.hears and not KINDS[thought.mind.ai].sight_only:
        return thought.foh
    return None


def _exposed(thought: Thought) -> int:
    """S: the target's STEALTH less its noise (R-AI-8, D-12)."""
    assert thought.target is not None
    knob = thought.knob
    counts = knob.engage_noise_on_sight or not thought.sees
    s = stealth(thought.play, thought.target) - (thought.noise if counts else 0)
    return max(s, knob.engage_stealth_floor) if knob.engage_stealth_floor > -99 else s


def _range(thought: Thought, base: int) -> int:
    """The engage range in cells (R-AI-8; R-STEALTH-5 if ``engage.mode`` is plain)."""
    target = thought.target
    assert target is not None
    play = thought.play
    s, fortune = _exposed(thought), max(0, luck(play, target))
    if thought.knob.engage_mode == "plain":
        reach = play.roll("perc", 1, 4) + base - s - fortune
    else:
        perception = total(play, thought.actor, "perception")
        reach = play.roll("perc", 0, perception) + base - s - play.roll("luck", 0, fortune)
    if play.listened("on_notice"):
        sense = "sight" if thought.sees else "hearing"
        event = events.Noticing(thought.actor.id, target.id, sense, thought.distance, False)
        folded = play.fold("on_notice", event, {"engage": reach})
        thought.changes += [proposal for proposal in folded.proposals if proposal.changes]
        reach = folded["engage"]
    return reach


def _fooled(thought: Thought) -> bool:
    """The stealth check at distance 1: whether the creature stays unaware (R-AI-10, D-31)."""
    target = thought.target
    assert target is not None
    play = thought.play
    sneak = play.roll("sneak", 1, 4) + _exposed(thought) + play.roll("luck", 0, max(0, luck(play, target)))
    if thought.knob.engage_adjacent_base == "perception":
        keen = total(play, thought.actor, "perception")
    else:
        keen = max(thought.fov, thought.foh)
    return sneak > play.roll("aware", 0, 3) + keen


def _aware(thought: Thought) -> None:
    mind, target = thought.mind, thought.target
    assert target is not None
    mind.mood = Mood.AGGRAVATED
    mind.lost = mind.blocked = 0
    mind.path, mind.goal = (), None
    mind.last_seen = target.at
    by_player = target.id == thought.world.player
    mind.marked = mind.marked or by_player or thought.knob.backstab_memory == "anyone"
    thought.noticed = True
