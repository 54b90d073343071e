//! Instructions in the form that runs: a comparison takes the input, the constant and the jump with it.

use crate::program::{Instruction, Op};

/// The effect of one step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Do(Op),
    /// Reads `input` into `loaded` unless it is `NO_INPUT`, writes `value` to `constant`, then compares.
    Equal,
    Unequal,
    Less,
    AtMost,
}

/// When a step jumps: if its result is 0, if it is not 0, or never.
pub const IF_ZERO: u8 = 0;
pub const IF_NOT_ZERO: u8 = 1;
pub const NEVER: u8 = 2;

/// The input of a comparison that reads none.
pub const NO_INPUT: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub action: Action,
    pub to: u8,
    pub a: u8,
    pub b: u8,
    pub constant: u8,
    pub loaded: u8,
    pub jump: u8,
    pub next: u16,
    pub target: u16,
    pub input: u16,
    pub value: i32,
}

/// Joins each instruction with those that follow it, up to the `ends` of choices. All keep their places, so that jumps
/// still lead to them.
pub fn join(instructions: &[Instruction], ends: &[usize]) -> Vec<Step> {
    (0..instructions.len()).map(|at| join_at(instructions, ends, at)).collect()
}

fn join_at(instructions: &[Instruction], ends: &[usize], at: usize) -> Step {
    let follows = |next: usize| instructions.get(next).filter(|_| !ends.contains(&next));
    let Instruction { op, to, a, b, mut value } = instructions[at];
    if matches!(op, Op::JumpIf | Op::JumpUnless) {
        value = follow(instructions, instructions[at]) as i32;
    }
    if let (Op::Load, Some(_)) = (op, follows(at + 1)) {
        let comparison = join_at(instructions, ends, at + 1);
        if !matches!(comparison.action, Action::Do(_)) && comparison.input == NO_INPUT && value < i32::from(NO_INPUT) {
            return Step { loaded: to, input: value as u16, ..comparison };
        }
    }
    let (action, next, input) = (Action::Do(op), at as u16 + 1, NO_INPUT);
    let mut step = Step { action, to, a, b, constant: 0, loaded: 0, jump: NEVER, next, target: 0, input, value };
    if let (Op::Immediate, Some(comparison)) = (op, follows(at + 1))
        && let Some(action) = find_comparison(comparison.op)
        && (comparison.a == to || comparison.b == to)
    {
        let Instruction { to: result, a, b, .. } = *comparison;
        step = Step { action, to: result, a, b, constant: to, next: at as u16 + 2, ..step };
    }
    if let Some(jump) = follows(usize::from(step.next))
        && !gives_no_result(op)
        && jump.a == step.to
        && let Op::JumpIf | Op::JumpUnless = jump.op
    {
        step.jump = if jump.op == Op::JumpIf { IF_NOT_ZERO } else { IF_ZERO };
        step.target = follow(instructions, *jump) as u16;
        step.next += 1;
    }
    step
}

pub fn gives_no_result(op: Op) -> bool {
    matches!(op, Op::End | Op::Jump | Op::JumpIf | Op::JumpUnless | Op::Emit | Op::Fold | Op::Choice | Op::Bind)
}

/// Jumps that are followed to one place.
const MAX_FOLLOWED: usize = 16;

/// Where a jump leads in the end: further by jumps that ask the same, and behind the program instead of to its end.
fn follow(instructions: &[Instruction], jump: Instruction) -> usize {
    let mut at = jump.value as usize;
    for _ in 0..MAX_FOLLOWED {
        let target = instructions[at];
        if (target.op, target.a) != (jump.op, jump.a) {
            break;
        }
        at = target.value as usize;
    }
    if instructions[at].op == Op::End { instructions.len() } else { at }
}

fn find_comparison(op: Op) -> Option<Action> {
    match op {
        Op::Equal => Some(Action::Equal),
        Op::Unequal => Some(Action::Unequal),
        Op::Less => Some(Action::Less),
        Op::AtMost => Some(Action::AtMost),
        _ => None,
    }
}
