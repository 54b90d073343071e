"""Games played by a plugin's compiled rules, where it offers some and nothing stands in the way."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.engine.compiled import CompiledGame, CompiledRules, NotCompiledError
from footfall.engine.rules import Rules

from .coverage import Coverage
from .plan import Plan

CHUNK_SIZE = 100
"""Games that compiled rules play before anybody looks whether they are to stop."""


def find_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules | None:
    """The compiled rules that may play a plan, or None: then the rules in Python do, with the same results.

    Raises:
        NotCompiled: the plan insists on compiled rules.
    """
    try:
        return _require_compiled_rules(rules, plan)
    except NotCompiledError:
        if plan.compiled == "always":
            raise
        return None


def explain_not_compiled(rules: Rules, plan: Plan) -> str:
    """Why compiled rules do not play a plan; ``""`` if they do, or the game has none."""
    try:
        if rules.game.compile_rules is not None:
            _require_compiled_rules(rules, plan)
    except NotCompiledError as error:
        return str(error)
    return ""


def _require_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules:
    if plan.compiled == "never":
        raise NotCompiledError("asked for")
    if plan.audit:
        raise NotCompiledError("an audit counts every step and every die")
    if rules.game.compile_rules is None:
        raise NotCompiledError(f"{rules.game.id} has no compiled rules")
    return rules.game.compile_rules(rules, {**rules.game.options, **plan.options}, plan.bots)


def play_compiled(
    compiled: CompiledRules, plan: Plan, indices: Sequence[int], coverage: Coverage, cut_outcome: str
) -> list[CompiledGame | None]:
    """Plays games of a plan; None for those that are left to the rules in Python.

    Args:
        coverage: what was seen in the others is added to it.
        cut: the outcome of games that were cut short.
    """
    games, counts = compiled.play_games(
        [plan.derive_game_seed(index) for index in indices], plan.max_commands
    )
    for tag, field, value, outcome, seen_in, times in counts:
        cell = coverage.setdefault((tag, field, value, outcome or cut_outcome), [0, 0])
        cell[0] += seen_in
        cell[1] += times
    return [None if game is None else CompiledGame(*game) for game in games]
