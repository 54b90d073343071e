//! Arguments from Python. Valid ones are recognized here, cheaply; all others go to `footfall.kernels.checks`, which
//! converts them or raises, so that both backends raise the same errors.

use footfall_kernels::limits::{MAX_CELLS, MAX_COST, MAX_DISTANCE, MAX_EXTRA, MAX_SIDE, MAX_WEIGHT};
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::terrain::{Moves, Terrain};
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyList, PyModule, PyTuple};
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

/// The module `footfall.kernels.checks`.
pub fn checks<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyModule>> {
    static CHECKS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module =
        CHECKS.get_or_try_init(py, || Ok::<_, PyErr>(PyModule::import(py, "footfall.kernels.checks")?.unbind()))?;
    Ok(module.bind(py))
}

/// An integer in low..=high.
pub fn integer(value: Value, name: &str, low: i64, high: i64) -> PyResult<i64> {
    match value.extract::<i64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => checks(value.py())?.call_method1("integer", (value, name, low, high))?.extract(),
    }
}

/// An unsigned 64-bit word.
pub fn word(value: Value, name: &str) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(number) => Ok(number),
        Err(_) => checks(value.py())?.call_method1("word", (value, name))?.extract(),
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

/// A two-dimensional bool or integer array in native byte order.
pub struct Layer<'py> {
    array: Bound<'py, PyUntypedArray>,
    pub height: usize,
    pub width: usize,
    item_size: usize,
    signed: bool,
}

impl<'py> Layer<'py> {
    /// The array of a map argument, taken from a grid if it is one.
    pub fn of(value: Value<'_, 'py>, name: &str) -> PyResult<Self> {
        if let Some(layer) = value.cast::<PyUntypedArray>().ok().and_then(|array| Self::plain(array.to_owned())) {
            return Ok(layer);
        }
        let array = checks(value.py())?.call_method1("layer", (value, name))?.cast_into::<PyUntypedArray>()?;
        Self::plain(array).ok_or_else(|| pyo3::exceptions::PyTypeError::new_err(format!("{name}: unusable array")))
    }

    fn plain(array: Bound<'py, PyUntypedArray>) -> Option<Self> {
        let &[height, width] = array.shape() else { return None };
        let dtype = array.dtype();
        let kind = dtype.kind();
        let sized = (1..=MAX_SIDE).contains(&height) && (1..=MAX_SIDE).contains(&width) && height * width <= MAX_CELLS;
        if !sized || !matches!(kind, b'b' | b'i' | b'u') || dtype.is_native_byteorder() == Some(false) {
            return None;
        }
        let item_size = dtype.itemsize();
        Some(Layer { array, height, width, item_size, signed: kind == b'i' })
    }

    pub fn shape(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    fn data(&self) -> *const u8 {
        data_pointer(&self.array)
    }

    /// Calls `put(index, value)` for every cell in row-major order, values as sign- or zero-extended integers.
    fn each(&self, mut put: impl FnMut(usize, i64)) {
        let (rows, columns) = (self.array.strides()[0], self.array.strides()[1]);
        let (size, signed, data) = (self.item_size, self.signed, self.data());
        let mut index = 0;
        for y in 0..self.height {
            for x in 0..self.width {
                // SAFETY: strides and shape are those of a live array of this item size; reads are unaligned.
                let value = unsafe {
                    let cell = data.offset(y as isize * rows + x as isize * columns);
                    match (size, signed) {
                        (1, false) => i64::from(*cell),
                        (1, true) => i64::from(*cell as i8),
                        (2, false) => i64::from(cell.cast::<u16>().read_unaligned()),
                        (2, true) => i64::from(cell.cast::<i16>().read_unaligned()),
                        (4, false) => i64::from(cell.cast::<u32>().read_unaligned()),
                        (4, true) => i64::from(cell.cast::<i32>().read_unaligned()),
                        (_, false) => i64::try_from(cell.cast::<u64>().read_unaligned()).unwrap_or(i64::MAX),
                        (_, true) => cell.cast::<i64>().read_unaligned(),
                    }
                };
                put(index, value);
                index += 1;
            }
        }
    }

    /// One byte per cell, zero where the value is zero: the array itself if it has bytes in C order.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if self.item_size == 1 && self.array.is_c_contiguous() {
            // SAFETY: a C-order array of height * width one-byte items, alive as long as self.
            return Cow::Borrowed(unsafe { std::slice::from_raw_parts(self.data(), self.height * self.width) });
        }
        let mut cells = vec![0; self.height * self.width];
        self.each(|index, value| cells[index] = u8::from(value != 0));
        Cow::Owned(cells)
    }

    /// The values as padded integers; None if one is out of range.
    fn padded<T: Copy + From<u8> + TryFrom<i64>>(&self, high: i64, rim: T) -> Option<Padded<T>> {
        let mut map = Padded::from_value(self.height, self.width, rim);
        if self.item_size == 1 && !self.signed && self.array.is_c_contiguous() && high >= 255 {
            // SAFETY: a C-order array of one-byte items, alive as long as self.
            let cells = unsafe { std::slice::from_raw_parts(data_pointer(&self.array), self.height * self.width) };
            for (y, row) in cells.chunks_exact(self.width).enumerate() {
                for (cell, &value) in map.row_mut(y).iter_mut().zip(row) {
                    *cell = T::from(value);
                }
            }
            return Some(map);
        }
        let (width, stride) = (self.width, self.width + 2);
        let mut fits = true;
        self.each(|index, value| {
            fits &= (0..=high).contains(&value);
            if let Ok(value) = T::try_from(value) {
                map.cells[(index / width + 1) * stride + index % width + 1] = value;
            }
        });
        fits.then_some(map)
    }

    /// The values as row-major int32; None if one does not fit.
    pub fn int32(&self, low: i64, high: i64) -> Option<Vec<i32>> {
        let mut values = vec![0; self.height * self.width];
        let mut fits = true;
        self.each(|index, value| {
            fits &= (low..=high).contains(&value);
            values[index] = value as i32;
        });
        fits.then_some(values)
    }
}

