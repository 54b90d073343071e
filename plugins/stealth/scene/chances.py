"""The odds of being noticed, and of effects of rules of mods, as scenes show them: in numbers and words."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from footfall.api import Message, events
from footfall.api.grid import Actor, Cell, chebyshev_distance, is_inside
from footfall.api.scene import ActionOdds, Chance, Tint

from ..actions.fight import forecast_blow, gather_blow
from ..actors.stats import LAMP
from ..model.phase import Phase
from ..model.records import creature_kind
from ..model.state import Mood
from ..odds.awareness import Awareness
from ..odds.chances import to_permille
from ..odds.exposure import ACTIONS, STAY, STEPS, Action, Deed
from ..odds.screen import Forecast, Odds, describe_number, describe_percent, forecast_round
from ..odds.sightings import LastSeen
from ..odds.unseen import Unseen, find_unseen, list_strangers, list_unseen_odds
from ..player.interruption import RISKY_PERMILLE
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import compass_direction

STAYING = "stealth-chance-staying"


def list_watchers(phase: Phase) -> list[Actor]:
    """The enemies in view that have not noticed the character, nearest first."""
    forecast, minds, player = forecast_round(phase), phase.stealth.minds, phase.player
    unaware = [
        other
        for other in creatures_in_view(phase)
        if other.id in forecast.creatures and minds[other.id].mood is not Mood.AGGRAVATED
    ]
    return sorted(unaware, key=lambda other: (chebyshev_distance(player.at, other.at), other.id))


def describe_briefly(chance: Chance, step: int = 0) -> Message:
    """A chance where there is little room; `step` is the highest chance of a step in permille, 0 if it is not told."""
    facts: dict[str, Any] = {"chance": describe_number(*chance.permille), "comes": "no"}
    if chance.interest[1]:
        facts |= {"comes": "yes", "coming": describe_number(*chance.interest)}
    facts |= {"steps": "yes", "step": describe_number(step, step)} if step else {"steps": "no"}
    return Message("stealth-percent-short", {**facts, "about": "yes" if chance.is_approximate else "no"})


VAGUE_PERMILLE = 990
"""Odds over a range as wide as this are told by their mean alone."""


class Risk(NamedTuple):
    """A creature that may notice the character, in view, or with a mean to `expect`: remembered, or only heard."""

    name: Message
    at: Cell
    weigh: Callable[[Action], Odds]
    is_seen: bool = True
    expect: Callable[[Action], float] | None = None
    is_heard: bool = False

    def explain_range(self, odds: Odds) -> str:
        """Why the odds are a range, as a key: ``"no"`` if they are one number."""
        return "no" if odds.low == odds.high else "hidden" if self.is_seen else "unseen"

    def describe(self, action: Action) -> Chance:
        """Its odds for an action."""
        odds = self.weigh(action)
        words = describe_odds(odds)
        low, high = odds.low + odds.comes_low, min(1000, odds.high + odds.comes_high)
        is_vague = high - low >= VAGUE_PERMILLE
        if self.expect is not None and (self.is_heard or is_vague):
            mean, chance = round(self.expect(action)), describe_percent(low, high, odds.is_estimate)
            facts = {"mean": describe_number(mean, mean), "chance": chance, "vague": "yes" if is_vague else "no"}
            words = Message("stealth-stranger-odds", facts)
        interest = odds.comes_low, odds.comes_high
        return Chance(self.name, self.at, (odds.low, odds.high), odds.is_estimate, words, interest)

    def describe_staying(self, blow: int = -1) -> tuple[Chance, Message]:
        """Its odds if the character stays; in brief with the riskiest step, if walks leave that to the player.

        A step in the direction `blow` strikes it instead, and is left out.
        """
        stay = self.describe(STAY)
        highest = max(self.weigh(step).high for step in STEPS if step.direction != blow)
        is_riskier = highest >= RISKY_PERMILLE and highest > stay.permille[1]
        facts = {"chance": stay.text, "steps": "yes" if is_riskier else "no", "step": describe_number(highest, highest)}
        return replace(stay, text=Message(STAYING, facts)), describe_briefly(stay, highest if is_riskier else 0)


def _list_risks(phase: Phase) -> list[Risk]:
    """Those in view, then those out of view."""
    forecast = forecast_round(phase)
    seen = [Risk(actor_name(phase, other), other.at, partial(forecast.weigh, other)) for other in list_watchers(phase)]
    return [*seen, *(_know_unseen(phase, one, unseen) for one, unseen in list_unseen_odds(phase, forecast))]


def _know_unseen(phase: Phase, one: LastSeen, unseen: Unseen) -> Risk:
    name = Message("stealth-out-of-view", {"creature": Message(creature_kind(phase, one.kind).name)})
    return Risk(name, one.at, unseen.weigh, False, unseen.expect)


def _list_stranger_risks(phase: Phase) -> list[Risk]:
    """Those that are only heard, each where the character takes it to be."""
    sounds = [(one, Message(f"stealth-sound-{one.sound.kind}")) for one in list_strangers(phase)]
    names = [(one, Message("stealth-stranger-name", {"sound": sound})) for one, sound in sounds]
    return [Risk(name, one.sound.estimate, one.weigh, False, one.expect, True) for one, name in names]


def describe_odds(odds: Odds) -> Message:
    """The odds in words: whether it wakes, comes to look or notices, and with which chance."""
    happens = "wakes" if odds.is_asleep else "comes" if odds.comes_high and not odds.high else "notices"
    chance = describe_percent(odds.low, odds.high, odds.is_estimate)
    facts: dict[str, Any] = {"chance": chance, "happens": happens, "comes": "no"}
    if odds.comes_high:
        coming = describe_percent(odds.comes_low, odds.comes_high, odds.is_estimate)
        facts |= {"comes": "yes", "coming": coming}
    return Message("stealth-chance", facts)


def weigh_staying(phase: Phase, other: Actor) -> tuple[Chance, Message] | None:
    """`Risk.describe_staying` of a creature in view; None if there is nothing to notice."""
    forecast, minds, player = forecast_round(phase), phase.stealth.minds, phase.player
    if other.id not in forecast.creatures or minds[other.id].mood is Mood.AGGRAVATED:
        return None
    is_at_hand = chebyshev_distance(player.at, other.at) == 1
    risk = Risk(actor_name(phase, other), other.at, partial(forecast.weigh, other))
    return risk.describe_staying(compass_direction(player.at, other.at) if is_at_hand else -1)


def weigh_unseen_staying(phase: Phase, one: LastSeen) -> tuple[Chance, Message] | None:
    """`Risk.describe_staying` of a remembered creature; None if nothing is known of its odds."""
    unseen = find_unseen(phase, forecast_round(phase), one)
    return None if unseen is None else _know_unseen(phase, one, unseen).describe_staying()


def list_odds(phase: Phase) -> tuple[ActionOdds, ...]:
    """The odds of staying, of the eight steps, of the lamp and of a fight; actions that take no time are left out."""
    forecast, risks = forecast_round(phase), [*_list_risks(phase), *_list_stranger_risks(phase)]
    return tuple(
        ActionOdds(
            action.deed.value,
            _describe_action(phase, action),
            action.direction,
            tuple(risk.describe(action) for risk in risks),
        )
        for action in ACTIONS
        if forecast.expose(action)
    )


def weigh_highest(phase: Phase, action: Action) -> Message | None:
    """The chance of the creature that is most likely to notice the character after an action that can be done."""
    chances = [risk.describe(action) for risk in _list_risks(phase)] if forecast_round(phase).expose(action) else []
    most = max(chances, key=lambda chance: (chance.permille[1], chance.interest[1]), default=None)
    return None if most is None else describe_briefly(most)


def _describe_action(phase: Phase, action: Action) -> Message:
    if action.deed is Deed.STEP:
        return Message("stealth-odds-step", {"direction": Message("stealth-way", {"direction": action.direction})})
    if action.deed is Deed.LAMP:
        return Message("stealth-odds-lamp", {"lit": "yes" if LAMP in phase.player.effects else "no"})
    return Message(f"stealth-odds-{action.deed.value}")


def describe_outlook(phase: Phase, cell: Cell) -> tuple[Message, ...]:
    """The risk of staying, and of a step toward a cell: of the creature there, or of all."""
    forecast, risks = forecast_round(phase), _list_risks(phase)
    at_cell = [risk for risk in [*risks, *_list_stranger_risks(phase)] if risk.at == cell]
    if not risks and not at_cell:
        return ()
    if not at_cell and any(other.at == cell for other in creatures_in_view(phase)):
        return ()  # the odds of others are not part of its note
    facts: dict[str, Any] = {"place": "here" if at_cell else "elsewhere", "way": "none"}
    direction = compass_direction(phase.player.at, cell)
    step = STEPS[direction] if direction >= 0 and forecast.expose(STEPS[direction]) else None
    if step is not None:
        facts["way"] = "there" if chebyshev_distance(phase.player.at, cell) == 1 else "toward"
    lines = []
    target = next((other for other in creatures_in_view(phase) if other.at == cell), None)
    for risk in at_cell or risks:
        stay = risk.weigh(STAY)
        facts |= {"creature": risk.name, "stay": describe_odds(stay), "range": risk.explain_range(stay)}
        if step is not None:
            facts["step"] = describe_odds(risk.weigh(step))
        if facts["way"] == "there" and at_cell and target is not None:
            facts |= {"way": "blow", **forecast_blow(phase, phase.player, target).facts}
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
