//! The part of a world that a query considers.

use crate::mesh::sides::Sides;

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
}

impl Default for Filter {
    fn default() -> Self {
        Self { sides: Sides::Both, layers: Self::ALL_LAYERS, sensors: false }
    }
}

impl Filter {
    /// Mask of layers in which the bits of all 32 layers are set.
    pub const ALL_LAYERS: u32 = u32::MAX;
}

impl From<Sides> for Filter {
    #[inline]
    fn from(sides: Sides) -> Self {
        Self { sides, ..Self::default() }
    }
}
