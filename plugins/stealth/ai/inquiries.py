"""Inquiries: calm creatures go where they heard something, and hunters where they lost their target (P-INQ)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Command, Context, Message, Proposal, Tell
from footfall.api.grid import Actor, chebyshev_distance

from ..disguise import disguise_of
from ..hookspecs import Inquiring
from ..melee import are_enemies
from ..play_state import HOME, LOST, Inquiry, SetInquiry, play_of
from ..player import player_of
from ..sight import actor_name, player_sees
from ..state import Mood
from . import noticing
from .behaviors import BEHAVIORS, HOMELESS
from .context import SEARCHES_TAG, TurnContext
from .idle import SEARCH_RADIUS, stay, step_near, walk_towards
from .reasons import record_notice

LOOK_TURNS, SEARCH_TURNS, RETURN_TRIES = 4, 8, 4
"""Turns of looking around at a noise, of searching, and of trying to get home past others (P-INQ-3, 4)."""


def ask_patience(ctx: Context, event: Inquiring, marked: bool) -> tuple[int, list[Proposal]]:
    """The turns that a creature gives to a noise, after hook ``on_inquire``, and the changes that mods queue."""
    patience = SEARCH_TURNS if marked else LOOK_TURNS
    if not ctx.has_listeners("core.stealth:on_inquire"):
        return patience, []
    folded = ctx.fold("core.stealth:on_inquire", event, {"patience": patience})
    return max(0, folded["patience"]), [proposal for proposal in folded.proposals if proposal.changes]


def hunts_by_ear(turn: TurnContext) -> bool:
    """Whether it hunts what it hears without seeing it, and does not go and look first (P-INQ-5)."""
    return noticing.hunts_by_ear(turn.settings, turn.fov, BEHAVIORS[turn.mind.ai].inquires)


def look_where_heard(turn: TurnContext) -> None:
    """Goes to look at a target that it has noticed by hearing alone (P-INQ-5)."""
    target = turn.target
    assert target is not None
    event = Inquiring(turn.actor.id, target.id, "step", turn.noise, turn.distance, target.at)
    patience, queued = ask_patience(turn.ctx, event, turn.mind.marked)
    turn.changes += queued
    if not patience:
        return
    if not is_looking(turn.inquiry):
        record_notice(turn)
    turn.inquiry = Inquiry(target.at, "step", patience)


def look_into(turn: TurnContext) -> Command:
    """Goes to the place and looks around: marked creatures search, others stand (P-INQ-3)."""
    inquiry, mind = turn.inquiry, turn.mind
    assert inquiry is not None
    searches = (mind.marked or inquiry.kind == LOST) and inquiry.kind != HOME
    near = 0 if inquiry.kind == HOME else SEARCH_RADIUS if searches else 1
    if chebyshev_distance(turn.actor.at, inquiry.at) > near:
        step = walk_towards(turn, inquiry.at)
        if step is not None:
            return step
    elif inquiry.kind == HOME:
        turn.inquiry = None
        return stay(turn)
    if not turn.extra:
        turn.inquiry = _lose_patience(turn, inquiry)
    mind.path, mind.goal = (), None
    return step_near(turn, inquiry.at, SEARCH_RADIUS) if searches else stay(turn)


def _lose_patience(turn: TurnContext, inquiry: Inquiry) -> Inquiry | None:
    """One turn less; at the end it goes home if its routine does not take it there (P-INQ-4)."""
    if inquiry.patience > 1:
        return msgspec.structs.replace(inquiry, patience=inquiry.patience - 1)
    post = turn.mind.post
    if inquiry.kind == HOME or post is None or turn.mind.ai not in HOMELESS:
        return None
    return Inquiry(post, HOME, RETURN_TRIES)


def settle_inquiry(turn: TurnContext) -> None:
    """Ends the inquiry of a creature that is no longer calm; lets one that has lost its target search (P-INQ-6)."""
    before = turn.stealth_state.minds[turn.actor.id].mood
    mind = turn.mind
    if mind.mood is not Mood.CALM:
        turn.inquiry = None
    elif before is Mood.AGGRAVATED and mind.last_seen is not None and _can_search(turn):
        turn.inquiry = Inquiry(mind.last_seen, LOST, SEARCH_TURNS)
    known = turn.known_inquiry
    if turn.inquiry is known:
        return
    turn.changes.append(SetInquiry(turn.actor.id, turn.inquiry))
    if mind.mood is Mood.CALM and before is Mood.CALM:
        turn.changes += describe_inquiry(turn.ctx, turn.actor, known, turn.inquiry)


def _can_search(turn: TurnContext) -> bool:
    """Whether this rule lets it search; wardens do by R-AI-16."""
    return BEHAVIORS[turn.mind.ai].inquires and SEARCHES_TAG not in turn.kind.tags


def is_looking(inquiry: Inquiry | None) -> bool:
    """Whether a creature looks into something, and is not just on its way home."""
    return inquiry is not None and inquiry.kind != HOME


def describe_inquiry(ctx: Context, actor: Actor, before: Inquiry | None, after: Inquiry | None) -> list[Change]:
    """The log line of a creature in view that goes to look, or gives up."""
    if ctx.quiet or is_looking(before) is is_looking(after):
        return []
    if not are_enemies(ctx, player_of(ctx), actor) or not player_sees(ctx, actor.at) or disguise_of(ctx, actor):
        return []
    if is_looking(after):
        id, kind = "stealth-edge-inquires", "warn"
    else:
        id, kind = "stealth-edge-gives-up" if before and before.kind == LOST else "stealth-edge-shrugs", "good"
    return [Tell(Message(id, {"creature": actor_name(ctx, actor)}), kind)]


def inquiry_of(ctx: Context, actor: int) -> Inquiry | None:
    """What a creature looks into; None also for one on its way home."""
    inquiry = play_of(ctx.state).inquiries.get(actor)
    return inquiry if is_looking(inquiry) else None
