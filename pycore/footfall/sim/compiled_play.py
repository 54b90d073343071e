"""Plays the games of a simulation with compiled rules, if an installed distribution provides them."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.engine.compiled import CompiledGame, CompiledRules, compile_rules, find_rules_compiler
from footfall.engine.native import NotCompiledError
from footfall.engine.rules import Rules

from .coverage import Coverage
from .plan import Plan

CHUNK_SIZE = 100
"""Games that compiled rules play between two checks for a stop request."""


def find_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules | None:
    """Returns the compiled rules for a plan, or None if the rules in Python must play it; the results are the same.

    Raises:
        NotCompiledError: the plan insists on compiled rules.
    """
    try:
        return _require_compiled_rules(rules, plan)
    except NotCompiledError:
        if plan.compiled == "always":
            raise
        return None


def explain_not_compiled(rules: Rules, plan: Plan) -> str:
    """Why compiled rules do not play a plan; ``""`` if they do, or if the game has none."""
    try:
        if find_rules_compiler(rules.game.id) is not None:
            _require_compiled_rules(rules, plan)
    except NotCompiledError as error:
        return str(error)
    return ""


def _require_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules:
    if plan.compiled == "never":
        raise NotCompiledError("asked for")
    if plan.strict and rules.hooks.dispatch:
        raise NotCompiledError("strict mode watches what listeners write")
    compiled = compile_rules(rules, {**rules.game.options, **plan.options}, plan.bots)
    if compiled is None:
        raise NotCompiledError(f"{rules.game.id} has no compiled rules")
    return compiled


def play_compiled(
    compiled: CompiledRules, plan: Plan, indices: Sequence[int], coverage: Coverage, cut_outcome: str
) -> list[CompiledGame | None]:
    """Plays games of a plan; None stands for a game that the rules in Python must play.

    Args:
        coverage: the counts of these games are added to it.
        cut_outcome: the outcome of games that were cut short.
    """
    games, counts = compiled.play_games(
        [plan.derive_game_seed(index) for index in indices], plan.max_commands, plan.audit
    )
    for tag, field, value, outcome, games_with, times in counts:
        cell = coverage.setdefault((tag, field, value, outcome or cut_outcome), [0, 0])
        cell[0] += games_with
        cell[1] += times
    return [None if game is None else CompiledGame(*game) for game in games]
