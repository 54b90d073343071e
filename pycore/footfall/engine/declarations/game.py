"""The declaration of a game: its setup and choices, its rules, its presentation, its statistics, its generation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Protocol, TypeAlias

import msgspec

from footfall.diagnostics.findings import suggest
from footfall.diagnostics.plural import join_list

from ..context import Context
from ..core_changes import LogLineAdded
from ..explanations.descriptions import FieldFormats
from ..explanations.tracing import Figure
from ..host import CompiledStep, StepResult
from ..model import Command, Event, Message
from ..state import State

BOTS_OPTION = "bots"
"""The setup option of every game with seats: who plays each, separated by commas; `PERSON` or the name of a bot.

The rules never read it. As the other options, it is kept with the save and the replay."""

PERSON = "me"
"""The value of a seat that a person plays."""


class SetupValue(msgspec.Struct, frozen=True):
    """A value that a setup option may have.

    Attributes:
        value: the value; a text without commas if the choice is that of a seat.
        label: its name.
        details: sentences on it.
    """

    value: Any
    label: Message | str
    details: tuple[Message, ...] = ()


class SetupChoice(msgspec.Struct, frozen=True):
    """A setup option that a player may choose before a new game.

    Attributes:
        option: the setup option.
        label: its name.
        values: its values, the default first.
        seat: the seat that it is about; the option then has a value for each seat, separated by commas.
        proposal: the value that the title screen proposes to a new player; None: the default of the game.
    """

    option: str
    label: Message
    values: tuple[SetupValue, ...]
    seat: int | None = None
    proposal: Any = None


ChainObserver: TypeAlias = Callable[[str, Any], None]
"""Called after each step of a chain that runs as direct calls, with the step's name and the object it works on."""


class BeginGame(Protocol):
    """Begins a game with the requested seed, mods and settings, up to its first question."""

    def __call__(self, options: Mapping[str, Any] | None = None, observer: ChainObserver | None = None) -> Context: ...


class Generation(msgspec.Struct, frozen=True):
    """Generation without play, for ``footfall generate``.

    Attributes:
        run: ``run(begin, options)`` yields the `footfall.api.scene.Stage`s of the generation, the result last.
            It begins a game by ``begin(setup_options, observer)``, so that it shows the contents of a game
            of the same seed. It raises `ValueError` for an invalid option.
        options: options with their defaults (``{"floor": 1, "generator": ""}``).
    """

    run: Callable[[BeginGame, Mapping[str, Any]], Iterable[Any]]
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Seats(msgspec.Struct, frozen=True):
    """The seats of a game whose players each have a screen of their own; seats count from 0.

    Attributes:
        option: the setup option with their number.
        counts: the numbers that it may have.
        has_open_causes: the causes of all events are public; else no seat has a why page.
        turn_line: id of the log line with which a turn begins; its player hears of it, also after their own turn.
    """

    option: str
    counts: tuple[int, ...]
    has_open_causes: bool = False
    turn_line: str = ""


class Presentation(msgspec.Struct, frozen=True):
    """How a game looks.

    Attributes:
        scene: ``scene(ctx)`` returns a `footfall.api.scene.Scene`; the front end adds the log.
        title: its name on the screen.
        tagline: a sentence or two on the kind of game, for the title screen.
        narrate: ``narrate(ctx, event)`` turns an event that has just been applied into a log line, or None; not called
            in a quiet session.
        flash: ``flash(ctx, events)`` returns the flashes for the events since the last scene
            (`footfall.api.scene.Flash`).
        figures: the numbers on the screen and their shares, for the why page.
        field_formats: how to format fields of commands, changes and events in explanations, by field name.
        term_names: names of the terms of folds for players, by term.
        exploration_targets: cells where auto-explore goes, in addition to the edge of the explored area (a
            doorway beyond which nothing is generated yet).
        exploration_halt: why auto-explore stops at the moment, or None; a second press at once goes on.
        list_carried: ids of the carried things; each keeps its letter (`Context.letters`) while it is among them.
        clock: the number of turns that players read; by default that of commands, which counts questions as well.
        recollect: ``recollect(ctx)`` returns the new `Context.sightings` after a command, frozen (a save gives it back
            as plain values), and lines for the log, each with the index in `Context.log` before which it goes. None of
            it is hashed, and no rule may read it; not called in a quiet session.
        seats: its seats, if each of its players can have a screen of their own; all of them read the log.
        seat_scene: ``seat_scene(ctx, seat)`` returns the scene with the knowledge of a seat, asked or not;
            -1 is an onlooker. Commands and answers are offered to the seat that is asked alone.
        draw_map: ``draw_map(ctx, played)`` returns the map that the players have drawn (`footfall.api.scene.Stage`), to
            keep. `played` plays the game again, as for `story`.
        is_told_in_steps: the lines of a command are shown one by one, each with the board of its moment.
        adviser: id of the bot whose play is set against the player's; empty: none.
        has_hints: whether the hint of a turn names the choice of the adviser.
        story: ``story(played)`` tells a finished game (`footfall.api.scene.Story`). `played` plays it again and yields
            the context after each command with its events.
        hindsight: ``hindsight(ctx, scene, final)`` returns a scene of a finished game that is watched again, with all
            that the player may know now; `final` is the state at the end.
        count_rounds: the round, in a game whose environment has rounds (`footfall.api.environments.RoundNumbers`);
            bots wait for a key before they go on into the next.
    """

    scene: Callable[[Context], Any]
    title: Message = Message("game-title")
    tagline: Message | None = None
    narrate: Callable[[Context, Event], LogLineAdded | None] | None = None
    flash: Callable[[Context, Sequence[Event]], Iterable[Any]] | None = None
    figures: Callable[[Context], Iterable[Figure]] | None = None
    field_formats: FieldFormats = msgspec.field(default_factory=dict)
    term_names: Mapping[str, Message] = msgspec.field(default_factory=dict)
    exploration_targets: Callable[[Context], Iterable[tuple[int, int]]] | None = None
    exploration_halt: Callable[[Context], Message | None] | None = None
    hindsight: Callable[[Context, Any, State], Any] | None = None
    list_carried: Callable[[Context], Sequence[int]] | None = None
    clock: Callable[[Context], int] | None = None
    recollect: Callable[[Context], tuple[Any, Iterable[tuple[LogLineAdded, int]]]] | None = None
    seats: Seats | None = None
    seat_scene: Callable[[Context, int], Any] | None = None
    adviser: str = ""
    has_hints: bool = False
    draw_map: Callable[[Context, Iterable[tuple[Context, tuple[Event, ...]]]], Any] | None = None
    is_told_in_steps: bool = False
    story: Callable[[Iterable[tuple[Context, tuple[Event, ...]]]], Any] | None = None
    count_rounds: Callable[[Context], int] | None = None


