"""Games played by a plugin's compiled rules, where it offers some and nothing stands in the way."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.engine.compiled import Compiled, Ended, NotCompiled
from footfall.engine.rules import Rules

from .plan import Plan
from .tally import Coverage

AT_ONCE = 100
"""Games that compiled rules play before anybody looks whether they are to stop."""


def offered(rules: Rules, plan: Plan) -> Compiled | None:
    """The compiled rules that may play a plan, or None: then the rules in Python do, with the same results.

    Raises:
        NotCompiled: the plan insists on compiled rules.
    """
    try:
        return _offered(rules, plan)
    except NotCompiled:
        if plan.compiled == "always":
            raise
        return None


def why_not(rules: Rules, plan: Plan) -> str:
    """Why compiled rules do not play a plan; ``""`` if they do, or the game has none."""
    try:
        if rules.game.compiled is not None:
            _offered(rules, plan)
    except NotCompiled as error:
        return str(error)
    return ""


def _offered(rules: Rules, plan: Plan) -> Compiled:
    if plan.compiled == "never":
        raise NotCompiled("asked for")
    if plan.audit:
        raise NotCompiled("an audit counts every step and every die")
    if rules.game.compiled is None:
        raise NotCompiled(f"{rules.game.id} has no compiled rules")
    return rules.game.compiled(rules, {**rules.game.options, **plan.options}, plan.bots)


def played(
    compiled: Compiled, plan: Plan, indices: Sequence[int], coverage: Coverage, cut: str
) -> list[Ended | None]:
    """Plays games of a plan; None for those that are left to the rules in Python.

    Args:
        coverage: what was seen in the others is added to it.
        cut: the outcome of games that were cut short.
    """
    games, counts = compiled.play([plan.seed_of(index) for index in indices], plan.most)
    for tag, field, value, outcome, seen_in, times in counts:
        cell = coverage.setdefault((tag, field, value, outcome or cut), [0, 0])
        cell[0] += seen_in
        cell[1] += times
    return [None if game is None else Ended(*game) for game in games]
