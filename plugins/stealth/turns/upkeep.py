"""Deaths, and upkeep, a chain of named steps: recovery, afflictions, timed effects, fires, training (R-TIME-6)."""

from footfall.api import Change, Context, Finish, Message, Proposal, Reaction, Step, Tell, events, grid

from ..actions.fight import DODGES_PER_DEFENSE
from ..actors.enlist import build_enlistment
from ..actors.stats import LAMP, effective_stat, max_stamina
from ..actors.surroundings import NEIGHBOR_OFFSETS, find_target
from ..model.courses import course_of, find_bell
from ..model.phase import Phase, get_phase
from ..model.play_state import CountKill, RecordDeath, RecordKiller, SetInquiry
from ..model.records import StatusEffect, creature_kind
from ..model.state import Discharge, SetDodgeCount, SetFighter
from ..senses.notices import DIES
from ..senses.sight import actor_name, player_sees

DEATH_STEP = "core.stealth:death"

DIED = "died"
"""Outcome of a game that the player's character did not survive."""


def handle_death(ctx: Context, actor: int, by: int, how: str) -> list[Change | Proposal]:
    """Follows every `HpDepleted`: notifies mods, drops the pack and removes the actor, or ends the game."""
    phase = get_phase(ctx)
    world = phase.world
    dead = world.actors.get(actor)
    if dead is None or dead.hp > 0:
        return []
    changes: list[Change | Proposal] = []
    if ctx.has_listeners("on_death"):
        changes += ctx.notify("on_death", events.Death(actor, by, how))
    if actor == world.player:
        killer = world.actors.get(by)
        who = actor_name(ctx, killer) if killer is not None else Message(f"stealth-cause-{how or 'unknown'}")
        message = Tell(Message("stealth-you-die", {"killer": who}), "bad")
        if phase.settings.shipped:
            changes.append(RecordKiller(by if killer is not None else 0))
        if dead.level != world.current:  # on the stairs
            changes.append(grid.EnterLevel(dead.level))
        return [*changes, RecordDeath(who.id), message, Finish(DIED)]
    if player_sees(phase, dead.at) or by == world.player:
        kind = "good" if by == world.player else "fight"
        visible = "yes" if player_sees(phase, dead.at) else "no"
        facts = {"target": actor_name(ctx, dead), "struck": visible, "id": dead.id}
        burnt_out = how == "burnt-out" and phase.settings.shipped
        changes.append(Tell(Message("stealth-burns-out" if burnt_out else DIES, facts), kind))
    if by == world.player:
        changes.append(CountKill(dead.kind))
    parts = split_slime(phase, dead) if by else []
    ashes = drop_ashes(phase, dead) if how == "burnt-out" else []
    if actor in phase.play.inquiries:
        changes.append(SetInquiry(actor, None))
    if parts and player_sees(phase, dead.at) and phase.settings.shipped:
        changes.append(_describe_halves(phase, dead, [one.actor for one in parts if isinstance(one, grid.Spawn)]))
    return [*changes, *drop_pack(phase, dead), *ashes, Discharge(actor), grid.RemoveActor(actor), *parts]


def drop_pack(phase: Phase, dead: grid.Actor) -> list[Change]:
    """Drops all items of a dead actor on its cell."""
    items = grid.list_carried_items(phase.world, dead)
    return [grid.PutItem(item.id, level=dead.level, at=dead.at) for item in items]


def drop_ashes(phase: Phase, dead: grid.Actor) -> list[Change]:
    """Drops the item that a fire may leave when it burns out."""
    kind = creature_kind(phase, dead.kind)
    if not kind.leaves or not phase.ctx.chance("ashes", kind.leaving, 100):
        return []
    return [grid.AddItem(grid.Item(phase.world.next_id, kind.leaves, 1, dead.level, dead.at))]


CLAMP_STEP, REFRESH_STEP = "core.stealth:clamp", "core.stealth:refresh"

CAPPED_STATS = {"satiety": "satiety_max"}
"""Stats with a maximum, and the stat that is the maximum. Stamina is not a stat, and hit points cap themselves."""


