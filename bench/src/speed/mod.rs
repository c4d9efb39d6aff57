//! Measurements of the kernel's speed and of how its cost grows, for benches and records.
//!
//! [`ground`] and [`walk`] make the work, [`measure`] times jobs in turns. [`backends`] compares backends; [`scaling`]
//! compares sizes and threads, and [`model`] fits a line to them; [`mod@build`] and [`mod@clock`] stand alone. Every module
//! checks answers, by hash or count, before it returns a time.

pub mod backends;
pub mod build;
pub mod clock;
pub mod ground;
pub mod measure;
pub mod model;
pub mod scaling;
pub mod walk;

/// A pool of that many threads.
///
/// # Panics
///
/// When the system refuses to start them.
fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|error| panic!("no threads: {error}"))
}
