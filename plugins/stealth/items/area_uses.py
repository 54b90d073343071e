"""Item uses that change a place rather than one actor: smoke that puts to sleep, and light (P-TRICK-5, 6)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Message, Proposal, Tell
from footfall.api.grid import Actor, Cell, SetEffect, Spawn, chebyshev_distance, find_visible_cells

from ..actors.stats import sense_ranges
from ..ai.behaviors import BEHAVIORS
from ..model.phase import Phase
from ..model.play_state import Inquiry, SetInquiry
from ..model.records import ItemUse, creature_kind, is_thing
from ..model.state import Mind, Mood, SetMind
from ..senses.sight import MIN_VIEW_RADIUS, actor_name, player_sees

SMOKE_RADIUS = 1
"""Radius of the smoke in cells."""

SLEEPLESS_TAG = "sleepless"
"""Tag of creatures that smoke does not put to sleep."""

SLUMBER = "core.stealth:slumber"
"""Effect of the smoke: its bearer cannot act, and does not wake."""

GLOW_KIND = "core.stealth:glow"
"""The thing that a light is."""

LURE_TURNS, LURE_REACH = 6, 2
"""Turns that a creature gives to a light, and the multiple of its FOV at which it still sees one (P-TRICK-6)."""


def lull_around(phase: Phase, use: ItemUse, cell: Cell) -> list[Change | Proposal]:
    """Puts creatures in the smoke to sleep; the player's character in it cannot act for half the time (P-TRICK-5)."""
    minds = phase.stealth.minds
    turns = phase.ctx.roll("smoke", use.low, use.high)
    changes: list[Change | Proposal] = []
    for actor in phase.actors:
        if chebyshev_distance(actor.at, cell) > SMOKE_RADIUS or is_thing(phase, actor):
            continue
        if actor.id == phase.world.player:
            changes += [SetEffect(actor.id, SLUMBER, turns // 2), Tell(Message("stealth-smoke-you"), "bad")]
        elif actor.id in minds and SLEEPLESS_TAG not in creature_kind(phase, actor.kind).tags:
            changes += [SetEffect(actor.id, SLUMBER, turns), *_put_to_sleep(phase, actor, minds[actor.id])]
    return changes


def _put_to_sleep(phase: Phase, actor: Actor, mind: Mind) -> list[Change]:
    calm = msgspec.structs.replace(
        mind, mood=Mood.ASLEEP, lost=0, blocked=0, path=(), goal=None, foe=0, last_seen=None, patience=0
    )
    changes: list[Change] = [SetMind(actor.id, calm), SetInquiry(actor.id, None)]
    if player_sees(phase, actor.at):
        changes.append(Tell(Message("stealth-smoke-other", {"target": actor_name(phase, actor)}), "good"))
    return changes


def light_place(phase: Phase, use: ItemUse, cell: Cell) -> list[Change | Proposal]:
    """Leaves a light, which calm creatures and hunters without a trace go to look at (P-TRICK-6, P-WAY-4)."""
    turns = phase.ctx.roll("glow", use.low, use.high)
    changes: list[Change | Proposal] = []
    if cell not in phase.ground.actor_by_cell:
        record = creature_kind(phase, GLOW_KIND)
        glow = Actor(
            phase.world.next_id, record.id, phase.level.id, cell, turns, turns, dict(record.stats), record.side
        )
        changes.append(Spawn(glow))
    seen = find_visible_cells(phase.ground, phase.array_index(cell), max(MIN_VIEW_RADIUS, sum(phase.level.shape)))
    minds = phase.stealth.minds
    for actor in phase.actors:
        mind = minds.get(actor.id)
        if mind is None or not _is_lured(mind) or actor.side != "hostile":
            continue
        near = chebyshev_distance(actor.at, cell) <= LURE_REACH * max(1, sense_ranges(phase, actor)[0])
        if near and seen[phase.array_index(actor.at)]:
            changes += _distract(phase, actor, mind)
            changes.append(SetInquiry(actor.id, Inquiry(cell, "light", LURE_TURNS)))
    return changes


def _is_lured(mind: Mind) -> bool:
    """Whether a creature goes to a light: a calm one, or a hunter that had no trace of its target in its last turn."""
    return BEHAVIORS[mind.ai].inquires and (mind.mood is Mood.CALM or (mind.mood is Mood.AGGRAVATED and mind.lost > 0))


def _distract(phase: Phase, actor: Actor, mind: Mind) -> list[Change]:
    """Ends a hunt."""
    if mind.mood is Mood.CALM:
        return []
    calm = msgspec.structs.replace(mind, mood=Mood.CALM, lost=0, blocked=0, path=(), goal=None, foe=0)
    changes: list[Change] = [SetMind(actor.id, calm)]
    if player_sees(phase, actor.at):
        facts = {"creature": actor_name(phase, actor), "knew": "yes" if mind.marked else "no"}
        changes.append(Tell(Message("stealth-edge-loses", facts), "good"))
    return changes
