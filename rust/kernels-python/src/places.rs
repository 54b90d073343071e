//! Positions, sizes and lists of numbers from Python.

use crate::args::{Value, checks, plain_integer, range_error};
use crate::layers::{data_pointer, snapshot};
use crate::memory::{filled, filled_room, memory_error};
use footfall_kernels::limits::{MAX_CELLS, MAX_SIDE};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

/// A (y, x) inside the map.
pub fn position(value: Value, name: &str, shape: (usize, usize)) -> PyResult<(usize, usize)> {
    if let Some(place) = pair_of(value).and_then(|(y, x)| inside(y, x, shape)) {
        return Ok(place);
    }
    let (y, x) = checks(value.py())?.call_method1("position", (value, name, shape))?.extract()?;
    inside(y, x, shape).ok_or_else(|| place_error(name))
}

fn inside(y: i64, x: i64, (height, width): (usize, usize)) -> Option<(usize, usize)> {
    let fits = (0..height as i64).contains(&y) && (0..width as i64).contains(&x);
    fits.then_some((y as usize, x as usize))
}

fn place_error(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: expected positions inside the map"))
}

/// A (height, width) of a new map.
pub fn size(value: Value) -> PyResult<(usize, usize)> {
    const SIDES: std::ops::RangeInclusive<i64> = 1..=MAX_SIDE as i64;
    let fits = |&(height, width): &(i64, i64)| {
        SIDES.contains(&height) && SIDES.contains(&width) && (height * width) as usize <= MAX_CELLS
    };
    let sides = match pair_of(value).filter(fits) {
        Some(sides) => sides,
        None => checks(value.py())?.call_method1("size", (value,))?.extract()?,
    };
    let sides = Some(sides).filter(fits).ok_or_else(|| range_error("shape", 1, MAX_SIDE as i64))?;
    Ok((sides.0 as usize, sides.1 as usize))
}

/// A (y, x) that need not lie on a map.
pub fn pair(value: Value, name: &str) -> PyResult<(i32, i32)> {
    const NEAR: std::ops::RangeInclusive<i64> = -(1 << 24)..=1 << 24;
    if let Some((y, x)) = pair_of(value).filter(|(y, x)| NEAR.contains(y) && NEAR.contains(x)) {
        return Ok((y as i32, x as i32));
    }
    let (y, x): (i64, i64) = checks(value.py())?.call_method1("pair", (value, name))?.extract()?;
    if !NEAR.contains(&y) || !NEAR.contains(&x) {
        return Err(range_error(name, *NEAR.start(), *NEAR.end()));
    }
    Ok((y as i32, x as i32))
}

fn pair_of(value: Value) -> Option<(i64, i64)> {
    let tuple = value.cast::<PyTuple>().ok()?;
    if tuple.len() != 2 {
        return None;
    }
    let part = |index| plain_integer(tuple.get_borrowed_item(index).ok()?.into());
    Some((part(0)?, part(1)?))
}

/// Positions inside the map.
pub fn positions(value: Value, name: &str, shape: (usize, usize)) -> PyResult<Vec<(usize, usize)>> {
    if let Some(places) = positions_of(value, shape)? {
        return Ok(places);
    }
    let array = checks(value.py())?.call_method1("positions", (snapshot(value)?, name, shape))?;
    // An array from `__array__` can change between the check and here.
    places_in(&array, shape)?.ok_or_else(|| place_error(name))
}

/// Positions from a list of tuples or an int32 or int64 array, if all are valid.
fn positions_of(value: Value, shape: (usize, usize)) -> PyResult<Option<Vec<(usize, usize)>>> {
    let Ok(list) = value.cast::<PyList>() else { return places_in(&value, shape) };
    let mut places = filled_room(list.len())?;
    for item in list.iter() {
        let Some(place) = pair_of(Value::from(item.as_borrowed())).and_then(|(y, x)| inside(y, x, shape)) else {
            return Ok(None);
        };
        if places.len() == places.capacity() {
            places.try_reserve(1).map_err(|_| memory_error())?;
        }
        places.push(place);
    }
    Ok(Some(places))
}

/// Positions from an int32 or int64 array of shape (n, 2) in any layout, if all are valid.
fn places_in(value: &Bound<PyAny>, shape: (usize, usize)) -> PyResult<Option<Vec<(usize, usize)>>> {
    let Some((data, [count, 2], [rows, columns], size)) = integers_of::<2>(value) else { return Ok(None) };
    let mut places = filled_room(count)?;
    for row in 0..count as isize {
        // SAFETY: no Python code has run since `integers_of`.
        let [y, x] = [0, 1].map(|column| unsafe { integer_at(data, row * rows + column * columns, size) });
        let Some(place) = inside(y, x, shape) else { return Ok(None) };
        places.push(place);
    }
    Ok(Some(places))
}

/// Pointer, shape, strides and item size of an int32 or int64 array in native byte order.
fn integers_of<const N: usize>(value: &Bound<PyAny>) -> Option<(*const u8, [usize; N], [isize; N], usize)> {
    let array = value.cast::<PyUntypedArray>().ok()?;
    let dtype = array.dtype();
    let usable =
        dtype.kind() == b'i' && matches!(dtype.itemsize(), 4 | 8) && dtype.is_native_byteorder() != Some(false);
    let (shape, strides) = (array.shape().try_into().ok()?, array.strides().try_into().ok()?);
    usable.then(|| (data_pointer(array), shape, strides, dtype.itemsize()))
}

/// The int32 or int64 at an offset, aligned or not.
///
/// # Safety
///
/// The memory must be readable.
unsafe fn integer_at(data: *const u8, offset: isize, size: usize) -> i64 {
    // SAFETY: the caller's promise.
    unsafe {
        let item = data.offset(offset);
        if size == 4 { item.cast::<i32>().read_unaligned().into() } else { item.cast::<i64>().read_unaligned() }
    }
}

/// `count` integers, from one for all or a sequence.
pub fn each(value: Value, name: &str, count: usize, low: i64, high: i64) -> PyResult<Vec<i64>> {
    if let Some(number) = value.cast::<PyInt>().ok().and_then(|number| number.extract::<i64>().ok()) {
        if (low..=high).contains(&number) {
            return filled(number, count);
        }
    }
    let array = checks(value.py())?.call_method1("each", (snapshot(value)?, name, count, low, high))?;
    let Some((data, [length], [step], size)) = integers_of::<1>(&array) else {
        return Err(range_error(name, low, high));
    };
    let mut numbers = filled_room(length)?;
    for index in 0..length as isize {
        // SAFETY: no Python code has run since `integers_of`.
        numbers.push(unsafe { integer_at(data, index * step, size) });
    }
    let fits = length == count && numbers.iter().all(|number| (low..=high).contains(number));
    if fits { Ok(numbers) } else { Err(range_error(name, low, high)) }
}
