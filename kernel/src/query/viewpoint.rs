//! The frame of a query: a shape at a position, and the world relative to it.
//!
//! In: a shape, turned or not, and a checked position. Out: ellipsoid space about it, the instances in the frame of the query, and
//! the maps of results back to the world. For an axis-aligned shape the frame is the world; for a turned one it is [body
//! space](crate::frame::turn), where the shape lies along the axes and its centre is the origin.

use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::query::hit::{Hit, Overlap};
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::solids::{Seeing, Solids};
use glam::Vec3;

/// Frame in which a query is computed: world space, or the body space of a rotated shape.
pub(crate) struct Viewpoint<S = Space> {
    /// Ellipsoid space around the shape, relative to the frame of the query.
    pub(crate) space: S,
    seeing: Seeing<'static>,
}

impl Viewpoint {
    pub(crate) fn new(shape: OrientedEllipsoid, position: Position) -> Self {
        let turn = shape.is_turned().then(|| Turn::new(position, shape.orientation()));
        let center = if turn.is_some() { Position::new(Vec3::ZERO) } else { position };
        Self { space: Space::new(shape.shape(), center), seeing: Seeing { turn, filter: None } }
    }
}

impl Viewpoint<CapsuleSpace> {
    /// The frame of a query by a shape with a spine. The shape comes by value, as in all calls that an ellipsoid does not take: its address
    /// would keep that of an ellipsoid in memory.
    pub(crate) fn of_capsule(shape: OrientedShape, position: Position) -> Self {
        let turn = shape.is_turned().then(|| Turn::new(position, shape.orientation()));
        let center = if turn.is_some() { Position::new(Vec3::ZERO) } else { position };
        Self { space: CapsuleSpace::new(shape.shape(), center), seeing: Seeing { turn, filter: None } }
    }
}

impl<S> Viewpoint<S> {
    /// Map from world space to body space; `None` if the frame of the query is world space.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        self.seeing.turn.as_ref()
    }

    /// View of the instances in the frame of this query.
    pub(crate) fn of<'a>(&'a self, instances: Solids<'a>) -> Solids<'a> {
        if self.seeing.turn.is_some() { instances.seen(&self.seeing) } else { instances }
    }

    /// Maps a displacement from world space to the frame of this query.
    pub(crate) fn displacement(&self, v: Vec3) -> Vec3 {
        self.seeing.turn.map_or(v, |turn| turn.body_displacement(v))
    }

    /// Maps a displacement from the frame of this query to world space.
    pub(crate) fn world_displacement(&self, v: Vec3) -> Vec3 {
        self.seeing.turn.map_or(v, |turn| turn.world_displacement(v))
    }

    /// Maps a point from the frame of this query to world space.
    fn world_point(&self, point: Vec3) -> Vec3 {
        self.seeing.turn.map_or(point, |turn| turn.world_point(point.as_dvec3()).as_vec3())
    }

    /// Maps a hit from the frame of this query to world space.
    pub(crate) fn world_hit(&self, hit: Hit) -> Hit {
        let (normal, face_normal) = (self.world_displacement(hit.normal), self.world_displacement(hit.face_normal));
        Hit { point: self.world_point(hit.point), normal, face_normal, ..hit }
    }

    /// Maps an overlap from the frame of this query to world space.
    pub(crate) fn world_overlap(&self, of: Overlap) -> Overlap {
        let (normal, face_normal) = (self.world_displacement(of.normal), self.world_displacement(of.face_normal));
        Overlap { point: self.world_point(of.point), normal, face_normal, ..of }
    }
}
