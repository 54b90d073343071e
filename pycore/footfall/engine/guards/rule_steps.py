"""The steps that rules as data take in one command: those of a mod that takes too many are skipped and named.

A step is that of an evaluator of expressions, as `footfall mods check --cost` counts them, so that the count is the
same on every machine. A choice counts the items that it looks at. Not counted are the steps of a game's own rules, and
of a mod's rules at a hook where they take at most `FREE_STEPS` altogether: compiled rules ask those hooks alone.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from ..model import Cause
from .problem_log import FaultError

MAX_RULE_STEPS = 500_000
"""Steps that the rules of a mod may take in one command."""

FREE_STEPS = 2_000
"""Steps of a mod's rules at one hook that are not counted."""

CHANGE_STEPS = 500
"""Steps that a change of a rule counts as."""

EXCEEDED = f"the rules of the mod took over {MAX_RULE_STEPS:,} steps in one command; the rest of them were skipped"


class RuleLimitError(FaultError):
    """A rule is not carried out further, because the rules of its mod took too many steps."""


class RuleSteps(dict[str, int]):
    """The steps so far, by mod.

    Attributes:
        is_in_command: whether a command is carried out. Questions to listeners between commands, for screens and bots,
            have the same limit, but are not reported: a replay does not ask them.
        exceeded: the rule with which each mod exceeded the limit. They are reported once the command is accepted: a
            refused one is in no replay.
    """

    def __init__(self, is_in_command: bool = False) -> None:
        super().__init__()
        self.is_in_command = is_in_command
        self.exceeded: dict[str, Cause] = {}

    def __missing__(self, mod: str) -> int:
        return 0

    def add(self, mod: str, steps: int) -> bool:
        """Counts steps; returns whether the mod has not exceeded the limit."""
        self[mod] = total = self[mod] + steps
        return total <= MAX_RULE_STEPS

    def allow(self, cause: Cause, steps: int) -> bool:
        """Counts the steps of a rule; returns whether it may run."""
        if self.add(cause.mod, steps):
            return True
        self.note(cause)
        return False

    def note(self, cause: Cause) -> None:
        """Notes the rule with which a mod exceeded the limit."""
        if self.is_in_command:
            self.exceeded.setdefault(cause.mod, cause)

    def clear(self) -> None:
        """Begins to count again."""
        super().clear()
        self.exceeded.clear()


def list_heavy_hooks(costs: Iterable[tuple[str, str, int]]) -> frozenset[tuple[str, str]]:
    """Returns the hooks at which a mod's rules take more than `FREE_STEPS`, each with the mod.

    Args:
        costs: hook, mod and steps of each rule.
    """
    sums: dict[tuple[str, str], int] = {}
    for hook, mod, steps in costs:
        sums[hook, mod] = sums.get((hook, mod), 0) + steps
    return frozenset(key for key, steps in sums.items() if steps > FREE_STEPS)


class CountingHost(Protocol):
    """The parts of a session that count."""

    rule_steps: RuleSteps
    rules: Any
    is_foreseeing: bool

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None:
        """Contains a mod's failure."""


def may_run(session: CountingHost, hook: str, cause: Cause, steps: int) -> bool:
    """Counts the steps of a rule of a chain, if they are counted; returns whether it may run."""
    is_counted = (hook, cause.mod) in session.rules.hooks.heavy
    return session.rule_steps.allow(cause, steps if is_counted else 0)


def count_steps(session: CountingHost, mod: str, steps: int) -> None:
    """Counts steps of a rule that runs; in a command, those for the screen are not counted.

    Raises:
        RuleLimitError: they exceed what the mod has in one command.
    """
    counts = session.rule_steps
    if not (counts.is_in_command and session.is_foreseeing) and not counts.add(mod, steps):
        raise RuleLimitError(EXCEEDED)


def report_exceeded(session: CountingHost) -> None:
    """Reports the mods whose rules took too many steps in the command."""
    for cause in session.rule_steps.exceeded.values():
        session.report_problem(cause, FaultError(EXCEEDED))
