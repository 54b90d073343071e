//! Stamina and caches (`actions/stamina.py`), and the rule of a blow.

use crate::chance::{Chance, Fact};
use crate::creature::{Cell, Fighter, Last, distance};
use crate::phase::{Phase, Settings, Surroundings};
use crate::turn::{Deed, TurnContext};
use crate::{Result, Stop};
use footfall_kernels::DIRECTIONS;

/// Whether an enemy of the hostile side is next to a cell.
pub fn is_in_melee(phase: &Phase, at: Cell) -> bool {
    phase.foes.iter().any(|&foe| distance(foe, at) == 1)
}

/// The facts that decide the fighting state of an actor after a wait or a step.
pub struct Stance<'a> {
    pub settings: &'a Settings,
    pub fighter: Fighter,
    /// Its maximum of stamina.
    pub most: i64,
    pub in_melee: bool,
    pub has_cache: bool,
}

impl<'a> Stance<'a> {
    pub fn of<S: Surroundings>(turn: &mut TurnContext<'a, S>) -> Result<Self, S::Error> {
        // Those whom a creature without a target fights are not among the foes of the phase.
        if !turn.creature.hunts && has_neighbor(turn, turn.creature.at)? {
            return Err(Stop::Python("company"));
        }
        let (settings, fighter) = (&turn.phase.settings, turn.creature.fighter);
        let in_melee = is_in_melee(turn.phase, turn.creature.at);
        let most = turn.around.fact(Fact::StaminaMax)?;
        Ok(Self { settings, fighter, most, in_melee, has_cache: settings.creatures_have_cache })
    }

    fn recover(&self, last: Last) -> Fighter {
        let stamina = self.most.min(self.fighter.stamina + self.settings.stamina_rest);
        let (th, df) =
            if self.settings.clears_cache_outside_melee { (0, 0) } else { (self.fighter.th, self.fighter.df) };
        Fighter { stamina, th, df, last }
    }

    /// After a wait: defends in melee, rests outside (`resolve_wait`).
    pub fn resolve_wait(&self) -> Fighter {
        let (fighter, settings, last) = (self.fighter, self.settings, Last::Wait);
        if !self.in_melee {
            return self.recover(last);
        }
        if fighter.stamina == 0 {
            let stamina = self.most.min(1);
            return Fighter { stamina, th: 0, df: 0, last };
        }
        let stamina = fighter.stamina - 1;
        if !self.has_cache {
            return Fighter { stamina, last, ..fighter };
        }
        let th = settings.melee_cap_to_hit.min(fighter.th + 1);
        let df = settings.melee_cap_defense.min(fighter.df + 1);
        Fighter { stamina, th, df, last }
    }

    /// After a step: retreats in melee, rests outside; `meets` an enemy next to its new cell (`resolve_step`).
    pub fn resolve_step(&self, meets: bool) -> Fighter {
        let (fighter, settings, last) = (self.fighter, self.settings, Last::Step);
        if !self.in_melee {
            if fighter.last == Last::Step && fighter.th == 0 && fighter.df == 0 && fighter.stamina >= self.most {
                return fighter;
            }
            return self.recover(last);
        }
        let stamina = self.most.min(fighter.stamina + 1);
        let retreats = !(settings.needs_distance_to_retreat && meets);
        if !retreats || !self.has_cache {
            return Fighter { stamina, th: 0, last, ..fighter };
        }
        let df = settings.melee_cap_defense.min(fighter.df + settings.melee_retreat_def);
        Fighter { stamina, th: 0, df, last }
    }
}

/// Whether another actor is next to a cell.
fn has_neighbor<S: Surroundings>(turn: &mut TurnContext<S>, (y, x): Cell) -> Result<bool, S::Error> {
    for (dy, dx) in DIRECTIONS {
        let cell = (y + dy, x + dx);
        if cell != turn.creature.at && turn.around.is_occupied(cell)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The state of a creature after a step.
pub fn step<S: Surroundings>(turn: &mut TurnContext<S>, to: Cell) -> Result<Fighter, S::Error> {
    if !turn.creature.hunts && has_neighbor(turn, to)? {
        return Err(Stop::Python("company"));
    }
    let meets = turn.creature.hunts && is_in_melee(turn.phase, to);
    Ok(Stance::of(turn)?.resolve_step(meets))
}

/// A blow at the player's character (`resolve_attack`).
pub fn attack<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Deed, S::Error> {
    if !turn.phase.covered.attack {
        return Err(Stop::Python("a blow that mods hear of"));
    }
    let [hit, damage, th, df, _, _, _, _, gross, ..] = turn.phase.settings.rules.find(Chance::Strike)?.play(turn)?;
    if hit != 0 && damage >= turn.around.fact(Fact::TargetHp)? {
        return Err(Stop::Python("a death"));
    }
    let fighter = Fighter { stamina: turn.creature.fighter.stamina - 1, th, df, last: Last::Attack };
    Ok(Deed::Attack { fighter, hit: hit != 0, damage, gross })
}