/// Pointer to an array's items, valid while the array lives and is not resized.
pub fn data_pointer(array: &Bound<PyUntypedArray>) -> *const u8 {
    // SAFETY: the array object is alive.
    unsafe { (*array.as_array_ptr()).fields.data.cast_const().cast() }
}

/// The bytes of a layer as a map.
pub fn mask<'a>(cells: &'a [u8], (height, width): (usize, usize)) -> Mask<'a> {
    Mask { cells, height, width }
}

/// A layer of integers in 0..=high, padded.
pub fn numbers<T: Copy + From<u8> + TryFrom<i64>>(
    value: Value,
    layer: &Layer,
    name: &str,
    high: i64,
    rim: T,
) -> PyResult<Padded<T>> {
    layer.padded(high, rim).ok_or_else(|| check_error(value, "numbers", (value, name, 0, high)))
}

/// Absorption of sound, padded.
pub fn absorption(value: Value) -> PyResult<Padded<u16>> {
    let layer = Layer::of(value, "absorption")?;
    numbers(value, &layer, "absorption", i64::from(MAX_COST), 0)
}

/// A field of distances, row-major.
pub fn field(value: Value, high: i64) -> PyResult<(Vec<i32>, (usize, usize))> {
    let layer = Layer::of(value, "field")?;
    let low = i64::from(i32::MIN);
    let values = layer.int32(low, high).ok_or_else(|| check_error(value, "numbers", (value, "field", low, high)))?;
    Ok((values, layer.shape()))
}

/// The error that a check raises.
fn check_error<'py>(value: Value<'_, 'py>, check: &str, args: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    match checks(value.py()).and_then(|module| module.call_method1(check, args)) {
        Err(error) => error,
        Ok(_) => pyo3::exceptions::PyValueError::new_err(format!("unusable argument ({check})")),
    }
}

/// The arguments that paths and fields share.
pub struct MovementArgs<'a, 'py> {
    pub cost: Value<'a, 'py>,
    pub extra: Arg<'a, 'py>,
    pub straight_cost: Arg<'a, 'py>,
    pub diagonal_cost: Arg<'a, 'py>,
    pub corner_cutting: Arg<'a, 'py>,
}

impl MovementArgs<'_, '_> {
    /// Checks the arguments in the order of the reference: cost, extra, weights, corner cutting.
    pub fn read(&self) -> PyResult<(Terrain, Moves)> {
        let layer = Layer::of(self.cost, "cost")?;
        let cost = numbers(self.cost, &layer, "cost", i64::from(MAX_COST), 0)?;
        let extra = match self.extra.some() {
            None => None,
            Some(value) => {
                let wrong = || check_error(value, "extras", (value, layer.shape()));
                let is_array = value.cast::<PyUntypedArray>().is_ok();
                let more = if is_array { Layer::of(value, "extra")? } else { return Err(wrong()) };
                let padded = numbers(value, &more, "extra", i64::from(MAX_EXTRA), 0)?;
                if more.shape() != layer.shape() {
                    return Err(wrong());
                }
                Some(padded)
            }
        };
        Ok((Terrain { cost, extra }, self.moves()?))
    }

