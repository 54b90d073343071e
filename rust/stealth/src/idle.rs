//! The routines of calm creatures: `ai/idle.py`.

use crate::creature::{Cause, Cell, Idle, Inquiry, Interest, distance};
use crate::phase::{Die, Surroundings};
use crate::tactics::update_path;
use crate::turn::{Choice, TurnContext};
use crate::{Result, Stop};
use footfall_kernels::DIRECTIONS;

pub fn choose<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    match turn.creature.behavior.idle {
        Idle::Stay => Ok(Choice::Pass),
        Idle::GoHome => go_home(turn),
        Idle::Patrol | Idle::Scout => walk_to_next_stop(turn),
        Idle::Wander => wander(turn),
        Idle::SearchOrWalkBeat if turn.mind.patience > 0 => search_last_seen(turn),
        Idle::SearchOrWalkBeat => walk_to_next_stop(turn),
        Idle::Round => walk_round(turn),
        Idle::Adventure if turn.around.has_errand()? => Err(Stop::Python("an errand")),
        Idle::Adventure => walk_to_next_stop(turn),
        Idle::Other => Err(Stop::Python("another routine")),
    }
}

fn wander<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let home = turn.creature.post.unwrap_or(turn.creature.at);
    step_near(turn, home, turn.phase.settings.wander_radius)
}

/// Goes to the place of an inquiry and looks around there (`inquiries.look_into`). Its end is left to Python.
pub fn look_into<S: Surroundings>(turn: &mut TurnContext<S>, inquiry: Inquiry) -> Result<Choice, S::Error> {
    let searches = inquiry.is_looking() && (turn.creature.marked || inquiry.cause == Cause::Lost);
    let radius = turn.phase.settings.search_radius;
    let near = match inquiry.cause {
        Cause::Home => 0,
        _ if searches => radius,
        _ => 1,
    };
    if distance(turn.creature.at, inquiry.at) > near {
        if let Some(step) = walk_towards(turn, inquiry.at)? {
            return Ok(step);
        }
    } else if inquiry.cause == Cause::Home {
        return Err(Stop::Python("the end of an inquiry"));
    }
    if !turn.extra {
        if inquiry.patience <= 1 {
            return Err(Stop::Python("the end of an inquiry"));
        }
        let patience = inquiry.patience - 1;
        turn.interest = match turn.interest {
            Interest::Toward(at, _) => Interest::Toward(at, patience),
            _ => Interest::Patience(patience),
        };
    }
    turn.mind.forget_path();
    if searches { step_near(turn, inquiry.at, radius) } else { Ok(Choice::Pass) }
}

/// Walks a loop and looks around at each stop (`walk_round`); a new round and talk are left to Python.
fn walk_round<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let rounds = turn.around.rounds()?;
    if rounds.is_empty() {
        return Err(Stop::Python("a new round"));
    }
    let stop = rounds[turn.mind.index as usize % rounds.len()];
    if !has_arrived(turn, stop)? {
        return walk_to_next_stop(turn);
    }
    if turn.mind.patience == 0 {
        if has_company(turn)? {
            return Err(Stop::Python("talk"));
        }
        turn.mind.patience = turn.phase.settings.round_pause;
        return Ok(Choice::Pass);
    }
    if !turn.extra {
        turn.mind.patience -= 1;
    }
    if turn.mind.patience > 0 { Ok(Choice::Pass) } else { walk_to_next_stop(turn) }
}

/// Whether it stands at a stop, or next to one that is taken (`_has_arrived`).
fn has_arrived<S: Surroundings>(turn: &mut TurnContext<S>, stop: Cell) -> Result<bool, S::Error> {
    let at = turn.creature.at;
    Ok(at == stop || (distance(at, stop) == 1 && turn.around.is_occupied(stop)?))
}

/// Whether another actor is near enough to talk to.
fn has_company<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<bool, S::Error> {
    let (y, x) = turn.creature.at;
    let near = turn.phase.settings.company_distance as i32;
    for dy in -near..=near {
        for dx in -near..=near {
            if (dy, dx) != (0, 0) && turn.around.is_occupied((y + dy, x + dx))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn go_home<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let post = turn.creature.post.unwrap_or(turn.creature.at);
    Ok(walk_towards(turn, post)?.unwrap_or(Choice::Pass))
}

/// A step toward a cell; None if it is there, or has no free path (`walk_towards`).
fn walk_towards<S: Surroundings>(turn: &mut TurnContext<S>, goal: Cell) -> Result<Option<Choice>, S::Error> {
    if turn.creature.at == goal {
        return Ok(None);
    }
    let Some(to) = update_path(turn, goal)? else { return Ok(None) };
    if turn.around.is_occupied(to)? { Ok(None) } else { Ok(Some(Choice::Walk(to))) }
}

/// A step to the next stop of its rounds (`_walk_to_next_stop`); new rounds and stops without a path are left to Python.
fn walk_to_next_stop<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let rounds = turn.around.rounds()?;
    if rounds.is_empty() {
        return Err(Stop::Python("new rounds"));
    }
    for _ in 0..rounds.len() {
        let stop = rounds[turn.mind.index as usize % rounds.len()];
        if has_arrived(turn, stop)? {
            turn.mind.index = (turn.mind.index + 1) % rounds.len() as i64;
            continue;
        }
        if let Some(choice) = walk_towards(turn, stop)? {
            return Ok(choice);
        }
        if turn.mind.next.is_none() {
            return Err(Stop::Python("a stop without a path"));
        }
        return Ok(Choice::Pass);
    }
    Ok(Choice::Pass)
}

/// A random step to a free neighbor near `home`, never from a room into a passage (`step_near`).
fn step_near<S: Surroundings>(turn: &mut TurnContext<S>, home: Cell, radius: i64) -> Result<Choice, S::Error> {
    let at = turn.creature.at;
    let confined = !is_narrow(turn, at)?;
    let mut options = Vec::new();
    for (dy, dx) in DIRECTIONS {
        let cell = (at.0 + dy, at.1 + dx);
        let free =
            turn.around.is_walkable(cell)? && distance(cell, home) <= radius && !turn.around.is_occupied(cell)?;
        if free && !(confined && is_narrow(turn, cell)?) {
            options.push(cell);
        }
    }
    if options.is_empty() {
        return Ok(Choice::Pass);
    }
    let chosen = turn.around.roll(Die::Wander, 0, options.len() as i64 - 1)?;
    Ok(Choice::Walk(options[chosen as usize]))
}

/// Whether a cell lies between two blocked ones, as in a corridor or doorway (`is_narrow`).
fn is_narrow<S: Surroundings>(turn: &mut TurnContext<S>, (y, x): Cell) -> Result<bool, S::Error> {
    let mut blocked = |cell| turn.around.is_walkable(cell).map(|open| !open);
    Ok(blocked((y - 1, x))? && blocked((y + 1, x))? || blocked((y, x - 1))? && blocked((y, x + 1))?)
}

/// Goes where its target was last perceived and searches there while its patience lasts (`search_last_seen`).
fn search_last_seen<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let Some(place) = turn.mind.last_seen else {
        turn.mind.patience = 0;
        return walk_to_next_stop(turn);
    };
    let radius = turn.phase.settings.search_radius;
    if distance(turn.creature.at, place) > radius {
        if let Some(step) = walk_towards(turn, place)? {
            return Ok(step);
        }
    }
    if !turn.extra {
        turn.mind.patience -= 1;
    }
    turn.mind.forget_path();
    step_near(turn, place, radius)
}
