"""Monitoring: calls, time and errors of each mod's hooks, steps and commands.

A monitored game uses another dispatch table, so monitoring costs nothing when it is off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isgeneratorfunction
from time import perf_counter_ns
from typing import Any

import msgspec

from footfall.engine.declarations.rules import BoundCommand, BoundStep, Rules

from .dispatch import compile_batch_hooks, compile_hooks
from .implementations import Implementation, adapt_arity


class CallStats(msgspec.Struct):
    """The cost of one hook, step or command of one mod. `nanoseconds` is wall time inside the mod."""

    calls: int = 0
    nanoseconds: int = 0
    errors: int = 0


class Monitor:
    """Call statistics per mod and hook, step (``"you.mod:tide"``) or command.

    Attributes:
        stats: in order of first call. The time of a step includes the hooks that it calls.
    """

    def __init__(self) -> None:
        self.stats: dict[tuple[str, str], CallStats] = {}

    def instrument(self, rules: Rules, hooks: Mapping[str, Sequence[Implementation]]) -> Rules:
        """Returns the same rules with every call of a hook, step or command counted in `stats`."""
        wrapped = {name: tuple(self._wrap_implementation(impl) for impl in impls) for name, impls in hooks.items()}
        return msgspec.structs.replace(
            rules,
            hooks=msgspec.structs.replace(
                rules.hooks, dispatch=compile_hooks(wrapped), batch_dispatch=compile_batch_hooks(wrapped)
            ),
            steps={name: self._wrap_step(step) for name, step in rules.steps.items()},
            commands={kind: self._wrap_command(bound) for kind, bound in rules.commands.items()},
        )

    def _wrap_step(self, step: BoundStep) -> BoundStep:
        run = self._wrap_call((step.mod, step.name), step.run, isgeneratorfunction(step.run))
        return msgspec.structs.replace(step, run=run)

    def _wrap_command(self, bound: BoundCommand) -> BoundCommand:
        if bound.spec.macro is not None:
            return bound
        handle = bound.spec.handle
        counted = self._wrap_call((bound.mod, bound.cause.via), handle, isgeneratorfunction(handle))
        return msgspec.structs.replace(bound, spec=msgspec.structs.replace(bound.spec, handle=counted))

    def _wrap_implementation(self, impl: Implementation) -> Implementation:
        key = (impl.mod, impl.hook)
        function = self._wrap_call(key, impl.function, impl.is_generator)
        batch = None if impl.batch is None else self._wrap_call(key, impl.batch, False)
        listener = msgspec.structs.replace(impl.listener, call=adapt_arity(function, impl.arity))
        return msgspec.structs.replace(impl, listener=listener, function=function, batch=batch, is_generator=False)

    def _wrap_call(self, key: tuple[str, str], call: Callable[..., Any], is_generator: bool) -> Callable[..., Any]:
        all_stats = self.stats

        def call_and_count(*arguments: Any) -> Any:
            stats = all_stats.get(key)
            if stats is None:
                stats = all_stats[key] = CallStats()
            stats.calls += 1
            begin = perf_counter_ns()
            try:
                result = call(*arguments)
                return tuple(result) if is_generator else result
            except BaseException:
                stats.errors += 1
                raise
            finally:
                stats.nanoseconds += perf_counter_ns() - begin

        return call_and_count
