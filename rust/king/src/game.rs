//! One game: a command, its changes, the agenda up to the next question; see footfall.engine.session and
//! footfall.engine.loop.

use crate::agenda::{Change, Entry, Question, Step};
use crate::board::{Board, Seats};
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

/// A running game.
///
/// A rule reads the board and adds to `changes`; `apply_changes` applies them together.
pub struct Game<'a> {
    pub records: &'a GameRecords,
    pub seed: u64,
    pub board: Board,
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
        let mut game = Self {
            records,
            seed,
            board: Board::new(records),
            serials: Serials::default(),
            agenda: Vec::new(),
            question: None,
            outcome: None,
            commands: 0,
            answers: 0,
            events: 0,
            rounds_started: 0,
            tally: Some(tally),
            listeners,
            failed: Cell::new(false),
            is_new_entry: Cell::new(true),
            stamp: Cell::new(0),
            reactions: Vec::new(),
            pushed: Vec::new(),
            deeds: 0,
            changes: Vec::new(),
        };
        game.enter(records.keys.setup);
        game.set_up_board();
        game.run_agenda()?;
        Ok(game)
    }

    /// A copy with other dice, for a search.
    pub fn copy(&self, seed: u64) -> Game<'_> {
        Game {
            records: self.records,
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
            listeners: self.listeners,
            failed: Cell::new(false),
            is_new_entry: Cell::new(true),
            stamp: Cell::new(0),
            reactions: Vec::new(),
            pushed: Vec::new(),
            deeds: 0,
            changes: Vec::new(),
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
                let serial = self.serials.child(self.records.step_key(question.then.number()), question.then.about());
                self.enter(serial);
                self.run(|game, changes| game.resolve_answer(changes, &question.then, answer))?;
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
        let index = self.serials.draw(self.seed, self.records.roll_key(roll), size as u64) as usize;
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

    fn count_step(&mut self, step: &Step) {
        if let (Some(tally), false) = (&mut self.tally, matches!(step, Step::Resume)) {
            tally.count_step(step.number());
        }
    }

    /// Lists the changes of a rule and applies them.
    fn run(&mut self, rule: impl FnOnce(&mut Self, &mut Vec<Change>) -> PlayResult) -> PlayResult {
        let mut changes = std::mem::take(&mut self.changes);
        let result = rule(self, &mut changes);
        let result = match self.failed.get() {
            true => Err(Unplayable("a listener")),
            false => result.and_then(|()| self.apply_changes(&mut changes)),
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
        let first = self.agenda.len();
        let mut pushed = std::mem::take(&mut self.pushed);
        for step in pushed.drain(..) {
            self.push(step);
        }
        self.pushed = pushed;
        self.agenda[first..].reverse();
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
        let serial = self.serials.child(self.records.step_key(step.number()), step.about());
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
                    let serial = self.serials.child(self.records.step_key(Step::Turn.number()), None);
                    Entry { step: Step::Turn, serial }
                }
            };
            self.enter(entry.serial);
            self.run(|game, changes| game.run_step(changes, entry.step))?;
        }
        Err(Unplayable("one command led to too many steps"))
    }

    /// Lists the changes of a step.
    fn run_step(&mut self, changes: &mut Vec<Change>, step: Step) -> PlayResult {
        self.count_step(&step);
        match step {
            Step::Turn => self.advance_turn(changes),
            Step::Round => self.end_round(changes),
            Step::Crossing(_) => self.handle_crossing(changes),
            Step::Enter(seat, node) => self.enter_room(changes, seat, node)?,
            Step::Open(seat, node) => self.open_and_draw(changes, seat, node)?,
            Step::Foresee(seat, node) => self.ask_foresight(changes, seat, node)?,
            Step::Peek(seat, node) => self.ask_peek(changes, seat, node),
            Step::Tuck(node, card) => changes.push(Change::Tuck { node, card }),
            Step::Freeze(node) => self.cap_actions_on_floor(changes, node),
            Step::Hands(seat) => self.ask_overflow(changes, seat),
            Step::Pedlar(seat) => self.offer_pedlar_cards(changes, seat),
            Step::Rumor(seat, heard) => self.ask_rumor(changes, seat, heard),
            Step::RitualKey(seat) => self.grant_ritual_key(changes, seat),
            Step::Revealed(seat, number) => self.apply_reveal(changes, seat, number),
            Step::Act(number) => self.take_monster_turn(changes, number),
            Step::Contact(number) => self.handle_contact(changes, number),
            Step::Stunned(seat, number, rounds) => self.stun_monster(changes, seat, number, rounds),
            Step::Ease => self.ease_stuns(changes),
            Step::Discard(seat) => self.ask_discard(changes, seat),
            Step::Curse(seat) => self.apply_curse(changes, seat),
            Step::Durations => changes.push(Change::TickStatuses),
            Step::FalseKing => self.run_false_king_check(changes),
            Step::House => self.run_house_block(changes),
            Step::Presence => self.run_presence_block(changes),
            Step::Roulette => self.run_roulette_block(changes),
            Step::Effect => self.run_effect_block(changes),
            Step::Monsters => self.run_monsters_block(changes),
            Step::Statuses => self.run_statuses_block(changes),
            Step::Stairs => self.run_stairs_block(changes),
            Step::Decks => self.run_decks_block(changes),
            Step::Resume => {}
            Step::WalkedIn(seat, ..) => self.notify_entries(changes, Seats::single(seat).iter()),
            Step::MovedIn(seats, _) => self.notify_entries(changes, seats.iter()),
            Step::SwappedIn(one, other) => self.notify_entries(changes, [one, other].into_iter()),
            Step::Drawn(seat, node, card, _) => self.notify_card(changes, seat, node, card),
            Step::Rule(at) => self.run_rule_step(changes, at),
            Step::Sacrifice(_)
            | Step::Foreseen(..)
            | Step::Peeked(_)
            | Step::DiscardOne(_)
            | Step::PedlarSold(_)
            | Step::Rumored(..)
            | Step::Reaction(..)
            | Step::Discarded(_) => return Err(Unplayable("a step that takes an answer runs without one")),
        }
        Ok(())
    }

    /// Lists the changes of a step that takes an answer.
    fn resolve_answer(&mut self, changes: &mut Vec<Change>, step: &Step, answer: NameId) -> PlayResult {
        self.count_step(step);
        match *step {
            Step::Sacrifice(seat) => self.resolve_sacrifice(changes, seat, answer),
            Step::Foreseen(_, node) => self.resolve_foresight(changes, node, answer),
            Step::Peeked(_) => self.resolve_peek(changes, answer),
            Step::DiscardOne(seat) => self.discard_overflow(changes, seat, answer),
            Step::PedlarSold(seat) => self.resolve_pedlar_choice(changes, seat, answer)?,
            Step::Rumored(seat, heard) => self.resolve_rumor(changes, seat, heard, answer),
            Step::Reaction(number, seat) => self.resolve_reaction(changes, number, seat, answer),
            Step::Discarded(seat) => self.resolve_discard(changes, seat, answer),
            _ => return Err(Unplayable("an answer that no step takes")),
        }
        Ok(())
    }
}
