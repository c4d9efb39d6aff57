//! How fast the kernel is, and how its cost grows: what benches print and records keep.
//!
//! The data goes from [`ground`] and [`walk`] through [`measure`], which takes times in turn, to what is compared:
//! [`backends`] with each other, [`scaling`] over triangles, characters and threads, for which [`model`] fits a line to
//! plan with; [`mod@build`] and [`mod@clock`] stand alone. All of it checks answers, by hash or count, before a time leaves it.

pub mod backends;
pub mod build;
pub mod clock;
pub mod ground;
pub mod measure;
pub mod model;
pub mod scaling;
mod threads;
pub mod walk;
