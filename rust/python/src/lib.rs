//! `footfall._native`: checks and converts arguments and releases the GIL; `footfall_kernels` does the work.

mod agenda;
mod args;
mod arrays;
mod cave;
mod field;
mod forks;
mod grid;
mod memory;
mod numbers;
mod path;
mod rules;
mod sight;
mod signatures;
mod sound;
mod stack_watch;

use footfall_king_python as _; // links `PyInit__king`, a module of its own in this library
use footfall_stealth_python as _; // and `PyInit__stealth`
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

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::cave::{cave, cave_step, connect, largest_region, regions};
    #[pymodule_export]
    use super::field::{descend, distance_map, flight_map, flow, reachable_within};
    #[pymodule_export]
    use super::grid::Grid;
    #[pymodule_export]
    use super::numbers::{draw, hash_array, mix, philox};
    #[pymodule_export]
    use super::path::{find_path, find_paths, path_cost};
    #[pymodule_export]
    use super::sight::{field_of_view, fields_of_view, line, line_of_sight, visible_pairs};
    #[pymodule_export]
    use super::sound::{hear, sound_arrivals, sound_field};

    /// Adds all that is not a kernel outside of `__all__`: `from footfall._native import *` imports the kernels.
    #[pymodule_init]
    fn add_engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::forks::watch_forks(module)?;
        module.setattr("build_info", wrap_pyfunction!(super::build_info, module)?)?;
        module.setattr("apply_outcome", wrap_pyfunction!(super::agenda::apply_outcome, module)?)?;
        module.setattr("run_agenda", wrap_pyfunction!(super::agenda::run_agenda, module)?)?;
        module.setattr("beat", wrap_pyfunction!(super::stack_watch::beat, module)?)?;
        module.setattr("name_file", wrap_pyfunction!(super::stack_watch::name_file, module)?)?;
        module.setattr("generate_signing_key", wrap_pyfunction!(super::signatures::generate_signing_key, module)?)?;
        module.setattr("derive_public_key", wrap_pyfunction!(super::signatures::derive_public_key, module)?)?;
        module.setattr("sign_bytes", wrap_pyfunction!(super::signatures::sign_bytes, module)?)?;
        module.setattr("verify_signature", wrap_pyfunction!(super::signatures::verify_signature, module)?)?;
        #[cfg(unix)]
        module.setattr("watch_stacks", wrap_pyfunction!(super::stack_watch::watch_stacks, module)?)?;
        module.setattr("RuleProgram", module.py().get_type::<super::rules::RuleProgram>())?;
        module.setattr("Serials", module.py().get_type::<super::agenda::Serials>())
    }
}
