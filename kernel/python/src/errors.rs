//! Errors of the kernel as exceptions of Python.

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use std::fmt::Display;

/// `ValueError` with the text of the kernel's error.
pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `ValueError` that also names the row of an array.
pub(crate) fn refused_row(row: usize, error: impl Display) -> PyErr {
    PyValueError::new_err(format!("row {row}: {error}"))
}

/// `RuntimeError` of a call while another thread is in a step with the same thing.
pub(crate) fn busy(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("{what} is in a step or a query of another thread"))
}
