"""Whole delves at once: the same engine as in play, with nobody asking (invariant 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from footfall.api import Change

from .changes import apply
from .dice import Dice, Stream
from .explore import begin, explore
from .policy import Ask, Master, Policy
from .record import Delve, Exit, Hero
from .search import attempt, behind, end_combat
from .shape import wall_names
from .tables import Tables

Watch = Callable[[Delve, Change], None]
"""Called after every applied change."""


def generate(
    tables: Tables,
    seed: int,
    policy: Policy | None = None,
    *,
    dice: Dice | None = None,
    heroes: Sequence[Hero] | None = None,
    ask: Ask | None = None,
    watch: Watch | None = None,
) -> Delve:
    """Rolls one delve until its policy says stop.

    Args:
        seed: of the leader stream and of the game master's stream.
        policy: the game master's defaults; `Policy.stop`, `frontier` and `on_exhausted` drive this loop.
        dice: other dice than the leader stream of `seed`.
        heroes: seats; None: four without names.
        ask: other rulings (see `policy.Master`).
        watch: sees every change after it was applied.

    Returns:
        The record.
    """
    policy = policy or Policy()
    faces = dice if dice is not None else Stream(seed)
    master = Master(policy, seed, ask)
    delve = begin(policy, tables, [Hero(h.name, h.kin) for h in heroes or [Hero()] * 4])
    for change in steps(delve, faces, tables, master):
        apply(delve, change)
        if watch is not None:
            watch(delve, change)
    return delve


def steps(delve: Delve, dice: Dice, tables: Tables, master: Master) -> Iterator[Change]:
    """What a batch does next, one change at a time; the caller applies each before it asks for more."""
    policy = master.policy
    searches = _Searches()
    restarts = 0
    while not _done(delve, policy):
        if delve.fighting:
            yield end_combat(delve)
            continue
        pending = delve.pending()
        if pending:
            yield explore(delve, _next(delve, pending, master), dice, tables, master)
            continue
        if policy.on_exhausted == "search":
            found = searches.next(delve, dice, tables, master)
            if found is not None:
                yield found
                continue
        elif policy.on_exhausted == "restart" and restarts < RESTARTS:
            restarts += 1
            searches = _Searches()
            _restart(delve, policy, tables)
            continue
        return


RESTARTS = 1000
"""Beginnings after which a batch with ``on_exhausted = "restart"`` gives up."""


def _done(delve: Delve, policy: Policy) -> bool:
    if delve.fighting:
        return False
    if policy.max_zones and len(delve.zones) >= policy.max_zones:
        return True
    return policy.stop == "quest" and delve.quests > 0


def _next(delve: Delve, pending: list[Exit], master: Master) -> int:
    """The exit to explore (policy ``frontier``)."""
    frontier = master.policy.frontier
    if frontier == "depth":
        number = pending[-1].id
    elif frontier == "random":
        number = pending[master.chance.apart(len(delve.journal), len(pending))].id
    else:
        number = pending[0].id
    if master.ask is None:
        return number
    return master.rule("frontier", number, tuple(e.id for e in pending))


class _Searches:
    """Walls in the order a batch searches them: zones by number, walls by G-11, each once.

    A wall that is refused is looked at again when another zone has been laid.
    """

    def __init__(self) -> None:
        self.tried: set[tuple[int, str]] = set()
        self.zones = 0
        self.left: list[tuple[int, str]] = []

    def next(self, delve: Delve, dice: Dice, tables: Tables, master: Master) -> Change | None:
        """The next search, with bonus 0; None if no wall is left."""
        if self.zones != len(delve.zones):
            self.zones = len(delve.zones)
            every = [(z.id, name) for z in delve.zones for name in wall_names(z, master.policy.secret_end)]
            self.left = [wall for wall in reversed(every) if wall not in self.tried]
        while self.left:
            wall = self.left.pop()
            found = behind(delve, delve.zones[wall[0]], wall[1], master)
            if found is not None:
                self.tried.add(wall)
                return attempt(delve, *wall, delve.leader, found, dice, tables, 0)
        return None


def _restart(delve: Delve, policy: Policy, tables: Tables) -> None:
    fresh = begin(policy, tables, delve.heroes)
    fresh.leader, fresh.mapper = delve.leader, delve.mapper
    delve.__dict__.pop("sheets", None)
    for field in Delve.__struct_fields__:
        setattr(delve, field, getattr(fresh, field))
