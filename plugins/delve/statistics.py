"""Scores of an expedition, whole delves without players, rolled by the same rules as in play, and sums over many."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from footfall.api import Context, Message, Score, ScoreTotal

from .changes import DelveChange
from .dice import FaceSource, SeededDice
from .expedition import expedition_of
from .maps.geometry import CellRect, bounding_rect
from .maps.rasterize import forget_bitmaps
from .maps.shapes import list_wall_names
from .model import Delve, Exit, ExitKind, Fate, Hero, ZoneKind
from .policy import AskRuling, GameMaster, Policy
from .rules.explore import begin_delve, explore
from .rules.search import end_combat, find_secret_door, roll_search
from .tables import Tables

ChangeObserver = Callable[[Delve, DelveChange], None]
"""Called after every applied change."""


def generate(
    tables: Tables,
    seed: int,
    policy: Policy | None = None,
    *,
    dice: FaceSource | None = None,
    heroes: Sequence[Hero] | None = None,
    ask_ruling: AskRuling | None = None,
    observer: ChangeObserver | None = None,
) -> Delve:
    """Rolls one delve until a stop condition of its policy is met, and returns its record.

    Args:
        seed: seed of the leader stream and of the game master's stream.
        policy: the game master's defaults; `Policy.stop`, `frontier` and `on_exhausted` control this loop.
        dice: replaces the leader stream of `seed`.
        heroes: the seats; None: four unnamed heroes.
        ask_ruling: replaces the rulings (see `policy.GameMaster`).
        observer: called after each applied change.
    """
    policy = policy or Policy()
    faces = dice if dice is not None else SeededDice(seed)
    master = GameMaster(policy, seed, ask_ruling)
    delve = begin_delve(policy, tables, [Hero(h.name, h.kin) for h in heroes or ()])
    for change in iterate_changes(delve, faces, tables, master):
        change.write(delve)
        if observer is not None:
            observer(delve, change)
    return delve


def iterate_changes(delve: Delve, dice: FaceSource, tables: Tables, master: GameMaster) -> Iterator[DelveChange]:
    """Yields the next change; the caller applies it before it requests another."""
    policy = master.policy
    searches = _WallSearches()
    restarts = 0
    while delve.fighting or not (
        (policy.max_zones and len(delve.zones) >= policy.max_zones) or (policy.stop == "quest" and delve.quests > 0)
    ):
        if delve.fighting:
            yield end_combat(delve)
            continue
        pending = delve.list_pending_exits()
        if pending:
            yield explore(delve, _choose_exit(delve, pending, master), dice, tables, master)
            continue
        if policy.on_exhausted == "search":
            door = searches.next_search(delve, dice, tables, master)
            if door is not None:
                yield door
                continue
        elif policy.on_exhausted == "restart" and restarts < MAX_RESTARTS:
            restarts += 1
            searches = _WallSearches()
            fresh = begin_delve(policy, tables, delve.heroes)
            fresh.leader, fresh.mapper = delve.leader, delve.mapper
            forget_bitmaps(delve)
            for field in Delve.__struct_fields__:
                setattr(delve, field, getattr(fresh, field))
            continue
        return


MAX_RESTARTS = 1000
"""Maximum number of restarts of a batch with ``on_exhausted = "restart"``."""


def _choose_exit(delve: Delve, pending: list[Exit], master: GameMaster) -> int:
    """The exit to explore (policy ``frontier``)."""
    frontier = master.policy.frontier
    if frontier == "depth":
        number = pending[-1].id
    elif frontier == "random":
        number = pending[master.random.draw_outside_steps(len(delve.journal), len(pending))].id
    else:
        number = pending[0].id
    if master.ask_ruling is None:
        return number
    return master.rule("frontier", number, tuple(e.id for e in pending))


class _WallSearches:
    """Yields walls in the order a batch searches them: zones by number, walls by G-11, each once.

    A refused wall is tried again after another zone has been laid.
    """

    def __init__(self) -> None:
        self.tried: set[tuple[int, str]] = set()
        self.zone_count = 0
        self.remaining: list[tuple[int, str]] = []

    def next_search(self, delve: Delve, dice: FaceSource, tables: Tables, master: GameMaster) -> DelveChange | None:
        """The next search, with bonus 0; None if no wall is left."""
        if self.zone_count != len(delve.zones):
            self.zone_count = len(delve.zones)
            every = [(z.id, name) for z in delve.zones for name in list_wall_names(z, master.policy.may_search_ends)]
            self.remaining = [wall for wall in reversed(every) if wall not in self.tried]
        while self.remaining:
            wall = self.remaining.pop()
            door = find_secret_door(delve, delve.zones[wall[0]], wall[1], master)
            if door is not None:
                self.tried.add(wall)
                return roll_search(delve, *wall, delve.leader, door, dice, tables, 0)
        return None


TOTALS = {
    "mode": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "rooms": ScoreTotal.LARGEST,
    "zones": ScoreTotal.SUM,
    "lairs": ScoreTotal.SUM,
    "quests": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"delve-score-{id}"), total) for id, total in TOTALS.items())


def score_expedition(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`."""
    expedition = expedition_of(ctx.state)
    facts = count_facts(expedition.delve)
    return {
        "mode": "delve-score-walk" if expedition.is_walking else "delve-score-table",
        "ending": f"delve-score-{ctx.state.outcome}",
        **{id: facts[id] for id in ("rooms", "zones", "lairs", "quests")},
    }


