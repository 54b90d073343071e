//! Sound.

use crate::args::{Arg, Value, absorption as layer, each, limit, positions};
use crate::arrays::{column, fill, out_or_zeros};
use crate::field::unpad;
use footfall_kernels::field as kernel;
use footfall_kernels::limits::MAX_DISTANCE;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

type Int32s<'py> = Bound<'py, PyArray2<i32>>;

/// The sound distance of every cell; see footfall.kernels.reference.sound_field.
#[pyfunction]
#[pyo3(signature = (absorption, sources, *, max_distance=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(absorption, sources, *, max_distance=None, out=None)")]
pub fn sound_field<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    max_distance: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Int32s<'py>> {
    let map = layer(absorption)?;
    let shape = (map.height, map.width);
    let places = positions(sources, "sources", shape)?;
    let most = limit(&max_distance, "max_distance")?;
    let array = out_or_zeros(py, &out, "int32", shape)?;
    let cells: Vec<_> = places.iter().map(|&place| map.index(place)).collect();
    let found = py.detach(|| kernel::spread(&map, &cells, most));
    fill(&array, |cells| unpad(&map, &found, cells))?;
    Ok(array)
}

/// Sound distances and directions of arrival; see footfall.kernels.reference.sound_arrivals.
#[pyfunction]
#[pyo3(signature = (absorption, sources, *, max_distance=Arg::Missing))]
#[pyo3(text_signature = "(absorption, sources, *, max_distance=None)")]
pub fn sound_arrivals<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    max_distance: Arg<'_, 'py>,
) -> PyResult<(Int32s<'py>, Bound<'py, PyArray2<i8>>)> {
    let map = layer(absorption)?;
    let places = positions(sources, "sources", (map.height, map.width))?;
    let most = limit(&max_distance, "max_distance")?;
    let cells: Vec<_> = places.iter().map(|&place| map.index(place)).collect();
    let found = py.detach(|| kernel::spread(&map, &cells, most));
    let distances = PyArray2::zeros(py, [map.height, map.width], false);
    let directions = PyArray2::zeros(py, [map.height, map.width], false);
    fill(&distances, |out| unpad(&map, &found, out))?;
    fill(&directions, |out| kernel::arrivals(&map, &cells, &found, out))?;
    Ok((distances, directions))
}

type Column<'py, T> = Bound<'py, PyArray1<T>>;
type Pairs<'py> = (Column<'py, i32>, Column<'py, i32>, Column<'py, i32>, Column<'py, i8>);

/// Who hears what; see footfall.kernels.reference.hear.
#[pyfunction]
#[pyo3(signature = (absorption, sources, listeners, *, max_distance))]
pub fn hear<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    listeners: Value<'_, 'py>,
    max_distance: Value<'_, 'py>,
) -> PyResult<Pairs<'py>> {
    let map = layer(absorption)?;
    let shape = (map.height, map.width);
    let cells = |places: Vec<(usize, usize)>| places.iter().map(|&place| map.index(place)).collect::<Vec<_>>();
    let sources = cells(positions(sources, "sources", shape)?);
    let listeners = cells(positions(listeners, "listeners", shape)?);
    let ranges: Vec<_> = each(max_distance, "max_distance", listeners.len(), 0, i64::from(MAX_DISTANCE))?
        .into_iter()
        .map(|range| range as u32)
        .collect();
    let heard = py.detach(|| kernel::hear(&map, &sources, &listeners, &ranges));
    Ok((
        column(py, heard.iter().map(|pair| pair.listener as i32).collect()),
        column(py, heard.iter().map(|pair| pair.source as i32).collect()),
        column(py, heard.iter().map(|pair| pair.distance as i32).collect()),
        column(py, heard.iter().map(|pair| pair.direction).collect()),
    ))
}
