"""Questions of mods: rules that lead from one to the next without end are suspended, so that the player gets a turn."""

from typing import Any

from ..core_changes import Ask, Remember
from ..host import Host
from ..model import Answer, Change, Entry, Message, Question, Refusal
from .problem_log import NOTES, FaultError

MAX_QUESTIONS = 50
"""Questions of mods that a player answers one after the other, without a command of their own between them."""

ASKED = "asked"
"""The key, in the notes of `State.memory`, of the turn of the last question of a mod and the number in a row."""


def accept_answer(session: Any, answer: Answer) -> Refusal | None:
    """Puts the step that follows an answer on the agenda; returns why the answer is refused."""
    question, then = session.state.question, session.state.then
    assert question is not None
    if question.kind == "turn" or then is None:
        return Refusal(Message("footfall-no-question"), "question")
    if answer.actor != question.actor:
        return Refusal(Message("footfall-not-your-turn"), "turn")
    if not 0 <= answer.choice < len(question.options):
        return Refusal(Message("footfall-no-such-option"), "question")
    serial = session.create_entry(then.step, then.args).serial
    session.state.agenda.append(Entry(then.step, (*then.args, question.options[answer.choice]), serial))
    return None


def ask_for_mod(session: Host, question: Question, step: str, args: tuple[Any, ...]) -> list[Change]:
    """Returns the changes that ask a question for a mod; none if there were `MAX_QUESTIONS` in a row.

    The listener that asks one more is suspended.
    """
    state, trigger = session.state, session.trigger
    last, count = state.memory.get(NOTES, {}).get(ASKED, (0, 0))
    count = count + 1 if last == state.turn - 1 else 1  # an answer is a command of its own
    if count <= MAX_QUESTIONS:
        return [Remember(NOTES, ASKED, [state.turn, count]), Ask(question, step, args)]
    if trigger is not None:
        text = f"questions lead to each other: {MAX_QUESTIONS} were answered, and the player has had no turn"
        session.suspend(trigger.cause, FaultError(text))
    return []
