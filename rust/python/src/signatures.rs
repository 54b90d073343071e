//! Signatures for `footfall.sharing.signatures`; a fault is a `ValueError` with one sentence.

use footfall_signatures as signatures;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn raise(fault: signatures::Fault) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// A new key pair: the public key, and the text of the secret key file.
#[pyfunction]
#[pyo3(signature = (password, comment, /))]
pub fn generate_signing_key(py: Python, password: Option<String>, comment: &str) -> PyResult<(String, String)> {
    let key = py.detach(|| signatures::generate_key(password, comment)).map_err(raise)?;
    Ok((key.public, key.secret))
}

/// The public key of a secret key file.
#[pyfunction]
#[pyo3(signature = (secret, password, /))]
pub fn derive_public_key(py: Python, secret: &str, password: Option<String>) -> PyResult<String> {
    py.detach(|| signatures::public_key(secret, password)).map_err(raise)
}

/// The signature file of bytes.
#[pyfunction]
#[pyo3(signature = (data, secret, password, comment, /))]
pub fn sign_bytes(py: Python, data: &[u8], secret: &str, password: Option<String>, comment: &str) -> PyResult<String> {
    py.detach(|| signatures::sign(data, secret, password, comment)).map_err(raise)
}

/// Checks a signature; returns its trusted comment.
#[pyfunction]
#[pyo3(signature = (data, signature, public, /))]
pub fn verify_signature(py: Python, data: &[u8], signature: &str, public: &str) -> PyResult<String> {
    py.detach(|| signatures::verify(data, signature, public)).map_err(raise)
}
