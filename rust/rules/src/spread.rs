//! Odds: runs a rule of chance with all faces of its dice at once, and gives the chance of each outcome, exactly.
//!
//! A state is a place in the program with its registers and its share. A die splits a state into one for each face;
//! states that wait at one die with equal registers become one. Jumps lead forward only, so the earliest place waits for no
//! other: taken in the order of the instructions, all states that will meet have met.

use crate::fold::Term;
use crate::program::{Instruction, MAX_REGISTERS, Op, Output, Program};
use crate::run::{MAX_DIE, evaluate};

/// The most faces of a die whose odds are counted.
pub const MAX_FACES: i64 = 1024;

/// The most states that wait at once.
pub const MAX_STATES: usize = 1024;

/// The most fields of an outcome whose odds are asked.
const MAX_OUTCOME: usize = 32;

/// Why odds are not counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncounted<E> {
    /// A product is too large for 128 bits, a die has more than `MAX_FACES`, or more than `MAX_STATES` wait.
    TooLarge,
    /// The listeners of a fold cannot be asked.
    Failed(E),
}

/// The proposals of listeners for the terms of a fold.
pub type Proposed = Vec<Term>;

/// The inputs of a program while its odds are counted.
pub trait Foreseer {
    type Failure;

    /// The value of an input; the same at every reading.
    fn load(&mut self, input: usize) -> i64;

    /// The proposals of the listeners of a fold for an event. Asked once for each event, however many dice come before.
    fn foresee(&mut self, fold: usize, fields: &[i64]) -> Result<Proposed, Self::Failure>;
}

/// A part of the whole as a ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub over: u128,
    pub under: u128,
}

impl Share {
    const WHOLE: Self = Self { over: 1, under: 1 };

    fn times(self, over: u128, under: u128) -> Option<Self> {
        let shrink = gcd(over, under);
        let (over, under) = (over / shrink, under / shrink);
        Some(Self { over: self.over.checked_mul(over)?, under: self.under.checked_mul(under)? })
    }

    fn plus(self, other: Self) -> Option<Self> {
        if self.under == other.under {
            return Some(Self { over: self.over.checked_add(other.over)?, under: self.under });
        }
        let shared = gcd(self.under, other.under);
        let under = (self.under / shared).checked_mul(other.under)?;
        let left = self.over.checked_mul(other.under / shared)?;
        let over = left.checked_add(other.over.checked_mul(self.under / shared)?)?;
        Some(Self { over, under })
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// A state that waits at a die.
#[derive(Clone, Copy)]
struct State<const N: usize> {
    at: usize,
    share: Share,
    registers: [i64; N],
}

/// A program of a rule of chance with the fields of its outcome whose odds are asked.
#[derive(Clone, Debug)]
pub struct Odds {
    program: Program,
    /// The place of each output in the outcome; None if it is not asked.
    places: Vec<Option<usize>>,
    fields: usize,
    /// The registers that are read from an instruction on, a bit each.
    live: Vec<u64>,
}

impl Odds {
    /// None: the program has no such field.
    pub fn new(program: Program, fields: &[&str]) -> Option<Self> {
        if fields.len() > MAX_OUTCOME || !program.choices.is_empty() {
            return None;
        }
        let mut places = vec![None; program.outputs.len()];
        for (place, field) in fields.iter().enumerate() {
            let is_field = |output: &Output| matches!(output, Output::Outcome(name) if name == field);
            places[program.outputs.iter().position(is_field)?] = Some(place);
        }
        let live = find_live(&program, &places);
        Some(Self { program, places, fields: fields.len(), live })
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The chance of each outcome, in the order of their values. The shares sum to 1.
    pub fn count<F: Foreseer>(&self, foreseer: &mut F) -> Result<Outcomes, Uncounted<F::Failure>> {
        match self.program.registers {
            ..=16 => self.count_with::<16, F>(foreseer),
            17..=32 => self.count_with::<32, F>(foreseer),
            _ => self.count_with::<MAX_REGISTERS, F>(foreseer),
        }
    }

    fn count_with<const N: usize, F: Foreseer>(&self, foreseer: &mut F) -> Result<Outcomes, Uncounted<F::Failure>> {
        let (waiting, asked, outcomes) = (Vec::with_capacity(16), Vec::new(), Vec::with_capacity(4));
        let mut count = Count::<N, F> { odds: self, foreseer, waiting, asked, outcomes };
        count.run(State { at: 0, share: Share::WHOLE, registers: [0; N] })?;
        while let Some(next) = count.find_earliest() {
            let state = count.waiting.swap_remove(next);
            count.split(state)?;
        }
        count.outcomes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(count.outcomes)
    }
}

/// The values of each outcome, and its share.
pub type Outcomes = Vec<(Vec<i64>, Share)>;

struct Count<'a, const N: usize, F: Foreseer> {
    odds: &'a Odds,
    foreseer: &'a mut F,
    waiting: Vec<State<N>>,
    /// The proposals of listeners, by fold and fields of the event.
    asked: Vec<(usize, Vec<i64>, Proposed)>,
    outcomes: Outcomes,
}

impl<const N: usize, F: Foreseer> Count<'_, N, F> {
    fn find_earliest(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|&index| self.waiting[index].at)
    }

