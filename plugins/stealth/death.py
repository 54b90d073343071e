"""Death: what the dead leave behind, and the end of the game (A.16, C.3)."""

from __future__ import annotations

from footfall.api import Change, Context, Finish, Message, Proposal, Step, Tell, events
from footfall.api.grid import Actor, AddItem, Cell, Item, PutItem, RemoveActor, get_world, list_carried_items

from .run_stats import CountKill, RecordDeath
from .sight import actor_name, player_sees
from .slime import split_slime
from .state import Discharge
from .stats import creature_kind

DEATH_STEP = "core.stealth:death"

DIED = "died"
"""Outcome of a game whose player's character is dead."""


def handle_death(ctx: Context, actor: int, by: int, how: str) -> list[Change | Proposal]:
    """Follows every `HpDepleted`: mods are told, the pack falls, the body is gone, or the game is over."""
    world = get_world(ctx.state)
    dead = world.actors.get(actor)
    if dead is None or dead.hp > 0:
        return []
    changes: list[Change | Proposal] = []
    if ctx.has_listeners("on_death"):
        changes += ctx.notify("on_death", events.Death(actor, by, how))
    if actor == world.player:
        killer = world.actors.get(by)
        who = actor_name(ctx, killer) if killer is not None else Message(f"stealth-cause-{how or 'unknown'}")
        told = Tell(Message("stealth-you-die", {"killer": who}), "bad")
        return [*changes, RecordDeath(who.id), told, Finish(DIED)]
    if player_sees(ctx, dead.at) or by == world.player:
        kind = "good" if by == world.player else "fight"
        struck = "yes" if player_sees(ctx, dead.at) else "no"
        changes.append(
            Tell(
                Message(
                    "stealth-dies",
                    {"target": actor_name(ctx, dead), "struck": struck},
                ),
                kind,
            )
        )
    if by == world.player:
        changes.append(CountKill(dead.kind))
    parts = split_slime(ctx, dead) if by else []
    ashes = drop_ashes(ctx, dead) if how == "burnt-out" else []
    return [*changes, *drop_pack(ctx, dead), *ashes, Discharge(actor), RemoveActor(actor), *parts]


def drop_pack(ctx: Context, dead: Actor, at: Cell | None = None) -> list[Change]:
    """All that the dead carried falls where it stood (C.3)."""
    where = at or dead.at
    return [
        PutItem(item.id, level=dead.level, at=where)
        for item in list_carried_items(get_world(ctx.state), dead)
    ]


def drop_ashes(ctx: Context, dead: Actor) -> list[Change]:
    """What may lie in the ashes of a fire (table C.9)."""
    kind = creature_kind(ctx, dead.kind)
    if not kind.leaves or not ctx.chance("ashes", kind.leaving, 100):
        return []
    return [AddItem(Item(get_world(ctx.state).next_id, kind.leaves, 1, dead.level, dead.at))]


STEPS = (Step(DEATH_STEP, handle_death),)
