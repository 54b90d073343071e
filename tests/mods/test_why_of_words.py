"""Each hook and term of a game has a line in ``footfall why --raw`` where a rule as data answers.

The tests of the vocabularies demand the same of readings and deeds, in the scenes in which they are played.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.hooks.contract import HookKind, HookSpec, find_event_type
from footfall.plugins.stealth.actions.commands import Wait

RESULTS = {
    HookKind.NOTIFY: 'do.remember = { name = "asked" }',
    HookKind.VOTE: 'deny = "words-line"',
    HookKind.FOLD: "",
}
"""What a rule answers; the choices of `decide_action` and `decide_ruling` have tests of their own."""

GAMES = ("stealth", "king", "delve")

FIRST_VALUES: dict[Any, Any] = {Any: "", int: 1, str: "", bool: False, tuple: (1, 1), frozenset: frozenset()}


def make_value(kind: Any) -> Any:
    """Some value of the type of an event's field."""
    kind = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
    if kind is Command:
        return Wait(actor=1)
    if isinstance(kind, enum.EnumType):
        return next(iter(kind))
    if type(None) in typing.get_args(kind):
        return None
    return FIRST_VALUES[typing.get_origin(kind) or kind]


def make_event(spec: HookSpec) -> Any:
    kind = find_event_type(spec.function)
    return kind(*(make_value(spec.find_field_type(name, exact=True)) for name in kind.__struct_fields__))


def list_hooks(game: str) -> list[HookSpec]:
    vocabulary = load(game, only_mods=()).vocabulary
    assert vocabulary is not None
    return [spec for spec in vocabulary.hooks.values() if spec.kind in RESULTS and not spec.is_chance]


def write_rule(spec: HookSpec) -> str:
    terms = "\n".join(f"add.{term} = 7" for term in spec.terms)
    return f'[hook."{spec.name}".asked]\n{RESULTS[spec.kind] or terms}\n'


@pytest.mark.parametrize("game", GAMES)
def test_why_tells_of_each_hook_and_term(
    write_rules: Callable[..., Path], read_why: Callable[[Any], dict[str, list[str]]], tmp_path: Path, game: str
) -> None:
    hooks = list_hooks(game)
    mod = write_rules(tmp_path, game, "\n".join(map(write_rule, hooks)), "words-line = No.\n")
    rules = load(game, mods=[mod], only_mods=(), strict=True).rules
    tracer = Tracer()
    session = Session.begin(rules, 1, strict=True)
    session.tracer = tracer
    ctx = session.context(f"core.{game}")
    for spec in hooks:
        tracer.clear()
        event = make_event(spec)
        if spec.kind is HookKind.FOLD:
            ctx.fold(spec.name, event, dict.fromkeys(spec.terms, 0))
        else:
            (ctx.vote if spec.kind is HookKind.VOTE else ctx.notify)(spec.name, event)
        lines = read_why(session)[f"{spec.name}.asked"]
        assert len(lines) == max(1, len(spec.terms)), (spec.name, lines)
