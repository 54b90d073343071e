//! One game: a command, its changes, the agenda up to the next question; see footfall.engine.session and
//! footfall.engine.loop.

use crate::agenda::{Change, Entry, Question, Step};
use crate::board::Board;
use crate::command::Command;
use crate::listeners::{Hook, Listeners};
use crate::names::NameId;
use crate::tables::{GameRecords, Roll};
use crate::tally::{Kind, Tally};
use footfall_kernels::random;
use footfall_kernels::serials::Serials;
use std::cell::Cell;

/// A game that cannot be played here, with the reason; the rules in Python play it and report the error.
#[derive(Clone, Copy, Debug)]
pub struct Unplayable(pub &'static str);

pub type PlayResult<T = ()> = Result<T, Unplayable>;

/// A game between two commands, without its tables; `Game::exchange` plays on.
#[derive(Default)]
pub struct Position {
    pub seed: u64,
    pub board: Box<Board>,
    pub agenda: Vec<Entry>,
    pub question: Option<Question>,
    pub outcome: Option<NameId>,
    pub commands: u64,
}

/// A running game.
///
/// A rule reads the board and adds to `changes`; `apply_changes` applies them together.
pub struct Game<'a> {
    pub records: &'a GameRecords,
    pub seed: u64,
    pub board: Box<Board>,
    pub serials: Serials,
    pub agenda: Vec<Entry>,
    pub question: Option<Question>,
    pub outcome: Option<NameId>,
    /// The number of commands, and of those that answered a question.
    pub commands: u64,
    pub answers: u64,
    /// The number of events, and of `RoundStarted` events not yet observed.
    pub events: u64,
    pub rounds_started: u32,
    /// Counts commands and events; None in the copies of a search.
    pub tally: Option<&'a mut Tally>,
    /// The listeners in Python, and whether one has failed.
    pub(crate) listeners: Option<&'a dyn Listeners>,
    pub(crate) failed: Cell<bool>,
    /// Whether no listener has been asked in the current entry.
    pub is_new_entry: Cell<bool>,
    /// The number that listeners know the present state by; 0: none of them has seen it.
    pub stamp: Cell<u64>,
    pub(crate) reactions: Vec<Step>,
    pub(crate) pushed: Vec<Step>,
    /// The changes that rules of mods made since the last command.
    pub(crate) deeds: usize,
    changes: Vec<Change>,
}

impl<'a> Game<'a> {
    /// Sets up a game and runs it to its first question.
    pub fn begin(
        records: &'a GameRecords,
        seed: u64,
        tally: &'a mut Tally,
        listeners: Option<&'a dyn Listeners>,
    ) -> PlayResult<Self> {
        let mut game =
            Self { tally: Some(tally), ..Self::new(records, seed, Box::new(Board::new(records)), listeners) };
        game.enter(records.keys.setup);
        game.set_up_board();
        game.run_agenda()?;
        Ok(game)
    }

    /// A game without a board, which plays positions one after the other in the same memory.
    pub fn wait(records: &'a GameRecords) -> Self {
        Self::new(records, 0, Box::default(), None)
    }

    /// Sets up another game in the place of this one without counting its events, and runs it to its first question.
    pub fn begin_again(&mut self, seed: u64) -> PlayResult {
        self.seed = seed;
        *self.board = Board::new(self.records);
        self.agenda.clear();
        self.question = None;
        self.outcome = None;
        self.commands = 0;
        self.enter(self.records.keys.setup);
        self.set_up_board();
        self.run_agenda()
    }

    /// Goes on from a position, and leaves the game played so far there.
    pub fn exchange(&mut self, position: &mut Position) {
        std::mem::swap(&mut self.seed, &mut position.seed);
        std::mem::swap(&mut self.board, &mut position.board);
        std::mem::swap(&mut self.agenda, &mut position.agenda);
        std::mem::swap(&mut self.question, &mut position.question);
        std::mem::swap(&mut self.outcome, &mut position.outcome);
        std::mem::swap(&mut self.commands, &mut position.commands);
    }

    fn new(records: &'a GameRecords, seed: u64, board: Box<Board>, listeners: Option<&'a dyn Listeners>) -> Self {
        Self {
            records,
            seed,
            board,
            serials: Serials::default(),
            agenda: Vec::new(),
            question: None,
            outcome: None,
            commands: 0,
            answers: 0,
            events: 0,
            rounds_started: 0,
            tally: None,
            listeners,
            failed: Cell::new(false),
            is_new_entry: Cell::new(true),
            stamp: Cell::new(0),
            reactions: Vec::new(),
            pushed: Vec::new(),
            deeds: 0,
            changes: Vec::new(),
        }
    }

