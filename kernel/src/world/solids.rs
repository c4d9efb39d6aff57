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
use crate::world::surface_motion::SurfaceMotion;
use alloc::vec::Vec;
use glam::{DVec3, Vec3A};

/// Selects the instances of a world that a query or move considers, by whether they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Only instances that no step has ever moved: moving ones no longer stop a character that has no room between them.
    Fixed,
    /// Only instances that do not move in the current step.
    Still,
}

/// How a move sees the instances of a world: in which frame, and with which contact filter.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seeing<'a> {
    /// Map from world space to body space; `None` if the frame is world space.
    pub(crate) turn: Option<Turn>,
    /// User's callback that decides which contacts count; `None` keeps all.
    pub(crate) filter: Option<ContactFilter<'a>>,
}

/// The instances of a world that a query or a move considers.
#[derive(Clone, Copy)]
pub(crate) struct Solids<'a> {
    instances: &'a Instances,
    /// Layers of instances that a query or move considers, a bit each.
    layers: u32,
    which: Which,
    /// Whether a query or move considers sensors.
    has_sensors: bool,
    /// Whether instances of the world move in the step of this view.
    are_moving: bool,
    seeing: Option<&'a Seeing<'a>>,
}

impl<'a> Solids<'a> {
    #[inline(always)]
    pub(crate) fn new(instances: &'a Instances, layers: u32) -> Self {
        Self { instances, layers, which: Which::All, has_sensors: false, are_moving: false, seeing: None }
    }

    /// Makes a view of the instances of all layers, without sensors, for tests.
    #[inline(always)]
    #[cfg(test)]
    pub(crate) fn all(instances: &'a Instances) -> Self {
        Self::new(instances, Filter::ALL_LAYERS)
    }

    #[inline(always)]
    pub(crate) fn only_those(self, which: Which) -> Self {
        Self { which, ..self }
    }

    /// Returns a view that also includes sensors.
    pub(crate) fn and_sensors(self) -> Self {
        Self { has_sensors: true, ..self }
    }

    /// Returns a view with this frame and contact filter: with a turn, placements, boxes and motions are in body space.
    pub(crate) fn seen(self, seeing: &'a Seeing<'a>) -> Self {
        Self { seeing: Some(seeing), ..self }
    }

    /// Returns a view of the same instances in world space, without a contact filter.
    pub(crate) fn as_they_lie(self) -> Self {
        Self { seeing: None, ..self }
    }

