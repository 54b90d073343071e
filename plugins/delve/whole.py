"""A session whose delve is rolled at once, by the same engine as any other: for simulations and to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.api import Change, Finish, Play, Tell

from .batch import generate
from .expedition import ID, Expedition, dice, master_of, tables, used
from .geometry import Rect
from .policy import Policy
from .prose import lines
from .record import Hero

OPTIONS: Mapping[str, Any] = {
    "on_exhausted": "search",
    "frontier": "lowest",
    "max_zones": 0,
    "checked": False,
}
"""Setup options of mode ``whole``:

* ``on_exhausted``: ``"search"``, ``"stop"`` or ``"restart"``, when nothing is pending.
* ``frontier``: ``"lowest"``, ``"depth"`` or ``"random"``: which exit is next.
* ``max_zones``: stop there; 0 for any number.
* ``checked``: hold the finished delve against the invariants; statistics get a column ``broken``.
"""


def roll(play: Play, options: Mapping[str, Any], heroes: list[Hero], bounds: Rect | None) -> list[Change]:
    """Rolls a whole delve, with the settings, rulings and table dice of this game.

    Raises:
        ValueError: an option that does not fit.
    """
    if type(options["checked"]) is not bool:
        raise ValueError(f"option checked is true or false, got {options['checked']!r}")
    book, master, faces = tables(play), master_of(play), dice(play)
    chosen = {name: options[name] for name in ("on_exhausted", "frontier", "max_zones")}
    policy = other(master.policy, {**chosen, "bounds": bounds})
    delve = generate(book, play.state.seed, policy, dice=faces, heroes=heroes, ask=master.ask)
    play.state.parts[ID] = Expedition(delve, False, bounds=bounds, checked=options["checked"])
    told: list[Change] = [] if play.quiet else [Tell(line, "dice") for line in lines(delve, book)]
    outcome = "quest" if delve.quests else "exhausted" if not delve.pending() else "stopped"
    return [*used(faces), *told, Finish(outcome)]


def other(policy: Policy, fields: Mapping[str, Any]) -> Policy:
    """A policy with other fields.

    Raises:
        ValueError: a value does not fit; the message names the option.
    """
    try:
        return msgspec.convert({**msgspec.structs.asdict(policy), **fields}, type=Policy)
    except msgspec.ValidationError as error:
        what, _, where = str(error).rpartition(" - at `$.")
        raise ValueError(f"option {where.rstrip('`')}: {what}") from None
