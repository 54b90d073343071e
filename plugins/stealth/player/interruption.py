"""Interruptions of macros: a creature in view, a sound, an injury, an effect, hunger."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from footfall.api import BotContext, Command, Message
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actions.commands import Walk
from ..actions.movement import AJAR_TAG, door_loudness, loudness_on
from ..actors.stats import LAMP
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..ai.senses import hunts_another
from ..items.hunger import HUNGER_MESSAGE_SATIETY
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind, is_thing
from ..model.state import HeardSound, Mood
from ..odds.exposure import STEPS, Action
from ..odds.risk import describe_noise
from ..odds.screen import describe_mean, describe_odds, describe_percent, forecast_round
from ..odds.sightings import list_met
from ..odds.unseen import Expectation, find_last_steps, list_strangers, list_unseen_odds
from ..odds.watchers import Odds
from ..senses.ambience import list_familiar_noises
from ..senses.known_map import creatures_in_view, list_foes_at_hand, recall_tiles
from ..senses.sight import actor_name
from ..senses.sounds import compass_direction, measure_blur
from ..turns.upkeep import affliction_damage

RISKY_PERMILLE = 250
"""A walk leaves a step to the player if a creature in view may notice it, or come to look, with this chance."""

LIKELY_PERMILLE = 500
"""The chance from which a creature out of view stops a walk, and from which a step by hand asks."""

FRESH_TURNS = 2
"""Turns after which a creature that left the view counts with the mean of its places, not with the worst one."""

JUMP_PERMILLE = 100
"""And if the chance that a sleeper wakes has risen by this much since the game said it."""

NEWS_DISTANCE = 2
"""Distance at which a creature that comes on its own is news again."""

FAMILIAR_TURNS = 20
"""Turns for which a sound that interrupted is remembered."""


class Sighting(NamedTuple):
    """How a creature was last seen.

    Attributes:
        is_near: it was at most `NEWS_DISTANCE` away.
    """

    at: Cell
    is_asleep: bool
    is_near: bool


class MacroSnapshot(msgspec.Struct, frozen=True):
    """The situation at a macro's last command.

    Attributes:
        visible: ids of the creatures in view.
        hunters: ids of those that hunt the character.
        hp: the character's life.
        drain: life that its effects cost each turn.
        effects: its timed effects, without the lamp.
        satiety: its satiety; -1 if it needs no food.
        is_in_melee: an enemy in view that is awake is next to it.
        notice_count: how often it was noticed so far.
    """

    visible: frozenset[int]
    hunters: frozenset[int]
    hp: int
    drain: int
    effects: frozenset[str]
    satiety: int
    is_in_melee: bool
    notice_count: int


def take_snapshot(phase: Phase) -> MacroSnapshot:
    """The present situation."""
    me, known = phase.player, phase.status_effects
    return MacroSnapshot(
        frozenset(other.id for other in creatures_in_view(phase)),
        frozenset(other.id for other in creatures_in_view(phase) if _is_hunting(phase, other)),
        me.hp,
        sum(affliction_damage(phase, me, known[name]) for name in me.effects if name in known),
        frozenset(me.effects) & known.keys() - {LAMP},
        me.stats.get("satiety", -1),
        not all(_is_asleep(phase, other) for other in list_foes_at_hand(phase)),
        phase.play.notice_count,
    )


def find_interruption(ctx: BotContext, done: int) -> Message | None:
    """The reason why a macro may not start or continue, as a message; None if it may."""
    phase = get_phase(ctx)
    before: MacroSnapshot | None = ctx.notes.get("watch") if done else None
    after = ctx.notes["watch"] = take_snapshot(phase)
    news = _find_creature_news(ctx, before, after)
    if news is not None or before is None:
        return news
    if after.notice_count > before.notice_count:
        mind = phase.stealth.minds.get(phase.play.notices[-1].actor) if phase.play.notices else None
        is_sure = mind is not None and mind.mood is Mood.AGGRAVATED  # it hunts, and does not only come to look
        return Message("stealth-course-sensed", {"sure": "yes" if is_sure else "no"})
    if after.hp < before.hp - before.drain or (after.hp < before.hp and 3 * after.hp <= phase.player.hp_max):
        return Message("stealth-course-hurt")
    if after.is_in_melee and not before.is_in_melee:
        foe = next(other for other in list_foes_at_hand(phase) if not _is_asleep(phase, other))
        way = Message("stealth-way", {"direction": compass_direction(phase.player.at, foe.at)})
        return Message("stealth-course-melee", {"creature": actor_name(ctx, foe), "way": way})
    if after.effects - before.effects:
        name = phase.status_effects[min(after.effects - before.effects)].name
        return Message("stealth-course-effect", {"effect": Message(name)})
    if after.satiety < before.satiety and after.satiety in HUNGER_MESSAGE_SATIETY:
        return Message("stealth-course-hungry", {"satiety": after.satiety})
    return _find_new_sound(ctx, phase)


def _find_new_sound(ctx: BotContext, phase: Phase) -> Message | None:
    """The nearest sound that is not a repetition of an older one."""
    familiar = list_familiar_noises(ctx)
    seen: dict[int, Sighting] = ctx.notes.get("sightings", {})
    friends = {other.id for other in phase.actors if not are_enemies(phase, phase.player, other)}
    audible = [
        sound
        for sound in phase.stealth.heard_sounds
        if sound.source or sound.kind not in familiar
        if sound.source not in seen or sound.source not in friends
        if (known := seen.get(sound.source)) is None  # else it sounds from about where it was seen
        or chebyshev_distance(known.at, sound.estimate) > measure_blur(sound.distance)
    ]
    current = [sound for sound in audible if sound.turn == phase.turn]
    older = [sound for sound in audible if sound.turn != phase.turn]
    told: list[HeardSound] = [old for old in ctx.notes.get("told", ()) if phase.turn - old.turn <= FAMILIAR_TURNS]
    new_sounds = [
        sound
        for sound in current
        if not any(is_same_sound(sound, old) for old in older)
        and not any(is_same_sound(sound, old, nearer=2) for old in told)
    ]
    for place, old in enumerate(told):
        if any(is_same_sound(sound, old, nearer=2) for sound in current):
            told[place] = msgspec.structs.replace(old, turn=phase.turn)
    ctx.notes["told"] = told
    if not new_sounds:
        return None
    nearest = min(new_sounds, key=lambda sound: sound.distance)
    told.append(nearest)
    sound = Message(f"stealth-sound-{nearest.kind}")
    direction = Message("stealth-direction", {"direction": nearest.direction})
    return Message("stealth-course-heard", {"sound": sound, "from": direction})


def begin_macro(ctx: BotContext, order: Command, done: int) -> None:
    """Notes the order of a macro before its first command: `dares` takes no other one for a second press."""
    if not done:
        ctx.notes.update(order=order, once=False)


def dares(ctx: BotContext, done: int) -> bool:
    """Whether the player gives the order again right after a warning, and so takes one step in spite of it."""
    warned = ctx.state.turn, ctx.notes["order"]
    dared = not done and ctx.notes.get("dared") == warned
    ctx.notes.update(dared=warned, once=dared)
    return dared


def find_warning(ctx: BotContext, done: int) -> Message | None:
    """The interruption of a walk; once it has told of all hunters, each press takes one step."""
    news, watch = find_interruption(ctx, done), ctx.notes["watch"]
    if news is None or done:
        return news
    told = ctx.notes.get("hunters", frozenset()) - (watch.visible - watch.hunters)
    ctx.notes["hunters"] = told | watch.hunters
    if watch.hunters <= told:
        ctx.notes["once"] = True
        return None
    return Message(news.id, news.args | {"again": "yes"})


def warn_of_watcher(ctx: BotContext, step: Command | Message | None, done: int) -> Message | None:
    """Why a step is left to the player: it may well be noticed, or leads to a sleeper or to a fight of others."""
    phase = get_phase(ctx)
    if not isinstance(step, Walk):
        return None
    forecast, told = forecast_round(phase), ctx.notes.setdefault("chances", {})
    asked: set[int] = ctx.notes.setdefault("asked", set())
    me, way = phase.player.at, Message("stealth-way", {"direction": step.direction})
    dy, dx = NEIGHBOR_OFFSETS[step.direction]
    goal = me[0] + dy, me[1] + dx
    for other in creatures_in_view(phase):
        if other.id not in forecast.creatures or _is_hunting(phase, other):
            continue
        odds, is_asleep = forecast.weigh(other, STEPS[step.direction]), _is_asleep(phase, other)
        before, after = chebyshev_distance(me, other.at), chebyshev_distance(goal, other.at)
        highest = min(1000, odds.high + odds.comes_high)
        known = told.setdefault(other.id, odds.high) if is_asleep else odds.high
        fights, is_beside = hunts_another(phase, other), is_asleep and odds.high > 0 and after == 1 < before
        is_risky = after <= before if fights else highest >= min(RISKY_PERMILLE, known + JUMP_PERMILLE)
        if not is_risky and (not is_beside or other.id in asked):
            continue
        told[other.id] = odds.high
        asked.add(other.id)
        if not dares(ctx, done):
            where = Message("stealth-way", {"direction": compass_direction(me, other.at)})
            facts = {"creature": actor_name(ctx, other), "distance": before, "where": where, "way": way}
            if fights:
                return Message("stealth-course-fight", facts)
            happens = "wakes" if is_asleep else "notices" if odds.high else "looks"
            chance = (
                describe_percent(odds.comes_low, odds.comes_high, odds.is_estimate)
                if happens == "looks"
                else describe_odds(msgspec.structs.replace(odds, is_asleep=False))
            )
            return Message("stealth-course-risky", facts | {"chance": chance, "happens": happens})
    for one in list_hidden(phase):
        question = one.ask("course", STEPS[step.direction])
        if question is not None and not dares(ctx, done):
            return Message(question.id, {**question.args, "way": way})
    return None


class Hidden(NamedTuple):
    """A creature out of view that may notice the character.

    Attributes:
        trace: ``"remembered"`` or ``"overheard"``.
        facts: its name and place in a question.
        expect: the chance of an action.
        is_fresh: it was in view a moment ago, so that the highest chance counts, not the mean.
        weigh: the odds of an action; it asks only if it may notice the character, not if it just comes to look.
    """

    trace: str
    facts: dict[str, Any]
    expect: Callable[[Action], Expectation]
    is_fresh: bool = False
    weigh: Callable[[Action], Odds] | None = None

    def ask(self, kind: str, action: Action) -> Message | None:
        """The question before an action that it likely notices; None before others."""
        if self.weigh is not None and self.weigh(action).high < LIKELY_PERMILLE:
            return None
        expected = self.expect(action)
        if (expected.limit if self.is_fresh else expected.mean) < LIKELY_PERMILLE:
            return None
        return Message(f"stealth-{kind}-{self.trace}", {**self.facts, "chance": describe_mean(*expected)})


def list_hidden(phase: Phase) -> Iterator[Hidden]:
    """Yields the remembered creatures, then those that are only heard; the chances of steps of these as listed."""
    at = phase.player.at
    for sighting, unseen in list_unseen_odds(phase, forecast_round(phase)):
        heard = find_last_steps(phase, sighting)
        last = sighting.at if heard is None else heard.estimate
        where = Message("stealth-way", {"direction": compass_direction(at, last)})
        facts: dict[str, Any] = {"creature": Message(creature_kind(phase, sighting.kind).name), "where": where}
        facts["distance"] = chebyshev_distance(at, last)
        yield Hidden("remembered", facts, unseen.expect, phase.turn - sighting.turn <= FRESH_TURNS, unseen.weigh)
    for one in list_strangers(phase):
        direction = Message("stealth-direction", {"direction": one.sound.direction})
        facts = {"sound": Message(f"stealth-sound-{one.sound.kind}"), "from": direction}
        yield Hidden("overheard", facts, one.expect_as_listed)


def warn_of_noise(ctx: BotContext, step: Command | Message | None, done: int) -> Message | None:
    """Why a step is left to the player: it opens a door, or is the first one onto louder ground."""
    phase = get_phase(ctx)
    if not isinstance(step, Walk):
        return None
    me, (_, palette, kinds) = phase.player, recall_tiles(phase)
    y, x = phase.array_index(me.at)
    dy, dx = NEIGHBOR_OFFSETS[step.direction]
    kind = kinds[palette[y + dy, x + dx]]
    opens = bool(kind.opens_to) and AJAR_TAG not in kind.tags
    noise = door_loudness(kind) if opens else loudness_on(phase, me, kind)
    usual = max(loudness_on(phase, me, None), loudness_on(phase, me, kinds[palette[y, x]]))
    if not (opens or noise > usual) or dares(ctx, done):
        return None
    way = Message("stealth-way", {"direction": step.direction})
    facts = {
        "what": "door" if opens else "ground",
        "name": Message(kind.name),
        "way": way,
        "lit": "yes" if opens and LAMP in me.effects else "no",
    }
    return Message("stealth-course-loud", facts | describe_noise(phase, noise))


def _find_creature_news(ctx: BotContext, before: MacroSnapshot | None, after: MacroSnapshot) -> Message | None:
    """News of the creatures in view: one never seen, one that hunts, woke up or came near."""
    phase = get_phase(ctx)
    sightings: dict[int, Sighting] = ctx.notes.setdefault("sightings", {})
    met = ctx.notes.get("met", ()) if before is not None else ()
    ctx.notes["met"] = frozenset(list_met(phase))
    creatures = creatures_in_view(phase)
    known = {other.id: sightings.get(other.id) for other in creatures}
    for other in creatures:
        is_near = chebyshev_distance(other.at, phase.player.at) <= NEWS_DISTANCE
        sightings[other.id] = Sighting(other.at, _is_asleep(phase, other), is_near)
    for other in creatures:
        if known[other.id] is None and other.id in met and is_thing(phase, other):
            continue  # a fire that the character knows
        name = {"creature": actor_name(ctx, other)}
        old, new = known[other.id], sightings[other.id]
        is_foe = are_enemies(phase, phase.player, other) and not is_thing(phase, other)
        if before is None:
            if other.id in after.hunters:
                return Message("stealth-course-hunted", name | {"again": "no"})
        elif old is None or (other.id in after.hunters and other.id not in before.visible):
            return Message("stealth-course-seen", name)
        elif other.id in after.hunters - before.hunters:
            return Message("stealth-course-noticed", name)
        elif old.is_asleep and not new.is_asleep:
            return Message("stealth-course-woke", name)
        elif is_foe and new.is_near and not old.is_near and new.at != old.at:
            return Message("stealth-course-near", name)
    return None


def _is_asleep(phase: Phase, other: Actor) -> bool:
    mind = phase.stealth.minds.get(other.id)
    return mind is not None and mind.mood is Mood.ASLEEP


def _is_hunting(phase: Phase, other: Actor) -> bool:
    """Whether a creature hunts the character, not another.

    One that hunts from its birth, as part of another (P-BORN-1), does so once it has perceived a target.
    """
    mind = phase.stealth.minds.get(other.id)
    if mind is None or mind.mood is not Mood.AGGRAVATED or not are_enemies(phase, phase.player, other):
        return False
    if hunts_another(phase, other):
        return False
    return mind.last_seen is not None or mind.is_marked


def is_same_sound(sound: HeardSound, old: HeardSound, nearer: int = 1) -> bool:
    """Whether a sound repeats an older one: same kind, about the same direction, not this many times nearer."""
    if sound.kind != old.kind or sound.distance * nearer < old.distance:
        return False
    if sound.direction < 0 or old.direction < 0:
        return sound.direction == old.direction
    return (sound.direction - old.direction) % 8 in (7, 0, 1)
