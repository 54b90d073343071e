//! Becoming aggravated: `ai/engage.py`.

use crate::creature::{Cause, Inquiry, Interest, Mood};
use crate::phase::{BLIND_FOV, Die, LOOK_TURNS, SEARCH_TURNS, SURE_DISTANCE, Stat, Surroundings};
use crate::turn::TurnContext;
use crate::{Result, Stop};

/// Aggravates a calm creature if its target is within engage range or fails the stealth check (`engage`).
pub fn engage<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if turn.mind.mood != Mood::Calm || !turn.creature.hunts {
        return Ok(());
    }
    let base = if turn.sees {
        turn.creature.fov
    } else if turn.hears && !turn.creature.behavior.sight_only {
        turn.creature.foh
    } else {
        return Ok(());
    };
    if !turn.phase.covered.notice {
        return Err(Stop::Python);
    }
    let perceived = if turn.creature.foh > turn.creature.fov { turn.hears } else { turn.sees };
    turn.filtered = !perceived;
    let range = engage_range(turn, base)?;
    if range < 0 {
        return Ok(());
    }
    if turn.distance >= 2 {
        if turn.distance > range {
            return Ok(());
        }
        return if is_sure(turn) { become_aggravated(turn) } else { look_closer(turn) };
    }
    if is_fooled(turn)? {
        turn.baffled = true;
        return Ok(());
    }
    become_aggravated(turn)?;
    turn.baffled = !turn.phase.settings.engage_fail_attacks;
    Ok(())
}

/// Whether it hunts what it has noticed, and does not go and look first (`inquiries.is_sure`).
fn is_sure<S: Surroundings>(turn: &TurnContext<S>) -> bool {
    if !turn.phase.settings.shipped || !turn.creature.behavior.inquires {
        return true;
    }
    if !turn.sees {
        return turn.creature.fov <= BLIND_FOV;
    }
    let roused = match turn.inquiry {
        Some(inquiry) if inquiry.is_looking() => inquiry.cause == Cause::Lost,
        _ => turn.mind.marked,
    };
    roused || turn.distance <= SURE_DISTANCE
}

/// Looks into its target (`inquiries.look_closer`); the first notice is recorded by the rules in Python.
fn look_closer<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if !turn.phase.covered.inquire || !turn.inquiry.is_some_and(|inquiry| inquiry.is_looking()) {
        return Err(Stop::Python);
    }
    let patience = if turn.mind.marked { SEARCH_TURNS } else { LOOK_TURNS };
    turn.inquiry = Some(Inquiry { at: turn.phase.player, cause: Cause::Noise, patience });
    turn.interest = Interest::Toward(turn.phase.player, patience);
    Ok(())
}

/// The target's STEALTH minus its noise (`_stealth_after_noise`).
fn stealth_after_noise<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<i64, S::Error> {
    let settings = &turn.phase.settings;
    let noise = if settings.engage_noise_on_sight || !turn.sees { turn.phase.noise } else { 0 };
    let value = turn.around.player_stealth()? - noise;
    let floor = settings.engage_stealth_floor;
    Ok(if floor > -99 { value.max(floor) } else { value })
}

fn engage_range<S: Surroundings>(turn: &mut TurnContext<S>, base: i64) -> Result<i64, S::Error> {
    let range = roll_engage_range(turn, base)?;
    turn.around.notice_range(range, turn.sees, turn.distance)
}

fn roll_engage_range<S: Surroundings>(turn: &mut TurnContext<S>, base: i64) -> Result<i64, S::Error> {
    let stealth = stealth_after_noise(turn)?;
    let luck = turn.around.player_luck()?.max(0);
    if turn.phase.settings.engage_plain {
        return Ok(turn.around.roll(Die::Perception, 1, 4)? + base - stealth - luck);
    }
    let perception = turn.around.stat(Stat::Perception)?;
    let rolled = turn.around.roll(Die::Perception, 0, perception)?;
    Ok(rolled + base - stealth - turn.around.roll(Die::Luck, 0, luck)?)
}

/// Whether the creature stays unaware of a target next to it (`_is_fooled`).
fn is_fooled<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<bool, S::Error> {
    let stealth = stealth_after_noise(turn)?;
    let luck = turn.around.player_luck()?.max(0);
    let stealth_roll = turn.around.roll(Die::Sneak, 1, 4)? + stealth + turn.around.roll(Die::Luck, 0, luck)?;
    let alertness = if turn.phase.settings.engage_by_perception {
        turn.around.stat(Stat::Perception)?
    } else {
        turn.creature.fov.max(turn.creature.foh)
    };
    Ok(stealth_roll > turn.around.roll(Die::Aware, 0, 3)? + alertness)
}

fn become_aggravated<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if turn.phase.settings.shipped {
        return Err(Stop::Python); // records why
    }
    let mind = &mut turn.mind;
    mind.mood = Mood::Aggravated;
    mind.lost = 0;
    mind.blocked = 0;
    mind.forget_path();
    mind.last_seen = Some(turn.phase.player);
    mind.marked = true; // by the player
    Ok(())
}
