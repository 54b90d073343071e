"""Deeds of bodies, minds and the log: life, stats, effects, noises, lines of text; moods, behaviors, sides, goals."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from footfall.api import (
    ActorId,
    AnyText,
    Change,
    Context,
    Finish,
    Message,
    MessageId,
    NoChanges,
    Opposite,
    Question,
    Ref,
    Tell,
    Words,
    deed,
)
from footfall.api.grid import (
    Actor,
    Cell,
    Heal,
    Hurt,
    MakeNoise,
    SetEffect,
    SetSide,
    SetStat,
    is_inside,
    list_carried_items,
)

from ..actors.stats import LAMP, effective_stat, max_stamina
from ..items.aiming import SLEEPLESS_TAG, calm_mind
from ..model.courses import DONE, FAILED
from ..model.phase import get_phase
from ..model.play_state import Inquiry as Search, SetInquiry
from ..model.records import AiKind, StatName, StatusEffect, creature_kind, is_thing
from ..model.state import Aggravate, Mind, Mood, SetFighter, SetMind, SetTimePools, build_noise
from ..senses.notices import ANSWER, ASK_STEP, announce_mood
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import MAX_LOUDNESS, STEP_SOUND
from .creatures import SIDES
from .knowledge import find_actor, find_mind
from .later import deed_of_step

MAX_SOUNDING = 1_000
"""Noises that sound at once; a rule that makes more fails, and is suspended like others that fail.

Steps do not count: thirty creatures make over a thousand while the character is away (P-STAIR-4).
"""

MAX_TURNS = 1_000
"""The longest effect or noise of a rule."""

Turns = Annotated[int, Meta(ge=-1, le=MAX_TURNS)]
"""The turns of a timed effect: 0 ends it, -1 makes it permanent."""

MAX_POINTS = 1_000
"""The most hit points that a rule takes or gives at once."""

Points = Annotated[int, Meta(ge=1, le=MAX_POINTS)]

Loudness = Annotated[int, Meta(ge=0, le=MAX_LOUDNESS)]

QuestionText = Annotated[str, MessageId(), AnyText(adds_to="question")]

AnswerText = Annotated[str, MessageId(), AnyText(adds_to="answer")]

MAX_THINGS = 30
"""The most things among which a rule lets the player choose."""

LOWEST_STATS = {"hp_max": 1, "cost": 1, "satiety_max": 1}
"""The least value to which a rule lowers a stat; that of others is `-MAX_STAT`."""

MAX_STAT = 100
"""The furthest from 0 to which a rule brings a stat; `hp_max` goes up to `MAX_POINTS`."""


def clamp(value: int, low: int, high: int) -> int:
    """Returns the nearest number within two bounds."""
    return max(low, min(high, value))


# Life


@deed
def hurt(
    ctx: Context, actor: ActorId, amount: Annotated[Points, Opposite("heal")] = 1, by: ActorId = 0
) -> list[Change]:
    """Takes hit points from an actor; a death counts as the kill of `by`."""
    amount = clamp(amount, 0, MAX_POINTS)
    actors = get_phase(ctx).world.actors
    return [Hurt(actor, amount, by if by in actors else 0, how="rule")] if amount and actor in actors else []


@deed_of_step
def heal(ctx: Context, actor: ActorId, amount: Annotated[Points, Opposite("hurt")] = 1) -> list[Change]:
    """Gives an actor hit points back, up to its maximum."""
    amount, subject = clamp(amount, 0, MAX_POINTS), find_actor(ctx, actor)
    if subject is not None and subject.hp >= subject.hp_max:
        return NoChanges("stealth-unchanged-unhurt")
    return [Heal(actor, amount)] if amount and subject is not None else []


@deed_of_step
def tire(ctx: Context, actor: ActorId, amount: Annotated[Points, Opposite("refresh")] = 1) -> list[Change]:
    """Takes stamina from an actor."""
    fighter = get_phase(ctx).stealth.fighters.get(actor)
    return [] if fighter is None else [SetFighter(actor, stamina=max(0, fighter.stamina - max(0, amount)))]


@deed_of_step
def refresh(ctx: Context, actor: ActorId, amount: Annotated[Points, Opposite("tire")] = 1) -> list[Change]:
    """Gives an actor stamina back, up to its maximum."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    fighter = phase.stealth.fighters.get(actor)
    if subject is None or fighter is None:
        return []
    most = max(fighter.stamina, max_stamina(phase, subject))
    return [SetFighter(actor, stamina=min(most, fighter.stamina + max(0, amount)))]


