"""Checks of a loaded state beyond the types of its parts: it may come from a stranger's save."""

import inspect
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec

from ..declarations.rules import Rules
from ..host import StepFunction
from ..model import Entry
from ..plain import check_plain
from ..state import State


def check_state(state: State, rules: Rules) -> None:
    """Checks the settings, the agenda, the question, the plain data of mods, and the references of every part.

    Arguments of entries get the types of their step.

    Args:
        rules: the active rules; their records include the stand-ins of missing mods.

    Raises:
        ValueError, TypeError, LookupError: something does not fit; the message says what.
    """
    check_frame(state, rules)
    saves = rules.saves
    state.agenda = [_check_entry(entry, rules) for entry in state.agenda]
    _check_question(state, rules)
    for check in saves.checks.values():
        for problem in check(state, rules.records):
            raise ValueError(problem)


def check_frame(state: State, rules: Rules) -> None:
    """Checks the game, the settings, and the plain data of mods, which no type of a part describes.

    Raises:
        ValueError, TypeError: something does not fit; the message says what.
    """
    if state.game != rules.game.id:
        raise ValueError(f"its state is one of {state.game[:40]!r}")
    saves = rules.saves
    check_plain(state.settings)
    for name, value in state.settings.items():
        check = saves.setting_checks.get(name)
        if check is not None and (problem := check(value)):
            raise ValueError(f"setting {name}: {problem}")
    check_plain(state.memory)
    for name, part in state.parts.items():
        if name not in saves.parts:
            check_plain(part)


def _check_question(state: State, rules: Rules) -> None:
    question = state.question
    if question is None or state.outcome is not None:
        if state.question is not None or state.then is not None:
            raise ValueError("a question is open although the game has ended, or an answer has no question")
        return
    check_plain(question.options)
    if question.kind == "turn":
        return
    if state.then is None or not question.options:
        raise ValueError(f"question {question.kind[:40]!r} cannot be answered")
    answers = [_check_entry(Entry(state.then.step, (*state.then.args, option)), rules) for option in question.options]
    options = tuple([answer.args[-1] for answer in answers])
    state.question = msgspec.structs.replace(question, options=options)
    state.then = msgspec.structs.replace(state.then, args=answers[0].args[:-1])


def _check_entry(entry: Entry, rules: Rules) -> Entry:
    """Returns an entry whose arguments have the types of its step; a step that a mod no longer has is skipped later."""
    check_plain(entry.args)
    step = rules.steps.get(entry.step)
    if step is None:
        if entry.step.partition(":")[0] in rules.game.rule_mods:
            raise ValueError(f"there is no step {entry.step[:40]!r}")
        return entry
    types = _list_parameter_types(step.run)
    if types is None:
        return entry
    required, kinds, extra = types
    if not required <= len(entry.args) or (extra is None and len(entry.args) > len(kinds)):
        raise ValueError(f"step {entry.step} takes {required} to {len(kinds)} arguments, not {len(entry.args)}")
    kinds = [*kinds, *[extra] * (len(entry.args) - len(kinds))]
    args = [msgspec.convert(value, type=kind) for value, kind in zip(entry.args, kinds, strict=False)]
    return msgspec.structs.replace(entry, args=tuple(args))


@lru_cache(maxsize=1024)
def _list_parameter_types(run: StepFunction) -> tuple[int, list[Any], Any] | None:
    """Returns the number of required arguments of a step, their types, and that of ``*args`` or None.

    A parameter without a type that can be checked counts as `Any`; None if the function cannot be inspected.
    """
    try:
        parameters = list(inspect.signature(run).parameters.values())[1:]
        hints = get_type_hints(inspect.unwrap(run), include_extras=True)
    except (TypeError, ValueError, NameError):
        return None
    required, kinds, extra = 0, [], None
    for parameter in parameters:
        kind = hints.get(parameter.name, Any)
        try:
            msgspec.msgpack.Decoder(kind)
        except (TypeError, ValueError, NameError):
            kind = Any
        if parameter.kind is parameter.VAR_POSITIONAL:
            extra = kind
        else:
            kinds.append(kind)
            required += parameter.default is parameter.empty
    return required, kinds, extra
