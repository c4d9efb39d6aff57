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
    /// Coefficient of dry friction, finite, 0 or more. A slide along the surface loses `friction` times the part of the motion that
    /// the surface stopped (Coulomb 1785): a wall met at a flat angle takes little, one met head-on holds; gravity moves nothing
    /// down a slope whose tangent is below it. 0 takes nothing.
    ///
    /// A velocity of a character that stands, such as a knock-back, is slowed by `friction` times gravity.
    ///
    /// A desired displacement is a velocity, renewed in every move: a character that walks on a floor has overcome its friction.
    /// Gravity in a pass of its own takes nothing from the desired displacement; joined to it, gravity presses for no more than one
    /// step.
    ///
    /// Nettle (2000) shortens every slide by a constant part. Such friction depends on the time step, and no slope holds a
    /// character.
    pub friction: f32,
}

impl Material {
    /// Makes a material with this coefficient of [friction](Self::friction) and defaults for all other fields.
    #[must_use]
    pub fn with_friction(friction: f32) -> Self {
        Self { friction }
    }
}

/// Materials of a mesh: a list of materials, and an index into it for each triangle. Both are empty if the mesh has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    pub(crate) kinds: Vec<Material>,
    pub(crate) of_triangle: Elements<u16>,
}

impl Materials {
    /// Index of the triangle's material in `kinds`; 0 if the mesh has no materials.
    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> u16 {
        self.of_triangle.get(triangle as usize).copied().unwrap_or(0)
    }

    /// Coefficient of friction of the material with this index; 0 if the mesh has no materials.
    #[inline(always)]
    pub(crate) fn friction(&self, material: u16) -> f32 {
        self.kinds.get(usize::from(material)).map_or(0.0, |kind| kind.friction)
    }

    /// Memory of the list of materials and of the list of material indices, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.kinds[..]) + size_of_val(&self.of_triangle[..])
    }
}
