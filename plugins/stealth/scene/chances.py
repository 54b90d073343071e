"""The odds of being noticed and of effects of rules in numbers and words; previews of commands at a cell."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from footfall.api import Command, Message, events
from footfall.api.grid import Actor, Cell, Tile, chebyshev_distance, is_inside, list_items_at
from footfall.api.scene import ActionOdds, Binding, Chance, Tint

from ..actions import missiles, movement
from ..actions.commands import TILE_OPENERS, Shoot, Strike, Throw, Walk, neighbor_cell
from ..actions.fight import Manner, can_be_surprised, forecast_blow, gather_blow, is_exhausted
from ..actors.stats import LAMP, effective_stat, weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..items.aiming import SMOKE_RADIUS
from ..items.using import PickUp
from ..model.courses import find_bell
from ..model.phase import Phase
from ..model.records import ItemKind, creature_kind, item_kind
from ..model.state import Mood
from ..odds.chances import to_permille
from ..odds.exposure import ACTIONS, EASES, STAY, STEPS, WHISTLE, Action, Deed, Missile, find_struck
from ..odds.risk import describe_noise
from ..odds.screen import (
    Forecast,
    Odds,
    describe_mean,
    describe_number,
    describe_odds,
    describe_percent,
    forecast_round,
)
from ..odds.sightings import LastSeen
from ..odds.unseen import Expectation, Unseen, find_unseen, list_strangers, list_unseen_odds
from ..odds.watchers import NO_ODDS, Awareness, awareness_of
from ..player.interruption import LIKELY_PERMILLE, RISKY_PERMILLE, Hidden, list_hidden
from ..player.travel import Travel, refuse_unknown
from ..player.tricks import EaseDoor, Whistle
from ..quest.bells import loudness_of
from ..senses.known_map import creatures_in_view, list_foes_at_hand
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import COLLAPSE_SOUND, STEP_SOUND, compass_direction, measure_earshot
from ..turns.phases import is_helpless

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


VAGUE_PERMILLE = 500
"""Of odds over a range as wide as this, words tell the mean and the highest."""


class Staying(NamedTuple):
    """The odds of a creature if the character stays, the same in brief, and the highest chance told, in permille."""

    chance: Chance
    brief: Message
    maximum: int


class Risk(NamedTuple):
    """A creature that may notice the character, in view, or with a mean to `expect`: remembered, or only heard."""

    name: Message
    at: Cell
    weigh: Callable[[Action], Odds]
    is_seen: bool = True
    expect: Callable[[Action], Expectation] | None = None
    is_heard: bool = False

    def explain_range(self, odds: Odds) -> str:
        """Why the odds are a range, as a key: ``"no"`` if they are one number."""
        return "no" if odds.low == odds.high else "hidden" if self.is_seen else "unseen"

    def describe(self, action: Action) -> Chance:
        """Its odds for an action."""
        odds = self.weigh(action)
        words, mean = describe_odds(odds), -1
        low, high = odds.low + odds.comes_low, min(1000, odds.high + odds.comes_high)
        if self.expect is not None and (self.is_heard or high - low >= VAGUE_PERMILLE):
            mean, limit = self.expect(action)
            words = describe_mean(mean, limit)
        interest = odds.comes_low, odds.comes_high
        return Chance(self.name, self.at, (odds.low, odds.high), odds.is_estimate, words, interest, mean)

    def describe_staying(self, blow: int = -1) -> Staying:
        """Its odds if the character stays; in brief with the riskiest step, if walks leave that to the player.

        A step in the direction `blow` strikes it instead, and is left out.
        """
        stay = self.describe(STAY)
        highest = max(self.weigh(step).high for step in STEPS if step.direction != blow)
        is_riskier = highest >= RISKY_PERMILLE and highest > stay.permille[1]
        facts = {"chance": stay.text, "steps": "yes" if is_riskier else "no", "step": describe_number(highest, highest)}
        step = highest if is_riskier else 0
        most = max(step, min(1000, stay.permille[1] + stay.interest[1]))
        return Staying(replace(stay, text=Message(STAYING, facts)), describe_briefly(stay, step), most)


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


def weigh_staying(phase: Phase, other: Actor) -> Staying | None:
    """`Risk.describe_staying` of a creature in view; None if there is nothing to notice."""
    forecast, minds, player = forecast_round(phase), phase.stealth.minds, phase.player
    if other.id not in forecast.creatures or minds[other.id].mood is Mood.AGGRAVATED:
        return None
    is_at_hand = chebyshev_distance(player.at, other.at) == 1
    risk = Risk(actor_name(phase, other), other.at, partial(forecast.weigh, other))
    return risk.describe_staying(compass_direction(player.at, other.at) if is_at_hand else -1)


def weigh_unseen_staying(phase: Phase, one: LastSeen) -> Staying | None:
    """`Risk.describe_staying` of a remembered creature; None if nothing is known of its odds."""
    unseen = find_unseen(phase, forecast_round(phase), one)
    return None if unseen is None else _know_unseen(phase, one, unseen).describe_staying()


def list_odds(phase: Phase) -> tuple[ActionOdds, ...]:
    """The odds of the actions that take time."""
    forecast, risks = forecast_round(phase), [*_list_risks(phase), *_list_stranger_risks(phase)]
    lit = "yes" if LAMP in phase.player.effects else "no"
    return tuple(
        ActionOdds(
            action.deed.value,
            Message(
                f"stealth-odds-{action.deed.value}",
                {"direction": Message("stealth-way", {"direction": action.direction}), "lit": lit},
            ),
            action.direction if action.deed is Deed.STEP else -1,
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


def describe_outlook(phase: Phase, cell: Cell) -> tuple[Message, ...]:
    """The risk of going to a cell, and what rules may do there."""
    return (*_describe_risks(phase, cell), *_describe_rule_chances(phase, cell))


def _describe_risks(phase: Phase, cell: Cell) -> Iterator[Message]:
    """The risk of staying, and of a step toward a cell: of the creature there, or of all."""
    forecast, risks = forecast_round(phase), _list_risks(phase)
    at_cell = [risk for risk in [*risks, *_list_stranger_risks(phase)] if risk.at == cell]
    target = next((other for other in creatures_in_view(phase) if other.at == cell), None)
    if not at_cell and target is not None:
        return  # the odds of others are not part of its note
    facts: dict[str, Any] = {"place": "here" if at_cell else "elsewhere", "way": "none"}
    direction = compass_direction(phase.player.at, cell)
    step = STEPS[direction] if direction >= 0 and forecast.expose(STEPS[direction]) else None
    if step is not None:
        facts["way"] = "there" if chebyshev_distance(phase.player.at, cell) == 1 else "toward"
    for risk in at_cell or risks:
        stay, going = (risk.weigh(action) for action in (STAY, step or STAY))
        if not (at_cell or risk.is_seen or any(odds.high or odds.comes_high for odds in (stay, going))):
            continue
        facts |= {"creature": risk.name, "stay": describe_odds(stay), "range": risk.explain_range(stay)}
        if step is not None:
            facts["step"] = describe_odds(going)
        if facts["way"] == "there" and at_cell and target is not None:
            facts |= {"way": "blow", **forecast_blow(phase, phase.player, target).facts}
        yield Message("stealth-outlook", dict(facts))


def _describe_rule_chances(phase: Phase, cell: Cell) -> Iterator[Message]:
    """The effects of rules on the character that steps to a cell, on the creature there, or at a door."""
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
    """The possible actions of a creature: none, or a step to a neighboring cell in view; empty if it cannot act."""
    if phase.stealth.minds[other.id].mood is Mood.ASLEEP or is_helpless(phase, other):
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


def preview_command(phase: Phase, command: Command) -> tuple[Message, ...]:
    """The risk, the distance and the range, then what is in the way, or the chance to hit, or how loud it lands.

    Of travel only why there is no way.
    """
    player = phase.player
    if isinstance(command, Throw):
        item, manner, reach = phase.world.items.get(command.item), Manner.THROWN, missiles.throwing_range(phase, player)
        target: Cell | None = command.target
    elif isinstance(command, Shoot):
        bow, manner, target = weapon_of(phase, player), Manner.SHOT, command.target
        item, reach = (None, 0) if bow is None else (missiles.find_ammunition(phase, player, bow), bow.range)
    else:
        unknown = refuse_unknown(phase, command.target) if isinstance(command, Travel) else None
        return () if unknown is None else (unknown,)
    if item is None or target is None:
        return ()
    missile = Missile(item.id, (target[0], target[1]), manner)
    facts = {"distance": chebyshev_distance(player.at, missile.at), "range": reach}
    if manner is Manner.THROWN:
        blocked = missiles.check_throw(phase, player, missile.at)
    else:
        blocked = missiles.check_missile_path(phase, player, missile.at, reach)
    if blocked is not None:
        return (Message("stealth-aim-refused", {**facts, "why": blocked.message}),)
    action = Action(Deed.MISSILE, missile=missile)
    risks = [risk.describe(action) for risk in _list_risks(phase)] if forecast_round(phase).expose(action) else []
    kind = item_kind(phase, item.kind)
    lulled = SMOKE_RADIUS if any(use.do == "lull" for use in kind.uses) else -1
    risky = tuple(
        Message("stealth-aim-risk", {"creature": one.label, "chance": one.text})
        for one in risks
        if (one.permille[1] or one.interest[1]) and chebyshev_distance(one.position, missile.at) > lulled
    )
    return (*risky, Message("stealth-aim-distance", facts), *_preview_end(phase, missile, kind))


def _preview_end(phase: Phase, missile: Missile, kind: ItemKind) -> Iterator[Message]:
    """The chance to hit, or how loud a thing lands."""
    player, shatters = phase.player, missile.manner is Manner.THROWN and missiles.does_shatter(kind)
    target = find_struck(phase, missile.at)
    if target is not None and not shatters:
        yield Message("stealth-aim-hit", forecast_blow(phase, player, target, missile.manner, kind).facts)
        if missile.manner is Manner.THROWN and can_be_surprised(phase, target):
            yield Message("stealth-aim-no-surprise")
    elif missile.manner is Manner.SHOT or not phase.settings.shipped:
        return
    elif not player_sees(phase, missile.at):
        loudness = missiles.sum_loudness(kind, missiles.find_remembered_tile(phase, missile.at), shatters)
        yield Message("stealth-aim-sound", {"loudness": loudness})
    else:
        _, loudness = missiles.measure_landing(phase, player, kind, missile.at, shatters)
        yield Message("stealth-aim-sound", {"loudness": loudness})
        yield from () if shatters else missiles.describe_rest(phase, player, missile.at, "stealth-throw-rests")


WALL_STANDS = {"stealth-wall-holds", "stealth-wall-cracks"}
"""The log lines of a wall that stands after a blow."""

HARMFUL_TAG = "harmful"
"""Tag of tiles that hurt actors who step on them."""


def list_cautions(phase: Phase) -> dict[Cell, Message]:
    """A confirmation for each neighboring cell that is risky to step on.

    Noise counts only if it is louder than the character's usual steps, the chance of being noticed only if it becomes
    likely by the step. A secret wall asks once it is recognized, or was struck.
    """
    player, turn = phase.player, phase.ctx.state.turn
    forecast, (unaware, hidden) = forecast_round(phase), _list_unaware(phase)
    told, blow = {line.message.id for line in phase.ctx.log[-20:] if line.turn == turn}, phase.ctx.find_command(turn)
    struck = neighbor_cell(player, blow.direction) if isinstance(blow, Walk | Strike) and told & WALL_STANDS else None
    cautions: dict[Cell, Message] = {}
    for step, (dy, dx) in zip(STEPS, NEIGHBOR_OFFSETS, strict=True):
        cell = (player.at[0] + dy, player.at[1] + dx)
        kind = forecast.ground.find_tile(phase.array_index(cell))
        if kind is None or cell in phase.ground.actor_by_cell or not player_sees(phase, cell):
            continue
        if HARMFUL_TAG in kind.tags and HARMFUL_TAG not in phase.tile(player.at).tags:
            cautions[cell] = Message("stealth-sure-harm", {"name": Message(kind.name)})
            continue
        if not phase.ctx.setting("ui.ask_before_loud") or list_foes_at_hand(phase):
            continue
        is_hollow = cell == struck or bool(kind.breaks_to and not kind.opens_to)
        caution = _warn_of_notice(phase, unaware, hidden, cell, step) or _warn_of_noise(
            phase, unaware, cell, step, None if is_hollow else kind
        )
        if caution is not None:
            cautions[cell] = caution
    return cautions


def _list_unaware(phase: Phase) -> tuple[list[Actor], list[Hidden]]:
    """The creatures in view, and those out of view, that do not hunt and are unlikely to notice one who stays."""
    calm = (Awareness.ASLEEP, Awareness.UNAWARE, Awareness.INVESTIGATING, Awareness.WARY)
    seen = [other for other in creatures_in_view(phase) if other.id in forecast_round(phase).creatures]
    unaware = [other for other in seen if awareness_of(phase, other) in calm]
    return unaware, [one for one in list_hidden(phase) if one.ask("sure", STAY) is None]


def _warn_of_notice(
    phase: Phase, unaware: list[Actor], hidden: list[Hidden], cell: Cell, step: Action
) -> Message | None:
    """The question before a step that the nearest creature in view, or one out of view, likely notices."""
    player, forecast = phase.player, forecast_round(phase)
    for other in sorted(unaware, key=lambda other: chebyshev_distance(other.at, cell)):
        odds = forecast.weigh(other, step)
        if odds.low >= LIKELY_PERMILLE > forecast.weigh(other, STAY).low:
            facts = {"creature": actor_name(phase, other), "distance": chebyshev_distance(player.at, other.at)}
            where = Message("stealth-way", {"direction": compass_direction(player.at, other.at)})
            chance = describe_odds(replace(odds, is_asleep=False))
            return Message("stealth-sure-risky", {**facts, "where": where, "chance": chance})
    return next((question for one in hidden if (question := one.ask("sure", step))), None)


def _warn_of_noise(phase: Phase, unaware: list[Actor], cell: Cell, step: Action, kind: Tile | None) -> Message | None:
    """The question before a noise: with the chance of the nearest listener, or the reach of a broken wall.

    Args:
        kind: the tile on which the character steps or that it opens; None for a hollow wall.
    """
    player = phase.player
    if kind is None:
        noise = 0 if is_exhausted(phase, player) else COLLAPSE_SOUND.loudness
    elif kind.walkable or movement.can_swim(phase, player, kind):
        noise = movement.loudness_on(phase, player, kind)
    else:
        can_open = kind.opens_to and (movement.lock_color(kind) is None or movement.find_key(phase, player, kind))
        noise = movement.door_loudness(kind) if can_open or any(tag in TILE_OPENERS for tag in kind.tags) else 0
    usual_noise = STEP_SOUND.loudness + effective_stat(phase, player, "noise")
    if noise < phase.ctx.setting("ui.ask_before_loud") or noise <= usual_noise:
        return None
    listeners = [
        other
        for other in unaware
        if 10 * chebyshev_distance(other.at, cell)
        <= measure_earshot(phase.settings, effective_stat(phase, other, "foh"), noise)
    ]
    listener = min(listeners, key=lambda other: (chebyshev_distance(other.at, cell), other.id), default=None)
    odds = NO_ODDS if listener is None else forecast_round(phase).weigh(listener, step)
    if listener is not None and (odds.high or odds.comes_high):
        facts = {"noise": noise, "creature": actor_name(phase, listener), "chance": describe_odds(odds)}
        return Message("stealth-sure-loud", facts)
    return None if kind else Message("stealth-sure-break", describe_noise(phase, noise))


def bind_questions(phase: Phase) -> tuple[Binding, ...]:
    """The bindings of the game, with the questions before a bell, an eased door, a whistle; none without a question."""
    asked: dict[type[Command], Message | None] = {PickUp: _ask_about_bell(phase)}
    if phase.ctx.setting("ui.ask_before_loud") and not list_foes_at_hand(phase):
        likely, at = _list_unaware(phase), phase.player.at
        for command, actions in ((EaseDoor, EASES), (Whistle, (WHISTLE,))):
            able = [action for action in actions if forecast_round(phase).expose(action)]
            asked[command] = next(filter(None, (_warn_of_notice(phase, *likely, at, one) for one in able)), None)
    if not any(asked.values()):
        return ()
    return tuple(
        replace(binding, confirmation=question) if (question := asked.get(binding.command)) else binding
        for binding in phase.ctx.list_bindings()
    )


def _ask_about_bell(phase: Phase) -> Message | None:
    """The question before a bell underfoot is taken."""
    least, here = phase.ctx.setting("ui.ask_before_loud"), list_items_at(phase.world, phase.level.id, phase.player.at)
    bells = [(item, bell) for item in here if (bell := find_bell(phase, item.kind)) and phase.play.course]
    bells = [found for found in bells if 0 < least <= found[1].strike_loudness]
    if not bells:
        return None
    item, bell = max(bells, key=lambda found: found[1].strike_loudness)
    noise, rings = bell.strike_loudness, loudness_of(phase, item, bell)
    facts = describe_noise(phase, noise) | {"rings": rings, "period": bell.period}
    return Message("stealth-sure-bell", facts)