    /// A copy with other dice, for a search.
    pub fn copy(&self, seed: u64) -> Game<'_> {
        Game {
            agenda: self.agenda.clone(),
            question: self.question.clone(),
            outcome: self.outcome,
            commands: self.commands,
            answers: self.answers,
            events: self.events,
            ..Game::new(self.records, seed, self.board.clone(), self.listeners)
        }
    }

    /// Executes a legal command and runs to the next question.
    pub fn submit(&mut self, command: Command) -> PlayResult {
        self.commands += 1;
        self.deeds = 0;
        self.enter(random::mix(self.records.keys.turn, self.commands));
        self.count_command(command);
        if let Some(&Question::Turn(seat)) = self.question.as_ref()
            && self.is_heard_in_python(Hook::CanAct)
            && !self.may_act(seat, command)
        {
            return Err(Unplayable("a listener that first allows a command"));
        }
        let question = self.question.take();
        match (command, question) {
            (Command::Answer(choice), Some(Question::Choice(question))) => {
                self.answers += 1;
                let answer = question.options[choice];
                let serial = self.serials.child(self.records.step_keys[question.then.number()], question.then.about());
                self.enter(serial);
                self.run_step(question.then, Some(answer))?;
            }
            (_, Some(Question::Turn(seat))) => self.run(|game, changes| game.carry_out(changes, seat, command))?,
            _ => return Err(Unplayable("a command without a question")),
        }
        self.run_agenda()
    }

    fn enter(&mut self, serial: u64) {
        self.serials.enter(serial);
        self.is_new_entry.set(true);
        self.stamp.set(0);
    }

    /// A uniform number in low..low + size.
    fn draw_number(&mut self, roll: Roll, low: usize, size: usize) -> usize {
        let index = self.serials.draw(self.seed, self.records.roll_keys[roll as usize], size as u64) as usize;
        if let Some(tally) = &mut self.tally {
            tally.count_die(roll, low, size, index);
        }
        low + index
    }

    /// A die: 1..=faces.
    pub fn roll_die(&mut self, roll: Roll, faces: usize) -> i64 {
        self.draw_number(roll, 1, faces) as i64
    }

    /// A uniform choice; a single option draws no number.
    pub fn choose<T: Copy>(&mut self, roll: Roll, options: &[T]) -> T {
        options[if options.len() > 1 { self.draw_number(roll, 0, options.len()) } else { 0 }]
    }

    /// Shuffles in place like `Context.shuffle` (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, roll: Roll, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw_number(roll, 0, last + 1);
            items.swap(last, other);
        }
    }

    /// Counts an event and its text fields.
    pub(crate) fn event(&mut self, kind: Kind, words: &[NameId]) {
        self.events += 1;
        self.count(kind, words);
    }

    pub(crate) fn count(&mut self, kind: Kind, words: &[NameId]) {
        if let Some(tally) = &mut self.tally {
            tally.count(kind, words);
        }
    }

    /// Whether steps are counted.
    pub(crate) fn is_audited(&self) -> bool {
        self.tally.as_ref().is_some_and(|tally| tally.is_audit())
    }

    fn run_step(&mut self, step: Step, answer: Option<NameId>) -> PlayResult {
        if let (Some(tally), false) = (&mut self.tally, matches!(step, Step::Resume)) {
            tally.count_step(step.number());
        }
        self.run(|game, changes| step.run(game, changes, answer))
    }

    /// Lists the changes of a rule and applies them.
    fn run(&mut self, rule: impl FnOnce(&mut Self, &mut Vec<Change>)) -> PlayResult {
        let mut changes = std::mem::take(&mut self.changes);
        rule(self, &mut changes);
        let result = match self.failed.get() {
            true => Err(Unplayable("a listener")),
            false => self.apply_changes(&mut changes),
        };
        changes.clear();
        self.changes = changes;
        result
    }

    /// Applies changes, then puts the pushed steps and the reactions to events on the agenda, the latter on top.
    fn apply_changes(&mut self, changes: &mut Vec<Change>) -> PlayResult {
        self.stamp.set(0);
        for change in changes.drain(..) {
            self.apply(change)?;
        }
        if !self.pushed.is_empty() {
            let first = self.agenda.len();
            let mut pushed = std::mem::take(&mut self.pushed);
            for step in pushed.drain(..) {
                self.push(step);
            }
            self.pushed = pushed;
            self.agenda[first..].reverse();
        }
        if !self.reactions.is_empty() {
            let first = self.agenda.len();
            let mut reactions = std::mem::take(&mut self.reactions);
            let is_announced = reactions.iter().any(Step::is_announcement);
            for step in reactions.drain(..) {
                self.push(step);
            }
            self.reactions = reactions;
            if is_announced {
                self.agenda.push(Entry { step: Step::Resume, serial: self.serials.serial });
            }
            self.agenda[first..].reverse();
        }
        Ok(())
    }

    fn push(&mut self, step: Step) {
        let serial = self.serials.child(self.records.step_keys[step.number()], step.about());
        self.agenda.push(Entry { step, serial });
    }

    /// Runs entries until a question is open or the game is over. An empty agenda begins a turn.
    fn run_agenda(&mut self) -> PlayResult {
        let mut idle = 0;
        for _ in 0..self.records.limits.entries {
            if self.question.is_some() || self.outcome.is_some() {
                return Ok(());
            }
            let entry = match self.agenda.pop() {
                Some(entry) => {
                    idle = 0;
                    entry
                }
                None => {
                    idle += 1;
                    if idle > self.records.limits.idle {
                        return Err(Unplayable("turns without a question"));
                    }
                    let serial = self.serials.child(self.records.step_keys[Step::Turn.number()], None);
                    Entry { step: Step::Turn, serial }
                }
            };
            self.enter(entry.serial);
            self.run_step(entry.step, None)?;
        }
        Err(Unplayable("one command led to too many steps"))
    }
}
