//! One sweep through the tree on a way that is not longer than the radii.
//!
//! In: what a [`TreeSweep`] is about. Out: the nearest contact.
//! 1. Blocks whose boxes meet the one around the way, in any order.
//! 2. Their lanes matter if the sphere reaches their box from anywhere in the one around the way of its centre: the line
//!    would rule out fewer.
//! 3. Lanes that matter wait, mapped to ellipsoid space, until there are eight of them; these are prepared and swept
//!    together.
//!
//! A program of its own, so that little has to be kept at hand: more than half of such sweeps have nothing in reach and
//! end with the second step, and the less there is of it, the further ahead a processor looks.

use crate::boxes::{Rounded, around_way, boxes_of};
use crate::lanes::Lanes;
use crate::motion::Motion;
use crate::nearest::{Nearest, winning_limit};
use crate::prepare::prepare;
use crate::sweep::sweep_block;
use crate::tree_sweep::TreeSweep;
use crate::triangles::Triangles;
use crate::waiting::Waiting;
use glam::Vec3;

/// The sweep on a way that is near.
#[inline(always)]
pub(crate) fn near_sweep<L: Lanes, const IS_NEAR: bool>(lanes: L, sweep: TreeSweep<IS_NEAR>) -> Nearest {
    let TreeSweep { tree, space, displacement, rule, before, scratch } = sweep;
    let around = around_way(space.place.center, displacement, space.radii, space.inverse_radii, tree.bounds);
    let numbers = scratch.box_walk.blocks_in(lanes, tree, around);
    tree.ask_for(lanes, numbers);
    let reached = Rounded::filling(&around, space);
    let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
    // What ties with a contact at `before` is looked at, so that the answer is the same as without it.
    let before = winning_limit(before, &motion);
    let mut nearest = Nearest::NONE;
    let mut waiting = Waiting::none(lanes);
    let mut numbers = numbers.iter();
    loop {
        let eight = loop {
            let Some(&number) = numbers.next() else { break waiting.rest(lanes) };
            let block = &tree.blocks[number as usize];
            let [low, high] = boxes_of(lanes, block);
            let mask = lanes.bits(reached.meeting(lanes, low, high));
            if mask == 0 {
                continue;
            }
            let eight = waiting.join(lanes, &Triangles::of(lanes, space, block), mask);
            if eight.is_some() {
                break eight;
            }
        };
        let Some(eight) = eight else { return nearest };
        let block = prepare(lanes, &eight);
        let limit = nearest.limit(&motion).min(before);
        let found = sweep_block(lanes, &block, &motion, limit, rule);
        nearest.take(&found, &motion, &block.ids, |lane| block.triangle(lane));
    }
}
