"""Renders the page of chains and steps: what runs in which order in each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from footfall.engine.declarations.rules import BoundStep, Rules
from footfall.loader import LoadResult

from .api_page import read_first_sentence
from .typenames import render_cell


def render_chains_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page."""
    yield "A chain is a list of named steps that mods extend, replace or skip with `Step(name, run, before=, after=,"
    yield "replaces=, skip=)` in an implementation of its hook. The other steps of a game run when a rule or a mod"
    yield "pushes them: `Push(name, args)`. A step of the same name in an earlier game is listed there."
    documented: set[object] = set()
    for loaded in games:
        assert loaded.game is not None
        rules = loaded.rules
        rows = list(_render_game(rules, documented))
        if rows:
            yield from ("", f"## {loaded.game.id}", *rows)


def _render_game(rules: Rules, documented: set[object]) -> Iterator[str]:
    in_chains = {name for names in rules.hooks.chains.values() for name in names}
    for (hook, recipe), names in rules.hooks.chains.items():
        if names and (hook, recipe, names) not in documented:
            documented.add((hook, recipe, names))
            yield from ("", f"### {hook}: {recipe}", "", "| | step | mod | |", "|---|---|---|---|")
            yield from (_render_row(f"{n}", rules.steps[name]) for n, name in enumerate(names, 1))
    others = [step for name, step in rules.steps.items() if name not in in_chains | documented]
    documented |= set(rules.steps)
    if others:
        yield from ("", f"### Other steps of {rules.game.id}", "", "| | step | mod | |", "|---|---|---|---|")
        yield from (_render_row("", step) for step in others)


def _render_row(number: str, step: BoundStep) -> str:
    return f"| {number} | `{step.name}` | {step.mod} | {render_cell(describe_step(step))} |"


def describe_step(step: BoundStep) -> str:
    """The first sentence of the docstring of a step's function, or ``""``."""
    return read_first_sentence(step.run)


def list_undocumented_steps(loaded: LoadResult) -> list[str]:
    """Lists the steps without a description."""
    return [f"step {name}: no docstring" for name, step in loaded.rules.steps.items() if not describe_step(step)]
