//! Judges of the kernel's answers, all of them in `f64` or by brute force.
//!
//! - [`check`] counts the faults of a walk and shares no code with the kernel; [`hull`] asks the kernel what `check` must
//!   not know, whether a way is free. [`by_force`] puts characters in the words of the walk by brute force.
//! - [`hunt`] walks through many levels in many shapes and says how to repeat what it finds.
//! - [`accuracy`] holds the kernel and the classics against an oracle.
//! - [`properties`] hold for all input; fuzz targets and tests try to break them.

pub mod accuracy;
pub mod by_force;
pub mod check;
pub mod hull;
pub mod hunt;
pub mod properties;
