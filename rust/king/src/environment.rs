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
use std::sync::{Mutex, PoisonError};

/// The fate of a game that has ended.
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
}

/// Threads that work on items.
pub trait Workers {
    /// Calls `work` with every item, in any order and on any thread.
    fn share<T: Send>(&self, items: impl DoubleEndedIterator<Item = T> + Send, work: impl Fn(T) + Sync);
}

/// Games that a thread plays before it takes others: enough to be worth the way to a thread, few enough that threads end
/// together.
const SHARE: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    #[default]
    New,
    Running,
    Ended,
    Failed,
}

/// A place for games. Its position means nothing before the first game and after a failure.
#[derive(Default)]
struct Slot {
    position: Position,
    phase: Phase,
}

/// The arrays of an environment: a row or a number for each game.
#[derive(Default)]
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

/// A part of the games with their rows, and the game in which a thread plays them one after the other.
struct Share<'a> {
    first: usize,
    slots: &'a mut [Slot],
    legal: &'a mut [u64],
    rows: Rows<'a>,
    tables: Tables<'a>,
    game: Game<'a>,
    options: Vec<Command>,
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
        let slots = (0..count).map(|_| Slot::default()).collect();
        Self { slots, legal: vec![0; count * words(&numbering)], numbering }
    }

    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Begins a game in each chosen place.
    pub fn reset(
        &mut self,
        records: &GameRecords,
        terms: Terms,
        chosen: &[bool],
        rows: Rows,
        workers: &impl Workers,
    ) -> Result<(), Fault> {
        self.share(records, terms, rows, workers, |share| {
            share.each(|share, at| {
                if chosen[share.first + at] {
                    share.clear(at);
                    share.begin(at)?;
                }
                Ok(())
            })
        })
    }

    /// Plays an action in each game, after `check`.
    pub fn step(
        &mut self,
        records: &GameRecords,
        terms: Terms,
        actions: &[i32],
        rows: Rows,
        workers: &impl Workers,
    ) -> Result<(), Fault> {
        self.share(records, terms, rows, workers, |share| {
            share.each(|share, at| share.step(at, actions[share.first + at] as usize))
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

    /// Runs a function on shares of the games; returns the fault of the first game that has one.
    fn share(
        &mut self,
        records: &GameRecords,
        terms: Terms,
        rows: Rows,
        workers: &impl Workers,
        run: impl Fn(&mut Share) -> Result<(), Fault> + Sync,
    ) -> Result<(), Fault> {
        let tables = Tables { records, numbering: &self.numbering, terms };
        let (length, actions, words) = (self.numbering.length, self.numbering.count(), words(&self.numbering));
        let mut left = Some(rows);
        let parts = self.slots.chunks_mut(SHARE).zip(self.legal.chunks_mut(SHARE * words)).enumerate();
        let shares = parts.map_while(|(number, (slots, legal))| {
            let (rows, rest) = left.take()?.split(slots.len(), length, actions);
            left = Some(rest);
            Some((number * SHARE, slots, legal, rows))
        });
        let shares: Vec<_> = shares.collect();
        let fault = Mutex::new(None);
        workers.share(shares.into_iter(), |(first, slots, legal, rows)| {
            let game = Game::wait(records);
            let mut share = Share { first, slots, legal, rows, tables, game, options: Vec::new() };
            if let Err(found) = run(&mut share) {
                let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
                if fault.is_none_or(|(game, _)| found.0 < game) {
                    *fault = Some(found);
                }
            }
        });
        fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// The canonical state of a game.
    pub fn write(&mut self, records: &GameRecords, parts: &CanonicalParts, at: usize) -> Result<Vec<u8>, Fault> {
        let slot = &mut self.slots[at];
        if matches!(slot.phase, Phase::New | Phase::Failed) {
            return Err((at, "has not begun: call reset first"));
        }
        let mut game = Game::wait(records);
        game.exchange(&mut slot.position);
        let state = game.write_state(parts, false);
        game.exchange(&mut slot.position);
        Ok(state)
    }

    /// Reads a canonical state in the place of a game, with other dice if there is a seed, and shows it: of `rows` the
    /// observation, the mask and the seat are written.
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
        let terms = Terms { autoreset: Autoreset::Disabled, max_steps: 0, is_strict: true };
        let tables = Tables { records, numbering: &self.numbering, terms };
        let phase = if position.outcome.is_some() { Phase::Ended } else { Phase::Running };
        let mut legal = vec![0; words];
        let mut game = Game::wait(records);
        game.exchange(&mut position);
        let mut share = Share { first: at, slots: &mut [], legal: &mut legal, rows, tables, game, options: Vec::new() };
        let listed = catch_unwind(AssertUnwindSafe(|| share.show(0)));
        listed.unwrap_or(Err(Unplayable("a state that the rules do not reach"))).map_err(|why| why.0)?;
        share.game.exchange(&mut position);
        self.slots[at] = Slot { position, phase };
        self.legal[at * words..][..words].copy_from_slice(&legal);
        Ok(())
    }
}

/// The words of 64 bits that the legal actions of a game take.
fn words(numbering: &Numbering) -> usize {
    numbering.count().div_ceil(64)
}

impl<'a> Share<'a> {
    fn each(&mut self, mut run: impl FnMut(&mut Self, usize) -> PlayResult) -> Result<(), Fault> {
        let mut fault = Ok(());
        for at in 0..self.slots.len() {
            let result = catch_unwind(AssertUnwindSafe(|| run(self, at)));
            if let Err(why) = result.unwrap_or(Err(Unplayable("the compiled rules failed"))) {
                self.slots[at].phase = Phase::Failed;
                self.game = Game::wait(self.tables.records);
                fault = fault.and(Err((self.first + at, why.0)));
            }
        }
        fault
    }

    fn clear(&mut self, at: usize) {
        self.rows.rewards[at] = 0.0;
        self.rows.terminated[at] = false;
        self.rows.truncated[at] = false;
        self.rows.refused[at] = false;
    }

    /// Begins the game of the next episode.
    fn begin(&mut self, at: usize) -> PlayResult {
        let episode = self.rows.episodes[at];
        let seed = match episode {
            0 => self.rows.seeds[at],
            _ => random::mix(self.rows.seeds[at], u64::from(episode)),
        };
        self.rows.episodes[at] = episode.wrapping_add(1);
        self.rows.lengths[at] = 0;
        self.slots[at].phase = Phase::Running;
        self.play(at, |game| game.begin_again(seed))
    }

    /// Goes on with a game and shows it.
    fn play(&mut self, at: usize, run: impl FnOnce(&mut Game<'a>) -> PlayResult) -> PlayResult {
        self.game.exchange(&mut self.slots[at].position);
        run(&mut self.game)?;
        self.show(at)?;
        self.game.exchange(&mut self.slots[at].position);
        Ok(())
    }

    fn step(&mut self, at: usize, action: usize) -> PlayResult {
        let Tables { numbering, terms, .. } = self.tables;
        self.clear(at);
        if self.slots[at].phase == Phase::Ended {
            return self.begin(at);
        }
        let words = words(numbering);
        self.rows.lengths[at] += 1;
        let is_legal = self.legal[at * words + action / 64] >> (action % 64) & 1 == 1;
        match numbering.command(action) {
            Some(command) if is_legal => {
                self.play(at, |game| game.submit(command))?;
                if let Some(outcome) = self.slots[at].position.outcome {
                    self.rows.terminated[at] = true;
                    self.rows.rewards[at] = if outcome == name::WIN { 1.0 } else { -1.0 };
                }
            }
            _ => self.rows.refused[at] = true,
        }
        let is_long = terms.max_steps > 0 && self.rows.lengths[at] >= terms.max_steps;
        self.rows.truncated[at] = is_long && !self.rows.terminated[at];
        if self.rows.terminated[at] || self.rows.truncated[at] {
            self.slots[at].phase = Phase::Ended;
            if terms.autoreset == Autoreset::SameStep {
                let row = at * numbering.length..(at + 1) * numbering.length;
                self.rows.last_observations[row.clone()].copy_from_slice(&self.rows.observations[row]);
                return self.begin(at);
            }
        }
        Ok(())
    }

    /// Writes the observation, the mask and the seat of the game that is played, in the rows of a place.
    fn show(&mut self, at: usize) -> PlayResult {
        let (numbering, game) = (self.tables.numbering, &self.game);
        let (length, count, words) = (numbering.length, numbering.count(), words(numbering));
        write_observation(game, numbering, &mut self.rows.observations[at * length..][..length]);
        let mask = &mut self.rows.masks[at * count..][..count];
        let legal = &mut self.legal[at * words..][..words];
        mask.fill(0);
        legal.fill(0);
        game.list_legal_commands(&mut self.options)?;
        for number in self.options.iter().filter_map(|&command| numbering.number(command)) {
            mask[number] = 1;
            legal[number / 64] |= 1 << (number % 64);
        }
        if let Some(question) = &game.question {
            self.rows.seats[at] = question.seat() as i32;
        }
        Ok(())
    }
}
