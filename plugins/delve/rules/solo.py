"""A lone hero at the table: dice decide combats, so that an expedition can fail (D-SOLO)."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from footfall.api import Change, Context, Finish, Message, Tell
from footfall.api.chance import ChanceRule, Dice, chance_rule, count_odds, play_chance

from ..changes import SetSolo
from ..dice import SIDES
from ..expedition import delve_of, tables_for
from ..model import MAX_LIFE, Delve, Solo, Zone
from ..tables import SpecialRoom, shorten_id

GRADES = {95: "normal", 80: "hard", 20: "lethal"}
"""The least chance in percent to win a combat for each grade of it; below them it is "suicide"."""

BLOWS = {2: (0, 2), 4: (2, 5)}
"""For each strength that a strike takes from monsters: the bonus on the die of the hero, and the life lost with it.

A strike, and one with full force: it hits harder and more often, and leaves the hero open."""

POTION_LIFE, BEST_EDGE, POTION_FACES = 6, 3, 8
"""Life that a potion restores; the most that blades add; the faces at which a lair holds a potion, not a blade."""

ALARM, MAX_ALARM = 2, 24
"""Strength that a rest adds to all later monsters, and the most that rests add."""


ALTER_LIFE = "core.delve:life"
"""The step by which rules of mods give and take life."""


def can_drink(solo: Solo) -> bool:
    """Whether a potion is there and would help."""
    return bool(solo.potions) and solo.life < MAX_LIFE


def drink(solo: Solo) -> Solo:
    """The fortunes after a potion."""
    life = min(MAX_LIFE, solo.life + POTION_LIFE)
    return msgspec.structs.replace(solo, potions=solo.potions - 1, life=life)


def land(solo: Solo, stake: int, is_won: bool) -> Solo:
    """The fortunes after a strike."""
    if is_won:
        return msgspec.structs.replace(solo, foes=max(0, solo.foes - stake))
    return msgspec.structs.replace(solo, life=max(0, solo.life - BLOWS[stake][1]))


class Struck(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `strike` with its terms."""

    is_won: bool
    ours: int
    edge: int
    total: int
    theirs: int


@chance_rule
def strike(f: Solo, dice: Dice) -> Struck:
    """A die for each side; the lower one loses, equal dice are the hero's (D-SOLO)."""
    ours = dice.roll("strike", 1, SIDES)
    edge = f.edge
    theirs = dice.roll("strike", 1, SIDES)
    total = ours + edge
    return Struck(total >= theirs, ours, edge, total, theirs)


def raise_edge(solo: Solo, stake: int) -> Solo:
    """The hero in a strike."""
    return msgspec.structs.replace(solo, edge=solo.edge + BLOWS[stake][0])


def compute_strike_chance(rule: ChanceRule[Solo, Struck], solo: Solo, stake: int) -> float:
    """The chance to win a combat that goes on with a strike, and with the best choices after it."""
    lost = float(count_odds(None, rule, raise_edge(solo, stake), "is_won").get(False, 0))
    won, after = land(solo, stake, True), land(solo, stake, False)
    return (1 - lost) * compute_chance(rule, won) + lost * compute_chance(rule, after)


@lru_cache(16384)
def compute_chance(rule: ChanceRule[Solo, Struck], solo: Solo) -> float:
    """The chance to win a combat by the best choice of strikes and potions."""
    if not solo.life or not solo.foes:
        return float(not solo.foes)
    potion = compute_chance(rule, drink(solo)) if can_drink(solo) else 0.0
    return max(potion, *(compute_strike_chance(rule, solo, stake) for stake in BLOWS))


def to_percent(chance: float) -> int:
    """A chance in percent as shown: only 0 is sure."""
    return min(99, max(1, round(100 * chance))) if chance else 0


def grade_foes(chance: float) -> str:
    """The grade of a combat, by the chance to win it."""
    return next((grade for least, grade in GRADES.items() if 100 * chance >= least), "suicide")


def muster_foes(ctx: Context, zone: Zone) -> list[Change]:
    """Rolls the strength of the monsters of a lair, or of a quest room: the higher one of two dice."""
    solo = delve_of(ctx).solo
    if not isinstance(solo, Solo):
        return []
    is_quest = tables_for(ctx).rooms[zone.type].counts == "quest"
    foes = solo.alarm + max(ctx.roll("foes", 1, SIDES) for _ in range(1 + is_quest))
    met = msgspec.structs.replace(solo, foes=foes)
    return [SetSolo(met), Tell(Message("delve-solo-foes", describe_foes(ctx, met)), "bad")]


def describe_foes(ctx: Context, solo: Solo) -> dict[str, int | str]:
    """The arguments of texts about a combat."""
    chance = compute_chance(ctx.chances.find(strike), solo)
    return {"foes": solo.foes, "grade": grade_foes(chance), "chance": to_percent(chance), "alarm": solo.alarm}


def play_strike(ctx: Context, solo: Solo, stake: int) -> tuple[Solo, Message]:
    """Strikes; the message tells the dice."""
    struck = play_chance(ctx, strike, raise_edge(solo, stake))
    after, terms = land(solo, stake, struck.is_won), msgspec.structs.asdict(struck)
    args = {"left": after.foes, "life": after.life, "won": "yes" if terms.pop("is_won") else "no"}
    return after, Message("delve-solo-strike", {**terms, **args})


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
    """Restores life to the wounded by a six-sided die as an exploration turn ends; the dungeon hears of it."""
    solo = delve_of(ctx).solo
    if isinstance(solo, Solo) and solo.life < MAX_LIFE:
        heard = msgspec.structs.replace(solo, alarm=min(MAX_ALARM, solo.alarm + ALARM))
        yield from change_life(heard, ctx.roll("rest", 1, 6), "rest")


def change_life(solo: Solo, amount: int, cause: str, place: str = "") -> Iterator[Change]:
    """Adds to the life or takes from it, and tells why; without life, the expedition is over."""
    life = max(0, min(MAX_LIFE, solo.life + amount))
    yield SetSolo(msgspec.structs.replace(solo, life=life))
    gained = life - solo.life
    args = {"amount": gained if amount > 0 else -amount, "life": life, "alarm": solo.alarm, "place": place}
    yield Tell(Message(f"delve-solo-{cause}", args), "good" if gained > 0 else "bad" if amount < 0 else "")
    if not life:
        yield Finish("died")


def alter_life(ctx: Context, amount: int) -> list[Change]:
    """Gives or takes life by a rule of a mod."""
    solo = delve_of(ctx).solo
    if not isinstance(solo, Solo) or not solo.life or not amount:
        return []
    return [*change_life(solo, amount, "mends" if amount > 0 else "wounds")]


def meet_room(delve: Delve, room: SpecialRoom) -> Iterator[Change]:
    """The effect of a special room on a lone hero as it is revealed."""
    if isinstance(delve.solo, Solo) and room.life:
        yield from change_life(delve.solo, room.life, "helps" if room.life > 0 else "harms", shorten_id(room.id))
