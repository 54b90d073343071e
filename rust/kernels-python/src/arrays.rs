//! Result arrays.

use crate::args::{Arg, Value, checks};
use crate::layers::data_pointer;
use crate::memory::filled;
use numpy::ndarray::Dimension;
use numpy::npyffi::{NPY_ARRAY_OWNDATA, NPY_ARRAY_WRITEABLE, PY_ARRAY_API, npy_intp};
use numpy::{
    Element, Ix1, Ix2, PyArray, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Kernels on maps with fewer cells keep the interpreter lock: they take a few microseconds, releasing it about 50 ns.
const LONG: usize = 1 << 14;

/// Whether a kernel on a map of `cells` cells releases the interpreter lock.
pub fn is_long(cells: usize) -> bool {
    cells >= LONG
}

/// Kernels that read an array in place keep the interpreter lock on maps with fewer cells: they take up to a few
/// milliseconds, and a copy would make them slower.
const LARGE: usize = (1 << 20) + 1;

/// Whether a kernel that reads `cells` cells of an array gets a copy of it, and releases the interpreter lock.
pub fn is_large(cells: usize) -> bool {
    cells >= LARGE
}

/// Runs a kernel on a map of `cells` cells, without the interpreter lock if it is large.
pub fn run_detached<R: Send>(py: Python, cells: usize, run: impl FnOnce() -> R + Send) -> R {
    run_detached_if(py, is_long(cells), run)
}

/// Runs a kernel, without the interpreter lock if it is `long`.
pub fn run_detached_if<R: Send>(py: Python, long: bool, run: impl FnOnce() -> R + Send) -> R {
    if long { py.detach(run) } else { run() }
}

/// The content of a new array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    Zeros,
    /// Anything: the caller must write all of it, and bools as bytes.
    Any,
}

/// A new C-order array. (The constructors of the crate panic if memory runs out.)
pub fn new_array<'py, T: Element, D, const N: usize>(
    py: Python<'py>,
    shape: [usize; N],
    content: Content,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let mut shape = shape.map(|side| side as npy_intp);
    let dtype = T::get_dtype(py).into_dtype_ptr();
    // SAFETY: both calls take over the reference to the dtype, and return a new array with N sides or null.
    unsafe {
        let array = match content {
            Content::Zeros => PY_ARRAY_API.PyArray_Zeros(py, N as i32, shape.as_mut_ptr(), dtype, 0),
            Content::Any => PY_ARRAY_API.PyArray_Empty(py, N as i32, shape.as_mut_ptr(), dtype, 0),
        };
        Ok(Bound::from_owned_ptr_or_err(py, array)?.cast_into_unchecked())
    }
}

/// Runs `fill` on the cells of a new array, which nothing else refers to.
pub fn fill<T: Element, D: numpy::ndarray::Dimension, R>(
    array: &Bound<PyArray<T, D>>,
    fill: impl FnOnce(&mut [T]) -> R,
) -> PyResult<R> {
    // SAFETY: the array is C-order, initialized as far as its type needs, and this thread has the only reference.
    Ok(fill(unsafe { array.as_slice_mut()? }))
}

/// The array for a result: the caller's, or a new one.
pub struct Out<'py, T, D, const N: usize> {
    given: Option<Bound<'py, PyArray<T, D>>>,
    shape: [usize; N],
}

/// The array for a result of two sides.
pub type Plane<'py, T> = Out<'py, T, Ix2, 2>;

impl<'py, T: Element + Copy + Default, D: Dimension, const N: usize> Out<'py, T, D, N> {
    /// Checks the caller's array, if there is one.
    pub fn of(py: Python<'py>, out: &Arg<'_, 'py>, shape: impl Into<[usize; N]>) -> PyResult<Self> {
        Self::named(py, out.some(), "out", shape)
    }

    /// Checks an array that errors call `name`.
    pub fn named(
        py: Python<'py>,
        out: Option<Value<'_, 'py>>,
        name: &str,
        shape: impl Into<[usize; N]>,
    ) -> PyResult<Self> {
        let shape = shape.into();
        let Some(out) = out else { return Ok(Out { given: None, shape }) };
        if let Ok(array) = out.cast::<PyArray<T, D>>() {
            if is_usable(&array, shape) {
                return Ok(Out { given: Some(array.to_owned()), shape });
            }
        }
        let sides = PyTuple::new(py, shape)?;
        let array = checks(py)?.call_method1("out", (out, T::get_dtype(py), sides, name))?;
        Ok(Out { given: Some(array.cast_into()?), shape })
    }