def clamp_to_maxima(ctx: Context, actor: int, *_: object) -> list[Change]:
    """Runs after every change of a stat, a worn item or an effect: lowers what now exceeds its maximum."""
    phase = get_phase(ctx)
    subject, fighter = phase.world.actors.get(actor), phase.stealth.fighters.get(actor)
    if subject is None:
        return []
    changes: list[Change] = []
    if fighter is not None and fighter.stamina > max_stamina(phase, subject):
        changes.append(SetFighter(actor, stamina=max_stamina(phase, subject)))
    for stat, maximum in CAPPED_STATS.items():
        most = max(0, effective_stat(phase, subject, maximum))
        if maximum in subject.stats and subject.stats.get(stat, 0) > most:
            changes.append(grid.SetStat(actor, stat, most))
    return changes


def refresh_stamina(ctx: Context, actor: int) -> list[Change]:
    """Restores all stamina, up to the maximum that the changes before this step have set."""
    phase = get_phase(ctx)
    subject = phase.world.actors.get(actor)
    if subject is None or actor not in phase.stealth.fighters:
        return []
    return [SetFighter(actor, stamina=max_stamina(phase, subject))]


STEPS = (Step(DEATH_STEP, handle_death), Step(CLAMP_STEP, clamp_to_maxima), Step(REFRESH_STEP, refresh_stamina))

REACTIONS = (
    Reaction(grid.HpDepleted, DEATH_STEP),
    *(Reaction(event, CLAMP_STEP) for event in (grid.StatsChanged, grid.EffectStarted, grid.EffectEnded)),
)


def recover_life(ctx: Context) -> list[Change]:
    """Heals creatures that recover naturally."""
    phase = get_phase(ctx)
    turn = phase.turn
    changes: list[Change] = []
    if all(turn % every for every in phase.index.periods):
        return changes
    for actor in phase.actors:
        if actor.hp >= actor.hp_max:
            continue
        amount, every = creature_kind(ctx, actor.kind).recovery
        if every and turn % every == 0:
            changes.append(grid.Heal(actor.id, max(0, amount + effective_stat(phase, actor, "recovery"))))
    return changes


def apply_afflictions(ctx: Context) -> list[Change]:
    """Applies damage of poison, fire and other effects; melee caches stay unchanged (R-MELEE-12)."""
    phase = get_phase(ctx)
    known = ctx.records.table(StatusEffect, "effect")
    return [
        grid.Hurt(actor.id, hurt, 0, name.rpartition(":")[2])
        for actor in phase.actors
        for name in actor.effects
        if name in known and (hurt := affliction_damage(phase, actor, known[name]))
    ]


def affliction_damage(phase: Phase, actor: grid.Actor, effect: StatusEffect) -> int:
    """The life that an effect costs in a turn, reduced by the stat that resists it."""
    if not effect.resisting_stat:
        return effect.hurt
    return max(0, effect.hurt - effective_stat(phase, actor, effect.resisting_stat))


def run_down_effects(ctx: Context) -> list[Change]:
    """Counts timed effects down; reports those that end, some of which kill."""
    phase = get_phase(ctx)
    known = ctx.records.table(StatusEffect, "effect")
    player = phase.world.player
    changes: list[Change] = []
    for actor in phase.actors:
        for name, turns in actor.effects.items():
            if turns < 0 or name == LAMP:
                continue
            changes.append(grid.SetEffect(actor.id, name, turns - 1))
            if turns > 1 or name not in known:
                continue
            if known[name].ends == "dies":
                changes.append(grid.Hurt(actor.id, actor.hp, 0, name.rpartition(":")[2]))
            elif actor.id == player:
                changes.append(Tell(Message("stealth-effect-ends", {"effect": Message(known[name].name)})))
    return changes


def burn_fires(ctx: Context) -> list[Change]:
    """Burns campfires down; they heal the player and adventurers next to them (R-AI-20)."""
    phase = get_phase(ctx)
    world = phase.world
    index = phase.index
    changes: list[Change] = [grid.Hurt(id, amount, 0, "burnt-out") for id, amount in index.burning]
    if not index.healing:
        return changes
    for id in (world.player, *index.by_side.get("adventurer", ())):
        actor = world.actors[id]
        if actor.hp < actor.hp_max:
            fires = [fire for fire in index.healing if grid.chebyshev_distance(world.actors[fire].at, actor.at) == 1]
            changes += [grid.Heal(id, 1) for _ in fires]
    return changes


