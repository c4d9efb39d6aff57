//! The step of a world, open or not: what it borrows, and for how long.

use crate::contact_filter::Callback;
use crate::error::Error;
use crate::open_crowd_step::OpenCrowds;
use std::ptr::NonNull;
use sweep8::{World, WorldStep};

/// A step of a world that has begun. It belongs to the world: do not free it. After `s8_world_end_step` calls refuse
/// it, as long as the world exists.
pub struct s8_step {
    /// The step, which borrows the world. Before the filter, which it borrows, so that it goes first.
    open: Option<WorldStep<'static>>,
    filter: Option<NonNull<Callback>>,
    /// The steps of crowds in the world of this step.
    pub(crate) open_crowds: OpenCrowds,
}

// SAFETY: the filter is a box of this step's own; its user promises that it may be called from any thread.
unsafe impl Send for s8_step {}
// SAFETY: as above; calls that begin and end it have it exclusively.
unsafe impl Sync for s8_step {}

impl s8_step {
    /// A step that was not begun.
    pub(crate) fn boxed() -> NonNull<Self> {
        NonNull::from(Box::leak(Box::new(Self { open: None, filter: None, open_crowds: OpenCrowds::default() })))
    }

    #[inline]
    pub(crate) fn world(&self) -> Option<&World> {
        self.open.as_ref().map(WorldStep::world)
    }

    /// The step, if it was not ended.
    #[inline]
    pub(crate) fn get(&self) -> Result<&WorldStep<'static>, Error> {
        self.open.as_ref().ok_or(Error::NoStep)
    }

    /// Opens it; with a callback it is asked which contacts stop characters.
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
