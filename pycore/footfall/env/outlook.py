"""The chances of an action by the end of its round: exact where there are few dice, else from many games.

After the action, the commands that the recording has for the rest of the round are carried out where they are legal;
otherwise players end their turns, and take the first answer to a question. Hidden cards keep their order.
"""

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

import msgspec
import numpy as np

from footfall import kernels
from footfall.engine.bots import list_legal_commands
from footfall.engine.codec import encode_canonical
from footfall.engine.declarations.environments import Parts, RoundNumbers
from footfall.engine.dice import Faces
from footfall.engine.model import Command
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
        games: games of the sample; 0: the chances are exact.
    """

    command: Command
    shares: Mapping[str, Mapping[int, Fraction]]
    games: int = 0

    def compute_mean(self, name: str) -> Fraction:
        """Returns the expected value of a number."""
        return sum((share * value for value, share in self.shares[name].items()), Fraction(0))


def foresee_commands(
    content: EnvironmentContent, session: Session, recorded: Sequence[Command], samples: int = SAMPLES
) -> list[Outlook]:
    """Returns the chances of each legal command by the end of the round, the recorded command first.

    Args:
        session: the game before the command.
        recorded: the command of the recording and those after it.
        samples: see `foresee_round`.
    """
    legal = list_legal_commands(session)
    ordered = [each for each in legal if each == recorded[0]] + [each for each in legal if each != recorded[0]]
    return [foresee_round(content, session, each, recorded[1:], samples) for each in ordered]


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
    trial = session.copy_without(copy.deepcopy(session.state), set())
    if (refusal := trial.submit(command).refusal) is not None:
        raise ValueError(refusal.message.id)
    exact = list_paths(content, session, command, following)
    if exact is not None:
        return Outlook(command, exact)
    return Outlook(command, sample_games(content, session, (command, *following), samples), samples)


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
) -> dict[str, dict[int, Fraction]] | None:
    """Plays all combinations of dice; None if there are too many."""
    rounds = find_rounds(content)
    dice, found = RoundDice(rounds.ignored_dice), dict[str, dict[int, Fraction]]()
    for number in range(MAX_PATHS):
        trial = session.copy_without(copy.deepcopy(session.state), set())
        trial.dice_source = dice
        parts = play_round(content, trial, (command, *following))
        for name, values in rounds.measure(parts).items():
            shares = found.setdefault(name, {})
            shares[int(values[0])] = shares.get(int(values[0]), Fraction(0)) + dice.share
        if not number and prod(dice.sides) > MAX_PATHS:
            return None
        if not dice.turn_over():
            return {name: dict(sorted(shares.items())) for name, shares in found.items()}
    return None


def play_round(content: EnvironmentContent, trial: Session, commands: Sequence[Command]) -> Parts:
    """Plays a game to the end of its round; returns the segments of its observation, of one game."""
    rounds = find_rounds(content)
    left = {seat: [each for each in commands if each.actor == seat] for seat in {each.actor for each in commands}}
    interpreter = content.environment.open(trial.context(), content.layout, content.switches)
    first: int | None = None
    for _ in range(MAX_ROUND_STEPS):
        parts = content.layout.name_parts(np.zeros((1, content.layout.length), np.int16))
        interpreter.write_observation({name: part[0] for name, part in parts.items()})
        now = int(rounds.read_round(parts)[0])
        first = now if first is None else first
        if trial.state.question is None or now != first:
            break
        legal, queue = list_legal_commands(trial), left.get(trial.state.question.actor)
        if queue and queue[0] in legal:
            trial.submit(queue.pop(0))
        else:
            trial.submit(next((option for option in legal if type(option) is rounds.idle), legal[0]))
    return parts


def sample_games(
    content: EnvironmentContent, session: Session, commands: Sequence[Command], count: int
) -> dict[str, dict[int, Fraction]]:
    """Plays many games side by side, with other dice in each."""
    rounds, rules = find_rounds(content), content.load_result.rules
    batch = EnvironmentBatch(content, count, is_strict=False, max_steps=0)
    state = encode_canonical(session.state)
    for place in range(count):
        batch.read_state(place, state, kernels.mix(session.state.seed, place + 1))
    last = 1 + max(each.actor for each in commands)  # stands for each seat without commands
    wanted = np.full((last + 1, len(commands) + 1), -1, np.int32)
    for seat in range(last):
        numbers = [rounds.find_action(rules, each) for each in commands if each.actor == seat]
        wanted[seat, : len(numbers)] = [-1 if number is None else number for number in numbers]
    idle = rounds.find_action(rules, rounds.idle(actor=0))
    at, games, running = np.zeros((count, last + 1), np.intp), np.arange(count), np.ones(count, np.bool_)
    first = int(rounds.read_round(batch.parts)[0])
    values = {name: np.array(column) for name, column in rounds.measure(batch.parts).items()}
    for _ in range(MAX_ROUND_STEPS):
        seats = np.where((batch.seat < 0) | (batch.seat > last), last, batch.seat)
        heads = wanted[seats, at[games, seats]]
        may = (heads >= 0) & (batch.mask[games, heads] > 0)
        rest = np.where(batch.mask[:, idle] > 0, idle, batch.mask.argmax(axis=1))
        batch.step(np.where(may, heads, rest).astype(np.int32))
        at[games, seats] += may
        over = running & ((rounds.read_round(batch.parts) != first) | batch.terminated)
        for name, column in rounds.measure(batch.parts).items():
            values[name][over] = column[over]
        running &= ~over
        if not running.any():
            break
    return {
        name: {value: Fraction(times, count) for value, times in sorted(Counter(column.tolist()).items())}
        for name, column in values.items()
    }


def find_rounds(content: EnvironmentContent) -> RoundNumbers:
    """Returns the rounds of a game.

    Raises:
        ValueError: it has none.
    """
    rounds = content.environment.rounds
    if rounds is None:
        raise ValueError(f"{content.load_result.rules.game.id} has no rounds")
    return rounds
