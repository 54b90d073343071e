//! Many games side by side, played by the numbers of commands; see footfall.env.

use crate::command::Command;
use crate::export::CanonicalParts;
use crate::game::{Game, PlayResult, Position, Unplayable};
use crate::import::Read;
use crate::names::name;
use crate::numbering::Numbering;
use crate::observation::write_observation;
use crate::tables::GameRecords;
use footfall_kernels::random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What happens to a game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    Disabled,
    NextStep,
    SameStep,
}

/// How the games of an environment go on.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub autoreset: Autoreset,
    /// Steps after which a game is cut short; 0: never.
    pub max_steps: i32,
    /// Whether a command that the mask forbids is an error; otherwise the game refuses it.
    pub is_strict: bool,
    pub threads: usize,
}

/// Games for which a further thread is worth its start.
const LEAST_SHARE: usize = 128;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    Ended,
    Failed,
}

struct Slot {
    /// None before the first game, and after a failure.
    position: Option<Position>,
    phase: Phase,
}

/// The arrays of an environment: a row or a number for each game.
pub struct Rows<'a> {
    pub observations: &'a mut [i16],
    pub masks: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub seats: &'a mut [i32],
    pub refused: &'a mut [bool],
    /// The last observations of games that ended; empty unless they begin again in the same step.
    pub last_observations: &'a mut [i16],
    pub seeds: &'a mut [u64],
    pub episodes: &'a mut [u32],
    pub lengths: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// The rows of the first `count` games, and the others.
    fn split(self, count: usize, length: usize, actions: usize) -> (Self, Self) {
        macro_rules! split {
            ($($field:ident: $size:expr),*) => {{
                $(let $field = self.$field.split_at_mut(($size).min(self.$field.len()));)*
                (Rows { $($field: $field.0),* }, Rows { $($field: $field.1),* })
            }};
        }
        split!(
            observations: count * length, masks: count * actions, rewards: count, terminated: count,
            truncated: count, seats: count, refused: count, last_observations: count * length,
            seeds: count, episodes: count, lengths: count
        )
    }
}

/// The number of a game and the reason why it cannot go on, or does not take its action.
pub type Fault = (usize, &'static str);

pub struct Environment {
    slots: Vec<Slot>,
    /// The legal actions of each game as bits.
    legal: Vec<u64>,
    numbering: Numbering,
}

/// A part of the games with their rows.
struct Share<'a> {
    first: usize,
    slots: &'a mut [Slot],
    legal: &'a mut [u64],
    rows: Rows<'a>,
}

/// The tables that all games have.
#[derive(Clone, Copy)]
struct Tables<'a> {
    records: &'a GameRecords,
    numbering: &'a Numbering,
    terms: Terms,
}

impl Environment {
    pub fn new(count: usize, numbering: Numbering) -> Self {
        let slots = (0..count).map(|_| Slot { position: None, phase: Phase::New }).collect();
        Self { slots, legal: vec![0; count * words(&numbering)], numbering }
    }

    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Begins a game in each chosen place.
    pub fn reset(&mut self, records: &GameRecords, terms: Terms, chosen: &[bool], rows: Rows) -> Result<(), Fault> {
        self.share(records, terms, rows, |tables, share| {
            share.each(|share, at, options| {
                if chosen[share.first + at] {
                    share.rows.terminated[at] = false;
                    share.rows.truncated[at] = false;
                    share.rows.rewards[at] = 0.0;
                    share.rows.refused[at] = false;
                    share.begin(tables, at, options)?;
                }
                Ok(())
            })
        })
    }

    /// Plays an action in each game, after `check`.
    pub fn step(&mut self, records: &GameRecords, terms: Terms, actions: &[i32], rows: Rows) -> Result<(), Fault> {
        self.share(records, terms, rows, |tables, share| {
            share.each(|share, at, options| share.step(tables, at, actions[share.first + at] as usize, options))
        })
    }

