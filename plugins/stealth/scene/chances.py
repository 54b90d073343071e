"""The odds of being noticed, and of effects of rules of mods, as scenes show them: in numbers and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from footfall.api import Message, events
from footfall.api.grid import Actor, Cell, chebyshev_distance, is_inside
from footfall.api.scene import ActionOdds, Chance, Tint

from ..actions.fight import forecast_blow, gather_blow
from ..actors.stats import LAMP
from ..actors.surroundings import are_enemies
from ..ai.inquiries import inquiry_of
from ..ai.senses import hunts_another
from ..model.phase import Phase
from ..model.play_state import LOST
from ..model.state import Mood
from ..odds.chances import to_permille
from ..odds.exposure import FIGHT, LAMP_TOGGLE, STAY, STEPS, Action, Deed
from ..odds.screen import Forecast, Odds, describe_number, describe_percent, forecast_round
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import compass_direction

ACTIONS = (STAY, *STEPS, LAMP_TOGGLE, FIGHT)
"""The actions whose odds a scene shows."""


def list_watchers(phase: Phase) -> list[Actor]:
    """The enemies in view that have not noticed the character, nearest first."""
    forecast, minds, player = forecast_round(phase), phase.stealth.minds, phase.player
    unaware = [
        other
        for other in creatures_in_view(phase)
        if other.id in forecast.creatures and minds[other.id].mood is not Mood.AGGRAVATED
    ]
    return sorted(unaware, key=lambda other: (chebyshev_distance(player.at, other.at), other.id))


def describe_staying_briefly(chance: Chance) -> Message:
    """The chance of staying where there is little room; that it comes to look after the sign of those that do."""
    facts: dict[str, Any] = {"chance": describe_number(*chance.permille), "comes": "no"}
    if chance.interest[1]:
        sign = AWARENESS_SIGNS[Awareness.INVESTIGATING]
        facts |= {"comes": "yes", "look": sign, "coming": describe_number(*chance.interest)}
    return Message("stealth-percent-short", {**facts, "about": "yes" if chance.is_approximate else "no"})


def describe_chance(phase: Phase, other: Actor, odds: Odds) -> Chance:
    """The odds of one creature."""
    return _build_chance(phase, other, odds, _describe_odds(odds))


def _build_chance(phase: Phase, other: Actor, odds: Odds, text: Message) -> Chance:
    interest = (odds.comes_low, odds.comes_high)
    return Chance(actor_name(phase, other), other.at, (odds.low, odds.high), odds.is_estimate, text, interest)


def _describe_odds(odds: Odds) -> Message:
    happens = "wakes" if odds.is_asleep else "comes" if odds.comes_high and not odds.high else "notices"
    chance = describe_percent(odds.low, odds.high, odds.is_estimate)
    facts: dict[str, Any] = {"chance": chance, "happens": happens, "comes": "no"}
    if odds.comes_high:
        coming = describe_percent(odds.comes_low, odds.comes_high, odds.is_estimate)
        facts |= {"comes": "yes", "coming": coming}
    return Message("stealth-chance", facts)


def weigh_staying(phase: Phase, other: Actor) -> Chance | None:
    """The odds that a creature in view notices the character if it stays; None if there is nothing to notice."""
    forecast, minds = forecast_round(phase), phase.stealth.minds
    if other.id not in forecast.creatures or minds[other.id].mood is Mood.AGGRAVATED:
        return None
    odds = forecast.weigh(other, STAY)
    text = Message("stealth-chance-staying", {"chance": _describe_odds(odds)})
    return _build_chance(phase, other, odds, text)


def list_odds(phase: Phase) -> tuple[ActionOdds, ...]:
    """The odds of staying, of the eight steps, of the lamp and of a fight; actions that take no time are left out."""
    forecast, watchers = forecast_round(phase), list_watchers(phase)
    return tuple(
        ActionOdds(
            action.deed.value,
            _describe_action(phase, action),
            action.direction,
            tuple(describe_chance(phase, other, forecast.weigh(other, action)) for other in watchers),
        )
        for action in ACTIONS
        if forecast.expose(action)
    )


def _describe_action(phase: Phase, action: Action) -> Message:
    if action.deed is Deed.STEP:
        return Message("stealth-odds-step", {"direction": Message("stealth-way", {"direction": action.direction})})
    if action.deed is Deed.LAMP:
        return Message("stealth-odds-lamp", {"lit": "yes" if LAMP in phase.player.effects else "no"})
    return Message(f"stealth-odds-{action.deed.value}")


def describe_outlook(phase: Phase, cell: Cell) -> tuple[Message, ...]:
    """The risk of staying, and of a step toward a cell: of the creature there, or of all in view."""
    forecast, watchers = forecast_round(phase), list_watchers(phase)
    if not watchers:
        return ()
    at_cell = [other for other in watchers if other.at == cell]
    if not at_cell and any(other.at == cell for other in creatures_in_view(phase)):
        return ()  # the odds of others are no part of its note
    facts: dict[str, Any] = {"place": "here" if at_cell else "elsewhere", "way": "none"}
    direction = compass_direction(phase.player.at, cell)
    step = STEPS[direction] if direction >= 0 and forecast.expose(STEPS[direction]) else None
    if step is not None:
        facts["way"] = "there" if chebyshev_distance(phase.player.at, cell) == 1 else "toward"
    lines = []
    for other in at_cell or watchers:
        facts |= {"creature": actor_name(phase, other), "stay": _describe_odds(forecast.weigh(other, STAY))}
        if step is not None:
            facts["step"] = _describe_odds(forecast.weigh(other, step))
        if facts["way"] == "there" and at_cell:
            facts |= {"way": "blow", **forecast_blow(phase, phase.player, other).facts}
        lines.append(Message("stealth-outlook", dict(facts)))
    return tuple(lines)


HOOKS = ("on_move", "on_attack", "on_open")
"""The hooks whose chances are shown."""


def describe_mod_chances(phase: Phase, cell: Cell) -> Iterator[Message]:
    """The effects of rules of mods on the character that steps to a cell, on the creature there, or at a door."""
    if not any(map(phase.ctx.has_listeners, HOOKS)):
        return
    forecast, player = forecast_round(phase), phase.player
    other = next((other for other in creatures_in_view(phase) if other.at == cell), None)
    if other is not None and other.id in forecast.creatures:
        facts = gather_blow(phase, player, other)
        blow = events.Attack(facts.attacker, facts.target, facts.manner, facts.weapon, facts.is_unaware)
        yield from _describe(phase, "step", "on_move", _list_moves(phase, forecast, other))
        yield from _describe(phase, "blow", "on_attack", [blow])
    if other is not None or cell == player.at:
        return
    if not is_inside(phase.level, cell) or not player_sees(phase, cell):  # rules read the ground as it is
        return
    tile = forecast.ground.find_tile(phase.array_index(cell))
    if tile is not None and tile.walkable:
        yield from _describe(phase, "walk", "on_move", [events.Moving(player.id, player.at, cell)])
    elif tile is not None and tile.opens_to:
        yield from _describe(phase, "open", "on_open", [events.Opening(player.id, cell, tile.id)])


def _list_moves(phase: Phase, forecast: Forecast, other: Actor) -> list[Any]:
    """The possible actions of a creature: a step to each neighboring cell in view, or none."""
    if phase.stealth.minds[other.id].mood is Mood.ASLEEP:
        return []
    top, left = phase.level.origin
    cells = [(place.at[0] + top, place.at[1] + left) for place in forecast.list_steps(other)]
    cells = [cell for cell in cells if cell != other.at and player_sees(phase, cell)]
    return [None, *(events.Moving(other.id, other.at, cell) for cell in cells)]


def _describe(phase: Phase, deed: str, hook: str, possible: Sequence[Any]) -> Iterator[Message]:
    """The chances of each rule, over all that may be done: the lowest and the highest."""
    found = [dict(phase.ctx.list_chances(hook, event)) if event is not None else {} for event in possible]
    for text in dict.fromkeys(text for chances in found for text in chances):
        shares = [to_permille(float(chances.get(text, Fraction(0)))) for chances in found]
        chance = describe_percent(min(shares), max(shares), False)
        yield Message("stealth-mod-chance", {"what": Message(text), "chance": chance, "deed": deed})


class Awareness(Enum):
    """How much a creature knows of the player's character; texts use the values."""

    NONE = "none"
    ASLEEP = "asleep"
    UNAWARE = "unaware"
    INVESTIGATING = "investigating"
    WARY = "wary"
    SEARCHING = "searching"
    DISTRACTED = "distracted"
    HUNTING = "hunting"


