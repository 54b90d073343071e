"""Readings of actors: their kind and side, state, plans and senses, and who is around them."""

from typing import Annotated

from footfall.api import ActorId, Context, Count, Ref, Words, reading
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actors import stats, surroundings
from ..actors.stats import LAMP, light_of
from ..actors.surroundings import find_target
from ..model.hunt import COMMANDED
from ..model.phase import Phase, get_phase
from ..model.play_state import HOME, LOST
from ..model.records import AI_KINDS, StatusEffect, creature_kind, is_thing
from ..model.state import Mood
from ..senses.sight import is_diving as dives, player_sees
from ..senses.sounds import compass_direction
from ..turns.phases import is_helpless as cannot_act
from .knowledge import (
    CreatureTag,
    Radius,
    Status,
    TileTag,
    find_actor,
    find_mind,
    find_plans,
    list_creatures,
    list_near,
)

SIDES = ("player", "hostile", "neutral", "adventurer")
"""The sides of actors."""

Side = Annotated[str, Words("side", SIDES)]


# Kind and side


@reading(cost="O(1)", rule_name="has_tag")
def creature_has_tag(ctx: Context, actor: ActorId, tag: CreatureTag) -> bool:
    """Whether the kind of an actor has a tag (``"sleepless"``, ``"cries"``, ``"splits"``)."""
    subject = find_actor(ctx, actor)
    return subject is not None and tag in creature_kind(ctx, subject.kind).tags


@reading(cost="O(1)")
def side(ctx: Context, actor: ActorId) -> Side:
    """The side that an actor fights for; empty for an unknown id."""
    subject = find_actor(ctx, actor)
    return "" if subject is None else subject.side