@deed_of_step
def steady(ctx: Context, actor: ActorId, to_hit: int = 0, defense: int = 0) -> list[Change]:
    """Adds to the TO-HIT and DEFENSE that an actor has gathered in this melee, within their limits."""
    phase = get_phase(ctx)
    fighter, settings = phase.stealth.fighters.get(actor), phase.settings
    if fighter is None:
        return []
    th = clamp(fighter.th + to_hit, 0, settings.melee_cap_to_hit)
    return [SetFighter(actor, th=th, df=clamp(fighter.df + defense, 0, settings.melee_cap_defense))]


@deed_of_step
def feed(ctx: Context, actor: ActorId, amount: int = 1) -> list[Change]:
    """Adds to an actor's satiety, up to its maximum; below 0 it takes some, and leaves 1."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None or "satiety" not in subject.stats:
        return []
    most = max(1, effective_stat(phase, subject, "satiety_max"))
    return [SetStat(actor, "satiety", clamp(subject.stats["satiety"] + amount, 1, most))]


@deed_of_step
def train(ctx: Context, actor: ActorId, stat: StatName, amount: int = 1) -> list[Change]:
    """Adds to a base stat of an actor for good, between -100 and 100; ``hp_max`` stays between 1 and 1,000."""
    subject = find_actor(ctx, actor)
    if subject is None or not amount:
        return []
    before = subject.hp_max if stat == "hp_max" else subject.stats.get(stat, 0)
    most = MAX_POINTS if stat == "hp_max" else MAX_STAT
    value = clamp(before + amount, LOWEST_STATS.get(stat, -MAX_STAT), most)
    return [SetStat(actor, stat, value)]


# Timed effects


@deed
def give(ctx: Context, actor: ActorId, effect: Annotated[str, Ref("effect")], turns: Turns = 5) -> list[Change]:
    """Puts a timed effect on an actor for some turns, the one in which it is given included; 0 ends it, -1 keeps it."""
    turns = clamp(turns, -1, MAX_TURNS)
    return [SetEffect(actor, effect, turns)] if actor in get_phase(ctx).world.actors else []


@deed_of_step
def extend(ctx: Context, actor: ActorId, effect: Annotated[str, Ref("effect")], turns: int = 5) -> list[Change]:
    """Adds turns to a timed effect that an actor has, or takes some; none are left at 0. A permanent one stays."""
    subject = find_actor(ctx, actor)
    left = 0 if subject is None else subject.effects.get(effect, 0)
    return [SetEffect(actor, effect, clamp(left + turns, 0, MAX_TURNS))] if left > 0 else []


@deed_of_step
def cure(
    ctx: Context,
    actor: ActorId,
    sort: Annotated[str, Words("sort of effects", ("harmful", "good", "all"))] = "harmful",
) -> list[Change]:
    """Ends the timed effects of an actor: the harmful ones, the good ones, or all; the lamp stays."""
    subject, known = find_actor(ctx, actor), ctx.records.table(StatusEffect, "effect")
    names = () if subject is None else subject.effects
    return [
        SetEffect(actor, name, 0)
        for name in names
        if name != LAMP and name in known and (sort == "all" or known[name].is_good is (sort == "good"))
    ]


# Noises and lines


@deed
def noise(
    ctx: Context, at: Cell, loudness: Loudness, kind: Annotated[str, AnyText(adds_to="sound")] = "step", turns: int = 1
) -> list[Change]:
    """Makes a noise at a cell of the current level: its loudness, its kind, and the turns that it lasts."""
    return _make_noise(ctx, at, loudness, kind, turns, 0)


@deed
def utter(
    ctx: Context,
    actor: ActorId,
    loudness: Loudness,
    kind: Annotated[str, AnyText(adds_to="sound")] = "hurt",
    turns: int = 1,
) -> list[Change]:
    """Lets an actor make a noise on its own cell, by which others hear that actor."""
    subject, phase = find_actor(ctx, actor), get_phase(ctx)
    is_here = subject is not None and subject.level == phase.world.current
    return _make_noise(ctx, subject.at, loudness, kind, turns, actor) if subject is not None and is_here else []


def _make_noise(ctx: Context, at: Cell, loudness: Loudness, kind: str, turns: int, source: int) -> list[Change]:
    phase = get_phase(ctx)
    loudness, turns = clamp(loudness, 0, MAX_LOUDNESS), clamp(turns, 1, MAX_TURNS)
    if at is None or not loudness or not is_inside(phase.level, at):
        return []
    noises, step = phase.world.noises, STEP_SOUND.kind
    if len(noises) >= MAX_SOUNDING <= sum(noise.kind != step or kind == step for noise in noises):
        raise ValueError(f"over {MAX_SOUNDING:,} noises sound at once")
    return [MakeNoise(build_noise(ctx, kind, phase.world.current, at, loudness, turns, source))]


@deed
def report(ctx: Context, text: Annotated[str, MessageId()], actor: ActorId = 0, number: int = 0) -> list[Change]:
    """Adds a line to the log with the name of an actor, ``{ $creature }``, and a number, ``{ $number }``."""
    return [Tell(_build_line(ctx, text, find_actor(ctx, actor), number))]


@deed
def witness(
    ctx: Context, at: Cell, text: Annotated[str, MessageId()], actor: ActorId = 0, number: int = 0
) -> list[Change]:
    """Adds the same line as `report`, if the player's character sees a cell."""
    phase = get_phase(ctx)
    is_seen = at is not None and is_inside(phase.level, at) and player_sees(phase, at)
    return [Tell(_build_line(ctx, text, find_actor(ctx, actor), number))] if is_seen else []


