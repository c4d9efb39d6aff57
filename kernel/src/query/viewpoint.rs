//! A shape at a place, and how a query sees the world from there.
//!
//! In: a shape, turned or not, and a place that was checked. Out: ellipsoid space about it, the instances as they lie there, and
//! the way back for what is found. A shape along the axes of the world sees it as it lies; one that is turned sees it from
//! [body space](crate::frame::turn), where the shape lies along the axes and its centre is the origin.

use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::query::hit::{Hit, Overlap};
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::world::solids::{Seeing, Solids};
use glam::Vec3;

/// From where a query sees the world.
pub(crate) struct Viewpoint {
    /// About the shape, as it is seen.
    pub(crate) space: Space,
    seeing: Seeing<'static>,
}

impl Viewpoint {
    pub(crate) fn new(shape: OrientedEllipsoid, position: Position) -> Self {
        let turn = shape.is_turned().then(|| Turn::new(position, shape.orientation()));
        let center = if turn.is_some() { Position::new(Vec3::ZERO) } else { position };
        Self { space: Space::new(shape.shape(), center), seeing: Seeing { turn, filter: None } }
    }

    /// The axes along which it is seen, where those are not the world's.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        self.seeing.turn.as_ref()
    }

    /// Instances as they are seen.
    pub(crate) fn of<'a>(&'a self, instances: Solids<'a>) -> Solids<'a> {
        if self.seeing.turn.is_some() { instances.seen(&self.seeing) } else { instances }
    }

    /// A displacement of the world as it is seen.
    pub(crate) fn displacement(&self, v: Vec3) -> Vec3 {
        self.seeing.turn.map_or(v, |turn| turn.body_displacement(v))
    }

    /// A displacement that is seen, in the world.
    pub(crate) fn world_displacement(&self, v: Vec3) -> Vec3 {
        self.seeing.turn.map_or(v, |turn| turn.world_displacement(v))
    }

    /// A point that is seen, in the world.
    fn world_point(&self, point: Vec3) -> Vec3 {
        self.seeing.turn.map_or(point, |turn| turn.world_point(point.as_dvec3()).as_vec3())
    }

    /// A hit that is seen, in the world.
    pub(crate) fn world_hit(&self, hit: Hit) -> Hit {
        let (normal, face_normal) = (self.world_displacement(hit.normal), self.world_displacement(hit.face_normal));
        Hit { point: self.world_point(hit.point), normal, face_normal, ..hit }
    }

    /// An overlap that is seen, in the world.
    pub(crate) fn world_overlap(&self, of: Overlap) -> Overlap {
        let (normal, face_normal) = (self.world_displacement(of.normal), self.world_displacement(of.face_normal));
        Overlap { point: self.world_point(of.point), normal, face_normal, ..of }
    }
}
