"""Votes of rules as data that deny every command: they are suspended and named, so that the game goes on."""

from collections.abc import Iterable
from typing import Any

from ..bots import list_legal_commands
from ..host import Dispatch, Host, Listener
from ..model import Acting, Cause, Command, Deny, Refusal
from .problem_log import FaultError, add_problem_note
from .rule_steps import MAX_RULE_STEPS, RuleSteps

DENIES_ALL = "it denies every command, and the game could not go on"
TOO_COSTLY = f"the rules of its mod took over {MAX_RULE_STEPS:,} steps to say which commands they allow"


def vote_on(session: Host, command: Command) -> Deny | None:
    """Asks ``can_act`` about a command; rules that leave no command to the player are suspended, and have no vote.

    A replay of the command suspends them as well, so the suspension is not part of the state.
    """
    ctx, event = session.context(), Acting(command.actor, command)
    denial: Deny | None = ctx.vote("can_act", event)
    if denial is None or _takes_turn(session, denial):
        return denial
    return ctx.vote("can_act", event) if suspend_vetoes(session, command) else denial


def handle(session: Host, bound: Any, command: Command) -> Any:
    """Asks the handler of a command; again, if rules whose votes it asks for have left no command to the player."""
    outcome = bound.spec.handle(session.contexts[bound.mod], command)
    is_vetoed = isinstance(outcome, Refusal) and outcome.rule in session.dispatch
    return (
        bound.spec.handle(session.contexts[bound.mod], command)
        if is_vetoed and suspend_vetoes(session, command)
        else outcome
    )


def suspend_vetoes(session: Host, command: Command) -> bool:
    """Suspends the rules that leave no command to the player; returns whether there are any.

    Args:
        command: one that was refused by a vote.
    """
    options = [command, *list_legal_commands(session)]
    counted, session.rule_steps = session.rule_steps, RuleSteps(is_in_command=True)
    try:
        causes, exceeded = _find_vetoes(session, options), session.rule_steps.exceeded
    finally:
        session.rule_steps = counted
    for cause in causes:
        text = TOO_COSTLY if cause.mod in exceeded else DENIES_ALL
        if session.strict:
            error = FaultError(text)
            add_problem_note(session.state, cause, error)
            raise error
        session.suspended.add((cause.mod, cause.via))
        session.problem_log.record(session.state, cause, text, suspended=True)
    _restart_dice(session)
    return bool(causes)


def _restart_dice(session: Host) -> None:
    """Lets the next vote roll what it rolls when its command is submitted: a refused command is free."""
    session.serials.enter(session.serials.serial)


def _takes_turn(session: Host, denial: Deny) -> bool:
    return denial.spends_turn and session.rules.game.spend_turn is not None


def _find_vetoes(session: Host, options: Iterable[Command]) -> list[Cause]:
    """Returns the rules that deny every command, each by itself or together; empty if the player has a command.

    Rules of a mod that takes too many steps to find that out deny the other commands, if they denied all so far.
    """
    rules = session.rules
    own = (bound for bound in rules.commands.values() if bound.mod not in rules.game.rule_mods)
    if any(bound.spec.list_legal is None and bound.spec.macro is None for bound in own):
        return []  # a mod has commands that no list has
    exceeded = session.rule_steps.exceeded
    always: list[Cause] = []
    denying: dict[Cause, None] = {}
    for option in options:
        denials = _list_denials(session, option)
        causes = [cause for cause, _ in denials] + [cause for cause in always if cause.mod in exceeded]
        if not causes or any(_takes_turn(session, denial) for _, denial in denials):
            return []
        if any(cause not in rules.hooks.rules for cause in causes):
            return []  # code may wait for a command of its own
        always = [cause for cause in always if cause in causes] if denying else causes
        denying |= dict.fromkeys(causes)
    return always or list(denying)


def _list_denials(session: Host, command: Command) -> list[tuple[Cause, Deny]]:
    """Returns the votes against a command: of ``can_act``, or else those for which its handler asks."""
    _restart_dice(session)
    asked = session.dispatch
    if "can_act" in asked:
        denials = _pick_denials(asked["can_act"](Acting(command.actor, command), session))
        if denials:
            return denials
    denials, tracer = [], session.tracer
    bound = session.rules.commands.get(type(command))
    if bound is None or bound.mod not in session.trusted_mods:
        return []

    def note(dispatch: Dispatch) -> Dispatch:
        def ask(event: Any, host: Host) -> list[tuple[Listener, Any]]:
            results = dispatch(event, host)
            denials.extend(_pick_denials(results))
            return results

        return ask

    try:
        session.tracer = None
        session.dispatch = {name: note(dispatch) for name, dispatch in asked.items()}
        is_refused = isinstance(bound.spec.handle(session.contexts[bound.mod], command), Refusal)
    except Exception:  # it is reported when the command is submitted
        return []
    finally:
        session.dispatch, session.tracer = asked, tracer
    return denials if is_refused else []


def _pick_denials(answers: Iterable[tuple[Listener, Any]]) -> list[tuple[Cause, Deny]]:
    return [(listener.cause, answer) for listener, answer in answers if isinstance(answer, Deny)]
