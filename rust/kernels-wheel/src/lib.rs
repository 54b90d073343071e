//! `footfall_kernels._native`: the kernels without the framework.

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn add_kernels(module: &Bound<'_, PyModule>) -> PyResult<()> {
        footfall_kernels_python::add_kernels(module)
    }
}
