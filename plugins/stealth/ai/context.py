"""The working state of one creature's turn."""

import msgspec

from footfall.api import Change, Message, Proposal
from footfall.api.chance import play_chance
from footfall.api.grid import Actor, Level, LevelIndex, Noise, World

from ..actors.stats import sense_ranges
from ..model.phase import Phase
from ..model.play_state import Inquiry, Notice
from ..model.records import CreatureKind, creature_kind
from ..model.settings import RuleSettings
from ..model.state import Fighter, Mind, Mood, StealthState
from .noticing import SearchFacts, search

SEARCHES_TAG = "searches"
"""Tag of creatures that search where they lost their target."""


class TurnContext:
    """One creature's turn: its perceptions, its new mind, and the resulting changes.

    Attributes:
        phase: shared with the other creatures.
        mind: a writable copy that becomes the new mind.
        target: the enemy it considers, or None.
        distance: Chebyshev distance to the target, in cells.
        sees, hears: whether it perceives the target.
        noise: loudness of the target.
        extra: whether this is the second action of the turn.
        filtered: the dominant sense missed the target, so no path is planned (R-AI-4).
        noticed: it became aggravated or unsure this turn.
        inquiry: its inquiry, or None; becomes the new one.
        known_inquiry: its inquiry before this turn.
        heard_noise: the noise that it attends to after the actions of a turn, or None.
        notice: why it noticed the player's character this turn, or None.
        chance: chance in percent of the roll that gave `notice`; 0 if it is in view, or mods have a say.
        waking: why it woke this turn, or None.
        baffled: the stealth check fooled it, so it passes.
        array_index: `Phase.array_index`.
        changes: changes of the turn so far, without the new mind.
    """

    target: Actor | None = None
    heard_noise: Noise | None = None
    notice: Notice | None = None
    waking: Message | None = None
    inquiry: Inquiry | None = None
    known_inquiry: Inquiry | None = None
    distance = chance = 0
    noise = 0
    sees = hears = filtered = noticed = baffled = False

    def __init__(self, phase: Phase, actor: Actor, extra: bool) -> None:
        self.ctx = phase.ctx
        self.phase = phase
        self.world: World = phase.world
        self.level: Level = phase.level
        self.ground: LevelIndex = phase.ground
        self.stealth_state: StealthState = phase.stealth
        self.settings: RuleSettings = phase.settings
        self.actor = actor
        self.mind: Mind = msgspec.structs.replace(phase.stealth.minds[actor.id])
        self.fov, self.foh = sense_ranges(phase, actor)
        self.extra = extra
        self.array_index = phase.array_index
        self.changes: list[Change | Proposal] = []
        self.inquiry = self.known_inquiry = phase.play.inquiries.get(actor.id)

    @property
    def fighter(self) -> Fighter:
        """The creature's fighting state."""
        return self.stealth_state.fighters[self.actor.id]

    @property
    def kind(self) -> CreatureKind:
        """The creature's record."""
        return creature_kind(self.phase, self.actor.kind)

    @property
    def is_aggravated(self) -> bool:
        """Whether it is aggravated."""
        return self.mind.mood is Mood.AGGRAVATED

    def calm_down(self) -> None:
        """Gives up the hunt and returns to its idle behavior."""
        mind = self.mind
        mind.mood = Mood.CALM
        mind.lost_turns = mind.blocked_turns = 0
        mind.path, mind.goal, mind.foe = (), None, 0
        if SEARCHES_TAG in self.kind.tags and mind.last_seen is not None:
            mind.patience = play_chance(self.ctx, search, SearchFacts(self.settings)).turns
