"""Asks the listeners of a fold what they would say, without dice, records or changes: for odds shown in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from .host import Host
from .model import Cause
from .problem_log import is_contained
from .terms import Proposal, combine, parse_proposal


class Foresight(msgspec.Struct, frozen=True):
    """What the listeners of a fold would propose now.

    Attributes:
        proposals: of all listeners, in mod order; their changes are not applied.
        is_certain: all of them are rules as data that read the event alone, and none rolled a die or failed. Other
            listeners may answer differently once they are asked in earnest, or know what the player does not.
    """

    proposals: tuple[Proposal, ...] = ()
    is_certain: bool = True

    def apply(self, terms: Mapping[str, int]) -> dict[str, int]:
        """Returns terms as the fold would change them."""
        return combine(terms, self.proposals)


NO_LISTENERS = Foresight()


class _MiddleDice:
    """Gives the middle of each roll, and remembers that there was one."""

    def __init__(self) -> None:
        self.rolled = False

    def take(self, purpose: str, low: int, high: int) -> int:
        self.rolled = True
        return (low + high) // 2


class _Audience:
    """The session as a dispatcher sees it, whose failures are counted and not reported."""

    strict = False

    def __init__(self, session: Host) -> None:
        self.state, self.contexts, self.suspended = session.state, session.contexts, session.suspended
        self.failed = False

    def report_problem(self, cause: Cause, error: BaseException, where: str = "") -> None:
        if not is_contained(error):
            raise error
        self.failed = True


def foresee(session: Host, hook: str, event: Any, terms: Mapping[str, int]) -> Foresight:
    """Returns what the listeners of a fold hook would propose; see `Context.foresee`."""
    dispatch = session.dispatch.get(hook)
    if dispatch is None:
        return NO_LISTENERS
    dice, audience = _MiddleDice(), _Audience(session)
    source, session.dice_source = session.dice_source, dice
    session.guests_ran = True
    try:
        results = dispatch(event, cast("Host", audience))
    finally:
        session.dice_source = source
    proposals = []
    for listener, result in results:
        try:
            proposals.append(parse_proposal(hook, listener.cause, result, terms))
        except (TypeError, ValueError):  # the fold would drop it
            audience.failed = True
    plain = all(_reads_event_alone(session, cause) for cause in _list_causes(session, hook))
    return Foresight(tuple(proposals), plain and not dice.rolled and not audience.failed)


def _list_causes(session: Host, hook: str) -> list[Cause]:
    """The causes of all listeners of a hook: one that is silent now may speak in earnest."""
    causes = session.rules.hooks.listener_causes
    return [cause for cause in causes if cause.via == hook or cause.via.startswith(f"{hook}.")]


def _reads_event_alone(session: Host, cause: Cause) -> bool:
    rule = session.rules.hooks.rules.get(cause)
    return rule is not None and all(source.kind == "field" for source in rule.inputs)
