"""The commands of a lone hero at the table (D-SOLO)."""

from collections.abc import Sequence

import msgspec

from footfall.api import ActorId, Command, Context, Finish, Message, Tell
from footfall.api.scene import Binding

from ..changes import SetSolo
from ..commands import SEARCH_WALL_KEY, TURN_OVER_KEY, HandlerResult, make_binding, plays
from ..expedition import delve_of
from ..model import MAX_LIFE, Delve, Solo
from .explore import ForbiddenError
from .search import end_combat
from .solo import (
    BLOWS,
    can_drink,
    compute_chance,
    compute_strike_chance,
    drink,
    play_strike,
    strike,
    to_percent,
)


class Strike(Command, frozen=True, tag="core.delve:strike"):
    """Strike the monsters: the higher die takes strength or life from the other side."""

    stake: int


class Drink(Command, frozen=True, tag="core.delve:drink"):
    """Drink a potion."""


STRIKE_KEY = make_binding(("f",), Strike, "strike", stake=2)
FORCE_KEY = make_binding(("F",), Strike, "force", stake=4)
DRINK_KEY = make_binding(("u",), Drink, "drink")


def _solo_of(delve: Delve) -> Solo:
    if not isinstance(delve.solo, Solo):
        raise ForbiddenError("D-SOLO", "delve-no-solo")
    return delve.solo


@plays(Strike, STRIKE_KEY, FORCE_KEY, at_table="D-SOLO")
def strike_monsters(ctx: Context, command: Strike) -> HandlerResult:
    delve = delve_of(ctx)
    solo = _solo_of(delve)
    if not delve.fighting or command.stake not in BLOWS:
        raise ForbiddenError("D-COMBAT", "delve-no-combat")
    after, told = play_strike(ctx, solo, command.stake)
    changes: HandlerResult = [SetSolo(after), Tell(told, "good" if after.foes < solo.foes else "bad")]
    if not after.life:
        return [*changes, Finish("died")]
    return changes if after.foes else [*changes, end_combat(delve)]


@plays(Drink, DRINK_KEY, at_table="D-SOLO")
def drink_potion(ctx: Context, command: Drink) -> HandlerResult:
    solo = _solo_of(delve_of(ctx))
    if not can_drink(solo):
        raise ForbiddenError("D-SOLO", "delve-no-potion")
    after = drink(solo)
    return [SetSolo(after), Tell(Message("delve-solo-drink", {"life": after.life}), "good")]


def list_solo_commands(delve: Delve, seat: ActorId) -> list[Command]:
    """The legal commands of a lone hero besides those of a group."""
    if not isinstance(delve.solo, Solo):
        return []
    strikes = [Strike(actor=seat, stake=stake) for stake in BLOWS if delve.fighting]
    return [*strikes, *([Drink(actor=seat)] if can_drink(delve.solo) else [])]


def choose_in_combat(ctx: Context, solo: Solo, options: Sequence[Command]) -> Command:
    """The command that leaves the best chance to win a combat; a strike before a potion that can wait."""
    rule = ctx.chances.find(strike)
    chances = {each: compute_strike_chance(rule, solo, each.stake) for each in options if isinstance(each, Strike)}
    best = max(chances, key=chances.__getitem__)
    if chances[best] < compute_chance(rule, solo):
        return next(each for each in options if isinstance(each, Drink))
    return best


def list_solo_bindings(ctx: Context) -> tuple[Binding, ...]:
    """The keys of a lone hero; those of a combat with the chance that they leave to win it (0: there is none)."""
    delve, rule = delve_of(ctx), ctx.chances.find(strike)
    solo = delve.solo
    if not isinstance(solo, Solo):
        return ()
    chances = [0.0, 0.0, 0.0]
    if delve.fighting:
        after_potion = compute_chance(rule, drink(solo)) if can_drink(solo) else 0.0
        chances = [*(compute_strike_chance(rule, solo, stake) for stake in BLOWS), after_potion]
    search = msgspec.structs.replace(SEARCH_WALL_KEY, prompts=SEARCH_WALL_KEY.prompts[:1])
    is_hurt = {"hurt": "yes" if solo.life < MAX_LIFE else "no"}
    rest = msgspec.structs.replace(TURN_OVER_KEY, label=Message(TURN_OVER_KEY.label.id, is_hurt))
    fight = (
        msgspec.structs.replace(
            key, label=Message(key.label.id, {"chance": to_percent(chance), "potions": solo.potions})
        )
        for key, chance in zip((STRIKE_KEY, FORCE_KEY, DRINK_KEY), chances, strict=True)
    )
    return search, rest, *fight
