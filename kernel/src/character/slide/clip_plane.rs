//! A plane that bounds a motion: a surface, or the vertical wall of a surface too steep to stand on.
//!
//! In: the data of a contact. Out: a half-space of motions, and the kind of its surface.
//! [`clip_planes`](crate::character::slide::clip_planes) finds the motion that several of them allow.

use crate::base::active_sets::HalfSpace;
use crate::base::tolerance::{MERGE_SINE, SLOPE_ROUNDING};
use crate::character::others::bounds::Bound;
use glam::{DVec3, Vec3};

/// A plane of a met surface that bounds a slide's motions `m`: `normal · m >= -gives`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(super) normal: Vec3,
    pub(super) friction: f32,
    /// Distance that a motion may go behind the plane through its start, metres.
    pub(super) gives: f32,
    pub(super) kind: Kind,
}

/// Kind of surface from which a plane that bounds a slide's motion was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Surface,
    /// Plane of a surface that is flat enough for the character to stand on.
    Floor,
    /// Vertical plane that replaces a surface too steep for the character to stand on.
    Wall,
}

impl Plane {
    pub(super) const NONE: Self = Self { normal: Vec3::ZERO, friction: 0.0, gives: 0.0, kind: Kind::Surface };

    /// Makes the plane of a touched surface, which bounds the motion of the slide.
    pub(crate) fn surface(normal: Vec3, friction: f32, is_floor: bool) -> Self {
        Self { normal, friction, gives: 0.0, kind: if is_floor { Kind::Floor } else { Kind::Surface } }
    }

    /// The wall of a surface too steep to stand on, or of one that leans over: vertical, so that a level `desired` displacement neither
    /// climbs it nor is led down by it. It gives way by as far as the surface recedes at the height that the displacement rises or sinks
    /// to. `None` for floors, and for surfaces that are upright or level.
    pub(crate) fn wall(normal: Vec3, friction: f32, up: Vec3, slope_cosine: f32, desired: Vec3) -> Option<Self> {
        let cosine = normal.dot(up);
        if cosine.abs() <= SLOPE_ROUNDING || cosine >= slope_cosine {
            return None;
        }
        let level = normal - up * cosine;
        let sine = level.length();
        let recedes = (desired.dot(up) * cosine).max(0.0);
        // The level part of a level surface is rounding.
        (sine > SLOPE_ROUNDING).then(|| Self {
            normal: level / sine,
            friction,
            gives: recedes / sine,
            kind: Kind::Wall,
        })
    }

    /// Whether this is the plane of a floor.
    pub(super) fn is_floor(&self) -> bool {
        self.kind == Kind::Floor
    }

    /// Half-space of the motions that this plane allows.
    #[inline(always)]
    pub(super) fn bound(&self) -> Bound {
        Bound { normal: self.normal, gives: self.gives }
    }

    /// Signed distance from this plane to the end of a motion, metres; negative if the motion goes behind the plane.
    #[inline(always)]
    pub(super) fn outward(&self, motion: Vec3) -> f32 {
        self.bound().outward(motion)
    }

    /// The motions that this plane allows, as a half-space in `f64`.
    #[inline(always)]
    pub(super) fn half_space(&self) -> HalfSpace {
        self.bound().half_space()
    }

    /// Whether both planes have the same normal, to the rounding of `f32`, and both or neither are replacement walls.
    pub(super) fn is_parallel(&self, other: &Self) -> bool {
        let (a, b) = (self.normal, other.normal);
        let are_alike = (self.kind == Kind::Wall) == (other.kind == Kind::Wall);
        are_alike && a.dot(b) > 0.0 && a.cross(b).length_squared() < MERGE_SINE * MERGE_SINE
    }
}

/// Direction in which two planes at the distances `gaps` are reached at the same time; level unless `up` is zero.
pub(super) fn towards_both([one, other]: [DVec3; 2], gaps: [f64; 2], up: DVec3) -> Option<Vec3> {
    let cosine = one.dot(other);
    let [to_one, to_other] = [gaps[0] - cosine * gaps[1], gaps[1] - cosine * gaps[0]];
    let out = one * to_one + other * to_other;
    Some((up * out.dot(up) - out).try_normalize()?.as_vec3())
}
