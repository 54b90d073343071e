"""Renders the page of the games' rules of chance: their numbers, and the facts that changes of these may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from footfall.loader import LoadResult
from footfall.loader.rules.chance_hooks import make_chance_hook

from .api_page import read_first_sentence
from .typenames import render_cell


def render_chance_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page."""
    yield "A rule as data names one of these rules as its hook, and changes its numbers"
    yield "([how](../adding/chance.md#change-a-rule-of-the-game)). Its condition and values read facts and settings."
    documented: set[object] = set()
    for loaded in games:
        assert loaded.game is not None
        rules = {name: rule for name, rule in loaded.game.chances.items() if rule not in documented}
        documented |= set(rules.values())
        if rules:
            yield from ("", f"## {loaded.game.id}", "", "| rule | numbers | facts | |", "|---|---|---|---|")
        for name, rule in rules.items():
            spec = make_chance_hook(name, rule)
            numbers, facts = (", ".join(f"`{word}`" for word in words) for words in (spec.terms, spec.fields or ()))
            yield f"| `{name}` | {numbers} | {facts} | {render_cell(read_first_sentence(rule.function))} |"
