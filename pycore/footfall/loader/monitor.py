"""Monitoring: how often each mod's hooks, steps and commands ran, how long, how often they failed.

Off it costs nothing: a monitored game simply plays with another dispatch table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import isgeneratorfunction
from time import perf_counter_ns
from typing import Any

from footfall.engine.rules import BoundCommand, BoundStep, Rules

from .dispatch import compile_batch_hooks, compile_hooks
from .hooks import Implementation, adapt_arity


@dataclass
class CallStats:
    """What one hook, step or command of one mod cost so far. `nanoseconds` is wall time inside the mod."""

    calls: int = 0
    nanoseconds: int = 0
    errors: int = 0


class Monitor:
    """Counts per mod and hook, step (``"you.mod:tide"``) or kind of command.

    Attributes:
        counts: in order of first call. What a step asks of others' hooks is in its own time as well.
    """

    def __init__(self) -> None:
        self.stats: dict[tuple[str, str], CallStats] = {}

    def instrument(self, rules: Rules, hooks: Mapping[str, Sequence[Implementation]]) -> Rules:
        """The same rules, with every call of `hooks`, of steps and of commands counted here."""
        wrapped = {
            name: tuple(self._wrap_implementation(one) for one in line) for name, line in hooks.items()
        }
        return dataclasses.replace(
            rules,
            dispatch=compile_hooks(wrapped),
            batch_dispatch=compile_batch_hooks(wrapped),
            steps={name: self._wrap_step(step) for name, step in rules.steps.items()},
            commands={kind: self._wrap_command(bound) for kind, bound in rules.commands.items()},
        )

    def _wrap_step(self, step: BoundStep) -> BoundStep:
        run = self._wrap_call((step.mod, step.name), step.run, isgeneratorfunction(step.run))
        return dataclasses.replace(step, run=run)

    def _wrap_command(self, bound: BoundCommand) -> BoundCommand:
        if bound.spec.macro is not None:
            return bound
        handle = bound.spec.handle
        counted = self._wrap_call((bound.mod, bound.cause.via), handle, isgeneratorfunction(handle))
        return dataclasses.replace(bound, spec=dataclasses.replace(bound.spec, handle=counted))

    def _wrap_implementation(self, one: Implementation) -> Implementation:
        function = self._wrap_call((one.mod, one.hook), one.function, one.is_generator)
        batch = None if one.batch is None else self._wrap_call((one.mod, one.hook), one.batch, False)
        listener = dataclasses.replace(one.listener, call=adapt_arity(function, one.arity))
        return dataclasses.replace(one, listener=listener, function=function, batch=batch, is_generator=False)

    def _wrap_call(self, key: tuple[str, str], call: Callable[..., Any], lazy: bool) -> Callable[..., Any]:
        counts = self.stats

        def call_and_count(*arguments: Any) -> Any:
            count = counts.get(key)
            if count is None:
                count = counts[key] = CallStats()
            count.calls += 1
            begin = perf_counter_ns()
            try:
                result = call(*arguments)
                return tuple(result) if lazy else result
            except BaseException:
                count.errors += 1
                raise
            finally:
                count.nanoseconds += perf_counter_ns() - begin

        return call_and_count
