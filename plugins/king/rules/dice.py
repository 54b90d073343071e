"""Dice, logged with purpose, roller and value (K-END-0g)."""

from collections.abc import Sequence
from typing import Final

from footfall.api import Context

from .. import changes as c
from ..hook_events import Totaling
from ..records import Effect

TOTAL_HOOK: Final = "core.king:on_total"

NO_SEAT: Final = -1
"""Stands for no player, as for dice that the house rolls (A-17)."""

STAIRS_ROLLS: Final = ("stairs_1", "stairs_2", "stairs_3")


def roll_die(ctx: Context, changes: c.Changes, purpose: str, roller: int, faces: int) -> int:
    """Rolls a die (1..faces), and adds its log entry to `changes` unless the session is quiet."""
    value = ctx.roll(purpose, 1, faces)
    if not ctx.quiet or ctx.has_listeners("core.king:on_roll"):
        changes.append(c.LogRoll(purpose, roller, faces, value))
    return value


def decide_total(
    ctx: Context, changes: c.Changes, purpose: str, seat: int, dice: Sequence[int], bonus: int, needed: int = 0
) -> int:
    """Returns the sum of dice and a bonus as mods decide in ``on_total``, and adds what they do to `changes`."""
    rolled = sum(dice)
    if not ctx.has_listeners(TOTAL_HOOK):
        return rolled + bonus
    event = Totaling(seat, purpose, rolled, bonus, rolled + bonus, needed)
    folded = ctx.fold(TOTAL_HOOK, event, {"total": event.total})
    changes.extend(folded.proposals)
    return folded["total"]


def log_total(
    ctx: Context,
    changes: c.Changes,
    purpose: str,
    seat: int,
    dice: Sequence[int],
    bonus: int,
    total: int,
    *,
    needed: int = 0,
    effects: Sequence[Effect] = (),
) -> None:
    """Adds the log entry of a sum to `changes` unless the session is quiet.

    Args:
        purpose: a card, room or status by id, or a purpose of `roll_die`.
        total: the sum, or 0 if it is lower and cannot be.
        needed: the total that is needed; 0: none.
        effects: the effects of the total.
    """
    if not ctx.quiet:
        changes.append(c.LogTotal(purpose, seat, tuple(dice), bonus, total, needed, tuple(effects)))
