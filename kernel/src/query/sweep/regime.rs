//! The choice of the regime that sweeps an ellipsoid, and the reasons.
//!
//! A single sweep, a [`SweepTask`](super::sweep_task::SweepTask), traverses the tree:
//!
//! | its way is | regime | blocks come | because |
//! |---|---|---|---|
//! | up to the radii | [near](super::near) | in any order, out of a rounded box | little to set up; most of such sweeps touch nothing |
//! | up to 4 radii | [short](super::short) | in any order, along a line | so few nodes lie in the box around the way that their order does not pay |
//! | longer | [long](super::long) | nearest first | a contact ends the way: most blocks behind it are never looked at |
//! | any, among many small triangles | [dense](super::dense) | nearest first, boxes and triangles tested against the sphere | the box around a way holds hundreds of triangles that the shape stays away from |
//!
//! The first is chosen before a backend is entered ([`is_near`]), the others after it. Whether a place is [dense](super::dense_place) is
//! found out during a sweep: it then ends without an answer, and its caller begins anew. So the others keep nothing for it in registers.
//!
//! A slide sweeps several times in one place. The regime of these sweeps is chosen once, a
//! [`SlideRegime`](crate::query::sweep::slide_regime::SlideRegime); the [collision set](crate::character::collide::collision_set) keeps it:
//!
//! | the slide | its sweeps run over | because |
//! |---|---|---|
//! | reaches up to 5 blocks of candidates | all of them | to tell the triangles in the way of a sweep takes longer than to sweep them |
//! | reaches more | the triangles that the sphere comes near, [culled](super::culled) | most are not in the way of one sweep |
//! | reaches more than [fit](crate::bvh::traverse::index_list::MOST_FEW) | the tree, nearest first, [dense](super::dense) | the memory of a gather is bounded, and a sweep touches few of so many triangles |
//! | goes farther than 16 radii | the tree, short or long as above | a box around all of the way would hold half the level |
//!
//! The nearest contact is the same, bit for bit, in each regime of a table; and in the first three of a slide it is swept in the
//! same ellipsoid space.

use crate::frame::ellipsoid_space::Space;
use crate::narrow::line::Line;
use crate::narrow::mover::{Mover, ShapeSpace};
use crate::narrow::sweep::nearest::{Nearest, winning_limit};
use crate::query::scratch::Scratch;
use crate::query::sweep::dense_place::is_dense;
use crate::query::sweep::leaf_blocks::LeafBlocks;
use crate::query::sweep::long::{SweepVisitor, sweep_long};
use crate::query::sweep::near::sweep_near;
use crate::query::sweep::packed_sweep::PackedSweep;
use crate::query::sweep::short::sweep_short;
use crate::query::sweep::sweep_task::SweepTask;
use crate::simd::{Lanes, Task};
use glam::{Vec3, Vec3A};

/// Longest motion of the near regime (few triangles in reach), in radii, as measured in ellipsoid space.
const NEAR_WAY: f32 = 1.0;

/// Longest motion of the short regime, in radii: so few nodes meet the box around it that sorting them does not pay.
pub(super) const SHORT_WAY: f32 = 4.0;

/// Longest motion of a slide that gathers candidate triangles, in units of the hull's largest radius.
const LONG_WAY: f32 = 16.0;

/// Largest number of candidate blocks that a sweep tests without first culling triangles.
const FEW_BLOCKS: usize = 5;

/// Whether a slide of up to `reach` metres gathers candidate triangles, for a hull with these half extents, metres.
#[inline(always)]
pub(crate) fn gathers(reach: f32, half_extents: Vec3) -> bool {
    reach <= LONG_WAY * half_extents.max_element()
}

/// Whether a sweep over this number of candidate blocks first culls triangles.
#[inline(always)]
pub(crate) fn is_culled(blocks: usize) -> bool {
    blocks > FEW_BLOCKS
}

/// Whether a displacement, metres, belongs to the near regime for an ellipsoid with these radii.
///
/// It decides between two entry points: in one function the live values of both would not fit in registers.
#[inline(always)]
pub(crate) fn is_near(displacement: Vec3A, radii: Vec3A) -> bool {
    (displacement * radii.recip()).length_squared() <= NEAR_WAY * NEAR_WAY
}

impl<const IS_NEAR: bool, S: ShapeSpace> Task for SweepTask<'_, IS_NEAR, S> {
    type Output = Option<Nearest>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<Nearest> {
        if IS_NEAR { sweep_near(lanes, self) } else { sweep_far(lanes, self) }
    }
}