    /// Checks the weights and corner cutting.
    pub fn moves(&self) -> PyResult<Moves> {
        let most = i64::from(MAX_WEIGHT);
        let straight = integer_or(&self.straight_cost, "straight_cost", 1, most, 1)? as u32;
        let diagonal = match self.diagonal_cost {
            Arg::Given(value) if value.is_none() => 0,
            _ => integer_or(&self.diagonal_cost, "diagonal_cost", 1, most, 1)? as u32,
        };
        let corner_cutting = flag(&self.corner_cutting, "corner_cutting", true)?;
        Ok(Moves { straight, diagonal, corner_cutting })
    }
}

/// A (y, x) inside the map.
pub fn position(value: Value, name: &str, shape: (usize, usize)) -> PyResult<(usize, usize)> {
    if let Some((y, x)) = pair_of(value) {
        if (0..shape.0 as i64).contains(&y) && (0..shape.1 as i64).contains(&x) {
            return Ok((y as usize, x as usize));
        }
    }
    checks(value.py())?.call_method1("position", (value, name, shape))?.extract()
}

/// A (height, width) of a new map.
pub fn size(value: Value) -> PyResult<(usize, usize)> {
    const SIDES: std::ops::RangeInclusive<i64> = 1..=MAX_SIDE as i64;
    match pair_of(value).filter(|(height, width)| SIDES.contains(height) && SIDES.contains(width)) {
        Some((height, width)) if (height * width) as usize <= MAX_CELLS => Ok((height as usize, width as usize)),
        _ => checks(value.py())?.call_method1("size", (value,))?.extract(),
    }
}

/// A (y, x) that need not lie on a map.
pub fn pair(value: Value, name: &str) -> PyResult<(i32, i32)> {
    const NEAR: std::ops::RangeInclusive<i64> = -(1 << 24)..=1 << 24;
    if let Some((y, x)) = pair_of(value).filter(|(y, x)| NEAR.contains(y) && NEAR.contains(x)) {
        return Ok((y as i32, x as i32));
    }
    checks(value.py())?.call_method1("pair", (value, name))?.extract()
}

fn pair_of(value: Value) -> Option<(i64, i64)> {
    let tuple = value.cast::<PyTuple>().ok()?;
    if tuple.len() != 2 {
        return None;
    }
    Some((tuple.get_borrowed_item(0).ok()?.extract().ok()?, tuple.get_borrowed_item(1).ok()?.extract().ok()?))
}

/// Positions inside the map.
pub fn positions(value: Value, name: &str, shape: (usize, usize)) -> PyResult<Vec<(usize, usize)>> {
    if let Some(places) = positions_of(value, shape) {
        return Ok(places);
    }
    let array = checks(value.py())?.call_method1("positions", (value, name, shape))?;
    let array = array.cast_into::<PyArray2<i64>>()?;
    let array = array.readonly();
    Ok(array.as_slice()?.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize)).collect())
}

/// Positions from a list of tuples or an int32 or int64 array, if all are valid.
fn positions_of(value: Value, (height, width): (usize, usize)) -> Option<Vec<(usize, usize)>> {
    let inside = |y: i64, x: i64| {
        let fits = (0..height as i64).contains(&y) && (0..width as i64).contains(&x);
        fits.then_some((y as usize, x as usize))
    };
    if let Ok(list) = value.cast::<PyList>() {
        return list.iter().map(|item| pair_of(Value(item.as_borrowed())).and_then(|(y, x)| inside(y, x))).collect();
    }
    if let Ok(array) = value.cast::<PyArray2<i64>>() {
        let array = array.try_readonly().ok().filter(is_list_of_pairs)?;
        return array.as_slice().ok()?.chunks_exact(2).map(|pair| inside(pair[0], pair[1])).collect();
    }
    let array = value.cast::<PyArray2<i32>>().ok()?.try_readonly().ok().filter(is_list_of_pairs)?;
    array.as_slice().ok()?.chunks_exact(2).map(|pair| inside(pair[0].into(), pair[1].into())).collect()
}

/// Whether an array is (n, 2) with pairs side by side in memory; `as_slice` alone accepts Fortran order as well.
fn is_list_of_pairs<T: numpy::Element>(array: &numpy::PyReadonlyArray2<T>) -> bool {
    array.shape()[1] == 2 && array.is_c_contiguous()
}

/// `count` integers, from one for all or a sequence.
pub fn each(value: Value, name: &str, count: usize, low: i64, high: i64) -> PyResult<Vec<i64>> {
    if let Some(number) = value.cast::<PyInt>().ok().and_then(|number| number.extract::<i64>().ok()) {
        if (low..=high).contains(&number) {
            return Ok(vec![number; count]);
        }
    }
    let array = checks(value.py())?.call_method1("each", (value, name, count, low, high))?;
    let array = array.cast_into::<numpy::PyArray1<i64>>()?;
    let array = array.readonly();
    Ok(array.as_slice()?.to_vec())
}
