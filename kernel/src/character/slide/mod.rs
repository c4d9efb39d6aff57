//! The response to contacts: a slide of two passes over clip planes, and the walk over floors and steps.

pub(crate) mod clip_bounds;
pub(crate) mod clip_plane;
pub(crate) mod clip_planes;
pub(crate) mod look_around;
pub(crate) mod pass;
pub(crate) mod pass_role;
pub(crate) mod passes;
pub(crate) mod reach;
#[allow(clippy::module_inception)] // The function `slide` lies in the file of its name.
pub(crate) mod slide;
pub(crate) mod slide_observer;
pub(crate) mod slider;
pub(crate) mod snap;
pub(crate) mod steps;
pub(crate) mod walk_motion;
