//! The step of a world, open or not: what it borrows, and for how long.

use crate::contact_filter::Callback;
use crate::error::Error;
use crate::open_crowd_step::OpenCrowds;
use std::ptr::NonNull;
use sweep8::{World, WorldStep};

/// A step of a world that has begun. It belongs to the world: do not free it. After `s8_world_end_step` calls refuse
/// it, as long as the world exists.
pub struct s8_step {
    /// The open step, which borrows the world; `None` between steps. Declared before `filter`, which it borrows: dropped first.
    open: Option<WorldStep<'static>>,
    filter: Option<NonNull<Callback>>,
    /// Counter of the steps of crowds that are open in the world of this step.
    pub(crate) open_crowds: OpenCrowds,
}

// SAFETY: the filter is a box of this step's own; its user promises that it may be called from any thread.
unsafe impl Send for s8_step {}
// SAFETY: as above; calls that begin and end it have it exclusively.
unsafe impl Sync for s8_step {}

impl s8_step {
    /// Makes the step of a new world, which has not begun.
    pub(crate) fn boxed() -> NonNull<Self> {
        NonNull::from(Box::leak(Box::new(Self { open: None, filter: None, open_crowds: OpenCrowds::default() })))
    }

    #[inline]
    pub(crate) fn world(&self) -> Option<&World> {
        self.open.as_ref().map(WorldStep::world)
    }

    /// Returns the open step of the world; an error if it has ended or not begun.
    #[inline]
    pub(crate) fn get(&self) -> Result<&WorldStep<'static>, Error> {
        self.open.as_ref().ok_or(Error::NoStep)
    }

    /// Keeps the step `open` of the world; with a callback, that decides which contacts stop characters.
    pub(crate) fn begin(&mut self, open: WorldStep<'static>, callback: Option<Callback>) {
        let Some(callback) = callback else {
            self.open = Some(open);
            return;
        };
        let callback = NonNull::from(Box::leak(Box::new(callback)));
        self.filter = Some(callback);
        // SAFETY: the box lives until the step has ended (`end`).
        self.open = Some(open.filtered(unsafe { callback.as_ref() }.as_filter()));
    }

    pub(crate) fn end(&mut self) {
        self.open = None;
        if let Some(filter) = self.filter.take() {
            // SAFETY: a box of this step's own, which nothing borrows now that the step has ended.
            drop(unsafe { Box::from_raw(filter.as_ptr()) });
        }
    }
}

impl Drop for s8_step {
    fn drop(&mut self) {
        self.end();
    }
}
