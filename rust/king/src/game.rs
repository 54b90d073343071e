//! One game: a command, its changes, the agenda worked off to the next question; see footfall.engine.session and
//! footfall.engine.loop.

use crate::agenda::{Change, Entry, Fell, Question, Step};
use crate::board::Board;
use crate::command::Command;
use crate::names::Sym;
use crate::tables::{Book, Roll};
use crate::tally::{Kind, Tally};
use footfall_kernels::random;
use footfall_kernels::serials::Serials;

/// A game that cannot be played here: the rules in Python say what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Left(pub &'static str);

pub type Done<T = ()> = Result<T, Left>;

/// Entries one command may work off, and turns that ask nobody; those of footfall.engine.loop.
const MAX_ENTRIES: usize = 100_000;
const MAX_IDLE: usize = 32;

/// A game in play.
///
/// A rule reads the board and adds changes to `out`; `work` applies them together.
pub struct Game<'a> {
    pub book: &'a Book,
    pub seed: u64,
    pub board: Board,
    pub serials: Serials,
    pub agenda: Vec<Entry>,
    pub question: Option<Question>,
    pub outcome: Option<Sym>,
    /// Commands carried out, and those of them that answered a question.
    pub commands: u64,
    pub answers: u64,
    /// Events so far, and those of them that a column of the curves waits for.
    pub events: u64,
    pub rounds_started: u32,
    /// Where commands and events are counted; None in a copy to try things out.
    pub tally: Option<&'a mut Tally>,
    pub(crate) fallen: Vec<Fell>,
    pub(crate) pushed: Vec<Step>,
    out: Vec<Change>,
}

impl<'a> Game<'a> {
    /// Sets a new game up and runs it to its first question.
    pub fn begin(book: &'a Book, seed: u64, tally: &'a mut Tally) -> Done<Self> {
        let mut game = Self {
            book,
            seed,
            board: Board::new(book),
            serials: Serials::default(),
            agenda: Vec::new(),
            question: None,
            outcome: None,
            commands: 0,
            answers: 0,
            events: 0,
            rounds_started: 0,
            tally: Some(tally),
            fallen: Vec::new(),
            pushed: Vec::new(),
            out: Vec::new(),
        };
        game.serials.enter(book.setup_key);
        game.set_up();
        game.drain()?;
        Ok(game)
    }

    /// A copy to try things out in, with other dice.
    pub fn copy(&self, seed: u64) -> Game<'_> {
        Game {
            book: self.book,
            seed,
            board: self.board.clone(),
            serials: Serials::default(),
            agenda: self.agenda.clone(),
            question: self.question.clone(),
            outcome: self.outcome,
            commands: self.commands,
            answers: self.answers,
            events: self.events,
            rounds_started: 0,
            tally: None,
            fallen: Vec::new(),
            pushed: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Carries a legal command out, to the next question.
    pub fn step(&mut self, command: Command) -> Done {
        self.commands += 1;
        self.serials.enter(random::mix(self.book.turn_key, self.commands));
        self.count_command(command);
        let question = self.question.take();
        match (command, question) {
            (Command::Answer(choice), Some(Question::Choice(asked))) => {
                self.answers += 1;
                let answer = asked.options[choice];
                let serial = self.serials.child(self.book.step_key(asked.then.number()), asked.then.about());
                self.serials.enter(serial);
                self.run(|game, out| game.answered(out, &asked.then, answer))?;
            }
            (_, Some(Question::Turn(seat))) => self.run(|game, out| game.carry_out(out, seat, command))?,
            _ => return Err(Left("a command that nobody waits for")),
        }
        self.drain()
    }

    /// A die or another uniform number in 0..size.
    pub fn draw_number(&mut self, roll: Roll, size: usize) -> usize {
        self.serials.draw(self.seed, self.book.roll_key(roll), size as u64) as usize
    }

    /// A die with faces from 1.
    pub fn die(&mut self, roll: Roll, faces: usize) -> i64 {
        1 + self.draw_number(roll, faces) as i64
    }

    /// One of several, all equally likely; no number is drawn for one alone.
    pub fn choose<T: Copy>(&mut self, roll: Roll, options: &[T]) -> T {
        options[if options.len() > 1 { self.draw_number(roll, options.len()) } else { 0 }]
    }

    /// Shuffles as `Play.shuffled` does.
    pub fn shuffle<T>(&mut self, roll: Roll, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw_number(roll, last + 1);
            items.swap(last, other);
        }
    }

    /// Counts an event.
    pub(crate) fn event(&mut self, kind: Kind, words: &[Sym]) {
        self.events += 1;
        self.count(kind, words);
    }

    pub(crate) fn count(&mut self, kind: Kind, words: &[Sym]) {
        if let Some(tally) = &mut self.tally {
            tally.count(kind, words);
        }
    }

