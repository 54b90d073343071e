"""Limits of a soul: hand (K-KEY, K-OBJ, D-44), actions of a turn (K-TURN-2, K-SANITY-5.4, 5.5), costs (D-23, D-24)."""

from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from footfall.api import Ask, Command, Context, Message, Push, Question, Refusal

from .. import changes as c, commands as cmd
from ..hookspecs import Costing
from ..layout import FLOOR, NODE_BY_NAME, NODE_NAMES
from ..records import GameRecords, records_of
from ..state import MIN_SANITY, Board, Monster, Soul, board_of


def key_limit(soul: Soul) -> int:
    """Returns how many keys a soul can hold (K-KEY-2)."""
    return soul.key_slots + soul.objects.count("KEYRING")


def can_take_key(board: Board, soul: Soul) -> bool:
    """Whether a key found now goes to the hand instead of under its deck (K-KEY-3)."""
    return soul.keys < key_limit(soul) and board.keys_in_hands() < board.key_pool() - board.keys_destroyed


def count_overflow(board: Board, records: GameRecords, seat: int, more: int = 0) -> int:
    """Returns objects in hand minus slots, after `more` additional objects."""
    soul = board.souls[seat]
    held = sum(card in records.slotted for card in soul.objects)
    return held + more - (soul.object_slots - soul.slots_lost)


def push_overflow_check(board: Board, records: GameRecords, seat: int, card: str) -> c.Changes:
    """Lets the owner discard if an object that comes to a hand exceeds the slots (D-44)."""
    if card in records.slotted and count_overflow(board, records, seat, 1) > 0:
        return [Push("core.king:hands", (seat,))]
    return []


def ask_overflow(ctx: Context, seat: int) -> c.Changes:
    """Asks a soul with more objects than slots to discard one, until they fit."""
    board = board_of(ctx.state)
    records = records_of(ctx)
    if count_overflow(board, records, seat) <= 0:
        return []
    options = tuple(card for card in board.souls[seat].objects if card in records.slotted)
    prompt = Message("king-ask-overflow", {"seat": seat + 1})
    return [Ask(Question(seat, "overflow", options, prompt), "core.king:discard-one", (seat,))]


def discard_overflow(ctx: Context, seat: int, card: str) -> c.Changes:
    """Discards the chosen object."""
    drop = c.DropObject(seat, card, "discarded")
    too_many = count_overflow(board_of(ctx.state), records_of(ctx), seat) > 1
    return [drop, Push("core.king:hands", (seat,))] if too_many else [drop]


Sign: TypeAlias = Literal["", "+", "= ", "×"]


class Share(NamedTuple):
    """One step on the way to a number.

    Attributes:
        source: where it comes from, by the suffix of its message id or as a status.
        sign: begins the sum, adds to the sum before it, replaces it or multiplies it.
    """

    source: str
    sign: Sign
    amount: int


Shares: TypeAlias = list[Share]


def note(shares: Shares | None, source: str, sign: Sign, amount: int) -> None:
    """Notes a share; no list, no note."""
    if shares is not None:
        shares.append(Share(source, sign, amount))


HELD_ACTIONS = 1
"""Actions of a turn on ice or under the King's mark."""


def is_freezing(records: GameRecords, board: Board, monster: Monster) -> bool:
    """Whether a figure limits its floor to 1 action now."""
    ice = records.monster_kinds[monster.kind].ice
    if not ice or monster.stun:
        return False
    return ice == "at_once" or monster.arrival_round < board.round


def has_ice(records: GameRecords, board: Board, floor: int, at_once: bool = False) -> bool:
    """Whether a figure limits a floor (0..2) to 1 action.

    Args:
        at_once: count only figures that also affect a player who walks onto the floor.
    """
    for monster in board.monsters:
        if (
            FLOOR[monster.node] == floor
            and is_freezing(records, board, monster)
            and (not at_once or records.monster_kinds[monster.kind].ice == "at_once")
        ):
            return True
    return False


def thaws_floor(records: GameRecords, board: Board, monster: Monster) -> bool:
    """Whether a floor is free of ice once this figure is stunned or gone: it was the last one that freezes."""
    frozen = (other for other in board.monsters if FLOOR[other.node] == FLOOR[monster.node])
    return [other for other in frozen if is_freezing(records, board, other)] == [monster]


def is_sealed(records: GameRecords, board: Board, floor: int) -> bool:
    """Whether players on a floor cannot move: an ICE_QUEEN arrived this round (K-MON-ICE_QUEEN)."""
    for monster in board.monsters:
        if (
            monster.arrival_round == board.round
            and not monster.stun
            and FLOOR[monster.node] == floor
            and records.monster_kinds[monster.kind].seals_floor
        ):
            return True
    return False


