//! Judges of the kernel's answers, all of them in `f64` or by brute force.
//!
//! - [`by_force`] converts a character for the walk by brute force.
//! - [`hunt`] walks through many levels in many shapes and reports faults with the commands that repeat them.
//! - [`accuracy`] compares the kernel and the classics with an oracle.
//! - [`walks`] compares walks of the kernel with where a hull can stand, and with each other.

pub mod accuracy;
pub mod by_force;
pub mod hunt;
pub mod walks;