@reading(cost="O(1)")
def is_object(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor is a thing: a fire, a light."""
    subject = find_actor(ctx, actor)
    return subject is not None and is_thing(get_phase(ctx), subject)


@reading(cost="O(1)")
def is_here(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor is alive and on the current level."""
    subject = find_actor(ctx, actor)
    return subject is not None and subject.level == get_phase(ctx).world.current


@reading(cost="O(1)")
def is_known(ctx: Context, actor: ActorId) -> bool:
    """Whether the player's character has seen an actor's kind."""
    subject = find_actor(ctx, actor)
    return subject is not None and subject.kind in get_phase(ctx).stealth.known_kinds


@reading(unit="cells", cost="O(1)")
def light_radius(ctx: Context, actor: ActorId) -> Count:
    """The radius of the light that an actor gives, by its kind, its effects and worn things; its lamp left out."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else light_of(get_phase(ctx), subject)


# State


@reading(unit="percent", cost="O(1)")
def health(ctx: Context, actor: ActorId) -> Count:
    """Hit points left in percent, rounded down."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None or not subject.hp_max else 100 * subject.hp // subject.hp_max


@reading(unit="points", cost="O(1)")
def lost_hp(ctx: Context, actor: ActorId) -> Count:
    """Hit points below the maximum."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else max(0, subject.hp_max - subject.hp)


@reading(unit="percent", cost="O(worn + effects)")
def vigor(ctx: Context, actor: ActorId) -> Count:
    """Stamina left in percent, rounded down."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    fighter = phase.stealth.fighters.get(actor)
    most = 0 if subject is None else stats.max_stamina(phase, subject)
    return 0 if fighter is None or most <= 0 else 100 * fighter.stamina // most


@reading(unit="points", cost="O(1)")
def satiety(ctx: Context, actor: ActorId) -> int:
    """Satiety left; 0 for one that does not eat."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else subject.stats.get("satiety", 0)


@reading(cost="O(1)")
def needs_food(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor has satiety, and starves without food."""
    subject = find_actor(ctx, actor)
    return subject is not None and "satiety" in subject.stats


@reading(unit="points", cost="O(1)")
def to_hit_cache(ctx: Context, actor: ActorId) -> Count:
    """TO-HIT that an actor has gathered in this melee."""
    fighter = get_phase(ctx).stealth.fighters.get(actor)
    return 0 if fighter is None else fighter.th


@reading(unit="points", cost="O(1)")
def defense_cache(ctx: Context, actor: ActorId) -> Count:
    """DEFENSE that an actor has gathered in this melee."""
    fighter = get_phase(ctx).stealth.fighters.get(actor)
    return 0 if fighter is None else fighter.df


@reading(unit="points", cost="O(worn + effects)")
def to_hit(ctx: Context, actor: ActorId) -> int:
    """TO-HIT with equipment, effects and cache, within its limits."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else stats.effective_to_hit(get_phase(ctx), subject)


@reading(unit="points", cost="O(worn + effects)")
def defense(ctx: Context, actor: ActorId) -> int:
    """DEFENSE with equipment, effects and cache."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else stats.effective_defense(get_phase(ctx), subject)


@reading(unit="points", cost="O(worn)")
def most_damage(ctx: Context, actor: ActorId) -> int:
    """The highest damage of an actor's melee attack without STRENGTH, armor and mods."""
    subject = find_actor(ctx, actor)
    if subject is None:
        return 0
    phase = get_phase(ctx)
    dice = stats.dice_of(phase, subject)
    return dice.high + dice.plus + stats.damage_bonus(phase, subject)


@reading(unit="cells", cost="O(worn)")
def reach(ctx: Context, actor: ActorId) -> int:
    """The range of an actor's melee attack."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else stats.reach_of(get_phase(ctx), subject)


@reading(unit="turns", cost="O(1)")
def turns_left(ctx: Context, actor: ActorId, effect: Status) -> int:
    """How long a timed effect lasts; -1 until something ends it, 0 if the actor does not have it."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else subject.effects.get(effect, 0)


@reading(unit="effects", cost="O(effects)", steps=40)
def harms(ctx: Context, actor: ActorId) -> Count:
    """How many harmful timed effects an actor has."""
    subject, known = find_actor(ctx, actor), ctx.records.table(StatusEffect, "effect")
    names = () if subject is None else subject.effects
    return sum(name != LAMP and name in known and not known[name].is_good for name in names)


@reading(cost="O(effects)", steps=40)
def is_helpless(ctx: Context, actor: ActorId) -> bool:
    """Whether a timed effect keeps an actor from acting."""
    subject = find_actor(ctx, actor)
    return subject is not None and cannot_act(get_phase(ctx), subject)


@reading(cost="O(1)")
def is_asleep(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature sleeps."""
    mind = find_mind(ctx, actor)
    return mind is not None and mind.mood is Mood.ASLEEP


@reading(cost="O(1)")
def is_calm(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature is awake and does not hunt."""
    mind = find_mind(ctx, actor)
    return mind is not None and mind.mood is Mood.CALM


@reading(cost="O(1)")
def is_wary(ctx: Context, actor: ActorId) -> bool:
    """Whether the player's character has roused a creature before."""
    mind = find_mind(ctx, actor)
    return mind is not None and mind.is_marked


@reading(cost="O(1)")
def is_on_ground(ctx: Context, actor: ActorId, tag: TileTag) -> bool:
    """Whether the tile under an actor has a tag."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    kind = None if subject is None else surroundings.tile_at(phase, subject, subject.at)
    return kind is not None and tag in kind.tags


@reading(cost="O(1)")
def is_diving(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor waits in water, where it is seen from the next cell only."""
    subject, phase = find_actor(ctx, actor), get_phase(ctx)
    return subject is not None and subject.level == phase.world.current and dives(phase, subject)


@reading(cost="O(1)", steps=20, rule_name="is_in_view")
def is_actor_in_view(ctx: Context, actor: ActorId) -> bool:
    """Whether the player's character sees the cell of an actor."""
    subject, phase = find_actor(ctx, actor), get_phase(ctx)
    return subject is not None and subject.level == phase.world.current and player_sees(phase, subject.at)


# Plans


@reading(cost="O(1)", is_shown=False)
def behavior(ctx: Context, actor: ActorId) -> Annotated[str, Words("ai", (*AI_KINDS, COMMANDED))]:
    """A creature's behavior (``"guard"``, ``"wander"``); empty for the player's character."""
    mind = find_plans(ctx, actor)
    return "" if mind is None else mind.ai


@reading(unit="turns", cost="O(1)", is_shown=False)
def turns_without_trace(ctx: Context, actor: ActorId) -> Count:
    """Turns for which a hunter has neither seen nor heard its target."""
    mind = find_plans(ctx, actor)
    return 0 if mind is None else mind.lost_turns


@reading(unit="actor id", cost="O(actors)", is_shown=False)
def quarry(ctx: Context, actor: ActorId) -> ActorId:
    """The enemy that an aggravated creature hunts; 0 for none."""
    phase, mind, subject = get_phase(ctx), find_plans(ctx, actor), find_actor(ctx, actor)
    if mind is None or subject is None or mind.mood is not Mood.AGGRAVATED or subject.level != phase.world.current:
        return 0
    target, _ = find_target(phase, subject, mind.foe)
    return 0 if target is None else target.id


@reading(unit="actor id", cost="O(1)", is_shown=False)
def grudge(ctx: Context, actor: ActorId) -> ActorId:
    """The actor that a creature fights although their sides are not enemies; 0 for none."""
    mind = find_plans(ctx, actor)
    return 0 if mind is None else mind.foe


@reading(unit="cell (y, x)", cost="O(1)", is_shown=False)
def post(ctx: Context, actor: ActorId) -> Cell | None:
    """The cell to which a creature returns."""
    mind = find_plans(ctx, actor)
    return None if mind is None else mind.post


@reading(unit="cell (y, x)", cost="O(1)", is_shown=False)
def goal(ctx: Context, actor: ActorId) -> Cell | None:
    """The last cell of the path that a creature follows."""
    mind = find_plans(ctx, actor)
    return None if mind is None else mind.goal


@reading(cost="O(path)", steps=60, is_shown=False)
def is_on_path(ctx: Context, actor: ActorId, cell: Cell) -> bool:
    """Whether a cell is on the path that a creature follows."""
    mind = find_plans(ctx, actor)
    return mind is not None and cell in mind.path


@reading(unit="cells", cost="O(1)", is_shown=False)
def path_length(ctx: Context, actor: ActorId) -> Count:
    """The steps that are left of the path that a creature follows."""
    mind = find_plans(ctx, actor)
    return 0 if mind is None else len(mind.path)


@reading(cost="O(1)")
def is_investigating(ctx: Context, actor: ActorId) -> bool:
    """Whether a calm creature goes to look at a noise, or at something that it has seen."""
    inquiry = get_phase(ctx).play.inquiries.get(actor)
    return inquiry is not None and inquiry.kind not in (LOST, HOME)


@reading(cost="O(1)")
def is_searching(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature searches for a target that it has lost."""
    inquiry = get_phase(ctx).play.inquiries.get(actor)
    return inquiry is not None and inquiry.kind == LOST


@reading(unit="cell (y, x)", cost="O(1)", is_shown=False)
def inquiry_cell(ctx: Context, actor: ActorId) -> Cell | None:
    """The place that a calm creature goes to look at, searches, or returns to."""
    inquiry = None if ctx.is_foreseeing else get_phase(ctx).play.inquiries.get(actor)
    return None if inquiry is None else inquiry.at


# Others


@reading(unit="cells", cost="O(1)")
def distance(ctx: Context, actor: ActorId, other: ActorId) -> int:
    """The moves from one actor to another, obstacles ignored; -1 if they are on different levels, or one is gone."""
    first, second = find_actor(ctx, actor), find_actor(ctx, other)
    if first is None or second is None or first.level != second.level:
        return -1
    return chebyshev_distance(first.at, second.at)


@reading(unit="0..7 clockwise from north", cost="O(1)")
def direction_of(ctx: Context, actor: ActorId, other: ActorId) -> int:
    """The direction from one actor to another; -1 on one cell, or if one is gone."""
    first, second = find_actor(ctx, actor), find_actor(ctx, other)
    return -1 if first is None or second is None else compass_direction(first.at, second.at)


@reading(cost="O(1)")
def is_beside(ctx: Context, actor: ActorId, other: ActorId) -> bool:
    """Whether two actors stand next to each other."""
    return distance(ctx, actor, other) == 1


@reading(cost="O(1)")
def are_allies(ctx: Context, actor: ActorId, other: ActorId) -> bool:
    """Whether two different actors are on one side and fight no grudge."""
    first, second = find_actor(ctx, actor), find_actor(ctx, other)
    if first is None or second is None or first is second or first.side != second.side:
        return False
    return not surroundings.are_enemies(get_phase(ctx), first, second)


def _list_around(ctx: Context, actor: ActorId, radius: int) -> list[tuple[Actor, Actor]]:
    """The other actors within some cells of an actor of the current level, each with that actor before it."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None or subject.level != phase.world.current:
        return []
    return [(subject, other) for other in list_near(phase, subject.at, radius) if other is not subject]


@reading(unit="actors", cost="O(actors)", steps=200)
def enemies_within(ctx: Context, actor: ActorId, radius: Radius) -> Count:
    """The enemies of an actor within some cells, at most 20."""
    phase = get_phase(ctx)
    return sum(surroundings.are_enemies(phase, me, other) for me, other in _list_around(ctx, actor, radius))


@reading(unit="actors", cost="O(actors)", steps=200)
def allies_within(ctx: Context, actor: ActorId, radius: Radius) -> Count:
    """The others of an actor's side within some cells, at most 20."""
    return sum(me.side == other.side for me, other in _list_around(ctx, actor, radius))


@reading(unit="actor id", cost="O(actors)", steps=200)
def nearest_enemy(ctx: Context, actor: ActorId, radius: Radius) -> ActorId:
    """The nearest enemy of an actor within some cells, at most 20, the first to arrive of several; 0 for none."""
    phase = get_phase(ctx)
    near = (pair for pair in _list_around(ctx, actor, radius) if surroundings.are_enemies(phase, *pair))
    found = min(near, key=lambda pair: (chebyshev_distance(pair[0].at, pair[1].at), pair[1].id), default=None)
    return 0 if found is None else found[1].id


@reading(unit="actor id", cost="O(actors)", steps=200)
def nearest_ally(ctx: Context, actor: ActorId, radius: Radius) -> ActorId:
    """The nearest of an actor's side within some cells, at most 20, the first to arrive of several; 0 for none."""
    near = (pair for pair in _list_around(ctx, actor, radius) if pair[0].side == pair[1].side)
    found = min(near, key=lambda pair: (chebyshev_distance(pair[0].at, pair[1].at), pair[1].id), default=None)
    return 0 if found is None else found[1].id


# The floor


@reading(unit="actors", cost="O(actors)")
def creature_count(ctx: Context) -> Count:
    """The actors of the current level besides the player's character."""
    return len(list_creatures(get_phase(ctx))) - 1


@reading(unit="actors", cost="O(actors)")
def hunter_count(ctx: Context) -> Count:
    """The aggravated creatures of the current level."""
    return count_moods(get_phase(ctx), Mood.AGGRAVATED)


@reading(unit="actors", cost="O(actors)")
def sleeper_count(ctx: Context) -> Count:
    """The sleeping creatures of the current level."""
    return count_moods(get_phase(ctx), Mood.ASLEEP)


def count_moods(phase: Phase, mood: Mood) -> int:
    """Returns how many creatures of the current level are in a mood."""
    minds = phase.stealth.minds
    return sum(actor.id in minds and minds[actor.id].mood is mood for actor in list_creatures(phase))


@reading(unit="actors", cost="O(actors)")
def count_of_kind(ctx: Context, kind: Annotated[str, Ref("creature")]) -> Count:
    """The creatures of a kind on the current level."""
    return sum(actor.kind == kind for actor in list_creatures(get_phase(ctx)))
