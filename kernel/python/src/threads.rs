//! Work on a given number of threads, without the interpreter's lock.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Pools that were asked for before, by their number of threads.
static POOLS: Mutex<Option<HashMap<usize, Arc<ThreadPool>>>> = Mutex::new(None);

/// Largest number of threads that may be asked for.
const MOST: usize = 1024;

/// Runs work that touches nothing of Python on so many threads; without a number on all cores.
pub(crate) fn on_threads<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let Some(threads) = threads else { return Ok(py.detach(work)) };
    if !(1..=MOST).contains(&threads) {
        return Err(PyValueError::new_err(format!("`threads` is {threads}, must be 1 to {MOST}")));
    }
    let pool = {
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let pools = pools.get_or_insert_with(HashMap::new);
        match pools.get(&threads) {
            Some(pool) => pool.clone(),
            None => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(crate::errors::refused)?;
                pools.entry(threads).or_insert(Arc::new(pool)).clone()
            }
        }
    };
    Ok(py.detach(|| pool.install(work)))
}
