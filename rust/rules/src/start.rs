//! The rest of a program where some inputs are known: the comparisons to make first, and the instructions after them.

use crate::program::{MAX_REGISTERS, Op, Program};
use crate::run::Host;
use crate::steps::{Action, IF_NOT_ZERO, IF_ZERO, NEVER, NO_INPUT, Step, gives_no_result};

/// A program that may give something: the run begins at a later instruction once the tests hold.
#[derive(Clone, Debug)]
pub struct Start {
    /// Conditions on the inputs that are not known.
    pub tests: Vec<Test>,
    pub(crate) at: usize,
}

/// A comparison of an input with constants. Where it fails, the run ends before it has rolled or given anything.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub input: usize,
    low: i64,
    high: i64,
    is_within: bool,
    /// The step that compares, and the one after it.
    at: usize,
    next: usize,
}

impl Test {
    #[inline]
    pub fn holds(&self, value: i64) -> bool {
        (self.low..=self.high).contains(&value) == self.is_within
    }
}

/// A host that stops a run at the first input that is not known, die or output.
struct Known<F>(F);

impl<F: Fn(usize) -> Option<i64>> Host for Known<F> {
    type Failure = ();

    fn load(&mut self, input: usize) -> Result<i64, ()> {
        (self.0)(input).ok_or(())
    }

    fn roll(&mut self, _: usize, _: i64, _: i64) -> Result<i64, ()> {
        Err(())
    }

    fn fold(&mut self, _: usize, _: &mut [i64]) -> Result<(), ()> {
        Err(())
    }

    fn list(&mut self, _: usize, _: &mut Vec<i64>) -> Result<(), ()> {
        Err(())
    }

    fn emit(&mut self, _: usize, _: i64) -> Result<(), ()> {
        Err(())
    }
}

impl Program {
    /// The rest of a run; None if it gives nothing.
    ///
    /// - `known`: the value of an input that is the same in all these runs.
    /// - `may_test`: whether an input may be read before the run.
    pub fn begin(&self, known: impl Fn(usize) -> Option<i64>, may_test: impl Fn(usize) -> bool) -> Option<Start> {
        let (steps, registers) = (&self.steps, &mut [0; MAX_REGISTERS]);
        let (mut at, ()) = self.run_part(&mut Known(&known), registers, 0, steps.len()).err()?;
        if steps[..at].iter().any(|step| step.action == Action::Do(Op::Bind)) {
            at = 0;
        }
        let mut tests = list_tests(steps, at);
        if tests.iter().any(|test| known(test.input).is_some_and(|value| !test.holds(value))) {
            return None;
        }
        for test in &tests {
            if test.at == at && may_test(test.input) {
                at = test.next;
            }
        }
        tests.retain(|test| known(test.input).is_none() && may_test(test.input));
        Some(Start { tests, at: if reads_before_writing(steps, at) { 0 } else { at } })
    }
}

/// Whether steps from `start` on may read a register that none of them has written.
fn reads_before_writing(steps: &[Step], start: usize) -> bool {
    let bit = |register: u8| 1u64 << register;
    // The registers that may be unwritten when a step is reached; none where it is never reached.
    let mut unwritten = vec![None; steps.len() + 1];
    unwritten[start] = Some(u64::MAX);
    for (at, step) in steps.iter().enumerate().skip(start) {
        let Some(mut left) = unwritten[at] else { continue };
        let (a, b) = (bit(step.a), bit(step.b));
        let (reads, targets) = match step.action {
            Action::Do(Op::Fold | Op::Choice) => return true,
            Action::Do(Op::End) => continue,
            Action::Do(Op::Jump) => (0, [step.value as usize, step.value as usize]),
            Action::Do(Op::JumpIf | Op::JumpUnless) => (a, [step.value as usize, usize::from(step.next)]),
            action => {
                let target = if step.jump == NEVER { step.next } else { step.target };
                let reads = match action {
                    Action::Do(Op::Constant | Op::Immediate | Op::Load) => 0,
                    Action::Do(Op::Move | Op::Negate | Op::Absolute | Op::Not | Op::Emit | Op::Bind) => a,
                    Action::Do(_) => a | b,
                    _ => {
                        left &= !(bit(step.constant) | if step.input == NO_INPUT { 0 } else { bit(step.loaded) });
                        a | b
                    }
                };
                (reads, [usize::from(target), usize::from(step.next)])
            }
        };
        if reads & left != 0 {
            return true;
        }
        if !matches!(step.action, Action::Do(op) if gives_no_result(op)) {
            left &= !bit(step.to);
        }
        for target in targets {
            let before = &mut unwritten[target.min(steps.len())];
            *before = Some(before.unwrap_or(0) | left);
        }
    }
    false
}

/// The comparisons that a run from a step on makes first, each of which it has to pass.
fn list_tests(steps: &[Step], mut at: usize) -> Vec<Test> {
    let ends_if_zero = |step: &Step| step.jump == IF_ZERO && usize::from(step.target) >= steps.len();
    let mut tests = Vec::new();
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
            let next = usize::from(last.next);
            tests.push(Test { input, low, high, is_within, at, next });
            at = next;
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
