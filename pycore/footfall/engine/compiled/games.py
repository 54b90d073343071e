"""Compiled rules: an implementation of a game's rules that plays whole games in a simulation.

The rules in Python are the reference, and the only ones that mods change. Compiled rules play a game only if mods
change nothing in it, and listen only to hooks that the compiled rules ask (`footfall.engine.compiled.listeners`); they
reach the same states, events and counts from the same seed, bit for bit.

An installed distribution offers them through the entry-point group ``footfall.compiled``: the name of an entry point
is the id of a game, its value a `RulesCompiler`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from sys import getrefcount
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar, cast

import msgspec

from ..codec import StateFrame, decode_frame
from ..declarations.rules import Rules
from ..dice import Serials
from ..guards.change_checks import check_changes
from ..guards.problem_log import is_contained
from ..host import DataRule
from ..model import Cause, Change
from ..session import Session
from ..state import State
from ..terms import FoldResult, Proposal, limit_changes
from .native import NotCompiledError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "footfall.compiled"


class CompiledGame(NamedTuple):
    """A game played by compiled rules, to its end or to the limit of commands.

    Attributes:
        outcome: the outcome; None if the game was cut short.
        commands, answers: the number of commands, and of those that answered a question.
        events: the number of events, including those of the setup.
        state: the last state, as `footfall.engine.codec.encode_canonical` encodes it.
        curves: the columns of `Statistics.observe`, one value per observation.
    """

    outcome: str | None
    commands: int
    answers: int
    events: int
    state: bytes
    curves: Mapping[str, Sequence[int]]


EventCount: TypeAlias = tuple[str, str, str, str | None, int, int]
"""Tag of a command or an event; name of a text field and its value (``""``: the kind as a whole); outcome of the
games (None: cut short); in how many of these games it occurred; how often in all of them."""


class CompiledRules(Protocol):
    """Compiled rules with the records, options and bots of one plan."""

    def play_games(
        self, seeds: list[int], max_commands: int, audit: bool, /
    ) -> tuple[Sequence[tuple[Any, ...] | None], Sequence[EventCount]]:
        """Plays one game per seed, each to its end or to `max_commands`.

        Args:
            audit: also count steps and dice, as `footfall.sim.coverage` does.

        Returns:
            The games, each as the fields of a `CompiledGame`, or None where the rules in Python must play; and the
            counts over all games played here.
        """


RulesCompiler: TypeAlias = "Callable[[Rules, Mapping[str, Any], Sequence[str]], CompiledRules]"
"""``compile(rules, options, bots)``: compiled rules for these rules, setup options and bot ids.

Raises `NotCompiledError` if anything that could alter or observe a game differs from the compiled ones."""


def compile_rules(rules: Rules, options: Mapping[str, Any], bots: Sequence[str]) -> CompiledRules | None:
    """Returns the compiled rules for a game, or None if no installed distribution offers any.

    Raises:
        NotCompiledError: they do not fit these rules, options or bots, or the entry point is broken.
    """
    compiler = find_rules_compiler(rules.game.id)
    if compiler is None:
        return None
    try:
        return compiler(rules, options, bots)
    except NotCompiledError:
        raise
    except Exception as error:
        raise NotCompiledError(f"the compiled rules fail: {type(error).__name__}: {error}") from error


def find_rules_compiler(game_id: str) -> RulesCompiler | None:
    """Returns the compiler that an installed distribution offers for a game, or None.

    Raises:
        NotCompiledError: the entry point cannot be loaded, or there are two of them for the game.
    """
    offers = [offer for offer in list_offers() if offer.name == game_id]
    if not offers:
        return None
    if len(offers) > 1:
        values = ", ".join(offer.value for offer in offers)
        raise NotCompiledError(f"more than one distribution offers compiled rules: {values}; uninstall one")
    where = f"entry point {ENTRY_POINT_GROUP}: {game_id} = {offers[0].value}"
    try:
        compiler: RulesCompiler = offers[0].load()
    except Exception as error:
        raise NotCompiledError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(compiler):
        raise NotCompiledError(f"{where} is not a function")
    return compiler


@cache
def list_offers() -> tuple[EntryPoint, ...]:
    """Returns the entry points of all installed distributions, read once per process."""
    from importlib.metadata import entry_points  # takes longer to import than compiled steps need

    offers = entry_points(group=ENTRY_POINT_GROUP)
    return tuple(sorted(offers, key=lambda offer: (offer.name, offer.value)))


def list_data_rules(rules: Rules) -> dict[str, list[DataRule] | None]:
    """Returns the listeners of mods by hook, in order; None where one of them is Python.

    The game's own listeners in Python are left out: compiled rules contain them.
    """
    found: dict[str, list[DataRule] | None] = {}
    for cause in rules.hooks.listener_causes:
        rule = rules.hooks.rules.get(cause)
        if rule is None:
            if cause.mod not in rules.game.rule_mods:
                found[cause.via] = None
        elif (listed := found.setdefault(rule.hook, [])) is not None:
            listed.append(rule)
    return found


T = TypeVar("T")


Moment: TypeAlias = tuple[int, int, int, bool, int]
"""The moment in which a listener is asked.

