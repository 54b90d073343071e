"""Notifies mods of deeds, after the changes of the deed are applied."""

from typing import Any

from footfall.api import Change, Context, Message, Proposal, Push, Reaction, Step, Tell, events
from footfall.api.grid import (
    Actor,
    Cell,
    EffectEnded,
    EffectStarted,
    MakeNoise,
    Moved,
    Noise,
    Spawned,
    Swapped,
    TileChanged,
    WasHurt,
)

from .. import hook_events
from ..actors.identification import KindsIdentified, disguise_of
from ..model.phase import Phase, get_phase
from ..model.play_state import Lost, Notice, Noticed
from ..model.state import Aggravated, KindsSeen, Mood, Struck
from .sight import actor_name, player_sees

ASK_STEP = "core.stealth:ask-mods"
ENTERED, SWAPPED, SOUNDED = "core.stealth:entered", "core.stealth:swapped", "core.stealth:sounded"
STATUS_GAINED, STATUS_LOST = "core.stealth:status-gained", "core.stealth:status-lost"
CALMED, NOTICED, SEARCHED = "core.stealth:mood-changed", "core.stealth:was-noticed", "core.stealth:begins-search"
WOUNDED, STRUCK, APPEARED = "core.stealth:was-wounded", "core.stealth:struck-blow", "core.stealth:appeared"
LEARNED, SIGHTED, REPLACED = "core.stealth:learned-kind", "core.stealth:sighted", "core.stealth:tile-replaced"

ANSWER = "answer"
"""The kind of the questions of ``do.ask``, whose answers `ASK_STEP` passes on."""

Notified = tuple[Proposal, ...]


NOTIFICATIONS: dict[str, type[events.HookEvent]] = {
    "on_open": events.Opening,
    "on_close": events.Opening,
    "on_use": events.Using,
    "core.stealth:on_throw": hook_events.Throwing,
    "core.stealth:on_creature_turn": hook_events.CreatureTurn,
    "core.stealth:on_meet": hook_events.Meeting,
    "core.stealth:on_effect": hook_events.ItemEffect,
    "core.stealth:on_mood": hook_events.MoodChange,
    "core.stealth:on_investigate": hook_events.SearchBegun,
    "core.stealth:on_give_up": hook_events.SearchEnded,
    "core.stealth:on_arrive": hook_events.Arrival,
    "core.stealth:on_hunger": hook_events.Hunger,
    "core.stealth:on_take": hook_events.ItemMoved,
    "core.stealth:on_drop": hook_events.ItemMoved,
    "core.stealth:on_wear": hook_events.ItemMoved,
    "core.stealth:on_take_off": hook_events.ItemMoved,
    "core.stealth:on_discover": hook_events.Discovery,
    "core.stealth:on_answer": hook_events.Answering,
}
"""The hooks that a step of their own asks, with their events."""


def announce(phase: Phase, hook: str, *fields: object) -> list[Change]:
    """Pushes the step that asks a hook of `NOTIFICATIONS` with the fields of its event, if a mod listens to it."""
    return [Push(ASK_STEP, (hook, *fields))] if phase.ctx.has_listeners(hook) else []


def ask_mods(ctx: Context, hook: str, *fields: Any) -> Notified:
    """Asks a hook of `NOTIFICATIONS`."""
    values = [(value[0], value[1]) if isinstance(value, list | tuple) else value for value in fields]
    return ctx.notify(hook, NOTIFICATIONS[hook](*values))


def announce_mood(phase: Phase, actor: int, after: Mood) -> list[Change]:
    """Announces the new mood of a creature, if it is another than before."""
    before = phase.stealth.minds[actor].mood
    return announce(phase, "core.stealth:on_mood", actor, before.value, after.value) if before is not after else []


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


def notify_alarm(ctx: Context, actor: int, before: str) -> Notified:
    """Asks ``core.stealth:on_mood`` after every `Aggravated`."""
    return ctx.notify("core.stealth:on_mood", hook_events.MoodChange(actor, before, Mood.AGGRAVATED.value))


def notify_notice(ctx: Context, actor: int) -> Notified:
    """Asks ``core.stealth:on_noticed`` after every `Noticed`."""
    notice = get_phase(ctx).play.notices[-1]
    event = hook_events.NoticeMade(actor, notice.manner.value, notice.distance)
    return ctx.notify("core.stealth:on_noticed", event)


def notify_search(ctx: Context, actor: int) -> Notified:
    """Asks ``core.stealth:on_search`` after every `Lost`."""
    inquiry = get_phase(ctx).play.inquiries.get(actor)
    if inquiry is None:  # another listener has ended it
        return ()
    return ctx.notify("core.stealth:on_search", hook_events.SearchBegun(actor, (inquiry.at[0], inquiry.at[1])))


def notify_wound(ctx: Context, actor: int, amount: int, by: int, how: str) -> Notified:
    """Asks ``core.stealth:on_hurt`` after every `WasHurt` of at least 1."""
    return ctx.notify("core.stealth:on_hurt", hook_events.Wound(actor, amount, by, how)) if amount else ()


def notify_blow(
    ctx: Context, attacker: int, target: int, manner: str, is_hit: bool, damage: int, is_backstab: bool, gross: int
) -> Notified:
    """Asks ``core.stealth:on_strike`` after every `Struck`."""
    event = hook_events.Blow(attacker, target, manner, is_hit, damage, is_backstab, max(0, gross))
    return ctx.notify("core.stealth:on_strike", event)


