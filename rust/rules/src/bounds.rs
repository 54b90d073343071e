//! Bounds of the results of a program: it is run with an interval in each register instead of a number.

use crate::fold::MAX_TERM;
use crate::program::{Op, Output, Program};
use crate::run::evaluate;

/// The least and the greatest value.
pub type Interval = (i64, i64);

/// All numbers.
pub const ANY: Interval = (i64::MIN, i64::MAX);

const YES: Interval = (1, 1);
const NO: Interval = (0, 0);
const MAYBE: Interval = (0, 1);

impl Program {
    /// For each output the values that it may take, given those of the inputs; None if it takes none.
    ///
    /// None instead of all of them if the program rolls dice, asks hooks or chooses from lists.
    pub fn bounds(&self, input: impl Fn(usize) -> Interval) -> Option<Vec<Option<Interval>>> {
        let mut outputs = vec![None; self.outputs.len()];
        let mut states: Vec<Option<Vec<Interval>>> = vec![None; self.instructions.len() + 1];
        states[0] = Some(vec![NO; self.registers]);
        for (at, instruction) in self.instructions.iter().enumerate() {
            let Some(mut registers) = states[at].take() else { continue };
            let (a, b) = (registers[usize::from(instruction.a)], registers[usize::from(instruction.b)]);
            let value = instruction.value as usize;
            let result = match instruction.op {
                Op::End => continue,
                Op::Jump => {
                    join(&mut states[value], registers);
                    continue;
                }
                op @ (Op::JumpUnless | Op::JumpIf) => {
                    let (is_zero, is_other) = (contains(a, 0), a != NO);
                    let (jumps, goes_on) = if op == Op::JumpIf { (is_other, is_zero) } else { (is_zero, is_other) };
                    if jumps {
                        join(&mut states[value], registers.clone());
                    }
                    if goes_on {
                        join(&mut states[at + 1], registers);
                    }
                    continue;
                }
                Op::Emit => {
                    let is_term = matches!(self.outputs[value], Output::Term(..));
                    let clamp = |value: i64| if is_term { value.clamp(-MAX_TERM, MAX_TERM) } else { value };
                    let given = (clamp(a.0), clamp(a.1));
                    outputs[value] = Some(outputs[value].map_or(given, |known| hull(known, given)));
                    join(&mut states[at + 1], registers);
                    continue;
                }
                Op::Roll | Op::Chance | Op::Fold | Op::Choice | Op::Bind => return None,
                Op::Constant => (self.constants[value], self.constants[value]),
                Op::Load => input(value),
                op => find_results(op, a, b, instruction.value),
            };
            registers[usize::from(instruction.to)] = result;
            join(&mut states[at + 1], registers);
        }
        Some(outputs)
    }
}

fn contains((low, high): Interval, value: i64) -> bool {
    (low..=high).contains(&value)
}

fn hull(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Adds a way to reach an instruction.
fn join(state: &mut Option<Vec<Interval>>, registers: Vec<Interval>) {
    match state {
        Some(known) => known.iter_mut().zip(registers).for_each(|(known, other)| *known = hull(*known, other)),
        None => *state = Some(registers),
    }
}

/// YES, NO or MAYBE.
fn decide(is_true: bool, is_false: bool) -> Interval {
    if is_true {
        YES
    } else if is_false {
        NO
    } else {
        MAYBE
    }
}

/// The results of an operation for all operands.
fn find_results(op: Op, a: Interval, b: Interval, value: i32) -> Interval {
    let (is_apart, is_one) = (a.1 < b.0 || b.1 < a.0, a == b && a.0 == a.1);
    match op {
        Op::Equal => decide(is_one, is_apart),
        Op::Unequal => decide(is_apart, is_one),
        Op::Less => decide(a.1 < b.0, a.0 >= b.1),
        Op::AtMost => decide(a.1 <= b.0, a.0 > b.1),
        Op::Not => decide(a == NO, !contains(a, 0)),
        Op::Divide if contains(b, 0) => ANY,
        Op::Remainder => {
            if b.0 > 0 {
                (0, b.1 - 1)
            } else {
                ANY
            }
        }
        Op::Absolute if contains(a, 0) => (0, a.0.saturating_abs().max(a.1)),
        // The others rise or fall all the way in each operand.
        _ => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| evaluate(op, a, b, value));
            corners.into_iter().fold((corners[0], corners[0]), |known, corner| hull(known, (corner, corner)))
        }
    }
}
