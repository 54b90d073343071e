//! What calm creatures do: `ai/idle.py`.

use crate::creature::{Cell, Idle, distance};
use crate::phase::Surroundings;
use crate::tactics::update_path;
use crate::turn::{Choice, TurnContext};
use crate::{Result, Stop};

pub fn choose<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    match turn.creature.behavior.idle {
        Idle::Stay => Ok(Choice::Pass),
        Idle::GoHome => go_home(turn),
        Idle::Patrol | Idle::Scout => walk_to_next_stop(turn),
        Idle::Other => Err(Stop::Python),
    }
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
        return Err(Stop::Python);
    }
    for _ in 0..rounds.len() {
        let stop = rounds[turn.mind.index as usize % rounds.len()];
        let at = turn.creature.at;
        if at == stop || (distance(at, stop) == 1 && turn.around.is_occupied(stop)?) {
            turn.mind.index = (turn.mind.index + 1) % rounds.len() as i64;
            continue;
        }
        if let Some(choice) = walk_towards(turn, stop)? {
            return Ok(choice);
        }
        if turn.mind.next.is_none() {
            return Err(Stop::Python);
        }
        return Ok(Choice::Pass);
    }
    Ok(Choice::Pass)
}
