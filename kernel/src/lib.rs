//! Moves many characters, ellipsoids or capsules, through triangle worlds: exact sweeps, eight triangles at a time.
//!
//! - [`Mesh`] checks triangles, or makes boxes, capsules and terrain; [`World`] makes them searchable, as one mesh or many instances.
//! - [`World::sweep`] finds when a shape first touches something on its way, exactly.
//! - [`World::slide`] moves a shape: it slides along what is in the way and keeps a gap to it.
//! - [`World::move_character`] moves a character: gravity, jumps, and its ground.
//! - [`Crowd`] moves thousands of them a frame, on all threads, with the same bits on any number of threads;
//!   [`World::move_characters`] those that you keep yourself.
//! - [`CookedMesh::to_bytes`] keeps a mesh that is made searchable; [`CookedMesh::from_shared`] uses it where it lies, as in a file
//!   that is mapped into memory.
//! - [`World::begin_step`] moves instances: doors, lifts, discs that carry, push and crush characters.
//! - [`World::set_vertices`] deforms one: terrain that is dug up.
//!
//! | for | look at |
//! |---|---|
//! | triangles | [`Mesh`], [`Material`], [`CookedMesh`], [`DeformableMesh`] |
//! | a world of them, still or moving | [`World`], [`Placement`], [`InstanceId`], [`InstanceKind`], [`WorldStep`] |
//! | shapes | [`Ellipsoid`], [`Capsule`], [`Shape`], [`OrientedEllipsoid`], [`OrientedShape`], [`Body`] |
//! | questions | [`World::sweep`], [`World::ray`], [`World::overlap`], [`World::closest_point`], [`World::contains`], [`Filter`], [`Sides`] |
//! | answers | [`Hit`], [`RayHit`], [`Overlap`], [`ClosestPoint`] |
//! | one character | [`CharacterSettings`], [`CharacterProfile`], [`CharacterState`], [`MoveInput`], [`Ground`], [`SlideStatus`] |
//! | many | [`Crowd`], [`CharacterId`], [`CharacterEvent`], [`EventMask`], [`StepReport`]; slices of your own: [`MoveMemory`] |
//! | threads of an engine | [`Crowd::begin_step`], [`CrowdStep`], [`CrowdJob`] |
//! | places | [`Position`], [`CharacterProfile::standing_on`], [`Crowd::spawn_standing`], [`Crowd::spawn_many`] |
//! | what is refused, and why | [`limits`], [`InputError`], [`MeshError`], [`CookedError`], [`DeformError`], [`RestoreError`] |
//!
//! Data flows in one direction: mesh, world, gather, sweep, slide, crowd. Triangles are mapped into ellipsoid space, where the character is
//! the unit sphere or a capsule of radius 1, once for a character and a frame; all tests of that frame run over those few, eight at a time,
//! one to a lane.
//!
//! Lengths are metres, time is seconds, world space is right-handed; nothing assumes which axis is up. Hot calls never
//! panic and never write a number that is not finite; what they refuse they [name](InputError). The same input gives the
//! same bits on every supported machine and thread count: no fused multiply-add, no approximate reciprocal, ties by id.
//!
//! Queries and moves of one character reuse memory that each thread keeps: about 110 KiB, allocated at its first query. Lists of
//! answers are yours. Once both are warm, nothing is allocated.
//!
//! ```
//! use glam::Vec3;
//! use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
//!
//! let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
//! let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
//! let mut crowd = Crowd::new(CrowdSettings::default())?;
//! let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
//! crowd.set_desired_velocity(person, Vec3::new(1.5, 0.0, 0.0))?;
//! for _ in 0..60 {
//!     crowd.step(&world, 1.0 / 60.0)?;
//! }
//! assert!((crowd.position(person)?.to_vec3().x - 1.5).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guides
//!
//! They lie in the folder `docs/` of the repository; their programs are compiled and run by its tests.
//!
//! | page | about |
//! |---|---|
//! | `getting-started.md` | a first program: a crowd, stairs, a lift |
//! | `character.md`, `recipes.md` | one character in a game; how it walks, climbs, snaps and falls, with every setting |
//! | `crowd.md`, `neighbours.md` | thousands of characters; how they meet each other |
//! | `worlds.md`, `cooked-worlds.md` | instances that move, terrain that deforms, sensors, pushing bodies; meshes as files |
//! | `from-other-engines.md` | calls and settings of Jolt, `PhysX`, Unity, Godot and others, and what they are here |
//! | `determinism.md`, `accuracy.md` | what is promised of bits and of distances, and how it is tested |
//! | `conventions.md` | frames, units, words, and which types and enums may grow |
//!
//! # Features
//!
//! | feature | | |
//! |---|---|---|
//! | `std` | on | meshes can be made and cooked, and made to deform; the [backend](Backend) is chosen at run time |
//! | `rayon` | on | crowds, slices and bulk queries on all threads of the current rayon pool; needs `std` |
//! | `serde` | off | settings and shapes; unknown fields are refused, and invalid shapes by name |
//! | `tracing` | off | spans of what takes time: cooking, a step of a crowd and its parts, saving, restoring; target `sweep8` |
//!
//! Without `std` the library is `no_std` and needs `alloc`. There is no `Mesh`, no `DeformableMesh` and none of their methods: meshes
//! come [from bytes](CookedMesh::from_bytes) that were cooked elsewhere. The backend is the one that the program is compiled for
//! (`-C target-cpu=x86-64-v3` has AVX2); where two threads want the same lock one waits in a loop. Memory of queries lies in a pool of
//! all threads. Results have the same bits.
//!
//! With `tracing` a span is named after the call: `Mesh::cook`, `World::begin_step`, `Crowd::step` with its parts `sort`,
//! `neighbours` and `move`, and on level `TRACE` the `chunk`s that threads move (of a step in jobs `Crowd::begin_step`, then `chunk`s
//! without a parent); `World::move_characters`, saving and restoring. A
//! subscriber may allocate; results have the same bits.

