//! Runs rules that deny, give terms or do deeds; the deeds are those of plugins/king/deeds.py.

use super::hooks::Answer;
use super::reader::{Reader, Value};
use super::{Candidate, Fields};
use crate::agenda::{Amounts, Change, Step};
use crate::board::{Board, Seats};
use crate::command::Command;
use crate::game::Game;
use crate::layout::floor;
use crate::listeners::Hook;
use crate::names::{NameId, name, node_name};
use crate::tables::{GameRecords, Refusal};
use footfall_kernels::serials::Serials;
use footfall_rules::{Combine, Host, Output, Start, Terms};
use std::slice::Iter;

/// Where the value of an output goes: a parameter of a deed has the number of the deed in its rule.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Term(usize),
    Denial,
    Deed { number: usize, deed: Deed, parameter: usize },
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Deed {
    Lose,
    Gain,
    Afflict,
    LoseTurn,
    Tell,
    Remember,
}

/// The deeds by name, with their parameters in order.
const DEEDS: &[(&str, Deed, &[&str])] = &[
    ("lose", Deed::Lose, &["seat", "amount", "whom", "text"]),
    ("gain", Deed::Gain, &["seat", "amount", "whom", "text"]),
    ("lose_turn", Deed::LoseTurn, &["seat"]),
    ("afflict", Deed::Afflict, &["seat", "rounds", "status"]),
    ("tell", Deed::Tell, &["text"]),
    ("remember", Deed::Remember, &["name", "value"]),
];

pub(super) fn find_target(output: &Output, answer: Answer) -> Result<Target, Refusal> {
    let target = match (output, answer) {
        (Output::Term(name, _), Answer::Terms(terms)) => terms.iter().position(|term| term == name).map(Target::Term),
        (Output::Term(name, Combine::Set | Combine::Add), Answer::Sum(term)) => {
            (name == term).then_some(Target::Term(0))
        }
        (Output::Deny(_), Answer::Denial) => Some(Target::Denial),
        (Output::Deed(name), Answer::Terms(_) | Answer::Nothing) => find_deed(name),
        _ => None,
    };
    target.ok_or(format!("a rule has the result {output:?}"))
}

/// The deed of `0:hurt.amount`.
fn find_deed(name: &str) -> Option<Target> {
    let (number, name) = name.split_once(':')?;
    let (name, parameter) = name.split_once('.')?;
    let &(_, deed, parameters) = DEEDS.iter().find(|(known, ..)| *known == name)?;
    let parameter = parameters.iter().position(|known| *known == parameter)?;
    Some(Target::Deed { number: number.parse().ok()?, deed, parameter })
}

/// A run of the rules of an event.
struct Run<'a, const N: usize> {
    reader: Reader<'a>,
    /// The dice and the seed of the game; None for votes and costs, whose rules roll none.
    dice: Option<(&'a mut Serials, u64)>,
    terms: Terms<N>,
    deeds: &'a mut Vec<Change>,
    /// The deed of the running rule whose values are coming: its number, kind and values.
    open: Option<(usize, Deed, [i64; 4])>,
}

impl<const N: usize> Host for Run<'_, N> {
    type Failure = ();

    #[inline]
    fn load(&mut self, input: usize) -> Result<i64, ()> {
        let Value::Shared(die) = &self.reader.rule.inputs[input] else { return Ok(self.reader.load(input)) };
        let (serials, seed) = self.dice.as_ref().ok_or(())?;
        Ok(self.reader.roll_once(die, *seed, serials.serial))
    }

    fn bind(&mut self, input: usize, item: i64) {
        self.reader.bind(input, item);
    }

    fn roll(&mut self, _: usize, low: i64, high: i64) -> Result<i64, ()> {
        let (serials, seed) = self.dice.as_mut().ok_or(())?;
        let size = (high - low) as u64 + 1;
        Ok(low + serials.draw(*seed, self.reader.rule.stream, size) as i64)
    }

    #[inline]
    fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
        let rule = self.reader.rule;
        match (rule.outputs[output], &rule.program.outputs[output]) {
            (Target::Term(term), Output::Term(_, combine)) => self.terms.propose(term, *combine, value).ok_or(()),
            (Target::Deed { number, deed, parameter }, _) => {
                if self.open.is_none_or(|(open, ..)| open != number) {
                    self.finish_deed();
                    self.open = Some((number, deed, [0, 1, -1, -1]));
                }
                if let Some((_, _, values)) = &mut self.open {
                    values[parameter] = value;
                }
                Ok(())
            }
            _ => Err(()),
        }
    }
}

