"""Causes of a difference between two games: the same act of two mods in the turn at which the games part."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress

from footfall.conformance.harness import GameStoppedError, Harness
from footfall.diagnostics.plural import join_list
from footfall.engine.explanations.tracing import FoldRecord, Tracer
from footfall.engine.model import Command, Op
from footfall.engine.session import Session

OP_WORDS = {Op.SET: "set", Op.ADD: "add to", Op.MUL: "multiply"}
KEPT_RECORDS = 5_000
"""Records of each kind that are kept of one turn."""


def describe_shared_cause(
    harness: Harness, sessions: Sequence[Session], commands: Sequence[Command], turn: int, ids: Sequence[str]
) -> str:
    """Returns what both mods do in a turn: ``"both set range on on_hear"``; ``""`` if nothing is found.

    Args:
        sessions: new games with the mods in either order.
        turn: the first turn that differs; 0: the setup.
        ids: the two mods.
    """
    tracers = [Tracer(KEPT_RECORDS) for _ in sessions]
    first = max(turn - 1, 0)
    for session, tracer in zip(sessions, tracers, strict=True):
        with suppress(GameStoppedError):  # the records of the failed turn are enough
            deque(harness.replay_commands(session, commands[:first]), 0)
            session.tracer = tracer
            deque(harness.replay_commands(session, commands[first:turn]), 0)
    for tracer in tracers:
        for text in _iter_shared_terms(tracer.folds, ids):
            return text
    history = harness.load_result.rules.records.history
    for conflict in history.conflicts if history is not None else ():
        if {conflict.first.mod, conflict.last.mod} == set(ids):
            same = conflict.first.op == conflict.last.op
            verb = f"both {conflict.first.op}" if same else f"{conflict.first.op} and {conflict.last.op}"
            return f"{verb} {conflict.kind} {conflict.id} {conflict.field}"
    for tracer in tracers:
        for poll in tracer.polls:
            if {cause.mod for cause, _ in poll.answers} >= set(ids):
                return f"both answer {poll.hook}"
        kinds: dict[str, set[str]] = {}
        for change in tracer.changes:
            kinds.setdefault(type(change.change).__name__, set()).add(change.cause.mod)
        for kind, mods in kinds.items():
            if mods >= set(ids):
                return f"both make the change {kind}"
    shared = [name for name, impls in harness.load_result.hooks.items() if {impl.mod for impl in impls} >= set(ids)]
    return f"the order of the two mods decides; both implement {join_list(shared, 3)}" if shared else ""


def _iter_shared_terms(folds: Sequence[FoldRecord], ids: Sequence[str]) -> Iterator[str]:
    """Yields the terms of which two mods propose something whose order can matter, those that both set first."""
    found: dict[tuple[str, str], dict[str, set[Op]]] = {}
    for fold in folds:
        for proposal in fold.proposals:
            if proposal.cause.mod in ids:
                for term in proposal.terms:
                    found.setdefault((fold.hook, term.name), {}).setdefault(proposal.cause.mod, set()).add(term.op)
    shared = [(place, ops) for place, ops in found.items() if len(ops) == len(ids)]
    for (hook, name), ops in sorted(shared, key=lambda row: not all(Op.SET in used for used in row[1].values())):
        common = set.intersection(*ops.values())
        if common:
            yield f"both {OP_WORDS[min(common, key=list(Op).index)]} {name} on {hook}"
        else:
            words = (OP_WORDS[min(ops[id], key=list(Op).index)] for id in ids)
            yield f"{' and '.join(f'{id} {word}' for id, word in zip(ids, words, strict=True))} {name} on {hook}"
