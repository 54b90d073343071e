//! Arguments from Python. Valid ones are recognized here, cheaply; all others go to `kernels/checks.py`, which
//! converts them or raises, so that both backends raise the same errors.
//!
//! The conversion of an argument can run any Python code, in this thread or, while it runs, in others, and that code can
//! do anything to an array: change its shape or type, write to it, free its memory. So arrays are read at once, without
//! Python code between a look at their shape and the last read; results of Python code are checked again; and a grid is
//! locked after all arguments are converted.

use footfall_kernels::limits::MAX_DISTANCE;
use numpy::npyffi::{NpyTypes, get_type_object};
use pyo3::exceptions::PyValueError;
use pyo3::ffi::PyObject_TypeCheck;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyModule, PyTuple};
use std::borrow::Cow;

/// Any argument.
#[derive(Clone, Copy)]
pub struct Value<'a, 'py>(Borrowed<'a, 'py, PyAny>);

impl<'a, 'py> FromPyObject<'a, 'py> for Value<'a, 'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Value(value))
    }
}

impl<'a, 'py> From<Borrowed<'a, 'py, PyAny>> for Value<'a, 'py> {
    fn from(value: Borrowed<'a, 'py, PyAny>) -> Self {
        Value(value)
    }
}

impl<'a, 'py> IntoPyObject<'py> for Value<'a, 'py> {
    type Target = PyAny;
    type Output = Borrowed<'a, 'py, PyAny>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0)
    }
}

impl<'a, 'py> std::ops::Deref for Value<'a, 'py> {
    type Target = Borrowed<'a, 'py, PyAny>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// An optional argument; Python's None counts as given.
pub enum Arg<'a, 'py> {
    Missing,
    Given(Value<'a, 'py>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Arg<'a, 'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Arg::Given(Value(value)))
    }
}

impl<'a, 'py> Arg<'a, 'py> {
    /// The argument, unless it is missing or None.
    pub fn some(&self) -> Option<Value<'a, 'py>> {
        match self {
            Arg::Given(value) if !value.is_none() => Some(*value),
            _ => None,
        }
    }
}

/// The name of the module of checks, and the module when it is needed.
static CHECKS_NAME: PyOnceLock<String> = PyOnceLock::new();
static CHECKS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Notes the package of an extension module, in which `kernels.checks` is.
pub fn locate_checks(module: &Bound<PyModule>) -> PyResult<()> {
    let name = module.name()?;
    let (package, _) = name.to_str()?.rsplit_once('.').unwrap_or_default();
    CHECKS_NAME.get_or_init(module.py(), || format!("{package}.kernels.checks"));
    Ok(())
}

/// The module `kernels.checks` next to the extension module.
pub fn checks<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyModule>> {
    let module = CHECKS.get_or_try_init(py, || {
        let name = CHECKS_NAME.get(py).expect("noted when the module was initialized");
        Ok::<_, PyErr>(PyModule::import(py, name)?.unbind())
    })?;
    Ok(module.bind(py))
}

/// The number, if the value is an int or an integer of NumPy and fits. Others are left to a check: it calls `__index__`,
/// which can answer differently the second time.
pub fn plain_integer<'a, 'py, T: FromPyObject<'a, 'py>>(value: Value<'a, 'py>) -> Option<T> {
    // SAFETY: the object is alive, and so is the type of NumPy.
    let is_numpy = |value: Value| unsafe {
        let integer = get_type_object(value.py(), NpyTypes::PyIntegerArrType_Type);
        PyObject_TypeCheck(value.as_ptr(), integer) != 0
    };
    if value.is_instance_of::<PyInt>() || is_numpy(value) { value.extract().ok() } else { None }
}

/// An integer in low..=high.
pub fn integer(value: Value, name: &str, low: i64, high: i64) -> PyResult<i64> {
    match plain_integer(value) {
        Some(number) if (low..=high).contains(&number) => Ok(number),
        _ => {
            let number = checks(value.py())?.call_method1("integer", (value, name, low, high))?.extract()?;
            // No memory is read or written on the word of Python code.
            if (low..=high).contains(&number) { Ok(number) } else { Err(range_error(name, low, high)) }
        }
    }
}

pub fn range_error(name: &str, low: i64, high: i64) -> PyErr {
    PyValueError::new_err(format!("{name}: expected an integer in {low}..{high}"))
}

/// An unsigned 64-bit word.
pub fn word(value: Value, name: &str) -> PyResult<u64> {
    match plain_integer(value) {
        Some(number) => Ok(number),
        None => checks(value.py())?.call_method1("word", (value, name))?.extract(),
    }
}

/// An integer option with a default.
pub fn integer_or(value: &Arg, name: &str, low: i64, high: i64, default: i64) -> PyResult<i64> {
    match value {
        Arg::Missing => Ok(default),
        Arg::Given(value) => integer(*value, name, low, high),
    }
}

/// A bool option with a default.
pub fn flag(value: &Arg, name: &str, default: bool) -> PyResult<bool> {
    match value {
        Arg::Missing => Ok(default),
        Arg::Given(value) => match value.cast::<PyBool>() {
            Ok(value) => Ok(value.is_true()),
            Err(_) => checks(value.py())?.call_method1("flag", (*value, name))?.extract(),
        },
    }
}

/// The index of a string among the allowed ones; the first is the default.
pub fn choice(value: &Arg, name: &str, allowed: &[&str]) -> PyResult<usize> {
    let Arg::Given(value) = value else { return Ok(0) };
    let known = value.extract::<Cow<str>>().ok().and_then(|word| allowed.iter().position(|&other| other == word));
    match known {
        Some(index) => Ok(index),
        None => {
            let words = PyTuple::new(value.py(), allowed)?;
            let word: String = checks(value.py())?.call_method1("choice", (*value, name, words))?.extract()?;
            Ok(allowed.iter().position(|&other| other == word).unwrap_or(0))
        }
    }
}

/// A radius; -1 is unlimited.
pub fn radius(value: &Arg) -> PyResult<i32> {
    Ok(value.some().map_or(Ok(-1), |value| integer(value, "radius", -1, i64::from(MAX_DISTANCE)))? as i32)
}

/// An upper bound of a distance; None means the maximum.
pub fn limit(value: &Arg, name: &str) -> PyResult<u32> {
    let most = i64::from(MAX_DISTANCE);
    Ok(value.some().map_or(Ok(most), |value| integer(value, name, 0, most))? as u32)
}

/// The error that a check raises.
pub fn check_error<'py>(value: Value<'_, 'py>, check: &str, args: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    match checks(value.py()).and_then(|module| module.call_method1(check, args)) {
        Err(error) => error,
        Ok(_) => PyValueError::new_err(format!("unusable argument ({check})")),
    }
}
