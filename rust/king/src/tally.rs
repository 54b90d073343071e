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

/// A count: tag, field and value as in footfall.sim.coverage and footfall.sim.audit; outcome of the games, games, times.
pub type Cell = ((&'static str, String, String), Option<NameId>, u64, u64);

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
    pub fn cells(&self, records: &GameRecords) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (outcome, column) in &self.closed {
            for (at, &(games, times)) in column.iter().enumerate() {
                if games > 0 {
                    cells.push((self.describe(records, at), *outcome, games, times));
                }
            }
        }
        cells
    }

    fn describe(&self, records: &GameRecords, at: usize) -> (&'static str, String, String) {
        let (width, steps) = (1 + WORDS * self.names, self.first_step());
        if at < steps {
            let (tag, fields) = KINDS[at / width];
            let Some(rest) = (at % width).checked_sub(1) else { return (tag, String::new(), String::new()) };
            let word = records.names.text(NameId((rest % self.names) as u16));
            return (tag, fields[rest / self.names].to_owned(), word.to_owned());
        }
        let Some(die) = (at - steps).checked_sub(self.steps) else {
            return ("footfall:step", "step".to_owned(), records.step_name(at - steps).to_owned());
        };
        let (roll, die) = (ROLLS[die / DIE_CELLS], die % DIE_CELLS);
        let (low, faces) = (die / MAX_FACES / MAX_FACES, die / MAX_FACES % MAX_FACES + 1);
        let purpose = format!("{} {roll} {low}..{}", records.game, low + faces - 1);
        ("footfall:die", purpose, (low + die % MAX_FACES).to_string())
    }
}
