"""Forced dice: a queue of values with purposes. Also the errors that tests raise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from footfall.engine.session import Session


class ExpectationError(AssertionError):
    """An expectation does not hold."""


class WrongDieError(AssertionError):
    """The rules rolled dice that the test did not force."""


class ForcedDice:
    """Dice in the order in which the rules must roll them.

    Args:
        dice: pairs of purpose and value.
        free: values by purpose for dice that the test does not force, clamped to the range of the die.
        rules: the purposes of the dice of rules as data. Those of a rule that `dice` does not name are rolled.
    """

    def __init__(
        self, dice: Iterable[tuple[str, int]] = (), free: Mapping[str, int] | None = None, rules: Collection[str] = ()
    ) -> None:
        self.remaining = list(dice)
        self.free = dict(free or {})
        self.unforced = {*rules}.difference(purpose for purpose, _ in self.remaining)

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """Returns the value of a die: that of `free` if it has the purpose, else the next forced one; None to roll it.

        A die with one face is not forced, unless it is the next one.

        Raises:
            WrongDieError: no die is left, its purpose differs, or its value is out of range.
        """
        if high <= low and (not self.remaining or self.remaining[0][0] != purpose):
            return low
        if purpose in self.unforced:
            return None
        if purpose in self.free:
            return max(low, min(high, self.free[purpose]))
        if not self.remaining:
            raise WrongDieError(f"the rules roll {purpose!r} ({low}..{high}), but no forced die is left")
        expected, value = self.remaining.pop(0)
        if expected != purpose:
            raise WrongDieError(
                f"the rules roll {purpose!r} ({low}..{high}), but the next forced die is {expected!r} = {value}"
            )
        if not low <= value <= max(low, high):
            raise WrongDieError(f"the forced {purpose!r} = {value} is outside {low}..{high}")
        return value

    def check_empty(self) -> None:
        """Raises `WrongDieError` if dice are left over."""
        if self.remaining:
            rest = ", ".join(f"{purpose} = {value}" for purpose, value in self.remaining)
            ends = [f":{purpose}" for purpose, _ in self.remaining]
            meant = [name for name in sorted(self.unforced) if name.endswith(tuple(ends))]
            advice = f"; a rule of the game's own hook has the whole name: {', '.join(meant)}" if meant else ""
            raise WrongDieError(f"forced dice were never rolled: {rest}{advice}")


@contextmanager
def force_dice(session: Session, dice: Iterable[tuple[str, int]] | None, free: Mapping[str, int]) -> Iterator[None]:
    """Forces the dice of a block, which must roll all of them; None: dice are not forced.

    Raises:
        WrongDieError: the rules rolled other dice.
    """
    rules = session.rules.hooks.rules
    own_dice = {cause.via for cause in rules} | {f"rolls.{name}" for rule in rules.values() for name in rule.rolls}
    forced = None if dice is None else ForcedDice(dice, {**session.rules.game.free_dice, **free}, own_dice)
    before, session.dice_source = session.dice_source, forced
    try:
        yield
    finally:
        session.dice_source = before
    if forced is not None:
        forced.check_empty()
