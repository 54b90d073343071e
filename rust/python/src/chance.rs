//! Rules of chance for Python: the odds of their outcomes.

use footfall_rules::{Combine, FieldType, Foreseer, Odds, Program, Proposed, Term, Uncounted};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// A verified program of a rule of chance, and the fields of its outcome whose odds are asked.
#[pyclass(module = "footfall._native", frozen)]
pub struct ChanceOdds {
    odds: Odds,
}

/// The facts of one question. Those that are not numbers are numbered after the texts of the program.
struct Facts<'a, 'py> {
    py: Python<'py>,
    program: &'a Program,
    values: Vec<i64>,
    things: Vec<Bound<'py, PyAny>>,
    foresee: Option<&'a Bound<'py, PyAny>>,
}

/// The values of an outcome, and its share as numerator and denominator.
type Row<'py> = (Bound<'py, PyTuple>, u128, u128);

#[pymethods]
impl ChanceOdds {
    /// Raises ValueError for bytes that are not a program, or a field that its outcome does not have.
    #[new]
    fn new(bytes: &[u8], fields: Vec<String>) -> PyResult<Self> {
        let program = Program::read(bytes).map_err(|why| PyValueError::new_err(why.to_string()))?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let odds = Odds::new(program, &fields);
        Ok(Self { odds: odds.ok_or_else(|| PyValueError::new_err("the outcome has no such field"))? })
    }

    /// Counts the odds for facts in the order of the program's inputs. `foresee` gives what listeners propose for a
    /// fold by index and the fields of its event: for each term a list of (kind, value, divisor), the kinds being 0 set,
    /// 1 add, 2 multiply. Returns for each outcome its values and its share as a ratio; None if a number is too large.
    fn count<'py>(
        &self,
        facts: &Bound<'py, PyTuple>,
        foresee: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Vec<Row<'py>>>> {
        let py = facts.py();
        let mut asked = Facts { py, program: self.odds.program(), values: Vec::new(), things: Vec::new(), foresee };
        if facts.len() != asked.program.inputs.len() {
            return Err(PyValueError::new_err("there are as many facts as inputs"));
        }
        for fact in facts.iter() {
            let value = asked.number(fact)?;
            asked.values.push(value);
        }
        match self.odds.count(&mut asked) {
            Ok(outcomes) => outcomes
                .into_iter()
                .map(|(values, share)| Ok((PyTuple::new(py, values)?, share.over, share.under)))
                .collect::<PyResult<_>>()
                .map(Some),
            Err(Uncounted::TooLarge) => Ok(None),
            Err(Uncounted::Failed(error)) => Err(error),
        }
    }
}

impl<'py> Facts<'_, 'py> {
    fn number(&mut self, fact: Bound<'py, PyAny>) -> PyResult<i64> {
        if let Ok(number) = fact.extract::<i64>() {
            return Ok(number);
        }
        if let Ok(text) = fact.cast::<PyString>() {
            let text = text.to_cow()?;
            if let Some(known) = self.program.texts.iter().position(|known| *known == text) {
                return Ok(known as i64);
            }
        }
        for (number, thing) in self.things.iter().enumerate() {
            if thing.eq(&fact)? {
                return Ok((self.program.texts.len() + number) as i64);
            }
        }
        self.things.push(fact);
        Ok((self.program.texts.len() + self.things.len() - 1) as i64)
    }

    fn describe(&self, type_: FieldType, value: i64) -> PyResult<Bound<'py, PyAny>> {
        let text = |index: usize| self.program.texts.get(index);
        Ok(match (type_, usize::try_from(value)) {
            (FieldType::Integer, _) => value.into_pyobject(self.py)?.into_any(),
            (FieldType::Boolean, _) => (value != 0).into_pyobject(self.py)?.to_owned().into_any(),
            (FieldType::Thing, Ok(index)) => match text(index) {
                Some(text) => text.into_pyobject(self.py)?.into_any(),
                None => self.things[index - self.program.texts.len()].clone(),
            },
            (FieldType::Thing, Err(_)) => return Err(PyValueError::new_err("a thing has no number")),
        })
    }
}

impl Foreseer for Facts<'_, '_> {
    type Failure = PyErr;

    fn load(&mut self, input: usize) -> i64 {
        self.values[input]
    }

    fn foresee(&mut self, fold: usize, fields: &[i64]) -> PyResult<Proposed> {
        let call = &self.program.folds[fold];
        let Some(foresee) = self.foresee else { return Ok(vec![Term::default(); call.terms.len()]) };
        let fields = call.fields.iter().zip(fields).map(|(&type_, &value)| self.describe(type_, value));
        let event = PyTuple::new(self.py, fields.collect::<PyResult<Vec<_>>>()?)?;
        let proposals: Vec<Vec<(u8, i64, i64)>> = foresee.call1((fold, event))?.extract()?;
        let too_large = || PyValueError::new_err("a product of terms is too large");
        let mut terms = vec![Term::default(); call.terms.len()];
        for (term, proposals) in terms.iter_mut().zip(proposals) {
            for (kind, value, divisor) in proposals {
                let combine = match kind {
                    0 => Combine::Set,
                    1 => Combine::Add,
                    _ => Combine::Multiply(divisor),
                };
                term.propose(combine, value).ok_or_else(too_large)?;
            }
        }
        Ok(terms)
    }
}
