//! The instances that a query or a move considers.

use crate::base::tolerance::BOX_ROUNDING;
use crate::bvh::boxes::Bounds;
use crate::bvh::corner_order::CornerOrder;
use crate::bvh::tree::Tree;
use crate::frame::placement::Placed;
use crate::frame::rigid_motion::RigidMotion;
use crate::frame::turn::Turn;
use crate::simd::Lanes;
use crate::world::changes::Stamp;
use crate::world::contact_filter::ContactFilter;
use crate::world::filter::Filter;
use crate::world::instance::Instance;
use crate::world::instance_id::InstanceId;
use crate::world::instance_kind::InstanceKind;
use crate::world::instances::Instances;
use alloc::vec::Vec;
use glam::{DVec3, Vec3A};

/// Which instances of a world are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Those that no step has moved so far: where there is no room for all, the others yield.
    Fixed,
    /// Those that do not move in this step.
    Still,
}

/// How instances are seen, where that is not as they lie, each with all its triangles.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seeing<'a> {
    /// The axes along which; those of the world where there is none.
    pub(crate) turn: Option<Turn>,
    /// The filter that says which contacts count.
    pub(crate) filter: Option<ContactFilter<'a>>,
}

/// Instances, and which of them count.
#[derive(Clone, Copy)]
pub(crate) struct Solids<'a> {
    instances: &'a Instances,
    /// They are in one of these layers.
    layers: u32,
    which: Which,
    /// Whether sensors count.
    has_sensors: bool,
    seeing: Option<&'a Seeing<'a>>,
}

impl<'a> Solids<'a> {
    #[inline(always)]
    pub(crate) fn new(instances: &'a Instances, layers: u32) -> Self {
        Self { instances, layers, which: Which::All, has_sensors: false, seeing: None }
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

    /// And those that stop nobody.
    pub(crate) fn and_sensors(self) -> Self {
        Self { has_sensors: true, ..self }
    }

    /// Seen so: with a turn, places, boxes and motions are those of body space from now on.
    pub(crate) fn seen(self, seeing: &'a Seeing<'a>) -> Self {
        Self { seeing: Some(seeing), ..self }
    }

    /// Seen as they lie.
    pub(crate) fn as_they_lie(self) -> Self {
        Self { seeing: None, ..self }
    }

    /// The axes along which they are seen, where those are not the world's.
    #[inline(always)]
    pub(crate) fn turn(self) -> Option<&'a Turn> {
        self.seeing?.turn.as_ref()
    }

    /// The filter that says which contacts count.
    #[inline(always)]
    pub(crate) fn contact_filter(self) -> Option<ContactFilter<'a>> {
        self.seeing?.filter
    }

    /// The mesh of the only instance, where it lies in the world as it is. It has never moved.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<&'a Tree> {
        if self.seeing.is_some() { None } else { self.instances.only_in(self.layers) }
    }

    /// The id of the only instance; see [`only`](Self::only).
    #[inline(always)]
    pub(crate) fn only_id(self) -> InstanceId {
        self.instances.only_id()
    }

    /// The id of the instance with an index.
    #[inline(always)]
    pub(crate) fn id(self, index: u32) -> InstanceId {
        self.instances.id(index)
    }

    /// The moment of the last change of the world, whether or not the changed instance counts.
    #[inline(always)]
    pub(crate) fn stamp(self) -> Stamp {
        self.instances.stamp()
    }

    /// Whether nothing in a box, world space, has changed since a moment.
    #[inline(always)]
    pub(crate) fn unchanged_since(self, stamp: Stamp, bounds: &Bounds) -> bool {
        self.instances.unchanged_since(stamp, bounds)
    }

    /// Upper bound of the extents of all triangles along any axis, metres.
    #[inline(always)]
    pub(crate) fn largest(self) -> f32 {
        self.instances.largest()
    }

    /// True if the world never had a sensor or a one-sided instance.
    #[inline(always)]
    pub(crate) fn are_solid(self) -> bool {
        self.instances.are_solid()
    }

    /// Whether a step has moved an instance of the world so far.
    #[inline(always)]
    pub(crate) fn have_moved(self) -> bool {
        self.instances.have_moved()
    }

    /// Whether an instance of the world moves in this step.
    #[inline(always)]
    pub(crate) fn are_moving(self) -> bool {
        self.instances.are_moving()
    }

    /// The instance with an index that [`meeting`](Self::meeting) has listed.
    #[inline(always)]
    pub(crate) fn get(self, index: u32) -> Option<&'a Instance> {
        self.instances.get(index)
    }

    /// Where one of them lies.
    #[inline(always)]
    pub(crate) fn placed(self, instance: &Instance) -> Placed {
        self.turn().map_or(instance.placed, |turn| instance.placed.turned(turn))
    }

    /// The box around all; of no numbers that are finite where there is nothing.
    #[inline(always)]
    pub(crate) fn bounds(self) -> Bounds {
        let bounds = self.instances.bounds();
        self.turn().map_or(bounds, |turn| turned(&bounds, |middle, half| turn.body_box(middle, half)))
    }

    /// A box in the world.
    #[inline(always)]
    fn in_world(self, bounds: &Bounds) -> Bounds {
        self.turn().map_or(*bounds, |turn| turned(bounds, |middle, half| turn.world_box(middle, half)))
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
        self.instances.meeting(lanes, &self.in_world(bounds), indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }

    /// Those of all layers, sensors too.
    #[inline(always)]
    pub(crate) fn of_all_layers(self) -> Self {
        Self { layers: Filter::ALL_LAYERS, has_sensors: true, ..self }
    }

    /// Whether all instances count.
    #[inline(always)]
    pub(crate) fn are_all(self) -> bool {
        self.which == Which::All && self.layers == Filter::ALL_LAYERS && self.instances.are_met()
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
            let is_met = instance.kind != InstanceKind::Sensor || self.has_sensors;
            is_of_kind && is_met && instance.layers & self.layers != 0
        })
    }

    /// The instances that come through a box in this step, in the order of their indices.
    #[inline(always)]
    pub(crate) fn moving_through<L: Lanes>(self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.instances.moving_through(lanes, &self.in_world(bounds), indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }
}

impl Solids<'_> {
    /// How an instance moves in this step.
    #[inline]
    pub(crate) fn motion(self, index: u32) -> Option<RigidMotion> {
        let motion = self.instances.mover(index)?.motion;
        Some(self.turn().map_or(motion, |turn| motion.turned(turn)))
    }
}

/// The box around a box that is turned, grown for rounding.
#[inline(never)]
fn turned(&Bounds { low, high }: &Bounds, turned_box: impl Fn(DVec3, DVec3) -> [DVec3; 2]) -> Bounds {
    let (low, high) = (low.as_dvec3(), high.as_dvec3());
    let [middle, half] = turned_box((low + high) * 0.5, (high - low) * 0.5).map(|v| Vec3A::from(v.as_vec3()));
    Bounds::about(middle, half + (middle.abs() + half) * BOX_ROUNDING)
}
