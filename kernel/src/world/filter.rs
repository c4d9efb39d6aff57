//! The part of a world that a query considers.

use crate::mesh::sides::Sides;
use crate::world::instance_id::InstanceId;

/// The part of a world that a query considers: sides of triangles, layers of instances, and whether sensors count. Every query with
/// a filter also accepts [`Sides`] alone: then all layers count, and no sensors.
///
/// Fields may be added in a minor version: end with `..Filter::default()`.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Filter, Mesh, Placement, Sides, World};
///
/// const GLASS: u32 = 1 << 1;
/// let pane = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let mut world = World::new();
/// let window = world.add(&Mesh::new(&pane, &[[0, 1, 2]])?.cook(), Placement::IDENTITY)?;
/// world.set_layers(window, GLASS)?;
///
/// let (eye, target) = (Vec3::ZERO, Vec3::X * 5.0);
/// assert!(world.segment(eye, target, Sides::Both)?.is_some());
/// let opaque = Filter { layers: !GLASS, ..Filter::default() };
/// assert!(world.segment(eye, target, opaque)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("mask", "collision mask", "collision group"))]
pub struct Filter {
    /// Sides of triangles that a query considers. Default: both.
    pub sides: Sides,
    /// Layers that a query considers, a bit each: an instance counts if it is in at least one. Default: all.
    pub layers: u32,
    /// Whether a query considers [sensors](crate::InstanceKind::Sensor). Default: no.
    pub sensors: bool,
    /// Whether a sweep that starts in overlap counts only triangles into which it moves deeper, at fraction 0; those that it leaves
    /// or slides along do not stop it. Default: no, an overlap at the start is a hit in whatever direction the sweep leads.
    ///
    /// The rule is for each triangle by itself. A shape that lies by `d` metres in a surface of many triangles meets the edge of the
    /// next one, with a normal that leans from that of the surface by about `√(2 d / r)`, for a radius of curvature `r`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Filter, Mesh, Sides, World};
    ///
    /// // A ball that a rounding has left in the floor by a tenth of a micrometre.
    /// let world = World::from_mesh(Mesh::cuboid(Vec3::splat(9.0))?);
    /// let (ball, center) = (Ellipsoid::ball(0.5)?, Vec3::Y * 9.499_999);
    /// let approach = Filter { approach_only: true, ..Filter::default() };
    /// assert!(world.sweep(&ball, center, Vec3::X, Sides::Both)?.is_some(), "it overlaps");
    /// assert!(world.sweep(&ball, center, Vec3::X, approach)?.is_none(), "but it rolls along the floor");
    /// assert!(world.sweep(&ball, center, Vec3::Y, approach)?.is_none(), "and leaves it");
    /// assert!(world.sweep(&ball, center, Vec3::NEG_Y, approach)?.is_some(), "but sinks into it");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub approach_only: bool,
    /// A surface that rays, segments and sweeps pass as if it were not there, such as that on which they start. Default: none.
    pub skip: Skip,
}

/// A surface that a ray, a segment or a sweep skips. An id that names no instance of the world skips nothing. Overlaps, closest
/// points and depenetration skip nothing.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Filter, Mesh, Sides, Skip, World};
///
/// // A shadow ray from a point that was rounded, towards a lamp.
/// let world = World::from_mesh(Mesh::cuboid(Vec3::splat(0.3))?);
/// let (eye, lamp) = (Vec3::new(0.1, 5.0, 0.2), Vec3::new(3.0, 7.0, 1.0));
/// let hit = world.ray(eye, Vec3::NEG_Y, 9.0, Sides::Both)?.expect("there is a box");
/// let above = Filter { skip: Skip::Triangle(hit.instance, hit.triangle), ..Filter::default() };
/// assert!(!world.segment_any(hit.point, lamp, above)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skip {
    /// The query skips nothing.
    #[default]
    Nothing,
    /// The query skips one triangle, given by its instance and its index in the mesh. Its neighbours count, also at a shared edge.
    Triangle(InstanceId, u32),
    /// The query skips all triangles of an instance.
    Instance(InstanceId),
}

impl Default for Filter {
    fn default() -> Self {
        Self { sides: Sides::Both, layers: Self::ALL_LAYERS, sensors: false, approach_only: false, skip: Skip::Nothing }
    }
}

impl Filter {
    /// Mask of layers in which the bits of all 32 layers are set.
    pub const ALL_LAYERS: u32 = u32::MAX;

    /// Whether sweeps with this filter take an overlap at the start as it is, and skip nothing.
    #[inline(always)]
    pub(crate) fn is_plain_for_sweeps(&self) -> bool {
        !self.approach_only && self.skip == Skip::Nothing
    }
}

impl From<Sides> for Filter {
    #[inline]
    fn from(sides: Sides) -> Self {
        Self { sides, ..Self::default() }
    }
}

/// A surface of a world that a query skips.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skipped {
    /// Index of the instance.
    pub(crate) instance: u32,
    /// Index of the triangle in its mesh; `None`: all of the instance's.
    pub(crate) triangle: Option<u32>,
}

impl Skipped {
    /// Whether the query skips this triangle of the instance with this index.
    #[inline(always)]
    pub(crate) fn has(self, instance: u32, triangle: u32) -> bool {
        self.instance == instance && self.triangle.is_none_or(|only| only == triangle)
    }
}
