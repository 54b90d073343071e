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

/// The proposals for one term.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    value: Option<i64>,
    sum: i128,
    over: i128,
    under: i128,
    added: bool,
    multiplied: bool,
}

/// The terms of one fold: first the last value set, then the sum of all added, then the product of all factors, rounded
/// half up once at the end.
#[derive(Clone)]
pub struct Terms<const N: usize> {
    base: [i64; N],
    proposed: [Term; N],
}

impl<const N: usize> Terms<N> {
    pub fn new(base: [i64; N]) -> Self {
        Self { base, proposed: [Term::default(); N] }
    }

    /// Adds a proposal. None: the product is too large for 128 bits, and Python must fold.
    pub fn propose(&mut self, term: usize, combine: Combine, value: i64) -> Option<()> {
        self.proposed[term].propose(combine, value)
    }

    /// The terms. None: a product is too large for 128 bits, and Python must fold.
    pub fn combine(&self) -> Option<[i64; N]> {
        let mut values = self.base;
        for (value, term) in values.iter_mut().zip(&self.proposed) {
            *value = term.combine_with(*value)?;
        }
        Some(values)
    }
}

impl Default for Term {
    fn default() -> Self {
        Self { value: None, sum: 0, over: 1, under: 1, added: false, multiplied: false }
    }
}

impl Term {
    /// Adds a proposal. None: the product is too large for 128 bits, and Python must fold.
    pub fn propose(&mut self, combine: Combine, value: i64) -> Option<()> {
        match combine {
            Combine::Set => self.value = Some(value),
            Combine::Add => {
                self.sum += i128::from(value);
                self.added = true;
            }
            Combine::Multiply(divisor) => {
                self.over = self.over.checked_mul(i128::from(value))?;
                self.under = self.under.checked_mul(i128::from(divisor))?;
                self.multiplied = true;
            }
        }
        Some(())
    }

    /// The term, given its value without proposals. None: a product is too large for 128 bits, and Python must fold.
    pub fn combine_with(&self, base: i64) -> Option<i64> {
        let value = self.value.unwrap_or(base);
        if !(self.added || self.multiplied) {
            return Some(value);
        }
        let mut value = i128::from(value) + self.sum;
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
