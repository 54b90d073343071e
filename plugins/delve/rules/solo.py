"""A lone hero at the table: dice decide combats, so that an expedition can fail (D-SOLO)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from footfall.api import Change, Context, Finish, Message, Tell

from ..changes import SetSolo
from ..dice import SIDES
from ..expedition import delve_of, tables_for
from ..model import MAX_LIFE, Delve, Solo, Zone

GRADES = {4: "normal", 8: "hard", 12: "lethal"}
"""The greatest strength of monsters for each grade of a combat; a greater one is "suicide"."""

STAKES = (2, 4)
"""Strength or life that the higher die takes from the other side: in a strike, in one with full force."""

POTION_LIFE, BEST_EDGE, POTION_FACES, ALARM = 6, 3, 8, 2
"""Life that a potion restores; the most that blades add; the faces at which a lair holds a potion, not a blade;
strength that a rest adds to all later monsters."""


def can_drink(solo: Solo) -> bool:
    """Whether a potion is there and would help."""
    return bool(solo.potions) and solo.life < MAX_LIFE


def grade_foes(foes: int) -> str:
    """The grade of a combat against monsters of a strength."""
    return next((grade for most, grade in GRADES.items() if foes <= most), "suicide")


def compute_win_chance(edge: int) -> int:
    """The chance in percent that the hero's die is the higher one; equal dice are the hero's."""
    short = max(0, SIDES - 1 - edge)
    return round(100 - 50 * short * (short + 1) / SIDES**2)


def muster_foes(ctx: Context, zone: Zone) -> list[Change]:
    """Rolls the strength of the monsters of a lair, or of a quest room: the higher one of two dice."""
    solo = delve_of(ctx).solo
    if not isinstance(solo, Solo):
        return []
    is_quest = tables_for(ctx).rooms[zone.type].counts == "quest"
    foes = solo.alarm + max(ctx.roll("foes", 1, SIDES) for _ in range(1 + is_quest))
    told = Message("delve-solo-foes", {"foes": foes, "grade": grade_foes(foes), "alarm": solo.alarm})
    return [SetSolo(msgspec.structs.replace(solo, foes=foes)), Tell(told, "bad")]


def strike(ctx: Context, solo: Solo, stake: int) -> tuple[Solo, Message]:
    """Rolls a die for each side; the lower one loses."""
    ours, theirs = ctx.roll("strike", 1, SIDES), ctx.roll("strike", 1, SIDES)
    total, is_won = ours + solo.edge, ours + solo.edge >= theirs
    foes = max(0, solo.foes - stake) if is_won else solo.foes
    after = msgspec.structs.replace(solo, foes=foes, life=solo.life if is_won else max(0, solo.life - stake))
    args = {"ours": ours, "edge": solo.edge, "total": total, "theirs": theirs, "left": foes, "life": after.life}
    return after, Message("delve-solo-strike", {**args, "won": "yes" if is_won else "no"})


def find_treasure(ctx: Context) -> list[Change]:
    """Rolls what a beaten lair holds: a potion, or a better blade."""
    solo = delve_of(ctx).solo
    if not isinstance(solo, Solo):
        return []
    if ctx.roll("treasure", 1, SIDES) <= POTION_FACES or solo.edge >= BEST_EDGE:
        found = msgspec.structs.replace(solo, potions=solo.potions + 1)
        return [SetSolo(found), Tell(Message("delve-solo-potion", {"potions": found.potions}), "good")]
    found = msgspec.structs.replace(solo, edge=solo.edge + 1)
    return [SetSolo(found), Tell(Message("delve-solo-blade", {"edge": found.edge}), "good")]


def rest(ctx: Context) -> Iterator[Change]:
    """Restores life by a six-sided die as an exploration turn ends; the dungeon hears of it."""
    solo = delve_of(ctx).solo
    if isinstance(solo, Solo):
        yield from change_life(msgspec.structs.replace(solo, alarm=solo.alarm + ALARM), ctx.roll("rest", 1, 6), "rest")


def change_life(solo: Solo, amount: int, cause: str) -> Iterator[Change]:
    """Adds to the life or takes from it, and tells why; without life, the expedition is over."""
    life = max(0, min(MAX_LIFE, solo.life + amount))
    yield SetSolo(msgspec.structs.replace(solo, life=life))
    args = {"amount": abs(amount), "life": life, "alarm": solo.alarm}
    yield Tell(Message(f"delve-solo-{cause}", args), "good" if amount > 0 else "bad")
    if not life:
        yield Finish("died")


def meet_room(delve: Delve, amount: int) -> Iterator[Change]:
    """The effect of a special room on a lone hero as it is revealed."""
    if isinstance(delve.solo, Solo) and amount:
        yield from change_life(delve.solo, amount, "helps" if amount > 0 else "harms")
