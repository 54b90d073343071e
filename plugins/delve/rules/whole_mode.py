"""Sessions whose whole delve is rolled at once, for simulations and viewing."""

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.api import Change, Context, Finish, Proposal, Tell, split_validation_error

from ..expedition import Expedition, master_of, open_leader_dice, record_used_faces, tables_for
from ..maps.geometry import CellRect
from ..model import ID, Hero
from ..policy import Policy
from ..screen.journal_text import describe_journal
from ..statistics import generate

WHOLE_OPTIONS: Mapping[str, Any] = {"on_exhausted": "search", "frontier": "lowest", "max_zones": 0, "checked": False}
"""Setup options of mode ``whole``:

* ``on_exhausted``: ``"search"``, ``"stop"`` or ``"restart"``, when nothing is pending.
* ``frontier``: ``"lowest"``, ``"depth"`` or ``"random"``: which exit is next.
* ``max_zones``: stop there; 0 for any number.
* ``checked``: hold the finished delve against the invariants; statistics get a column ``broken``.
"""


def roll_delve(
    ctx: Context, options: Mapping[str, Any], heroes: list[Hero], bounds: CellRect | None
) -> list[Change | Proposal]:
    """Rolls a whole delve, with the settings, rulings and table dice of this game.

    Raises:
        ValueError: an option that does not fit.
    """
    if type(options["checked"]) is not bool:
        raise ValueError(f"option checked is true or false, got {options['checked']!r}")
    book, master, faces = tables_for(ctx), master_of(ctx), open_leader_dice(ctx)
    chosen = {name: options[name] for name in ("on_exhausted", "frontier", "max_zones")}
    chosen["wall_thickness"] = options["wall_thickness"]
    policy = replace_fields(master.policy, {**chosen, "bounds": bounds})
    delve = generate(book, ctx.state.seed, policy, dice=faces, heroes=heroes, ask_ruling=master.ask_ruling)
    ctx.state.parts[ID] = Expedition(delve, False, bounds=bounds, is_checked=options["checked"])
    told: list[Change] = [] if ctx.quiet else [Tell(line, "dice") for line in describe_journal(delve, book)]
    outcome = "quest" if delve.quests else "exhausted" if not delve.list_pending_exits() else "stopped"
    return [*record_used_faces(faces), *told, Finish(outcome)]


def replace_fields(policy: Policy, fields: Mapping[str, Any]) -> Policy:
    """A policy with other fields.

    Raises:
        ValueError: a value does not fit; the message names the option.
    """
    try:
        return msgspec.convert({**msgspec.to_builtins(policy), **fields}, type=Policy)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
        raise ValueError(f"option {'.'.join(path)}: {text}") from None
