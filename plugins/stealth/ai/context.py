"""What the turns of all creatures of a floor share, and the working state of one creature's turn."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Context, Message, Proposal
from footfall.api.chance import play_chance
from footfall.api.grid import OPEN_SOUND_COST, WORLD_PART, Actor, Cell, Level, LevelIndex, Noise, World, get_level_index

from ..actors.actor_index import ActorIndex, get_actor_index
from ..actors.stats import creature_kind, sense_ranges
from ..model.play_state import PLAY_PART, Inquiry, Notice, PlayState
from ..model.records import CreatureKind
from ..model.settings import RuleSettings, rule_settings
from ..model.state import STEALTH_PART, Fighter, Mind, Mood, StealthState
from .noticing import SearchFacts, search

SEARCHES_TAG = "searches"
"""Tag of creatures that search where they lost their target."""


class TurnContext:
    """One creature's turn: its perceptions, its new mind, and the resulting changes.

    Attributes:
        phase: what it shares with the other creatures.
        mind: a writable copy that becomes the new mind.
        target: the enemy it considers, or None.
        distance: Chebyshev distance to the target, in cells.
        sees, hears: whether it perceives the target (R-AI-2).
        noise: loudness of the target.
        extra: whether this is the second action of the turn (R-TIME-5).
        filtered: the dominant sense missed the target, so no path is planned (R-AI-4, 11).
        noticed: it became aggravated or unsure this turn.
        inquiry: what it looks into, or None; becomes the new one.
        known_inquiry: what it looked into before this turn.
        heard: the noise that it attends to after the actions of a turn, or None.
        notice: why it noticed the player's character this turn, or None.
        waking: why it woke this turn, or None.
        baffled: the stealth check fooled it, so it passes (R-AI-10).
        array_index: `Phase.array_index`.
        changes: changes of the turn so far, without the new mind.
    """

    target: Actor | None = None
    heard: Noise | None = None
    notice: Notice | None = None
    waking: Message | None = None
    inquiry: Inquiry | None = None
    known_inquiry: Inquiry | None = None
    distance = 0
    noise = 0
    sees = hears = filtered = noticed = baffled = False

    def __init__(self, ctx: Context, phase: Phase, actor: Actor, extra: bool) -> None:
        self.ctx = ctx
        self.phase = phase
        self.world: World = phase.world
        self.level: Level = phase.level
        self.ground: LevelIndex = phase.ground
        self.stealth_state: StealthState = phase.stealth
        self.settings: RuleSettings = phase.settings
        self.actor = actor
        self.mind: Mind = msgspec.structs.replace(phase.stealth.minds[actor.id])
        self.fov, self.foh = sense_ranges(ctx, actor)
        self.extra = extra
        self.array_index = phase.array_index
        self.changes: list[Change | Proposal] = []
        play: PlayState | None = ctx.state.parts.get(PLAY_PART)
        if play is not None and play.inquiries:
            self.inquiry = self.known_inquiry = play.inquiries.get(actor.id)

    @property
    def fighter(self) -> Fighter:
        """The creature's fighting state."""
        return self.stealth_state.fighters[self.actor.id]

    @property
    def kind(self) -> CreatureKind:
        """The creature's record."""
        return creature_kind(self.ctx, self.actor.kind)

    @property
    def is_aggravated(self) -> bool:
        """Whether it is aggravated."""
        return self.mind.mood is Mood.AGGRAVATED

    def calm_down(self) -> None:
        """Gives up the hunt and returns to its idle behavior (R-AI-15, 16)."""
        mind = self.mind
        mind.mood = Mood.CALM
        mind.lost = mind.blocked = 0
        mind.path, mind.goal, mind.foe = (), None, 0
        if SEARCHES_TAG in self.kind.tags and mind.last_seen is not None:
            mind.patience = play_chance(self.ctx, search, SearchFacts(self.settings)).turns


PHASE_KEY = "core.stealth:phase"
"""Key of the cache in the world, which no copy of the world inherits."""


class Phase:
    """The parts of the state that creatures read; `get_phase` replaces it when one of them is another object.

    It holds no value that a deed alters in place: positions, moods, noises and masks are read each time.

    Attributes:
        index: the actors of the floor in groups.
        hunts_player: the only enemy of the hostile side is the player's character.
        least_sound_cost: least sound distance of a step on this floor, in tenths of a cell.
        asks_mods: mods are asked about the commands of creatures.
        asks_hearing: a setting changes the range of hearing, or mods are asked about it (R-HEAR-4).
    """

    __slots__ = (
        "asks_hearing", "asks_mods", "ctx", "ground", "hunts_player", "index", "least_sound_cost", "level",
        "settings", "stealth", "world",
    )  # fmt: skip

    def __init__(self, ctx: Context, world: World, stealth: StealthState) -> None:
        self.ctx = ctx
        self.world = world
        self.stealth = stealth
        self.level: Level = world.levels[world.current]
        self.ground: LevelIndex = get_level_index(world, self.level, ctx.records)
        self.settings: RuleSettings = rule_settings(ctx)
        self.index: ActorIndex = get_actor_index(ctx, world, self.ground)
        self.hunts_player = self.index.two_sides
        self.least_sound_cost = min(OPEN_SOUND_COST, *(kind.absorption for kind in self.ground.tile_kinds))
        self.asks_mods = any(map(ctx.has_listeners, ("decide_action", "can_act")))
        asked = any(map(ctx.has_listeners, ("on_hear", "on_heard")))
        self.asks_hearing = self.settings.hearing_loudness_extends or asked

    def is_current(self, ctx: Context, stealth: StealthState) -> bool:
        """Whether a new one would be the same: no rollback, no other level, no arrival or departure."""
        world, level = self.world, self.level
        return (
            self.stealth is stealth
            and self.ctx is ctx
            and world.levels[world.current] is level
            and get_level_index(world, level, ctx.records) is self.ground
            and self.index.residents == self.ground.residents_version
        )

    def array_index(self, cell: Cell) -> Cell:
        """The cell's index into the level's arrays."""
        top, left = self.level.origin
        return cell[0] - top, cell[1] - left

    def find_actor(self, id: int) -> Actor | None:
        """The actor if it is on the floor and has a mind."""
        actor = self.world.actors.get(id)
        if actor is None or actor.level != self.level.id or id not in self.stealth.minds:
            return None
        return actor


def get_phase(ctx: Context) -> Phase:
    """What the creatures of the current floor share."""
    parts = ctx.state.parts
    world: World = parts[WORLD_PART]
    stealth: StealthState = parts[STEALTH_PART]
    phase: Phase | None = world.__dict__.get(PHASE_KEY)
    if phase is None or not phase.is_current(ctx, stealth):
        phase = world.__dict__[PHASE_KEY] = Phase(ctx, world, stealth)
    return phase
