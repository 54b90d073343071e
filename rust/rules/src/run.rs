//! Runs programs. Arithmetic saturates at the limits of 64 bits, division rounds down, and a division by zero gives 0.

use crate::fold::MAX_TERM;
use crate::program::{Choice, ChoiceKind, MAX_REGISTERS, Op, Output, Program, Type};
use crate::start::Start;
use crate::steps::{Action, NO_INPUT};

/// Bounds of a die, and their negatives.
pub(crate) const MAX_DIE: i64 = 1_000_000_000;

/// Registers of most programs; clearing more takes longer than a condition.
const FEW: usize = 8;

const THOUSANDTHS: i128 = 1000;

/// The inputs of a program, its dice, and its results.
pub trait Host {
    /// Why a run is given up, such as an input that cannot be read.
    type Failure;

    /// The value of an input: an integer, thousandths, 0 or 1, or the number of a text. The same at every reading.
    fn load(&mut self, input: usize) -> Result<i64, Self::Failure>;

    /// A die from `low` to `high`, where `low < high`; `purpose` is the number of a text.
    fn roll(&mut self, purpose: usize, low: i64, high: i64) -> Result<i64, Self::Failure>;

    /// Asks a hook: `values` holds the fields of its event, then its terms, which it may change. Programs without
    /// folds never ask.
    fn fold(&mut self, fold: usize, values: &mut [i64]) -> Result<(), Self::Failure> {
        let _ = (fold, values);
        Ok(())
    }

    /// The items of a list, the nearest first: ids, or cells as `y * 2^32 + x`. Programs without choices never ask.
    fn list(&mut self, input: usize, items: &mut Vec<i64>) -> Result<(), Self::Failure> {
        let _ = (input, items);
        Ok(())
    }

    /// Sets an input that is the item of a choice; inputs that depend on it are read again.
    fn bind(&mut self, input: usize, item: i64) {
        let _ = (input, item);
    }

    /// Takes the value of an output.
    fn emit(&mut self, output: usize, value: i64) -> Result<(), Self::Failure>;
}

impl Program {
    /// Runs the program, which takes at most `longest` instructions.
    #[inline]
    pub fn run<H: Host>(&self, host: &mut H) -> Result<(), H::Failure> {
        self.run_at(host, 0)
    }

    /// Runs what is left of the program once the tests hold.
    #[inline]
    pub fn run_from<H: Host>(&self, start: &Start, host: &mut H) -> Result<(), H::Failure> {
        self.run_at(host, start.at)
    }

    #[inline]
    fn run_at<H: Host>(&self, host: &mut H, at: usize) -> Result<(), H::Failure> {
        let few = self.registers <= FEW;
        if few { self.run_with::<FEW, H>(host, at) } else { self.run_with::<MAX_REGISTERS, H>(host, at) }
    }

    fn run_with<const N: usize, H: Host>(&self, host: &mut H, at: usize) -> Result<(), H::Failure> {
        self.run_part(host, &mut [0i64; N], at, self.steps.len()).map_err(|(_, why)| why)
    }

    /// Runs the instructions from `at` to `end`; also returns the one at which the host fails.
    pub(crate) fn run_part<const N: usize, H: Host>(
        &self,
        host: &mut H,
        registers: &mut [i64; N],
        mut at: usize,
        end: usize,
    ) -> Result<(), (usize, H::Failure)> {
        while at < end {
            let here = at;
            let fail = |why| (here, why);
            let step = &self.steps[at];
            at = usize::from(step.next);
            let value = step.value as usize;
            // `Program::read` has verified the registers; the remainder spares the check of each access.
            let at_of = |register: u8| usize::from(register) % N;
            let op = match step.action {
                Action::Do(op) => op,
                comparison => {
                    if step.input != NO_INPUT {
                        registers[at_of(step.loaded)] = host.load(usize::from(step.input)).map_err(fail)?;
                    }
                    registers[at_of(step.constant)] = i64::from(step.value);
                    let (a, b) = (registers[at_of(step.a)], registers[at_of(step.b)]);
                    let result = match comparison {
                        Action::Equal => a == b,
                        Action::Unequal => a != b,
                        Action::Less => a < b,
                        _ => a <= b,
                    };
                    registers[at_of(step.to)] = i64::from(result);
                    at = if u8::from(result) == step.jump { usize::from(step.target) } else { at };
                    continue;
                }
            };
            let (a, b) = (registers[at_of(step.a)], registers[at_of(step.b)]);
            let result = match op {
                Op::End => return Ok(()),
                Op::Constant => self.constants[value],
                Op::Load => host.load(value).map_err(fail)?,
                Op::Roll => {
                    let (low, high) = (a.clamp(-MAX_DIE, MAX_DIE), b.clamp(-MAX_DIE, MAX_DIE));
                    if low < high { host.roll(value, low, high).map_err(fail)? } else { low }
                }
                Op::Chance => {
                    let sides = b.clamp(1, MAX_DIE);
                    let die = if sides > 1 { host.roll(value, 1, sides).map_err(fail)? } else { 1 };
                    i64::from(die <= a)
                }
                Op::Fold => {
                    let call = &self.folds[value];
                    let from = at_of(step.a);
                    host.fold(value, &mut registers[from..from + call.fields.len() + call.terms.len()])
                        .map_err(fail)?;
                    continue;
                }
                Op::Choice => {
                    let choice = &self.choices[value];
                    registers[at_of(step.to)] =
                        self.choose(host, registers, choice, at, (step.a, step.b)).map_err(fail)?;
                    at = choice.end.max(choice.last);
                    continue;
                }
                Op::Bind => {
                    host.bind(value, a);
                    continue;
                }
                Op::Jump => {
                    at = value;
                    continue;
                }
                Op::JumpUnless => {
                    at = if a == 0 { value } else { at };
                    continue;
                }
                Op::JumpIf => {
                    at = if a != 0 { value } else { at };
                    continue;
                }
                Op::Emit => {
                    let is_term = matches!(self.outputs[value], Output::Term(..));
                    host.emit(value, if is_term { a.clamp(-MAX_TERM, MAX_TERM) } else { a }).map_err(fail)?;
                    continue;
                }
                _ => evaluate(op, a, b, step.value),
            };
            registers[at_of(step.to)] = result;
            at = if u8::from(result != 0) == step.jump { usize::from(step.target) } else { at };
        }
        Ok(())
    }

