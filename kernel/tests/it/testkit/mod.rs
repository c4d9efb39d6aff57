//! The shared parts of the differential tests: the random cases of the references, small levels, and the judgement in `f64`.

pub(crate) mod bouncing;
pub(crate) mod crowds;
pub(crate) mod face;
pub(crate) mod facing;
pub(crate) mod gaps;
pub(crate) mod hard;
pub(crate) mod judge;
pub(crate) mod pair;
pub(crate) mod placed;
pub(crate) mod rider;
pub(crate) mod soup;
pub(crate) mod stairs;
pub(crate) mod storage;
pub(crate) mod threads;
pub(crate) mod walk_judge;
pub(crate) mod walker;
pub(crate) mod wild;
pub(crate) mod worlds;

pub(crate) use sweep8_scalar_ref::random::Random;
pub(crate) use sweep8_scalar_ref::testkit::cases::cases;
pub(crate) use sweep8_scalar_ref::testkit::{families, level};
