//! The open step of a crowd: what it borrows, for how long, and its jobs.

use crate::error::Error;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use sweep8::{CrowdJob, CrowdStep, StepReport};

/// How many steps of crowds are open in a world: until they are finished it stays as it is.
#[derive(Clone, Default)]
pub(crate) struct OpenCrowds(Arc<AtomicUsize>);

impl OpenCrowds {
    #[inline]
    pub(crate) fn are_none(&self) -> bool {
        self.0.load(Ordering::Acquire) == 0
    }
}

/// One of them; it is counted as long as it lives.
pub(crate) struct Counted(OpenCrowds);

impl Counted {
    pub(crate) fn new(open: &OpenCrowds) -> Self {
        open.0.fetch_add(1, Ordering::Relaxed);
        Self(open.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Release);
    }
}

/// A step that has begun, and its jobs. It borrows crowd and world.
pub(crate) struct OpenCrowdStep {
    /// The jobs that have not run, which borrow the step.
    jobs: Vec<Mutex<Option<CrowdJob<'static>>>>,
    /// The step in a box of its own; none once it has been finished.
    step: Option<NonNull<CrowdStep<'static>>>,
    _counted: Counted,
}

// SAFETY: the step is a box of this struct's own, and what lies in it may be sent; threads share the jobs alone.
unsafe impl Send for OpenCrowdStep {}
// SAFETY: as above; only a call that has the crowd exclusively reaches the step.
unsafe impl Sync for OpenCrowdStep {}

impl OpenCrowdStep {
    pub(crate) fn new(step: CrowdStep<'static>, counted: Counted) -> Self {
        let step = NonNull::from(Box::leak(Box::new(step)));
        // SAFETY: the box lives until `end`, which drops the jobs first, and until then they alone reach it.
        let jobs = unsafe { &mut *step.as_ptr() }.jobs().map(|job| Mutex::new(Some(job))).collect();
        Self { jobs, step: Some(step), _counted: counted }
    }

    /// The number of its jobs.
    pub(crate) fn job_count(&self) -> usize {
        self.jobs.len()
    }

    /// Runs a job, once.
    pub(crate) fn run(&self, index: usize) -> Result<(), Error> {
        let refused = |range| Error::Index { field: "job", index, range };
        let job = self.jobs.get(index).ok_or_else(|| refused("less than the number of jobs"))?;
        // Locked only while it is taken: a panic of a job leaves the lock as it is.
        let job = job.lock().unwrap_or_else(PoisonError::into_inner).take();
        job.ok_or_else(|| refused("a job that has not run"))?.run();
        Ok(())
    }

    /// Runs the jobs that have not run, and ends the step.
    pub(crate) fn end(&mut self) -> StepReport {
        self.jobs.clear();
        let Some(step) = self.step.take() else {
            return StepReport::default();
        };
        // SAFETY: a box of this struct's own; the jobs, which borrowed it, are gone.
        unsafe { Box::from_raw(step.as_ptr()) }.finish()
    }
}

impl Drop for OpenCrowdStep {
    fn drop(&mut self) {
        self.end();
    }
}
