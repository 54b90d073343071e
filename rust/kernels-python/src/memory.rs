//! `MemoryError` for kernels that cannot get their memory.

use footfall_kernels::memory::{self, Allocated, OutOfMemory};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The error of a call that needs more memory than there is.
pub fn memory_error() -> PyErr {
    PyMemoryError::new_err("not enough memory for a map or a list of this size")
}

/// The value, or `MemoryError`.
pub fn allocated<T>(value: Allocated<T>) -> PyResult<T> {
    value.map_err(|OutOfMemory| memory_error())
}

/// Fails unless `count` items of `bytes` bytes can be allocated now.
pub fn room(count: usize, bytes: usize) -> PyResult<()> {
    allocated(memory::room(count, bytes))
}

/// `count` copies of a value.
pub fn filled<T: Clone>(value: T, count: usize) -> PyResult<Vec<T>> {
    allocated(memory::filled(value, count))
}

/// A list of the items, of which there are at most `count`.
pub fn gathered<T>(items: impl Iterator<Item = T>, count: usize) -> PyResult<Vec<T>> {
    let mut list = filled_room(count)?;
    list.extend(items.take(count));
    Ok(list)
}

/// An empty list with room for `count` items.
pub fn filled_room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| memory_error())?;
    Ok(list)
}
