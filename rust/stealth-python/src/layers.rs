//! Arrays of a level, read and written in place.

use numpy::{Element, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::ops::Range;

/// An array of any layout, one value per cell. Nothing else may run that writes it while a value is read.
#[derive(Clone)]
pub struct Layer<'py, T> {
    /// Keeps the cells alive.
    array: Bound<'py, PyAny>,
    data: *mut T,
    steps: (isize, isize),
    pub height: usize,
    pub width: usize,
}

impl<'py, T: Element + Copy> Layer<'py, T> {
    pub fn of(value: Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(array) = value.cast::<PyArray2<T>>() else {
            return Err(PyTypeError::new_err("expected an array of a level"));
        };
        let strides = array.strides();
        let (size, (height, width)) = (size_of::<T>() as isize, (array.shape()[0], array.shape()[1]));
        let (data, steps) = (array.data(), (strides[0] / size, strides[1] / size));
        Ok(Self { data, steps, height, width, array: value })
    }

    fn offset(&self, (y, x): (usize, usize)) -> isize {
        assert!(y < self.height && x < self.width, "a cell outside the level");
        y as isize * self.steps.0 + x as isize * self.steps.1
    }

    pub fn get(&self, cell: (usize, usize)) -> T {
        // SAFETY: the cell is inside the array, which `array` keeps alive.
        unsafe { *self.data.offset(self.offset(cell)) }
    }

    /// The values of some cells of a row.
    pub fn row(&self, y: usize, columns: Range<usize>) -> impl Iterator<Item = T> + '_ {
        assert!(y < self.height && columns.end <= self.width, "cells outside the level");
        let (data, first, step) = (self.data, y as isize * self.steps.0, self.steps.1);
        // SAFETY: the cells are inside the array, which `array` keeps alive.
        columns.map(move |x| unsafe { *data.offset(first + x as isize * step) })
    }

    /// The value of an array index, which may be outside.
    pub fn find(&self, (y, x): (isize, isize)) -> Option<T> {
        let cell = (usize::try_from(y).ok()?, usize::try_from(x).ok()?);
        (cell.0 < self.height && cell.1 < self.width).then(|| self.get(cell))
    }

    pub fn shape(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    /// Writes a value; the caller has asked `is_writable`.
    pub fn set(&self, cell: (usize, usize), value: T) {
        // SAFETY: as above; the interpreter lock is held.
        unsafe { *self.data.offset(self.offset(cell)) = value }
    }

    /// Writes some cells of a row as another layer has them; the caller has asked `is_writable`.
    pub fn copy_row(&self, other: &Self, y: usize, columns: Range<usize>) {
        assert!(y < self.height && columns.end <= self.width, "cells outside the level");
        for (x, value) in columns.clone().zip(other.row(y, columns)) {
            // SAFETY: as above.
            unsafe { *self.data.offset(y as isize * self.steps.0 + x as isize * self.steps.1) = value }
        }
    }

    pub fn is_inside(&self, (y, x): (i32, i32)) -> bool {
        y >= 0 && x >= 0 && (y as usize) < self.height && (x as usize) < self.width
    }

    /// All values, row by row; None for another layout.
    pub fn values(&self) -> Option<&[T]> {
        // SAFETY: the array has height x width values in a row, which `array` keeps alive.
        let read = || unsafe { std::slice::from_raw_parts(self.data, self.height * self.width) };
        (self.steps == (self.width as isize, 1)).then(read)
    }

    /// All values, row by row: a copy for another layout.
    pub fn cells(&self) -> Cow<'_, [T]> {
        let copy = || (0..self.height).flat_map(|y| self.row(y, 0..self.width)).collect();
        self.values().map_or_else(|| Cow::Owned(copy()), Cow::Borrowed)
    }

    pub fn is_writable(&self) -> bool {
        self.array.cast::<PyArray2<T>>().is_ok_and(|array| array.try_readwrite().is_ok())
    }
}

impl Layer<'_, bool> {
    /// One byte per cell, row by row; None for another layout.
    pub fn bytes(&self) -> Option<&[u8]> {
        if self.steps != (self.width as isize, 1) {
            return None;
        }
        // SAFETY: a bool is a byte, and the array has height x width of them in a row.
        Some(unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.height * self.width) })
    }
}
