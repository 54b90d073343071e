//! Stamina and caches (`actions/stamina.py`), and the rule of a blow.

use crate::chance::{Chance, Fact};
use crate::creature::{Cell, Fighter, Last, distance};
use crate::phase::{Phase, Settings, Surroundings};
use crate::turn::{Deed, TurnContext};
use crate::{Result, Stop};

/// Whether an enemy of the hostile side is next to a cell.
pub fn is_in_melee(phase: &Phase, at: Cell) -> bool {
    phase.foes.iter().any(|&foe| distance(foe, at) == 1)
}

fn recover(settings: &Settings, fighter: Fighter, most: i64, last: Last) -> Fighter {
    let stamina = most.min(fighter.stamina + settings.stamina_rest);
    let (th, df) = if settings.clears_cache_outside_melee { (0, 0) } else { (fighter.th, fighter.df) };
    Fighter { stamina, th, df, last }
}

/// A wait: defends in melee, rests outside (`resolve_wait`).
pub fn resolve_wait<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Fighter, S::Error> {
    let (fighter, settings) = (turn.creature.fighter, &turn.phase.settings);
    let last = Last::Wait;
    if !is_in_melee(turn.phase, turn.creature.at) {
        let most = turn.around.fact(Fact::StaminaMax)?;
        return Ok(recover(settings, fighter, most, last));
    }
    if fighter.stamina == 0 {
        let stamina = turn.around.fact(Fact::StaminaMax)?.min(1);
        return Ok(Fighter { stamina, th: 0, df: 0, last });
    }
    let stamina = fighter.stamina - 1;
    if !settings.creatures_have_cache {
        return Ok(Fighter { stamina, last, ..fighter });
    }
    let th = settings.melee_cap_to_hit.min(fighter.th + 1);
    let df = settings.melee_cap_defense.min(fighter.df + 1);
    Ok(Fighter { stamina, th, df, last })
}

/// A step: retreats in melee, rests outside (`resolve_step`).
pub fn resolve_step<S: Surroundings>(turn: &mut TurnContext<S>, to: Cell) -> Result<Fighter, S::Error> {
    let (fighter, settings) = (turn.creature.fighter, &turn.phase.settings);
    let (most, last) = (turn.around.fact(Fact::StaminaMax)?, Last::Step);
    if !is_in_melee(turn.phase, turn.creature.at) {
        if fighter.last == Last::Step && fighter.th == 0 && fighter.df == 0 && fighter.stamina >= most {
            return Ok(fighter);
        }
        return Ok(recover(settings, fighter, most, last));
    }
    let stamina = most.min(fighter.stamina + 1);
    let retreats = !(settings.needs_distance_to_retreat && is_in_melee(turn.phase, to));
    if !retreats || !settings.creatures_have_cache {
        return Ok(Fighter { stamina, th: 0, last, ..fighter });
    }
    let df = settings.melee_cap_defense.min(fighter.df + settings.melee_retreat_def);
    Ok(Fighter { stamina, th: 0, df, last })
}

/// A blow at the player's character (`resolve_attack`).
pub fn attack<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Deed, S::Error> {
    if !turn.phase.covered.attack {
        return Err(Stop::Python("a blow that mods hear of"));
    }
    let [hit, damage, th, df, ..] = turn.phase.settings.rules.find(Chance::Strike)?.play(turn)?;
    if hit != 0 && damage >= turn.around.fact(Fact::TargetHp)? {
        return Err(Stop::Python("a death"));
    }
    let fighter = Fighter { stamina: turn.creature.fighter.stamina - 1, th, df, last: Last::Attack };
    Ok(Deed::Attack { fighter, hit: hit != 0, damage })
}
