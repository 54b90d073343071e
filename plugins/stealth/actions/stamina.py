"""Melee mode and its maneuvers: stamina and the cache (R-MELEE)."""

from footfall.api import Change
from footfall.api.grid import Actor, Cell

from ..actors.stats import max_stamina
from ..actors.surroundings import list_adjacent_enemies
from ..model.phase import Phase
from ..model.state import Fighter, LastAction, Mood, SetFighter
from ..senses.sight import player_sees


def is_in_melee(phase: Phase, actor: Actor) -> bool:
    """Whether an enemy is adjacent to an actor (R-MELEE-2, D-17)."""
    foes = list_adjacent_enemies(phase, actor)
    if foes and phase.settings.needs_visible_enemies and actor.id == phase.world.player:
        return any(player_sees(phase, foe.at) for foe in foes)
    return bool(foes)


def recover_outside_melee(phase: Phase, actor: Actor, fighter: Fighter) -> dict[str, int]:
    """Fields of `SetFighter` for a step or wait outside melee (R-MELEE-10)."""
    stamina_max = max_stamina(phase, actor)
    fields = {"stamina": min(stamina_max, fighter.stamina + phase.settings.stamina_rest)}
    if phase.settings.clears_cache_outside_melee:
        fields |= {"th": 0, "df": 0}
    return fields


def resolve_wait(phase: Phase, actor: Actor) -> SetFighter:
    """A wait: defends in melee, rests outside (R-MELEE-5, 10)."""
    fighter = phase.stealth.fighters[actor.id]
    if not is_in_melee(phase, actor):
        return SetFighter(actor.id, **recover_outside_melee(phase, actor, fighter), last=LastAction.WAIT)
    if fighter.stamina == 0:
        stamina_max = max_stamina(phase, actor)
        return SetFighter(actor.id, stamina=min(stamina_max, 1), th=0, df=0, last=LastAction.WAIT)
    if not _uses_maneuvers(phase, actor):
        return SetFighter(actor.id, stamina=fighter.stamina - 1, last=LastAction.WAIT)
    return SetFighter(
        actor.id,
        stamina=fighter.stamina - 1,
        th=min(phase.settings.melee_cap_to_hit, fighter.th + 1),
        df=min(phase.settings.melee_cap_defense, fighter.df + 1),
        last=LastAction.WAIT,
    )


def resolve_step(phase: Phase, actor: Actor, to: Cell) -> SetFighter:
    """A step: retreats in melee, rests outside (R-MELEE-5, 10)."""
    fighter, settings = phase.stealth.fighters[actor.id], phase.settings
    if not is_in_melee(phase, actor):
        if fighter.last is LastAction.STEP and not (fighter.th or fighter.df):
            stamina_max = max_stamina(phase, actor)
            if fighter.stamina >= stamina_max:
                return SetFighter(actor.id)
        return SetFighter(actor.id, **recover_outside_melee(phase, actor, fighter), last=LastAction.STEP)
    stamina_max = max_stamina(phase, actor)
    stamina = min(stamina_max, fighter.stamina + 1)
    retreats = not (settings.needs_distance_to_retreat and list_adjacent_enemies(phase, actor, to))
    if not retreats or not _uses_maneuvers(phase, actor):
        return SetFighter(actor.id, stamina=stamina, th=0, last=LastAction.STEP)
    df = min(settings.melee_cap_defense, fighter.df + settings.melee_retreat_def)
    return SetFighter(actor.id, stamina=stamina, th=0, df=df, last=LastAction.STEP)


def fortify_waiting_enemies(phase: Phase, mover: Actor, to: Cell) -> list[Change]:
    """The starting caches of enemies next to which `mover` steps (R-MELEE-4).

    Enemies get one if their last action was a wait, they were not in melee before, and they are aware
    of the mover (D-18). The mover has just taken a step and gets none.
    """
    changes: list[Change] = []
    for foe in list_adjacent_enemies(phase, mover, to):
        fighter = phase.stealth.fighters.get(foe.id)
        if fighter is None or fighter.last is not LastAction.WAIT or not _uses_maneuvers(phase, foe):
            continue
        if is_in_melee(phase, foe):
            continue
        mind = phase.stealth.minds.get(foe.id)
        if mind is not None and mind.mood is not Mood.AGGRAVATED and phase.settings.needs_awareness_to_fortify:
            continue
        changes.append(SetFighter(foe.id, th=1, df=1))
    return changes


def _uses_maneuvers(phase: Phase, actor: Actor) -> bool:
    """Whether an actor uses the cache (D-22)."""
    return phase.settings.creatures_have_cache or actor.id == phase.world.player