    /// Finds the first game that does not take its action.
    pub fn check(&self, terms: Terms, actions: &[i32]) -> Result<(), Fault> {
        let (count, words) = (self.numbering.count(), words(&self.numbering));
        for (at, (slot, &action)) in self.slots.iter().zip(actions).enumerate() {
            match slot.phase {
                Phase::New => return Err((at, "has not begun: call reset first")),
                Phase::Failed => return Err((at, "has failed: reset it")),
                Phase::Ended if terms.autoreset == Autoreset::Disabled => return Err((at, "has ended: reset it")),
                Phase::Ended => continue,
                Phase::Running => {}
            }
            let number = usize::try_from(action).ok().filter(|&number| number < count);
            let Some(number) = number else { return Err((at, "has no such action")) };
            if terms.is_strict && self.legal[at * words + number / 64] >> (number % 64) & 1 == 0 {
                return Err((at, "does not allow this action now: its mask is 0"));
            }
        }
        Ok(())
    }

    /// Runs a function on shares of the games, one in each thread; returns the first fault.
    fn share(
        &mut self,
        records: &GameRecords,
        terms: Terms,
        rows: Rows,
        run: impl Fn(Tables, &mut Share) -> Result<(), Fault> + Sync,
    ) -> Result<(), Fault> {
        let tables = Tables { records, numbering: &self.numbering, terms };
        let (count, words) = (self.slots.len(), words(&self.numbering));
        let threads = terms.threads.min(count / LEAST_SHARE).max(1);
        let size = count.div_ceil(threads).max(1);
        let (length, actions) = (self.numbering.length, self.numbering.count());
        let mut left = rows;
        let mut shares = Vec::with_capacity(threads);
        let parts = self.slots.chunks_mut(size).zip(self.legal.chunks_mut(size * words));
        for (number, (slots, legal)) in parts.enumerate() {
            let (rows, rest) = left.split(slots.len(), length, actions);
            left = rest;
            shares.push(Share { first: number * size, slots, legal, rows });
        }
        let Some(mut last) = shares.pop() else { return Ok(()) };
        std::thread::scope(|scope| {
            let run = &run;
            let others: Vec<_> =
                shares.into_iter().map(|mut share| scope.spawn(move || run(tables, &mut share))).collect();
            let own = run(tables, &mut last);
            let failed = Err((0, "has failed: a thread ended"));
            others.into_iter().try_for_each(|other| other.join().unwrap_or(failed)).and(own)
        })
    }

    /// The canonical state of a game.
    pub fn write(&mut self, records: &GameRecords, parts: &CanonicalParts, at: usize) -> Result<Vec<u8>, Fault> {
        let slot = &mut self.slots[at];
        let Some(position) = slot.position.take() else { return Err((at, "has not begun: call reset first")) };
        let game = Game::resume(records, position);
        let state = game.write_state(parts, false);
        slot.position = Some(game.leave());
        Ok(state)
    }

    /// Reads a canonical state in the place of a game, with other dice if there is a seed.
    pub fn read(
        &mut self,
        records: &GameRecords,
        parts: &CanonicalParts,
        at: usize,
        state: &[u8],
        seed: Option<u64>,
        rows: Rows,
    ) -> Read<()> {
        let position = catch_unwind(AssertUnwindSafe(|| Position::read(records, parts, state)));
        let mut position = position.unwrap_or(Err("bytes that are no state"))?;
        position.seed = seed.unwrap_or(position.seed);
        let words = words(&self.numbering);
        let terms = Terms { autoreset: Autoreset::Disabled, max_steps: 0, is_strict: true, threads: 1 };
        let tables = Tables { records, numbering: &self.numbering, terms };
        let phase = if position.outcome.is_some() { Phase::Ended } else { Phase::Running };
        let mut legal = vec![0; words];
        let mut share = Share { first: at, slots: &mut [], legal: &mut legal, rows };
        let listed = catch_unwind(AssertUnwindSafe(|| {
            let game = Game::resume(records, position);
            share.show(tables, 0, &game, &mut Vec::new()).map(|()| game.leave())
        }));
        let position = listed.unwrap_or(Err(Unplayable("a state that the rules do not reach"))).map_err(|why| why.0)?;
        self.slots[at] = Slot { position: Some(position), phase };
        self.legal[at * words..][..words].copy_from_slice(&legal);
        Ok(())
    }
}

