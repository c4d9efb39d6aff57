//! Moves many characters through triangle worlds in Bevy: slopes, stairs, lifts, crowds. These are the systems around
//! [`sweep8`], which does the work.
//!
//! - [`Character`] walks: every fixed step moves the entity as its [`CharacterInput`] says. The plugin writes its
//!   `Transform`, whose translation is the centre of the body, and its [`CharacterOutput`].
//! - [`Collider`] stops characters: a box, a `Mesh` asset or a cooked mesh. Its `Transform` places it; a changed one is
//!   the target of the coming step, in which the collider carries and pushes characters.
//! - [`Sweep8Systems`] orders the systems in `FixedPostUpdate`; [`TransformInterpolation`] draws frames between steps.
//! - Observers receive the events [`Landed`], [`LeftGround`], [`Crushed`], [`Pushed`], [`SensorEntered`], [`SensorLeft`],
//!   [`ContactStarted`], [`ContactEnded`] and, for refused input, [`CharacterRefused`] and [`ColliderRefused`].
//! - [`Sweep8`] answers queries: rays, sweeps, characters near a point.
//!
//! World space is Bevy's: metres, seconds, right-handed; gravity along -y, unless [`Gravity`] says otherwise. The same
//! app gives the same bits on every supported machine: characters and colliders are numbered in the order in which they are
//! spawned. A new one takes the number of a despawned one, if there is one.

#[cfg(feature = "gizmos")]
mod gizmos;

mod character;
mod collider;
mod contacts;
mod event;
mod handle;
mod interpolation;
mod mesh_source;
mod placement;
mod plugin;
mod prepare_characters;
mod prepare_colliders;
mod queue;
mod refusal;
#[allow(clippy::transmute_ptr_to_ptr, reason = "`reflect_remote` writes that")]
mod remote;
mod simulation;
mod step;
mod writeback;

/// The library itself, without Bevy: settings, meshes, queries.
pub use sweep8;

pub use character::{Character, CharacterGroup, CharacterInput, CharacterOutput};
pub use collider::{Collider, ColliderKind, ColliderLayers, SharedMesh};
pub use contacts::{CharacterContacts, Contact};
pub use event::{ContactEnded, ContactStarted, Crushed, Landed, LeftGround, Pushed, SensorEntered, SensorLeft};
#[cfg(feature = "gizmos")]
pub use gizmos::{Sweep8Gizmos, Sweep8GizmosPlugin};
pub use handle::{CharacterHandle, ColliderHandle};
pub use interpolation::{NoTransformInterpolation, TransformInterpolation};
pub use plugin::{Sweep8Plugin, Sweep8Systems};
pub use refusal::{CharacterError, CharacterRefused, ColliderError, ColliderRefused};
pub use simulation::{Gravity, Sweep8};

/// Names that most programs need: `use bevy_sweep8::prelude::*`.
pub mod prelude {
    pub use crate::{
        Character, CharacterContacts, CharacterGroup, CharacterInput, CharacterOutput, CharacterRefused, Collider,
        ColliderKind, ColliderLayers, ColliderRefused, ContactEnded, ContactStarted, Crushed, Gravity, Landed,
        LeftGround, NoTransformInterpolation, Pushed, SensorEntered, SensorLeft, Sweep8, Sweep8Plugin, Sweep8Systems,
    };
    pub use sweep8::{Capsule, CharacterSettings, EachOther, Ellipsoid, Ground};
}

/// One version of glam for Bevy and the library. If this line does not compile, the program contains two versions:
/// `cargo update glam@0.34.3 --precise 0.33.12` makes them one, with the numbers that `cargo tree -d` shows.
const _: fn(sweep8::glam::Vec3) -> bevy_math::Vec3 = |vector| vector;

/// Tests that compile and run the examples of this crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Tests that compile and run the examples of the repository's `docs/embedding-bevy.md`.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding-bevy.md")]
struct Document;
