//! Runs programs. Arithmetic saturates at the limits of 64 bits, division rounds down, and a division by zero gives 0.

use crate::program::{MAX_REGISTERS, Op, Program};

/// The values that a program reads, and its dice.
pub trait Inputs {
    /// Why a run is given up: an input that cannot be read.
    type Failure;

    /// The input of this index: an integer, 0 or 1, or the number of a text.
    fn read(&mut self, input: usize) -> Result<i64, Self::Failure>;

    /// A die from `low` to `high`, where `low < high`.
    fn roll(&mut self, low: i64, high: i64) -> Result<i64, Self::Failure>;
}

impl Program {
    /// Runs the program and returns its value.
    #[inline]
    pub fn run<I: Inputs>(&self, inputs: &mut I) -> Result<i64, I::Failure> {
        let mut registers = [0i64; MAX_REGISTERS];
        let mut at = 0;
        while let Some(&instruction) = self.instructions.get(at) {
            at += 1;
            let value = instruction.value as usize;
            // `Program::read` has verified the registers; the mask spares the check of each access.
            let a = registers[usize::from(instruction.a) % MAX_REGISTERS];
            let b = registers[usize::from(instruction.b) % MAX_REGISTERS];
            let result = match instruction.op {
                Op::Return => return Ok(a),
                Op::Constant => self.constants[value],
                Op::Text => self.numbers[value],
                Op::Input => inputs.read(value)?,
                Op::Move => a,
                Op::Add => a.saturating_add(b),
                Op::Subtract => a.saturating_sub(b),
                Op::Multiply => a.saturating_mul(b),
                Op::Divide => divide_floor(a, b),
                Op::Remainder => remainder_floor(a, b),
                Op::Negate => a.saturating_neg(),
                Op::Smaller => a.min(b),
                Op::Larger => a.max(b),
                Op::Equal => i64::from(a == b),
                Op::Unequal => i64::from(a != b),
                Op::Less => i64::from(a < b),
                Op::AtMost => i64::from(a <= b),
                Op::Not => i64::from(a == 0),
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
                Op::Roll if b > a => inputs.roll(a, b)?,
                Op::Roll => a,
            };
            registers[usize::from(instruction.to) % MAX_REGISTERS] = result;
        }
        unreachable!("a verified program ends with return")
    }
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
