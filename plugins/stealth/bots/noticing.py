"""Estimates of being noticed, from the rules of noticing and waking, for planning routes."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell

from ..ai.noticing import SURE_DISTANCE
from ..model.settings import RuleSettings
from ..model.state import Mood
from ..odds.chances import Presence, Senses, chance_to_wake, weigh_glance

SENSE_LIMIT = 12
"""Distance in cells beyond which a bot expects no creature to notice it."""

UNSURE = 0.3
"""Weight of a notice from so far away that a creature only comes to look."""


class Sighting(NamedTuple):
    """A creature as last seen.

    Attributes:
        level: id of its level.
        at: its cell.
        turn: when it was seen.
        mood: its mood then.
        fov, foh, perception: its senses.
        cost: life that a fight with it is expected to cost.
        is_slow: it acts at most once per turn.
        has_bow: it wields a bow.
        is_marked: it cannot be surprised again.
    """

    level: int
    at: Cell
    turn: int
    mood: Mood
    fov: int
    foh: int
    perception: int
    cost: float
    is_slow: bool
    has_bow: bool
    is_marked: bool

    @property
    def senses(self) -> tuple[int, int, int]:
        """Its FOV, FOH and PERCEPTION."""
        return self.fov, self.foh, self.perception


@lru_cache(maxsize=4096)
def notice_chance(
    settings: RuleSettings, senses: tuple[int, int, int], asleep: bool, exposed: int, luck: int, distance: int
) -> float:
    """Probability that a creature notices the character in one turn.

    Args:
        senses: its FOV, FOH and PERCEPTION.
        asleep: whether it sleeps; waking counts as noticing.
        exposed: STEALTH of the character minus the noise of its action.
        distance: in cells, around walls.
    """
    fov, foh, perception = senses
    sees = distance <= fov
    kind = Senses(fov, foh, perception)
    presence = Presence(distance, sees, not sees and distance <= foh, exposed, luck, 0)
    if asleep:
        near = distance <= max(fov, foh)
        return float(chance_to_wake(settings, kind, presence)) if near else 0.0
    glance = weigh_glance(settings, kind, presence)
    return glance.hunts + glance.looks


@lru_cache(maxsize=1024)
def notice_table(
    settings: RuleSettings, senses: tuple[int, int, int], asleep: bool, exposed: int, luck: int, sure: bool = True
) -> npt.NDArray[np.float32]:
    """`notice_chance` by distance: float32 ``(SENSE_LIMIT + 2,)``, probabilities; the last entry is 0.

    Args:
        settings, senses, asleep, exposed, luck: see `notice_chance`.
        sure: whether the creature hunts what it sees from any distance; else a look from afar counts for less.
    """
    chances = [notice_chance(settings, senses, asleep, exposed, luck, max(1, d)) for d in range(SENSE_LIMIT + 1)]
    if not (sure or asleep):
        chances = [chance * (UNSURE if d > SURE_DISTANCE else 1) for d, chance in enumerate(chances)]
    table = np.array([*chances, 0.0], np.float32)
    table.flags.writeable = False
    return table
