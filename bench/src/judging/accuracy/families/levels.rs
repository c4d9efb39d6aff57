//! Sweeps near the surfaces of a level.
//!
//! In: a level. Out: sweeps of 0.05 to 2 m in any direction, which start near a random point of a random triangle
//! without an overlap. Candidates come from the checks' own tree, not from the kernel's.

use super::draw::{direction, point_of, range, scale};
use super::soups::SHAPES;
use super::sweep::{Sweep, swept_box};
use crate::checking::{Tree, penetration};
use crate::judging::accuracy::error::AccuracyError;
use crate::levels::Level;
use crate::random::Random;
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Mesh, World, limits};

/// Minimum distance of a sweep's start from a surface, in radii; below 1 only where the surface bends away.
const NEAREST: f64 = 0.3;
/// Maximum distance of a sweep's start from a surface, in radii.
const FARTHEST: f64 = 3.0;

/// Minimum length of a random sweep in a level, metres.
const SHORTEST: f64 = 0.05;
/// Maximum length of a random sweep in a level, metres.
const LONGEST: f64 = 2.0;

/// One sweep in this number is parallel to an axis, as gravity and most levels are.
const ALONG_AN_AXIS: usize = 8;

/// A level with its triangle tree and its kernel world, in which random sweeps are drawn.
pub(super) struct Place {
    level: Level,
    tree: Tree,
    pub(super) world: World,
}

impl Place {
    pub(super) fn new(level: Level) -> Result<Self, AccuracyError> {
        let mesh = Mesh::new(&level.positions, &level.triangles)
            .map_err(|cause| AccuracyError::Mesh { level: level.name.clone(), cause })?;
        let tree = Tree::new(&level.positions, &level.triangles);
        if tree.is_empty() {
            return Err(AccuracyError::NoSurface { level: level.name });
        }
        Ok(Self { tree, world: World::from_mesh(mesh), level })
    }

    /// Draws a random sweep in the level; `None` if its start overlaps a triangle or is out of the kernel's range.
    pub(super) fn sweep(&self, random: &mut Random) -> Option<Sweep> {
        let radii = SHAPES[random.below(SHAPES.len())];
        let triangle = self.level.corners(random.below(self.level.triangles.len())).map(Vec3::as_dvec3);
        let beside = direction(random) * radii.as_dvec3() * range(random, NEAREST, FARTHEST);
        let center = (point_of(random, triangle) + beside).as_vec3();
        let way = direction(random);
        let axis = [DVec3::X, DVec3::Y, DVec3::Z][random.below(3)];
        let heading = if random.below(ALONG_AN_AXIS) == 0 { axis * way.dot(axis).signum() } else { way };
        let displacement = (heading * scale(random, SHORTEST, LONGEST)).as_vec3();
        let is_accepted = center.abs().max_element() <= limits::MAX_COORDINATE;
        let shape = Ellipsoid::new(radii).expect("the radii of all families are constants");
        if !is_accepted || penetration(&self.tree, center.as_dvec3(), radii.as_dvec3()) > 0.0 {
            return None;
        }
        let (low, high) = swept_box(&shape, center, displacement);
        let mut near = Vec::new();
        self.tree.visit(low, high, |_, triangle| near.push(*triangle));
        Some(Sweep::new(shape, center, displacement, near))
    }
}
