"""Compiled steps: `rust/stealth` plays the turns of creatures to the same bits as the rules in Python.

The agenda loop asks a compiled step instead of the function of this plugin that it copies. `build_compiled_steps`
decides which of them a session may use: all functions and appliers must be this plugin's own, and `HOOKS` lists what a
listener leaves to Python. A single turn that is not copied (a door, an effect, an ally) is left to Python as well.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from footfall.api import (
    Command,
    Event,
    LoggedMessage,
    LogLineAdded,
    Message,
    Question,
    grid,
    stream_key,
)
from footfall.api.compiled import (
    CompiledStep,
    Entry,
    NotCompiledError,
    QuestionAsked,
    Session,
    build_native,
    load_native_module,
    push_reactions,
)

from .actions import fight, listen, movement, stamina
from .actions.commands import TILE_OPENERS, Pass, Wait, Walk
from .actors import stats
from .actors.surroundings import DAYLIGHT_TAG, WATER_TAG
from .ai import (
    attention,
    context,
    idle,
    inquiries,
    noticing,
    passage,
    paths,
    reasons,
    senses,
    tactics,
    turn as creatures,
)
from .compiled_rules import (
    AFTER_TURN,
    HOOKS,
    Programs,
    describe_ruled_kinds,
    list_answers,
    list_limited_hooks,
    list_programs,
)
from .generate import reinforcements
from .generate.dungeon_state import DUNGEON_PART
from .items import VENOM_STEP, hunger
from .model import play_state, settings, state
from .model.courses import Bell, CourseSpec
from .model.phase import get_phase
from .model.play_state import FOLLOW, HOME, LOST, PLAY_PART, Inquiry, SetInquiry
from .model.records import AI_KINDS, ItemKind, StatusEffect, creature_kind
from .player import handlers
from .quest import bells, guided
from .senses import ambience, known_map, notices, scent, sight, sounds
from .turns import phases as turns, upkeep
from .turns.upkeep import absorb_items

NATIVE_MODULE = "footfall.plugins._stealth"
"""Name of the extension module. It is outside this package because reloading the package must not reload it."""

CHANCE_RULES = (
    *(noticing.notice, noticing.wake, noticing.discern, noticing.pursue),
    *(fight.strike, tactics.waver),
)
"""The rules of chance that compiled turns play."""

DEEDS = ("act", "hear", "notice", "walk", "attack", "inquire", "lose", "turn-start", "turn-end")

CHANGES = (
    *(grid.Move, grid.MakeNoise, grid.ExpireNoises, grid.MarkNoisesReported, grid.MarkExplored, grid.Hurt),
    *(state.Tick, state.SetTimePools, state.SetFighter, state.SetMind, state.ApplyAttack, state.SetDodgeCount),
    *(state.AddHeardSounds, state.SetListening, SetInquiry),
)
"""The changes whose appliers are copied."""

EVENTS: dict[type[Event], tuple[str, ...]] = {
    grid.Moved: ("walk",),
    grid.MakeNoise: ("walk", "attack"),
    grid.WasHurt: ("attack",),
    state.Struck: ("attack",),
    state.Aggravated: ("attack",),
    play_state.Lost: ("lose",),
}
"""The events that the deeds raise; the rules in Python do the deed if a step reacts to one of them."""

OTHER_EVENTS = (LogLineAdded, QuestionAsked)
"""The events that any compiled step may raise."""

REACTIONS: dict[type[Event], tuple[str, ...]] = {
    state.Struck: (VENOM_STEP,),
    play_state.Lost: (attention.JOIN_STEP,),
}
"""The reactions that compiled turns know: they are under no effect, and let Python play the others."""

UPKEEP = (
    *(*upkeep.UPKEEP, *hunger.UPKEEP, *reinforcements.UPKEEP, *passage.UPKEEP),
    *(*ambience.UPKEEP, *bells.UPKEEP, *guided.UPKEEP, *scent.UPKEEP),
)
CHAIN: dict[str, Any] = {
    **{step.name: step.run for step in UPKEEP},
    "core.stealth:absorb": absorb_items,
    turns.TURN_END: turns.notify_turn_end,
}
"""The steps of upkeep and the end of the turn, which are left out while they have nothing to do."""

STEPS: dict[str, Callable[..., Any]] = {
    turns.CREATURE_STEP: creatures.take_creature_turn,
    turns.ROUSE_STEP: creatures.rouse,
    turns.WATCH_STEP: creatures.keep_watch,
    turns.REPORT: turns.report_and_look,
    turns.UPKEEP: turns.run_upkeep,
    turns.ATTEND: attention.attend,
    turns.NPC_PHASE: turns.queue_npc_phase,
    turns.TURN: turns.begin_turn,
}
"""The compiled steps, in the order of `tools.rs`; one plays on with others, without the agenda."""

COMMANDS: dict[type[Command], Callable[..., Any]] = {Walk: handlers.handle_walk, Wait: handlers.handle_wait}
"""The compiled commands of the player's character, and the functions that they copy."""

