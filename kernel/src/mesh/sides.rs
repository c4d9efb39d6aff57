//! The sides of a triangle that a query feels.

/// The sides of a triangle that a query feels. The front is the side from which the corners of the triangle run counter-clockwise.
///
/// The centre of the shape at the start of the query, or of each sweep within a slide, decides: if it is on the front, the whole
/// triangle counts, with its edges and corners. A ray counts the surfaces that it enters from the front.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Sides, World};
///
/// // A floor that is seen from above, and a ball that rises from below it.
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let ball = Ellipsoid::ball(0.5)?;
/// let (below, rise) = (Vec3::new(0.0, -2.0, 0.0), Vec3::new(0.0, 4.0, 0.0));
/// assert!(world.sweep(&ball, below, rise, Sides::Both)?.is_some());
/// assert!(world.sweep(&ball, below, rise, Sides::Front)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "back-face culling")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// Front and back sides count. Levels of open sheets need this rule, the only one under which nothing ever crosses a surface.
    #[default]
    Both,
    /// Only triangles with the centre on their front or in their plane. For shapes, triangles too thin to have a plane in `f32`
    /// always count.
    Front,
}

impl Sides {
    /// Minimum signed height of the query's centre above a triangle's plane at which the triangle counts under this rule.
    #[inline(always)]
    pub(crate) fn lowest(self) -> f32 {
        match self {
            Self::Both => f32::NEG_INFINITY,
            Self::Front => 0.0,
        }
    }
}
