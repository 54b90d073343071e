//! Result arrays.

use crate::args::{Arg, checks};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// The caller's output array, or a new one of zeros.
pub fn out_or_zeros<'py, T: Element>(
    py: Python<'py>,
    out: &Arg<'_, 'py>,
    dtype: &str,
    shape: (usize, usize),
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let Some(out) = out.some() else { return Ok(PyArray2::zeros(py, [shape.0, shape.1], false)) };
    if let Ok(array) = out.cast::<PyArray2<T>>() {
        let right = array.shape() == [shape.0, shape.1] && array.is_c_contiguous();
        if right && array.try_readwrite().is_ok() {
            return Ok(array.to_owned());
        }
    }
    let dtype = py.import("numpy")?.getattr(dtype)?;
    Ok(checks(py)?.call_method1("out", (out, dtype, shape))?.cast_into()?)
}

/// Kernels on maps with fewer cells keep the interpreter lock: they take a few microseconds, releasing it about 50 ns.
const LONG: usize = 1 << 14;

/// Runs a kernel on a map of `cells` cells, without the interpreter lock if it is large.
pub fn run_detached<R: Send>(py: Python, cells: usize, run: impl FnOnce() -> R + Send) -> R {
    if cells < LONG { run() } else { py.detach(run) }
}

/// Runs `fill` on the cells of a C-order array.
pub fn fill<T: Element, R>(array: &Bound<PyArray2<T>>, fill: impl FnOnce(&mut [T]) -> R) -> PyResult<R> {
    // SAFETY: the array is C-order, and this thread holds the only reference in use while the call runs.
    Ok(fill(unsafe { array.as_slice_mut()? }))
}

/// The caller's output array, or a new uninitialized one, which the caller must fill completely.
pub fn out_or_new<'py, T: Element>(
    py: Python<'py>,
    out: &Arg<'_, 'py>,
    dtype: &str,
    shape: (usize, usize),
) -> PyResult<Bound<'py, PyArray2<T>>> {
    if out.some().is_some() {
        return out_or_zeros(py, out, dtype, shape);
    }
    // SAFETY: the callers fill the whole array with plain integers.
    Ok(unsafe { PyArray2::new(py, [shape.0, shape.1], false) })
}

/// (n, 2) int32 from pairs.
pub fn pairs<'py>(py: Python<'py>, cells: &[[i32; 2]]) -> PyResult<Bound<'py, PyArray2<i32>>> {
    // SAFETY: all of it is written before it is returned.
    let array = unsafe { PyArray2::new(py, [cells.len(), 2], false) };
    fill(&array, |out: &mut [i32]| out.copy_from_slice(cells.as_flattened()))?;
    Ok(array)
}

/// A one-dimensional array.
pub fn column<'py, T: Element + Copy>(py: Python<'py>, values: Vec<T>) -> Bound<'py, PyArray1<T>> {
    // A copy is cheaper than an owner object for few values.
    if values.len() < 4096 { PyArray1::from_slice(py, &values) } else { PyArray1::from_vec(py, values) }
}
