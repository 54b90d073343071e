"""Asks the listeners of a fold for their answers without tracing or applying them: for odds shown in advance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias, cast

import msgspec

from .dice import Faces
from .guards.problem_log import is_contained
from .guards.rule_steps import RuleSteps
from .host import DiceSource, Host
from .model import Cause
from .terms import Proposal, combine, parse_proposal


class Foresight(msgspec.Struct, frozen=True):
    """The proposals that the listeners of a fold would make now.

    Attributes:
        proposals: proposals of all listeners, in mod order; their changes are not applied.
        is_certain: all of them are rules as data that read the event alone, and none rolled a die or failed. Other
            listeners may answer differently in play, or know more than the player.
        is_countable: it would be certain but for dice, whose faces can be counted (`foresee_each`).
    """

    proposals: tuple[Proposal, ...] = ()
    is_certain: bool = True
    is_countable: bool = False

    def apply(self, terms: Mapping[str, int]) -> dict[str, int]:
        """Returns terms as the fold would change them."""
        return combine(terms, self.proposals)


NO_LISTENERS = Foresight()


MAX_COMBINATIONS = 216
"""Combinations of faces for which listeners with dice are asked."""

Answers: TypeAlias = Sequence[tuple[int, Foresight]]
"""Possible proposals of listeners, each with its weight."""


class _MiddleDice:
    """Gives the middle of each roll, and remembers that there was one."""

    def __init__(self) -> None:
        self.has_rolled = False

    def take(self, purpose: str, low: int, high: int) -> int:
        self.has_rolled = True
        return (low + high) // 2


class _Audience:
    """The session as a dispatcher sees it; failures are noted and not reported."""

    strict = False

    def __init__(self, session: Host) -> None:
        self.state, self.contexts, self.suspended = session.state, session.contexts, session.suspended
        self.rule_steps = RuleSteps() if session.rule_steps.is_in_command else session.rule_steps
        self.failed = False

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None:
        if not is_contained(error):
            raise error
        self.failed = True


def foresee(session: Host, hook: str, event: Any, terms: Mapping[str, int]) -> Foresight:
    """Returns the proposals that the listeners of a fold hook would make; see `Context.foresee`."""
    if hook not in session.dispatch:
        return NO_LISTENERS
    dice = _MiddleDice()
    proposals, has_failed = _ask(session, hook, event, terms, dice)
    hooks = session.rules.hooks  # all listeners count: one without a proposal now may have one in play
    causes = [cause for cause in hooks.listener_causes if cause.via == hook or cause.via.startswith(f"{hook}.")]
    rules = [hooks.rules.get(cause) for cause in causes]
    reads_event = all(rule is not None and rule.reads_event for rule in rules)
    is_plain = reads_event and not has_failed
    return Foresight(proposals, is_plain and not dice.has_rolled, is_plain and dice.has_rolled)


def foresee_each(session: Host, hook: str, event: Any, terms: Mapping[str, int]) -> Answers:
    """Returns the possible proposals of the listeners of a fold hook; see `Context.foresee_each`."""
    middle = foresee(session, hook, event, terms)
    if not middle.is_countable:
        return ((1, middle),)
    faces, found = Faces(), dict[tuple[Proposal, ...], Fraction]()
    for _ in range(MAX_COMBINATIONS):
        proposals, has_failed = _ask(session, hook, event, terms, faces)
        if has_failed:
            break
        terms_alone = tuple(msgspec.structs.replace(proposal, changes=()) for proposal in proposals if proposal.terms)
        found[terms_alone] = found.get(terms_alone, Fraction(0)) + faces.share
        if not faces.turn_over():
            whole = lcm(*(share.denominator for share in found.values()))
            return [(int(share * whole), Foresight(proposals)) for proposals, share in found.items()]
    return ((1, middle),)


def _ask(
    session: Host, hook: str, event: Any, terms: Mapping[str, int], dice: DiceSource
) -> tuple[tuple[Proposal, ...], bool]:
    """Returns the proposals of listeners that roll these dice, and whether one has failed."""
    audience = _Audience(session)
    source, session.dice_source, faces, session.shown_faces = session.dice_source, dice, session.shown_faces, {}
    tracer, session.tracer = session.tracer, None
    session.has_run_mods = session.is_foreseeing = True
    try:
        results = session.dispatch[hook](event, cast("Host", audience))
    finally:
        session.dice_source, session.tracer, session.is_foreseeing = source, tracer, False
        session.shown_faces = faces
    proposals = []
    for listener, result in results:
        try:
            proposals.append(parse_proposal(hook, listener.cause, result, terms))
        except (TypeError, ValueError):  # the fold would drop it
            audience.failed = True
    return tuple(proposals), audience.failed


def list_chances(session: Host, hook: str, event: Any) -> list[tuple[str, Fraction]]:
    """Returns the chances that rules of mods show; see `Context.list_chances`."""
    found = []
    for cause, rule in session.rules.hooks.chances.get(hook, ()):
        if (cause.mod, cause.via) in session.suspended:
            continue
        session.has_run_mods = session.is_foreseeing = True
        try:
            chance = rule.weigh(event, session.contexts[cause.mod])
        except Exception as error:
            session.report_problem(cause, error)
            continue
        finally:
            session.is_foreseeing = False
        if chance is not None:
            found.append((rule.text, chance))
    return found
