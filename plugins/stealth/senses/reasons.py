"""Why creatures noticed the player's character, in words (P-WHY-1, 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import Actor, get_world

from ..actors.identification import disguise_of
from ..model.play_state import Notice, play_of
from ..model.settings import rule_settings
from ..model.state import Mood, stealth_of
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


def name_noticers(ctx: Context) -> list[Change]:
    """Names the creatures that noticed the character in this round out of view and are in view at its end (P-WHY-5)."""
    if ctx.quiet:
        return []
    world = get_world(ctx.state)
    changes: list[Change] = []
    for notice in _list_unseen_notices(ctx):
        actor = world.actors.get(notice.actor)
        if actor is not None and _is_in_view(ctx, actor):
            facts = {"creature": actor_name(ctx, actor), "why": explain_notice(notice)}
            changes.append(Tell(Message("stealth-edge-named", facts), "warn"))
    return changes


def _list_unseen_notices(ctx: Context) -> Iterator[Notice]:
    """The notices of this round by creatures out of view. A helpless character lets several rounds of a command pass:
    the sound of a notice says of which one it is."""
    part = stealth_of(ctx.state)
    for notice in play_of(ctx.state).notices:
        if notice.turn == ctx.state.turn and not notice.in_view:
            alerts = [sound.turn for sound in part.heard if (sound.source, sound.kind) == (notice.actor, ALERT_KIND)]
            if max(alerts, default=part.turn) == part.turn:
                yield notice


def _is_in_view(ctx: Context, actor: Actor) -> bool:
    """Whether the player's character sees a creature, and takes it for one."""
    is_here = actor.level == get_world(ctx.state).current
    return is_here and player_sees(ctx, actor.at) and disguise_of(ctx, actor) is None


def announce_provocation(ctx: Context, attacker: Actor, target: Actor, how: str) -> list[Change]:
    """Pushes the line about a creature that the character's own attack or item lets hunt (P-WHY-6).

    Args:
        how: the manner of the attack, or ``"item"``.
    """
    is_known = stealth_of(ctx.state).minds[target.id].mood is Mood.AGGRAVATED
    is_ours = attacker.id == get_world(ctx.state).player
    if is_known or not is_ours or ctx.quiet or not rule_settings(ctx).shipped:
        return []
    return [Push(PROVOKED_STEP, (target.id, how))]


def tell_provocation(ctx: Context, actor: int, how: str) -> list[Change]:
    """Tells that a creature in view hunts the character that provoked it, if it has survived that."""
    target = get_world(ctx.state).actors.get(actor)
    if target is None or target.hp <= 0 or not _is_in_view(ctx, target):
        return []
    return [Tell(Message("stealth-edge-provoked", {"creature": actor_name(ctx, target), "how": how}), "warn")]


STEPS = (Step(PROVOKED_STEP, tell_provocation),)
