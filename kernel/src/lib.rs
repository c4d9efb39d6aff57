//! Moves many ellipsoid characters per frame through triangle worlds: exact sweeps, eight triangles at a time.
//!
//! - [`Mesh`] checks triangles, [`World`] makes them searchable.
//! - [`World::sweep`] finds when an ellipsoid first touches something on its way, exactly.
//! - [`World::slide`] moves one character: it slides along what is in the way and keeps a gap to it.
//! - [`Crowd`] moves thousands of them a frame, on all threads, with the same bits on any number of threads.
//!
//! Data flows in one direction: mesh, world, gather, sweep, slide, crowd. Triangles are mapped into ellipsoid space,
//! where the character is the unit sphere, once for a character and a frame; all tests of that frame run over those
//! few, eight at a time, one to a lane.
//!
//! Lengths are metres, time is seconds, world space is right-handed; nothing assumes which axis is up. Hot calls never
//! panic and never write a number that is not finite; what they refuse they [name](InputError). The same input gives the
//! same bits on every machine and thread count: no fused multiply-add, no approximate reciprocal, ties by id.
//!
//! ```
//! use glam::Vec3;
//! use sweep8::{Crowd, CrowdSettings, Ellipsoid, Mesh, World};
//!
//! let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
//! let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
//! let mut crowd = Crowd::new(CrowdSettings::default());
//! let person = crowd.spawn(Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?, Vec3::new(0.0, 0.92, 0.0));
//! crowd.set_velocity(person, Vec3::new(1.5, 0.0, 0.0));
//! for _ in 0..60 {
//!     crowd.step(&world, 1.0 / 60.0);
//! }
//! assert!((crowd.position(person).x - 1.5).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base;
mod bvh;
mod character;
mod crowd;
mod frame;
#[cfg(feature = "inspect")]
#[doc(hidden)]
pub mod inspect;
mod mesh;
mod narrow;
mod query;
mod shape;
mod simd;
mod world;

/// The vectors of this library's interface: whoever uses them from here has the version that fits.
pub use glam;

pub use base::input_error::InputError;
pub use character::ground::Ground;
pub use character::outcome::{SlideContact, SlideOutcome};
pub use character::settings::{GravityPass, SlideSettings};
pub use character::status::SlideStatus;
pub use crowd::id::CharacterId;
pub use crowd::population::Crowd;
pub use crowd::report::CrowdReport;
pub use crowd::settings::CrowdSettings;
pub use mesh::material::Material;
pub use mesh::sides::Sides;
pub use mesh::triangle_mesh::{Mesh, MeshError};
pub use query::hit::{BodyHit, ClosestPoint, Depenetration, Hit, Overlap, RayHit};
pub use query::scratch::Scratch;
pub use shape::compound::{Body, BodyError, BodyPart};
pub use shape::ellipsoid::{Ellipsoid, EllipsoidError};
pub use shape::sphere::{Segment, Sphere};
pub use simd::{Backend, BackendError};
pub use world::static_world::{World, WorldReport};

/// Bounds of the input that is accepted; what lies outside is refused by name.
pub mod limits {
    pub use crate::base::tolerance::{
        MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS, MAX_TRIANGLES, MIN_RADIUS,
    };
}

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
