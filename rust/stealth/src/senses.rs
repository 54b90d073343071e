//! Perceiving the target, noticing it and losing track of it: `ai/senses.py`, `ai/engage.py`.

use crate::chance::{Chance, Fact};
use crate::creature::{Cause, Inquiry, Interest, Mood};
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
    Ok(turn.around.fact(Fact::Dives)? != 0 || (is_dim && turn.around.fact(Fact::Lit)? == 0))
}

/// Whether a calm creature is fooled by its target, if it perceives it (`engage`).
///
/// A first notice has a reason and a text, and is left to Python.
pub fn engage<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if turn.mind.mood != Mood::Calm || !turn.creature.hunts {
        return Ok(());
    }
    if !(turn.sees || turn.hears && !turn.creature.behavior.sight_only) {
        return Ok(());
    }
    if !turn.phase.covered.notice {
        return Err(Stop::Python("asked about a notice"));
    }
    let notice = turn.phase.settings.rules.find(Chance::Notice)?;
    let perceived = if turn.creature.foh > turn.creature.fov { turn.hears } else { turn.sees };
    turn.filtered = !perceived;
    // The awareness comes first: unaware, fooled, noticed.
    match notice.play(turn)?[0] {
        0 => {}
        1 => turn.baffled = true,
        _ if turn.distance >= 2 && !is_sure(turn) => return look_closer(turn),
        _ => return Err(Stop::Python("a notice")),
    }
    Ok(())
}

/// Whether it hunts what it has noticed, and does not go and look first (`inquiries.is_sure`).
fn is_sure<S: Surroundings>(turn: &TurnContext<S>) -> bool {
    let settings = &turn.phase.settings;
    if !settings.shipped || !turn.creature.behavior.inquires {
        return true;
    }
    if !turn.sees {
        return turn.creature.fov <= settings.blind_fov;
    }
    let looking = turn.inquiry.filter(Inquiry::is_looking);
    looking.map_or(turn.creature.marked, |inquiry| inquiry.cause == Cause::Lost)
        || turn.distance <= settings.sure_distance
}

/// Looks into its target again (`inquiries.look_closer`).
fn look_closer<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if !turn.inquiry.is_some_and(|inquiry| inquiry.is_looking()) {
        return Err(Stop::Python("a notice"));
    }
    if !turn.phase.covered.inquire {
        return Err(Stop::Python("asked patience"));
    }
    let settings = &turn.phase.settings;
    let patience = if turn.creature.marked { settings.search_turns } else { settings.look_turns };
    turn.inquiry = Some(Inquiry { at: turn.phase.player, cause: Cause::Noise, patience });
    turn.interest = Interest::Toward(turn.phase.player, patience);
    Ok(())
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
    if settings.uses_engage_in_pursuit && settings.rules.find(Chance::Pursue)?.play(turn)?[0] == 0 {
        return turn.calm_down();
    }
    if turn.sees || turn.hears {
        turn.mind.lost_turns = 0;
        turn.mind.last_seen = Some(turn.phase.player);
        return Ok(());
    }
    turn.mind.lost_turns += 1;
    if settings.shipped && turn.mind.lost_turns <= settings.guessed_turns {
        turn.mind.last_seen = Some(turn.phase.player);
    }
    if turn.mind.lost_turns > turn.around.fact(Fact::Aggressivity)? + settings.ai_aggro_loss_base {
        return turn.calm_down();
    }
    Ok(())
}
