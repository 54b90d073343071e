//! Counts of commands and events by kind and by text field, as in footfall.sim.coverage; in an audit also of steps and
//! dice, as in footfall.sim.audit.

pub use crate::description::{KINDS, Kind};
use crate::names::NameId;
use crate::tables::{GameRecords, ROLLS, Roll};

const WORDS: usize = 2;

/// Dice with more faces are not counted.
const MAX_FACES: usize = 20;

/// The cells of a purpose: lowest number (0 or 1), faces, index of the number rolled.
const DIE_CELLS: usize = 2 * MAX_FACES * MAX_FACES;

/// The counts of an outcome: games and occurrences by cell.
type Column = (Option<NameId>, Vec<(u64, u64)>);

/// What was counted.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// A command or an event, by its number in `KINDS`.
    Kind(usize),
    /// One of its text fields and the value.
    Word(usize, usize, NameId),
    /// A step, by its number.
    Step(usize),
    /// A number rolled: purpose in `ROLLS`, lowest and highest number, the number.
    Die { roll: usize, low: usize, high: usize, value: usize },
}

/// A count: what, outcome of the games, games, times.
pub type Cell = (Counted, Option<NameId>, u64, u64);

/// The counts of the running game, and of all games by outcome (None: cut short).
pub struct Tally {
    names: usize,
    steps: usize,
    audit: bool,
    counts: Vec<u32>,
    touched: Vec<u32>,
    closed: Vec<Column>,
}

impl Tally {
    /// `audit`: also count steps and dice.
    pub fn new(records: &GameRecords, audit: bool) -> Self {
        let (names, steps) = (records.names.count(), records.step_keys.len());
        let more = if audit { steps + ROLLS.len() * DIE_CELLS } else { 0 };
        let size = KINDS.len() * (1 + WORDS * names) + more;
        Self { names, steps, audit, counts: vec![0; size], touched: Vec::new(), closed: Vec::new() }
    }

    /// The first cell of the steps.
    fn first_step(&self) -> usize {
        KINDS.len() * (1 + WORDS * self.names)
    }

    pub fn is_audit(&self) -> bool {
        self.audit
    }

    /// Counts a step, in an audit.
    pub fn count_step(&mut self, number: usize) {
        if self.audit {
            self.add(self.first_step() + number);
        }
    }

    /// Counts the number `low + index` of a die with `faces` faces, in an audit.
    pub fn count_die(&mut self, roll: Roll, low: usize, faces: usize, index: usize) {
        if self.audit && (2..=MAX_FACES).contains(&faces) {
            let die = (low * MAX_FACES + faces - 1) * MAX_FACES + index;
            self.add(self.first_step() + self.steps + roll as usize * DIE_CELLS + die);
        }
    }

    /// Counts a command or an event with its text fields.
    pub fn count(&mut self, kind: Kind, words: &[NameId]) {
        let first = kind as usize * (1 + WORDS * self.names);
        self.add(first);
        for (at, &word) in words.iter().enumerate() {
            self.add(first + 1 + at * self.names + usize::from(word));
        }
    }

    fn add(&mut self, at: usize) {
        if self.counts[at] == 0 {
            self.touched.push(at as u32);
        }
        self.counts[at] += 1;
    }

    /// Ends a game: adds its counts to those of its outcome.
    pub fn close(&mut self, outcome: Option<NameId>) {
        let column = match self.closed.iter().position(|(known, _)| *known == outcome) {
            Some(at) => at,
            None => {
                self.closed.push((outcome, vec![(0, 0); self.counts.len()]));
                self.closed.len() - 1
            }
        };
        let cells = &mut self.closed[column].1;
        for at in self.touched.drain(..) {
            let at = at as usize;
            cells[at].0 += 1;
            cells[at].1 += u64::from(self.counts[at]);
            self.counts[at] = 0;
        }
    }

    /// Drops the counts of the running game.
    pub fn drop_game(&mut self) {
        for at in self.touched.drain(..) {
            self.counts[at as usize] = 0;
        }
    }

    /// All counts of closed games.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (outcome, column) in &self.closed {
            for (at, &(games, times)) in column.iter().enumerate() {
                if games > 0 {
                    cells.push((self.describe(at), *outcome, games, times));
                }
            }
        }
        cells
    }

    /// What a cell counts.
    fn describe(&self, at: usize) -> Counted {
        let (width, steps) = (1 + WORDS * self.names, self.first_step());
        if at < steps {
            let (kind, rest) = (at / width, at % width);
            return match rest.checked_sub(1) {
                None => Counted::Kind(kind),
                Some(rest) => Counted::Word(kind, rest / self.names, NameId((rest % self.names) as u16)),
            };
        }
        let Some(die) = (at - steps).checked_sub(self.steps) else { return Counted::Step(at - steps) };
        let (roll, die) = (die / DIE_CELLS, die % DIE_CELLS);
        let (low, faces) = (die / MAX_FACES / MAX_FACES, die / MAX_FACES % MAX_FACES + 1);
        Counted::Die { roll, low, high: low + faces - 1, value: low + die % MAX_FACES }
    }
}
