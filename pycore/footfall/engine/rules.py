"""What the active plugins contribute, frozen: the rules a session plays by.

The loader builds a `Rules` once per mod set; the engine knows hooks only as the
`dispatch` table it finds here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from .changes import Applier
from .model import Cause, Change, Command, Event, LogLineAdded, Message, Refusal
from .state import State

if TYPE_CHECKING:
    from .bots import Bot, BotContext
    from .compiled import RulesCompiler
    from .context import Context
    from .saves.migrate import Migration
    from .saves.orphans import OrphanPolicy
    from .terms import Proposal
    from .tracing import Figure

C = TypeVar("C", bound=Command)
H = TypeVar("H", bound="StepResult | Refusal")
M = TypeVar("M", bound="Command | Message | None")

StepResult: TypeAlias = "Iterable[Change | Proposal] | None"
"""What a step or a command handler returns: changes, in the order they are applied."""

Handler: TypeAlias = "Callable[[Context, Any], StepResult | Refusal]"
"""A command handler: reads, rolls, and returns changes, or refuses."""

Macro: TypeAlias = "Callable[[BotContext, Any, int], Command | Message | None]"
"""``course(seat, order, done)`` names the next command of many, `done` having been given so far; a message
says why it ends, None ends it without a word. It reads what its actor knows, and nothing else."""

StepFunction: TypeAlias = "Callable[..., StepResult]"
"""A step: ``run(ctx, *args)``."""


class HookKind(Enum):
    """Every hook has exactly one kind, which fixes what an implementation returns."""

    FOLD = "fold"
    CHAIN = "chain"
    VOTE = "vote"
    FIRST = "first"
    COLLECT = "collect"
    NOTIFY = "notify"


@dataclass(frozen=True, slots=True)
class Step:
    """A named step, alone or as a part of a chain.

    Attributes:
        name: ``"namespace:name"``, unique.
        run: ``run(ctx, *args)``, returns changes; in a chain the name alone stands for a step that is there.
        before, after: in a chain: the name of the step to stand next to.
        replaces: in a chain: takes the place of the step of this name.
        skip: in a chain: removes the step called `name`; `run` is not used.
    """

    name: str
    run: StepFunction | None = None
    before: str | None = None
    after: str | None = None
    replaces: str | None = None
    skip: bool = False


def reject_macro(ctx: Context, command: Command) -> Refusal:
    """The handler of a command that is played as a course: it never comes to the rules itself."""
    return Refusal(Message("footfall-course-only"), "command")


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A kind of command: its type, who carries it out, and how a person asks for it.

    Attributes:
        type: the command class.
        handle: turns it into changes, or refuses it.
        bindings: how keys build it (`footfall.api.scene.Binding`).
        course: instead of `handle`: what it leads to, turn by turn (travel, rest). Whoever plays expands
            it (`footfall.engine.macros`); a replay holds the commands it led to.
        legal: for a command that a mod adds to a game: ``legal(ctx)`` lists those that may be given now, in
            a fixed order. Bots and tests then give them, too; a game lists its own by `Game.legal`.
    """

    type: type[Command]
    handle: Handler = reject_macro
    bindings: tuple[Any, ...] = ()
    macro: Macro | None = None
    list_legal: Callable[[Context], Iterable[Command]] | None = None


def handles(
    command: type[C],
    *,
    bindings: tuple[Any, ...] = (),
    list_legal: Callable[[Context], Iterable[Command]] | None = None,
) -> Callable[[Callable[[Context, C], H]], Callable[[Context, C], H]]:
    """Declares a function as the handler of a command class; `collect_commands` finds it.

    Args:
        bindings, list_legal: as in `CommandSpec`.
    """

    def mark(function: Callable[[Context, C], H]) -> Callable[[Context, C], H]:
        _declare(function, CommandSpec(command, function, bindings, list_legal=list_legal))
        return function

    return mark


def expands(
    command: type[C], *, bindings: tuple[Any, ...] = ()
) -> Callable[[Callable[[BotContext, C, int], M]], Callable[[BotContext, C, int], M]]:
    """Declares a function as the macro of a command class; `collect_commands` finds it.

    Args:
        bindings: as in `CommandSpec`.
    """

    def mark(function: Callable[[BotContext, C, int], M]) -> Callable[[BotContext, C, int], M]:
        _declare(function, CommandSpec(command, bindings=bindings, macro=function))
        return function

    return mark


def _declare(function: Any, spec: CommandSpec) -> None:
    function.footfall_commands = (spec, *getattr(function, "footfall_commands", ()))


def collect_commands(*modules: ModuleType) -> list[CommandSpec]:
    """Returns the commands whose handlers or macros the modules define, in order of definition.

    Raises:
        ValueError: a module defines neither.
    """
    specs: list[CommandSpec] = []
    for module in modules:
        own = [
            value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__
        ]
        found = [spec for value in own for spec in getattr(value, "footfall_commands", ())]
        if not found:
            raise ValueError(f"{module.__name__} defines no handler; mark each with @handles(CommandType)")
        specs += found
    return specs


