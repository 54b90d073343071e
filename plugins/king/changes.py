"""The only things that alter a board. `appliers` writes them; rules and mods return them."""

from __future__ import annotations

from footfall.api import Change

from .state import Board

Amounts = tuple[tuple[int, int], ...]
"""Pairs of seat and positive amount."""


class SetUp(Change, frozen=True, tag="core.king:set-up"):
    """Puts a new board in place."""

    board: Board


class LogRoll(Change, frozen=True, tag="core.king:roll"):
    """Logs a die that fell; alters nothing (K-END-0g). Roller -1: nobody in particular."""

    purpose: str
    roller: int
    faces: int
    value: int


# Turns and rounds.


class BeginTurn(Change, frozen=True, tag="core.king:begin-turn"):
    """The turn of the active seat begins. `iced`: on a floor with ice."""

    iced: bool


class FinishTurn(Change, frozen=True, tag="core.king:end-of-turn"):
    """The turn of the active seat ends; holders of CLARITY gain 1 (K-TURN-4)."""


class NewRound(Change, frozen=True, tag="core.king:new-round"):
    """The next round begins, one seat on (K-END-0f); banishment wanes (K-BANISH-1)."""


class Spend(Change, frozen=True, tag="core.king:spend"):
    """A soul uses actions, or a free action."""

    seat: int
    actions: int = 0
    free: int = 0


class Exhaust(Change, frozen=True, tag="core.king:exhaust"):
    """A soul has no action left this turn."""

    seat: int


class LoseTurn(Change, frozen=True, tag="core.king:lose-turn"):
    """A soul loses its next turn (D-30)."""

    seat: int


class UseSecondDie(Change, frozen=True, tag="core.king:use-second-die"):
    """A soul has rolled its second die of this turn (HIGH_ROLLER)."""

    seat: int


class Mark(Change, frozen=True, tag="core.king:mark"):
    """The King leaves these souls 1 action in their next turn (K-KING-D6-3)."""

    seats: tuple[int, ...]


# Movement.


class Walk(Change, frozen=True, tag="core.king:walk"):
    """A soul moves by MOVE, for `cost` actions."""

    seat: int
    node: int
    cost: int


class PlaceSouls(Change, frozen=True, tag="core.king:place"):
    """Souls are put on a node, at no cost."""

    seats: tuple[int, ...]
    node: int


class SwapPlaces(Change, frozen=True, tag="core.king:swap"):
    """Two souls change places."""

    one: int
    other: int


# Sanity.


class Lose(Change, frozen=True, tag="core.king:lose"):
    """A batch of losses (K-END-0e): applied to all, clamped; who crosses to -5 is dealt with next."""

    amounts: Amounts
    source: str = ""


class Gain(Change, frozen=True, tag="core.king:gain"):
    """Souls gain sanity, up to their maximum."""

    amounts: Amounts
    source: str = ""


class Break(Change, frozen=True, tag="core.king:break"):
    """The soul at the head of the falling is at -5.

    Attributes:
        fires: whether keys and objects are destroyed (K-SANITY-5.3).
        spared: objects that survive.
    """

    seat: int
    fires: bool
    spared: tuple[str, ...] = ()


class Sacrifice(Change, frozen=True, tag="core.king:sacrifice"):
    """A falling soul gives up SANITY_MAX or OBJECT_SLOT and stands at 0 (K-SAC-2)."""

    seat: int
    mode: str


class Poison(Change, frozen=True, tag="core.king:poison"):
    """A soul's maximum falls by 1 for good (K-STATUS-POISONED)."""

    seat: int


# Statuses.


class Afflict(Change, frozen=True, tag="core.king:afflict"):
    """Souls get a status for some rounds; `trapper` is the figure that holds a TRAPPED one."""

    seats: tuple[int, ...]
    status: str
    left: int
    trapper: int = 0


class ClearStatus(Change, frozen=True, tag="core.king:clear"):
    """A soul loses one status, or all with ``""``."""

    seat: int
    status: str = ""


class TickStatuses(Change, frozen=True, tag="core.king:tick"):
    """All statuses last one round less (K-END-6a)."""


# Cards and hands.


class DrawCard(Change, frozen=True, tag="core.king:draw"):
    """A soul takes the top card of a box.

    Attributes:
        fate: where the card goes: ``hand``, ``key`` (his keys), ``under`` (its box), ``limbo``
            (until its effect is over), ``discarded`` or ``removed``.
    """

    seat: int
    node: int
    fate: str


class Tuck(Change, frozen=True, tag="core.king:tuck"):
    """A card in limbo goes under its box (K-CARD-1)."""

    node: int
    card: str


class SeeCards(Change, frozen=True, tag="core.king:see"):
    """A soul looks at the top cards of a box."""

    seat: int
    node: int
    count: int = 1


class SwapTop(Change, frozen=True, tag="core.king:swap-top"):
    """The top two cards of a box change places."""

    node: int


class TakeObject(Change, frozen=True, tag="core.king:take-object"):
    """A soul gets an object from the supply."""

    seat: int
    card: str


class DropObject(Change, frozen=True, tag="core.king:drop-object"):
    """An object leaves a hand for the discard pile, or for the armoury with ``how="dropped"``.

    Attributes:
        how: used, discarded, sold, robbed, dropped; a tale that is ``attached`` leaves the game.
    """

    seat: int
    card: str
    how: str


