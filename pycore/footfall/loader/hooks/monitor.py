"""Monitoring: calls, time and errors of each mod's hooks, steps and commands.

A monitored game uses another dispatch table, so monitoring costs nothing when it is off.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import isgeneratorfunction
from time import perf_counter_ns
from typing import Any

import msgspec

from footfall.engine.declarations.rules import Rules

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
        replace = msgspec.structs.replace
        wrapped: dict[str, list[Implementation]] = {}
        for name, impls in hooks.items():
            wrapped[name] = []
            for impl in impls:
                key = (impl.mod, impl.hook)
                call = self._wrap_call(key, impl.function, impl.is_generator)
                batch = None if impl.batch is None else self._wrap_call(key, impl.batch, False)
                listener = replace(impl.listener, call=adapt_arity(call, impl.arity))
                wrapped[name].append(replace(impl, listener=listener, function=call, batch=batch, is_generator=False))
        steps = {}
        for name, step in rules.steps.items():
            run = self._wrap_call((step.mod, step.name), step.run, isgeneratorfunction(step.run))
            steps[name] = replace(step, run=run)
        commands = dict(rules.commands)
        for kind, bound in rules.commands.items():
            handle = bound.spec.handle
            if bound.spec.macro is None:
                counted = self._wrap_call((bound.mod, bound.cause.via), handle, isgeneratorfunction(handle))
                commands[kind] = replace(bound, spec=replace(bound.spec, handle=counted))
        return replace(
            rules,
            hooks=replace(
                rules.hooks,
                dispatch=compile_hooks(wrapped, rules.hooks.heavy),
                batch_dispatch=compile_batch_hooks(wrapped, rules.hooks.heavy),
            ),
            steps=steps,
            commands=commands,
        )

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