@dataclass(frozen=True, slots=True)
class ConsoleSpec:
    """A command of the modder's console: it does what the rules forbid, and stands in the replay like any other.

    Attributes:
        type: the command class.
        handle: turns it into changes, or refuses it.
        bindings: how keys of the console build it.
        lists: what its bindings choose from (`Scene.choices`), by name.
    """

    type: type[Command]
    handle: Handler
    bindings: tuple[Any, ...] = ()
    choices: Callable[[Context], Mapping[str, tuple[Any, ...]]] | None = None


@dataclass(frozen=True, slots=True)
class Reaction:
    """After a step whose changes raised `event`, run `step` with the event's fields as arguments."""

    event: type[Event]
    step: str


@dataclass(frozen=True, slots=True)
class Part:
    """A typed piece of state and its namespace; decoding a save needs the type.

    Attributes:
        keeping: what must be known to set things of missing mods aside (`footfall.engine.saves.orphans`).
    """

    name: str
    type: Any
    orphan_policy: OrphanPolicy | None = None


@dataclass(frozen=True, slots=True)
class HudLine:
    """A line that a mod adds to what a player sees all the time.

    Attributes:
        name: its id (``"you.mod:tide"``).
        read: ``read(ctx)`` returns the words of this moment, or None for no line. It is asked for every
            picture, so it must be quick, and it only looks.
    """

    name: str
    read: Callable[[Context], Message | None]


@dataclass(frozen=True, slots=True)
class BoundHudLine:
    """A line of the HUD with its owner."""

    line: HudLine
    cause: Cause


ChainObserver: TypeAlias = "Callable[[str, Any], None]"
"""Called after each step of a chain that runs as straight calls, with the step's name and the work."""


class BeginGame(Protocol):
    """Begins a game with the seed, mods and settings that were asked for, up to its first question."""

    def __call__(
        self, options: Mapping[str, Any] | None = None, observer: ChainObserver | None = None
    ) -> Context: ...


