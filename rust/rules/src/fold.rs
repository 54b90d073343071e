//! Combines the terms that rules propose, as footfall.engine.terms does.

/// The largest value of a term that a rule proposes, and of a result.
pub const MAX_TERM: i64 = 1_000_000_000;

/// How a proposed value changes a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    Set,
    Add,
    /// Multiplies by the value divided by this number, which is not 0.
    Multiply(i64),
}

#[derive(Clone, Copy)]
struct Term {
    value: i64,
    sum: i128,
    over: i128,
    under: i128,
    added: bool,
    multiplied: bool,
}

/// The terms of one fold: first the last value set, then the sum of all added, then the product of all factors, rounded
/// half up once at the end.
#[derive(Clone)]
pub struct Terms<const N: usize>([Term; N]);

impl<const N: usize> Terms<N> {
    pub fn new(base: [i64; N]) -> Self {
        let term = |value| Term { value, sum: 0, over: 1, under: 1, added: false, multiplied: false };
        Self(base.map(term))
    }

    /// Adds a proposal. None: the product is too large for 128 bits, and Python must fold.
    pub fn propose(&mut self, term: usize, combine: Combine, value: i64) -> Option<()> {
        let term = &mut self.0[term];
        match combine {
            Combine::Set => term.value = value,
            Combine::Add => {
                term.sum += i128::from(value);
                term.added = true;
            }
            Combine::Multiply(divisor) => {
                term.over = term.over.checked_mul(i128::from(value))?;
                term.under = term.under.checked_mul(i128::from(divisor))?;
                term.multiplied = true;
            }
        }
        Some(())
    }

    /// The terms. None: a product is too large for 128 bits, and Python must fold.
    pub fn combine(&self) -> Option<[i64; N]> {
        let mut values = [0; N];
        for (value, term) in values.iter_mut().zip(&self.0) {
            *value = term.combine()?;
        }
        Some(values)
    }
}

impl Term {
    fn combine(&self) -> Option<i64> {
        if !(self.added || self.multiplied) {
            return Some(self.value);
        }
        let mut value = i128::from(self.value) + self.sum;
        if self.multiplied {
            // Half up: (2n + d) floor-divided by 2d.
            let numerator = value.checked_mul(self.over)?.checked_mul(2)?.checked_add(self.under)?;
            let denominator = self.under.checked_mul(2)?;
            let (quotient, remainder) = (numerator / denominator, numerator % denominator);
            value = quotient - i128::from(remainder != 0 && (remainder < 0) != (denominator < 0));
        }
        let limit = i128::from(MAX_TERM);
        Some(value.clamp(-limit, limit) as i64)
    }
}
