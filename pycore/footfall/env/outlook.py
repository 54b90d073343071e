"""The chances of an action by the end of its round: exact where there are few dice, else from many games.

After the action, each player carries out its commands of the recorded round, up to one that is not legal any more; from
there on the adviser of the game decides for that player. Hidden cards keep their order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import decode_state, encode_canonical
from footfall.engine.declarations.environments import Interpreter, Parts, RoundNumbers
from footfall.engine.declarations.rules import Rules
from footfall.engine.dice import Faces
from footfall.engine.model import Command
from footfall.engine.plain import copy_state
from footfall.engine.session import Session

from .batch import EnvironmentBatch
from .content import EnvironmentContent

MAX_PATHS = 200
"""Combinations of dice that are all played; more of them would take over a second."""

SAMPLES = 10_000
"""Games of a sample."""

MAX_ROUND_STEPS = 100
"""Commands of a round, questions included."""


class Outlook(msgspec.Struct, frozen=True):
    """The chances of an action by the end of its round.

    Attributes:
        command: the action.
        shares: by the name of a number (`RoundNumbers.measure`), the chance of each value.
        ends: the chance of each outcome of a game that ends within the round.
        games: games of the sample; 0: the chances are exact.
    """

    command: Command
    shares: Mapping[str, Mapping[int, Fraction]]
    ends: Mapping[str, Fraction]
    games: int = 0

    def compute_mean(self, name: str) -> Fraction:
        """Returns the expected value of a number."""
        return sum((share * value for value, share in self.shares[name].items()), Fraction(0))

    def sum_ends(self, outcomes: Sequence[str]) -> Fraction:
        """Returns the chance of any of these outcomes."""
        return sum((self.ends.get(outcome, Fraction(0)) for outcome in outcomes), Fraction(0))


Chances: TypeAlias = tuple[dict[str, dict[int, Fraction]], dict[str, Fraction]]
"""`Outlook.shares` and `Outlook.ends`."""


def foresee_commands(
    content: EnvironmentContent, session: Session, recorded: Sequence[Command], samples: int = SAMPLES
) -> Iterator[Outlook]:
    """Yields the chances of each legal command by the end of the round, the recorded command first.

    Args:
        session: the game before the command.
        recorded: the command of the recording and those after it.
        samples: see `foresee_round`.
    """
    legal = list_legal_commands(session)
    ordered = [each for each in legal if each == recorded[0]] + [each for each in legal if each != recorded[0]]
    following = recorded[1 : count_round(content, session, recorded)]
    for each in ordered:
        yield foresee_round(content, session, each, following, samples)


def count_round(content: EnvironmentContent, session: Session, recorded: Sequence[Command]) -> int:
    """Returns the number of recorded commands in the current round."""
    rounds, trial = find_rounds(content), session.copy_with(copy_state(session.state))
    interpreter = content.environment.open(trial.context(), content.layout, content.switches)
    first = rounds.read_round(observe(content, interpreter))[0]
    for count, command in enumerate(recorded, 1):
        trial.submit(command)
        if rounds.read_round(observe(content, interpreter))[0] != first:
            return count
    return len(recorded)


def foresee_round(
    content: EnvironmentContent,
    session: Session,
    command: Command,
    following: Sequence[Command] = (),
    samples: int = SAMPLES,
) -> Outlook:
    """Returns the chances of a command by the end of its round.

    Args:
        content: the game, whose environment has `rounds`.
        session: the game before the command; it stays as it is.
        following: the later commands of the recording.
        samples: games of a sample, if the dice are too many.

    Raises:
        ValueError: the command is refused.
    """
    trial = session.copy_with(copy_state(session.state))
    if (refusal := trial.submit(command).refusal) is not None:
        raise ValueError(refusal.message.id)
    exact = list_paths(content, session, command, following)
    if exact is not None:
        return Outlook(command, *exact)
    return Outlook(command, *sample_games(content, session, (command, *following), samples), samples)


class RoundDice(Faces):
    """Shows all faces of the dice that matter, and the first of the others.

    Attributes:
        sides: the sides of the dice rolled in the first game.
    """

    def __init__(self, ignored: Sequence[str]) -> None:
        super().__init__()
        self._ignored, self.sides = frozenset(ignored), [1]

    def take(self, purpose: str, low: int, high: int) -> int:
        """See `Faces.take`."""
        if purpose in self._ignored:
            return low
        self.sides.append(high - low + 1)
        return super().take(purpose, low, high)


def list_paths(
    content: EnvironmentContent, session: Session, command: Command, following: Sequence[Command]
) -> Chances | None:
    """Plays all combinations of dice; None if there are too many."""
    rounds = find_rounds(content)
    dice, found, ends = RoundDice(rounds.ignored_dice), dict[str, dict[int, Fraction]](), dict[str, Fraction]()
    for number in range(MAX_PATHS):
        trial = session.copy_with(copy_state(session.state))
        trial.dice_source = dice
        parts = play_round(content, trial, (command, *following))
        for name, values in rounds.measure(parts).items():
            shares = found.setdefault(name, {})
            shares[int(values[0])] = shares.get(int(values[0]), Fraction(0)) + dice.share
        if (outcome := trial.state.outcome) is not None:
            ends[outcome] = ends.get(outcome, Fraction(0)) + dice.share
        if not number and prod(dice.sides) > MAX_PATHS:
            return None
        if not dice.turn_over():
            return {name: dict(sorted(shares.items())) for name, shares in found.items()}, ends
    return None


def play_round(content: EnvironmentContent, trial: Session, commands: Sequence[Command]) -> Parts:
    """Plays a game to the end of its round; returns the segments of its observation, of one game."""
    rounds, queues = find_rounds(content), list_queues(commands)
    interpreter = content.environment.open(trial.context(), content.layout, content.switches)
    first: int | None = None
    for _ in range(MAX_ROUND_STEPS):
        parts = observe(content, interpreter)
        now = int(rounds.read_round(parts)[0])
        first = now if first is None else first
        if trial.state.question is None or now != first:
            break
        queue = queues.get(trial.state.question.actor, [])
        if queue and queue[0] in list_legal_commands(trial):
            trial.submit(queue.pop(0))
        else:
            queue.clear()
            trial.submit(decide(trial))
    return parts


def observe(content: EnvironmentContent, interpreter: Interpreter) -> Parts:
    """Returns the segments of the observation of one game."""
    parts = content.layout.name_parts(np.zeros((1, content.layout.length), np.int16))
    interpreter.write_observation({name: part[0] for name, part in parts.items()})
    return parts


def list_queues(commands: Sequence[Command]) -> dict[int, list[Command]]:
    """Returns the commands of each player."""
    queues = dict[int, list[Command]]()
    for command in commands:
        queues.setdefault(command.actor, []).append(command)
    return queues


def decide(session: Session) -> Command:
    """Returns the choice of the adviser for the player who is asked."""
    bot, question = find_adviser(session.rules), session.state.question
    assert question is not None
    return bot.decide(BotContext(session, bot.id, question.actor), list_legal_commands(session))


def find_adviser(rules: Rules) -> Bot:
    """Returns the bot that decides where the recording cannot.

    Raises:
        ValueError: the game has none.
    """
    bot = rules.bots.get(rules.game.presentation.adviser)
    if bot is None:
        raise ValueError(f"{rules.game.id} has no adviser")
    return bot


def sample_games(content: EnvironmentContent, session: Session, commands: Sequence[Command], count: int) -> Chances:
    """Plays many games side by side, with other dice in each. The adviser decides alike where it sees the same."""
    rounds = find_rounds(content)
    batch = EnvironmentBatch(content, count, is_strict=False, max_steps=0)
    state = encode_canonical(session.state)
    for place in range(count):
        batch.read_state(place, state, kernels.mix(session.state.seed, place + 1))
    queues = number_commands(content, commands)
    at = {actor: np.zeros(count, np.intp) for actor in queues}
    games, running, choices = np.arange(count), np.ones(count, np.bool_), dict[bytes, int]()
    ends = Counter[str | None]()
    first = int(rounds.read_round(batch.parts)[0])
    values = {name: np.array(column) for name, column in rounds.measure(batch.parts).items()}
    for _ in range(MAX_ROUND_STEPS):
        actions = np.full(count, -1, np.int32)
        for actor, numbers in queues.items():
            own, wanted = running & (batch.seat == actor), numbers[at[actor]]
            may = own & (wanted >= 0) & (batch.mask[games, wanted] > 0)
            actions[may] = wanted[may]
            at[actor][may] += 1
            at[actor][own & ~may] = len(numbers) - 1
        for game in np.flatnonzero(running & (actions < 0)).tolist():
            seen = batch.obs[game].tobytes()
            if seen not in choices:
                choices[seen] = choose_action(batch, game, session)
            actions[game] = choices[seen]
        batch.step(np.maximum(actions, 0))
        over = running & ((rounds.read_round(batch.parts) != first) | batch.terminated)
        for name, column in rounds.measure(batch.parts).items():
            values[name][over] = column[over]
        for game in np.flatnonzero(over & batch.terminated).tolist():
            ends[decode_state(batch.write_state(game), session.rules.saves.parts).outcome] += 1
        running &= ~over
        if not running.any():
            break
    shares = {
        name: {value: Fraction(times, count) for value, times in sorted(Counter(column.tolist()).items())}
        for name, column in values.items()
    }
    return shares, {outcome: Fraction(times, count) for outcome, times in ends.items() if outcome is not None}


def number_commands(content: EnvironmentContent, commands: Sequence[Command]) -> dict[int, npt.NDArray[np.int32]]:
    """Returns the actions of each player; -1 stands at the end, and for a command without a number."""
    find_action, rules = find_rounds(content).find_action, content.load_result.rules
    return {
        actor: np.array([*(-1 if (found := find_action(rules, each)) is None else found for each in own), -1], np.int32)
        for actor, own in list_queues(commands).items()
    }


def choose_action(batch: EnvironmentBatch, game: int, session: Session) -> int:
    """Returns the choice of the adviser in a game of a sample; the first legal action if it has no number."""
    state = decode_state(batch.write_state(game), session.rules.saves.parts)
    chosen = find_rounds(batch.content).find_action(session.rules, decide(session.copy_with(state)))
    return int(batch.mask[game].argmax()) if chosen is None else chosen


def find_rounds(content: EnvironmentContent) -> RoundNumbers:
    """Returns the rounds of a game.

    Raises:
        ValueError: it has none.
    """
    rounds = content.environment.rounds
    if rounds is None:
        raise ValueError(f"{content.load_result.rules.game.id} has no rounds")
    return rounds