@dataclass(frozen=True, slots=True)
class Generation:
    """What a game can generate, for ``footfall generate``.

    Attributes:
        run: ``run(begin, options)`` yields the `footfall.api.scene.Stage`s of the making, the finished
            thing last. It begins a game by ``begin(setup_options, watch)``, so that what it shows is what a
            game of the same seed holds. An option that does not fit is a `ValueError`.
        options: options with their defaults (``{"floor": 1, "generator": ""}``).
    """

    run: Callable[[BeginGame, Mapping[str, Any]], Iterable[Any]]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: which rule plugins it is made of, how it begins, what a turn is, how it looks.

    Attributes:
        id: the full id, that of the plugin which provides it (``"core.king"``).
        rules: mod ids of the active rule plugins, itself included.
        setup: ``setup(ctx, options)`` returns the changes that build the first state.
        turn: the step to run when the agenda is empty; it must ask a question or finish.
        scene: ``scene(ctx)`` returns a `footfall.api.scene.Scene`; whoever shows it adds the log.
        spend: ``spend(ctx, actor)`` returns the changes of a lost turn, for a `Deny` that costs one.
        legal: all legal commands of whoever is asked, in a fixed order (bots, tests).
        narrate: puts an event into words for the log, or leaves it out; asked unless the session is quiet.
        options: setup options with their defaults (``{"profile": "strict_p0"}``).
        wins: the outcomes that count as won, for statistics.
        measure: columns of a finished game, for statistics: the same keys in every game, each value an
            int, a bool, a str, None, a tuple of str (a set of things that were there), or a dict from str to
            int (how often each thing was there). What comes before a slash in such a key names its group:
            the shares of ``"end/left"`` and ``"end/right"`` are among all keys of ``end``.
        chances: ``chances(records)`` says what those shares should be, by column and key, for a test.
        simulated: setup options of simulations, where they are not given.
        beckons: cells that the one who plays knows to lead on, beside those at the edge of what was seen:
            where auto-explore goes (a doorway beyond which nothing is made yet).
        observe: numbers of the moment, for curves over the game: the same keys every time.
        observe_at: the event after which `observe` is asked, once the command it fell in is carried out.
        figures: the numbers on the screen and what each is made of, for the why page.
        generate: how it makes something to look at without a game: a level, a whole dungeon.
        compiled: compiled rules that play whole games in a simulation, where nothing differs from what they
            were compiled of (`footfall.engine.compiled`).
    """

    id: str
    rule_mods: tuple[str, ...]
    setup: Callable[[Context, Mapping[str, Any]], StepResult]
    turn_step: str
    scene: Callable[[Context], Any]
    list_legal: Callable[[Context], list[Command]]
    title: Message = field(default=Message("game-title"))
    options: Mapping[str, Any] = field(default_factory=dict)
    spend_turn: Callable[[Context, int], StepResult] | None = None
    narrate: Callable[[Event], LogLineAdded | None] | None = None
    winning_outcomes: tuple[str, ...] = ()
    measure: Callable[[Context], Mapping[str, Any]] | None = None
    expected_shares: Callable[[Any], Mapping[str, Mapping[str, float]]] | None = None
    simulation_options: Mapping[str, Any] = field(default_factory=dict)
    exploration_targets: Callable[[Context], Iterable[tuple[int, int]]] | None = None
    observe: Callable[[Context], Mapping[str, int]] | None = None
    observe_at: type[Event] | None = None
    generation: Generation | None = None
    compile_rules: RulesCompiler | None = None
    figures: Callable[[Context], Iterable[Figure]] | None = None


def total_conversion(base: Game, id: str, rule_mods: tuple[str, ...], **changes: Any) -> Game:
    """A game that is another one but for what is changed: where a total conversion begins.

    What it takes over from `base` runs as the base plugin's own, with its settings and its dice.

    Args:
        id, rule_mods: as in `Game`; `rule_mods` names the base plugin first.
        changes: any other fields of `Game`; these functions are called as the new game's.
    """

    def lend(call: Callable[..., Any] | None) -> Callable[..., Any] | None:
        return None if call is None else lambda ctx, *rest: call(ctx.for_mod(base.id), *rest)

    lends = ("setup", "scene", "list_legal", "spend_turn", "measure", "observe", "figures")
    own: dict[str, Any] = {name: lend(getattr(base, name)) for name in lends}
    made = base.generation
    if made is not None:
        run = made.run

        def generate_with_base(begin: BeginGame, options: Mapping[str, Any]) -> Iterable[Any]:
            return run(lambda options=None, observer=None: begin(options, observer).for_mod(base.id), options)

        own["generation"] = replace(made, run=generate_with_base)
    return replace(base, id=id, rule_mods=rule_mods, **{**own, **changes})


@dataclass(frozen=True, slots=True)
class Listener:
    """One implementation of one hook, ready to be called as ``call(event, ctx)``."""

    mod: str
    hook: str
    call: Callable[[Any, Any], Any]
    cause: Cause


class DispatchHost(Protocol):
    """What a compiled dispatcher needs of the session it runs in."""

    state: State
    strict: bool
    contexts: Mapping[str, Context]
    suspended: set[tuple[str, str]]

    def report_problem(self, cause: Cause, error: BaseException) -> None:
        """Records a contained failure; raises it again under ``--strict``."""


Dispatch: TypeAlias = Callable[[Any, DispatchHost], list[tuple[Listener, Any]]]
"""Calls all listeners of one hook in mod order; returns the results that are not None."""


BatchDispatch: TypeAlias = Callable[[Sequence[Any], DispatchHost], list[list[tuple[Listener, Any]]]]
"""The same for many events at once; results by event."""


@dataclass(frozen=True, slots=True)
class BoundStep:
    """A step with its owner."""

    name: str
    mod: str
    run: StepFunction
    cause: Cause


@dataclass(frozen=True, slots=True)
class BoundCommand:
    """A command kind with its owner."""

    spec: CommandSpec
    mod: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class BoundConsole:
    """A command of the console with its owner."""

    spec: ConsoleSpec
    mod: str
    cause: Cause


@dataclass(frozen=True)
class Rules:
    """Everything that is fixed for a mod set. Built by the loader, read by the engine.

    Attributes:
        batches: dispatchers of those folds that somebody wants to be asked in batches.
        collected: what mods answered to the collect hooks that mods publish, by hook, in mod order.
        lock: (id, version, content hash) of each active mod in order: what a save names.
        settings: values of settings of world scope by full name; a state begins with them.
        preferences: those of startup and player scope: of this machine, never part of a state.
        records: the frozen records (`footfall.content.Records`).
        bots: programs that can play, by id.
        listed: commands of mods that list themselves beside the game's own, in mod order.
        console: commands of the modder's console; a session takes them only if it is allowed to.
        hud: lines that mods add to the picture, in mod order.
        games: games that the active rule plugins provide, by id (see `Context.game`).
        passing: mods that say no save needs them: nobody is told that they are missing, or new.
        keeping: how things of missing mods are set aside, by name of the part.
        migrations: of each mod that has any, by rising version.
    """

    game: Game
    commands: Mapping[type[Command], BoundCommand]
    appliers: Mapping[type[Change], Applier]
    steps: Mapping[str, BoundStep]
    chains: Mapping[tuple[str, str], tuple[str, ...]]
    reactions: Mapping[type[Event], tuple[str, ...]]
    parts: Mapping[str, Any]
    dispatch: Mapping[str, Dispatch]
    batch_dispatch: Mapping[str, BatchDispatch] = field(default_factory=dict)
    mods: tuple[str, ...] = ()
    lock: tuple[tuple[str, str, str], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    preferences: Mapping[str, Any] = field(default_factory=dict)
    records: Any = None
    bots: Mapping[str, Bot] = field(default_factory=dict)
    self_listed_commands: tuple[BoundCommand, ...] = ()
    hud_lines: tuple[BoundHudLine, ...] = ()
    console: Mapping[type[Command], BoundConsole] = field(default_factory=dict)
    games: Mapping[str, Game] = field(default_factory=dict)
    optional_mods: frozenset[str] = frozenset()
    orphan_policies: Mapping[str, OrphanPolicy] = field(default_factory=dict)
    migrations: Mapping[str, tuple[Migration, ...]] = field(default_factory=dict)
    collected: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
