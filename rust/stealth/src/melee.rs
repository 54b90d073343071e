//! Stamina, caches and blows: `melee.py`, `fight.py`.

use crate::creature::{Cell, Fighter, Last, distance};
use crate::phase::{Blow, Die, Phase, Settings, Stat, Surroundings};
use crate::turn::{Deed, TurnContext};
use crate::{Result, Stop};

/// Whether an enemy of the hostile side is next to a cell.
pub fn is_in_melee(phase: &Phase, at: Cell) -> bool {
    phase.foes.iter().any(|&foe| distance(foe, at) == 1)
}

fn recover(settings: &Settings, fighter: Fighter, most: i64, last: Last) -> Fighter {
    let stamina = most.min(fighter.stamina + settings.stamina_rest);
    let (th, df) = if settings.melee_clear_outside { (0, 0) } else { (fighter.th, fighter.df) };
    Fighter { stamina, th, df, last }
}

/// A wait: defends in melee, rests outside (`resolve_wait`).
pub fn resolve_wait<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Fighter, S::Error> {
    let (fighter, settings) = (turn.creature.fighter, &turn.phase.settings);
    let last = Last::Wait;
    if !is_in_melee(turn.phase, turn.creature.at) {
        let most = turn.around.stat(Stat::StaminaMax)?;
        return Ok(recover(settings, fighter, most, last));
    }
    if fighter.stamina == 0 {
        let stamina = turn.around.stat(Stat::StaminaMax)?.min(1);
        return Ok(Fighter { stamina, th: 0, df: 0, last });
    }
    let stamina = fighter.stamina - 1;
    if !settings.melee_npc_cache {
        return Ok(Fighter { stamina, last, ..fighter });
    }
    let th = settings.melee_cap_to_hit.min(fighter.th + 1);
    let df = settings.melee_cap_defense.min(fighter.df + 1);
    Ok(Fighter { stamina, th, df, last })
}

/// A step: retreats in melee, rests outside (`resolve_step`).
pub fn resolve_step<S: Surroundings>(turn: &mut TurnContext<S>, to: Cell) -> Result<Fighter, S::Error> {
    let (fighter, settings) = (turn.creature.fighter, &turn.phase.settings);
    let (most, last) = (turn.around.stat(Stat::StaminaMax)?, Last::Step);
    if !is_in_melee(turn.phase, turn.creature.at) {
        if fighter.last == Last::Step && fighter.th == 0 && fighter.df == 0 && fighter.stamina >= most {
            return Ok(fighter);
        }
        return Ok(recover(settings, fighter, most, last));
    }
    let stamina = most.min(fighter.stamina + 1);
    let retreats = !(settings.melee_retreat_needs_distance && is_in_melee(turn.phase, to));
    if !retreats || !settings.melee_npc_cache {
        return Ok(Fighter { stamina, th: 0, last, ..fighter });
    }
    let df = settings.melee_cap_defense.min(fighter.df + settings.melee_retreat_def);
    Ok(Fighter { stamina, th: 0, df, last })
}

/// A blow at the player's character (`resolve_attack`).
pub fn attack<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Deed, S::Error> {
    let settings = &turn.phase.settings;
    if settings.special_blows || !turn.phase.covered.attack {
        return Err(Stop::Python("a special blow"));
    }
    let Blow { to_hit, defense, strength, dice: (low, high, plus), damage_bonus, armor, target_hp } =
        turn.around.blow()?;
    let hit = turn.around.roll(Die::ToHit, 1, settings.hit_die)? + to_hit > defense;
    let mut damage = 0;
    if hit {
        let rolled = turn.around.roll(Die::Damage, low, high)? + plus;
        damage = (strength + rolled + damage_bonus - armor).max(0);
        if damage >= target_hp {
            return Err(Stop::Python("a death"));
        }
    }
    let fighter = turn.creature.fighter;
    let (mut th, mut df) = (0, 0);
    if hit && settings.melee_npc_cache {
        if damage > 0 {
            let before = if settings.melee_accumulates { fighter.th } else { 0 };
            th = settings.melee_cap_to_hit.min(before + 1);
        }
        df = (fighter.df - 1).max(0);
    }
    let fighter = Fighter { stamina: fighter.stamina - 1, th, df, last: Last::Attack };
    Ok(Deed::Attack { fighter, hit, damage })
}
