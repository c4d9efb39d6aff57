//! Single steps of the library, for tests, fuzz targets and benches. Not part of the library's promises: it may change in any
//! version.
//!
//! Every function panics if the processor does not support the backend it is given.

mod gathers;
mod moves;
mod path_among;
mod single_steps;

pub use gathers::{GatherCounts, gather_all, touched};
pub use moves::{
    TwoPasses, blocks_swept, count_at_rest, count_left_out, has_moved, profile_of_words, profile_words, renew_memory,
    seal_cooked_mesh, seal_save, slide_and_fall,
};
pub use path_among::path_among;
pub use single_steps::{
    Blocks, LaneDistance, LaneResult, closest_eight, closest_eight_to_spine, ray_eight, sweep_eight,
    sweep_eight_by_capsule,
};