def train_defense(ctx: Context) -> list[Change]:
    """Raises the player's DEFENSE after enough enemy misses (R-PROG-3)."""
    phase = get_phase(ctx)
    if phase.stealth.dodge_count < DODGES_PER_DEFENSE:
        return []
    defense = phase.player.stats.get("defense", 0) + 1
    return [
        SetDodgeCount(phase.stealth.dodge_count - DODGES_PER_DEFENSE),
        grid.SetStat(phase.player.id, "defense", defense),
        Tell(Message("stealth-defense-trained"), "good"),
    ]


UPKEEP = (
    Step("core.stealth:recovery", recover_life),
    Step("core.stealth:affliction", apply_afflictions),
    Step("core.stealth:effects", run_down_effects),
    Step("core.stealth:fires", burn_fires),
    Step("core.stealth:training", train_defense),
)
"""The chain ``on_round_end`` of the stealth game."""


SPLITS_TAG = "splits"
"""Tag of creatures that split."""

MAX_ABSORBED = 4
"""Largest number of items that a slime carries."""

MIN_SPLIT_LIFE = 2
"""Smallest life of each half of a slime."""


def absorb_items(ctx: Context) -> list[Change]:
    """Slimes pick up the items on their cells, but no bells of a course (P-BELL-7)."""
    phase = get_phase(ctx)
    changes: list[Change] = []
    has_course = course_of(ctx) is not None
    for id in phase.index.absorbing:
        actor = phase.world.actors[id]
        if len(actor.pack) < MAX_ABSORBED:
            lying = grid.list_items_at(phase.world, phase.level.id, actor.at)
            if has_course:
                lying = [item for item in lying if find_bell(ctx, item.kind) is None]
            changes += [grid.PutItem(item.id, holder=actor.id) for item in lying[: MAX_ABSORBED - len(actor.pack)]]
    return changes


def split_slime(phase: Phase, dead: grid.Actor) -> list[Change]:
    """The two halves of a killed slime, on its cell and on a free neighboring one; they hunt (P-BORN-1)."""
    half = dead.hp_max // 2
    if SPLITS_TAG not in creature_kind(phase, dead.kind).tags or half < MIN_SPLIT_LIFE:
        return []
    cells = [dead.at, *_list_free_neighbors(phase, dead)][:2]
    halves = [
        grid.Actor(phase.world.next_id + n, dead.kind, dead.level, cell, half, half, dict(dead.stats), dead.side)
        for n, cell in enumerate(cells)
    ]
    born = [build_enlistment(phase.ctx, one, hunts=True) for one in halves] if phase.settings.shipped else []
    return [*map(grid.Spawn, halves), *born]


def _describe_halves(phase: Phase, dead: grid.Actor, halves: list[grid.Actor]) -> Tell:
    """That they hunt, and whom (P-WHY-7, R-AI-1)."""
    player = phase.player
    prey = {target.id: target for half in halves if (target := find_target(phase, half, 0)[0])}
    other = next((one for one in prey.values() if one is not player), dead)
    if len(prey) > 1:
        told = "apart" if player.id in prey else "others"
    else:
        told = "you" if other is dead else "seen" if player_sees(phase, other.at) else "unseen"
    facts = {"creature": actor_name(phase, dead), "count": len(halves), "prey": told}
    return Tell(Message("stealth-edge-splits", {**facts, "other": actor_name(phase, other)}), "warn")


def _list_free_neighbors(phase: Phase, dead: grid.Actor) -> list[grid.Cell]:
    walkable = phase.ground.grid.walkable
    assert walkable is not None
    top, left = phase.level.origin
    height, width = phase.level.shape
    around = ((dead.at[0] + dy, dead.at[1] + dx) for dy, dx in NEIGHBOR_OFFSETS)
    return [
        (y, x)
        for y, x in around
        if 0 <= y - top < height
        and 0 <= x - left < width
        and walkable[y - top, x - left]
        and (y, x) not in phase.ground.actor_by_cell
    ]


SLIME_UPKEEP = (Step("core.stealth:absorb", absorb_items),)
"""The chain goes on with this after the upkeep of items."""
