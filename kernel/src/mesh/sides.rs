//! Which sides of a triangle a query feels.

/// Which sides of a triangle a query feels. The front of a triangle is the side from which its corners are seen
/// counter-clockwise.
///
/// The place of the centre at the start of the query, or of the sweep within a slide, decides: once a shape has been met
/// from the front, all of the triangle counts, its edges and corners too. A ray counts the surfaces that it enters from
/// the front.
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
    /// Front and back. A level of open sheets needs this rule, the only one under which nothing is ever passed through.
    #[default]
    Both,
    /// Triangles whose front, or whose plane, the centre is on. For shapes, triangles too thin to have a plane in `f32`
    /// always count.
    Front,
}

impl Sides {
    /// The lowest signed height above a triangle's plane at which it counts.
    #[inline(always)]
    pub(crate) fn lowest(self) -> f32 {
        match self {
            Self::Both => f32::NEG_INFINITY,
            Self::Front => 0.0,
        }
    }
}