IDLE_ROUTINES: tuple[tactics.Decision, ...] = (
    *(idle.stay, idle.go_home, idle.patrol, idle.scout, idle.wander),
    *(idle.search_or_walk_beat, idle.walk_round, idle.adventure),
)
TACTICS: tuple[tactics.Decision, ...] = (
    *(tactics.hunt, tactics.hunt_warily, tactics.shoot_or_hunt, tactics.stand_and_strike, tactics.do_nothing),
)
"""The functions that are copied; the compiled code knows them by their names."""

MOODS = (state.Mood.ASLEEP, state.Mood.CALM, state.Mood.AGGRAVATED)


def build_compiled_steps(session: Session) -> Mapping[str | type[Command], CompiledStep]:
    """Builds the compiled steps of a session; see `footfall.api.compiled.CompiledStep`.

    Raises:
        NotCompiledError: a mod has changed what the steps rely on.
    """
    verify_rules(session)
    steps = build_native(load_native_module(NATIVE_MODULE).StealthSteps, build_tools(session))
    plays = dict.fromkeys(STEPS, steps.play_creatures)
    plays |= {
        turns.NPC_PHASE: steps.play_phase,
        turns.REPORT: steps.report_and_look,
        turns.UPKEEP: steps.run_upkeep,
        turns.ATTEND: steps.attend,
        turns.TURN: steps.begin_turn,
    }
    plays |= {Walk: steps.play_walk, Wait: steps.play_wait} | dict.fromkeys(CHAIN, steps.skip_upkeep)
    return {name: CompiledStep(run, plays[name]) for name, run in (STEPS | COMMANDS | CHAIN).items()}


def verify_rules(session: Session) -> None:
    """Compares steps, appliers and reactions with those of this plugin, function by function.

    Raises:
        NotCompiledError: one of them is another.
    """
    rules = session.rules
    for name, run in (STEPS | {VENOM_STEP: hunger.apply_venom, attention.JOIN_STEP: attention.join_search}).items():
        if name not in rules.steps or rules.steps[name].run is not run:
            raise NotCompiledError(f"a mod has changed the step {name}")
    for change in CHANGES:
        if session.appliers.get(change) is not change.apply:
            raise NotCompiledError(f"a mod has changed how {change.__name__} is applied")
    for event in OTHER_EVENTS:
        if session.reactions.get(event):
            raise NotCompiledError(f"a mod reacts to {event.__name__}")
    if rules.game.presentation.narrate is not None:
        raise NotCompiledError("events are narrated")


def list_covered_deeds(session: Session, programs: Programs) -> list[str]:
    """The deeds that no mod listens or reacts to, but with rules that compiled turns ask, or that concern few kinds."""
    limited = list_limited_hooks(session, programs)
    hooks = [hook for hook in HOOKS if hook in session.dispatch and not programs.get(hook) and hook not in limited]
    heard = {deed for hook in hooks for deed in HOOKS[hook]}
    for event, deeds in EVENTS.items():
        if tuple(session.reactions.get(event, ())) not in ((), REACTIONS.get(event)):
            heard.update(deeds)
    return [deed for deed in DEEDS if deed not in heard]


