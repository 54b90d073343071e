"""Listeners in Python for the compiled board: functions that it calls at the hooks that mods listen to.

A function takes the moment (None if no listener of its hook takes the context) and the fields of the event, and returns
a number, or a number and the deeds of mods; None if the rules in Python must play the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

from footfall.api import Command, Proposal, Remember, Tell, events
from footfall.api.compiled import CompiledListeners, EventCount, Moment, Rules, encode_canonical, list_data_rules

from .. import changes as c, commands as cmd
from ..hookspecs import Arriving, Costing, Drawing
from ..rules import sanity
from ..rules.allowance import COST_HOOK
from ..rules.monsters import ARRIVAL_HOOK
from ..rules.notices import ON_CARD

ROUND_END = "on_round_end"

HOOKS = (
    *("on_damage", COST_HOOK, ARRIVAL_HOOK, "can_act", "can_enter", "on_turn_start", "on_turn_end", "on_enter"),
    *("on_use", ON_CARD, ROUND_END),
)
"""The hooks that the board asks, in the order of `Hook` in rust/king/src/listeners.rs."""

MAX_LENGTH = 1000
"""The longest text that a mod remembers here, in characters."""

MAX_NUMBER = 10**9

MAX_WORDS = 200
"""Sources and statuses that the board learns from mods."""

Fields: TypeAlias = tuple[Any, ...]
Deeds: TypeAlias = list[tuple[Any, ...]]
Outcome: TypeAlias = int | tuple[int, Deeds] | None
AskFunction: TypeAlias = Callable[[Moment | None, Fields], Outcome]

_KNOWN = (Tell, Remember, c.Lose, c.Gain, c.Afflict, c.ClearStatus, c.LoseTurn)

_COMMANDS = {
    str(kind.__struct_config__.tag): kind
    for kind in vars(cmd).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
}


def list_heard_hooks(rules: Rules) -> list[str]:
    """Returns the hooks of the board to which mods listen with Python."""
    data = list_data_rules(rules)
    return [hook for hook in HOOKS if hook in data and data[hook] is None]


class DeedEncoder:
    """Encodes the deeds of mods.

    Attributes:
        words: the sources and statuses that mods have named.
    """

    def __init__(self, rules: Rules) -> None:
        self.words: set[str] = set()
        # A number that rules as data remember has a place of its own on the board.
        self._rule_mods = {rule.mod for listed in list_data_rules(rules).values() for rule in listed or ()}

    def encode_answer(self, value: int, proposals: Iterable[Proposal] | None) -> Outcome:
        """Encodes an answer; None if a mod makes a change that the board does not have."""
        if not proposals:
            return None if proposals is None else value
        deeds: Deeds = []
        for proposal in proposals:
            for change in proposal.changes:
                deed = self._encode_change(change) if type(change) in _KNOWN else None
                if deed is None:
                    return None
                deeds.append(deed)
        return (value, deeds) if deeds else value

    def _encode_change(self, change: Any) -> tuple[Any, ...] | None:
        match change:
            case Tell(kind=kind):
                return ("tell", self._name(kind))
            case Remember(mod=mod, key=key, value=value) if mod not in self._rule_mods and _is_small(value):
                return ("note", mod, key, None if value is None else encode_canonical(value))
            case c.Lose(amounts=amounts, source=source) if _are_small(amounts):
                return ("lose", amounts, self._name(source))
            case c.Gain(amounts=amounts, source=source) if _are_small(amounts):
                return ("gain", amounts, self._name(source))
            case c.Afflict(seats=seats, status=status, left=left, trapper=0) if 0 <= left <= MAX_NUMBER:
                return ("afflict", seats, self._name(status), left)
            case c.ClearStatus(seat=seat, status=status):
                return ("clear", seat, self._name(status))
            case c.LoseTurn(seat=seat):
                return ("lose_turn", seat)
        return None

    def _name(self, word: str) -> str:
        if len(self.words) < MAX_WORDS and len(word) <= MAX_LENGTH:
            self.words.add(word)
        return word


def list_asks(rules: Rules, listeners: CompiledListeners, encoder: DeedEncoder) -> list[tuple[int, AskFunction, bool]]:
    """Returns the functions that ask listeners: number of the hook, function, whether a listener takes the context."""

    def fold_damage(moment: Moment | None, fields: Fields) -> Outcome:
        folded = listeners.fold(moment, "on_damage", *sanity.build_damage(*fields))
        return None if folded is None else encoder.encode_answer(sanity.find_loss(folded.terms), folded.proposals)

    def fold_cost(moment: Moment | None, fields: Fields) -> int | None:
        seat, tag, place, destination, card, cost = fields
        event = Costing(seat, tag.rpartition(":")[2], place, destination, card)
        terms = listeners.fold_without_dice(moment, COST_HOOK, event, {"cost": cost})
        return None if terms is None else max(0, terms["cost"])

    def vote(moment: Moment | None, fields: Fields, hook: str, build: Callable[..., Any]) -> bool | None:
        return listeners.vote(moment, hook, build(*fields))

    def notify(moment: Moment | None, fields: Fields, hook: str, build: Callable[..., Any]) -> Outcome:
        return encoder.encode_answer(0, listeners.notify(moment, hook, build(*fields)))

    def run_step(moment: Moment | None, fields: Fields) -> Outcome:
        return None if moment is None else encoder.encode_answer(0, listeners.run_step(moment, fields[0]))

    functions: dict[str, AskFunction] = {
        "on_damage": fold_damage,
        COST_HOOK: fold_cost,
        ROUND_END: run_step,
        **{hook: partial(vote, hook=hook, build=build) for hook, build in _VOTES.items()},
        **{hook: partial(notify, hook=hook, build=build) for hook, build in _NOTIFICATIONS.items()},
    }
    without_context = rules.hooks.context_free - {ROUND_END}
    return [(HOOKS.index(hook), functions[hook], hook not in without_context) for hook in list_heard_hooks(rules)]


@lru_cache(maxsize=4096)
def _build_acting(seat: int, tag: str, word: str, target: int) -> events.Acting:
    """Builds the event of ``can_act`` from a command's kind, its text and its target."""
    kind = _COMMANDS[tag]
    texts = [name for name in kind.__struct_fields__ if name not in ("actor", "target")]
    fields: dict[str, Any] = dict.fromkeys(texts, word)
    if "target" in kind.__struct_fields__:
        fields["target"] = target
    return events.Acting(seat, kind(actor=seat, **fields))