#![no_std]
// Items that need no standard library are taken from `core`, or else from `alloc`.
#![deny(clippy::alloc_instead_of_core, clippy::std_instead_of_alloc, clippy::std_instead_of_core)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

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

/// Re-export of the vector library of this interface: code that uses it from here has the matching version.
pub use glam;

pub use base::field::Field;
pub use base::input_error::InputError;
pub use base::restore_error::RestoreError;
pub use bvh::bytes::cooked_error::CookedError;
pub use bvh::cooked_mesh::{CookedMesh, MeshReport};
#[cfg(feature = "std")]
pub use bvh::deformable_mesh::DeformableMesh;
pub use character::model::body_outcome::BodySlideOutcome;
pub use character::model::ground::{Ground, Surface};
pub use character::model::move_input::MoveInput;
pub use character::model::outcome::{SlideContact, SlideOutcome};
pub use character::model::profile::{CharacterProfile, CharacterSettings, EachOther, MoveMode};
pub use character::model::slide_settings::{SlideSettings, SlopeSpeed};
pub use character::model::state::CharacterState;
pub use character::model::status::SlideStatus;
pub use character::step::character_memory::CharacterMemory;
pub use crowd::crowd::Crowd;
pub use crowd::crowd_step::{CrowdJob, CrowdStep};
pub use crowd::events::contacts::CharacterContact;
pub use crowd::events::event::{CharacterEvent, EventKind};
pub use crowd::events::event_mask::EventMask;
pub use crowd::id::CharacterId;
pub use crowd::move_memory::MoveMemory;
pub use crowd::queries::character_hit::{CharacterFilter, CharacterHit, CharacterOverlap, CharacterRayHit};
pub use crowd::queries::debug_lines::{DebugLine, DebugLineKind};
pub use crowd::queries::sense::{SenseRays, Sensed, SensedThing};
pub use crowd::report::{Refused, StepReport};
pub use crowd::settings::CrowdSettings;
pub use crowd::spawn_error::SpawnError;
pub use frame::placement::Placement;
pub use frame::position::Position;
pub use mesh::material::Material;
#[cfg(feature = "std")]
pub use mesh::mesh::{Mesh, MeshError};
pub use mesh::sides::Sides;
pub use query::contains::Containment;
pub use query::hit::{BodyHit, ClosestPoint, Depenetration, Hit, Overlap, RayHit};
pub use query::many_queries::{ClosestPointQuery, OverlapQuery, RayQuery, SweepQuery};
pub use shape::axis::Axis;
pub use shape::body::{Body, BodyError, BodyPart};
pub use shape::capsule::Capsule;
pub use shape::ellipsoid::{Ellipsoid, EllipsoidError};
pub use shape::oriented_ellipsoid::OrientedEllipsoid;
pub use shape::oriented_shape::OrientedShape;
pub use shape::sphere::{Segment, Sphere, Triangle};
pub use shape::swept_ellipsoid::Shape;
pub use simd::{Backend, BackendError};
pub use world::contact_filter::{ContactFilter, ContactView, Verdict};
#[cfg(feature = "std")]
pub use world::deform_error::DeformError;
pub use world::filter::{Filter, Skip};
pub use world::instance_id::InstanceId;
pub use world::instance_kind::InstanceKind;
pub use world::world::World;
pub use world::world_step::WorldStep;

/// Limits of accepted input; calls refuse values outside and name the field.
pub mod limits {
    pub use crate::base::tolerance::{
        MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS, MAX_SCALE, MAX_TRIANGLES, MAX_TURN, MIN_RADIUS,
    };
}

/// The example of the package's README, compiled and run. Those of the repository's documents are in `bench/src/lib.rs`: a
/// published package does not have these files.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