/// Sweeps a shape against a mesh along a motion of any length, in the short or the long regime; `None` in a dense place.
#[inline(always)]
fn sweep_far<L: Lanes, const IS_NEAR: bool, S: ShapeSpace>(lanes: L, sweep: SweepTask<IS_NEAR, S>) -> Option<Nearest> {
    let SweepTask { tree, space, displacement, rule, before, scratch } = sweep;
    let Scratch { stack, box_traversal, blocks_swept, .. } = scratch;
    let mover = space.mover_from_origin(displacement);
    let &Space { position, inverse_radii, .. } = space.of_ellipsoid();
    let line = Line::new(position.high, displacement, displacement, space.half_extents(), inverse_radii, tree.bounds);
    let around = tree.grid.corners(lanes, &line.around);
    let before = winning_limit(before, mover.motion());
    if mover.motion().length <= SHORT_WAY {
        let indices = box_traversal.blocks_in(lanes, tree, around);
        if is_dense(indices.len()) {
            return None;
        }
        let blocks = LeafBlocks::new(lanes, tree, indices, line, blocks_swept);
        return Some(sweep_short(lanes, blocks, space, &mover, before, rule));
    }
    let sweep = PackedSweep::new(lanes, mover, rule, blocks_swept);
    let visitor = SweepVisitor { lanes, space, before, line, around, sweep, eights: 0 };
    sweep_long(lanes, tree, stack, visitor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::test_trees::rubble;
    use crate::bvh::tree::Tree;
    use crate::frame::position::Position;
    use crate::mesh::sides::Sides;
    use crate::narrow::mesh_boxes::Way;
    use crate::narrow::sweep::hits::{Rule, Start};
    use crate::query::sweep::dense::{DenseSweep, ONLY};
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use sweep8_scalar_ref::random::Random;

    /// Nearest contact of a sweep in a dense place as bits: fraction; triangle and whether its face is touched; squared distance at the
    /// start. The sweep by its own regime finds the same, unless its place counts as dense, which is counted in `dense`.
    fn found<const IS_NEAR: bool>(
        (backend, dense): (Backend, &mut usize),
        tree: &Tree,
        space: &Space,
        displacement: Vec3,
        start: Start,
        before: f32,
    ) -> (u32, Option<(u32, bool)>, u32) {
        let (rule, scratch) = (Rule { start, sides: Sides::Both }, &mut Scratch::new());
        let chosen = Chosen::new(backend).expect("it is available");
        let (view, way, motion) =
            (space, Way { offset: Vec3::ZERO, displacement }, &space.mover_from_origin(displacement));
        let in_dense_place = DenseSweep { tree, view, way, motion, rule, before, instance: ONLY, scratch };
        let expected = chosen.run(in_dense_place).bits();
        match chosen.run(SweepTask::<IS_NEAR> { tree, space, displacement, rule, before, scratch }) {
            Some(nearest) => assert_eq!(nearest.bits(), expected, "{backend}: from {space:?} by {displacement}"),
            None => *dense += 1,
        }
        expected
    }

    #[test]
    fn a_sweep_of_any_length_finds_the_same_bits_near_or_not_and_in_a_dense_place() {
        let mut random = Random(1);
        let trees = [rubble(&mut random, 4_000, 8.0, 1.0), rubble(&mut random, 20_000, 1.5, 0.1)];
        let (mut touched, mut free, mut dense) = (0, 0, 0);
        for radii in [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.2), Vec3::new(0.05, 1.5, 0.05)] {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            for radii_long in [0.0, 0.1, 0.5, 0.99, 1.0, 1.01, 3.0, 6.0] {
                for case in 0..80 {
                    let (tree, around) = (&trees[case / 2 % 2], [9.0, 2.5][case / 2 % 2]);
                    let space = Space::new(shape, Position::new((random.signed_vector() * around).into()));
                    let displacement = Vec3::from(random.signed_vector().normalize_or_zero()) * radii * radii_long;
                    let start = if case % 2 == 0 { Start::Contact } else { Start::Approach };
                    for backend in Backend::available() {
                        let near = found::<true>((backend, &mut dense), tree, &space, displacement, start, 1.0);
                        found::<false>((backend, &mut dense), tree, &space, displacement, start, 1.0);
                        let until = f32::from_bits(near.0);
                        let again = found::<true>((backend, &mut dense), tree, &space, displacement, start, until);
                        assert_eq!(near.1, again.1, "{backend}: nothing lies before {until}, from {space:?}");
                        *(if near.1.is_some() { &mut touched } else { &mut free }) += 1;
                    }
                }
            }
        }
        assert!(touched > 500 && free > 200 && dense > 500, "{touched} touched, {free} free, {dense} in dense places");
    }
}
