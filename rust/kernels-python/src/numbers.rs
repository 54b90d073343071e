//! Random words and hashes.

use crate::args::{Value, checks, plain_integer, word};
use crate::arrays::is_large;
use crate::layers::{data_pointer, snapshot};
use crate::memory::filled_room;
use footfall_kernels::{hash, random};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The Philox4x64-10 block of a key and a counter; see kernels.reference.philox.
#[pyfunction]
#[pyo3(signature = (key0, key1, counter0, counter1))]
pub fn philox(key0: Value, key1: Value, counter0: Value, counter1: Value) -> PyResult<(u64, u64, u64, u64)> {
    let key = [word(key0, "key0")?, word(key1, "key1")?];
    let counter = [word(counter0, "counter0")?, word(counter1, "counter1")?, 0, 0];
    Ok(random::philox(key, counter).into())
}

/// A uniform integer in 0..n-1; see kernels.reference.draw.
#[pyfunction]
#[pyo3(signature = (key0, key1, counter0, counter1, n))]
pub fn draw(key0: Value, key1: Value, counter0: Value, counter1: Value, n: Value) -> PyResult<u64> {
    let key = [word(key0, "key0")?, word(key1, "key1")?];
    let counter = [word(counter0, "counter0")?, word(counter1, "counter1")?];
    let bound = match plain_integer::<u64>(n) {
        Some(bound) if bound > 0 => bound,
        _ => checks(n.py())?.call_method1("integer", (n, "n", 1, u64::MAX))?.extract::<u64>()?.max(1),
    };
    Ok(random::draw(key, counter, bound))
}

/// Two 64-bit words mixed into one; see kernels.reference.mix.
#[pyfunction]
#[pyo3(signature = (a, b))]
pub fn mix(a: Value, b: Value) -> PyResult<u64> {
    Ok(random::mix(word(a, "a")?, word(b, "b")?))
}

/// A 64-bit hash of an array's content; see kernels.reference.hash_array.
#[pyfunction]
pub fn hash_array(array: Value) -> PyResult<u64> {
    let py = array.py();
    let type_error = |what: String| PyTypeError::new_err(format!("array: expected {what}"));
    let Ok(array) = array.cast::<PyUntypedArray>() else {
        return Err(type_error(format!("an array, got {}", array.get_type().name()?)));
    };
    let dtype = array.dtype();
    if !b"biufc".contains(&dtype.kind()) {
        return Err(type_error(format!("bool or numbers, got a {} array", dtype.str()?)));
    }
    let shape = array.shape().to_vec();
    let plain =
        if array.is_c_contiguous() && dtype.is_native_byteorder() != Some(false) && cfg!(target_endian = "little") {
            array.to_owned()
        } else {
            let options = pyo3::types::PyDict::new(py);
            options.set_item("dtype", dtype.call_method1("newbyteorder", ("<",))?)?;
            let copy = py.import("numpy")?.call_method(
                "ascontiguousarray",
                (snapshot(Value::from(array.as_any().as_borrowed()))?,),
                Some(&options),
            )?;
            copy.cast_into::<PyUntypedArray>()?
        };
    let (kind, size) = (dtype.kind(), dtype.itemsize());
    let length = plain.len() * plain.dtype().itemsize();
    // SAFETY: a C-order array of that many bytes; no Python code runs before the last use.
    let data = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data_pointer(&plain), length) } };
    if !is_large(length / 4) {
        return Ok(hash::hash_array(kind, size, &shape, data));
    }
    let mut copy = filled_room(length)?;
    copy.extend_from_slice(data);
    Ok(py.detach(|| hash::hash_array(kind, size, &shape, &copy)))
}
