//! Caves, regions and tunnels.

use crate::args::{Arg, Value, checks, choice, flag, integer_or, plain_integer, word};
use crate::arrays::{Content, Plane, column, is_large, is_long, run_detached};
use crate::grid::REGIONS_BYTES;
use crate::layers::{OpenCells, mask};
use crate::memory::room;
use crate::places::size;
use footfall_kernels::cave::{self as kernel, Bits, Rule};
use footfall_kernels::{connect as tunnels, regions as labels};
use numpy::{PyArray1, PyArray2};
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

fn unpack<'py>(py: Python<'py>, out: Plane<'py, bool>, bits: &Bits) -> PyResult<Mask<'py>> {
    out.fill_bytes(py, Content::Any, is_long(bits.height * bits.width), |cells| {
        bits.unpack(cells);
        Ok(())
    })
}

/// A cave as a bool mask; see kernels.reference.cave.
#[pyfunction]
#[pyo3(signature = (shape, seed, *, open_probability=Arg::Missing, birth=Arg::Missing, death=Arg::Missing,
    steps=Arg::Missing, rule=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(shape, seed, *, open_probability=0.6, birth=4, death=3, steps=5, rule='neighbors', \
    out=None)")]
pub fn cave<'py>(
    py: Python<'py>,
    shape: Value<'_, 'py>,
    seed: Value<'_, 'py>,
    open_probability: Arg<'_, 'py>,
    birth: Arg<'_, 'py>,
    death: Arg<'_, 'py>,
    steps: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
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
    let out = Plane::of(py, &out, [height, width])?;
    let bits = run_detached(py, height * width, || kernel::cave(height, width, seed, chance, steps, rule));
    unpack(py, out, &bits)
}

/// Applies steps of the cave automaton; see kernels.reference.cave_step.
#[pyfunction]
#[pyo3(signature = (open, *, birth=Arg::Missing, death=Arg::Missing, rule=Arg::Missing, steps=Arg::Missing,
    out=Arg::Missing))]
#[pyo3(text_signature = "(open, *, birth=4, death=3, rule='neighbors', steps=1, out=None)")]
pub fn cave_step<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    birth: Arg<'_, 'py>,
    death: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
    steps: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let rule = rule_of(&birth, &death, &rule)?;
    let steps = integer_or(&steps, "steps", 0, 1000, 1)? as u32;
    let (height, width) = layer.shape();
    let out = Plane::of(py, &out, layer.shape())?;
    room(height * (width + 128), 1)?;
    // SAFETY: packed at once.
    let packed = Bits::pack(height, width, unsafe { layer.borrow()? });
    let bits = run_detached(py, layer.count(), || kernel::step(packed, rule, steps));
    unpack(py, out, &bits)
}

fn diagonal(connectivity: &Arg) -> PyResult<bool> {
    match connectivity {
        Arg::Missing => Ok(false),
        Arg::Given(value) => match plain_integer::<i64>(*value) {
            Some(4) => Ok(false),
            Some(8) => Ok(true),
            _ => Ok(checks(value.py())?.call_method1("connectivity", (*value,))?.extract::<i64>()? == 8),
        },
    }
}

/// Labels and sizes of connected regions; see kernels.reference.regions.
#[pyfunction]
#[pyo3(signature = (open, connectivity=Arg::Missing, *, out=Arg::Missing))]
#[pyo3(text_signature = "(open, connectivity=4, *, out=None)")]
pub fn regions<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    connectivity: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Labels<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let out = Plane::of(py, &out, layer.shape())?;
    room(layer.count(), REGIONS_BYTES)?;
    let long = is_large(layer.count());
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let cells = unsafe { layer.read(long || out.is_given())? };
    let map = mask(&cells, layer.shape());
    let mut sizes = Vec::new();
    let array = out.fill(py, Content::Any, long, |out| {
        sizes = labels::regions(map, diagonal, out);
        Ok(())
    })?;
    Ok((array, column(py, &sizes)?))
}

/// The mask of the largest region; see kernels.reference.largest_region.
#[pyfunction]
#[pyo3(signature = (open, connectivity=Arg::Missing, *, out=Arg::Missing))]
#[pyo3(text_signature = "(open, connectivity=4, *, out=None)")]
pub fn largest_region<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    connectivity: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let out = Plane::of(py, &out, layer.shape())?;
    room(layer.count(), REGIONS_BYTES)?;
    let long = is_large(layer.count());
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let cells = unsafe { layer.read(long || out.is_given())? };
    let map = mask(&cells, layer.shape());
    out.fill_bytes(py, Content::Any, long, |out| {
        labels::largest_region(map, diagonal, out);
        Ok(())
    })
}

/// Joins all regions by the cheapest tunnels; see kernels.reference.connect.
#[pyfunction]
#[pyo3(signature = (open, *, connectivity=Arg::Missing, keep_border=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(open, *, connectivity=4, keep_border=False, out=None)")]
pub fn connect<'py>(
    py: Python<'py>,
    open: Value<'_, 'py>,
    connectivity: Arg<'_, 'py>,
    keep_border: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Mask<'py>> {
    let layer = OpenCells::of(open, "open")?;
    let diagonal = diagonal(&connectivity)?;
    let keep = flag(&keep_border, "keep_border", false)?;
    let out = Plane::of(py, &out, layer.shape())?;
    room(layer.count(), TUNNEL_BYTES)?;
    let long = is_long(layer.count());
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let cells = unsafe { layer.read(long || out.is_given())? };
    let map = mask(&cells, layer.shape());
    out.fill_bytes(py, Content::Zeros, long, |out| {
        tunnels::connect(map, diagonal, keep, out);
        Ok(())
    })
}
