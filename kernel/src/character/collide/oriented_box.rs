//! Whether a triangle around a hull comes into an oriented box.
//!
//! In: a collision set whose triangles are gathered, a box. Out: whether none of them comes into it. Along each axis of the box the extent of
//! a triangle is compared with its sides: a triangle beside an edge of the box may count as inside.

use crate::character::collide::collision_set::CollisionSet;
use crate::narrow::candidate_block::CandidateBlock;
use crate::query::sweep::slide_regime::SlideRegime;
use crate::simd::{Lanes, task};
use glam::Vec3;

/// A box along any three axes that are perpendicular to each other, relative to the start of a slide, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientedBox {
    /// Directions of the axes, unit length.
    pub(crate) axes: [Vec3; 3],
    /// Least and greatest coordinate along each axis.
    pub(crate) sides: [[f32; 2]; 3],
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// Whether none of the triangles of the set comes into a box; false also where they are not gathered. Of triangles outside of the
    /// [region](Self::covers) of the set nothing is known.
    pub(crate) fn is_empty_in(&self, oriented: &OrientedBox) -> bool {
        let regime = if self.has_spine() { self.scratch.spine.regime } else { self.regime };
        regime == SlideRegime::Gathered
            && self.lanes.call_outlined(IsEmpty {
                blocks: self.scratch.candidates.blocks(),
                axes: oriented.axes.map(|axis| axis * self.space.radii),
                sides: oriented.sides,
            })
    }
}

task! {
    /// Task that tells whether no triangle of some blocks comes into a box. The blocks lie in ellipsoid space: the axes are those of the
    /// box times the radii of the hull.
    struct IsEmpty<'a> {
        blocks: &'a [CandidateBlock],
        axes: [Vec3; 3],
        sides: [[f32; 2]; 3],
    }
    fn run<L>(lanes) -> bool {
        for block in blocks {
            let [a, b, c] = block.triangles(lanes).corners;
            let mut meets = lanes.every();
            for (axis, [least, greatest]) in axes.iter().zip(sides) {
                let axis = lanes.splat3(*axis);
                let [a, b, c] = [axis.dot(a), axis.dot(b), axis.dot(c)];
                let low = lanes.min(lanes.min(a, b), c);
                let high = lanes.max(lanes.max(a, b), c);
                meets = meets & lanes.le(low, lanes.splat(greatest)) & lanes.ge(high, lanes.splat(least));
            }
            if lanes.any(meets) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::test_trees::{rubble, triangles_of};
    use crate::character::collide::gather::Reach;
    use crate::frame::position::Position;
    use crate::mesh::sides::Sides;
    use crate::query::scratch::Scratch;
    use crate::shape::axis::Axis;
    use crate::shape::capsule::Capsule;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::shape::swept_ellipsoid::Shape;
    use crate::simd::{Backend, Chosen};
    use crate::world::instances::Instances;
    use crate::world::solids::Solids;
    use alloc::vec::Vec;
    use glam::{DVec3, Quat};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that asks which of some boxes are empty, of the set around a hull whose centre stays within `reach` of a position.
        struct Ask<'a> {
            instances: Solids<'a>,
            place: (Shape, Position),
            reach: f32,
            boxes: &'a [OrientedBox],
        }
        fn run<L>(lanes) -> Vec<bool> {
            let (reach, scratch) = (Reach::around(reach), &mut Scratch::new());
            let set = CollisionSet::around_outlined(lanes, instances, place, Sides::Both, reach, scratch);
            boxes.iter().map(|about| set.is_empty_in(about)).collect()
        }
    }

    fn turned_box(random: &mut Random, within: f32) -> OrientedBox {
        let turn =
            Quat::from_axis_angle(Vec3::from(random.signed_vector()).normalize_or(Vec3::Y), 3.0 * random.signed());
        let side = |random: &mut Random| {
            let (middle, half) = (random.signed() * within, random.unit() * 0.2 * within);
            [middle - half, middle + half]
        };
        OrientedBox { axes: Vec3::AXES.map(|axis| turn * axis), sides: [(); 3].map(|()| side(random)) }
    }

    #[test]
    fn a_box_is_empty_only_if_no_point_of_any_triangle_lies_in_it() {
        let mut random = Random(7);
        let tree = rubble(&mut random, 1_500, 2.0, 0.4);
        let triangles = triangles_of(&tree);
        let instances = Instances::of_tree(tree);
        let solids = Solids::all(&instances);
        let capsule = Capsule::new(0.3, 0.2).expect("it is a shape").along(Axis::X);
        let shapes: [Shape; 2] =
            [Ellipsoid::new(Vec3::new(0.3, 0.5, 0.3)).expect("it is a shape").into(), capsule.into()];
        let (mut empty, mut full) = (0, 0);
        for number in 0..60 {
            let position = Position::new(Vec3::from(random.signed_vector() * 1.5));
            let boxes: Vec<_> = (0..20).map(|_| turned_box(&mut random, 0.4)).collect();
            for backend in Backend::available() {
                let place = (shapes[number % 2], position);
                let ask = Ask { instances: solids, place, reach: 0.8, boxes: &boxes };
                let answers = Chosen::new(backend).expect("it is available").run(ask);
                for (about, is_empty) in boxes.iter().zip(answers) {
                    let holds = |point: DVec3| {
                        let from = point.as_vec3() - position.high;
                        about
                            .axes
                            .iter()
                            .zip(about.sides)
                            .all(|(axis, [low, high])| (low..=high).contains(&axis.dot(from)))
                    };
                    let has_point = triangles.iter().any(|(_, [a, b, c])| {
                        (0..=6).any(|i| {
                            (0..=6 - i).any(|j| {
                                holds(*a + (*b - *a) * (f64::from(i) / 6.0) + (*c - *a) * (f64::from(j) / 6.0))
                            })
                        })
                    });
                    assert!(!(is_empty && has_point), "{backend}: {about:?} about {position:?}");
                    empty += usize::from(is_empty);
                    full += usize::from(has_point);
                }
            }
        }
        assert!(empty > 100 && full > 200, "{empty} empty, {full} not");
    }

    #[test]
    fn no_box_is_empty_where_triangles_are_not_gathered() {
        let instances = Instances::of_tree(rubble(&mut Random(8), 10, 1.0, 0.1));
        let hull = Ellipsoid::ball(0.5).expect("it is a shape").into();
        // Of a reach of 40 radii nothing is gathered.
        let about = OrientedBox { axes: Vec3::AXES, sides: [[5.0, 6.0]; 3] };
        for (reach, is_empty) in [(7.0, true), (20.0, false)] {
            let place = (hull, Position::new(Vec3::ZERO));
            let ask = Ask { instances: Solids::all(&instances), place, reach, boxes: &[about] };
            let answers = Chosen::new(Backend::Portable).expect("it is available").run(ask);
            assert_eq!(answers, [is_empty], "{reach} m");
        }
    }
}
