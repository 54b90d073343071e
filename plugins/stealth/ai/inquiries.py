"""Inquiries: calm creatures go where they heard something, and hunters where they lost their target (P-INQ)."""

import msgspec

from footfall.api import Change, Command, Message, Proposal, Tell
from footfall.api.grid import chebyshev_distance

from ..actors.surroundings import are_enemies
from ..hook_events import Inquiring
from ..model.phase import Phase
from ..model.play_state import HOME, LOST, Inquiry, SetInquiry
from ..model.state import Mood
from ..senses.notices import INQUIRES, NOTICES_UNSURELY, announce, explain_notice
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import is_thrown
from . import noticing
from .context import SEARCHES_TAG, TurnContext
from .idle import SEARCH_RADIUS, stay, step_near, walk_towards
from .reasons import explain_luck, record_notice, report_loss
from .tactics import BEHAVIORS, HOMELESS

LOOK_TURNS, SEARCH_TURNS, RETURN_TRIES = 4, 8, 4
"""Turns of looking around at a noise, of searching, and of trying to get home past others (P-INQ-3, 4)."""


def ask_patience(phase: Phase, event: Inquiring, marked: bool) -> tuple[int, list[Proposal]]:
    """The turns that a creature gives to a noise, after hook ``on_inquire``, and the changes that mods queue."""
    patience = SEARCH_TURNS if marked else LOOK_TURNS
    if not phase.ctx.has_listeners("core.stealth:on_inquire"):
        return patience, []
    folded = phase.ctx.fold("core.stealth:on_inquire", event, {"patience": patience})
    return max(0, folded["patience"]), [proposal for proposal in folded.proposals if proposal.changes]


def is_sure(turn: TurnContext) -> bool:
    """Whether it hunts a target that it has noticed, and does not go and look first (P-INQ-5, 8)."""
    inquires = BEHAVIORS[turn.mind.ai].follows_noises
    if not turn.sees:
        return noticing.hunts_by_ear(turn.settings, turn.fov, inquires)
    roused = is_roused(turn.mind.is_marked, turn.inquiry)
    return noticing.hunts_on_sight(turn.settings, turn.distance, inquires, roused)


def is_roused(marked: bool, inquiry: Inquiry | None) -> bool:
    """Whether a calm creature shows that it knows of the character: it is wary, or searches."""
    return inquiry.kind == LOST if inquiry is not None and is_looking(inquiry) else marked


def look_closer(turn: TurnContext) -> None:
    """Goes to look at a target that it has heard only, or seen from afar (P-INQ-5, 8)."""
    target = turn.target
    assert target is not None
    event = Inquiring(turn.actor.id, target.id, "step", turn.noise, turn.distance, target.at)
    patience, queued = ask_patience(turn.phase, event, turn.mind.is_marked)
    turn.changes += queued
    if not patience:
        return
    if not is_looking(turn.inquiry):
        turn.noticed = True
        record_notice(turn)
    turn.inquiry = Inquiry(target.at, "step", patience)


def look_into(turn: TurnContext) -> Command:
    """Goes to the place and looks around: marked creatures search, others stand (P-INQ-3)."""
    inquiry, mind = turn.inquiry, turn.mind
    assert inquiry is not None
    searches = (mind.is_marked or inquiry.kind == LOST) and inquiry.kind != HOME
    near = 0 if inquiry.kind == HOME else SEARCH_RADIUS if searches else 1
    if chebyshev_distance(turn.actor.at, inquiry.at) > near:
        step = walk_towards(turn, inquiry.at)
        if step is not None:
            return step
    elif inquiry.kind == HOME:
        turn.inquiry = None
        return stay(turn)
    if not turn.extra:
        turn.inquiry = lose_patience(turn, inquiry)
    mind.path, mind.goal = (), None
    return step_near(turn, inquiry.at, SEARCH_RADIUS) if searches else stay(turn)


def lose_patience(turn: TurnContext, inquiry: Inquiry) -> Inquiry | None:
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
    if before is Mood.AGGRAVATED and mind.mood is Mood.CALM:
        report_loss(turn)
    if mind.mood is not Mood.CALM:
        turn.inquiry = None
    elif (
        before is Mood.AGGRAVATED
        and mind.last_seen is not None
        and BEHAVIORS[mind.ai].follows_noises
        and SEARCHES_TAG not in turn.kind.tags  # wardens search by R-AI-16
    ):
        turn.inquiry = Inquiry(mind.last_seen, LOST, SEARCH_TURNS)
    known = turn.known_inquiry
    if turn.inquiry is known:
        return
    turn.changes.append(SetInquiry(turn.actor.id, turn.inquiry))
    if turn.phase.asks_minds and is_looking(known) is not is_looking(turn.inquiry):
        if turn.inquiry is None or turn.inquiry.kind == HOME:
            turn.changes += announce(turn.phase, "core.stealth:on_give_up", turn.actor.id)
        elif turn.inquiry.kind != LOST:  # `Lost` is an event of its own
            turn.changes += announce(turn.phase, "core.stealth:on_investigate", turn.actor.id, turn.inquiry.at)
    if mind.mood is Mood.CALM and (before is Mood.CALM or turn.heard_noise is not None):
        turn.changes += _describe_inquiry(turn)


def is_looking(inquiry: Inquiry | None) -> bool:
    """Whether a creature looks into something, and is not just on its way home."""
    return inquiry is not None and inquiry.kind != HOME


def _describe_inquiry(turn: TurnContext) -> list[Change]:
    """The log line of a creature in view that goes to look, or gives up (P-INQ-7)."""
    ctx, actor, before, after = turn.ctx, turn.actor, turn.known_inquiry, turn.inquiry
    if ctx.quiet or is_looking(before) is is_looking(after):
        return []
    if not are_enemies(turn.phase, turn.phase.player, actor) or not player_sees(turn.phase, actor.at):
        return []
    facts: dict[str, object] = {"creature": actor_name(turn.phase, actor), "id": actor.id}
    if not is_looking(after):
        id = "stealth-edge-gives-up" if before and before.kind == LOST else "stealth-edge-shrugs"
        return [Tell(Message(id, facts), "good")]
    if turn.noticed and turn.notice is not None:
        why = {"why": explain_notice(turn.notice)}
        return [Tell(Message(NOTICES_UNSURELY, facts | why), "alarm", explain_luck(turn))]
    noise = turn.heard_noise
    if noise is None:
        return [Tell(Message(INQUIRES, facts), "warn")]
    is_known = noise.source == turn.world.player or is_thrown(noise)
    if is_known or player_sees(turn.phase, noise.at):  # else the maker of the noise cannot be known (P-WHY-8)
        by = "you" if noise.source == turn.world.player else "throw" if is_known else "other"
        sound, distance = Message(f"stealth-sound-{noise.kind}"), chebyshev_distance(actor.at, noise.at)
        facts |= {"by": by, "sound": sound, "noise": noise.loudness, "distance": distance}
        return [Tell(Message(f"{INQUIRES}-why", facts), "warn")]
    return [Tell(Message(INQUIRES, facts), "warn")]


def inquiry_of(phase: Phase, actor: int) -> Inquiry | None:
    """The inquiry of a creature; None also for one on its way home."""
    inquiry = phase.play.inquiries.get(actor)
    return inquiry if is_looking(inquiry) else None