    /// Lets a state wait at a die, together with an equal one. Registers that are not read any more make no difference.
    fn wait(&mut self, mut state: State<N>) -> Result<(), Uncounted<F::Failure>> {
        let live = self.odds.live[state.at];
        for (number, register) in state.registers.iter_mut().enumerate() {
            *register &= -((live >> number & 1) as i64);
        }
        let equal = |other: &&mut State<N>| other.at == state.at && other.registers == state.registers;
        if let Some(other) = self.waiting.iter_mut().find(equal) {
            other.share = other.share.plus(state.share).ok_or(Uncounted::TooLarge)?;
            return Ok(());
        }
        if self.waiting.len() == MAX_STATES {
            return Err(Uncounted::TooLarge);
        }
        self.waiting.push(state);
        Ok(())
    }

    /// Runs a state to its next die or its end.
    fn run(&mut self, mut state: State<N>) -> Result<(), Uncounted<F::Failure>> {
        let odds = self.odds;
        let mut outcome = [0; MAX_OUTCOME];
        let at_of = |register: u8| usize::from(register) % N; // verified; the remainder spares the check
        loop {
            let Instruction { op, to, a, b, value } = odds.program.instructions[state.at];
            let index = value as usize;
            let (left, right) = (state.registers[at_of(a)], state.registers[at_of(b)]);
            let result = match op {
                Op::Roll | Op::Chance => return self.wait(state),
                Op::End => return self.end(&outcome[..odds.fields], state.share),
                Op::Fold => {
                    self.fold(&mut state, index, at_of(a))?;
                    state.at += 1;
                    continue;
                }
                Op::Emit => {
                    if let Some(place) = odds.places[index] {
                        outcome[place] = left;
                    }
                    state.at += 1;
                    continue;
                }
                Op::Jump | Op::JumpIf | Op::JumpUnless => {
                    let jumps = op == Op::Jump || (left != 0) == (op == Op::JumpIf);
                    state.at = if jumps { index } else { state.at + 1 };
                    continue;
                }
                Op::Load => self.foreseer.load(index),
                Op::Constant => odds.program.constants[index],
                _ => evaluate(op, left, right, value),
            };
            state.registers[at_of(to)] = result;
            state.at += 1;
        }
    }

    fn end(&mut self, outcome: &[i64], share: Share) -> Result<(), Uncounted<F::Failure>> {
        match self.outcomes.iter_mut().find(|known| known.0 == outcome) {
            Some(known) => known.1 = known.1.plus(share).ok_or(Uncounted::TooLarge)?,
            None => self.outcomes.push((outcome.to_vec(), share)),
        }
        Ok(())
    }

    /// Rolls the die at which a state waits: one state for each face.
    fn split(&mut self, mut state: State<N>) -> Result<(), Uncounted<F::Failure>> {
        let Instruction { op, to, a, b, .. } = self.odds.program.instructions[state.at];
        let (first, second) = (state.registers[usize::from(a)], state.registers[usize::from(b)]);
        let whole = state.share;
        state.at += 1;
        let mut show = |face: i64, part: i64, of: i64| {
            state.registers[usize::from(to)] = face;
            state.share = whole.times(part as u128, of as u128).ok_or(Uncounted::TooLarge)?;
            self.run(state)
        };
        if op == Op::Chance {
            let sides = second.clamp(1, MAX_DIE);
            let part = first.clamp(0, sides);
            for (is_true, part) in [(1, part), (0, sides - part)] {
                if part > 0 {
                    show(is_true, part, sides)?;
                }
            }
            return Ok(());
        }
        let low = first.clamp(-MAX_DIE, MAX_DIE);
        let high = second.clamp(low, MAX_DIE);
        if high - low >= MAX_FACES {
            return Err(Uncounted::TooLarge);
        }
        (low..=high).try_for_each(|face| show(face, 1, high - low + 1))
    }

    fn fold(&mut self, state: &mut State<N>, fold: usize, from: usize) -> Result<(), Uncounted<F::Failure>> {
        let call = &self.odds.program.folds[fold];
        let (fields, terms) = state.registers[from..].split_at_mut(call.fields.len());
        let known = self.asked.iter().position(|(number, event, _)| *number == fold && event == fields);
        let known = match known {
            Some(known) => known,
            None => {
                let proposed = self.foreseer.foresee(fold, fields).map_err(Uncounted::Failed)?;
                self.asked.push((fold, fields.to_vec(), proposed));
                self.asked.len() - 1
            }
        };
        for (value, term) in terms.iter_mut().zip(&self.asked[known].2) {
            *value = term.combine_with(*value).ok_or(Uncounted::TooLarge)?;
        }
        Ok(())
    }
}

/// The registers that are read from each instruction on.
fn find_live(program: &Program, places: &[Option<usize>]) -> Vec<u64> {
    let mut live = vec![0u64; program.instructions.len() + 1];
    for (at, &Instruction { op, to, a, b, value }) in program.instructions.iter().enumerate().rev() {
        let (to, a, b) = (1u64 << to, 1u64 << a, 1u64 << b);
        let (next, target) = (live[at + 1], value as usize);
        live[at] = match op {
            Op::End => 0,
            Op::Jump => live[target],
            Op::JumpIf | Op::JumpUnless => next | live[target] | a,
            Op::Emit if places[target].is_some() => next | a,
            Op::Emit => next,
            Op::Constant | Op::Immediate | Op::Load => next & !to,
            Op::Move | Op::Negate | Op::Absolute | Op::Not => next & !to | a,
            Op::Fold => {
                let call = &program.folds[target];
                let all = call.fields.len() + call.terms.len();
                let read = (1u64.checked_shl(all as u32).unwrap_or(0).wrapping_sub(1)) << a.trailing_zeros();
                next | read
            }
            _ => next & !to | a | b,
        };
    }
    live
}
