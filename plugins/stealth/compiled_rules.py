"""The rules as data that compiled turns ask, and the questions that they leave to Python."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from footfall.api.compiled import DataRule, Rules, Session, list_data_rules

from .model import settings
from .model.records import CreatureKind

HOOKS: dict[str, tuple[str, ...]] = {
    "decide_action": ("act",),
    "can_act": ("act",),
    "core.stealth:on_creature_turn": ("act",),
    "on_hear": ("hear",),
    "on_heard": ("hear",),
    "core.stealth:on_notice": ("notice",),
    "can_enter": ("walk",),
    "on_move": ("walk",),
    "on_attack": ("attack",),
    "on_damage": ("attack",),
    "core.stealth:on_ambush": ("attack",),
    "core.stealth:on_inquire": ("inquire",),
    "core.stealth:on_investigate": ("inquire",),
    "core.stealth:on_give_up": ("inquire",),
    "core.stealth:on_mood": ("lose",),
    "on_turn_start": ("turn-start",),
    "on_turn_end": ("turn-end",),
}
"""The hooks that the copied functions ask, and the deeds that the rules in Python play if a mod listens."""

SUBJECTS: dict[str, str] = {
    **dict.fromkeys(("decide_action", "can_act", "can_enter", "on_move", "core.stealth:on_creature_turn"), "actor"),
    **dict.fromkeys(("on_hear", "on_heard", "core.stealth:on_inquire"), "listener"),
    **dict.fromkeys(("on_attack", "on_damage", "core.stealth:on_ambush"), "attacker"),
    **dict.fromkeys(("core.stealth:on_investigate", "core.stealth:on_give_up"), "actor"),
    "core.stealth:on_notice": "watcher",
}
"""The field of an event that is the creature in whose turn a hook is asked: a rule about its kind concerns no other."""

AFTER_TURN = "core.stealth:on_creature_turn"
QUESTIONS = {"choice": "decide_action", "end": AFTER_TURN}
"""The hooks whose rules about some kinds of creature compiled turns let Python ask, and play the turn themselves."""

ASKED_HOOKS = (*QUESTIONS.values(),)

RULE_HOOKS = ("on_hear", "core.stealth:on_notice", "on_move")
"""The hooks whose rules as data compiled turns ask, if these give terms alone; see `explain_rule`."""

MOD_READINGS = ("memory", "mark", "rolls")
"""The names of readings that depend on the mod of a rule."""

READS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("actor.kind", "actor.has_tag", "actor.is_object"), ("actor.kind",)),
    **dict.fromkeys(("actor.health", "actor.lost_hp"), ("actor.hp", "actor.hp_max")),
    **dict.fromkeys(("actor.mood", "actor.is_awake", "actor.is_hunting"), ("mind.mood",)),
    **dict.fromkeys(("actor.is_asleep", "actor.is_calm"), ("mind.mood",)),
    **dict.fromkeys(("actor.has", "actor.is_lamp_lit", "actor.turns_left"), ("actor.effects",)),
    **dict.fromkeys(("actor.harms", "actor.is_helpless"), ("actor.effects",)),
    **dict.fromkeys(("actor.wears", "actor.wears_tag", "actor.things_worn"), ("actor.worn",)),
    **dict.fromkeys(("actor.carries", "actor.carries_tag", "actor.pack_size"), ("actor.pack",)),
    **dict.fromkeys(("player", "actor.is_player"), ("world.player",)),
    "actor.hp": ("actor.hp",),
    "actor.max_hp": ("actor.hp_max",),
    "actor.stat": ("actor.stats[]", "actor.worn", "actor.effects", "player"),  # the character may listen
    "actor.last_action": ("fighter.last",),
    "actor.stamina": ("fighter.stamina",),
    "actor.to_hit_cache": ("fighter.th",),
    "actor.defense_cache": ("fighter.df",),
    "actor.side": ("actor.side",),
    "actor.is_wary": ("mind.is_marked",),
    "actor.behavior": ("mind.ai",),
    "actor.turns_without_trace": ("mind.lost_turns",),
    "actor.grudge": ("mind.foe",),
    "turn": ("stealth.turn",),
    "floor": ("level.floor",),
    "is_side_branch": ("level.branch",),
    "recipe": ("level.recipe",),
}
"""All that a reading reads of the game, besides records and settings; compiled turns ask it again if some of that is
another object (`rust/stealth-python/src/readings.rs`). Others are asked each time, or once for an actor while nothing
changes."""

Program: TypeAlias = tuple[bytes, dict[str, tuple[Callable[..., Any], tuple[str, ...] | None]]]
Programs: TypeAlias = Mapping[str, list[Program]]
"""The program of each rule, with its readings and their facts, by hook."""


def explain_rule(rule: DataRule) -> str:
    """Why compiled turns leave a rule, or the deeds of creatures at its hook, to Python; empty: they play it."""
    if rule.hook not in HOOKS:
        return ""
    why = explain_unasked(rule)
    kinds = rule.kinds.get(SUBJECTS.get(rule.hook, ""), ())  # to whose turns it is limited
    if why and kinds:
        is_asked = rule.hook in ASKED_HOOKS
        return "" if is_asked else f"Python plays the turns of {', '.join(kinds)}; those of others stay compiled"
    return why


def explain_unasked(rule: DataRule) -> str:
    """Why compiled turns cannot ask a rule themselves; empty: they can."""
    if rule.hook not in RULE_HOOKS:
        return f"where a mod listens to {rule.hook}, Python plays this part of a creature's turn"
    if rule.deeds:
        return f"at {rule.hook}, compiled turns know terms, and no deeds: Python plays every turn that asks it"
    return explain_program(rule)


def explain_program(rule: DataRule) -> str:
    """Why compiled turns cannot run the program of a rule; empty: they can."""
    if rule.has_choice:
        return "compiled turns do not choose from lists"
    others = [key for key, read in rule.functions.items() if not is_own_reading(key, read)]
    if others:
        return f"compiled turns do not know {', '.join(others)}"
    return "compiled turns know no dice of mods" if rule.has_dice else ""


def is_own_reading(key: str, read: Callable[..., Any]) -> bool:
    """Whether compiled turns call a reading: one of the framework or of this game that does not depend on the mod."""
    return read.__module__.startswith("footfall.") and key.rpartition(".")[2] not in MOD_READINGS


def find_kinds(session: Session, hook: str) -> frozenset[str]:
    """The kinds of creature to whose turns all listeners of a hook are limited; empty if there is another listener."""
    kinds: frozenset[str] | None = session.rules.hooks.list_kinds(hook, SUBJECTS[hook], session.dispatch)
    if not kinds or is_heavy(session, hook):
        return frozenset()
    records = session.rules.records.table(CreatureKind, "creature")
    is_of_player = any(kind in records and records[kind].side == "player" for kind in kinds)
    return frozenset() if is_of_player else kinds


def is_heavy(session: Session, hook: str) -> bool:
    """Whether the steps of a mod's rules at a hook are counted, each time that it is asked."""
    return any(hook == heavy for heavy, _ in session.rules.hooks.heavy)