@deed
def end(ctx: Context, text: Annotated[str, MessageId()], won: bool = False) -> list[Change]:
    """Ends the game, won or lost, with a line in the log."""
    return [Tell(Message(text)), Finish(DONE if won else FAILED)]


def _build_line(ctx: Context, text: str, actor: Actor | None, number: int) -> Message:
    named = {} if actor is None else {"creature": actor_name(ctx, actor)}
    return Message(text, {**named, "number": number})


@deed_of_step
def ask(
    ctx: Context,
    question: QuestionText,
    first: AnswerText,
    second: AnswerText,
    third: AnswerText = "",
    fourth: AnswerText = "",
    partner: ActorId = 0,
    number: int = 0,
    first_when: bool = True,
    second_when: bool = True,
    third_when: bool = True,
    fourth_when: bool = True,
) -> list[Change]:
    """Asks the player a question with up to four answers, all by the ids of their texts; see ``on_answer``.

    The texts know the partner as ``{ $creature }``, and ``{ $number }``. An answer whose condition, as
    ``second_when = "player.hp > 10"``, does not hold is not offered; without any, nothing is asked. Bots give the
    first answer.
    """
    offered = ((first, first_when), (second, second_when), (third, third_when), (fourth, fourth_when))
    answers = tuple(text for text, is_open in offered if text and is_open)
    if not answers:
        return NoChanges("stealth-unchanged-no-answer")
    phase = get_phase(ctx)
    player = phase.world.player
    if phase.player.level != phase.level.id:
        return NoChanges("stealth-unchanged-on-stairs")
    prompt = _build_line(ctx, question, find_actor(ctx, partner), number)
    asked = Question(player, ANSWER, answers, prompt)
    return ctx.ask_for_mod(asked, ASK_STEP, ("core.stealth:on_answer", player, question, partner, number))


@deed_of_step
def ask_item(
    ctx: Context, question: QuestionText, partner: ActorId = 0, number: int = 0, must: bool = False
) -> list[Change]:
    """Asks the player to choose one of the things carried, or none unless it must; see ``on_answer`` and its `thing`.

    Without things there is no question.
    """
    phase = get_phase(ctx)
    player = phase.player
    if player.level != phase.level.id:
        return NoChanges("stealth-unchanged-on-stairs")
    things = tuple(item.id for item in list_carried_items(phase.world, player))[:MAX_THINGS]
    if not things:
        return NoChanges("stealth-unchanged-no-thing")
    prompt = _build_line(ctx, question, find_actor(ctx, partner), number)
    asked = Question(player.id, "item", things if must else (*things, 0), prompt)
    return ctx.ask_for_mod(asked, ASK_STEP, ("core.stealth:on_answer", player.id, question, partner, number, ""))


SOOTHED = "core.stealth:soothed"
"""The effect of `calm` with turns."""

RULE_INQUIRY = "rule"
"""The kind of an inquiry on which a rule sends a creature."""


def find_creature(ctx: Context, actor: ActorId) -> Mind | None:
    """Returns the mind of a living creature that is not a thing; None for all others."""
    subject, mind = find_actor(ctx, actor), find_mind(ctx, actor)
    return None if subject is None or mind is None or is_thing(get_phase(ctx), subject) else mind


def _end_inquiry(ctx: Context, actor: ActorId) -> list[Change]:
    return [SetInquiry(actor, None)] if actor in get_phase(ctx).play.inquiries else []


def _set_mind(ctx: Context, actor: ActorId, mind: Mind) -> list[Change]:
    return [SetMind(actor, mind), *announce_mood(get_phase(ctx), actor, mind.mood)]


@deed_of_step
def wake(ctx: Context, actor: ActorId) -> list[Change]:
    """Wakes a sleeping creature, which is calm then."""
    mind = find_creature(ctx, actor)
    if mind is None or mind.mood is not Mood.ASLEEP:
        return NoChanges("stealth-unchanged-mood")
    return _set_mind(ctx, actor, msgspec.structs.replace(mind, mood=Mood.CALM))


