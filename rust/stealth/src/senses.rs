//! Perceiving the target and losing track of it: `ai/senses.py`.

use crate::creature::{Mood, distance};
use crate::phase::Surroundings;
use crate::turn::TurnContext;
use crate::{Result, Stop};

/// Whether it sees and hears the target (`perceive`).
pub fn perceive<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if !turn.creature.hunts {
        return Ok(());
    }
    let (fov, foh) = (turn.creature.fov, turn.creature.foh);
    if turn.distance <= fov {
        turn.sees = turn.around.sees_player(fov)? && !is_hidden(turn)?;
    }
    if turn.phase.noise < 1 {
        return Ok(());
    }
    if !turn.phase.covered.hear {
        return Err(Stop::Python("asked hearing"));
    }
    // No sound travels farther than that.
    if turn.phase.covered.hearing_rules || turn.distance * turn.phase.least_sound_cost <= 10 * foh {
        turn.hears = turn.around.hears_player(foh)?;
    }
    Ok(())
}

/// Whether water hides the player's character, or the dark from a hunter (`_is_hidden`).
fn is_hidden<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<bool, S::Error> {
    if !turn.phase.settings.shipped || turn.distance <= 1 {
        return Ok(false);
    }
    let is_dim = turn.mind.mood == Mood::Aggravated && 2 * turn.distance > turn.creature.fov + 1;
    Ok(turn.around.is_player_diving()? || (is_dim && !turn.around.is_player_lit()?))
}

/// Sets the distance to the target (`choose_target`).
pub fn choose_target<S: Surroundings>(turn: &mut TurnContext<S>) {
    turn.distance = if turn.creature.hunts { distance(turn.creature.at, turn.phase.player) } else { 0 };
}

/// Calms an aggravated creature that is too far away or has perceived no target for too long (`lose_track`).
pub fn lose_track<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if turn.mind.mood != Mood::Aggravated {
        return Ok(());
    }
    let settings = &turn.phase.settings;
    if !turn.creature.hunts || turn.distance > settings.ai_max_pursuit_range {
        return turn.calm_down();
    }
    if turn.extra {
        return Ok(());
    }
    if settings.ai_aggravated_uses_engage {
        let Some(pursue) = &settings.rules.pursue else { return Err(Stop::Python("another rule of pursuit")) };
        if pursue.play(turn)?[0] == 0 {
            return turn.calm_down();
        }
    }
    if turn.sees || turn.hears {
        turn.mind.lost = 0;
        turn.mind.last_seen = Some(turn.phase.player);
        return Ok(());
    }
    turn.mind.lost += 1;
    if settings.shipped && turn.mind.lost <= settings.numbers.guessed_turns {
        turn.mind.last_seen = Some(turn.phase.player);
    }
    if turn.mind.lost > turn.around.aggressivity()? + turn.phase.settings.ai_aggro_loss_base {
        return turn.calm_down();
    }
    Ok(())
}
