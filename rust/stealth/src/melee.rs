//! Stamina and caches (`actions/stamina.py`), and the rule of a blow.

use crate::chance::{Circumstances, Fact};
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
    let Some(strike) = turn.phase.settings.rules.strike.as_ref().filter(|_| turn.phase.covered.attack) else {
        return Err(Stop::Python("another rule of blows"));
    };
    let (fighter, blow) = (turn.creature.fighter, turn.around.blow()?);
    let [hit, damage, th, df, ..] = strike.play(&mut Striker { around: &mut *turn.around, fighter, blow })?;
    if hit != 0 && damage >= blow.target_hp {
        return Err(Stop::Python("a death"));
    }
    let fighter = Fighter { stamina: fighter.stamina - 1, th, df, last: Last::Attack };
    Ok(Deed::Attack { fighter, hit: hit != 0, damage })
}

/// A creature that strikes at the player's character; no mod listens.
struct Striker<'a, S> {
    around: &'a mut S,
    fighter: Fighter,
    blow: Blow,
}

impl<S: Surroundings> Circumstances for Striker<'_, S> {
    type Error = S::Error;

    fn fact(&mut self, fact: Fact) -> Result<i64, S::Error> {
        let (low, high, plus) = self.blow.dice;
        Ok(match fact {
            Fact::Attacker | Fact::Target | Fact::Manner | Fact::Weapon => 0, // of events
            Fact::ByPlayer | Fact::IsRanged | Fact::IsUnaware => 0,
            Fact::ToHit => self.blow.to_hit,
            Fact::Strength => self.blow.strength,
            Fact::Proficiency => self.blow.proficiency,
            Fact::OwnStealth => self.around.stat(Stat::Stealth)?,
            Fact::OwnLuck => self.around.stat(Stat::Luck)?,
            Fact::Th => self.fighter.th,
            Fact::Df => self.fighter.df,
            Fact::Low => low,
            Fact::High => high,
            Fact::Plus => plus,
            Fact::DamageBonus => self.blow.damage_bonus,
            Fact::IsDagger => i64::from(self.around.wields_dagger()?),
            Fact::Defense => self.blow.defense,
            Fact::Armor => self.blow.armor,
            _ => return Err(Stop::Python("another fact")),
        })
    }

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, S::Error> {
        self.around.roll(die, low, high)
    }

    fn fold(&mut self, _: &mut [i64]) -> Result<(), S::Error> {
        Ok(())
    }
}
