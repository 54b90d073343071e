"""The working state of one creature's turn, passed from function to function."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Context, Proposal
from footfall.api.grid import Actor, Cell, Level, LevelIndex, World, current_level

from ..records import CreatureKind
from ..settings import RuleSettings, rule_settings
from ..sight import array_index
from ..state import Fighter, Mind, Mood, StealthState, stealth_of
from ..stats import creature_kind, effective_stat

SEARCHES_TAG = "searches"
"""Tag of creatures that search where they lost their target."""

SEARCH_EXTRA_TURNS = 2
"""Random extra turns of a search, at most, on top of setting ``ai.warden_search``."""


class TurnContext:
    """One creature's turn: its perceptions, its new mind, and the resulting changes.

    Attributes:
        mind: a writable copy that becomes the new mind.
        target: the enemy it considers, or None.
        distance: Chebyshev distance to the target, in cells.
        sees, hears: whether it perceives the target (R-AI-2).
        noise: loudness of the target.
        extra: whether this is the second action of the turn (R-TIME-5).
        filtered: the dominant sense missed the target, so no path is planned (R-AI-4, 11).
        noticed: it became aggravated this turn.
        baffled: the stealth check fooled it, so it passes (R-AI-10).
        changes: changes of the turn so far, without the new mind.
    """

    target: Actor | None = None
    distance = 0
    noise = 0
    sees = hears = filtered = noticed = baffled = False

    def __init__(self, ctx: Context, actor: Actor, extra: bool) -> None:
        self.ctx = ctx
        self.world: World
        self.level: Level
        self.ground: LevelIndex
        self.world, self.level, self.ground = current_level(ctx)
        self.stealth_state: StealthState = stealth_of(ctx.state)
        self.settings: RuleSettings = rule_settings(ctx)
        self.actor = actor
        self.fighter: Fighter = self.stealth_state.fighters[actor.id]
        self.mind: Mind = msgspec.structs.replace(self.stealth_state.minds[actor.id])
        self.fov = effective_stat(ctx, actor, "fov")
        self.foh = effective_stat(ctx, actor, "foh")
        self.extra = extra
        self.changes: list[Change | Proposal] = []

    @property
    def kind(self) -> CreatureKind:
        """The creature's record."""
        return creature_kind(self.ctx, self.actor.kind)

    @property
    def is_aggravated(self) -> bool:
        """Whether it is aggravated."""
        return self.mind.mood is Mood.AGGRAVATED

    def array_index(self, cell: Cell) -> Cell:
        """The cell's index into the level's arrays."""
        return array_index(self.level, cell)

    def calm_down(self) -> None:
        """Gives up the hunt and returns to its idle behavior (R-AI-15, 16)."""
        mind = self.mind
        mind.mood = Mood.CALM
        mind.lost = mind.blocked = 0
        mind.path, mind.goal, mind.foe = (), None, 0
        if SEARCHES_TAG in self.kind.tags and mind.last_seen is not None:
            mind.patience = self.settings.ai_warden_search + self.ctx.roll("search", 0, SEARCH_EXTRA_TURNS)
