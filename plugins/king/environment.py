"""The board as numbers, for programs that learn to play it: all that lies open, and the commands of a turn.

`rust/king/src/observation.rs` writes the same numbers for compiled games.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from footfall.api import Answer, Command, Context
from footfall.api.compiled import NotCompiledError, Rules, load_native_module
from footfall.api.environments import (
    CompiledGames,
    Environment,
    EnvironmentLayout,
    MaskBytes,
    Parts,
    RoundNumbers,
    Segment,
    clamp,
)

from . import commands as cmd
from .layout import NODE_NAMES, NODES
from .records import IN_HAND, GameRecords, load_records
from .rules.actions import BLESSINGS
from .rules.allowance import actions_left, key_limit
from .rules.cards import KEEP, SKIP, SWAP
from .rules.dice import STAIRS_ROLLS
from .rules.monsters import DECLINE
from .rules.sanity import ACCEPT, OBJECT_SLOT, SANITY_MAX
from .rules.turns import list_legal_commands
from .setup import OPTIONS, parse_party
from .state import KEY, MAX_SEATS, MIN_SANITY, Board, board_of

MAX_ANSWERS: Final = 16
"""The options of a question that have a number; no question of the rules has more."""

KNOWN_CARDS: Final = 3
"""The cards of a box, from the top, that an observation shows if they are known."""

MAX_FIGURES: Final = 12

QUESTIONS = ("turn", "sacrifice", "foresee", "peek", "overflow", "pedlar", "rumour", "reaction", "discard")

ANSWER_WORDS = (SKIP, KEEP, SWAP, ACCEPT, SANITY_MAX, OBJECT_SLOT, DECLINE)

STATUSES = ("POISONED", "CLARITY", "CURSED", "PARANOIA", "TRAPPED", "STUNNED", "VANITY", "ENLIGHTENED")
"""The statuses of the rules; those of cards of mods follow."""

PLAIN_COMMANDS: tuple[type[Command], ...] = (
    *(cmd.EndTurn, cmd.Search, cmd.Meditate, cmd.Escape, cmd.DiscardClarity, cmd.BuyCrown, cmd.PedlarBuy),
    *(cmd.Tavern, cmd.Salon, cmd.Chapel, cmd.Ritual),
)

TABLE_COLUMNS = (
    *("seat", "seats", "active seat", "starting seat", "round", "floor of the King, 0: away", "rounds he is away"),
    *("fury", "kind of question, 0: none", "turn has begun", "turns of this round", "keys in hands"),
    *("keys destroyed", "keys to win", "destroyed keys that lose", "seat of the False King + 1", "round of his crown"),
    *("visits of TUE_TUE", "uses of the salon", "tales told", "ritual held", "charges of the stairs"),
    *("cards of the pedlar", "boxes turn by floor", "stair of floor 1", "stair of floor 2", "stair of floor 3"),
    "actions left",
)

SOUL_COLUMNS = (
    *("is there", "role", "node", "sanity", "its maximum", "keys", "keys that fit", "object slots"),
    *("actions spent", "free actions used", "has moved", "second die used", "tavern used", "climbing", "exhausted"),
    *("turn lost", "iced", "marked", "loses next turn", "deal with the pedlar", "safe from yellow events"),
    *("round of the last fall", "figure that traps it"),
)

ROOM_COLUMNS = ("cards", "known cards", "top card", "second", "third", "special room", "hidden 1, open 2, destroyed 3")
FIGURE_COLUMNS = ("figure", "node", "rounds stunned", "objects robbed", "keys robbed", "came this round")

Key = tuple[str, str, int]
"""A command without its seat: its tag, its text, and the seat or the choice that it is about."""


def list_keys(records: GameRecords) -> Iterator[Key]:
    """Yields the commands of the table in the order of their numbers."""
    objects = list_objects(records)
    goods = (KEY, *objects)
    yield from ((_tag(kind), "", 0) for kind in PLAIN_COMMANDS)
    yield from ((_tag(cmd.Move), node, 0) for node in NODE_NAMES)
    yield from ((_tag(Answer), "", choice) for choice in range(MAX_ANSWERS))
    yield from ((_tag(cmd.YellowDoors), "", seat) for seat in range(MAX_SEATS))
    yield from ((_tag(cmd.HealOthers), blessing, 0) for blessing in BLESSINGS)
    yield from ((_tag(cmd.Use), item, 0) for item in objects if item in records.usable)
    yield from ((_tag(cmd.AttachTale), tale, 0) for tale in records.tales)
    yield from ((_tag(cmd.PedlarSell), item, 0) for item in objects)
    yield from ((_tag(cmd.ArmoryDrop), item, 0) for item in goods)
    yield from ((_tag(cmd.ArmoryTake), item, 0) for item in goods)
    yield from ((_tag(cmd.Give), item, seat) for seat in range(MAX_SEATS) for item in goods)


def list_objects(records: GameRecords) -> list[str]:
    """Returns the cards that players can hold."""
    return [id for id, card in records.cards.items() if card.group in IN_HAND]


def list_statuses(records: GameRecords) -> list[str]:
    """Returns the statuses of the rules and of cards."""
    return [*dict.fromkeys((*STATUSES, *(card.status for card in records.cards.values() if card.status)))]


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def build_layout(rules: Rules, options: Mapping[str, Any], switches: Mapping[str, Any]) -> EnvironmentLayout:
    """Returns the numbering under some rules; cards and roles of mods have numbers, too."""
    records = load_records(rules.records)
    objects, statuses = tuple(list_objects(records)), tuple(list_statuses(records))
    tables: Iterable[Iterable[str]] = (records.cards, records.roles, records.monster_kinds, records.rooms)
    words = dict.fromkeys((*(name for table in tables for name in table), *NODE_NAMES, *ANSWER_WORDS))
    segments = (
        Segment(
            "table", (len(TABLE_COLUMNS),), -1, summary="The round, the King, keys, stairs.", columns=TABLE_COLUMNS
        ),
        Segment("souls", (MAX_SEATS, len(SOUL_COLUMNS)), -100, summary="The players.", columns=SOUL_COLUMNS),
        Segment("statuses", (MAX_SEATS, len(statuses)), summary="Rounds left of statuses.", columns=statuses),
        Segment("objects", (MAX_SEATS, len(objects)), summary="Objects and tales in hand.", columns=objects),
        Segment("rooms", (NODES, len(ROOM_COLUMNS)), summary="Boxes and special rooms.", columns=ROOM_COLUMNS),
        Segment("figures", (MAX_FIGURES, len(FIGURE_COLUMNS)), summary="Figures by arrival.", columns=FIGURE_COLUMNS),
        Segment("armory", (len(objects),), summary="Objects left in the armory.", columns=objects),
        Segment("options", (MAX_ANSWERS,), summary="The answers that the question offers."),
    )
    names = (" ".join(map(str, (tag.partition(":")[2], *filter(None, (word,)), *list_number(tag, seat))))
             for tag, word, seat in list_keys(records))  # fmt: skip
    party, players = parse_party(records, {**OPTIONS, **options})
    return EnvironmentLayout(segments, tuple(names), tuple(words), len(party) or players)


def list_number(tag: str, seat: int) -> tuple[int, ...]:
    """Returns the seat or the choice in the name of an action, where it has one."""
    return (seat,) if tag in (_tag(Answer), _tag(cmd.YellowDoors), _tag(cmd.Give)) else ()


class KingInterpreter:
    """Reads and commands one board."""

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> None:
        self._ctx = ctx
        self._records = records = load_records(ctx.records)
        self._numbers = layout.numbers
        self._objects = {name: at for at, name in enumerate(list_objects(records))}
        self._statuses = {name: at for at, name in enumerate(list_statuses(records))}
        self._keys = list(list_keys(records))
        self._actions = {key: number for number, key in enumerate(self._keys)}

    def write_mask(self, mask: MaskBytes) -> None:
        """See `Interpreter`. Whether a command is legal lies open on this board."""
        for command in list_legal_commands(self._ctx):
            number = self._actions.get(_key_of(command))
            if number is not None:
                mask[number] = 1

    def find_command(self, action: int) -> Command | None:
        """See `Interpreter`."""
        key = self._keys[action]
        return next((each for each in list_legal_commands(self._ctx) if _key_of(each) == key), None)

    def compute_score(self) -> float:
        """1 for a game that the players have won, -1 for one that they have lost."""
        outcome = self._ctx.state.outcome
        return 0.0 if outcome is None else 1.0 if outcome == "WIN" else -1.0

    def write_observation(self, parts: Parts) -> None:
        """See `Interpreter`. All players know the same."""
        board = board_of(self._ctx.state)
        parts["table"][:] = list(map(clamp, self.list_table_numbers(board)))
        for seat, soul in enumerate(board.souls):
            parts["souls"][seat] = list(map(clamp, self.list_soul_numbers(board, seat)))
            for status, left in soul.statuses.items():
                if status in self._statuses:
                    parts["statuses"][seat, self._statuses[status]] = clamp(left)
            self._count_objects(soul.objects, parts["objects"][seat])
        for node in range(NODES):
            parts["rooms"][node] = self.list_room_numbers(board, node)
        for at, monster in enumerate(board.monsters[:MAX_FIGURES]):
            is_new = monster.arrival_round == board.round
            kind, robbed = self._numbers.get(monster.kind, 0), (len(monster.loot), monster.loot_keys)
            parts["figures"][at] = (kind, monster.node, monster.stun, *robbed, is_new)
        self._count_objects(board.armory, parts["armory"])
        question = self._ctx.state.question
        if question is not None and question.kind != "turn":
            shown = [self._numbers.get(option, 0) for option in question.options[:MAX_ANSWERS]]
            parts["options"][: len(shown)] = shown

    def _count_objects(self, cards: Iterable[str], counts: Any) -> None:
        for card in cards:
            if card in self._objects:
                counts[self._objects[card]] += 1

    def list_table_numbers(self, board: Board) -> tuple[int, ...]:
        """The numbers of `TABLE_COLUMNS`."""
        question, profile = self._ctx.state.question, board.profile
        kind = question.kind if question is not None else ""
        return (
            board.active if question is None else question.actor,
            len(board.souls),
            board.active,
            board.starter,
            board.round,
            0 if board.banish else board.king + 1,
            board.banish,
            board.is_furious,
            QUESTIONS.index(kind) + 1 if kind in QUESTIONS else 0,
            board.has_begun,
            board.turns,
            board.keys_in_hands(),
            board.keys_destroyed,
            profile.keys_to_win,
            profile.keys_lose_at,
            board.false_king + 1,
            board.crown_round,
            board.tue_tue,
            board.salon_uses,
            board.tales,
            board.was_ritual_held,
            board.charges,
            len(board.pedlar),
            board.turns_floors,
            *board.stairs,
            actions_left(self._records, board, board.active if question is None else question.actor),
        )

    def list_soul_numbers(self, board: Board, seat: int) -> tuple[int, ...]:
        """The numbers of `SOUL_COLUMNS`."""
        soul = board.souls[seat]
        trapper = board.find_monster(soul.trapper)
        return (
            1,
            self._numbers.get(soul.role, 0),
            soul.node,
            soul.sanity,
            soul.top,
            soul.keys,
            key_limit(soul),
            soul.object_slots - soul.slots_lost,
            soul.spent_actions,
            soul.free_actions,
            soul.has_moved,
            soul.has_rolled_twice,
            soul.has_used_tavern,
            soul.is_climbing,
            soul.is_exhausted,
            soul.has_lost_turn,
            soul.is_iced,
            soul.is_marked,
            soul.skip,
            soul.has_deal,
            soul.ignores_yellow,
            soul.fell,
            0 if trapper is None else self._numbers.get(trapper.kind, 0),
        )

    def list_room_numbers(self, board: Board, node: int) -> tuple[int, ...]:
        """The numbers of `ROOM_COLUMNS`."""
        cards, known = board.boxes[node], board.known_counts[node]
        tops = [self._numbers.get(cards[-1 - at], 0) for at in range(min(known, KNOWN_CARDS))]
        special = next((each for each in board.specials if each.node == node), None)
        if special is None:
            kind, state = "", 0
        elif special.is_destroyed:
            kind, state = "", 3
        else:
            kind, state = (special.kind, 2) if special.is_open else ("", 1)
        return (len(cards), known, *tops, *(0,) * (KNOWN_CARDS - len(tops)), self._numbers.get(kind, 0), state)


def _key_of(command: Command) -> Key:
    """The key of a command; see `list_keys`."""
    word = getattr(command, "to", "") or getattr(command, "item", "") or getattr(command, "blessing", "")
    seat = getattr(command, "choice", 0) or getattr(command, "target", 0)
    return _tag(type(command)), word or getattr(command, "tale", ""), seat


def compile_games(rules: Rules, options: Mapping[str, Any], layout: EnvironmentLayout, count: int) -> CompiledGames:
    """Opens games on the compiled board.

    Raises:
        NotCompiledError: a mod changes a function, or listens in Python.
    """
    from .compiled import NATIVE_MODULE, RANDOM_BOT, build_compiled_board

    board = build_compiled_board(rules, options, (RANDOM_BOT,))
    native = load_native_module(NATIVE_MODULE)
    if not isinstance(board, native.KingBoard):
        raise NotCompiledError("a mod listens in Python")
    records = load_records(rules.records)
    lists = {
        "commands": list(list_keys(records)),
        "words": layout.words,
        "questions": QUESTIONS,
        "statuses": list_statuses(records),
        "objects": list_objects(records),
        "length": layout.length,
    }
    try:
        games: CompiledGames = native.KingEnvironment(board, count, json.dumps(lists))
    except ValueError as error:
        raise NotCompiledError(str(error)) from None
    return games


def read_round(parts: Parts) -> Any:
    """See `RoundNumbers`."""
    return parts["table"][:, TABLE_COLUMNS.index("round")]


def measure_round(parts: Parts) -> dict[str, Any]:
    """See `RoundNumbers`: sanity of all players, those who have fallen, object slots, keys, the floor of the King."""
    table, souls = parts["table"], parts["souls"]
    there, sanity = souls[:, :, SOUL_COLUMNS.index("is there")] > 0, souls[:, :, SOUL_COLUMNS.index("sanity")]
    return {
        "king-outlook-sanity": (sanity * there).sum(axis=1),
        "king-outlook-fallen": ((sanity <= MIN_SANITY) & there).sum(axis=1),
        "king-outlook-slots": (souls[:, :, SOUL_COLUMNS.index("object slots")] * there).sum(axis=1),
        "king-outlook-keys": table[:, TABLE_COLUMNS.index("keys in hands")],
        "king-outlook-lost": table[:, TABLE_COLUMNS.index("keys destroyed")],
        "king-outlook-floor": table[:, TABLE_COLUMNS.index("floor of the King, 0: away")],
    }


def find_action(rules: Rules, command: Command) -> int | None:
    """See `RoundNumbers`."""
    keys = list(list_keys(load_records(rules.records)))
    return keys.index(_key_of(command)) if _key_of(command) in keys else None


ENVIRONMENT = Environment(
    name="King",
    build_layout=build_layout,
    open=KingInterpreter,
    compile=compile_games,
    max_steps=5000,
    rounds=RoundNumbers(read_round, measure_round, find_action, STAIRS_ROLLS),
)
