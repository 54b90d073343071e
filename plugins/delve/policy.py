"""The game master's decisions that the rules leave open, with their defaults.

A `Policy` is the set of defaults, one field per decision; a `GameMaster` applies it, and listeners of
``decide_ruling`` can rule differently.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar, cast

import msgspec

from footfall.api import Natural, Positive

from .dice import GameMasterRandom
from .maps.geometry import CellRect

T = TypeVar("T")

AskRuling = Callable[[str, Any, tuple[Any, ...], int], Any]
"""``ask(about, default, options, exit)``: a ruling that replaces the default, or None."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults of the game master's decisions; docs/rules/delve.md states them.

    Attributes:
        features: rows 2-5 and 22-24 of the features table.
        special_corridor: ``"plain"``, ``"reroll"``, or the id of a ``special_corridor`` record.
        special_end: row 22-24 of the end table; ``"alcove"`` is a closed 2×2 piece.
        room_pose: orientation in which large rooms are tried first, or a random candidate.
        door_site: prefer slots with space for a room; ``"free"`` skips that test.
        door_walls: order of walls for doors, G-11 or at random.
        double_doors: doors 4 cells wide in rooms.
        corridor_from_door: a corridor behind a door runs straight on, or across.
        has_short_end_doors: rolled doors may go on the end of a closed corridor (D-DOORPLACE 4).
        fit: G-10; no shortening; or a room that does not fit waits for the next door.
        guard_lairs, guard_rooms, guard_scope, counts_current_room, counts_converted_rooms: D-QUEST-GUARD.
        quest_max: maximum number of quest rooms, 0 for any number.
        rolls_special_last: roll for a special room after its doors.
        secret_where: where searches are allowed.
        secret_tries: searches per wall; 0: one per hero and exploration turn.
        may_search_pockets, may_search_ends: search pockets and short ends, too.
        stairs: where stairs lead.
        sight, sight_radius: how mouths are triggered: G-15 at any distance, within a light's radius, or only
            by a hero who stands on the end piece.
        bounds: cells outside count as wall; None: no limit.
        pieces: ``"unlimited"`` or the id of a ``tile_box`` record.
        frontier: batch: choice of the next pending exit.
        stop, max_zones: batch: when to stop; `max_zones` 0 for any number.
        on_exhausted: batch: action when no exit is pending.
        start_at, start_heading: where the start lies (G-7).
        danger: the danger of the first level.
        has_counters: the game master has dungeon counters, and monsters wander.
        wall_thickness: walls are cells, or with 0 edges between cells (G-2).
    """

    features: Literal["empty", "one_door", "two_doors", "wandering_monsters", "reroll"] = "empty"
    special_corridor: str = "plain"
    special_end: Literal["alcove", "closed", "doorless_room", "reroll"] = "alcove"
    room_pose: Literal["deep_first", "wide_first", "random"] = "deep_first"
    door_site: Literal["viable", "free", "random"] = "viable"
    door_walls: Literal["standard", "random"] = "standard"
    double_doors: Literal["never", "always_if_fits"] = "never"
    corridor_from_door: Literal["straight", "across"] = "straight"
    has_short_end_doors: bool = msgspec.field(name="corridor_short_door", default=False)
    fit: Literal["shorten", "strict", "carry_over"] = "shorten"
    guard_lairs: Natural = 2
    guard_rooms: Natural = 8
    guard_scope: Literal["delve", "level"] = "delve"
    counts_current_room: bool = msgspec.field(name="guard_count_current", default=False)
    counts_converted_rooms: bool = msgspec.field(name="guard_count_converted", default=True)
    quest_max: Natural = 0
    rolls_special_last: bool = msgspec.field(name="special_after_doors", default=False)
    secret_where: Literal["dead_zone", "anywhere", "delve_exhausted"] = "dead_zone"
    secret_tries: Natural = 0
    may_search_pockets: bool = msgspec.field(name="secret_pocket", default=False)
    may_search_ends: bool = msgspec.field(name="secret_end", default=False)
    stairs: Literal["terminal", "new_level", "exit"] = "terminal"
    sight: Literal["unlimited", "light", "on_piece"] = "unlimited"
    sight_radius: Natural = 8
    bounds: CellRect | None = None
    pieces: str = "unlimited"
    frontier: Literal["lowest", "depth", "random"] = "lowest"
    stop: Literal["quest", "exhausted"] = "quest"
    max_zones: Natural = 0
    on_exhausted: Literal["search", "stop", "restart"] = "search"
    start_at: tuple[int, int] = (0, 0)
    start_heading: Literal[0, 1, 2, 3] = 1
    danger: Positive = 1
    has_counters: bool = msgspec.field(name="counters", default=False)
    wall_thickness: Literal[0, 1] = 1


DECISIONS = (
    *("frontier", "special_corridor", "features", "special_end", "contents", "corridor_from_door", "room_pose"),
    *("door_walls", "door_site", "double_doors"),
)
"""The decisions about which `GameMaster` asks listeners."""


class GameMaster:
    """Makes the game master's decisions.

    Attributes:
        policy: the defaults.
        random: the game master's own dice.
        remarks: decisions that differ from the default, for the journal.
    """

    __slots__ = ("ask_ruling", "policy", "random", "remarks")

    def __init__(self, policy: Policy | None = None, seed: int = 0, ask_ruling: AskRuling | None = None) -> None:
        self.policy = policy or Policy()
        self.random = GameMasterRandom(seed)
        self.ask_ruling = ask_ruling
        self.remarks: list[str] = []

    def begin_step(self, step: int) -> None:
        """Starts a step of the delve: `step` is the length of the journal."""
        self.random.begin_step(step)
        self.remarks = []

    def rule(self, about: str, default: T, options: tuple[Any, ...] = (), gate: int = -1) -> T:
        """Returns a listener's ruling if it is one of `options`, otherwise the default."""
        if self.ask_ruling is None:
            return default
        answer = self.ask_ruling(about, default, options, gate)
        if answer is None:
            return default
        if isinstance(answer, list):
            answer = tuple(answer)
        if options and answer not in options:
            self.remarks.append(f"ruling-ignored-{about}")
            return default
        self.remarks.append(f"ruling-{about}")
        return cast(T, answer)

    def rule_order(self, about: str, things: Sequence[T], names: Sequence[str], gate: int) -> list[T]:
        """Returns an order; a listener may name some or all of `names`, first to last."""
        line = list(things)
        if self.ask_ruling is None:
            return line
        answer = self.ask_ruling(about, tuple(names), tuple(names), gate)
        if answer is None:
            return line
        if not isinstance(answer, (tuple, list)) or not set(answer) <= set(names):
            self.remarks.append(f"ruling-ignored-{about}")
            return line
        self.remarks.append(f"ruling-{about}")
        return [things[names.index(name)] for name in dict.fromkeys(answer)]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """A copy shuffled with the game master's stream."""
        shuffled = list(things)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.random.draw_below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def choose_weighted(self, weights: Sequence[int]) -> int:
        """An index drawn from the game master's stream with integer `weights`."""
        ticket = self.random.draw_below(sum(weights))
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise AssertionError("unreachable: the ticket is below the sum")