impl<'a, const N: usize> Run<'a, N> {
    /// Runs the rule that the reader has found and those of `rest` that may say something about the event. Err: a rule
    /// denies, or Python must play.
    fn play(&mut self, mut start: &'a Start, mut rest: Iter<'a, Candidate>) -> Result<(), ()> {
        loop {
            self.reader.rule.program.run_from(start, self)?;
            self.finish_deed();
            let Some(next) = self.reader.find_rule(&mut rest) else { return Ok(()) };
            start = next;
        }
    }

    /// The seats that a deed affects: the seat itself, or a group that a text of the program names.
    fn list_seats(&self, seat: usize, whom: i64) -> Seats {
        let (board, own) = (self.reader.board, Seats::single(seat));
        let node = board.souls[seat].node;
        let texts = &self.reader.rule.program.texts;
        match usize::try_from(whom).ok().and_then(|whom| texts.get(whom)).map(String::as_str) {
            Some("company") => board.seats_at(node).without(own),
            Some("floor") => board.seats_on(floor(node)).without(own),
            Some("all") => board.seats(),
            _ => own,
        }
    }

    /// Adds the changes of the open deed.
    #[inline]
    fn finish_deed(&mut self) {
        if let Some((_, deed, values)) = self.open.take() {
            self.add_deed(deed, values);
        }
    }

    /// Adds the changes of a deed; a rule does nothing to an empty seat.
    fn add_deed(&mut self, deed: Deed, [first, second, third, fourth]: [i64; 4]) {
        let seat = usize::try_from(first).ok().filter(|&seat| seat < self.reader.board.souls.len());
        let amount = second.min(self.reader.records.numbers.max_amount);
        let text = |number: i64| self.reader.rule.texts[number as usize];
        let change = match (deed, seat) {
            (Deed::Tell, _) => Change::Tell(name::NOTHING),
            (Deed::Remember, _) => Change::Remember { slot: text(first).1, value: second },
            (Deed::Lose | Deed::Gain, Some(seat)) if amount > 0 => {
                let amounts: Amounts = self.list_seats(seat, third).iter().map(|seat| (seat, amount)).collect();
                let source = if fourth < 0 { name::RULE } else { text(fourth).0 };
                match deed {
                    _ if amounts.is_empty() => return,
                    Deed::Lose => Change::Lose { amounts, source },
                    _ => Change::Gain { amounts, source },
                }
            }
            (Deed::LoseTurn, Some(seat)) => Change::LoseTurn(seat),
            (Deed::Afflict, Some(seat)) if amount > 0 => Change::afflict(seat, text(third).0, amount),
            (Deed::Afflict, Some(seat)) => Change::ClearStatus { seat, status: text(third).0 },
            _ => return,
        };
        self.deeds.push(change);
    }
}

/// Whether a rule of a vote denies.
#[inline(never)]
pub fn is_refused(rules: &[Candidate], records: &GameRecords, board: &Board, fields: &Fields) -> bool {
    let Some(mut reader) = Reader::new(records, board, rules, *fields) else { return false };
    let mut rules = rules.iter();
    let Some(start) = reader.find_rule(&mut rules) else { return false };
    Run { reader, dice: None, terms: Terms::new([]), deeds: &mut Vec::new(), open: None }.play(start, rules).is_err()
}

