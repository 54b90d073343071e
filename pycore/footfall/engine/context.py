"""What rules and mods are handed: the state to read, dice to roll, hooks to ask.

A `Context` belongs to one mod in one session. It cannot write: rules return changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

from footfall import kernels

from .model import Deny, Draw, Push, Vote
from .terms import FoldResult, Proposal, combine

if TYPE_CHECKING:
    from .rules import Game
    from .session import Session

T = TypeVar("T")


@lru_cache(maxsize=4096)
def stream_key(mod: str, purpose: str) -> int:
    """The 64-bit key of a mod's named random stream."""
    return int.from_bytes(blake2b(f"{mod}\0{purpose}".encode(), digest_size=8).digest(), "little")


class DiceStream:
    """An ordered stream read ahead: its n-th number depends on the seed, its name and n alone.

    Reading alters nothing; `used` is the change that records what was read, to be returned with
    the changes it led to. Whoever refuses afterwards has used nothing up.

    Attributes:
        name: full name (``"core.delve:leader"``).
        index: numbers used up so far, those read ahead included.
    """

    __slots__ = ("_first", "_key", "_session", "index", "name")

    def __init__(self, session: Session, mod: str, purpose: str) -> None:
        self._session = session
        self._key = stream_key(mod, purpose)
        self.name = f"{mod}:{purpose}"
        self._first = self.index = session.state.streams.get(self.name, 0)

    def roll(self, low: int, high: int) -> int:
        """The next number, uniform in ``low..high``, both ends included."""
        session, index = self._session, self.index
        self.index = index + 1
        if session.dice_source is not None:
            die = session.dice_source.take(self.name.rpartition(":")[2], low, high)
            if die is not None:
                return die
        return low + kernels.draw(session.state.seed, self._key, 0, index, high - low + 1)

    @property
    def draw_change(self) -> Draw:
        """The change that records all that was read."""
        return Draw(self.name, self.index - self._first)


