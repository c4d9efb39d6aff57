//! The lowest level of the tree: up to 64 triangles into full blocks.
//!
//! In: the boxes of some triangles that lie together. Out: groups of eight, one of them smaller where it does not come
//! out even.
//!
//! A row of triangles sorted along an axis is cut where blocks stay full and the surfaces of both sides, times their
//! blocks, are least (the surface area heuristic of Goldsmith and Salmon, 1987, with a block as the unit); then each
//! side again. Blocks that follow a binary tree hold less than six triangles on average, and every block that is read
//! costs the same.

use crate::lanes::WIDTH;
use obvhs::aabb::Aabb;

/// Triangles under one node of the lowest level.
pub(crate) const MOST_PACKED: usize = WIDTH * WIDTH;

/// Cuts `members`, places in `bounds`, into groups of up to eight, in the order in which they end up there. There must
/// be at least one, and no more than [`MOST_PACKED`].
pub(crate) fn pack(bounds: &[Aabb], members: &mut [u32], take: &mut impl FnMut(&[u32], Aabb)) {
    if members.len() <= WIDTH {
        let around = members.iter().fold(Aabb::empty(), |all, &member| all.union(&bounds[member as usize]));
        take(members, around);
        return;
    }
    let cut = arrange(bounds, members);
    let (first, second) = members.split_at_mut(cut);
    pack(bounds, first, take);
    pack(bounds, second, take);
}

/// Sorts the members along the best axis, and says where to cut them.
fn arrange(bounds: &[Aabb], members: &mut [u32]) -> usize {
    let count = members.len();
    let mut best = (f32::INFINITY, WIDTH);
    let mut best_order = [0; MOST_PACKED];
    let mut keys = [0_u64; MOST_PACKED];
    for axis in 0..3 {
        let keys = &mut keys[..count];
        for (key, &member) in keys.iter_mut().zip(&*members) {
            let bounds = &bounds[member as usize];
            *key = u64::from(ascending(bounds.min[axis] + bounds.max[axis])) << 32 | u64::from(member);
        }
        keys.sort_unstable();
        let mut after = [Aabb::empty(); MOST_PACKED + 1];
        let at = |place: usize| &bounds[keys[place] as u32 as usize];
        for place in (0..count).rev() {
            after[place] = after[place + 1].union(at(place));
        }
        let mut before = Aabb::empty();
        for (cut, after) in after.iter().enumerate().take(count).skip(1) {
            before = before.union(at(cut - 1));
            if cut.is_multiple_of(WIDTH) || (count - cut).is_multiple_of(WIDTH) {
                let blocks = |triangles: usize| triangles.div_ceil(WIDTH) as f32;
                let cost = before.half_area() * blocks(cut) + after.half_area() * blocks(count - cut);
                if cost < best.0 {
                    best = (cost, cut);
                    for (member, &key) in best_order.iter_mut().zip(&*keys) {
                        *member = key as u32;
                    }
                }
            }
        }
    }
    if best.0 < f32::INFINITY {
        members.copy_from_slice(&best_order[..count]);
    }
    best.1
}

/// Whole numbers in the order of floats.
fn ascending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3A;

    /// Boxes strewn along a curve, some of them large.
    fn strewn(count: usize) -> Vec<Aabb> {
        let boxes = (0..count).map(|place| {
            let turn = place as f32 * 2.4;
            let middle = Vec3A::new(turn.cos() * turn, 0.3 * turn, turn.sin() * turn);
            let half = Vec3A::splat(if place % 7 == 0 { 5.0 } else { 0.2 });
            Aabb::new(middle - half, middle + half)
        });
        boxes.collect()
    }

    fn groups_of(bounds: &[Aabb]) -> Vec<Vec<u32>> {
        let mut members: Vec<u32> = (0..bounds.len() as u32).collect();
        let mut groups = Vec::new();
        pack(bounds, &mut members, &mut |group, around| {
            assert!(group.iter().all(|&member| {
                let inner = &bounds[member as usize];
                around.min.cmple(inner.min).all() && around.max.cmpge(inner.max).all()
            }));
            groups.push(group.to_vec());
        });
        groups
    }

    #[test]
    fn every_triangle_is_in_one_group_and_all_groups_but_one_are_full() {
        for count in 1..=MOST_PACKED {
            let groups = groups_of(&strewn(count));
            assert_eq!(groups.len(), count.div_ceil(WIDTH), "{count}");
            assert!(groups.iter().filter(|group| group.len() < WIDTH).count() <= 1, "{groups:?}");
            let mut members = groups.concat();
            members.sort_unstable();
            assert!(members.iter().copied().eq(0..count as u32), "{groups:?}");
        }
    }

    #[test]
    fn two_heaps_far_apart_share_no_group() {
        let mut bounds = strewn(32);
        for bounds in &mut bounds[..16] {
            (bounds.min, bounds.max) = (bounds.min + 1e4, bounds.max + 1e4);
        }
        assert!(groups_of(&bounds).iter().all(|group| group.iter().all(|&member| (member < 16) == (group[0] < 16))));
    }

    #[test]
    fn boxes_as_large_as_numbers_are_packed_all_the_same() {
        let bounds = vec![Aabb::new(Vec3A::splat(-3e38), Vec3A::splat(3e38)); 20];
        assert_eq!(groups_of(&bounds).concat().len(), 20);
    }
}
