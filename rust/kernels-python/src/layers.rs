//! Maps from Python: arrays in any layout, read at once (see `args`), and the movement rules that go with them.

use crate::args::{Arg, Value, check_error, checks, flag, integer_or};
use crate::arrays::is_alive;
use crate::memory::{filled, filled_room};
use footfall_kernels::limits::{MAX_CELLS, MAX_COST, MAX_EXTRA, MAX_SIDE, MAX_WEIGHT};
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::terrain::{Moves, Terrain};
use numpy::npyffi::{PY_ARRAY_API, npy_intp};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::borrow::Cow;

/// A two-dimensional bool or integer array in native byte order, to be read at once.
pub struct Layer<'py> {
    array: Bound<'py, PyUntypedArray>,
    pub height: usize,
    pub width: usize,
    item_size: usize,
    kind: u8,
}

impl<'py> Layer<'py> {
    /// The array of a map argument, taken from a grid if it is one.
    pub fn of(value: Value<'_, 'py>, name: &str) -> PyResult<Self> {
        if let Some(layer) = value.cast::<PyUntypedArray>().ok().and_then(|array| Self::plain(array.to_owned())) {
            return Ok(layer);
        }
        let array =
            checks(value.py())?.call_method1("layer", (snapshot(value)?, name))?.cast_into::<PyUntypedArray>()?;
        Self::plain(array).ok_or_else(|| PyTypeError::new_err(format!("{name}: unusable array")))
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
        Some(Layer { array, height, width, item_size, kind })
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
        let (size, signed, data) = (self.item_size, self.kind == b'i', self.data());
        // Any nonzero byte of a bool is true.
        let most = if self.kind == b'b' { 1 } else { u8::MAX };
        let mut index = 0;
        for y in 0..self.height {
            for x in 0..self.width {
                // SAFETY: strides and shape are those of a live array of this item size; reads are unaligned.
                let value = unsafe {
                    let cell = data.offset(y as isize * rows + x as isize * columns);
                    match (size, signed) {
                        (1, false) => i64::from((*cell).min(most)),
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

    /// The cells themselves, if they are bytes in C order.
    ///
    /// # Safety
    ///
    /// Until the last use of the slice, no Python code may run and the interpreter lock must be held.
    unsafe fn borrow<'a>(&self) -> Option<&'a [u8]> {
        let plain = self.item_size == 1 && self.array.is_c_contiguous();
        // SAFETY: a C-order array of height * width one-byte items, which only Python code can free.
        plain.then(|| unsafe { std::slice::from_raw_parts(self.data(), self.height * self.width) })
    }

    /// One byte per cell, zero where the value is zero.
    pub fn bytes(&self) -> PyResult<Vec<u8>> {
        let mut cells = filled_room(self.height * self.width)?;
        // SAFETY: copied at once.
        if let Some(bytes) = unsafe { self.borrow() } {
            cells.extend_from_slice(bytes);
            return Ok(cells);
        }
        cells.resize(self.height * self.width, 0);
        self.each(|index, value| cells[index] = u8::from(value != 0));
        Ok(cells)
    }

    /// The values as padded integers; None if one is out of range.
    fn padded<T: Copy + From<u8> + TryFrom<i64>>(&self, high: i64, rim: T) -> PyResult<Option<Padded<T>>> {
        let (height, width) = (self.height, self.width);
        let count = (height + 2) * (width + 2);
        // SAFETY: copied at once.
        let bytes = unsafe { self.borrow() }.filter(|_| self.kind != b'i' && high >= 255);
        if let Some(bytes) = bytes {
            let most = if self.kind == b'b' { 1 } else { u8::MAX };
            let mut cells = filled_room(count)?;
            cells.resize(width + 3, rim);
            for row in bytes.chunks_exact(width) {
                cells.extend(row.iter().map(|&value| T::from(value.min(most))));
                cells.extend_from_slice(&[rim, rim]);
            }
            cells.resize(count, rim);
            return Ok(Some(Padded { height, width, cells }));
        }
        let mut map = Padded { height, width, cells: filled(rim, count)? };
        let (width, stride) = (self.width, self.width + 2);
        let mut fits = true;
        self.each(|index, value| {
            fits &= (0..=high).contains(&value);
            if let Ok(value) = T::try_from(value) {
                map.cells[(index / width + 1) * stride + index % width + 1] = value;
            }
        });
        Ok(fits.then_some(map))
    }

    /// The values as row-major int32; None if one does not fit.
    pub fn int32(&self, low: i64, high: i64) -> PyResult<Option<Vec<i32>>> {
        let mut values = filled(0, self.height * self.width)?;
        let mut fits = true;
        self.each(|index, value| {
            fits &= (low..=high).contains(&value);
            values[index] = value as i32;
        });
        Ok(fits.then_some(values))
    }
}

/// A layer of open and closed cells, which is read after all other arguments are converted.
///
/// An array of bytes in C order is read that late, after a second look: it can have changed, and the memory of a view can
/// have been freed through its base.
pub enum OpenCells<'py> {
    Late(Layer<'py>),
    Copied(Vec<u8>, (usize, usize)),
}

impl<'py> OpenCells<'py> {
    pub fn of(value: Value<'_, 'py>, name: &str) -> PyResult<Self> {
        let layer = Layer::of(value, name)?;
        if layer.item_size == 1 && layer.array.is_c_contiguous() {
            return Ok(OpenCells::Late(layer));
        }
        Ok(OpenCells::Copied(layer.bytes()?, layer.shape()))
    }

    pub fn shape(&self) -> (usize, usize) {
        match self {
            OpenCells::Late(layer) => layer.shape(),
            OpenCells::Copied(_, shape) => *shape,
        }
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.shape().0 * self.shape().1
    }

    /// One byte per cell, zero where it is closed: a copy, for kernels without the interpreter lock.
    pub fn copy(&self) -> PyResult<Cow<'_, [u8]>> {
        match self {
            // SAFETY: copied at once.
            OpenCells::Late(_) => {
                let mut cells = filled_room(self.count())?;
                cells.extend_from_slice(unsafe { self.borrow()? });
                Ok(Cow::Owned(cells))
            }
            OpenCells::Copied(cells, _) => Ok(Cow::Borrowed(cells)),
        }
    }

    /// One byte per cell, zero where it is closed: the array's own bytes, which are cheaper than a copy where a kernel
    /// reads a few of many.
    ///
    /// # Safety
    ///
    /// Until the last use of the slice, no Python code may run and the interpreter lock must be held.
    pub unsafe fn borrow(&self) -> PyResult<&[u8]> {
        match self {
            OpenCells::Copied(cells, _) => Ok(cells),
            OpenCells::Late(layer) => {
                let array = &layer.array;
                let same = array.shape() == [layer.height, layer.width] && array.dtype().itemsize() == 1;
                // SAFETY: the caller's promise.
                let cells = if same && is_alive(array) { unsafe { layer.borrow() } } else { None };
                cells.ok_or_else(|| PyValueError::new_err("the array changed during the call"))
            }
        }
    }

    /// The bytes for a kernel that keeps the interpreter lock unless it is `long`.
    ///
    /// # Safety
    ///
    /// As for `borrow`, unless it is `long`.
    pub unsafe fn read(&self, long: bool) -> PyResult<Cow<'_, [u8]>> {
        // SAFETY: the caller's promise.
        if long { self.copy() } else { Ok(Cow::Borrowed(unsafe { self.borrow()? })) }
    }
}

/// A copy of an array for code in Python, which reads it without the interpreter lock; other values as they are.
///
/// Arrays of objects are never read without the lock, and those of more cells than a map are refused unread.
pub fn snapshot<'py>(value: Value<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let Ok(array) = value.cast::<PyUntypedArray>() else { return Ok((*value).to_owned()) };
    let (dtype, shape, strides) = (array.dtype(), array.shape().to_vec(), array.strides().to_vec());
    let size = dtype.itemsize();
    if dtype.has_object() || array.len() > MAX_CELLS {
        return Ok((*value).to_owned());
    }
    let mut sides: Vec<npy_intp> = shape.iter().map(|&side| side as npy_intp).collect();
    let py = value.py();
    // SAFETY: the call takes over the reference to the dtype, and returns a new array or null.
    let copy = unsafe {
        let copy = PY_ARRAY_API.PyArray_Empty(py, sides.len() as i32, sides.as_mut_ptr(), dtype.into_dtype_ptr(), 0);
        Bound::from_owned_ptr_or_err(py, copy)?.cast_into::<PyUntypedArray>()?
    };
    if array.shape() != shape || array.strides() != strides {
        return Err(PyValueError::new_err("the array changed during the call"));
    }
    let (from, to) = (data_pointer(&array), data_pointer(&copy).cast_mut());
    let (&length, sides) = shape.split_last().unwrap_or((&1, &[]));
    let step = strides.last().copied().unwrap_or(0);
    let mut place = vec![0; sides.len()];
    for row in 0..copy.len() / length.max(1) {
        let offset: isize = place.iter().zip(&strides).map(|(&at, &stride): (&usize, _)| at as isize * stride).sum();
        // SAFETY: shape and strides are those of the array, and the copy is as large and in C order.
        unsafe {
            let (from, to) = (from.offset(offset), to.add(row * length * size));
            match size {
                1 => copy_row::<1>(from, step, to, length),
                2 => copy_row::<2>(from, step, to, length),
                4 => copy_row::<4>(from, step, to, length),
                8 => copy_row::<8>(from, step, to, length),
                _ => (0..length).for_each(|at| {
                    from.offset(at as isize * step).copy_to_nonoverlapping(to.add(at * size), size);
                }),
            }
        }
        for (at, &side) in place.iter_mut().zip(sides).rev() {
            *at += 1;
            if *at < side {
                break;
            }
            *at = 0;
        }
    }
    Ok(copy.into_any())
}

/// Copies items of SIZE bytes that are `step` bytes apart.
///
/// # Safety
///
/// Both must have `count` items.
unsafe fn copy_row<const SIZE: usize>(from: *const u8, step: isize, to: *mut u8, count: usize) {
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe { *to.cast::<[u8; SIZE]>().add(at) = *from.offset(at as isize * step).cast::<[u8; SIZE]>() };
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
    match layer.padded(high, rim)? {
        Some(map) => Ok(map),
        None => Err(check_error(value, "numbers", (snapshot(value)?, name, 0, high))),
    }
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
    match layer.int32(low, high)? {
        Some(values) => Ok((values, layer.shape())),
        None => Err(check_error(value, "numbers", (snapshot(value)?, "field", low, high))),
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
                let wrong = || match snapshot(value) {
                    Ok(copy) => check_error(value, "extras", (copy, layer.shape())),
                    Err(error) => error,
                };
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