    /// Whether the result goes to the caller's array, which may overlap an argument.
    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Fills the array with the result of a kernel that writes it at its end. It runs without the interpreter lock if it
    /// is `long`.
    pub fn receive(
        self,
        py: Python<'py>,
        long: bool,
        run: impl FnOnce(Target<T, D, N>) -> PyResult<()> + Send,
    ) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        T: Send,
    {
        let run = |target: Target<T, D, N>| if long { py.detach(|| run(target)) } else { run(target) };
        match self.given {
            None => {
                let array = new_array(py, self.shape, Content::Any)?;
                crate::arrays::fill(&array, |cells| run(Target::New(cells)))??;
                Ok(array)
            }
            Some(array) => {
                let array = array.unbind();
                run(Target::Given(&array, self.shape))?;
                Ok(array.into_bound(py))
            }
        }
    }

    /// Fills the array with the result of a kernel. Without the interpreter lock the caller's array can change, so it
    /// gets a copy of the result then.
    pub fn fill(
        self,
        py: Python<'py>,
        content: Content,
        long: bool,
        fill: impl FnOnce(&mut [T]) -> PyResult<()> + Send,
    ) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        T: Send,
    {
        self.fill_as(py, content, long, fill)
    }

    /// Copies a result that is finished.
    fn copy(self, py: Python<'py>, cells: &[T]) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        T: Send + Sync,
    {
        self.fill(py, Content::Any, false, |target| {
            target.copy_from_slice(cells);
            Ok(())
        })
    }

    /// Fills the array as items of another type of the same size and alignment.
    fn fill_as<U: Copy + Default + Send>(
        self,
        py: Python<'py>,
        content: Content,
        long: bool,
        fill: impl FnOnce(&mut [U]) -> PyResult<()> + Send,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
        let count = self.shape.iter().product();
        let run = |cells: &mut [U]| if long { py.detach(|| fill(cells)) } else { fill(cells) };
        let Some(array) = self.given else {
            let array = new_array::<T, D, N>(py, self.shape, content)?;
            // SAFETY: a new C-order array of this many items, which nothing else refers to.
            run(unsafe { std::slice::from_raw_parts_mut(array.data().cast(), count) })?;
            return Ok(array);
        };
        if long {
            let mut cells = filled(U::default(), count)?;
            run(&mut cells)?;
            // SAFETY: see `cells_of`; the lock is held from here to the end.
            unsafe { cells_of(&array, self.shape)? }.copy_from_slice(&cells);
        } else {
            // SAFETY: see `cells_of`; the lock is held, and kernels call no Python code.
            let cells = unsafe { cells_of(&array, self.shape)? };
            if content == Content::Zeros {
                cells.fill(U::default());
            }
            run(cells)?;
        }
        Ok(array)
    }
}

impl<'py, D: Dimension, const N: usize> Out<'py, bool, D, N> {
    /// Fills the array with the result of a kernel that writes bytes of 0 and 1; see `fill`.
    pub fn fill_bytes(
        self,
        py: Python<'py>,
        content: Content,
        long: bool,
        fill: impl FnOnce(&mut [u8]) -> PyResult<()> + Send,
    ) -> PyResult<Bound<'py, PyArray<bool, D>>> {
        self.fill_as(py, content, long, fill)
    }
}

/// Two arrays of two sides.
pub type TwoPlanes<'py, A, B> = (Bound<'py, PyArray2<A>>, Bound<'py, PyArray2<B>>);

/// Fills two arrays, both new or both of the caller, with the results of a kernel that writes all of both.
pub fn fill_both<'py, A, B>(
    py: Python<'py>,
    (first, second): (Plane<'py, A>, Plane<'py, B>),
    long: bool,
    fill: impl FnOnce(&mut [A], &mut [B]) -> PyResult<()> + Send,
) -> PyResult<TwoPlanes<'py, A, B>>
where
    A: Element + Copy + Default + Send + Sync,
    B: Element + Copy + Default + Send + Sync,
{
    if first.is_given() {
        // The caller's two arrays can overlap: each gets a copy of its result.
        let count = first.shape.iter().product();
        let (mut one, mut two) = (filled(A::default(), count)?, filled(B::default(), count)?);
        if long { py.detach(|| fill(&mut one, &mut two)) } else { fill(&mut one, &mut two) }?;
        return Ok((first.copy(py, &one)?, second.copy(py, &two)?));
    }
    let arrays = (
        new_array::<A, Ix2, 2>(py, first.shape, Content::Zeros)?,
        new_array::<B, Ix2, 2>(py, second.shape, Content::Zeros)?,
    );
    crate::arrays::fill(&arrays.0, |one| {
        crate::arrays::fill(&arrays.1, |two| if long { py.detach(|| fill(one, two)) } else { fill(one, two) })
    })???;
    Ok(arrays)
}