/// The words of 64 bits that the legal actions of a game take.
fn words(numbering: &Numbering) -> usize {
    numbering.count().div_ceil(64)
}

impl Share<'_> {
    fn each(&mut self, mut run: impl FnMut(&mut Self, usize, &mut Vec<Command>) -> PlayResult) -> Result<(), Fault> {
        let mut options = Vec::with_capacity(64);
        let mut fault = Ok(());
        for at in 0..self.slots.len() {
            let result = catch_unwind(AssertUnwindSafe(|| run(self, at, &mut options)));
            if let Err(why) = result.unwrap_or(Err(Unplayable("the compiled rules failed"))) {
                self.slots[at].phase = Phase::Failed;
                fault = fault.and(Err((self.first + at, why.0)));
            }
        }
        fault
    }

    /// Begins the game of the next episode.
    fn begin(&mut self, tables: Tables, at: usize, options: &mut Vec<Command>) -> PlayResult {
        let episode = self.rows.episodes[at];
        let seed = match episode {
            0 => self.rows.seeds[at],
            _ => random::mix(self.rows.seeds[at], u64::from(episode)),
        };
        self.rows.episodes[at] = episode.wrapping_add(1);
        self.rows.lengths[at] = 0;
        let game = Game::begin_uncounted(tables.records, seed)?;
        self.show(tables, at, &game, options)?;
        self.slots[at] = Slot { position: Some(game.leave()), phase: Phase::Running };
        Ok(())
    }

    fn step(&mut self, tables: Tables, at: usize, action: usize, options: &mut Vec<Command>) -> PlayResult {
        let terms = tables.terms;
        self.rows.rewards[at] = 0.0;
        self.rows.terminated[at] = false;
        self.rows.truncated[at] = false;
        self.rows.refused[at] = false;
        if self.slots[at].phase == Phase::Ended {
            return self.begin(tables, at, options);
        }
        let words = words(tables.numbering);
        self.rows.lengths[at] += 1;
        let is_legal = self.legal[at * words + action / 64] >> (action % 64) & 1 == 1;
        match tables.numbering.command(action) {
            Some(command) if is_legal => {
                let position = self.slots[at].position.take().ok_or(Unplayable("no game runs here"))?;
                let mut game = Game::resume(tables.records, position);
                game.submit(command)?;
                self.show(tables, at, &game, options)?;
                if let Some(outcome) = game.outcome {
                    self.rows.terminated[at] = true;
                    self.rows.rewards[at] = if outcome == name::WIN { 1.0 } else { -1.0 };
                }
                self.slots[at].position = Some(game.leave());
            }
            _ => self.rows.refused[at] = true,
        }
        let is_long = terms.max_steps > 0 && self.rows.lengths[at] >= terms.max_steps;
        self.rows.truncated[at] = is_long && !self.rows.terminated[at];
        if self.rows.terminated[at] || self.rows.truncated[at] {
            self.slots[at].phase = Phase::Ended;
            if terms.autoreset == Autoreset::SameStep {
                let row = at * tables.numbering.length..(at + 1) * tables.numbering.length;
                self.rows.last_observations[row.clone()].copy_from_slice(&self.rows.observations[row]);
                return self.begin(tables, at, options);
            }
        }
        Ok(())
    }

    /// Writes the observation, the mask and the seat of a game.
    fn show(&mut self, tables: Tables, at: usize, game: &Game, options: &mut Vec<Command>) -> PlayResult {
        let numbering = tables.numbering;
        let (length, count, words) = (numbering.length, numbering.count(), words(numbering));
        write_observation(game, numbering, &mut self.rows.observations[at * length..][..length]);
        let mask = &mut self.rows.masks[at * count..][..count];
        let legal = &mut self.legal[at * words..][..words];
        mask.fill(0);
        legal.fill(0);
        game.list_legal_commands(options)?;
        for number in options.iter().filter_map(|&command| numbering.number(command)) {
            mask[number] = 1;
            legal[number / 64] |= 1 << (number % 64);
        }
        if let Some(question) = &game.question {
            self.rows.seats[at] = question.seat() as i32;
        }
        Ok(())
    }
}
