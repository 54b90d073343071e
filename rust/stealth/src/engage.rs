//! Becoming aggravated: `ai/engage.py`.

use crate::chance::Outcome;
use crate::creature::{Cause, Inquiry, Interest, Mood};
use crate::phase::{Seen, Surroundings};
use crate::turn::{Manner, Notice, TurnContext};
use crate::{Result, Stop};

/// Aggravates a calm creature if its target is within engage range or fails the stealth check (`engage`).
pub fn engage<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<(), S::Error> {
    if turn.mind.mood != Mood::Calm || !turn.creature.hunts {
        return Ok(());
    }
    if !(turn.sees || turn.hears && !turn.creature.behavior.sight_only) {
        return Ok(());
    }
    let settings = &turn.phase.settings;
    let Some(notice) = settings.rules.notice.as_ref().filter(|_| turn.phase.covered.notice) else {
        return Err(Stop::Python("another rule of noticing"));
    };
    let perceived = if turn.creature.foh > turn.creature.fov { turn.hears } else { turn.sees };
    turn.filtered = !perceived;
    let found = notice.play(turn)?;
    match Awareness::of(found[0]) {
        Awareness::Unaware => Ok(()),
        Awareness::Fooled => {
            turn.baffled = true;
            Ok(())
        }
        Awareness::Noticed if turn.distance >= 2 => {
            if is_sure(turn) {
                become_aggravated(turn, found)
            } else {
                look_closer(turn, found)
            }
        }
        Awareness::Noticed => {
            become_aggravated(turn, found)?;
            turn.baffled = !turn.phase.settings.engage_fail_attacks;
            Ok(())
        }
    }
}

/// What a look comes to, in the order of `noticing.Awareness`.
enum Awareness {
    Unaware,
    Fooled,
    Noticed,
}

impl Awareness {
    fn of(number: i64) -> Self {
        match number {
            0 => Self::Unaware,
            1 => Self::Fooled,
            _ => Self::Noticed,
        }
    }
}

/// Whether it hunts what it has noticed, and does not go and look first (`inquiries.is_sure`).
fn is_sure<S: Surroundings>(turn: &TurnContext<S>) -> bool {
    if !turn.phase.settings.shipped || !turn.creature.behavior.inquires {
        return true;
    }
    if !turn.sees {
        return turn.creature.fov <= turn.phase.settings.numbers.blind_fov;
    }
    let roused = match turn.inquiry {
        Some(inquiry) if inquiry.is_looking() => inquiry.cause == Cause::Lost,
        _ => turn.mind.marked,
    };
    roused || turn.distance <= turn.phase.settings.numbers.sure_distance
}

/// Looks into its target (`inquiries.look_closer`).
fn look_closer<S: Surroundings>(turn: &mut TurnContext<S>, found: Outcome) -> Result<(), S::Error> {
    if !turn.phase.covered.inquire {
        return Err(Stop::Python("asked patience"));
    }
    if !turn.inquiry.is_some_and(|inquiry| inquiry.is_looking()) {
        record_notice(turn, found)?;
    }
    let numbers = &turn.phase.settings.numbers;
    let patience = if turn.mind.marked { numbers.search_turns } else { numbers.look_turns };
    turn.inquiry = Some(Inquiry { at: turn.phase.player, cause: Cause::Noise, patience });
    turn.interest = Interest::Toward(turn.phase.player, patience);
    Ok(())
}

fn become_aggravated<S: Surroundings>(turn: &mut TurnContext<S>, found: Outcome) -> Result<(), S::Error> {
    if turn.phase.settings.shipped {
        if turn.around.cries()? {
            return Err(Stop::Python("a cry"));
        }
        record_notice(turn, found)?;
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

/// Sets the reason of a notice from its terms (`notices.give_reason`, `record_notice`). The rules in Python tell of a
/// creature out of view.
fn record_notice<S: Surroundings>(turn: &mut TurnContext<S>, found: Outcome) -> Result<(), S::Error> {
    let seen = turn.around.seen_by_player()?;
    if seen == Seen::InEarshot || (seen == Seen::Unaware && !turn.phase.quiet) {
        return Err(Stop::Python("noticed out of view"));
    }
    let manner = match turn.sees {
        _ if turn.distance < 2 => Manner::Adjacent,
        true => Manner::Sight,
        false => Manner::Hearing,
    };
    let [_, reach, rolled, stealth, own, luck, other, ..] = found;
    let numbers = [turn.distance, reach, rolled, stealth, own, luck, other];
    turn.notice = Some(Notice { manner, numbers, in_view: seen == Seen::InView });
    Ok(())
}
