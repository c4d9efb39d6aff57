//! The part of a world that a query considers.

use crate::mesh::sides::Sides;

/// The part of a world that a query considers: which sides of triangles, the instances of which layers, and whether sensors count.
/// Wherever a filter is asked for, [`Sides`] alone will do: then all layers count, and no sensors.
///
/// Fields may be added in a minor version: end with `..Filter::default()`.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Filter, Mesh, Placement, Scratch, Sides, World};
///
/// const GLASS: u32 = 1 << 1;
/// let pane = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let mut world = World::new();
/// let window = world.add(&Mesh::new(&pane, &[[0, 1, 2]])?.cook(), Placement::IDENTITY)?;
/// world.set_layers(window, GLASS)?;
///
/// let (eye, target, mut scratch) = (Vec3::ZERO, Vec3::X * 5.0, Scratch::new());
/// assert!(world.segment(eye, target, Sides::Both, &mut scratch)?.is_some());
/// let opaque = Filter { layers: !GLASS, ..Filter::default() };
/// assert!(world.segment(eye, target, opaque, &mut scratch)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("mask", "collision mask", "collision group"))]
pub struct Filter {
    /// Which sides of triangles count. Default both.
    pub sides: Sides,
    /// The layers that count, a bit each: an instance is considered that is in one of them. Default all.
    pub layers: u32,
    /// Whether [sensors](crate::InstanceKind::Sensor) count, too. Default no.
    pub sensors: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { sides: Sides::Both, layers: Self::ALL_LAYERS, sensors: false }
    }
}

impl Filter {
    /// Every layer.
    pub const ALL_LAYERS: u32 = u32::MAX;
}

impl From<Sides> for Filter {
    #[inline]
    fn from(sides: Sides) -> Self {
        Self { sides, ..Self::default() }
    }
}
