//! Judges of the kernel's answers, all of them in `f64` or by brute force.
//!
//! - [`by_force`] makes a character's walk again by brute force.
//! - [`hunt`] walks through many levels in many shapes and says how to repeat what it finds.
//! - [`accuracy`] holds the kernel and the classics against an oracle.
//! - [`properties`] hold for all input; fuzz targets and tests try to break them.

pub mod accuracy;
pub mod by_force;
pub mod hunt;
pub mod properties;
