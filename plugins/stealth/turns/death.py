"""Death: the items that a dead actor leaves, and the end of the game."""

from footfall.api import Change, Context, Finish, Message, Proposal, Reaction, Step, Tell, events
from footfall.api.grid import (
    Actor,
    AddItem,
    EffectEnded,
    EffectStarted,
    EnterLevel,
    HpDepleted,
    Item,
    PutItem,
    RemoveActor,
    SetStat,
    Spawn,
    StatsChanged,
    list_carried_items,
)

from ..actors.stats import effective_stat, max_stamina
from ..model.phase import Phase, get_phase
from ..model.play_state import CountKill, RecordDeath, RecordKiller, SetInquiry
from ..model.records import creature_kind
from ..model.state import Discharge, SetFighter
from ..senses.sight import actor_name, player_sees
from .upkeep import split_slime

DEATH_STEP = "core.stealth:death"

DIED = "died"
"""Outcome of a game that the player's character did not survive."""


def handle_death(ctx: Context, actor: int, by: int, how: str) -> list[Change | Proposal]:
    """Follows every `HpDepleted`: notifies mods, drops the pack and removes the actor, or ends the game."""
    phase = get_phase(ctx)
    world = phase.world
    dead = world.actors.get(actor)
    if dead is None or dead.hp > 0:
        return []
    changes: list[Change | Proposal] = []
    if ctx.has_listeners("on_death"):
        changes += ctx.notify("on_death", events.Death(actor, by, how))
    if actor == world.player:
        killer = world.actors.get(by)
        who = actor_name(ctx, killer) if killer is not None else Message(f"stealth-cause-{how or 'unknown'}")
        message = Tell(Message("stealth-you-die", {"killer": who}), "bad")
        if phase.settings.shipped:
            changes.append(RecordKiller(by if killer is not None else 0))
        if dead.level != world.current:  # on the stairs
            changes.append(EnterLevel(dead.level))
        return [*changes, RecordDeath(who.id), message, Finish(DIED)]
    if player_sees(phase, dead.at) or by == world.player:
        kind = "good" if by == world.player else "fight"
        visible = "yes" if player_sees(phase, dead.at) else "no"
        facts = {"target": actor_name(ctx, dead), "struck": visible}
        burnt_out = how == "burnt-out" and phase.settings.shipped
        changes.append(Tell(Message("stealth-burns-out" if burnt_out else "stealth-dies", facts), kind))
    if by == world.player:
        changes.append(CountKill(dead.kind))
    parts = split_slime(phase, dead) if by else []
    ashes = drop_ashes(phase, dead) if how == "burnt-out" else []
    if actor in phase.play.inquiries:
        changes.append(SetInquiry(actor, None))
    if parts and player_sees(phase, dead.at) and phase.settings.shipped:
        facts = {"creature": actor_name(ctx, dead), "count": sum(isinstance(one, Spawn) for one in parts)}  # P-WHY-7
        changes.append(Tell(Message("stealth-edge-splits", facts), "warn"))
    return [*changes, *drop_pack(phase, dead), *ashes, Discharge(actor), RemoveActor(actor), *parts]


def drop_pack(phase: Phase, dead: Actor) -> list[Change]:
    """Drops all items of a dead actor on its cell."""
    items = list_carried_items(phase.world, dead)
    return [PutItem(item.id, level=dead.level, at=dead.at) for item in items]


def drop_ashes(phase: Phase, dead: Actor) -> list[Change]:
    """Drops the item that a fire may leave when it burns out."""
    kind = creature_kind(phase, dead.kind)
    if not kind.leaves or not phase.ctx.chance("ashes", kind.leaving, 100):
        return []
    return [AddItem(Item(phase.world.next_id, kind.leaves, 1, dead.level, dead.at))]


CLAMP_STEP, REFRESH_STEP = "core.stealth:clamp", "core.stealth:refresh"

CAPPED_STATS = {"satiety": "satiety_max"}
"""Stats with a maximum, and the stat that is the maximum. Stamina is not a stat, and hit points cap themselves."""


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


STEPS = (Step(DEATH_STEP, handle_death), Step(CLAMP_STEP, clamp_to_maxima), Step(REFRESH_STEP, refresh_stamina))

REACTIONS = (
    Reaction(HpDepleted, DEATH_STEP),
    *(Reaction(event, CLAMP_STEP) for event in (StatsChanged, EffectStarted, EffectEnded)),
)