_LOOKS = {
    Awareness.NONE: ("", Tint.NEUTRAL),
    Awareness.ASLEEP: ("z", Tint.ASLEEP),
    Awareness.UNAWARE: ("°", Tint.FOE),
    Awareness.INVESTIGATING: ("…", Tint.WARY),
    Awareness.WARY: ("?", Tint.WARY),
    Awareness.SEARCHING: ("¿", Tint.WARY),
    Awareness.DISTRACTED: ("×", Tint.FOE),
    Awareness.HUNTING: ("!", Tint.HUNTING),
}

AWARENESS_SIGNS = {awareness: sign for awareness, (sign, _) in _LOOKS.items()}
"""Signs at the upper right of a creature and in lists, so that color is never the only cue."""

AWARENESS_TINTS = {awareness: tint for awareness, (_, tint) in _LOOKS.items()}


def awareness_of(phase: Phase, actor: Actor) -> Awareness:
    """The awareness of an actor in view; `Awareness.NONE` unless it is an enemy with a mind.

    A wary creature was roused before: it no longer hunts, but cannot be surprised again. One that investigates goes to
    look what it has heard; one that searches has lost its target; one that is distracted hunts another.
    """
    mind = phase.stealth.minds.get(actor.id)
    if mind is None or not are_enemies(phase, phase.player, actor):
        return Awareness.NONE
    if mind.mood is Mood.ASLEEP:
        return Awareness.ASLEEP
    if mind.mood is Mood.AGGRAVATED:
        return Awareness.DISTRACTED if hunts_another(phase, actor) else Awareness.HUNTING
    inquiry = inquiry_of(phase, actor.id)
    if inquiry is not None:
        return Awareness.SEARCHING if inquiry.kind == LOST else Awareness.INVESTIGATING
    return Awareness.WARY if mind.is_marked else Awareness.UNAWARE
