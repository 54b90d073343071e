"""The cost of the rules as data of a mod in a turn: ``footfall mods check --cost``."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Mod, load
from footfall.loader.rules.values import PLACEMENT_HOOK
from footfall.sim.bots import choose_random_command, play_turns

TURNS = 200
"""Turns of the game that is played to count how often each hook is asked."""

SEED = 1

RULE_TIME = 0.3
"""The most that a rule takes when it is asked, in microseconds, without its readings (``benches/modding/rules.py``)."""


class RuleCost(msgspec.Struct, frozen=True):
    """The cost of one rule in one game.

    Attributes:
        place: ``file:line``.
        steps: steps of the evaluator each time it is asked, at most (`Rule.steps`).
        calls: how often a turn asks it, as measured; 0 for a placement, which is asked once a level.
        python: why compiled code leaves it to Python; empty: it does not, or there is none.
    """

    game: str
    rule: str
    place: str = msgspec.field(name="where")
    steps: int
    calls: float
    python: str = ""

    @property
    def steps_per_turn(self) -> float:
        """Maximum steps of the evaluator in a turn."""
        return self.steps * self.calls

    @property
    def time_per_turn(self) -> float:
        """Maximum microseconds of a turn, without readings."""
        return RULE_TIME * self.calls

    def to_dict(self) -> dict[str, Any]:
        """Returns the cost for ``--json``."""
        return {**msgspec.to_builtins(self), "steps_per_turn": round(self.steps_per_turn, 2)}


def measure_rules(mod: Mod, games: Sequence[str], mod_paths: Sequence[Path]) -> list[RuleCost]:
    """Returns the cost of each rule of a mod in each game; a game that cannot be played costs nothing."""
    costs: list[RuleCost] = []
    for game in games:
        try:
            loaded = load(game, mods=[*mod_paths, mod.files.path], only_mods=())
        except LoadError:
            continue
        rules = [impl for impls in loaded.hooks.values() for impl in impls if impl.mod == mod.id and impl.rule]
        calls = count_calls(loaded) if rules else {}
        for impl in rules:
            assert impl.rule is not None
            count = float(impl.hook != PLACEMENT_HOOK) if impl.kind is HookKind.CHAIN else calls.get(impl.hook, 0.0)
            place, explain = impl.listener.cause.location, loaded.rules.game.explain_python
            python = "" if explain is None else explain(impl.rule)
            costs.append(RuleCost(game, impl.rule.via, place, impl.rule.steps, count, python))
    return costs


def count_calls(loaded: LoadResult) -> dict[str, float]:
    """Plays a game with random commands; returns how often a turn asks each hook and changed rule of chance."""
    counts: dict[str, int] = {}

    def count_calls_of(hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call_and_count(*arguments: Any) -> Any:
            counts[hook] = counts.get(hook, 0) + 1
            return function(*arguments)

        return call_and_count

    hooks = loaded.rules.hooks
    for name, original in loaded.rules.game.chances.items():
        rule = loaded.rules.chances.find(original)
        if rule is not original:  # a mod has changed it
            rule.function = count_calls_of(name, rule.function)
    dispatch = {hook: count_calls_of(hook, call) for hook, call in hooks.dispatch.items()}
    counting_hooks = msgspec.structs.replace(hooks, dispatch=dispatch, batch_dispatch={})
    rules = msgspec.structs.replace(loaded.rules, hooks=counting_hooks)
    session = Session.begin(rules, SEED, {}, quiet=True)
    session.compiled_steps = {}  # they ask rules as data without Python
    turns = sum(1 for _ in play_turns(session, choose_random_command, TURNS))
    return {hook: number / max(turns, 1) for hook, number in counts.items()}


def describe_costs(costs: Sequence[RuleCost]) -> Iterator[str]:
    """Yields the lines of a report."""
    for game in dict.fromkeys(cost.game for cost in costs):
        rows = [cost for cost in costs if cost.game == game]
        total_steps, total_time = sum(row.steps_per_turn for row in rows), sum(row.time_per_turn for row in rows)
        yield f"    cost in {game}: {len(rows)} rules, at most {total_steps:,.0f} steps and {total_time:,.1f} µs a turn"
        for row in sorted(rows, key=lambda row: -row.steps_per_turn):
            if row.rule.startswith(f"{PLACEMENT_HOOK}."):
                use = "asked once a level"
            elif row.calls:
                steps, time = f"{row.steps_per_turn:,.0f} steps", f"{row.time_per_turn:,.2f} µs"
                use = f"asked {row.calls:,.2f} times a turn: {steps}, {time}"
            else:
                use = "not asked in these turns"
            yield f"      {row.rule}: {row.steps} steps, {use} ({row.place})"
            if row.python:
                yield f"        not compiled: {row.python}"
    if costs:
        yield f"    (times without readings; asked as often as in {TURNS} turns with random commands)"
