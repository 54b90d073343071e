"""One creature's turn while it is thought through: read from the state, handed from function to function."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Play, Proposal
from footfall.api.grid import Actor, Cell, Ground, Level, World, here

from ..knobs import Knobs, knobs
from ..records import Creature
from ..state import Fighter, Mind, Mood, Stealth, stealth_of
from ..totals import creature, total

SEARCHES = "searches"
"""Tag of creatures that search where they lost their prey."""

SEARCH_MORE = 2
"""A search takes up to so many turns more than the setting says (table C.3: 5 to 7)."""


class Thought:
    """What a creature knows this turn.

    Attributes:
        mind: a copy that the turn may write; it becomes the new mind.
        target: whom it is about, or None.
        distance: Chebyshev distance to the target.
        sees, hears: whether it perceives the target (R-AI-2).
        noise: loudness of the target.
        extra: this is the second action of the turn (R-TIME-5).
        filtered: no path was planned because the dominant sense missed the target (R-AI-4, 11).
        noticed: it became aggravated just now.
        baffled: it perceived something, but was fooled: it passes (R-AI-10).
        changes: what the turn has led to so far, beside the new mind.
    """

    target: Actor | None = None
    distance = 0
    noise = 0
    sees = hears = filtered = noticed = baffled = False

    def __init__(self, play: Play, actor: Actor, extra: bool) -> None:
        self.play = play
        self.world: World
        self.level: Level
        self.ground: Ground
        self.world, self.level, self.ground = here(play)
        self.part: Stealth = stealth_of(play.state)
        self.knob: Knobs = knobs(play)
        self.actor = actor
        self.fighter: Fighter = self.part.fighters[actor.id]
        self.mind: Mind = msgspec.structs.replace(self.part.minds[actor.id])
        self.fov = total(play, actor, "fov")
        self.foh = total(play, actor, "foh")
        self.extra = extra
        self.changes: list[Change | Proposal] = []

    @property
    def kind(self) -> Creature:
        """The creature's record."""
        return creature(self.play, self.actor.kind)

    @property
    def aggravated(self) -> bool:
        """Whether it hunts."""
        return self.mind.mood is Mood.AGGRAVATED

    def local(self, cell: Cell) -> Cell:
        """Where a cell lies in the level's arrays."""
        top, left = self.level.origin
        return cell[0] - top, cell[1] - left

    def calm(self) -> None:
        """It gives up: back to what it did before (R-AI-15, 16)."""
        mind = self.mind
        mind.mood = Mood.CALM
        mind.lost = mind.blocked = 0
        mind.path, mind.goal, mind.foe = (), None, 0
        if SEARCHES in self.kind.tags and mind.last_seen is not None:
            mind.patience = self.knob.ai_warden_search + self.play.roll("search", 0, SEARCH_MORE)