    /// Lets a rule list its changes, and applies them.
    fn run(&mut self, rule: impl FnOnce(&mut Self, &mut Vec<Change>) -> Done) -> Done {
        let mut out = std::mem::take(&mut self.out);
        let done = rule(self, &mut out);
        let applied = done.and_then(|()| self.work(&mut out));
        out.clear();
        self.out = out;
        applied
    }

    /// Applies changes; then pushed steps, reactions to who fell on top.
    fn work(&mut self, changes: &mut Vec<Change>) -> Done {
        for change in changes.drain(..) {
            self.apply(change)?;
        }
        let first = self.agenda.len();
        for step in std::mem::take(&mut self.pushed) {
            self.push(step);
        }
        self.agenda[first..].reverse();
        if !self.fallen.is_empty() {
            let first = self.agenda.len();
            for fell in std::mem::take(&mut self.fallen) {
                self.push(Step::Crossing(Some(Box::new(fell))));
            }
            self.agenda[first..].reverse();
        }
        Ok(())
    }

    fn push(&mut self, step: Step) {
        let serial = self.serials.child(self.book.step_key(step.number()), step.about());
        self.agenda.push(Entry { step, serial });
    }

    /// Works entries off until somebody must answer or the game is over. With none left, a turn begins.
    fn drain(&mut self) -> Done {
        let mut idle = 0;
        for _ in 0..MAX_ENTRIES {
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
                    if idle > MAX_IDLE {
                        return Err(Left("turns ask nobody"));
                    }
                    let serial = self.serials.child(self.book.step_key(Step::Turn.number()), None);
                    Entry { step: Step::Turn, serial }
                }
            };
            self.serials.enter(entry.serial);
            self.run(|game, out| game.perform(out, entry.step))?;
        }
        Err(Left("one command led to too many steps"))
    }

    /// Lists the changes of a step.
    fn perform(&mut self, out: &mut Vec<Change>, step: Step) -> Done {
        match step {
            Step::Turn => self.turn(out),
            Step::Round => self.next_round(out),
            Step::Crossing(_) => self.crossing(out),
            Step::Enter(seat, node) => self.enter(out, seat, node)?,
            Step::Open(seat, node) => self.open_and_draw(out, seat, node)?,
            Step::Foresee(seat, node) => self.foresee(out, seat, node)?,
            Step::Peek(seat, node) => self.peek(out, seat, node),
            Step::Tuck(node, card) => out.push(Change::Tuck { node, card }),
            Step::Freeze(node) => self.freeze(out, node),
            Step::Hands(seat) => self.hands(out, seat),
            Step::Pedlar(seat) => self.pedlar(out, seat),
            Step::Rumour(seat, heard) => self.rumour(out, seat, heard),
            Step::RitualKey(seat) => self.ritual_key(out, seat),
            Step::Revealed(seat, number) => self.revealed(out, seat, number),
            Step::Act(number) => self.act(out, number),
            Step::Contact(number) => self.contact(out, number),
            Step::Stunned(seat, number, rounds) => self.stunned(out, seat, number, rounds),
            Step::Ease => self.ease(out),
            Step::Discard(seat) => self.discard(out, seat),
            Step::Curse(seat) => self.curse(out, seat),
            Step::Durations => out.push(Change::Tick),
            Step::FalseKing => self.false_king(out),
            Step::House => self.house(out),
            Step::Presence => self.presence(out),
            Step::Roulette => self.roulette(out),
            Step::Effect => self.effect(out),
            Step::Monsters => self.monsters(out),
            Step::Statuses => self.statuses(out),
            Step::Stairs => self.stairs(out),
            Step::Decks => self.decks(out),
            Step::Sacrifice(_)
            | Step::Foreseen(..)
            | Step::Peeked(_)
            | Step::DiscardOne(_)
            | Step::PedlarSold(_)
            | Step::Rumoured(..)
            | Step::Reaction(..)
            | Step::Discarded(_) => return Err(Left("a step that takes an answer runs without one")),
        }
        Ok(())
    }

    /// Lists the changes of a step that takes an answer.
    fn answered(&mut self, out: &mut Vec<Change>, step: &Step, answer: Sym) -> Done {
        match *step {
            Step::Sacrifice(seat) => self.sacrifice(out, seat, answer),
            Step::Foreseen(_, node) => self.foreseen(out, node, answer),
            Step::Peeked(_) => self.peeked(out, answer),
            Step::DiscardOne(seat) => self.discard_one(out, seat, answer),
            Step::PedlarSold(seat) => self.pedlar_sold(out, seat, answer)?,
            Step::Rumoured(seat, heard) => self.rumoured(out, seat, heard, answer),
            Step::Reaction(number, seat) => self.reaction(out, number, seat, answer),
            Step::Discarded(seat) => self.discarded(out, seat, answer),
            _ => return Err(Left("an answer that no step takes")),
        }
        Ok(())
    }
}
