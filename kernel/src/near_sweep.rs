//! One sweep through the tree on a way that is not longer than the radii.
//!
//! In: what a [`TreeSweep`] is about. Out: the nearest contact.
//! 1. Blocks whose boxes meet the one around the way, in any order.
//! 2. Their lanes matter if the sphere reaches their box from anywhere in the one around the way of its centre: the line
//!    would rule out fewer.
//! 3. These are [swept](crate::listed).
//!
//! A program of its own, so that little has to be kept at hand: more than half of such sweeps have nothing in reach and
//! end with the second step, and the less there is of it, the further ahead a processor looks. What only the third needs
//! is not made ready before there is something in reach.

use crate::boxes::{Rounded, around_way};
use crate::lanes::Lanes;
use crate::listed::Listed;
use crate::motion::Motion;
use crate::nearest::{Nearest, winning_limit};
use crate::tree_sweep::TreeSweep;
use glam::Vec3;

/// The sweep on a way that is near.
#[inline(always)]
pub(crate) fn near_sweep<L: Lanes, const IS_NEAR: bool>(lanes: L, sweep: TreeSweep<IS_NEAR>) -> Nearest {
    let TreeSweep { tree, space, displacement, rule, before, scratch } = sweep;
    let around = around_way(space.place.center, displacement, space.radii, space.inverse_radii, tree.bounds);
    let numbers = scratch.box_walk.blocks_in(lanes, tree, tree.grid.corners(lanes, &around));
    let reach = Rounded::filling(&around, space);
    let mut blocks = Listed::new(lanes, tree, numbers, reach, &mut scratch.blocks_swept);
    let Some(first) = blocks.next(lanes, 1.0) else {
        return Nearest::NONE;
    };
    let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
    blocks.sweep(lanes, first, space, &motion, winning_limit(before, &motion), rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ellipsoid::Ellipsoid;
    use crate::lanes::{Backend, Chosen};
    use crate::mesh::Mesh;
    use crate::scratch::Scratch;
    use crate::sides::Sides;
    use crate::space::{Place, Space};
    use crate::strewn::Strewn;
    use crate::sweep::{Rule, Start};
    use crate::tree::{self, Tree};

    /// Triangles of about a metre in a box of 16 m.
    fn rubble(strewn: &mut Strewn) -> Tree {
        let mut corners = Vec::new();
        for _ in 0..4000 {
            let middle = strewn.vector() * 8.0;
            corners.extend([(); 3].map(|()| Vec3::from(middle + strewn.vector())));
        }
        let triangles: Vec<[u32; 3]> =
            (0..corners.len() as u32 / 3).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
        tree::build(&Mesh::new(&corners, &triangles).expect("it is a mesh"))
    }

    /// The bits of what a sweep finds: fraction, triangle, whether it is a face, squared distance at the start.
    fn found<const IS_NEAR: bool>(
        backend: Backend,
        tree: &Tree,
        space: &Space,
        displacement: Vec3,
        start: Start,
        before: f32,
    ) -> (u32, Option<(u32, bool)>, u32) {
        let (rule, scratch) = (Rule { start, sides: Sides::Both }, &mut Scratch::new());
        let sweep = TreeSweep::<IS_NEAR> { tree, space, displacement, rule, before, scratch };
        let nearest = Chosen::new(backend).expect("it is available").run(sweep);
        let lane = nearest.found.map(|lane| (lane.triangle, lane.is_face));
        (nearest.fraction.to_bits(), lane, nearest.least_square.to_bits())
    }

    #[test]
    fn a_sweep_finds_the_same_bits_as_a_near_one_and_as_another_whatever_its_length() {
        let mut strewn = Strewn(1);
        let tree = rubble(&mut strewn);
        let (mut touched, mut free) = (0, 0);
        for radii in [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.2), Vec3::new(0.05, 1.5, 0.05)] {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            for radii_long in [0.0, 0.1, 0.5, 0.99, 1.0, 1.01, 3.0, 6.0] {
                for case in 0..40 {
                    let space = Space::new(shape, Place::new((strewn.vector() * 9.0).into()));
                    let displacement = Vec3::from(strewn.vector().normalize_or_zero()) * radii * radii_long;
                    let start = if case % 2 == 0 { Start::Contact } else { Start::Approach };
                    for backend in Backend::available() {
                        let near = found::<true>(backend, &tree, &space, displacement, start, 1.0);
                        let far = found::<false>(backend, &tree, &space, displacement, start, 1.0);
                        assert_eq!(near, far, "{backend}: {radii_long} radii {radii} from {space:?} by {displacement}");
                        let until = f32::from_bits(near.0);
                        let again = found::<true>(backend, &tree, &space, displacement, start, until);
                        assert_eq!(near.1, again.1, "{backend}: nothing lies before {until}, from {space:?}");
                        *(if near.1.is_some() { &mut touched } else { &mut free }) += 1;
                    }
                }
            }
        }
        assert!(touched > 500 && free > 200, "{touched} touched, {free} free");
    }
}
