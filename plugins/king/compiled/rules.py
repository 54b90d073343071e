"""Rules as data for the compiled board: their programs by hook."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from footfall.api import collect_readings, stream_key
from footfall.api.compiled import DataRule, NotCompiledError, Rules, list_data_rules

from .. import api, readings
from ..steps import BLOCKS
from .listeners import HOOKS, ROUND_END

GAME_ID = "core.king"

DEEDS = ("tell", "remember", "lose", "gain", "afflict", "lose_turn")
"""The deeds that the board has."""

ROLLS = "rolls"
"""The reading that is a die of several rules of a mod."""

CORE_READINGS = ("command.name", "actor.id", "memory", ROLLS)
"""The readings of every game that the board knows."""

COMMAND_READINGS = "footfall.loader.rules.words"
"""The module of the readings of commands' fields."""


def encode_rules(rules: Rules) -> dict[str, Any]:
    """Encodes the rules of all hooks, and the steps of the end of a round.

    Raises:
        NotCompiledError: a mod listens to a hook, or a rule has a reading or a deed, that the board does not have; or
            the steps of a mod's rules are counted.
    """
    for hook, mod in sorted(rules.hooks.heavy):
        raise NotCompiledError(f"the rules of {mod} at {hook} take too many steps")
    encoded: dict[str, Any] = {"blocks": list_blocks(rules), "hooks": {}, "steps": []}
    for hook, listed in list_data_rules(rules).items():  # None: a mod listens in Python (`listeners`)
        if hook not in HOOKS:
            if hook in rules.hooks.dispatch:
                raise NotCompiledError(f"a mod listens to {hook}")
        elif listed is not None:
            programs = [_encode_rule(rule) for rule in listed]
            names = [f"{rule.mod}:{rule.name}" for rule in listed]
            if hook == ROUND_END:
                encoded["steps"] = list(zip(names, programs, strict=True))
            else:
                encoded["hooks"][hook] = programs
        elif hook == ROUND_END:
            encoded["steps"] = [(name, None) for name in encoded["blocks"] if name in list_added_steps(rules)]
    return encoded


def list_sources(rules: Rules) -> list[str]:
    """Returns the texts by which rules as data name the sources of losses and gains, sorted."""
    listed = [rule for found in list_data_rules(rules).values() for rule in found or ()]
    return sorted({text for rule in listed for name in ("lose.text", "gain.text") for text in rule.list_texts(name)})


def explain_rule(rule: DataRule) -> str:
    """Why the compiled board leaves games with a rule to Python; empty: it plays them."""
    if rule.hook not in HOOKS:
        return f"the compiled board does not ask {rule.hook}"
    if rule.has_choice:
        return "the compiled board does not choose from lists"
    try:
        _encode_rule(rule)
    except NotCompiledError as error:
        return str(error)
    return ""


def list_blocks(rules: Rules) -> list[str]:
    """Returns the steps of the end of a round: the game's own, in their order, and those of mods.

    Raises:
        NotCompiledError: a mod has changed the game's own steps, or steps of another chain.
    """
    steps = rules.hooks.chains.get((ROUND_END, GAME_ID), ())
    own = tuple(step.name for step in BLOCKS)
    added = list_added_steps(rules)
    others = {name for name, chain in rules.hooks.chains.items() if chain} - {(ROUND_END, GAME_ID)}
    if tuple(step for step in steps if step not in added) != own or others:
        raise NotCompiledError("a mod has changed the end of a round")
    return list(steps)


def list_added_steps(rules: Rules) -> frozenset[str]:
    """Returns the names of the steps that mods add to the end of a round."""
    steps = rules.hooks.chains.get((ROUND_END, GAME_ID), ())
    return frozenset(name for name in steps if rules.steps[name].mod not in rules.game.rule_mods)


@cache
def list_known_readings() -> frozenset[Any]:
    """Returns the functions of the readings that the compiled board has."""
    return frozenset(reading.read for module in (api, readings) for reading in collect_readings(module).values())


def _encode_rule(rule: DataRule) -> Mapping[str, Any]:
    known = list_known_readings()
    for key, function in rule.functions.items():
        if key not in CORE_READINGS and function not in known and function.__module__ != COMMAND_READINGS:
            raise NotCompiledError(f"a rule reads {key}")
    for deed in rule.deeds:
        if deed not in DEEDS:
            raise NotCompiledError(f"a rule does {deed}")
    rolls = {name: stream_key(rule.mod, f"{ROLLS}.{name}") for name in rule.rolls}
    return {"mod": rule.mod, "program": list(rule.program), "stream": stream_key(rule.mod, rule.via), "rolls": rolls}
