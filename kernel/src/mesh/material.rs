//! Materials of triangles.

use crate::base::elements::Elements;
use alloc::vec::Vec;

/// A kind of surface.
///
/// Fields may be added in a minor version: begin with [`Material::with_friction`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Material, Mesh};
///
/// let positions = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::new(1.0, 0.0, 1.0)];
/// let (stone, ice) = (Material::with_friction(0.8), Material::with_friction(0.0));
/// let mesh = Mesh::new(&positions, &[[0, 1, 2], [2, 1, 3]])?.with_materials(&[stone, ice], &[0, 1])?;
/// assert_eq!(mesh.triangle_count(), 2);
/// # Ok::<(), sweep8::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Coefficient of dry friction, finite, 0 or more. A slide along the surface loses `friction` times the part of the
    /// motion that the surface stopped (Coulomb 1785): a wall slid along at a flat angle takes little, one met head-on
    /// holds; gravity leads down no slope whose tangent is below it. 0 takes nothing.
    ///
    /// A desired displacement is a velocity, renewed in every move: what walks on a floor has overcome its friction. In
    /// a pass of its own gravity takes nothing from the desired displacement; joined to it, no more than one step of
    /// gravity presses.
    ///
    /// Nettle (2000) shortens every slide by a constant part. Such friction depends on the time step, and holds nobody on a
    /// slope.
    pub friction: f32,
}

impl Material {
    /// The default material with this [friction](Self::friction).
    #[must_use]
    pub fn with_friction(friction: f32) -> Self {
        Self { friction }
    }
}

/// The materials of a mesh: kinds, and one for each triangle. Empty where none were given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    pub(crate) kinds: Vec<Material>,
    pub(crate) of_triangle: Elements<u16>,
}

impl Materials {
    /// The material of a triangle, 0 where none were given.
    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> u16 {
        self.of_triangle.get(triangle as usize).copied().unwrap_or(0)
    }

    /// The friction of a material, 0 where none were given.
    #[inline(always)]
    pub(crate) fn friction(&self, material: u16) -> f32 {
        self.kinds.get(usize::from(material)).map_or(0.0, |kind| kind.friction)
    }

    /// Memory, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.kinds[..]) + size_of_val(&self.of_triangle[..])
    }
}
