//! The blocks of all instances around a character, as one list: the index of an instance with a mark, then blocks of its mesh.
//!
//! In: instances, ellipsoid space about the character, the box of its centre. Out: the list; and for each instance in it the map from
//! mesh space to ellipsoid space, and the region that the character reaches.
//!
//! All instances are mapped to the one ellipsoid space of the character. Reach is tested there, because the axes of the ellipsoid are
//! not those of the mesh space of an instance that is turned.

use crate::base::tolerance::{NEAR_ROUNDING, REACH_ROUNDING};
use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::in_box::BoxTraversal;
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placed_view::PlacedView;
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::triangles::Triangles;
use crate::simd::Lanes;
use crate::world::changes::Stamp;
use crate::world::instance::Instance;
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::Vec3A;

/// Bit that marks an entry in a list of nearby blocks as the index of an instance, not of a block.
const MARK: u32 = 1 << 31;

/// An entry of a list of nearby blocks: an instance, or a block of the instance before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// The index of the instance whose blocks follow in the list.
    Instance(u32),
    Block(u32),
}

impl Marked {
    #[inline(always)]
    pub(super) fn of(number: u32) -> Self {
        if number & MARK == 0 { Self::Block(number) } else { Self::Instance(number & !MARK) }
    }

    #[inline(always)]
    fn number(self) -> u32 {
        match self {
            Self::Instance(index) => index | MARK,
            Self::Block(block) => block,
        }
    }
}

/// The box that the centre of a character stays in, about `middle`, relative to the centre of ellipsoid space; metres, world
/// space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Centers {
    middle: Vec3A,
    half: Vec3A,
}

impl Centers {
    /// Box that the centre of a hull stays in if the whole hull stays in `bounds`.
    #[inline(always)]
    pub(super) fn within(bounds: &Bounds, space: &Space) -> Self {
        let middle = (bounds.low + bounds.high) * 0.5 - Vec3A::from(space.position.high);
        Self { middle, half: (bounds.high - bounds.low) * 0.5 - Vec3A::from(space.radii) }
    }
}

/// An instance near a character, with its map to the character's ellipsoid space and the region that the character reaches.
pub(super) struct SeenInstance<'a> {
    pub(super) tree: &'a Tree,
    view: PlacedView,
    reached: RoundedBox,
}

impl<'a> SeenInstance<'a> {
    #[inline(always)]
    pub(super) fn new(instance: &'a Instance, view: PlacedView, space: &Space, centers: Centers) -> Self {
        let tree = &*instance.mesh.tree;
        let reach = Vec3A::from(space.inverse_radii) * centers.half;
        let far = tree.largest * view.amplification().element_sum() + reach.element_sum();
        let rounding = REACH_ROUNDING + far * (2.0 * NEAR_ROUNDING);
        let middle = space.displacement(centers.middle.into());
        let reached = RoundedBox::of_sphere(middle, (reach * (1.0 + REACH_ROUNDING) + rounding).into());
        Self { tree, view, reached }
    }

    /// Triangles of a block of the instance in ellipsoid space, and a bit mask of those that the character may reach.
    #[inline(always)]
    pub(super) fn block<L: Lanes>(&self, lanes: L, block: u32) -> (Triangles<L::Float>, u32) {
        let triangles = Triangles::of(lanes, &self.view, &self.tree.blocks[block as usize]);
        let [a, b, c] = triangles.corners;
        let (low, high) = (lanes.min3(lanes.min3(a, b), c), lanes.max3(lanes.max3(a, b), c));
        (triangles, lanes.bits(self.reached.meeting(lanes, low, high)))
    }
}

/// Arguments of a search for the blocks of all instances that a character may reach.
pub(super) struct Listing<'a> {
    pub(super) space: &'a Space,
    /// Box that contains the hull (body plus skin) during the slide, world space.
    pub(super) bounds: Bounds,
    /// Whether to list only blocks that the hull can reach; otherwise the list may contain others.
    pub(super) only_reached: bool,
    /// Earlier list for the same bounds, whose instances are not searched again unless they have changed.
    pub(super) earlier: Option<EarlierList<'a>>,
}

/// A list of [`list_blocks`], and the stamp of the world for which it was complete.
pub(super) struct EarlierList<'a> {
    pub(super) entries: &'a [u32],
    pub(super) stamp: Stamp,
}

impl<'a> EarlierList<'a> {
    /// Entries of an instance and its blocks, none if it has no blocks in the list; `None` if the instance has changed since.
    #[inline(always)]
    fn of(&self, instances: Solids, index: u32) -> Option<&'a [u32]> {
        if !instances.instance_is_unchanged(index, self.stamp) {
            return None;
        }
        let mark = Marked::Instance(index).number();
        let Some(start) = self.entries.iter().position(|&number| number == mark) else { return Some(&[]) };
        let from = &self.entries[start..];
        let is_mark = |&number: &u32| matches!(Marked::of(number), Marked::Instance(_));
        let blocks = from.iter().skip(1).position(is_mark).unwrap_or(from.len() - 1);
        Some(&from[..=blocks])
    }
}

/// Passes the blocks that a character may reach to `add`, instance by instance; stops and returns false when `add` returns false.
#[inline(always)]
pub(super) fn list_blocks<L: Lanes>(
    lanes: L,
    instances: Solids,
    listing: &Listing,
    (traversal, near): (&mut BoxTraversal, &mut Vec<u32>),
    mut add: impl FnMut(u32) -> bool,
) -> bool {
    let &Listing { space, ref bounds, only_reached, ref earlier } = listing;
    let centers = Centers::within(bounds, space);
    instances.meeting(lanes, bounds, near);
    for &index in near.iter() {
        if let Some(entries) = earlier.as_ref().and_then(|earlier| earlier.of(instances, index)) {
            if !entries.iter().all(|&number| add(number)) {
                return false;
            }
            continue;
        }
        let Some(instance) = instances.get(index) else { continue };
        let placed = PlacedSpace::new(space, &instances.placed(instance));
        let seen = SeenInstance::new(instance, placed.view, space, centers);
        let around = placed.around_centers(centers.middle.into(), centers.half, seen.tree.largest);
        let Some(blocks) = traversal.few_blocks_in(lanes, seen.tree, seen.tree.grid.corners(lanes, &around)) else {
            return false;
        };
        let mut is_named = false;
        for &block in blocks {
            if only_reached && seen.block(lanes, block).1 == 0 {
                continue;
            }
            if !is_named && !add(Marked::Instance(index).number()) || !add(Marked::Block(block).number()) {
                return false;
            }
            is_named = true;
        }
    }
    true
}
