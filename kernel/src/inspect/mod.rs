//! A view of single steps, for tests, fuzz targets and benches. Not part of the library's promises: it may change in
//! any version.
//!
//! Every function panics if the processor does not have the backend it is to run on.

mod gathers;
mod moves;
mod single_steps;

pub use gathers::{Touched, gather_all, touched};
pub use moves::{
    TwoPasses, blocks_swept, count_at_rest, has_moved, profile_of_words, profile_words, renew_memory, seal_cooked_mesh,
    seal_save, slide_and_fall,
};
pub use single_steps::{Blocks, LaneDistance, LaneResult, closest_eight, ray_eight, sweep_eight};