/// The cost of a command by the rules of `on_cost`; see plugins/king/rules/allowance.py.
pub fn fold_cost(records: &GameRecords, board: &Board, seat: usize, command: Command, cost: i64) -> i64 {
    let place = node_name(board.souls[seat].node);
    let [destination, card] = [command.destination(), command.card()].map(i64::from);
    let fields = [seat as i64, command.describe().0 as i64, i64::from(place), destination, card, 0];
    let rules = records.rules.of(Hook::Cost, &fields);
    let Some(mut reader) = Reader::new(records, board, rules, fields) else { return cost.max(0) };
    let mut rules = rules.iter();
    let Some(start) = reader.find_rule(&mut rules) else { return cost.max(0) };
    let mut run = Run { reader, dice: None, terms: Terms::new([cost]), deeds: &mut Vec::new(), open: None };
    run.play(start, rules).expect("sums do not fail");
    let [cost] = run.terms.combine().expect("sums do not fail");
    cost.max(0)
}

impl Game<'_> {
    /// Asks rules about an event: returns the terms that they decide on, and adds what they do to `changes`. None if
    /// Python must play: a product is too large, or there are too many changes.
    pub(crate) fn ask_rules<const N: usize>(
        &mut self,
        rules: &[Candidate],
        fields: Fields,
        terms: [i64; N],
        changes: &mut Vec<Change>,
    ) -> Option<[i64; N]> {
        let Some(mut reader) = Reader::new(self.records, &self.board, rules, fields) else { return Some(terms) };
        let mut rules = rules.iter();
        let Some(start) = reader.find_rule(&mut rules) else { return Some(terms) };
        let before = changes.len();
        let dice = Some((&mut self.serials, self.seed));
        let mut run = Run { reader, dice, terms: Terms::new(terms), deeds: changes, open: None };
        run.play(start, rules).ok()?;
        let terms = run.terms.combine()?;
        self.deeds += changes.len() - before;
        (self.deeds <= self.records.limits.deeds).then_some(terms)
    }

    /// Adds what mods do about a notification.
    pub(crate) fn notify(&mut self, changes: &mut Vec<Change>, hook: Hook, fields: Fields) {
        if let Some(answer) = self.ask(hook, fields) {
            self.add_deeds(changes, answer.changes);
        } else {
            self.run_rules(changes, self.records.rules.of(hook, &fields), fields);
        }
    }

    fn run_rules(&mut self, changes: &mut Vec<Change>, rules: &[Candidate], fields: Fields) {
        if self.ask_rules(rules, fields, [], changes).is_none() {
            changes.push(Change::Refuse("a rule of a notification"));
        }
    }

    pub(crate) fn run_rule_step(&mut self, changes: &mut Vec<Change>, at: usize) {
        let step = &self.records.rules.steps[at];
        match step.is_python {
            true => self.notify(changes, Hook::RoundEnd, [at as i64, 0, 0, 0, 0, 0]),
            false => self.run_rules(changes, &step.rules, [0; 6]),
        }
    }

    /// Asks `on_use`, whose rules see the board before the use.
    pub(crate) fn notify_use(&mut self, changes: &mut Vec<Change>, seat: usize, item: NameId) {
        self.notify(changes, Hook::Use, [seat as i64, i64::from(item), seat as i64, 0, 0, 0]);
    }

    /// Announces an event if a mod listens.
    pub(crate) fn announce(&mut self, hook: Hook, step: Step) {
        if self.is_heard(hook) {
            self.reactions.push(step);
        }
    }

    pub(crate) fn notify_entries(&mut self, changes: &mut Vec<Change>, seats: impl IntoIterator<Item = usize>) {
        for seat in seats {
            let place = node_name(self.board.souls[seat].node);
            let fields = [seat as i64, i64::from(place), 0, 0, 0, 0];
            self.notify(changes, Hook::Enter, fields);
        }
    }

    pub(crate) fn notify_card(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, card: NameId) {
        let fields = [seat as i64, i64::from(card), i64::from(node_name(node)), 0, 0, 0];
        self.notify(changes, Hook::Card, fields);
    }
}
