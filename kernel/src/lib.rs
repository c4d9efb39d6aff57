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
//! panic and never write a number that is not finite; what they refuse they [name](Refusal). The same input gives the
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

mod answer;
mod beside;
mod block;
mod body;
mod box_walk;
mod boxes;
mod candidates;
mod clip;
mod closest;
mod clusters;
mod contact;
mod crowd;
mod culled_sweep;
mod dense_sweep;
mod ellipsoid;
mod enclose;
mod gather;
mod grid;
#[doc(hidden)]
pub mod inspect;
mod lanes;
mod listed;
mod material;
mod mesh;
mod morton;
mod motion;
mod near;
mod near_sweep;
mod nearest;
mod node;
mod numbers;
mod obstacles;
mod outcome;
mod outline;
mod pack;
mod prepare;
mod ray;
mod ray_walk;
mod recover;
mod refusal;
mod room;
mod scratch;
mod settings;
mod sides;
mod sift;
mod slide;
mod space;
mod sphere;
#[cfg(test)]
mod strewn;
mod sweep;
mod swept_sphere;
mod together;
mod tolerance;
mod tree;
mod tree_sweep;
mod triangles;
mod vicinity;
mod waiting;
mod walk;
mod way_out;
mod witness;
mod world;

/// The vectors of this library's interface: whoever uses them from here has the version that fits.
pub use glam;

pub use answer::{BodyHit, ClosestPoint, Depenetration, Hit, Overlap, RayHit};
pub use body::{Body, BodyError, BodyPart};
pub use crowd::{CharacterId, Crowd, CrowdReport, CrowdSettings};
pub use ellipsoid::{Ellipsoid, EllipsoidError};
pub use lanes::{Backend, BackendError};
pub use material::Material;
pub use mesh::{Mesh, MeshError};
pub use outcome::{Ground, SlideContact, SlideOutcome, SlideStatus};
pub use refusal::Refusal;
pub use scratch::Scratch;
pub use settings::{GravityPass, SlideSettings};
pub use sides::Sides;
pub use sphere::{Segment, Sphere};
pub use world::{World, WorldReport};

/// Bounds of the input that is accepted; what lies outside is refused by name.
pub mod limits {
    pub use crate::tolerance::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS, MAX_TRIANGLES, MIN_RADIUS};
}

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
