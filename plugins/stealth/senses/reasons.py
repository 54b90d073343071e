"""Why creatures noticed the player's character, in words (P-WHY-1, 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import Actor

from ..actors.identification import disguise_of
from ..model.phase import Phase, get_phase
from ..model.play_state import Notice
from ..model.state import Mood
from .sight import actor_name, player_sees

ALERT_KIND, SEARCH_KIND = "alert", "search"
"""Kinds of the sounds by which the player's character hears that it was noticed, and that it was lost."""

WAKES_WHY = "stealth-edge-wakes-why"
"""The log line of a sleeper that wakes; its fact ``id`` is the creature."""

PROVOKED_STEP = "core.stealth:provoked"


def explain_notice(notice: Notice) -> Message:
    """The sense, and the numbers of the roll."""
    facts = {
        "distance": notice.distance,
        "range": notice.range,
        "roll": notice.roll,
        "stealth": notice.stealth,
        "own": notice.own,
        "luck": notice.luck,
        "other": notice.other,
        "its": notice.range + notice.roll,
        "yours": notice.stealth + notice.own + notice.luck,
        "reach": notice.range + notice.roll + notice.other - notice.stealth - notice.luck,
    }
    return Message(f"stealth-notice-{notice.manner.value}", facts)


def name_noticers(phase: Phase) -> list[Change]:
    """Names the creatures that noticed the character in this round out of view and are in view at its end (P-WHY-5)."""
    if phase.ctx.quiet:
        return []
    changes: list[Change] = []
    for notice in _list_unseen_notices(phase):
        actor = phase.world.actors.get(notice.actor)
        if actor is not None and _is_in_view(phase, actor):
            facts = {"creature": actor_name(phase, actor), "why": explain_notice(notice)}
            changes.append(Tell(Message("stealth-edge-named", facts), "warn"))
    return changes


def _list_unseen_notices(phase: Phase) -> Iterator[Notice]:
    """The notices of this round by creatures out of view. A helpless character lets several rounds of a command pass:
    the sound of a notice says of which one it is."""
    for notice in phase.play.notices:
        if notice.turn == phase.ctx.state.turn and not notice.in_view:
            alerts = [
                sound.turn for sound in phase.stealth.heard if (sound.source, sound.kind) == (notice.actor, ALERT_KIND)
            ]
            if max(alerts, default=phase.turn) == phase.turn:
                yield notice


def _is_in_view(phase: Phase, actor: Actor) -> bool:
    """Whether the player's character sees a creature, and takes it for one."""
    is_here = actor.level == phase.world.current
    return is_here and player_sees(phase, actor.at) and disguise_of(phase, actor) is None


def announce_provocation(phase: Phase, attacker: Actor, target: Actor, how: str) -> list[Change]:
    """Pushes the line about a creature that the character's own attack or item lets hunt (P-WHY-6).

    Args:
        how: the manner of the attack, or ``"item"``.
    """
    is_known = phase.stealth.minds[target.id].mood is Mood.AGGRAVATED
    is_ours = attacker.id == phase.world.player
    if is_known or not is_ours or phase.ctx.quiet or not phase.settings.shipped:
        return []
    return [Push(PROVOKED_STEP, (target.id, how))]


def tell_provocation(ctx: Context, actor: int, how: str) -> list[Change]:
    """Tells that a creature in view hunts the character that provoked it, if it has survived that."""
    phase = get_phase(ctx)
    target = phase.world.actors.get(actor)
    if target is None or target.hp <= 0 or not _is_in_view(phase, target):
        return []
    return [Tell(Message("stealth-edge-provoked", {"creature": actor_name(ctx, target), "how": how}), "warn")]


STEPS = (Step(PROVOKED_STEP, tell_provocation),)
