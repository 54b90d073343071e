//! Caves, regions and tunnels.

use crate::args::{Arg, OpenCells, Value, checks, choice, flag, integer_or, mask, size, word};
use crate::arrays::{Content, column, fill, is_large, is_long, new_array, run_detached, run_detached_if};
use crate::grid::REGIONS_BYTES;
use crate::memory::room;
use footfall_kernels::cave::{self as kernel, Bits, Rule};
use footfall_kernels::{connect as tunnels, regions as labels};
use numpy::{Ix2, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

type Mask<'py> = Bound<'py, PyArray2<bool>>;
type Labels<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<i64>>);

/// Bytes a cell that tunnels between regions take at most: labels, owners, depths, parents, queue and meetings.
const TUNNEL_BYTES: usize = 96;

fn rule_of(birth: &Arg, death: &Arg, rule: &Arg) -> PyResult<Rule> {
    let birth = integer_or(birth, "birth", 0, 9, 4)? as u8;
    let death = integer_or(death, "death", 0, 9, 3)? as u8;
    Ok(match choice(rule, "rule", &["neighbors", "majority"])? {
        0 => Rule::Neighbors { birth, death },
        _ => Rule::Majority,
    })
}

/// Bool cells as bytes.
fn bytes(cells: &mut [bool]) -> &mut [u8] {
    // SAFETY: a bool is a byte, and kernels write only 0 and 1.
    unsafe { &mut *(std::ptr::from_mut(cells) as *mut [u8]) }
}

fn unpack<'py>(py: Python<'py>, bits: &Bits) -> PyResult<Mask<'py>> {
    let array = new_array::<bool, Ix2, 2>(py, [bits.height, bits.width], Content::Any)?;
    let count = bits.height * bits.width;
    // SAFETY: a new array of this many bytes, all of which are written before they are read as bools.
    let cells = unsafe { std::slice::from_raw_parts_mut(array.data().cast::<u8>(), count) };
    run_detached(py, count, || bits.unpack(cells));
    Ok(array)
}

/// A cave as a bool mask; see kernels.reference.cave.
#[pyfunction]
#[pyo3(signature = (shape, seed, *, open_probability=Arg::Missing, birth=Arg::Missing, death=Arg::Missing,
    steps=Arg::Missing, rule=Arg::Missing))]
#[pyo3(text_signature = "(shape, seed, *, open_probability=0.6, birth=4, death=3, steps=5, rule='neighbors')")]
#[allow(clippy::too_many_arguments)]
pub fn cave<'py>(
    py: Python<'py>,
    shape: Value<'_, 'py>,
    seed: Value<'_, 'py>,
    open_probability: Arg<'_, 'py>,
    birth: Arg<'_, 'py>,
    death: Arg<'_, 'py>,
    steps: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let (height, width) = size(shape)?;
    let seed = word(seed, "seed")?;
    let chance: f64 = match open_probability {
        Arg::Missing => 0.6,
        Arg::Given(value) => checks(py)?.call_method1("fraction", (value, "open_probability"))?.extract()?,
    };
    let steps = integer_or(&steps, "steps", 0, 1000, 5)? as u32;
    let rule = rule_of(&birth, &death, &rule)?;
    let chance = ((chance * 65_536.0).round_ties_even() as u32).min(65_536);
    room(height * (width + 128), 1)?;
    let bits = run_detached(py, height * width, || kernel::cave(height, width, seed, chance, steps, rule));
    unpack(py, &bits)
}

/// Applies steps of the cave automaton; see kernels.reference.cave_step.
#[pyfunction]
#[pyo3(signature = (open, *, birth=Arg::Missing, death=Arg::Missing, rule=Arg::Missing, steps=Arg::Missing))]
#[pyo3(text_signature = "(open, *, birth=4, death=3, rule='neighbors', steps=1)")]
pub fn cave_step<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    birth: Arg<'_, 'py>,
    death: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
    steps: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let rule = rule_of(&birth, &death, &rule)?;
    let steps = integer_or(&steps, "steps", 0, 1000, 1)? as u32;
    let (height, width) = layer.shape();
    room(height * (width + 128), 1)?;
    // SAFETY: packed at once.
    let packed = Bits::pack(height, width, unsafe { layer.borrow()? });
    let bits = run_detached(py, layer.count(), || kernel::step(packed, rule, steps));
    unpack(py, &bits)
}

fn diagonal(connectivity: &Arg) -> PyResult<bool> {
    match connectivity {
        Arg::Missing => Ok(false),
        Arg::Given(value) => match value.extract::<i64>() {
            Ok(4) => Ok(false),
            Ok(8) => Ok(true),
            _ => Ok(checks(value.py())?.call_method1("connectivity", (*value,))?.extract::<i64>()? == 8),
        },
    }
}

/// Labels and sizes of connected regions; see kernels.reference.regions.
#[pyfunction]
#[pyo3(signature = (open, connectivity=Arg::Missing))]
#[pyo3(text_signature = "(open, connectivity=4)")]
pub fn regions<'py>(py: Python<'py>, open: Value<'_, 'py>, connectivity: Arg<'_, 'py>) -> PyResult<Labels<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let array = new_array::<i32, Ix2, 2>(py, layer.shape().into(), Content::Any)?;
    room(layer.count(), REGIONS_BYTES)?;
    let long = is_large(layer.count());
    // SAFETY: the kernel runs at once.
    let cells = unsafe { layer.read(long)? };
    let map = mask(&cells, layer.shape());
    let sizes = fill(&array, |out| run_detached_if(py, long, || labels::regions(map, diagonal, out)))?;
    Ok((array, column(py, &sizes)?))
}

/// The mask of the largest region; see kernels.reference.largest_region.
#[pyfunction]
#[pyo3(signature = (open, connectivity=Arg::Missing))]
#[pyo3(text_signature = "(open, connectivity=4)")]
pub fn largest_region<'py>(py: Python<'py>, open: Value<'_, 'py>, connectivity: Arg<'_, 'py>) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let array = new_array::<bool, Ix2, 2>(py, layer.shape().into(), Content::Zeros)?;
    room(layer.count(), REGIONS_BYTES)?;
    let long = is_large(layer.count());
    // SAFETY: the kernel runs at once.
    let cells = unsafe { layer.read(long)? };
    let map = mask(&cells, layer.shape());
    fill(&array, |out| run_detached_if(py, long, || labels::largest_region(map, diagonal, bytes(out))))?;
    Ok(array)
}

/// Joins all regions by the cheapest tunnels; see kernels.reference.connect.
#[pyfunction]
#[pyo3(signature = (open, *, connectivity=Arg::Missing, keep_border=Arg::Missing))]
#[pyo3(text_signature = "(open, *, connectivity=4, keep_border=False)")]
pub fn connect<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    connectivity: Arg<'_, 'py>,
    keep_border: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let keep = flag(&keep_border, "keep_border", false)?;
    let array = new_array::<bool, Ix2, 2>(py, layer.shape().into(), Content::Zeros)?;
    room(layer.count(), TUNNEL_BYTES)?;
    // SAFETY: the kernel runs at once.
    let cells = unsafe { layer.read(is_long(layer.count()))? };
    let map = mask(&cells, layer.shape());
    fill(&array, |out| run_detached(py, cells.len(), || tunnels::connect(map, diagonal, keep, bytes(out))))?;
    Ok(array)
}