@deed_of_step
def lull(ctx: Context, actor: ActorId) -> list[Change]:
    """Puts a creature to sleep that can sleep; it forgets its target."""
    mind, subject = find_creature(ctx, actor), find_actor(ctx, actor)
    if mind is None or subject is None or mind.mood is Mood.ASLEEP:
        return NoChanges("stealth-unchanged-mood")
    if SLEEPLESS_TAG in creature_kind(ctx, subject.kind).tags:
        return NoChanges("stealth-unchanged-sleepless")
    asleep = calm_mind(mind, mood=Mood.ASLEEP, last_seen=None, patience=0)
    return [*_end_inquiry(ctx, actor), *_set_mind(ctx, actor, asleep), SetTimePools(((actor, 0),))]


@deed_of_step
def calm(ctx: Context, actor: ActorId, turns: Annotated[int, Meta(ge=0, le=MAX_TURNS)] = 0) -> list[Change]:
    """Makes a hunter forget its target, which it may notice again at once; with turns, only after these."""
    mind, turns = find_creature(ctx, actor), clamp(turns, 0, MAX_TURNS)
    if mind is None or (mind.mood is not Mood.AGGRAVATED and not turns):
        return NoChanges("stealth-unchanged-mood")
    soothed: list[Change] = [SetEffect(actor, SOOTHED, turns)] if turns else []
    if mind.mood is not Mood.AGGRAVATED:
        return [*_end_inquiry(ctx, actor), *soothed]
    return [*_end_inquiry(ctx, actor), *_set_mind(ctx, actor, calm_mind(mind, last_seen=None, patience=0)), *soothed]


@deed_of_step
def alarm(ctx: Context, actor: ActorId, foe: ActorId = 0) -> list[Change]:
    """Makes a creature hunt, asleep or not; with a foe, that actor before all others, also one of its side."""
    if find_creature(ctx, actor) is None:
        return []
    phase = get_phase(ctx)
    known = foe if foe in phase.world.actors and foe != actor else 0
    return [*_end_inquiry(ctx, actor), Aggravate(actor, foe=known)]


@deed_of_step
def lead(ctx: Context, actor: ActorId, to: Cell, turns: Annotated[int, Meta(ge=1, le=MAX_TURNS)] = 4) -> list[Change]:
    """Sends a calm creature to a cell, where it looks around for some turns; not under the classic rules."""
    phase, mind = get_phase(ctx), find_creature(ctx, actor)
    if not phase.settings.shipped or not is_inside(phase.level, to):
        return []
    if mind is None or mind.mood is not Mood.CALM:
        return NoChanges("stealth-unchanged-mood")
    return [SetInquiry(actor, Search(to, RULE_INQUIRY, clamp(turns, 1, MAX_TURNS)))]


@deed_of_step
def forget(ctx: Context, actor: ActorId) -> list[Change]:
    """Makes a calm or sleeping creature forget that the player's character has roused it before."""
    return _change_mind(ctx, actor, is_marked=False, last_seen=None)


@deed_of_step
def station(ctx: Context, actor: ActorId, at: Cell) -> list[Change]:
    """Gives a creature another post, the cell to which it returns."""
    return _change_mind(ctx, actor, post=at) if is_inside(get_phase(ctx).level, at) else []


@deed_of_step
def behave(ctx: Context, actor: ActorId, behavior: AiKind) -> list[Change]:
    """Gives a creature another behavior from its next turn on (``"guard"``, ``"wander"``, ``"passive"``)."""
    return _change_mind(ctx, actor, ai=behavior, path=(), goal=None, patience=0)


def _change_mind(ctx: Context, actor: ActorId, **fields: Any) -> list[Change]:
    mind = find_creature(ctx, actor)
    changed = None if mind is None else msgspec.structs.replace(mind, **fields)
    return [] if changed is None or changed == mind else _set_mind(ctx, actor, changed)


@deed_of_step
def win_over(ctx: Context, actor: ActorId, side: Annotated[str, Words("side", SIDES)]) -> list[Change]:
    """Gives a creature another side; it gives up its hunt and its grudge."""
    mind, subject = find_creature(ctx, actor), find_actor(ctx, actor)
    if mind is None or subject is None:
        return []
    if subject.side == side and mind.mood is not Mood.AGGRAVATED and not mind.foe:
        return []
    mood = Mood.ASLEEP if mind.mood is Mood.ASLEEP else Mood.CALM
    return [*_end_inquiry(ctx, actor), SetSide(actor, side), *_set_mind(ctx, actor, calm_mind(mind, mood=mood))]