/// Where a kernel writes a field when it has computed it.
pub enum Target<'a, T, D, const N: usize> {
    New(&'a mut [T]),
    /// The caller's array; written with the interpreter lock, since other threads can change it.
    Given(&'a Py<PyArray<T, D>>, [usize; N]),
}

impl<T: Element, D: Dimension, const N: usize> Target<'_, T, D, N> {
    /// Lets `write` write to all cells.
    pub fn write(self, write: impl FnOnce(&mut [T])) -> PyResult<()> {
        match self {
            Target::New(cells) => write(cells),
            // SAFETY: see `cells_of`; `write` runs no Python code.
            Target::Given(array, shape) => Python::attach(|py| {
                write(unsafe { cells_of(array.bind(py), shape)? });
                Ok::<_, PyErr>(())
            })?,
        }
        Ok(())
    }
}

/// Whether an array can be written as a slice of this shape now.
fn is_usable<T: Element, D, const N: usize>(array: &Bound<PyArray<T, D>>, shape: [usize; N]) -> bool {
    let untyped = array.as_untyped();
    let native = untyped.dtype().is_equiv_to(&T::get_dtype(array.py()));
    // SAFETY: the array object is alive.
    let flags = unsafe { (*untyped.as_array_ptr()).fields.flags };
    let aligned = data_pointer(untyped) as usize % align_of::<T>() == 0;
    native && untyped.shape() == shape && untyped.is_c_contiguous() && flags & NPY_ARRAY_WRITEABLE != 0 && aligned
}

/// Whether the memory of a C-order array is that of an array which owns it now. A view keeps a pointer into its base even
/// when that was resized; memory of other kinds cannot be freed while a view exists.
pub fn is_alive(array: &Bound<PyUntypedArray>) -> bool {
    // SAFETY: the array object is alive.
    if unsafe { (*array.as_array_ptr()).fields.flags } & NPY_ARRAY_OWNDATA != 0 {
        return true;
    }
    let start = data_pointer(array) as usize;
    let end = start + array.len() * array.dtype().itemsize();
    let mut owner = array.clone();
    loop {
        // SAFETY: the array object is alive.
        let (flags, base) = unsafe { ((*owner.as_array_ptr()).fields.flags, (*owner.as_array_ptr()).fields.base) };
        if flags & NPY_ARRAY_OWNDATA != 0 {
            let first = data_pointer(&owner) as usize;
            return first <= start && end <= first + owner.len() * owner.dtype().itemsize();
        }
        // SAFETY: the base of an array is an object or null.
        let base = unsafe { Bound::from_borrowed_ptr_or_opt(array.py(), base) };
        match base.and_then(|base| base.cast_into::<PyUntypedArray>().ok()) {
            Some(array) => owner = array,
            None => return true,
        }
    }
}

/// The cells of the caller's array, if they still are what was checked: Python code that ran since may have changed it.
///
/// # Safety
///
/// Until the last use of the slice, no Python code may run and the interpreter lock must be held.
#[allow(clippy::mut_from_ref)] // Python shares the array; the contract above makes the slice the only access
unsafe fn cells_of<'a, T: Element, D: Dimension, U, const N: usize>(
    array: &'a Bound<PyArray<T, D>>,
    shape: [usize; N],
) -> PyResult<&'a mut [U]> {
    const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
    let untyped: &Bound<PyUntypedArray> = array.as_untyped();
    if untyped.ndim() != N || !is_usable(array, shape) || !is_alive(untyped) {
        return Err(PyValueError::new_err("out: the array changed during the call"));
    }
    // SAFETY: a C-order array of this many aligned items of this size. Bytes of bools that are neither 0 nor 1 are
    // overwritten before they are read.
    Ok(unsafe { std::slice::from_raw_parts_mut(array.data().cast(), shape.iter().product()) })
}

/// (n, 2) int32 from pairs.
pub fn pairs<'py>(py: Python<'py>, cells: &[[i32; 2]]) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let array = new_array::<i32, Ix2, 2>(py, [cells.len(), 2], Content::Any)?;
    fill(&array, |out: &mut [i32]| out.copy_from_slice(cells.as_flattened()))?;
    Ok(array)
}

/// A one-dimensional array.
pub fn column<'py, T: Element + Copy>(py: Python<'py>, values: &[T]) -> PyResult<Bound<'py, PyArray<T, Ix1>>> {
    let array = new_array::<T, Ix1, 1>(py, [values.len()], Content::Any)?;
    fill(&array, |out: &mut [T]| out.copy_from_slice(values))?;
    Ok(array)
}
