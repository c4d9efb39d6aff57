//! Errors of refused input, their events, and the record of errors that were already reported.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use std::fmt;
use sweep8::{InputError, MeshError};
use thiserror::Error;

/// Why a collider was refused. The collider stays as it was, or is not added.
///
/// ```
/// use bevy_sweep8::ColliderError;
///
/// assert!(ColliderError::Sheared.to_string().contains("shears"));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ColliderError {
    /// Error: a part of the collider's transform or shape is out of range, or not finite.
    #[error("{0}")]
    Input(#[from] InputError),
    /// Error: the triangles of the collider's asset do not form a mesh.
    #[error("{0}")]
    Mesh(#[from] MeshError),
    /// Error: the parents' transforms shear the collider: an uneven scale above a rotation.
    #[error("the transform of the collider and its parents shears: a parent of a rotated child must scale evenly")]
    Sheared,
    /// Error: the collider's entity, or a parent, has no `Transform`.
    #[error("the collider, or an entity above it, has no `Transform`")]
    NoTransform,
    /// Error: the collider needs a mesh asset, but the app has no `Assets<Mesh>`.
    #[error("the app has no `Assets<Mesh>`")]
    NoMeshAssets,
    /// Error: the collider's mesh asset has no triangles, only points or lines.
    #[error("the mesh is neither a list nor a strip of triangles")]
    NoTriangles,
    /// Error: the collider's mesh asset has no positions of three `f32`.
    #[error("the mesh has no positions of three f32")]
    NoPositions,
    /// Error: the collider's mesh asset was moved to the renderer, and is no longer in the main world.
    #[error("the mesh is in the render world only: load it with `RenderAssetUsages::MAIN_WORLD`, too")]
    InRenderWorld,
}

/// Why a change of a character was refused. The character keeps its earlier value.
///
/// ```
/// use bevy_sweep8::CharacterError;
/// use bevy_sweep8::sweep8::{CharacterProfile, CharacterSettings};
///
/// let refused = CharacterProfile::new(&CharacterSettings { air_control: 2.0, ..CharacterSettings::default() });
/// let error = CharacterError::from(refused.expect_err("there is no more than all of it"));
/// assert!(error.to_string().contains("`air_control` is 2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CharacterError {
    /// Error: a character's setting, input or transform is out of range, or there is no room for another shape.
    #[error("{0}")]
    Input(#[from] InputError),
    /// Error: a parent of the character has no `Transform`.
    #[error("an entity above the character has no `Transform`")]
    NoTransform,
}

/// A collider was refused. Triggered once for each cause, and again if it was accepted in between; each event is also
/// logged.
///
/// ```
/// use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::prelude::*;
///
/// App::new().add_observer(|refused: On<ColliderRefused>, mut commands: Commands| {
///     commands.entity(refused.entity).despawn();
/// });
/// ```
#[derive(EntityEvent, Clone, Debug)]
pub struct ColliderRefused {
    /// Entity of the refused collider.
    pub entity: Entity,
    /// Reason why the collider was refused.
    pub error: ColliderError,
}

/// The settings, the input, the transform or a move of a character were refused. Triggered once for each cause, and
/// again if it was accepted in between; each event is also logged. If one step refuses several moves, only the
/// character with the lowest number gets an event; [`Sweep8::report`](crate::Sweep8::report) counts them all.
///
/// ```
/// use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::prelude::*;
///
/// App::new().add_observer(|refused: On<CharacterRefused>| println!("{}: {}", refused.entity, refused.error));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct CharacterRefused {
    /// Entity of the refused character.
    pub entity: Entity,
    /// Reason why the character's change or move was refused.
    pub error: CharacterError,
}

/// Last error of each refused entity, stored so that each cause is reported once.
#[derive(Resource, Debug)]
pub(crate) struct Refusals<E: Send + Sync + 'static>(EntityHashMap<E>);

impl<E: Send + Sync + 'static> Default for Refusals<E> {
    fn default() -> Self {
        Self(EntityHashMap::default())
    }
}

impl<E: Clone + PartialEq + fmt::Display + Send + Sync + 'static> Refusals<E> {
    /// Records whether an entity was accepted or refused; returns and logs the error if it has not been reported yet.
    pub(crate) fn note(&mut self, what: &str, entity: Entity, result: Result<(), E>) -> Option<E> {
        let Err(error) = result else {
            self.forget(entity);
            return None;
        };
        if self.0.insert(entity, error.clone()).is_some_and(|before| before == error) {
            return None;
        }
        log::warn!("{what} {entity} is refused: {error}");
        Some(error)
    }

    pub(crate) fn forget(&mut self, entity: Entity) {
        if !self.0.is_empty() {
            self.0.remove(&entity);
        }
    }
}