class ScoreTotal(Enum):
    """How a value adds up over finished games; GROUP: games with the same value are counted together."""

    GROUP = "group"
    LARGEST = "largest"
    SUM = "sum"
    TALLY = "tally"


class Score(msgspec.Struct, frozen=True):
    """A value of a finished game that the statistics of its player keep.

    Attributes:
        id: its key in the record of a game.
        label: its name, short enough for the head of a column.
        total: how it adds up over games.
    """

    id: str
    label: Message
    total: ScoreTotal


class Statistics(msgspec.Struct, frozen=True):
    """Records of games in simulations, and in the statistics of a player.

    Attributes:
        winning_outcomes: the outcomes that count as won, the best one last.
        measure: columns of a finished game: the same keys in every game, each value an int, a bool, a str,
            None, a tuple of str (a set), or a dict from str to int (counts). The part of such a key before a
            slash names its group: the shares of ``"end/left"`` and ``"end/right"`` are relative to all ``end`` keys.
        expected_shares: ``expected_shares(records)`` returns the expected shares by column and key, for tests.
        simulation_options: default setup options of simulations.
        observe: current numbers, for curves over the game; the same keys every time.
        observe_at: the event after whose command `observe` is called.
        scores: values in the player's statistics, in the order of the page; the runs with the largest values are best.
        score: the values of a finished game by id: a number, or for groups and tallies the id of a message; an empty
            text is not counted.
        neutral_outcomes: outcomes that are neither won nor lost, as of a lesson.
    """

    winning_outcomes: tuple[str, ...] = ()
    measure: Callable[[Context], Mapping[str, Any]] | None = None
    expected_shares: Callable[[Any], Mapping[str, Mapping[str, float]]] | None = None
    simulation_options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    observe: Callable[[Context], Mapping[str, int]] | None = None
    observe_at: type[Event] | None = None
    scores: tuple[Score, ...] = ()
    score: Callable[[Context], Mapping[str, int | str]] | None = None
    neutral_outcomes: tuple[str, ...] = ()


class Course(msgspec.Struct, frozen=True):
    """A way through a game that a new game may take.

    Attributes:
        id: value of the setup option ``course``.
        title: its name.
        summary: a sentence on it.
        is_daily: all players who begin it on a day get the same seed.
        is_first: a new player begins it.
        leads_to: id of the course that follows it; empty if none does.
    """

    id: str
    title: Message
    summary: Message
    is_daily: bool = False
    is_first: bool = False
    leads_to: str = ""


