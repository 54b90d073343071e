"""Listeners in Python for compiled rules: asked with the same events, contexts and dice as in a session.

The state that they see is read from the compiled rules when one of them looks at it. Where a listener does what only
a session contains (it raises, writes to the state, rolls where there are no dice), the rules in Python must play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from sys import getrefcount
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

import msgspec

from .change_checks import check_changes
from .context import Context
from .host import StepFunction
from .model import Cause, Change
from .problem_log import is_contained
from .rules import Rules
from .serials import Serials
from .session import Session
from .state import State
from .terms import FoldResult, Proposal, limit_changes

T = TypeVar("T")


Moment: TypeAlias = tuple[int, int, int, bool, int]
"""The moment in which a listener is asked: seed, turn, serial of the entry, whether no listener was asked in it before,
and a number that tells the states of all games apart."""


class LeftToPythonError(Exception):
    """The rules in Python must play this game."""


class _StateFrame(State):
    """A state whose parts are not decoded."""

    parts: dict[str, msgspec.Raw] = msgspec.field(default_factory=dict)


_DECODER = msgspec.msgpack.Decoder(_StateFrame)
_ENCODER = msgspec.msgpack.Encoder()


class _ShownState:
    """The state as listeners see it: the fields of a `State`, read when they are asked for.

    Args:
        read: returns the state of the running game in MessagePack.
    """

    __slots__ = ("_decoders", "_frame", "_is_set", "_moment", "_parts", "_read", "_rules", "_settings", "_shown")

    def __init__(self, rules: Rules, read: Callable[[], bytes]) -> None:
        self._rules = rules
        self._settings = dict(rules.settings)
        self._decoders = {name: msgspec.msgpack.Decoder(kind) for name, kind in rules.saves.parts.items()}
        self._read = read
        self._moment: Moment = (0, 0, 0, False, 0)
        self._frame: _StateFrame | None = None
        self._parts: dict[str, Any] | None = None
        self._shown = b""
        self._is_set = False

    def move_to(self, moment: Moment) -> bool:
        """Shows another moment of a game; returns whether the one before is as it was shown."""
        is_clean = True
        if moment[4] != self._moment[4]:
            is_clean = self._is_clean()
            self._frame = self._parts = None
            if not is_clean:
                self._settings, self._is_set = dict(self._rules.settings), False
        self._moment = moment
        return is_clean

    @property
    def game(self) -> str:
        return self._rules.game.id

    @property
    def settings(self) -> dict[str, Any]:
        return self._settings

    @property
    def seed(self) -> int:
        return self._moment[0]

    @property
    def turn(self) -> int:
        return self._moment[1]

    @property
    def parts(self) -> dict[str, Any]:
        if self._parts is None:
            parts = self._read_frame().parts
            self._parts = {name: self._decoders[name].decode(part) for name, part in parts.items()}
            self._shown = self._encode()
        return self._parts

    def __getattr__(self, name: str) -> Any:
        if name not in State.__struct_fields__:
            raise AttributeError(f"'State' object has no attribute {name!r}")
        frame = self._read_frame()
        if not self._shown:
            self._shown = self._encode()
        return getattr(frame, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """A listener that sets a field writes to the state."""
        if name[0] == "_":
            object.__setattr__(self, name, value)
        else:
            self._is_set = True

    def _is_clean(self) -> bool:
        """Whether no listener wrote to what it was shown, or keeps a part, which would not follow the game."""
        if self._is_set or self._settings != self._rules.settings:
            return False
        is_kept = self._parts is not None and any(getrefcount(part) > 3 for part in self._parts.values())
        return self._frame is None or (not is_kept and self._encode() == self._shown)

    def _read_frame(self) -> _StateFrame:
        if self._frame is None:
            self._frame, self._shown = _DECODER.decode(self._read()), b""
        return self._frame

    def _encode(self) -> bytes:
        return _ENCODER.encode((self._frame, self._parts))


class _Dice(Serials):
    """The dice of listeners. `is_open`: whether they may be rolled."""

    __slots__ = ("is_open", "is_used")

    def __init__(self) -> None:
        super().__init__()
        self.is_open = True
        self.is_used = False

    def draw(self, seed: int, key: int, size: int) -> int:
        self.is_used = self.is_used or not self.is_open
        return super().draw(seed, key, size)


class _ListenerSession(Session):
    """What contexts and dispatchers of listeners use of a session. The first failure ends the game here."""

    has_failed = False

    def report_problem(self, cause: Cause, error: BaseException, where: str = "") -> NoReturn:
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
        self._state = _ShownState(rules, read_state)
        self._session = _ListenerSession(rules, cast(State, self._state), quiet=True)
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
        """Asks a vote, in which no dice are rolled: whether it denies."""
        return self._ask(moment, False, self._is_denied, hook, event)

    def _is_denied(self, hook: str, event: Any) -> bool:
        return self._ctx.vote(hook, event) is not None

    def notify(self, moment: Moment | None, hook: str, event: Any) -> Sequence[Proposal] | None:
        """Asks a notification: the proposals of its listeners, checked."""
        proposals = self._ask(moment, True, self._ctx.notify, hook, event)
        return None if proposals is None or not self._check(proposals) else proposals

    def run_step(self, moment: Moment, name: str) -> Sequence[Proposal] | None:
        """Runs a step of a mod without arguments: its changes, checked, as a proposal."""
        step = self._rules.steps[name]
        changes = self._ask(moment, True, _list_changes, step.run, self._session.contexts[step.mod])
        if changes is None or not all(isinstance(change, Change) for change in changes):
            return None
        proposals = [Proposal(step.cause, changes=tuple(changes))]
        return proposals if self._check(proposals) else None

    def end_game(self) -> bool:
        """Ends a game; returns whether the listeners left its states alone."""
        return self._state.move_to((0, 0, 0, False, 0))

    def _ask(self, moment: Moment | None, has_dice: bool, ask: Callable[..., T], *arguments: Any) -> T | None:
        session, dice = self._session, self._dice
        session.has_failed = dice.is_used = False
        if moment is not None:
            if not self._state.move_to(moment):
                return None
            dice.is_open = has_dice
            if moment[3]:
                dice.enter(moment[2])
        try:
            answer = ask(*arguments)
        except BaseException as error:
            if not is_contained(error):
                raise
            return None
        return None if session.has_failed or dice.is_used else answer

    def _check(self, proposals: Sequence[Proposal]) -> bool:
        try:
            for proposal in proposals:
                check_changes(proposal.changes)
        except ValueError:
            return False
        return True


def _list_changes(run: StepFunction, ctx: Context) -> list[Any]:
    return limit_changes(run)(ctx) or []