    /// Map from world space to the body space of this view; `None` if the view is in world space.
    #[inline(always)]
    pub(crate) fn turn(self) -> Option<&'a Turn> {
        self.seeing?.turn.as_ref()
    }

    /// User's callback that decides which contacts count; `None` keeps all.
    #[inline(always)]
    pub(crate) fn contact_filter(self) -> Option<ContactFilter<'a>> {
        self.seeing?.filter
    }

    /// Mesh of the world's only instance, if that instance has no placement; such an instance has never moved.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<&'a Tree> {
        if self.seeing.is_some() { None } else { self.instances.only_in(self.layers) }
    }

    /// Id of the world's only instance, if [`only`](Self::only) returns its mesh.
    #[inline(always)]
    pub(crate) fn only_id(self) -> InstanceId {
        self.instances.only_id()
    }

    /// Id of the instance that has this index.
    #[inline(always)]
    pub(crate) fn id(self, index: u32) -> InstanceId {
        self.instances.id(index)
    }

    /// Version number of the world after its last change, whether or not this view includes the changed instance.
    #[inline(always)]
    pub(crate) fn stamp(self) -> Stamp {
        self.instances.stamp()
    }

    /// Whether nothing inside a box, world space, has changed since the world had this stamp.
    #[inline(always)]
    pub(crate) fn lies_still_since<L: Lanes>(self, lanes: L, stamp: Stamp, bounds: &Bounds) -> bool {
        self.instances.lies_still_since(lanes, stamp, bounds)
    }

    /// Whether changes since the world had this stamp are known by instance: see [`instance_is_unchanged`](Self::instance_is_unchanged).
    #[inline(always)]
    pub(crate) fn knows_changes_since(self, stamp: Stamp) -> bool {
        self.instances.knows_changes_since(stamp)
    }

    /// Whether the instance with this index has not changed since the world had this stamp, from which on changes are known.
    #[inline(always)]
    pub(crate) fn instance_is_unchanged(self, index: u32, stamp: Stamp) -> bool {
        self.instances.instance_is_unchanged(index, stamp)
    }

    /// Upper bound of the extent of any triangle of the world along any axis, metres.
    #[inline(always)]
    pub(crate) fn largest(self) -> f32 {
        self.instances.largest()
    }

    /// Whether the world never had a sensor or a one-sided instance.
    #[inline(always)]
    pub(crate) fn are_solid(self) -> bool {
        self.instances.are_solid()
    }

    /// Whether any step so far has moved an instance of the world.
    #[inline(always)]
    pub(crate) fn have_moved(self) -> bool {
        self.instances.have_moved()
    }

    /// Whether an instance of the world moves in the current step.
    #[inline(always)]
    pub(crate) fn are_moving(self) -> bool {
        self.are_moving
    }

    /// Returns a view in which instances move if they do so in the world's step, and if `in_step`, which is that step.
    #[inline(always)]
    pub(crate) fn moving(self, in_step: bool) -> Self {
        Self { are_moving: in_step && self.instances.are_moving(), ..self }
    }

    /// Instance with an index from [`meeting`](Self::meeting); `None` if the index is free.
    #[inline(always)]
    pub(crate) fn get(self, index: u32) -> Option<&'a Instance> {
        self.instances.get(index)
    }

    /// Maps between the mesh space of an instance and the frame of this view.
    #[inline(always)]
    pub(crate) fn placed(self, instance: &Instance) -> Placed {
        self.turn().map_or(instance.placed, |turn| instance.placed.turned(turn))
    }

    /// Box around all instances of the world, in the frame of this view; not finite if there are none.
    #[inline(always)]
    pub(crate) fn bounds(self) -> Bounds {
        let bounds = self.instances.bounds();
        self.turn().map_or(bounds, |turn| turned(&bounds, |middle, half| turn.body_box(middle, half)))
    }

    /// Maps a box from the frame of this view to a larger one in world space.
    #[inline(always)]
    pub(crate) fn in_world(self, bounds: &Bounds) -> Bounds {
        self.turn().map_or(*bounds, |turn| turned(bounds, |middle, half| turn.world_box(middle, half)))
    }

    /// Order in which the tree stores the corners of an instance's triangle, and whether its placement mirrors it.
    #[inline(never)]
    pub(crate) fn corner_order(self, index: u32, triangle: u32) -> CornerOrder {
        self.get(index).map_or(CornerOrder::default(), |instance| CornerOrder {
            first: instance.mesh.tree.first_corners.of(triangle),
            is_mirrored: instance.placed.is_mirrored(),
        })
    }

    /// Lists the indices of this view's instances whose boxes meet `bounds`, in the frame of the view, in ascending order.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.instances.meeting(lanes, &self.in_world(bounds), indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }

    /// Returns a view that includes the instances of all layers, and sensors.
    #[inline(always)]
    pub(crate) fn of_all_layers(self) -> Self {
        Self { layers: Filter::ALL_LAYERS, has_sensors: true, ..self }
    }

    /// Whether this view includes all instances of the world.
    #[inline(always)]
    pub(crate) fn are_all(self) -> bool {
        self.which == Which::All && self.layers == Filter::ALL_LAYERS && self.instances.are_met()
    }

    /// Whether this view includes the instance with this index, by its layers, kind and motion.
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

    /// Lists the indices of this view's instances that move through a box in the current step, in ascending order.
    #[inline(always)]
    pub(crate) fn moving_through<L: Lanes>(self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.instances.moving_through(lanes, &self.in_world(bounds), indices);
        if !self.are_all() {
            indices.retain(|&index| self.counts(index));
        }
    }
}

impl Solids<'_> {
    /// Motion of an instance in the current step, in the frame of this view; `None` if it does not move.
    #[inline]
    pub(crate) fn motion(self, index: u32) -> Option<RigidMotion> {
        let motion = self.instances.mover(index)?.motion;
        Some(self.turn().map_or(motion, |turn| motion.turned(turn)))
    }

    /// The motion of an instance that stays where it is in the current step, in the frame of this view; `None` if there is none.
    pub(crate) fn at_rest(self, index: u32) -> Option<RigidMotion> {
        let motion = RigidMotion::at_rest(self.get(index)?.placement());
        Some(self.turn().map_or(motion, |turn| motion.turned(turn)))
    }

    /// Whether the world has, or ever had, surfaces that move although their triangles lie still.
    #[inline(always)]
    pub(crate) fn has_moving_surfaces(self) -> bool {
        self.instances.has_moving_surfaces()
    }

    /// Motion of a triangle's surface in itself, along the axes of its mesh; `None` if it has none.
    pub(crate) fn surface_motion(self, index: u32, triangle: u32) -> Option<SurfaceMotion> {
        self.get(index)?.mesh.tree.materials.moving(triangle).map(SurfaceMotion::from)
    }

    /// Coefficient of restitution of a triangle's material; 0 if it has none.
    pub(crate) fn restitution(self, index: u32, triangle: u32) -> f32 {
        self.get(index).map_or(0.0, |instance| {
            let materials = &instance.mesh.tree.materials;
            let [_, restitution] = materials.coefficients(materials.of(triangle));
            restitution
        })
    }
}

/// Box around a rotated box, increased for rounding; `turned_box` rotates a middle and half extents.
#[inline(never)]
fn turned(&Bounds { low, high }: &Bounds, turned_box: impl Fn(DVec3, DVec3) -> [DVec3; 2]) -> Bounds {
    let (low, high) = (low.as_dvec3(), high.as_dvec3());
    let [middle, half] = turned_box((low + high) * 0.5, (high - low) * 0.5).map(|v| Vec3A::from(v.as_vec3()));
    Bounds::about(middle, half + (middle.abs() + half) * BOX_ROUNDING)
}