def list_programs(session: Session) -> Programs:
    """The programs of the hooks of `RULE_HOOKS` where compiled turns may ask all listeners."""
    listed = list_data_rules(session.rules)
    programs: dict[str, Any] = {}
    for hook in RULE_HOOKS:
        rules = [] if is_heavy(session, hook) else listed.get(hook) or []
        programs[hook] = [] if any(map(explain_unasked, rules)) else list(map(bind_rule, rules))
    is_asked = "on_heard" in session.dispatch and not find_kinds(session, "on_heard")
    if is_asked or settings.rule_settings(session.context()).extends_hearing_by_loudness:
        programs["on_hear"] = []
    return programs


def bind_rule(rule: DataRule) -> Program:
    """The program of a rule, with its readings and their facts."""
    return rule.program, {key: (read, READS.get(key)) for key, read in rule.functions.items()}


def list_limited_hooks(session: Session, programs: Programs) -> dict[str, frozenset[str]]:
    """The hooks whose listeners Python asks in the turns of some kinds of creature alone, and these kinds."""
    asked = [hook for hook in SUBJECTS if hook in session.dispatch and not programs.get(hook)]
    found = {hook: find_kinds(session, hook) for hook in asked}
    return {hook: kinds for hook, kinds in found.items() if kinds}


def list_answers(rules: Rules, question: str, kind: str) -> list[Program]:
    """The programs of the rules that may answer one of `QUESTIONS` about a kind of creature.

    There are none if compiled turns cannot tell when one of them answers.
    """
    hook = QUESTIONS[question]
    asked = [rule for rule in list_data_rules(rules)[hook] or () if kind in rule.kinds[SUBJECTS[hook]]]
    return [] if any(map(explain_program, asked)) else list(map(bind_rule, asked))


def describe_ruled_kinds(session: Session, programs: Programs) -> dict[str, dict[str, bool]]:
    """The parts of a turn that rules about a kind of creature leave to Python: all of it, or some of `QUESTIONS`."""
    limited = list_limited_hooks(session, programs)
    left = {kind for hook, kinds in limited.items() if hook not in ASKED_HOOKS for kind in kinds}
    asked = {question: limited.get(hook, frozenset()) for question, hook in QUESTIONS.items()}
    return {
        kind: {"turn": kind in left, **{question: kind in kinds for question, kinds in asked.items()}}
        for kind in sorted(left.union(*asked.values()))
    }