class HandOver(Change, frozen=True, tag="core.king:hand"):
    """A soul gives an object or a KEY to another."""

    giver: int
    taker: int
    item: str


class UseCharge(Change, frozen=True, tag="core.king:use-charge"):
    """A charge of the STAIRS_TREASURE is used; after the last it is spent."""

    seat: int
    card: str


class TurnBoxes(Change, frozen=True, tag="core.king:turn-boxes"):
    """All boxes move along the cycles at the same moment, each to the next node of its cycle."""

    cycles: tuple[tuple[int, ...], ...]
    how: str


class ShuffleBoxes(Change, frozen=True, tag="core.king:shuffle"):
    """Every box gets a new order of its own cards, top last."""

    boxes: tuple[tuple[str, ...], ...]


class ScheduleFloorsTurn(Change, frozen=True, tag="core.king:due-turn"):
    """The floors' boxes will turn in block 8 in place of the ring (D-04)."""


# Special rooms.


class OpenRoom(Change, frozen=True, tag="core.king:open"):
    """A face-down special room is turned up."""

    node: int


class UseRoom(Change, frozen=True, tag="core.king:use-room"):
    """A soul uses a special room: keeps that room's count."""

    seat: int
    kind: str


class ShowPedlarCards(Change, frozen=True, tag="core.king:pedlar-show"):
    """The pedlar shows his top two cards."""

    seat: int


class TakePedlarCard(Change, frozen=True, tag="core.king:pedlar-sell"):
    """The buyer takes one of the cards shown, the other goes under.

    Attributes:
        choice: index of the card taken.
        fate: ``hand``, ``key``, or ``under`` for a key without a slot (K-KEY-3).
    """

    seat: int
    choice: int
    fate: str


class CloseShop(Change, frozen=True, tag="core.king:close-shop"):
    """The pedlar's visit to a soul is over: one deal was made."""

    seat: int


class OpenShop(Change, frozen=True, tag="core.king:open-shop"):
    """The pedlar visits a soul."""

    seat: int


class TakeFromArmoury(Change, frozen=True, tag="core.king:armoury-take"):
    """A soul takes an item out of the armoury."""

    seat: int
    item: str


class DropKeyInArmoury(Change, frozen=True, tag="core.king:armoury-drop-key"):
    """A soul leaves a key in the armoury."""

    seat: int


class GrantRitualKey(Change, frozen=True, tag="core.king:ritual-key"):
    """The ritual's key comes to a soul, slot or not (D-55)."""

    seat: int


# Monsters.


class SpawnMonster(Change, frozen=True, tag="core.king:appear"):
    """A figure appears, if the board has room for it (K-MON-1)."""

    kind: str
    node: int


class MoveMonster(Change, frozen=True, tag="core.king:prowl"):
    """A figure moves, with whom it drags along."""

    number: int
    node: int
    seats: tuple[int, ...] = ()


class StunMonster(Change, frozen=True, tag="core.king:stun-monster"):
    """A figure is stunned for some rounds, or leaves the board with ``gone``."""

    number: int
    rounds: int
    gone: bool = False


class EaseStuns(Change, frozen=True, tag="core.king:ease-stuns"):
    """Every stunned figure loses one round of stun (K-END-5d)."""


class HearTueTue(Change, frozen=True, tag="core.king:hear-tue-tue"):
    """One Tue-Tue more was heard this game."""


class RobSoul(Change, frozen=True, tag="core.king:rob"):
    """A figure takes all keys and these objects of a soul."""

    number: int
    seat: int
    objects: tuple[str, ...]


class RecoverLoot(Change, frozen=True, tag="core.king:recover"):
    """A soul gets a figure's loot, these objects and so many keys; the rest is destroyed."""

    number: int
    seat: int
    objects: tuple[str, ...]
    keys: int


# The King and the House.


class MoveKing(Change, frozen=True, tag="core.king:move-king"):
    """The King comes to the corridor of a floor. `how`: roulette (by this d4), fury."""

    floor: int
    how: str
    d4: int = 0


class ActKing(Change, frozen=True, tag="core.king:act-king"):
    """The King's d6 fell; alters the report only."""

    d6: int


class Banish(Change, frozen=True, tag="core.king:banish"):
    """The King is away for some ends of round, or for as long as he already was (K-BANISH-3)."""

    rounds: int


class Enrage(Change, frozen=True, tag="core.king:enrage"):
    """The King's damage is doubled for good (D-49)."""


class CountTale(Change, frozen=True, tag="core.king:count-tale"):
    """One tale more was attached to the Book."""


class TakeCrown(Change, frozen=True, tag="core.king:crown"):
    """A soul pays a key for the Crown and is the False King (K-OBJ-CROWN)."""

    seat: int


class TestFalseKing(Change, frozen=True, tag="core.king:test-false-king"):
    """The False King was tested; alters the report only."""

    total: int
    threshold: int


class TurnStairs(Change, frozen=True, tag="core.king:turn-stairs"):
    """The stairs stand in these rooms (1..4) now, floor 1 first."""

    rooms: tuple[int, int, int]
