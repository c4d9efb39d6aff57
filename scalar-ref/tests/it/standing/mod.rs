//! The judge of walks by where the hull can stand: each case with a figure that geometry gives.

mod findings;
mod invariants;
mod obstacles;
mod scenes;
mod slots;
mod speeds;
