//! `footfall._native`: the kernels, and the other compiled parts of the framework.

mod agenda;
mod chance;
mod rules;
mod signatures;
mod stack_watch;

use footfall_king_python as _; // links `PyInit__king`, a module of its own in this library
use footfall_stealth_python as _; // and `PyInit__stealth`
use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    /// Adds all that is not a kernel outside of `__all__`: `from footfall._native import *` imports the kernels.
    #[pymodule_init]
    fn add_engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
        footfall_kernels_python::add_kernels(module)?;
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
        module.setattr("ChanceOdds", module.py().get_type::<super::chance::ChanceOdds>())?;
        module.setattr("Serials", module.py().get_type::<super::agenda::Serials>())
    }
}
