//! The response to contacts: the passes of a slide over clip planes, walking over floors and steps, snap to the ground.

pub(crate) mod body_slide;
pub(crate) mod ceilings;
pub(crate) mod clear_height;
pub(crate) mod clip_bounds;
pub(crate) mod clip_plane;
pub(crate) mod clip_planes;
pub(crate) mod clip_velocities;
pub(crate) mod edges;
mod follow;
pub(crate) mod kerbs;
mod known_step;
pub(crate) mod pass;
pub(crate) mod pass_role;
pub(crate) mod passes;
pub(crate) mod probes;
pub(crate) mod progress;
pub(crate) mod reach;
pub(crate) mod rebound;
pub(crate) mod run_passes;
pub(crate) mod scene;

#[allow(clippy::module_inception)] // `Slide` lies in the file of its name.
pub(crate) mod slide;
pub(crate) mod slide_observer;
pub(crate) mod slide_setup;
pub(crate) mod snap;
pub(crate) mod steps;
pub(crate) mod trace;
pub(crate) mod walk_motion;
