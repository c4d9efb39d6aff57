//! Work on a given number of threads, without the interpreter's lock.
//!
//! All pools are made here, and not by rayon itself: a process that was forked has none of the threads of its parent, and a pool that
//! waits for them would wait for ever. Here it gets new ones.

use crate::arrays::Whole;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Pools of one process, by their number of threads; 0 is one for each core.
struct Pools {
    process: u32,
    by_count: HashMap<usize, Arc<ThreadPool>>,
}

static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// Largest number of threads that may be asked for.
const MOST: i128 = 1024;

fn pool(count: usize) -> PyResult<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(of_parent) = pools.take_if(|pools| pools.process != process) {
        // Its threads do not exist: nobody may wait for their end.
        std::mem::forget(of_parent);
    }
    let pools = pools.get_or_insert_with(|| Pools { process, by_count: HashMap::new() });
    if let Some(pool) = pools.by_count.get(&count) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(count).build().map_err(crate::errors::refused)?;
    Ok(pools.by_count.entry(count).or_insert(Arc::new(pool)).clone())
}

/// Runs work that touches nothing of Python on so many threads; without a number on all cores.
pub(crate) fn on_threads<T: Send>(
    py: Python<'_>,
    threads: Option<Whole>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = pool(threads.map_or(Ok(0), |threads| threads.within("threads", 1, MOST))?)?;
    Ok(py.detach(|| pool.install(work)))
}
