//! The tactics of aggravated creatures: `ai/tactics.py`.

use crate::chance::Chance;
use crate::creature::{Cell, Tactic, Way, distance};
use crate::phase::Surroundings;
use crate::turn::{Choice, TurnContext};
use crate::{Result, Stop};

pub fn choose<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    match turn.creature.behavior.tactic {
        Tactic::Hunt => hunt(turn),
        Tactic::HuntWarily => hunt_warily(turn),
        // Without equipment it has no bow.
        Tactic::ShootOrHunt if !turn.creature.equipped => hunt(turn),
        Tactic::StandAndStrike if turn.distance == 1 => Ok(attack(turn)),
        Tactic::StandAndStrike => Ok(Choice::Wait),
        Tactic::DoNothing => Ok(Choice::Pass),
        Tactic::ShootOrHunt => Err(Stop::Python("a shot")),
        Tactic::Other => Err(Stop::Python("another tactic")),
    }
}

fn hunt<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    if turn.distance == 1 { Ok(attack(turn)) } else { advance(turn) }
}

fn hunt_warily<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    let is_exhausted = turn.distance == 1 && turn.creature.fighter.stamina == 0;
    if is_exhausted && turn.phase.settings.rules.find(Chance::Waver)?.play(turn)?[0] != 0 {
        return Err(Stop::Python("a retreat"));
    }
    hunt(turn)
}

fn attack<S: Surroundings>(turn: &TurnContext<S>) -> Choice {
    if turn.creature.fighter.stamina == 0 { Choice::Wait } else { Choice::Attack }
}

/// Steps along the path, or waits without one; too many turns without a path end the hunt (`advance`).
fn advance<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    if turn.filtered {
        return Ok(Choice::Wait);
    }
    let goal = find_goal(turn);
    if goal != turn.phase.player && has_arrived(turn, goal)? {
        turn.calm_down()?;
        return Ok(Choice::Wait);
    }
    if let Some(to) = update_path(turn, goal)? {
        if !turn.around.is_occupied(to)? {
            return Ok(Choice::Walk(to));
        }
        if turn.sees && turn.phase.settings.shipped {
            return Ok(Choice::Wait);
        }
    }
    if !turn.extra {
        turn.mind.blocked_turns += 1;
        if turn.mind.blocked_turns > turn.phase.settings.ai_path_failure_limit {
            turn.calm_down()?;
        }
    }
    Ok(Choice::Wait)
}

/// The cell of its target; of one without a trace the cell where it last perceived it.
fn find_goal<S: Surroundings>(turn: &TurnContext<S>) -> Cell {
    if turn.sees || turn.hears || !turn.phase.settings.shipped {
        return turn.phase.player;
    }
    turn.mind.last_seen.unwrap_or(turn.phase.player)
}

/// Whether it is where it last perceived its target, or next to it if it cannot enter that cell (`_has_arrived`).
fn has_arrived<S: Surroundings>(turn: &mut TurnContext<S>, goal: Cell) -> Result<bool, S::Error> {
    let apart = distance(turn.creature.at, goal);
    Ok(apart == 0 || (apart == 1 && !turn.around.is_open(goal)?))
}

/// Makes the mind's path lead to `goal` and returns its next cell (`paths.update_path`).
pub fn update_path<S: Surroundings>(turn: &mut TurnContext<S>, goal: Cell) -> Result<Option<Cell>, S::Error> {
    let recent = turn.phase.turn - turn.mind.plan_turn < turn.phase.settings.ai_path_recalc_interval;
    if let Some(next) = turn.mind.next {
        if turn.mind.goal == Some(goal) && recent && distance(turn.creature.at, next) == 1 {
            let free = next == goal || (!turn.around.is_occupied(next)? && turn.around.is_open(next)?);
            if free {
                return Ok(Some(next));
            }
        }
    }
    let path = turn.around.find_path(goal)?;
    turn.mind.next = path.first().copied();
    turn.mind.goal = (!path.is_empty()).then_some(goal);
    turn.mind.way = Way::New(path);
    turn.mind.plan_turn = turn.phase.turn;
    Ok(turn.mind.next)
}