Its items: seed; turn; serial of the entry; whether it is the first question under that serial, which starts the dice;
and a number of the state, unique among all games.
"""


class LeftToPythonError(Exception):
    """The rules in Python must play this game."""


_ENCODER = msgspec.msgpack.Encoder()


class _StateReader:
    """Reads the state of the running game, and finds writes of listeners to it.

    A part is decoded again after it has changed; before that, the part that was shown is searched for a write.

    Args:
        read: returns the state in MessagePack.

    Attributes:
        settings: as listeners see them.
        was_written: whether a listener has written to a part that was shown before.
    """

    def __init__(self, rules: Rules, read: Callable[[], bytes]) -> None:
        self.rules = rules
        self.settings = dict(rules.settings)
        self.moment: Moment = (0, 0, 0, False, 0)
        self.was_written = False
        self._decoders = {name: msgspec.msgpack.Decoder(kind) for name, kind in rules.saves.parts.items()}
        self._read = read
        self._frame: StateFrame | None = None
        self._shown_frame = b""
        self._is_current = False
        self._parts: dict[str, Any] = {}
        self._encoded: dict[str, bytes] = {}
        self._shown_parts = _ENCODER.encode({})

    def move_to(self, moment: Moment) -> bool:
        """Shows another moment of a game; returns whether listeners left the earlier ones as they were shown."""
        if moment[-1] == self.moment[-1]:  # the same state
            self.moment = moment
            return True
        is_clean = not self.was_written and self.settings == self.rules.settings
        if self._frame is not None:
            is_clean = is_clean and _ENCODER.encode(self._frame) == self._shown_frame
            self._frame, self._is_current = None, False
        if not is_clean:
            self.settings, self.was_written = dict(self.rules.settings), False
        self.moment = moment
        return is_clean

    def end_game(self) -> bool:
        """Ends a game; returns whether its states were left as they were shown."""
        is_clean = self.move_to((0, 0, 0, False, 0))
        is_clean = self._are_parts_clean() and is_clean
        self._parts, self._encoded, self._shown_parts = {}, {}, _ENCODER.encode({})
        return is_clean

    def read_frame(self) -> StateFrame:
        """Returns the state without its parts."""
        if self._frame is None:
            self._frame = decode_frame(self._read())
            self._shown_frame = _ENCODER.encode(self._frame)
        return self._frame

    def read_parts(self) -> dict[str, Any]:
        """Returns the parts of the state."""
        if not self._is_current:
            self._is_current = True
            encoded = {name: bytes(part) for name, part in self.read_frame().parts.items()}
            if encoded != self._encoded:
                self.was_written = self.was_written or not self._are_parts_clean()
                self._parts = {name: self._decoders[name].decode(part) for name, part in encoded.items()}
                self._encoded, self._shown_parts = encoded, _ENCODER.encode(self._parts)
        return self._parts

    def _are_parts_clean(self) -> bool:
        """Returns whether no listener wrote to a part, or keeps a reference to one, which would go stale.

        Only the reference count shows this: structs and tables take no weak references.
        """
        is_kept = any(getrefcount(part) > 3 for part in self._parts.values())
        return not is_kept and _ENCODER.encode(self._parts) == self._shown_parts


class _ShownState:
    """The state as listeners see it: the fields of a `State`, read when they are asked for."""

    __slots__ = ("_reader",)
    _reader: _StateReader

    def __init__(self, reader: _StateReader) -> None:
        object.__setattr__(self, "_reader", reader)

    @property
    def game(self) -> str:
        return self._reader.rules.game.id

    @property
    def settings(self) -> dict[str, Any]:
        return self._reader.settings

    @property
    def seed(self) -> int:
        return self._reader.moment[0]

    @property
    def turn(self) -> int:
        return self._reader.moment[1]

    @property
    def parts(self) -> dict[str, Any]:
        return self._reader.read_parts()

    def __getattr__(self, name: str) -> Any:
        if name not in State.__struct_fields__:
            raise AttributeError(f"'State' object has no attribute {name!r}")
        return getattr(self._reader.read_frame(), name)


class _Dice(Serials):
    """The dice of listeners.

    Attributes:
        is_open: whether they may be rolled.
        was_misused: whether they were rolled when they were not open.
    """

    __slots__ = ("is_open", "was_misused")

    def __init__(self) -> None:
        super().__init__()
        self.is_open = True
        self.was_misused = False

    def draw(self, seed: int, key: int, size: int) -> int:
        self.was_misused = self.was_misused or not self.is_open
        return super().draw(seed, key, size)


class _ListenerSession(Session):
    """A session for the contexts and dispatchers of listeners. The first failure ends the game here."""

    has_failed = False

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> NoReturn:
        self.has_failed = True
        if not is_contained(error):
            raise error
        raise LeftToPythonError


class CompiledListeners:
    """Asks listeners for compiled rules. Each method returns None if the rules in Python must play the game.

    Args:
        read_state: returns the state of the running game in MessagePack, its tables in the order in which they were
            filled.
    """

    def __init__(self, rules: Rules, read_state: Callable[[], bytes]) -> None:
        self._rules = rules
        self._state = _StateReader(rules, read_state)
        self._session = _ListenerSession(rules, cast(State, _ShownState(self._state)), quiet=True)
        self._dice = self._session.serials = _Dice()
        self._ctx = self._session.context()

    def fold(self, moment: Moment | None, hook: str, event: Any, terms: Mapping[str, int]) -> FoldResult | None:
        """Asks a fold; the changes among its proposals are checked.

        Args:
            moment: None if no listener of the hook takes the context.
        """
        result = self._ask(moment, True, self._ctx.fold, hook, event, terms)
        return None if result is None or not self._check(result.proposals) else result

    def fold_without_dice(
        self, moment: Moment | None, hook: str, event: Any, terms: Mapping[str, int]
    ) -> Mapping[str, int] | None:
        """Asks a fold outside of an entry: no dice are rolled, and changes are left out."""
        result = self._ask(moment, False, self._ctx.fold, hook, event, terms)
        return None if result is None else result.terms

    def vote(self, moment: Moment | None, hook: str, event: Any) -> bool | None:
        """Asks a vote, without dice; returns whether it denies."""
        return self._ask(moment, False, lambda: self._ctx.vote(hook, event) is not None)

    def notify(self, moment: Moment | None, hook: str, event: Any) -> Sequence[Proposal] | None:
        """Sends a notification; returns the checked proposals of its listeners."""
        proposals = self._ask(moment, True, self._ctx.notify, hook, event)
        return None if proposals is None or not self._check(proposals) else proposals

    def run_step(self, moment: Moment, name: str) -> Sequence[Proposal] | None:
        """Runs a step of a mod without arguments; returns its checked changes as a proposal."""
        step = self._rules.steps[name]
        changes = self._ask(moment, True, lambda: limit_changes(step.run)(self._session.contexts[step.mod]) or [])
        if changes is None or not all(isinstance(change, Change) for change in changes):
            return None
        proposals = [Proposal(step.cause, changes=tuple(changes))]
        return proposals if self._check(proposals) else None

    def end_game(self) -> bool:
        """Ends a game; returns whether the listeners left its states alone."""
        return self._state.end_game()

    def _ask(self, moment: Moment | None, has_dice: bool, ask: Callable[..., T], *arguments: Any) -> T | None:
        session, dice = self._session, self._dice
        session.has_failed = dice.was_misused = False
        if moment is not None:
            if not self._state.move_to(moment):
                return None
            dice.is_open = has_dice
            _, _, serial, is_first, _ = moment
            if is_first:
                dice.enter(serial)
        try:
            answer = ask(*arguments)
        except BaseException as error:
            if not is_contained(error):
                raise
            return None
        return None if session.has_failed or dice.was_misused else answer

    def _check(self, proposals: Sequence[Proposal]) -> bool:
        try:
            for proposal in proposals:
                check_changes(proposal.changes)
        except ValueError:
            return False
        return True
