//! Rules of data mods for Python: a program reads its inputs through functions.

use footfall_rules::{Host, NO_CELL, Program, Type};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A verified program of a rule.
#[pyclass(module = "footfall._native", frozen)]
pub struct RuleProgram {
    program: Program,
}

/// The functions that a program asks, and its results.
struct Callbacks<'a, 'py> {
    program: &'a Program,
    load: &'a Bound<'py, PyAny>,
    roll: &'a Bound<'py, PyAny>,
    bind: Option<&'a Bound<'py, PyAny>>,
    /// Why an item could not be set.
    failure: Option<PyErr>,
    /// Texts that the program does not have; their numbers follow those of the program.
    others: Vec<String>,
    outputs: Vec<(usize, i64)>,
}

#[pymethods]
impl RuleProgram {
    /// Raises ValueError with the place for bytes that are not a program.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        let program = Program::read(bytes).map_err(|why| PyValueError::new_err(why.to_string()))?;
        Ok(Self { program })
    }

    /// The number of instructions that no run exceeds, and the bound of the cost.
    #[getter]
    fn limits(&self) -> (u64, u32) {
        (self.program.longest, self.program.cost)
    }

    /// Runs the program. `load` gives the value of an input by index, or the items of a list; `roll` a die between two
    /// bounds; `bind` sets an item by index. Returns the index and value of each output.
    #[pyo3(signature = (load, roll, bind=None))]
    fn run<'py>(
        &self,
        load: &Bound<'py, PyAny>,
        roll: &Bound<'py, PyAny>,
        bind: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(usize, i64)>> {
        let program = &self.program;
        let mut host = Callbacks { program, load, roll, bind, failure: None, others: Vec::new(), outputs: Vec::new() };
        self.program.run(&mut host)?;
        host.failure.map_or(Ok(host.outputs), Err)
    }
}

impl Host for Callbacks<'_, '_> {
    type Failure = PyErr;

    fn load(&mut self, input: usize) -> PyResult<i64> {
        let value = self.load.call1((input,))?;
        match self.program.inputs[input].type_ {
            Type::Boolean => Ok(i64::from(value.is_truthy()?)),
            Type::Thing if value.is_none() => Ok(NO_CELL),
            Type::Thing => match value.extract::<(i64, i64)>() {
                Ok((y, x)) => Ok((y << 32).wrapping_add(x)),
                Err(_) => value.extract(),
            },
            Type::Text => value.cast::<PyString>().map_or(Ok(-1), |text| self.number(text.to_cow()?.as_ref())),
            _ => value.extract(),
        }
    }

    fn roll(&mut self, _: usize, low: i64, high: i64) -> PyResult<i64> {
        self.roll.call1((low, high))?.extract()
    }

    fn list(&mut self, input: usize, items: &mut Vec<i64>) -> PyResult<()> {
        *items = self.load.call1((input,))?.extract()?;
        Ok(())
    }

    fn bind(&mut self, input: usize, item: i64) {
        if let Some(Err(error)) = self.bind.map(|bind| bind.call1((input, item))) {
            self.failure.get_or_insert(error);
        }
    }

    fn emit(&mut self, output: usize, value: i64) -> PyResult<()> {
        self.outputs.push((output, value));
        Ok(())
    }
}

impl Callbacks<'_, '_> {
    fn number(&mut self, text: &str) -> PyResult<i64> {
        let own = &self.program.texts;
        let others = &self.others;
        let number = own.iter().chain(others).position(|known| known == text);
        Ok(number.unwrap_or_else(|| {
            self.others.push(text.to_owned());
            self.program.texts.len() + self.others.len() - 1
        }) as i64)
    }
}
