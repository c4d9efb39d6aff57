//! Measurements of the kernel's speed and of how its cost grows, for benches and records.
//!
//! [`ground`] and [`walk`] make the work, [`measure`] times jobs alternately. [`backends`] compares backends;
//! [`scaling`] compares sizes and threads, and [`model`] fits a line to them; [`mod@build`] and [`mod@clock`] stand
//! alone. Every module checks answers, by hash or count, before it returns a time.

pub mod backends;
pub mod build;
pub mod clock;
pub mod ground;
pub mod measure;
pub mod model;
pub mod scaling;
mod threads;
pub mod walk;
