"""Death: what the dead leave behind, and the end of the game (A.16, C.3)."""

from __future__ import annotations

from footfall.api import Change, Finish, Message, Play, Proposal, Step, Tell, events
from footfall.api.grid import Actor, AddItem, Cell, Item, PutItem, Remove, pack_of, world_of

from .chronicle import Perish, Slay
from .sight import name_of, sees
from .slime import halves
from .state import Discharge
from .totals import creature

DEATH = "core.stealth:death"

DIED = "died"
"""Outcome of a game whose player's character is dead."""


def death(play: Play, actor: int, by: int, how: str) -> list[Change | Proposal]:
    """Follows every `Fell`: mods are told, the pack falls, the body is gone, or the game is over."""
    world = world_of(play.state)
    dead = world.actors.get(actor)
    if dead is None or dead.hp > 0:
        return []
    changes: list[Change | Proposal] = []
    if play.listened("on_death"):
        changes += play.notify("on_death", events.Death(actor, by, how))
    if actor == world.player:
        killer = world.actors.get(by)
        who = name_of(play, killer) if killer is not None else Message(f"stealth-cause-{how or 'unknown'}")
        told = Tell(Message("stealth-you-die", {"killer": who}), "bad")
        return [*changes, Perish(who.id), told, Finish(DIED)]
    if sees(play, dead.at) or by == world.player:
        kind = "good" if by == world.player else "fight"
        struck = "yes" if sees(play, dead.at) else "no"
        changes.append(
            Tell(
                Message(
                    "stealth-dies",
                    {"target": name_of(play, dead), "struck": struck},
                ),
                kind,
            )
        )
    if by == world.player:
        changes.append(Slay(dead.kind))
    parts = halves(play, dead) if by else []
    ashes = burnt_out(play, dead) if how == "burnt-out" else []
    return [*changes, *left_behind(play, dead), *ashes, Discharge(actor), Remove(actor), *parts]


def left_behind(play: Play, dead: Actor, at: Cell | None = None) -> list[Change]:
    """All that the dead carried falls where it stood (C.3)."""
    where = at or dead.at
    return [PutItem(item.id, level=dead.level, at=where) for item in pack_of(world_of(play.state), dead)]


def burnt_out(play: Play, dead: Actor) -> list[Change]:
    """What may lie in the ashes of a fire (table C.9)."""
    kind = creature(play, dead.kind)
    if not kind.leaves or not play.chance("ashes", kind.leaving, 100):
        return []
    return [AddItem(Item(world_of(play.state).next_id, kind.leaves, 1, dead.level, dead.at))]


STEPS = (Step(DEATH, death),)
