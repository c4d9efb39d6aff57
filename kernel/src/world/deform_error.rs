//! Errors for vertices of an instance that cannot be set.

use crate::base::input_error::InputError;
use glam::Vec3;
use thiserror::Error;

/// The reason why vertices of an instance were not set. Nothing has changed then.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{DeformError, InputError, Mesh, Placement, World};
///
/// let mesh = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]])?;
/// let mut world = World::new();
/// let shared = world.add(&mesh.clone().cook(), Placement::IDENTITY)?;
/// let own = world.add_deformable(mesh.cook_deformable(), Placement::IDENTITY)?;
/// assert_eq!(world.set_vertices(shared, 0, &[Vec3::Y]), Err(DeformError::Shared { instance: 0 }));
/// let refused = world.set_vertices(own, 2, &[Vec3::X, Vec3::Y]).expect_err("there is no vertex 3");
/// assert_eq!(refused.to_string(), "vertex 3 does not exist: there are only 3");
/// world.remove(own)?;
/// let gone = world.set_vertices(own, 0, &[Vec3::Y]);
/// assert_eq!(gone, Err(DeformError::Input(InputError::RemovedInstance { index: 1 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DeformError {
    /// Error: the instance was added with [`World::add`](crate::World::add), so its vertices cannot move: others may share its mesh.
    #[error("`instance` {instance} shares its mesh: add one that is to deform with `World::add_deformable`")]
    Shared {
        /// Index of the instance that is not deformable, see [`InstanceId::index`](crate::InstanceId::index).
        instance: u32,
    },
    /// Error: the call has the index of a vertex that does not exist in the instance's mesh.
    #[error("vertex {vertex} does not exist: there are only {count}")]
    VertexOutOfRange {
        /// Index of the vertex that does not exist.
        vertex: usize,
        /// Number of vertices of the instance's mesh.
        count: usize,
    },
    /// Error: the number of new positions differs from the number of vertices to set.
    #[error("{given} places are given for {vertices} vertices: there must be one for each")]
    VertexCount {
        /// Number of new vertex positions in the call.
        given: usize,
        /// Number of vertices that need a new position.
        vertices: usize,
    },
    /// Error: a new vertex position has a NaN or infinite component.
    #[error("vertex {vertex} is {value}: every coordinate must be finite")]
    NotFinite {
        /// Index of the vertex with the invalid position.
        vertex: usize,
        /// The invalid vertex position from the call.
        value: Vec3,
    },
    /// Error: a new vertex position is beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("vertex {vertex} is {value}: every coordinate must be within ±2^24 m")]
    TooFar {
        /// Index of the vertex with the invalid position.
        vertex: usize,
        /// The invalid vertex position from the call.
        value: Vec3,
    },
    /// Error: the world has no instance with this id, or the instance would extend beyond the largest coordinate.
    #[error(transparent)]
    Input(#[from] InputError),
}
