"""Notifies mods of deeds, after the changes of the deed are applied."""

from collections.abc import Callable
from typing import Any, TypeAlias

from footfall.api import Change, Context, Event, Message, Proposal, Push, Step, Tell, events, notify_after
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
from ..model.play_state import Lost, Notice, Noticed, NoticeManner
from ..model.state import Aggravated, KindsSeen, Mood, Struck
from .sight import actor_name, player_sees

ASK_STEP = "core.stealth:ask-mods"

ANSWER = "answer"
"""The kind of the questions of ``do.ask``, whose answers `ASK_STEP` passes on."""

Builder: TypeAlias = Callable[..., list[events.HookEvent]]
"""``build(ctx, *fields)`` returns events of a hook for the fields of an event of the game."""

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


def ask_mods(ctx: Context, hook: str, *fields: Any) -> tuple[Proposal, ...]:
    """Asks a hook of `NOTIFICATIONS`."""
    values = [(value[0], value[1]) if isinstance(value, (list, tuple)) else value for value in fields]
    return ctx.notify(hook, NOTIFICATIONS[hook](*values))


def announce_mood(phase: Phase, actor: int, after: Mood) -> list[Change]:
    """Announces the new mood of a creature, if it is another than before."""
    before = phase.stealth.minds[actor].mood
    return announce(phase, "core.stealth:on_mood", actor, before.value, after.value) if before is not after else []


def list_sounds(ctx: Context, noise: Noise) -> list[events.HookEvent]:
    """The noise of a `MakeNoise`."""
    return [events.Sound(noise.source, noise.kind, noise.loudness, noise.at)]


def list_wounds(ctx: Context, actor: int, amount: int, by: int, how: str) -> list[events.HookEvent]:
    """The loss of a `WasHurt`, if it is at least 1."""
    return [hook_events.Wound(actor, amount, by, how)] if amount else []


def list_blows(ctx: Context, *blow: Any) -> list[events.HookEvent]:
    """The attack of a `Struck`."""
    attacker, target, manner, is_hit, damage, is_backstab, gross = blow
    return [hook_events.Blow(attacker, target, manner, is_hit, damage, is_backstab, max(0, gross))]


def list_alarms(ctx: Context, actor: int, before: str) -> list[events.HookEvent]:
    """The mood after an `Aggravated`."""
    return [hook_events.MoodChange(actor, before, Mood.AGGRAVATED.value)]


def list_manners(ctx: Context, actor: int) -> list[events.HookEvent]:
    """How the creature of a `Noticed` noticed the character."""
    notice = get_phase(ctx).play.notices[-1]
    return [hook_events.NoticeMade(actor, notice.manner.value, notice.distance)]


def list_searches(ctx: Context, actor: int) -> list[events.HookEvent]:
    """The search of a creature, unless another listener has ended it."""
    inquiry = get_phase(ctx).play.inquiries.get(actor)
    return [] if inquiry is None else [hook_events.SearchBegun(actor, (inquiry.at[0], inquiry.at[1]))]


def list_appearances(ctx: Context, actor: int) -> list[events.HookEvent]:
    """The appearance of an actor on the floor in play."""
    world = get_phase(ctx).world
    found = world.actors.get(actor)
    is_seen = found is not None and found.level == world.current and actor != world.player
    return [hook_events.Appearance(actor)] if is_seen else []


def list_tiles(ctx: Context, level: int, at: Cell, tile: str) -> list[events.HookEvent]:
    """The new tile of a cell of the floor in play."""
    is_here = level == get_phase(ctx).world.current
    return [hook_events.TileReplaced((at[0], at[1]), tile)] if is_here else []


def list_swaps(ctx: Context, actor: int, origin: Cell, other: int, goal: Cell) -> list[events.HookEvent]:
    """Both entries of two actors that changed places."""
    return [events.Entering(actor, (goal[0], goal[1])), events.Entering(other, (origin[0], origin[1]))]


def _list_for_player(kind: Callable[[int, str], events.HookEvent]) -> Builder:
    return lambda ctx, names: [kind(get_phase(ctx).world.player, name) for name in names]


ALERT_KIND, SEARCH_KIND = "alert", "search"
"""Kinds of the sounds by which the player's character hears that it was noticed, and that it was lost."""

WAKES_WHY = "stealth-edge-wakes-why"
"""The log line of a sleeper that wakes; its fact ``id`` is the creature."""

NOTICES_UNSEEN, LOSES_UNSEEN = "stealth-unseen-", "stealth-edge-loses-unseen"
"""The log lines of a creature out of view that notices the character (by its sense), and that loses it.

The fact ``id`` is the creature, ``sure`` whether it hunts.
"""

TOLD_UNSEEN = {LOSES_UNSEEN, *(f"{NOTICES_UNSEEN}{manner.value}" for manner in NoticeManner)}
"""All of them."""

NOTICES, LOSES, INQUIRES, DIES = "stealth-edge-notices", "stealth-edge-loses", "stealth-edge-inquires", "stealth-dies"
"""The log lines of a creature in view; their fact ``id``, if they have one, is the creature."""

NOTICES_UNSURELY = "stealth-edge-notices-unsurely"
"""The log line of a creature in view that notices the character and comes to look; its fact ``id`` is the creature."""

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


_OWN = "core.stealth"

TOLD: tuple[tuple[type[Event], str, str, Builder], ...] = (
    (Moved, "entered", "on_enter", lambda _, actor, origin, to: [events.Entering(actor, (to[0], to[1]))]),
    (Swapped, "swapped", "on_enter", list_swaps),
    (EffectStarted, "status-gained", "on_status_gain", lambda _, *fields: [events.Status(*fields)]),
    (EffectEnded, "status-lost", "on_status_loss", lambda _, *fields: [events.Status(*fields)]),
    (MakeNoise, "sounded", "on_noise", list_sounds),
    (WasHurt, "was-wounded", f"{_OWN}:on_hurt", list_wounds),
    (Struck, "struck-blow", f"{_OWN}:on_strike", list_blows),
    (Aggravated, "mood-changed", f"{_OWN}:on_mood", list_alarms),
    (Noticed, "was-noticed", f"{_OWN}:on_noticed", list_manners),
    (Lost, "begins-search", f"{_OWN}:on_search", list_searches),
    (Spawned, "appeared", f"{_OWN}:on_appear", list_appearances),
    (KindsIdentified, "learned-kind", f"{_OWN}:on_identify", _list_for_player(hook_events.KindLearned)),
    (KindsSeen, "sighted", f"{_OWN}:on_sighting", _list_for_player(hook_events.Sighting)),
    (TileChanged, "tile-replaced", f"{_OWN}:on_tile", list_tiles),
)
"""The events of which mods hear, each with its step, its hook, and a function that builds the events of the hook."""

_NOTIFICATIONS = [notify_after(event, f"{_OWN}:{step}", hook, build) for event, step, hook, build in TOLD]

REACTIONS = tuple(reaction for _, reaction in _NOTIFICATIONS)

STEPS = (Step(ASK_STEP, ask_mods), *(step for step, _ in _NOTIFICATIONS), Step(PROVOKED_STEP, tell_provocation))
