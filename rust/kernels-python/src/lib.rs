//! The kernels for Python: checks and converts arguments and releases the GIL; `footfall_kernels` does the work.
//! `footfall._native` and `footfall_kernels._native` export them.

#![allow(clippy::too_many_arguments)] // the functions have those of their references

mod args;
mod arrays;
mod cave;
mod field;
mod finder;
pub mod forks;
mod grid;
mod layers;
mod memory;
mod numbers;
mod path;
mod places;
mod sight;
mod sound;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Version, profile and vector instructions of this build.
#[pyfunction]
fn build_info(py: Python) -> PyResult<Bound<PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    info.set_item("simd", footfall_kernels::cave::vectors())?;
    Ok(info)
}

/// Adds the kernels to an extension module, whose package contains `kernels.checks`; and `build_info` outside of
/// `__all__`: a star import gives the kernels.
pub fn add_kernels(module: &Bound<'_, PyModule>) -> PyResult<()> {
    args::locate_checks(module)?;
    forks::watch_forks(module)?;
    module.setattr("build_info", wrap_pyfunction!(build_info, module)?)?;
    for class in [module.py().get_type::<finder::Finder>(), module.py().get_type::<grid::Grid>()] {
        class.setattr("__module__", module.name()?)?;
        module.add(class.name()?, class)?;
    }
    for kernel in [
        wrap_pyfunction!(cave::cave, module)?,
        wrap_pyfunction!(cave::cave_step, module)?,
        wrap_pyfunction!(cave::connect, module)?,
        wrap_pyfunction!(cave::largest_region, module)?,
        wrap_pyfunction!(cave::regions, module)?,
        wrap_pyfunction!(field::descend, module)?,
        wrap_pyfunction!(field::distance_map, module)?,
        wrap_pyfunction!(field::flight_map, module)?,
        wrap_pyfunction!(field::flow, module)?,
        wrap_pyfunction!(field::reachable_within, module)?,
        wrap_pyfunction!(numbers::draw, module)?,
        wrap_pyfunction!(numbers::hash_array, module)?,
        wrap_pyfunction!(numbers::mix, module)?,
        wrap_pyfunction!(numbers::philox, module)?,
        wrap_pyfunction!(path::find_path, module)?,
        wrap_pyfunction!(path::find_paths, module)?,
        wrap_pyfunction!(path::path_cost, module)?,
        wrap_pyfunction!(sight::field_of_view, module)?,
        wrap_pyfunction!(sight::fields_of_view, module)?,
        wrap_pyfunction!(sight::line, module)?,
        wrap_pyfunction!(sight::line_of_sight, module)?,
        wrap_pyfunction!(sight::visible_pairs, module)?,
        wrap_pyfunction!(sound::hear, module)?,
        wrap_pyfunction!(sound::sound_arrivals, module)?,
        wrap_pyfunction!(sound::sound_field, module)?,
        wrap_pyfunction!(sound::sound_fields, module)?,
    ] {
        module.add_function(kernel)?;
    }
    Ok(())
}
