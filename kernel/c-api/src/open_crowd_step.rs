//! The open step of a crowd: what it borrows, for how long, and its jobs.

use crate::error::Error;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use sweep8::{CrowdJob, CrowdStep, StepReport};

/// Counter of the steps of crowds that are open in a world: until they are finished the world must not change.
#[derive(Clone, Default)]
pub(crate) struct OpenCrowds(Arc<AtomicUsize>);

impl OpenCrowds {
    #[inline]
    pub(crate) fn are_none(&self) -> bool {
        self.0.load(Ordering::Acquire) == 0
    }
}

/// An open step of a crowd, as the counter of its world counts it: until this is dropped.
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

/// A step of a crowd that has begun, and the jobs it is cut into. It borrows crowd and world.
pub(crate) struct OpenCrowdStep {
    /// The jobs of the step, each until it is run; they borrow the step.
    jobs: Vec<Mutex<Option<CrowdJob<'static>>>>,
    /// The step in a box of its own; `None` once it has been finished.
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

    /// The number of jobs that the step was cut into.
    pub(crate) fn job_count(&self) -> usize {
        self.jobs.len()
    }

    /// Runs the job with this index; an error if it has run before, or does not exist.
    pub(crate) fn run(&self, index: usize) -> Result<(), Error> {
        let refused = |range| Error::Index { field: "job", index, range };
        let job = self.jobs.get(index).ok_or_else(|| refused("less than the number of jobs"))?;
        // Locked only while it is taken: a panic of a job leaves the lock as it is.
        let job = job.lock().unwrap_or_else(PoisonError::into_inner).take();
        job.ok_or_else(|| refused("a job that has not run"))?.run();
        Ok(())
    }

    /// Runs the jobs that have not run, ends the step, and returns its report.
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
