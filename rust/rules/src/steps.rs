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
const NEVER: u8 = 2;

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

/// A comparison of an input with constants. Where it fails, the run ends before it has rolled or given anything.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub input: usize,
    low: i64,
    high: i64,
    is_within: bool,
}

impl Test {
    #[inline]
    pub fn holds(&self, value: i64) -> bool {
        (self.low..=self.high).contains(&value) == self.is_within
    }
}

/// The comparisons with which a run begins, each of which it has to pass.
pub fn list_tests(steps: &[Step]) -> Vec<Test> {
    let ends_if_zero = |step: &Step| step.jump == IF_ZERO && usize::from(step.target) >= steps.len();
    let (mut tests, mut at) = (Vec::new(), 0);
    while let Some(step) = steps.get(at) {
        let (mut input, value, is_first) = (usize::from(step.input), i64::from(step.value), step.a == step.loaded);
        let other = if is_first { step.b } else { step.a };
        let is_plain = step.input != NO_INPUT && other == step.constant && step.loaded != step.constant;
        let is_plain = is_plain && (is_first || step.b == step.loaded);
        let negation = steps.get(usize::from(step.next)).filter(|next| next.action == Action::Do(Op::Not));
        let (low, high, is_within, last) = match step.action {
            Action::Equal if is_plain => (value, value, true, step),
            Action::Unequal if is_plain => (value, value, false, step),
            Action::Less if is_plain && is_first => (i64::MIN, value - 1, true, step),
            Action::Less if is_plain => (value + 1, i64::MAX, true, step),
            Action::AtMost if is_plain && is_first => (i64::MIN, value, true, step),
            Action::AtMost if is_plain => (value, i64::MAX, true, step),
            Action::Do(Op::Load) => {
                input = step.value as usize;
                match negation.filter(|next| next.a == step.to) {
                    Some(next) if step.jump == NEVER => (0, 0, true, next),
                    _ => (0, 0, false, step),
                }
            }
            _ => break,
        };
        if ends_if_zero(last) {
            tests.push(Test { input, low, high, is_within });
            at = usize::from(last.next);
        } else if let Some(after) = skip_alternatives(steps, at) {
            at = after;
        } else {
            break;
        }
    }
    tests
}

/// Comparisons of which one has to hold: the place after them, which each run passes that they do not end.
fn skip_alternatives(steps: &[Step], at: usize) -> Option<usize> {
    let goes_on = usize::from(steps[at].target);
    let last = steps.get(goes_on).filter(|_| steps[at].jump == IF_NOT_ZERO)?;
    let ends = |target: usize| target >= steps.len();
    let stays = |target: usize| target <= goes_on || ends(target);
    let leads_there = steps[at..goes_on].iter().all(|step| match step.action {
        Action::Do(Op::JumpIf | Op::JumpUnless) => stays(step.value as usize),
        Action::Do(op) if gives_no_result(op) || matches!(op, Op::Roll | Op::Chance) => false,
        _ => step.jump == NEVER || stays(usize::from(step.target)),
    });
    let is_end = last.action == Action::Do(Op::JumpUnless) && ends(last.value as usize) && last.a == steps[at].to;
    (leads_there && is_end).then_some(goes_on + 1)
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

fn gives_no_result(op: Op) -> bool {
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