    /// Looks at a list; `at` is the first instruction of the condition, which leaves it and the value that orders in
    /// two registers.
    #[inline(never)]
    fn choose<const N: usize, H: Host>(
        &self,
        host: &mut H,
        registers: &mut [i64; N],
        choice: &Choice,
        at: usize,
        (condition, order): (u8, u8),
    ) -> Result<i64, H::Failure> {
        let mut items = Vec::new();
        host.list(choice.items, &mut items)?;
        items.truncate(choice.limit);
        let mut items: Vec<(i64, usize)> = items.into_iter().zip(0..).collect();
        items.sort_unstable();
        let mut found: Vec<(i64, usize, i64)> = Vec::new();
        let mut sum = 0i128;
        for (item, place) in items {
            host.bind(choice.item, item);
            self.run_part(host, registers, at, choice.end).map_err(|(_, why)| why)?;
            let value = registers[usize::from(condition) % N];
            if choice.kind == ChoiceKind::Sum {
                sum += i128::from(value);
                continue;
            }
            if value == 0 {
                continue;
            }
            if choice.kind == ChoiceKind::Any {
                return Ok(1);
            }
            let order = if choice.kind == ChoiceKind::Pick { registers[usize::from(order) % N] } else { 0 };
            found.push((order, place, item));
        }
        match choice.kind {
            ChoiceKind::Any => Ok(0),
            ChoiceKind::Count => Ok(found.len() as i64),
            ChoiceKind::Sum => Ok(saturate(sum)),
            ChoiceKind::Nearest => {
                let none = if self.inputs[choice.item].type_ == Type::Thing { NO_CELL } else { 0 };
                Ok(found.into_iter().min().map_or(none, |(_, _, item)| item))
            }
            ChoiceKind::Pick => {
                found.sort_unstable();
                for &(_, _, item) in found.iter().take(choice.most) {
                    host.bind(choice.item, item);
                    self.run_part(host, registers, choice.end, choice.last).map_err(|(_, why)| why)?;
                }
                Ok(0)
            }
        }
    }
}

/// The nearest cell of none.
pub const NO_CELL: i64 = i64::MIN;

/// The result of an operation that needs its operands alone.
#[inline(always)]
pub(crate) fn evaluate(op: Op, a: i64, b: i64, value: i32) -> i64 {
    match op {
        Op::Immediate => i64::from(value),
        Op::Move => a,
        Op::Add => a.saturating_add(b),
        Op::Subtract => a.saturating_sub(b),
        Op::Multiply => a.saturating_mul(b),
        Op::Divide => divide_floor(a, b),
        Op::Remainder => remainder_floor(a, b),
        Op::MultiplyDecimals => saturate((i128::from(a) * i128::from(b)).div_euclid(THOUSANDTHS)),
        Op::Negate => a.saturating_neg(),
        Op::Absolute => a.saturating_abs(),
        Op::Smaller => a.min(b),
        Op::Larger => a.max(b),
        Op::Equal => i64::from(a == b),
        Op::Unequal => i64::from(a != b),
        Op::Less => i64::from(a < b),
        Op::AtMost => i64::from(a <= b),
        Op::Not => i64::from(a == 0),
        _ => unreachable!("this operation needs more than its operands"),
    }
}

fn saturate(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

fn divide_floor(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let quotient = a.saturating_div(b);
    // `i64::MIN / -1` saturates, and has no remainder.
    quotient - i64::from(b != -1 && a % b != 0 && (a < 0) != (b < 0))
}

fn remainder_floor(a: i64, b: i64) -> i64 {
    if b == 0 || b == -1 {
        return 0;
    }
    let remainder = a % b;
    if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder }
}
