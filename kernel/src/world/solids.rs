//! The instances that a query or a move considers.

use crate::bvh::boxes::Bounds;
use crate::bvh::corner_order::CornerOrder;
use crate::bvh::tree::Tree;
use crate::simd::Lanes;
use crate::world::filter::Filter;
use crate::world::instance::Instance;
use crate::world::instances::Instances;
use crate::world::movers::Mover;
use std::ops::Deref;

/// Which instances of a world are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Those that no step has moved so far: where there is no room for all, the others yield.
    Fixed,
    /// Those that do not move in this step.
    Still,
}

/// Instances, and which of them count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solids<'a> {
    instances: &'a Instances,
    /// They are in one of these layers.
    layers: u32,
    which: Which,
}

impl<'a> Solids<'a> {
    #[inline(always)]
    pub(crate) fn new(instances: &'a Instances, layers: u32) -> Self {
        Self { instances, layers, which: Which::All }
    }

    /// Those of all layers.
    #[inline(always)]
    #[cfg(test)]
    pub(crate) fn all(instances: &'a Instances) -> Self {
        Self::new(instances, Filter::ALL_LAYERS)
    }

    #[inline(always)]
    pub(crate) fn only_those(self, which: Which) -> Self {
        Self { which, ..self }
    }

    /// The mesh of the only instance, where it lies in the world as it is. It has never moved.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<&'a Tree> {
        self.instances.only_in(self.layers)
    }

    /// The instance with an index that [`meeting`](Self::meeting) has listed.
    #[inline(always)]
    pub(crate) fn get(self, index: u32) -> Option<&'a Instance> {
        self.instances.get(index)
    }

    /// In which order a shape sees the corners of a triangle of an instance.
    #[inline(never)]
    pub(crate) fn corner_order(self, index: u32, triangle: u32) -> CornerOrder {
        self.get(index).map_or(CornerOrder::default(), |instance| CornerOrder {
            first: instance.mesh.tree.first_corners.of(triangle),
            is_mirrored: instance.placed.is_mirrored(),
        })
    }

    /// Those whose boxes meet one, in the order of their indices.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.instances.meeting(lanes, bounds, indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }

    /// Those of all layers.
    #[inline(always)]
    pub(crate) fn of_all_layers(self) -> Self {
        Self { layers: Filter::ALL_LAYERS, ..self }
    }

    /// Whether all instances count.
    #[inline(always)]
    pub(crate) fn are_all(self) -> bool {
        self.which == Which::All && self.layers == Filter::ALL_LAYERS
    }

    /// Whether an instance counts.
    #[inline(never)]
    pub(crate) fn counts(self, index: u32) -> bool {
        self.get(index).is_some_and(|instance| {
            let is_of_kind = match self.which {
                Which::All => true,
                Which::Fixed => !instance.has_moved,
                Which::Still => !instance.moves(),
            };
            is_of_kind && instance.layers & self.layers != 0
        })
    }

    /// The instances that come through a box in this step, in the order of their indices.
    #[inline(always)]
    pub(crate) fn moving_through<L: Lanes>(self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.instances.moving_through(lanes, bounds, indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }
}

impl<'a> Solids<'a> {
    /// How an instance moves in this step.
    #[inline]
    pub(crate) fn mover(self, index: u32) -> Option<&'a Mover> {
        self.instances.mover(index)
    }
}

impl Deref for Solids<'_> {
    type Target = Instances;

    #[inline(always)]
    fn deref(&self) -> &Instances {
        self.instances
    }
}
