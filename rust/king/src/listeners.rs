//! The listeners of mods in Python, which the board asks at the hooks that they listen to.

use crate::agenda::Change;
use crate::board::Seats;
use crate::game::Game;
use crate::rules::{Fields, is_refused};

/// The hooks of the board, as plugins/king/compiled/listeners.py numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hook {
    /// Seat, source and loss. The value is the loss that the mods decide on.
    Damage,
    /// Seat, kind of the command, place, destination, card and cost. The value is the cost.
    Cost,
    /// Seat, figure and place. As in all votes, a value of 1 denies.
    CanArrive,
    /// Seat, kind of the command, its text and its target.
    CanAct,
    /// Seat and place.
    CanEnter,
    /// Seat and round.
    TurnStart,
    /// Seat and round.
    TurnEnd,
    /// Seat and place.
    Enter,
    /// Seat and object.
    Use,
    /// Seat, card and place.
    Card,
    /// The index of a step in `BoardRules::steps`.
    RoundEnd,
}

/// The number of hooks.
pub const HOOKS: usize = Hook::RoundEnd as usize + 1;

/// The answers of the listeners of a hook.
#[derive(Default)]
pub struct Answer {
    pub value: i64,
    pub changes: Vec<Change>,
}

pub trait Listeners {
    /// Whether a mod listens to a hook with Python.
    fn hear(&self, hook: Hook) -> bool;

    /// Asks the listeners of a hook. None if the rules in Python must play the game: a listener failed, or did what the
    /// board does not know.
    fn ask(&self, game: &Game, hook: Hook, fields: Fields) -> Option<Answer>;

    /// Ends a game; returns whether the listeners left its states alone.
    fn end_game(&self) -> bool;
}

impl Game<'_> {
    /// Whether mods listen to a hook, with Python or with rules.
    pub(crate) fn is_heard(&self, hook: Hook) -> bool {
        self.records.rules.has(hook) || self.is_heard_in_python(hook)
    }

    pub(crate) fn is_heard_in_python(&self, hook: Hook) -> bool {
        self.listeners.is_some_and(|listeners| listeners.hear(hook))
    }

    /// Asks the listeners in Python; None if there are none. After a failure the game cannot go on here.
    pub(crate) fn ask(&self, hook: Hook, fields: Fields) -> Option<Answer> {
        let listeners = self.listeners.filter(|listeners| listeners.hear(hook))?;
        if self.failed.get() {
            return Some(Answer::default());
        }
        let answer = listeners.ask(self, hook, fields);
        self.failed.set(answer.is_none());
        Some(answer.unwrap_or_default())
    }

    /// Whether a mod answers a vote with no.
    #[inline]
    pub(crate) fn is_denied(&self, hook: Hook, fields: Fields) -> bool {
        match self.is_heard_in_python(hook) {
            true => self.is_denied_in_python(hook, fields),
            false => {
                let rules = self.records.rules.of(hook, &fields);
                !rules.is_empty() && is_refused(rules, self.records, &self.board, &fields)
            }
        }
    }

    #[inline(never)]
    fn is_denied_in_python(&self, hook: Hook, fields: Fields) -> bool {
        self.ask(hook, fields).is_some_and(|answer| answer.value != 0)
    }

    /// Adds what mods do.
    pub(crate) fn add_deeds(&mut self, changes: &mut Vec<Change>, deeds: Vec<Change>) {
        self.deeds += deeds.len();
        self.failed.set(self.failed.get() || self.deeds > self.records.limits.deeds);
        changes.extend(deeds);
    }
}

impl Change {
    /// Whether a change of a mod is about seats that exist, each once.
    pub fn has_seats(&self, seats: Seats) -> bool {
        match self {
            Self::Lose { amounts, .. } | Self::Gain { amounts, .. } => {
                let mut rest = seats;
                amounts.iter().all(|&(seat, _)| {
                    let is_there = rest.has(seat);
                    rest = rest.without(Seats::single(seat));
                    is_there
                })
            }
            Self::Afflict { seats: own, .. } => own.without(seats).is_empty(),
            Self::ClearStatus { seat, .. } | Self::LoseTurn(seat) => seats.has(*seat),
            _ => true,
        }
    }
}