_VOTES: Mapping[str, Callable[..., Any]] = {
    ARRIVAL_HOOK: Arriving,
    "can_act": _build_acting,
    "can_enter": events.Entering,
}
_NOTIFICATIONS: Mapping[str, Callable[..., Any]] = {
    "on_turn_start": events.Turn,
    "on_turn_end": events.Turn,
    "on_enter": events.Entering,
    "on_use": lambda seat, item: events.Using(seat, item, seat),
    ON_CARD: Drawing,
}


def _is_small(value: Any) -> bool:
    return value is None or type(value) in (int, bool) or (type(value) is str and len(value) <= MAX_LENGTH)


def _are_small(amounts: Iterable[tuple[int, int]]) -> bool:
    return all(amount <= MAX_NUMBER for _, amount in amounts)


class ListeningBoard:
    """A board that learns the sources and statuses that only mods name: it is built again with them.

    Args:
        build: builds a `KingBoard` with further names.
    """

    def __init__(self, build: Callable[[list[str]], Any], encoder: DeedEncoder) -> None:
        self._build = build
        self._encoder = encoder
        self._board = build([])

    def play_games(
        self, seeds: list[int], max_commands: int, audit: bool
    ) -> tuple[Sequence[tuple[Any, ...] | None], Sequence[EventCount]]:
        """See `CompiledRules.play_games`."""
        games, counts = self._board.play_games(seeds, max_commands, audit)
        while None in games and not all(map(self._board.has_name, self._encoder.words)):
            self._board = self._build(sorted(self._encoder.words))
            left = [at for at, game in enumerate(games) if game is None]
            again, more = self._board.play_games([seeds[at] for at in left], max_commands, audit)
            for at, game in zip(left, again, strict=True):
                games[at] = game
            counts += more
        return games, counts

    def list_states(self, seed: int, max_commands: int) -> list[bytes]:
        """Returns the states of a game before the first command and after each."""
        states: list[bytes] = self._board.list_states(seed, max_commands)
        return states