class Game(msgspec.Struct, frozen=True):
    """A game.

    Attributes:
        id: full id, the same as that of its plugin (``"core.king"``).
        rule_mods: ids of the mods that make up the game's own rules, including its plugin.
        setup: ``setup(ctx, options)`` returns the changes that build the first state.
        turn_step: the step that runs when the agenda is empty; it must ask a question or finish.
        list_legal: all legal commands of the active player, in a fixed order (bots, tests).
        presentation: how it looks.
        options: setup options with their defaults (``{"floor": 1}``).
        spend_turn: ``spend_turn(ctx, actor)`` returns the changes of a lost turn, for a `Deny` that costs one.
        statistics: the records of simulations.
        generation: a level or a whole dungeon that it can generate without being played.
        free_dice: values by purpose of incidental dice, which a test with forced dice need not state.
        compile_steps: ``compile_steps(session)`` returns compiled copies for one session: of steps by name, of the
            handlers of commands by class. It raises `footfall.api.compiled.NotCompiledError` if anything that could
            alter or observe a game differs from the original. The states and events are the same with and without
            them.
        explain_python: ``explain_python(rule)`` returns why compiled code leaves a rule as data, or the part of a turn
            that asks it, to Python; empty: it plays the rule.
        chances: its rules of chance whose numbers mods may change, by full name (``"core.stealth:notice"``); each is a
            `footfall.api.chance.ChanceRule`.
        shown_chances: those that screens show before they happen, by the hook whose events they read; each is made by
            `footfall.api.chance.show_chance`.
        courses: ``courses(records, settings)`` returns the courses that a new game may take; each is a value of the
            setup option ``course``.
        choices: ``choices(records, settings, options)`` returns the setup options that the title screen asks for, a
            `SetupChoice` each; `options` are those chosen so far. Every game with seats asks who plays each of them.
        declare_environment: returns how programs play it by numbers, a `footfall.api.environments.Environment`; None:
            they cannot. ``footfall.env`` alone calls it, so that players do without its modules.
    """

    id: str
    rule_mods: tuple[str, ...]
    setup: Callable[[Context, Mapping[str, Any]], StepResult]
    turn_step: str
    list_legal: Callable[[Context], list[Command]]
    presentation: Presentation
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    spend_turn: Callable[[Context, int], StepResult] | None = None
    statistics: Statistics = msgspec.field(default_factory=Statistics)
    generation: Generation | None = None
    free_dice: Mapping[str, int] = msgspec.field(default_factory=dict)
    compile_steps: Callable[[Any], Mapping[str | type[Command], CompiledStep]] | None = None
    explain_python: Callable[[Any], str] | None = None
    courses: Callable[[Any, Mapping[str, Any]], Sequence[Course]] | None = None
    choices: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Iterable[SetupChoice]] | None = None
    chances: Mapping[str, Any] = msgspec.field(default_factory=dict)
    shown_chances: Mapping[str, Sequence[Any]] = msgspec.field(default_factory=dict)
    declare_environment: Callable[[], Any] | None = None

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Checks the names of setup options.

        Raises:
            ValueError: the game does not have one of them.
        """
        names = (*self.options, BOTS_OPTION) if self.presentation.seats is not None else (*self.options,)
        unknown = sorted(set(options).difference(names))
        if unknown:
            near = suggest(unknown[0], names)
            known = "" if near else f"; it has: {join_list(names, 9) or 'none'}"
            raise ValueError(f"{self.id} has no setup option {unknown[0]!r}{near}{known}")


_CONTEXT_FUNCTIONS = frozenset((
    "setup", "list_legal", "spend_turn", "scene", "figures", "measure", "observe", "score", "list_carried", "clock",
    "recollect", "seat_scene",
))  # fmt: skip
"""Fields that hold functions of a context."""


def total_conversion(base: Game, id: str, rule_mods: tuple[str, ...], **changes: Any) -> Game:
    """Returns a game derived from another one: the start of a total conversion.

    Functions taken over from `base` run in the base plugin's context, with its settings and its dice.

    Args:
        id, rule_mods: as in `Game`; `rule_mods` names the base plugin first.
        changes: other fields of `Game`, `Presentation` or `Statistics`; their functions run in the new game's
            context.
    """

    def lend(call: Callable[..., Any]) -> Callable[..., Any]:
        return lambda ctx, *rest: call(ctx.for_mod(base.id), *rest)

    def derive(owner: Any) -> dict[str, Any]:
        values = {name: getattr(owner, name) for name in owner.__struct_fields__}
        lent = {name: lend(call) for name, call in values.items() if name in _CONTEXT_FUNCTIONS and call is not None}
        return lent | {name: changes.pop(name) for name in values if name in changes}

    own: dict[str, Any] = {
        "presentation": msgspec.structs.replace(base.presentation, **derive(base.presentation)),
        "statistics": msgspec.structs.replace(base.statistics, **derive(base.statistics)),
    }
    generation = base.generation
    if generation is not None:
        run = generation.run

        def generate_with_base(begin: BeginGame, options: Mapping[str, Any]) -> Iterable[Any]:
            return run(lambda options=None, observer=None: begin(options, observer).for_mod(base.id), options)

        own["generation"] = msgspec.structs.replace(generation, run=generate_with_base)
    own |= derive(base)
    return msgspec.structs.replace(base, id=id, rule_mods=rule_mods, **own, **changes)
