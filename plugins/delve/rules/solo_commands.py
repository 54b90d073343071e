"""The commands of a lone hero at the table (D-SOLO)."""

from __future__ import annotations

import msgspec

from footfall.api import ActorId, Command, Context, Finish, Message, Tell
from footfall.api.scene import Binding

from ..changes import SetSolo
from ..commands import HandlerResult, make_binding, plays
from ..expedition import delve_of
from ..model import Delve, Solo
from .explore import ForbiddenError
from .search import end_combat
from .solo import POTION_LIFE, STAKES, can_drink, change_life, compute_win_chance, strike


class Strike(Command, frozen=True, tag="core.delve:strike"):
    """Strike the monsters: the higher die takes the stake from the other side."""

    stake: int


class Drink(Command, frozen=True, tag="core.delve:drink"):
    """Drink a potion."""


STRIKE_KEY = make_binding(("f",), Strike, "strike", stake=STAKES[0])
FORCE_KEY = make_binding(("F",), Strike, "force", stake=STAKES[1])
DRINK_KEY = make_binding(("u",), Drink, "drink")


def _solo_of(delve: Delve) -> Solo:
    if not isinstance(delve.solo, Solo):
        raise ForbiddenError("D-SOLO", "delve-no-solo")
    return delve.solo


@plays(Strike, STRIKE_KEY, FORCE_KEY, at_table="D-SOLO")
def strike_monsters(ctx: Context, command: Strike) -> HandlerResult:
    delve = delve_of(ctx)
    solo = _solo_of(delve)
    if not delve.fighting or command.stake not in STAKES:
        raise ForbiddenError("D-COMBAT", "delve-no-combat")
    after, told = strike(ctx, solo, command.stake)
    changes: HandlerResult = [SetSolo(after), Tell(told, "good" if after.foes < solo.foes else "bad")]
    if not after.life:
        return [*changes, Finish("died")]
    return changes if after.foes else [*changes, end_combat(delve)]


@plays(Drink, DRINK_KEY, at_table="D-SOLO")
def drink_potion(ctx: Context, command: Drink) -> HandlerResult:
    solo = _solo_of(delve_of(ctx))
    if not can_drink(solo):
        raise ForbiddenError("D-SOLO", "delve-no-potion")
    return list(change_life(msgspec.structs.replace(solo, potions=solo.potions - 1), POTION_LIFE, "drink"))


def list_solo_commands(delve: Delve, seat: ActorId) -> list[Command]:
    """The legal commands of a lone hero besides those of a group."""
    if not isinstance(delve.solo, Solo):
        return []
    strikes = [Strike(actor=seat, stake=stake) for stake in STAKES if delve.fighting]
    return [*strikes, *([Drink(actor=seat)] if can_drink(delve.solo) else [])]


def list_solo_bindings(delve: Delve) -> tuple[Binding, ...]:
    """The keys of a lone hero, with the chance of a strike and the potions left."""
    if not isinstance(delve.solo, Solo):
        return ()
    args = {"chance": compute_win_chance(delve.solo.edge), "potions": delve.solo.potions}
    return tuple(
        msgspec.structs.replace(key, label=Message(key.label.id, args)) for key in (STRIKE_KEY, FORCE_KEY, DRINK_KEY)
    )