class Context:
    """The running game as one mod sees it.

    Attributes:
        state: the state, to be read only.
        mod: whose view this is; names its random streams and its memory.
        records: the frozen records of all mods.
    """

    __slots__ = ("_keys", "_session", "mod", "records", "state")

    def __init__(self, session: Session, mod: str) -> None:
        self._session = session
        self.state = session.state
        self.mod = mod
        self.records = session.rules.records
        self._keys: dict[str, int] = {}

    # Reading.

    def setting(self, name: str) -> Any:
        """A setting of this mod by its short name, or of another by its full name.

        One of startup or player scope is this machine's: it may change what is shown, never what happens.

        Raises:
            KeyError: no active mod has it.
        """
        settings, preferences = self.state.settings, self._session.rules.preferences
        full = f"{self.mod}.{name}"
        if full in settings:
            return settings[full]
        if full in preferences:
            return preferences[full]
        return settings[name] if name in settings else preferences[name]

    def recall(self, key: str, default: Any = None) -> Any:
        """Reads this mod's own memory, which `Remember` writes."""
        return self.state.memory.get(self.mod, {}).get(key, default)

    # Dice. Stateless: keyed by (seed, mod, purpose), counted by (entry, draw), so that a
    # mod that raises, a monster more or a dropped hook shifts nobody else's numbers.

    def roll(self, purpose: str, low: int, high: int) -> int:
        """A uniform integer in ``low..high``, both ends included; ``high < low`` gives `low`."""
        session = self._session
        if session.dice_source is not None:
            die = session.dice_source.take(purpose, low, high)
            if die is not None:
                return die
        if high <= low:
            return low
        key = self._keys.get(purpose)
        if key is None:
            key = self._keys[purpose] = stream_key(self.mod, purpose)
        return low + session.serials.draw(self.state.seed, key, high - low + 1)

    def anchor_dice(self, subject: str) -> None:
        """From here on this entry's dice depend on the seed and `subject` alone, not on what came before.

        For what must be the same whenever it happens: a floor that is made when it is first entered.
        """
        self._session.serials.enter(stream_key(self.mod, subject))

    @property
    def purposes(self) -> tuple[str, ...]:
        """What this mod's dice were thrown for in this session so far, in order of the first throw."""
        return tuple(self._keys)

    def chance(self, purpose: str, numerator: int, denominator: int) -> bool:
        """True in `numerator` of `denominator` cases."""
        return self.roll(purpose, 1, denominator) <= numerator

    def choose(self, purpose: str, options: Sequence[T]) -> T:
        """One of `options`, all equally likely."""
        return options[self.roll(purpose, 0, len(options) - 1)]

    def choose_weighted(self, purpose: str, weights: Sequence[int]) -> int:
        """An index, with chances as the integer `weights` (their sum must be positive)."""
        total = sum(weights)
        if total <= 0:
            raise ValueError(f"weights for {purpose!r} must have a positive sum, got {list(weights)}")
        ticket = self.roll(purpose, 1, total)
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket <= 0:
                return index
        raise AssertionError("unreachable: the ticket is at most the sum")

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        """A shuffled copy (Fisher and Yates, from the end)."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.roll(purpose, 0, last)
            out[last], out[other] = out[other], out[last]
        return out

    def open_dice_stream(self, purpose: str) -> DiceStream:
        """This mod's ordered stream of that name, from where it stands: for dice whose order is the game.

        Example: ``dice = ctx.table("leader"); face = dice.roll(1, 12); return [dice.used, ...]``
        """
        return DiceStream(self._session, self.mod, purpose)

    # Other rule plugins of this game.

    def for_mod(self, mod: str) -> Context:
        """The same game as another active mod sees it; what that mod's own functions are handed."""
        return self._session.contexts[mod]

    def find_game(self, id: str) -> Game:
        """The game that an active rule plugin provides: a game made of another one uses its scene, its legal
        commands, its setup.

        Raises:
            KeyError: no active rule plugin provides it.
        """
        return self._session.rules.games[id]

    def list_bindings(self) -> tuple[Any, ...]:
        """The bindings of all commands of this game (`footfall.api.scene.Binding`), in mod order."""
        return tuple(b for bound in self._session.rules.commands.values() for b in bound.spec.bindings)

    # Hooks.

    def fold(self, hook: str, event: Any, terms: Mapping[str, int]) -> FoldResult:
        """Asks a fold hook: every listener sees the same state and proposes for `terms`."""
        session = self._session
        dispatch = session.dispatch.get(hook)
        proposals: tuple[Proposal, ...] = ()
        final: Mapping[str, int] = terms
        if dispatch is not None:
            proposals = tuple(session.check_proposals(hook, dispatch(event, session), terms))
            final = combine(terms, proposals)
        if session.tracer is not None:
            session.tracer.record_fold(session, hook, event, terms, proposals, final)
        return FoldResult(final, proposals)

    def fold_each(
        self, hook: str, events: Sequence[Any], terms: Sequence[Mapping[str, int]]
    ) -> list[FoldResult]:
        """Asks a fold hook about many events at once: the same as `fold` for each, in this order.

        Mods that want batches are handed all events of the call together.

        Args:
            terms: of each event.
        """
        session = self._session
        dispatch = session.batch_dispatch.get(hook)
        if dispatch is None:
            return [self.fold(hook, event, base) for event, base in zip(events, terms, strict=True)]
        out = []
        for event, base, results in zip(events, terms, dispatch(events, session), strict=True):
            proposals = tuple(session.check_proposals(hook, results, base))
            final = combine(base, proposals)
            if session.tracer is not None:
                session.tracer.record_fold(session, hook, event, base, proposals, final)
            out.append(FoldResult(final, proposals))
        return out

    def collect(self, hook: str) -> tuple[Any, ...]:
        """What mods answered at start to a collect hook that a mod publishes, in mod order."""
        return self._session.rules.collected.get(hook, ())

    def notify(self, hook: str, event: Any) -> tuple[Proposal, ...]:
        """Tells a notification hook; returns the changes its listeners queue."""
        session = self._session
        dispatch = session.dispatch.get(hook)
        if dispatch is None:
            return ()
        results = dispatch(event, session)
        if session.tracer is not None:
            session.tracer.record_poll(session, hook, event, results)
        return tuple(session.check_proposals(hook, results, {}))

    def vote(self, hook: str, event: Any) -> Deny | None:
        """Asks a ``can_*`` hook: the first `Deny` in mod order, or None if nobody objects."""
        session = self._session
        dispatch = session.dispatch.get(hook)
        if dispatch is None:
            return None
        results = dispatch(event, session)
        if session.tracer is not None:
            session.tracer.record_poll(session, hook, event, results)
        for listener, result in results:
            if isinstance(result, Deny):
                return result
            if not isinstance(result, Vote):
                session.report_problem(
                    listener.cause, TypeError(f"{hook} returns ALLOW, PASS or Deny(...), not {result!r}")
                )
        return None

    def decide(self, hook: str, event: Any) -> Any:
        """Asks a ``decide_*`` hook: the answer of the last mod in order that has one, or None."""
        session = self._session
        dispatch = session.dispatch.get(hook)
        if dispatch is None:
            return None
        answers = dispatch(event, session)
        if session.tracer is not None:
            session.tracer.record_poll(session, hook, event, answers)
        return answers[-1][1] if answers else None

    @property
    def quiet(self) -> bool:
        """Whether nobody reads the log: a rule may leave out changes that alter nothing."""
        return self._session.quiet

    def has_listeners(self, hook: str) -> bool:
        """Whether anybody implements `hook`: lets a rule skip building an event nobody reads."""
        return hook in self._session.dispatch

    def push_chain(self, hook: str, recipe: str, *args: Any) -> list[Push]:
        """The steps of a chain as agenda entries, in order; each sees the changes of the last."""
        return [Push(name, args) for name in self._session.rules.chains[hook, recipe]]

    def list_recipes(self, hook: str) -> tuple[str, ...]:
        """The names of all recipes of a chain hook, in mod order."""
        return tuple(recipe for name, recipe in self._session.rules.chains if name == hook)

    def run_chain(
        self, hook: str, recipe: str, work: T, observer: Callable[[str, T], None] | None = None
    ) -> T:
        """Runs a chain that asks nothing as straight calls on a private piece of work.

        Each step gets ``run(ctx, work)`` with its owner's `Play`. A mod's step that raises
        is undone (`work.copy()` was kept, `work.restore(copy)` puts it back) and reported.

        Args:
            watch: called after each step with its name and the work: for snapshots.
        """
        return self._session.run_chain(hook, recipe, work, observer)
