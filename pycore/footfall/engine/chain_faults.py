"""Finds the mods whose steps make a chain fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .host import Host
from .model import Cause

T = TypeVar("T")


def find_chain_faults(
    session: Host, hook: str, recipe: str, failed_step: str, build: Callable[[], T], is_usable: Callable[[T], bool]
) -> tuple[Cause, ...]:
    """See `footfall.engine.context.Context.find_chain_faults`."""
    hooks, steps, trusted = session.rules.hooks, session.rules.steps, session.trusted_mods
    if failed_step and steps[failed_step].mod not in trusted:
        return (steps[failed_step].cause,)
    for name in hooks.chains[hook, recipe]:
        if steps[name].mod in trusted:
            continue
        try:
            work = session.run_chain(hook, recipe, build(), without=name)
        except Exception:  # without this step, another one fails
            continue
        if is_usable(work):
            return (steps[name].cause,)
    return tuple(cause for cause in hooks.chain_causes.get((hook, recipe), ()) if cause.mod not in trusted)
