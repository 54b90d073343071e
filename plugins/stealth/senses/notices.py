"""Notifies mods of deeds, after the changes of the deed are applied."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Change, Context, Message, Proposal, Push, Reaction, Step, Tell, events
from footfall.api.grid import Actor, Cell, EffectEnded, EffectStarted, MakeNoise, Moved, Noise, Swapped

from ..actors.identification import disguise_of
from ..hookspecs import ItemEffect, Throwing
from ..model.phase import Phase, get_phase
from ..model.play_state import Notice
from ..model.state import Mood
from .sight import actor_name, player_sees

ON_THROW, ON_EFFECT = "core.stealth:on_throw", "core.stealth:on_effect"
OPENED, CLOSED = "core.stealth:opened", "core.stealth:closed"
USED, THROWN, AFFECTED = "core.stealth:used", "core.stealth:thrown", "core.stealth:affected"
ENTERED, SWAPPED, SOUNDED = "core.stealth:entered", "core.stealth:swapped", "core.stealth:sounded"
STATUS_GAINED, STATUS_LOST = "core.stealth:status-gained", "core.stealth:status-lost"

Notified = tuple[Proposal, ...]


HOOKS = {OPENED: "on_open", CLOSED: "on_close", USED: "on_use", THROWN: ON_THROW, AFFECTED: ON_EFFECT}
"""The hook that a step asks."""


def announce(phase: Phase, step: str, *args: object) -> list[Change]:
    """Pushes a step of `HOOKS` if a mod listens to its hook."""
    return [Push(step, args)] if phase.ctx.has_listeners(HOOKS[step]) else []


def notify_opening(ctx: Context, actor: int, y: int, x: int, tile: str) -> Notified:
    """Asks ``on_open``."""
    return ctx.notify("on_open", events.Opening(actor, (y, x), tile))


def notify_closing(ctx: Context, actor: int, y: int, x: int, tile: str) -> Notified:
    """Asks ``on_close``."""
    return ctx.notify("on_close", events.Opening(actor, (y, x), tile))


def notify_use(ctx: Context, actor: int, item: str, target: int) -> Notified:
    """Asks ``on_use``."""
    return ctx.notify("on_use", events.Using(actor, item, target))


def notify_throw(ctx: Context, actor: int, item: str, y: int, x: int, target: int) -> Notified:
    """Asks ``core.stealth:on_throw``."""
    return ctx.notify(ON_THROW, Throwing(actor, item, (y, x), target))


def notify_effect(ctx: Context, actor: int, target: int, y: int, x: int, word: str, amount: int) -> Notified:
    """Asks ``core.stealth:on_effect``."""
    return ctx.notify(ON_EFFECT, ItemEffect(actor, target, (y, x), word, amount))


def notify_entry(ctx: Context, actor: int, origin: Cell, to: Cell) -> Notified:
    """Asks ``on_enter`` after every `Moved`."""
    return ctx.notify("on_enter", events.Entering(actor, (to[0], to[1])))


def notify_swap(ctx: Context, actor: int, actor_from: Cell, other: int, other_from: Cell) -> Notified:
    """Asks ``on_enter`` for both actors of every `Swapped`."""
    return (*notify_entry(ctx, actor, actor_from, other_from), *notify_entry(ctx, other, other_from, actor_from))


def notify_status_gain(ctx: Context, actor: int, status: str, turns: int) -> Notified:
    """Asks ``on_status_gain`` after every `EffectStarted`."""
    return ctx.notify("on_status_gain", events.Status(actor, status, turns))


def notify_status_loss(ctx: Context, actor: int, status: str) -> Notified:
    """Asks ``on_status_loss`` after every `EffectEnded`."""
    return ctx.notify("on_status_loss", events.Status(actor, status))


def notify_noise(ctx: Context, noise: Noise) -> Notified:
    """Asks ``on_noise`` after every `MakeNoise`."""
    return ctx.notify("on_noise", events.Sound(noise.source, noise.kind, noise.loudness, noise.at))


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
        "other": notice.added_range,
        "its": notice.range + notice.roll,
        "yours": notice.stealth + notice.own + notice.luck,
        "reach": notice.range + notice.roll + notice.added_range - notice.stealth - notice.luck,
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
        if notice.turn == phase.ctx.state.turn and not notice.was_in_view:
            alerts = [
                sound.turn
                for sound in phase.stealth.heard_sounds
                if (sound.source, sound.kind) == (notice.actor, ALERT_KIND)
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


REACTIONS = (
    Reaction(Moved, ENTERED, "on_enter"),
    Reaction(Swapped, SWAPPED, "on_enter"),
    Reaction(EffectStarted, STATUS_GAINED, "on_status_gain"),
    Reaction(EffectEnded, STATUS_LOST, "on_status_loss"),
    Reaction(MakeNoise, SOUNDED, "on_noise"),
)

STEPS = (
    Step(OPENED, notify_opening),
    Step(CLOSED, notify_closing),
    Step(USED, notify_use),
    Step(THROWN, notify_throw),
    Step(AFFECTED, notify_effect),
    Step(ENTERED, notify_entry),
    Step(SWAPPED, notify_swap),
    Step(STATUS_GAINED, notify_status_gain),
    Step(STATUS_LOST, notify_status_loss),
    Step(SOUNDED, notify_noise),
    Step(PROVOKED_STEP, tell_provocation),
)
