//! The boxes that an ellipsoid can touch while its centre stays in a box.
//!
//! In: the box around the ellipsoid at all these centres, ellipsoid space; boxes, eight at a time, mesh space. Out: a predicate for
//! each. It is conservative: rounding may keep a box out of reach, and never drops one in reach.

use crate::bvh::boxes::Bounds;
use crate::frame::ellipsoid_space::Space;
use crate::narrow::box_distance::gap;
use crate::simd::{LaneVec, Lanes};
use glam::{Vec3, Vec3A};

/// The volume that the unit sphere of an ellipsoid space can touch while its centre stays in a box: the ellipsoid around every
/// point of that box, mesh space. The bounding box of this volume contains twice as much: a ball that hovers over a floor reaches
/// little of the space below its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundedBox {
    /// Box that contains every position of the sphere's centre.
    core: Bounds,
    inverse_radii: Vec3,
}

impl RoundedBox {
    /// The rounded box that fills the box `around` it. A margin for rounding in `around` becomes part of the core: so the volume
    /// contains all points that the sphere misses by no more than the margin.
    #[inline(always)]
    pub(crate) fn filling(around: &Bounds, space: &Space) -> Self {
        let radii = Vec3A::from(space.radii);
        let core = Bounds { low: around.low + radii, high: around.high - radii };
        Self { core, inverse_radii: space.inverse_radii }
    }

    /// Volume that the unit sphere covers while its centre stays within `reach` of `middle` on each axis; ellipsoid space.
    #[inline(always)]
    pub(crate) fn of_sphere(middle: Vec3, reach: Vec3) -> Self {
        Self { core: Bounds::about(middle.into(), reach.into()), inverse_radii: Vec3::ONE }
    }

    /// Mask of the boxes from `low` to `high` that meet the rounded box.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Mask {
        let apart = gap(lanes, lanes.splat3(self.core.low.into()) - high, low - lanes.splat3(self.core.high.into()));
        let apart = apart.multiply(lanes.splat3(self.inverse_radii));
        lanes.le(apart.dot(apart), lanes.splat(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::build::from_mesh::build_tree;
    use crate::character::collide::gather::Reach;
    use crate::frame::position::Position;
    use crate::mesh::mesh::Mesh;
    use crate::narrow::mesh_boxes::MeshBoxes;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH, task};
    use alloc::vec::Vec;
    use glam::DVec3;

    task! {
        /// Test task that returns for each box whether it meets the rounded box that fills `around`.
        struct Meet<'a> {
            around: &'a Bounds,
            space: &'a Space,
            boxes: &'a [Bounds],
        }
        fn run<L>(lanes) -> Vec<bool> {
            let rounded = RoundedBox::filling(around, space);
            let mut meets = Vec::new();
            for eight in boxes.chunks(WIDTH) {
                let (mut low, mut high) = ([[0.0; WIDTH]; 3], [[0.0; WIDTH]; 3]);
                for (lane, bounds) in eight.iter().enumerate() {
                    for axis in 0..3 {
                        (low[axis][lane], high[axis][lane]) = (bounds.low[axis], bounds.high[axis]);
                    }
                }
                let bits = lanes.bits(rounded.meeting(lanes, lanes.load3(&low), lanes.load3(&high)));
                meets.extend((0..eight.len()).map(|lane| bits >> lane & 1 == 1));
            }
            meets
        }
    }

    /// Iterates over unit vectors in all directions, for tests.
    fn directions() -> impl Iterator<Item = DVec3> {
        let steps = || (-3..=3).map(f64::from);
        let all = steps().flat_map(move |x| steps().flat_map(move |y| steps().map(move |z| DVec3::new(x, y, z))));
        all.filter(|direction| *direction != DVec3::ZERO).map(DVec3::normalize)
    }

    /// Test cases: a ball, a person and a needle, at the origin and far from it; the reach of each, and the box around it.
    fn cases() -> Vec<(Space, Reach, Bounds)> {
        let tree = build_tree(&Mesh::new(&[], &[]).expect("it is a mesh"));
        let mut cases = Vec::new();
        for radii in [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.05, 3.4, 0.05)] {
            for center in [Vec3::ZERO, Vec3::new(-3.0, 0.7, 40.0), Vec3::new(5000.0, -300.0, 800.0)] {
                for (middle, radius) in [(0.0, 0.0), (0.02, 0.05), (-0.7, 1.3)] {
                    let space = Space::new(Ellipsoid::new(radii).expect("it is a shape"), Position::new(center));
                    let reach = Reach { middle: Vec3::splat(middle), radius };
                    let around = space.near(reach.middle, reach.radius, tree.largest);
                    cases.push((space, reach, around));
                }
            }
        }
        cases
    }

    #[test]
    fn whatever_a_sphere_touches_from_anywhere_in_its_reach_meets_what_is_reached() {
        let mut met = 0;
        for (space, reach, around) in cases() {
            let mut boxes = Vec::new();
            for to in directions() {
                let center = space.position.high.as_dvec3() + reach.middle.as_dvec3() + to * f64::from(reach.radius);
                for towards in directions().step_by(7) {
                    // A box whose corner towards the sphere is touched.
                    let corner = (center + towards * space.radii.as_dvec3()).as_vec3();
                    let away = corner + towards.as_vec3() * 0.3;
                    boxes.push(Bounds { low: corner.min(away).into(), high: corner.max(away).into() });
                }
            }
            for backend in Backend::available() {
                let meets = Chosen::new(backend).expect("it is available").run(Meet {
                    around: &around,
                    space: &space,
                    boxes: &boxes,
                });
                for (bounds, meets) in boxes.iter().zip(meets) {
                    assert!(meets, "{backend}: {space:?} from {reach:?} does not reach {bounds:?}");
                }
            }
            met += boxes.len();
        }
        assert!(met > 100_000, "{met}");
    }

    #[test]
    fn what_lies_beyond_a_rounded_edge_or_corner_does_not_meet() {
        let mut beyond = 0;
        for (space, reach, around) in cases() {
            let mut boxes = Vec::new();
            for towards in directions().map(DVec3::as_vec3).filter(|to| to.abs().max_element() < 0.9) {
                // From a corner of the box around all centres, a tenth farther than the sphere extends.
                let corner = space.position.high + reach.middle + towards.signum() * reach.radius;
                let point = corner + towards * space.radii * 1.1;
                let bounds = Bounds::about(point.into(), Vec3A::ZERO);
                assert!(around.holds(&bounds), "{bounds:?} is not in {around:?}");
                boxes.push(bounds);
            }
            for backend in Backend::available() {
                let meets = Chosen::new(backend).expect("it is available").run(Meet {
                    around: &around,
                    space: &space,
                    boxes: &boxes,
                });
                assert!(!meets.contains(&true), "{backend}: {space:?} from {reach:?}");
            }
            beyond += boxes.len();
        }
        assert!(beyond > 1_000, "{beyond}");
    }
}