def notify_appearance(ctx: Context, actor: int) -> Notified:
    """Asks ``core.stealth:on_appear`` after a `Spawned` on the floor in play."""
    world = get_phase(ctx).world
    found = world.actors.get(actor)
    if found is None or found.level != world.current or actor == world.player:
        return ()
    return ctx.notify("core.stealth:on_appear", hook_events.Appearance(actor))


def notify_learning(ctx: Context, kinds: list[str]) -> list[Change | Proposal]:
    """Asks ``core.stealth:on_identify`` for each kind of a `KindsIdentified`."""
    player = get_phase(ctx).world.player
    return [p for kind in kinds for p in ctx.notify("core.stealth:on_identify", hook_events.KindLearned(player, kind))]


def notify_sighting(ctx: Context, kinds: list[str]) -> list[Change | Proposal]:
    """Asks ``core.stealth:on_sighting`` for each kind of a `KindsSeen`."""
    player = get_phase(ctx).world.player
    return [p for kind in kinds for p in ctx.notify("core.stealth:on_sighting", hook_events.Sighting(player, kind))]


def notify_tile(ctx: Context, level: int, at: Cell, tile: str) -> Notified:
    """Asks ``core.stealth:on_tile`` after every `TileChanged` of the floor in play."""
    if level != get_phase(ctx).world.current:
        return ()
    return ctx.notify("core.stealth:on_tile", hook_events.TileReplaced((at[0], at[1]), tile))


ALERT_KIND, SEARCH_KIND = "alert", "search"
"""Kinds of the sounds by which the player's character hears that it was noticed, and that it was lost."""

WAKES_WHY = "stealth-edge-wakes-why"
"""The log line of a sleeper that wakes; its fact ``id`` is the creature."""

PROVOKED_STEP = "core.stealth:provoked"
PROVOKED = "stealth-edge-provoked"
"""The log line of a creature that hunts because of an attack or an item; its fact ``id`` is the creature."""


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


def is_remembered(phase: Phase, id: int) -> bool:
    """Whether the character has seen a creature, and has not forgotten it: it knows what it hears there."""
    kept = phase.ctx.sightings
    return any(one.id == id for one in getattr(kept, "creatures", ()))


def name_noticers(phase: Phase) -> list[Change]:
    """Names the creatures that noticed the character in this round out of view and are in view at its end (P-WHY-5).

    Those whose notice has their name already are left out.
    """
    notices, turn = phase.play.notices, phase.ctx.state.turn
    if phase.ctx.quiet or not notices or notices[-1].turn != turn:
        return []
    changes: list[Change] = []
    sounds = phase.stealth.heard_sounds
    told = {notice.actor for notice in notices if notice.turn == turn and notice.was_in_view}
    for notice in notices:
        if notice.turn != turn or notice.actor in told or is_remembered(phase, notice.actor):
            continue
        # A helpless character lets several rounds of a command pass: the sound of a notice says of which one it is.
        alerts = [heard.turn for heard in sounds if (heard.source, heard.kind) == (notice.actor, ALERT_KIND)]
        if max(alerts, default=phase.turn) != phase.turn:
            continue
        actor = phase.world.actors.get(notice.actor)
        if actor is not None and _is_in_view(phase, actor):
            facts = {"creature": actor_name(phase, actor), "why": explain_notice(notice)}
            changes.append(Tell(Message("stealth-edge-named", facts), "warn"))
    return changes


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
    return [Tell(Message(PROVOKED, {"creature": actor_name(ctx, target), "how": how, "id": actor}), "warn")]


REACTIONS = (
    Reaction(Moved, ENTERED, "on_enter"),
    Reaction(Swapped, SWAPPED, "on_enter"),
    Reaction(EffectStarted, STATUS_GAINED, "on_status_gain"),
    Reaction(EffectEnded, STATUS_LOST, "on_status_loss"),
    Reaction(MakeNoise, SOUNDED, "on_noise"),
    Reaction(WasHurt, WOUNDED, "core.stealth:on_hurt"),
    Reaction(Struck, STRUCK, "core.stealth:on_strike"),
    Reaction(Aggravated, CALMED, "core.stealth:on_mood"),
    Reaction(Noticed, NOTICED, "core.stealth:on_noticed"),
    Reaction(Lost, SEARCHED, "core.stealth:on_search"),
    Reaction(Spawned, APPEARED, "core.stealth:on_appear"),
    Reaction(KindsIdentified, LEARNED, "core.stealth:on_identify"),
    Reaction(KindsSeen, SIGHTED, "core.stealth:on_sighting"),
    Reaction(TileChanged, REPLACED, "core.stealth:on_tile"),
)

STEPS = (
    Step(ASK_STEP, ask_mods),
    Step(ENTERED, notify_entry),
    Step(SWAPPED, notify_swap),
    Step(STATUS_GAINED, notify_status_gain),
    Step(STATUS_LOST, notify_status_loss),
    Step(SOUNDED, notify_noise),
    Step(WOUNDED, notify_wound),
    Step(STRUCK, notify_blow),
    Step(CALMED, notify_alarm),
    Step(NOTICED, notify_notice),
    Step(SEARCHED, notify_search),
    Step(APPEARED, notify_appearance),
    Step(LEARNED, notify_learning),
    Step(SIGHTED, notify_sighting),
    Step(REPLACED, notify_tile),
    Step(PROVOKED_STEP, tell_provocation),
)
