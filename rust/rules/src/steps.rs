//! Instructions in the form that runs: a comparison takes its constant and its jump with it.

use crate::program::{Instruction, Op};

/// What one step of a run does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Do(Op),
    /// Writes `value` to `constant`, then compares.
    Equal,
    Unequal,
    Less,
    AtMost,
}

/// When a step jumps: if its result is 0, if it is not 0, or never.
pub const IF_ZERO: u8 = 0;
pub const IF_NOT_ZERO: u8 = 1;
const NEVER: u8 = 2;

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub action: Action,
    pub to: u8,
    pub a: u8,
    pub b: u8,
    pub constant: u8,
    pub jump: u8,
    pub next: u16,
    pub target: u16,
    pub value: i32,
}

/// Joins each instruction with those that follow it, up to the `ends` of choices. All keep their places, so that jumps
/// still lead to them.
pub fn join(instructions: &[Instruction], ends: &[usize]) -> Vec<Step> {
    (0..instructions.len()).map(|at| join_at(instructions, ends, at)).collect()
}

fn join_at(instructions: &[Instruction], ends: &[usize], at: usize) -> Step {
    let follows = |next: usize| instructions.get(next).filter(|_| !ends.contains(&next));
    let Instruction { op, to, a, b, value } = instructions[at];
    let mut step =
        Step { action: Action::Do(op), to, a, b, constant: 0, jump: NEVER, next: at as u16 + 1, target: 0, value };
    if let (Op::Immediate, Some(comparison)) = (op, follows(at + 1))
        && let Some(action) = find_comparison(comparison.op)
        && (comparison.a == to || comparison.b == to)
    {
        let Instruction { to: result, a, b, .. } = *comparison;
        step = Step { action, to: result, a, b, constant: to, next: at as u16 + 2, ..step };
    }
    let gives_no_result =
        matches!(op, Op::End | Op::Jump | Op::JumpIf | Op::JumpUnless | Op::Emit | Op::Fold | Op::Choice | Op::Bind);
    if let Some(jump) = follows(usize::from(step.next))
        && !gives_no_result
        && jump.a == step.to
        && let Op::JumpIf | Op::JumpUnless = jump.op
    {
        step.jump = if jump.op == Op::JumpIf { IF_NOT_ZERO } else { IF_ZERO };
        step.target = jump.value as u16;
        step.next += 1;
    }
    step
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