def count_facts(delve: Delve) -> dict[str, int]:
    """Statistics of one delve.

    ``quest_room`` is the number of the room that was the first quest room, 0: none; ``side`` the longer side of
    the floor in cells, maximum over all levels.
    """
    walled = false = links = unfound = 0
    for gate in delve.exits:
        if gate.fate is Fate.BLOCKED:
            if gate.way is ExitKind.MOUTH:
                walled += 1
            else:
                false += 1
        elif gate.fate is Fate.LINKED:
            links += 1
        elif gate.fate is Fate.UNFOUND:
            unfound += 1
    known = [zone for zone in delve.zones if not zone.is_hidden]
    corridors = [zone for zone in known if zone.kind is ZoneKind.CORRIDOR]
    types = [zone.type for zone in known if zone.kind is ZoneKind.ROOM]
    return {
        "zones": len(known),
        "rooms": delve.rooms,
        "lairs": delve.lairs,
        "quests": delve.quests,
        "quest_room": types.index("quest") + 1 if "quest" in types else 0,
        "walled_up": walled,
        "false_doors": false,
        "links": links,
        "unfound": unfound,
        "shortened": sum((z.sections, z.end) != (z.rolled_sections, z.rolled_end) for z in corridors),
        "searches": len(delve.searches),
        "faces": sum(len(roll.faces) for note in delve.journal for roll in note.rolls),
        "side": max(max(find_extent(delve, level)[2:]) for level in range(1, len(delve.levels) + 1)),
    }


def list_features_met(delve: Delve) -> tuple[str, ...]:
    """Short ids of the tables rolled on, ends, room types, special rooms and corridors."""
    zones = [zone for zone in delve.zones if not zone.is_hidden]
    words = {word for zone in zones for word in (zone.end, zone.type, zone.special) if word}
    words |= {roll.table for note in delve.journal for roll in note.rolls}
    return tuple(sorted(words))


def count_rows_rolled(delve: Delve) -> dict[str, int]:
    """Number of rolls per row, as ``table/row``, without rolls with a bonus."""
    counts = Counter(f"{roll.table}/{roll.row}" for note in delve.journal for roll in note.rolls if not roll.bonus)
    return dict(sorted(counts.items()))


def compute_exact_chances(tables: Tables) -> dict[str, float]:
    """The exact chance of each row, as ``table/row``; decks and rising rows are left out."""
    chances = {}
    for name, table in tables.by_name.items():
        if table.draw != "dice":
            continue
        weights = table.count_weights()
        total = sum(weights.values())
        chances.update({f"{name}/{row}": weight / total for row, weight in weights.items()})
    return chances


def find_extent(delve: Delve, level: int = 1) -> CellRect:
    """The smallest rectangle that holds the known floor of a level."""
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    return bounding_rect([rect for zone in zones for rect in zone.floors])
