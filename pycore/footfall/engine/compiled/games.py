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
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from .native import NotCompiledError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..declarations.rules import Rules

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
    """The entry points of all installed distributions, read once per process."""
    from importlib.metadata import entry_points  # takes longer to import than compiled steps need

    offers = entry_points(group=ENTRY_POINT_GROUP)
    return tuple(sorted(offers, key=lambda offer: (offer.name, offer.value)))


class DataRule(Protocol):
    """A rule as data, in the form that compiled rules read; see `footfall.loader.rules.rule.Rule`."""

    @property
    def mod(self) -> str: ...
    @property
    def hook(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def via(self) -> str:
        """The purpose of its dice."""

    @property
    def program(self) -> bytes:
        """Its program; see `footfall.expressions.program`."""

    @property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds of creature that it concerns, by the field of the event."""

    @property
    def deeds(self) -> tuple[str, ...]:
        """The names of its deeds."""

    def list_texts(self, name: str) -> tuple[str, ...]:
        """The texts that it gives to a value of its deeds: ``lose.text``."""

    @property
    def has_dice(self) -> bool:
        """Whether it rolls."""

    @property
    def rolls(self) -> Mapping[str, Any]:
        """The dice that it shares with other rules of its mod, by name."""

    @property
    def has_choice(self) -> bool:
        """Whether it chooses from a list."""

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The readings that it asks, by key."""


def list_data_rules(rules: Rules) -> dict[str, list[DataRule] | None]:
    """Returns the listeners of mods by hook, in order; None where one of them is Python.

    The game's own listeners in Python are left out: compiled rules contain them.
    """
    found: dict[str, list[DataRule] | None] = {}
    bound: Mapping[Any, Any] = rules.hooks.rules
    for cause in rules.hooks.listener_causes:
        rule: DataRule | None = bound.get(cause)
        if rule is None:
            if cause.mod not in rules.game.rule_mods:
                found[cause.via] = None
        elif (listed := found.setdefault(rule.hook, [])) is not None:
            listed.append(rule)
    return found
