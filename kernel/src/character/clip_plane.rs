//! One plane that bounds a motion, and the line that two of them have in common.
//!
//! In: what a contact tells. Out: the motion along a plane, a line, or into a corner, that is nearest to a desired one. Which
//! of them counts is for [`clip_planes`](super::clip_planes).

use crate::base::tolerance::{CREASE_SINE, MERGE_SINE};
use glam::{DVec3, Vec3};

/// A plane that bounds a motion `m`: `normal · m >= -gives`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(super) normal: Vec3,
    pub(super) friction: f32,
    /// How far a motion may lead behind it, metres.
    pub(super) gives: f32,
    pub(super) kind: Kind,
}

/// What a plane is to who walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Surface,
    /// A surface that carries.
    Floor,
    /// The vertical plane of a surface too steep to stand on.
    Wall,
}

impl Plane {
    pub(super) const NONE: Self = Self { normal: Vec3::ZERO, friction: 0.0, gives: 0.0, kind: Kind::Surface };

    /// A surface that is touched.
    pub(crate) fn surface(normal: Vec3, friction: f32, is_floor: bool) -> Self {
        Self { normal, friction, gives: 0.0, kind: if is_floor { Kind::Floor } else { Kind::Surface } }
    }

    /// What a surface too steep to stand on is to a `desired` displacement that walks: vertical, so that it cannot be
    /// climbed. It gives way by what the surface does at the height that the desired displacement rises to. None for
    /// other surfaces.
    pub(crate) fn wall(normal: Vec3, friction: f32, up: Vec3, floor_cosine: f32, desired: Vec3) -> Option<Self> {
        let cosine = normal.dot(up);
        if cosine <= 0.0 || cosine >= floor_cosine {
            return None;
        }
        let level = normal - up * cosine;
        let sine = level.length();
        let rise = desired.dot(up).max(0.0);
        (sine > 0.0).then(|| Self { normal: level / sine, friction, gives: rise * (cosine / sine), kind: Kind::Wall })
    }

    /// How far a motion leads out of it, metres; negative where it leads in.
    #[inline(always)]
    pub(super) fn outward(&self, motion: Vec3) -> f32 {
        self.normal.dot(motion) + self.gives
    }

    /// The motion nearest to `desired` among those along it.
    pub(super) fn nearest(&self, desired: DVec3) -> DVec3 {
        let normal = self.normal.as_dvec3();
        desired - normal * ((normal.dot(desired) + f64::from(self.gives)) / normal.length_squared())
    }

    /// Whether they are the same to `f32`.
    pub(super) fn is_parallel(&self, other: &Self) -> bool {
        let (a, b) = (self.normal, other.normal);
        let are_alike = (self.kind == Kind::Wall) == (other.kind == Kind::Wall);
        are_alike && a.dot(b) > 0.0 && a.cross(b).length_squared() < MERGE_SINE * MERGE_SINE
    }
}

/// The line common to two planes. In `f64`: the sides of a narrow wedge are nearly opposite, and the difference of
/// rounded products would be all that is left of their crease.
pub(super) struct Crease {
    /// Along the line, with the sine between the planes as length.
    pub(super) along: DVec3,
    /// The point of the line nearest to the origin.
    pub(super) point: DVec3,
}

impl Crease {
    /// None where they are parallel.
    pub(super) fn of(first: &Plane, second: &Plane) -> Option<Self> {
        let (a, b) = (first.normal.as_dvec3(), second.normal.as_dvec3());
        let along = a.cross(b);
        let square = along.length_squared();
        if square <= f64::from(CREASE_SINE * CREASE_SINE) {
            return None;
        }
        let mut point = DVec3::ZERO;
        if first.gives > 0.0 || second.gives > 0.0 {
            let (first, second) = (f64::from(first.gives), f64::from(second.gives));
            point = (along.cross(b) * first - along.cross(a) * second) / square;
        }
        Some(Self { along, point })
    }

    pub(super) fn nearest(&self, desired: DVec3) -> DVec3 {
        self.point + self.along * (self.along.dot(desired) / self.along.length_squared())
    }

    /// Where it meets a plane, unless that is the origin, which is nobody's nearest point but where all else fails.
    pub(super) fn corner(&self, plane: &Plane) -> Option<DVec3> {
        let normal = plane.normal.as_dvec3();
        let behind = normal.dot(self.point) + f64::from(plane.gives);
        let approach = normal.dot(self.along);
        let meets = (self.point != DVec3::ZERO || plane.gives > 0.0) && approach.abs() > f64::from(CREASE_SINE);
        meets.then(|| self.point - self.along * (behind / approach))
    }
}