def build_tools(session: Session) -> dict[str, Any]:
    """The parts of these rules that the compiled code uses (`rust/stealth-python/src/tools.rs`)."""
    programs, records = list_programs(session), session.rules.records
    effects = records.table(StatusEffect, "effect")
    names = (*session.rules.hooks.chains["on_round_end", "core.stealth"], turns.TURN_END)
    chain = []
    for name in names:
        run = session.rules.steps[name].run
        chain.append((name, name.rpartition(":")[2], run if run is CHAIN.get(name) else None, stream_key("step", name)))
    return {
        **{function.__name__: function for function in FUNCTIONS},
        **TYPES,
        **CONSTANTS,
        "moods": MOODS,
        "familiar": sorted(ambience.list_familiar_noises(session.context())),
        "last_actions": tuple(state.LastAction),
        "behaviors": {name: describe_behavior(tactics.BEHAVIORS[name]) for name in AI_KINDS},  # commanded: Python
        "sounds": tuple(
            (sound.kind, sound.loudness, sound.duration)
            for sound in (sounds.STEP_SOUND, sounds.ATTACK_SOUND, sounds.HURT_SOUND)
        ),
        "item_bonuses": {id: kind.bonus for id, kind in records.table(ItemKind, "item").items()},
        "effect_bonuses": list_effect_bonuses(session),
        "steady_effects": list_steady_effects(session),
        "staggering_effects": [id for id, effect in effects.items() if effect.staggers],
        "helpless_effects": [id for id, effect in effects.items() if effect.is_helpless],
        "bells": [bell.item for bell in records.table(Bell, "bell").values()],
        "keys": [id for id, kind in records.table(ItemKind, "item").items() if movement.is_key(kind)],
        "guided": [
            course.id for course in records.table(CourseSpec, "course").values() if course.stations or course.task
        ],
        "steps": tuple((name, run, stream_key("step", name)) for name, run in STEPS.items()),
        "chain": chain,
        "covered": list_covered_deeds(session, programs),
        "ruled_kinds": describe_ruled_kinds(session, programs),
        "list_answers": partial(list_answers, session.rules),
        "programs": tuple(programs.values()),
        "chance_rules": [(rule.name, session.rules.chances.find(rule).program) for rule in CHANCE_RULES],
        "rows": {kind.__name__: kind.__struct_fields__ for kind in ROWS},
    }


def describe_behavior(kind: tactics.Behavior) -> tuple[str, str, bool, bool, bool]:
    """The names of its routine and tactic, empty if they are not copied, and its flags."""
    routine = kind.idle.__name__ if kind.idle in IDLE_ROUTINES else ""
    tactic = kind.tactic.__name__ if kind.tactic in TACTICS else ""
    return routine, tactic, kind.engages_by_sight, kind.is_dormant, kind.follows_noises


def list_effect_bonuses(session: Session) -> dict[str, tuple[dict[str, int], dict[str, int]]]:
    """The bonuses of the effects that have any, and the values that they fix."""
    rules = settings.rule_settings(session.context())
    effects = session.rules.records.table(StatusEffect, "effect")
    found = {id: (effect.bonus, effect.fixed_stats) for id, effect in effects.items()}
    found[stats.LAMP] = {stat: getattr(rules, name) for stat, name in stats.LAMP_SETTINGS.items()}, {}
    return {id: each for id, each in found.items() if any(each)}


def list_steady_effects(session: Session) -> list[str]:
    """The effects that do no harm: upkeep does nothing about them while they are permanent, or the lamp is lit."""
    table = session.rules.records.table(StatusEffect, "effect")
    return [name for name in {stats.LAMP: None, **table} if name not in table or not table[name].hurt]


def read_numbers(rules: settings.RuleSettings) -> dict[str, int]:
    """The numbers that compiled turns do not find among the settings: constants, and settings that are words."""
    return NUMBERS | {
        "sleep_anywhere": rules.sleep_range == "floor",
        "ai_player_first": rules.ai_pc_priority == "always",
    }