def actions_left(records: GameRecords, board: Board, seat: int, shares: Shares | None = None) -> int:
    """Returns the actions a seat has left in its turn; before it begins, as if it began now.

    The cap at -5 follows sanity (A-22); ice applies if the turn began on it.
    """
    soul = board.souls[seat]
    running = board.has_begun and seat == board.active
    if soul.is_exhausted or soul.has_lost_turn or (soul.skip and not running):
        note(shares, "over" if soul.is_exhausted and not soul.has_lost_turn else "lost", "= ", 0)
        return 0
    profile = board.profile
    actions = profile.base_actions
    if shares is not None:
        note(shares, "profile", "", actions)
    enlightened = "ENLIGHTENED" in soul.statuses
    if enlightened and not profile.is_enlightened_after_caps:
        actions += 1
        note(shares, "ENLIGHTENED", "+", 1)
    if running and profile.minus5_action_rule == "turn_start":
        lowest = soul.was_lowest
    else:
        lowest = soul.sanity <= MIN_SANITY
    if lowest and actions > profile.minus5_actions:
        actions = profile.minus5_actions
        note(shares, "lowest", "= ", actions)
    if actions > HELD_ACTIONS:
        iced = soul.is_iced if running else board.monsters and has_ice(records, board, FLOOR[soul.node])
        if iced or soul.is_marked:
            actions = HELD_ACTIONS
            note(shares, "marked" if soul.is_marked else "ice", "= ", actions)
    if enlightened and profile.is_enlightened_after_caps:
        actions += 1
        note(shares, "ENLIGHTENED", "+", 1)
    spent = soul.spent_actions
    if spent > actions:
        spent = actions
    if spent and shares is not None:
        note(shares, "spent", "+", -spent)
    return actions - spent


COST_HOOK: Final = "core.king:on_cost"

ROOM_OF: Final[dict[type[Command], str]] = {
    cmd.ArmoryDrop: "ARMOURY",
    cmd.ArmoryTake: "ARMOURY",
    cmd.Tavern: "TAVERN",
    cmd.YellowDoors: "YELLOW_DOORS",
    cmd.Salon: "BEAUTY_SALON",
    cmd.Chapel: "CHAPEL",
    cmd.Ritual: "LETHAL_CHAMBER",
}
"""The special room that a command uses; its record has the cost."""

ONE_ACTION: Final = frozenset((cmd.Search, cmd.Meditate, cmd.Escape, cmd.HealOthers, cmd.BuyCrown))
"""The other commands that cost an action; the rest are free actions."""


@cache
def refuse(message: str, rule: str) -> Refusal:
    """Returns the refusal with the message ``king-no-MESSAGE`` and the id of a rule."""
    return Refusal(Message(f"king-no-{message}"), rule)


def find_cost(ctx: Context, records: GameRecords, board: Board, command: Command) -> int:
    """Returns the actions that a command of a turn costs now, as mods decide in ``on_cost``; 0: a free action."""
    cost = find_base_cost(records, board, command)
    if not ctx.has_listeners(COST_HOOK):
        return cost
    action = str(type(command).__struct_config__.tag).rpartition(":")[2]
    place = NODE_NAMES[board.souls[command.actor].node]
    destination = command.to if isinstance(command, cmd.Move) else ""
    costing = Costing(command.actor, action, place, destination, getattr(command, "item", getattr(command, "tale", "")))
    folded = ctx.fold(COST_HOOK, costing, {"cost": cost})
    return max(0, folded["cost"])


def find_base_cost(records: GameRecords, board: Board, command: Command) -> int:
    """Returns the actions that a command costs by the rules."""
    soul, kind = board.souls[command.actor], type(command)
    if kind in ONE_ACTION:
        return 1
    if isinstance(command, cmd.Move):
        node = NODE_BY_NAME.get(command.to, soul.node)
        return find_move_cost(records, board, soul, node)
    if isinstance(command, cmd.Use):
        return find_use_cost(records, soul, command.item)
    return records.rooms[ROOM_OF[kind]].cost if kind in ROOM_OF else 0


def find_move_cost(records: GameRecords, board: Board, soul: Soul, node: int) -> int:
    """Returns the cost of a MOVE to `node`; a SCOUT's first of the turn is free."""
    if not soul.has_moved and records.roles[soul.role].has_free_first_move:
        return 0
    profile = board.profile
    return profile.move_cost if FLOOR[node] == FLOOR[soul.node] else profile.stairs_cost


def find_use_cost(records: GameRecords, soul: Soul, item: str) -> int:
    """Returns the cost of an object: 1 action for BLUNT, none for a BRAWLER (D-23), none for the others."""
    return 1 if item == "BLUNT" and not records.roles[soul.role].has_free_blunt else 0


def can_pay(records: GameRecords, board: Board, command: Command, cost: int) -> bool:
    """Whether a player can pay a cost: with actions, or with one of the free actions of a turn.

    A MOVE that the rules make free can always be paid.
    """
    soul = board.souls[command.actor]
    if cost:
        return actions_left(records, board, command.actor) >= cost
    if soul.free_actions < board.profile.max_free_actions:
        return True
    return isinstance(command, cmd.Move) and find_base_cost(records, board, command) == 0


def pay(seat: int, cost: int) -> c.Spend:
    """Pays for a command; one without cost is a free action."""
    return c.Spend(seat, cost, 0 if cost else 1)