NUMBERS: dict[str, int] = {
    "blind_fov": noticing.BLIND_FOV,
    "sure_distance": noticing.SURE_DISTANCE,
    "look_turns": inquiries.LOOK_TURNS,
    "search_turns": inquiries.SEARCH_TURNS,
    "striking_loudness": noticing.STRIKING_LOUDNESS,
    "guessed_turns": senses.GUESSED_TURNS,
    "wander_radius": idle.WANDER_RADIUS,
    "search_radius": idle.SEARCH_RADIUS,
    "round_pause": idle.ROUND_PAUSE,
    "company_distance": ambience.COMPANY_DISTANCE,
    "min_view_radius": sight.MIN_VIEW_RADIUS,
    "min_hearing_reach": senses.MIN_HEARING_MAP_REACH,
    "reinforcement_delay": reinforcements.REINFORCEMENT_DELAY,
    "reinforcement_chance": reinforcements.REINFORCEMENT_CHANCE,
    "max_reinforcements": reinforcements.MAX_REINFORCEMENTS,
    "turns_per_satiety": hunger.TURNS_PER_SATIETY,
    "dodges_per_defense": fight.DODGES_PER_DEFENSE,
    "heard_sound_turns": state.HEARD_SOUND_TURNS,
    "ambience_die": ambience.DIE,
    "step_loudness": sounds.STEP_SOUND.loudness,
    "shift_turns": listen.SHIFT_TURNS,
}

CONSTANTS: dict[str, Any] = {
    "non_negative_stats": stats.NON_NEGATIVE_STATS,
    "searches_tag": context.SEARCHES_TAG,
    "quiet_tag": movement.QUIET_TAG,
    "loud_tag": movement.LOUD_TAG,
    "barring_tags": (*TILE_OPENERS, WATER_TAG),
    "door_tag": "door",
    "items_key": grid.ITEMS_KEY,
    "daylight_tag": DAYLIGHT_TAG,
    "view_key": sight.VIEW_KEY,
    "no_listening": state.ListeningState(),
    "lamp": stats.LAMP,
    "dungeon_part": DUNGEON_PART,
    "play_part": PLAY_PART,
    "inquiry_kinds": (LOST, HOME),
    "ask_after": (notices.ASK_STEP, stream_key("step", notices.ASK_STEP), AFTER_TURN),
    "commands": (Walk, Wait, Pass),
    "follow_kind": FOLLOW,
    "ordinary": sorted(attention.ORDINARY),
    "path_costs": (paths.STRAIGHT_COST, paths.DIAGONAL_COST, paths.CROWDED_COST, paths.NEAR_STEP_COST),
}
"""Words and numbers that it shares with these rules."""

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(msgspec.structs.astuple, get_phase, paths.passable_cells, creature_kind, read_numbers, push_reactions),
    *(grid.find_visible_cells, grid.compute_hearing_map),
    *(stats.effective_stat, stats.effective_to_hit, stats.damage_bonus, stats.dice_of),
    *(fight.wields_dagger, stamina.fortify_waiting_enemies),
    *(sight.look, sight.is_diving, sight.is_lit, idle.has_errand, creatures.choose_instead),
    *(ambience.list_sources, attention.begin_inquiry, attention.make_shift),
    reasons.name_mood_change,
    *(known_map.list_differences, known_map.remember_items),
)
"""The functions in Python that the compiled code asks, each at most once a phase or in rare cases."""

ROWS: tuple[type[msgspec.Struct], ...] = (state.Mind, state.Fighter, grid.Actor, grid.Noise, Inquiry)
"""The structs whose fields it reads all at once, in their order."""

TYPES: dict[str, type] = {
    "noise": grid.Noise,
    "lost": play_state.Lost,
    "inquiry": Inquiry,
    "set_inquiry": SetInquiry,
    "noise_made": grid.MakeNoise,
    "moved": grid.Moved,
    "struck": state.Struck,
    "was_hurt": grid.WasHurt,
    "log_line_added": LogLineAdded,
    "logged_message": LoggedMessage,
    "message": Message,
    "entry": Entry,
    "question": Question,
    "question_asked": QuestionAsked,
}
"""The types that it creates."""
