//! Steps: a character that stands goes over them, and rests on their edges halfway.
//!
//! In: a slider in front of an obstacle, what it touches. Out: whether that is a step, and the motion over it.
//! 1. An obstacle is a step if its touched point is no higher above the feet than the profile's height of a step, the hull has
//!    room above it, can then go so far ahead, straight across the edge, that its centre is behind the edge by a tenth of its radius,
//!    and has a floor below it there. Where treads are less deep than the hull is wide, the edge of the next step may stop it
//!    before; that edge must then be no higher above the first than a step. Where a face is touched, not an edge, the next edge may be
//!    that of this face: one higher above the feet than a step then needs a floor before it, no deeper than a step. All of it is
//!    geometry at one place: neither speed nor time step nor heading count.
//! 2. The motion goes up as far, over by the level displacement that is left, and down to what it meets. However short that
//!    displacement is, it ends on the surface that the hull's centre follows around the edge: so height depends on the way
//!    and not on the time step, and the level way is no longer than without the step.
//! 3. A character that stops halfway rests on the edge. The edge carries it if it is that of a step, and something lies below on
//!    its other side that is no deeper than a step: the rim of an abyss does not.
//!
//! Up, over and down is how all engines climb steps since Quake (1996). Jolt's `CharacterVirtual` (2022) tests farther ahead than
//! one move goes, for the same reason as point 1.

use crate::base::tolerance::{LOOK_PART, STEP_MARGIN_PART};
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slider::Slider;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// An obstacle that is touched, seen from the hull's centre.
#[derive(Clone, Copy)]
struct Edge {
    /// Level, unit length, across the edge.
    inward: Vec3,
    /// How far the touched point lies that way, metres.
    ahead: f32,
    /// How high it lies above the hull's lowest point, metres.
    height: f32,
    /// Whether it is a point inside of a face, whose upper edge is not known.
    is_face: bool,
}

/// The top of a step.
struct Landing {
    /// How far up the hull goes to get onto it, metres.
    raised: f32,
    /// The normal of its floor.
    normal: Vec3,
}

impl<'a, L: Lanes, W: SlideObserver + ?Sized> Slider<'a, L, W> {
    /// Goes over a step that is touched by a level displacement, metres; the part of it that was used. A surface that stops the
    /// hull up there joins the planes. None where it is no step, or where that is known already.
    pub(super) fn goes_over(
        &mut self,
        touch: &Touch,
        normal: Vec3,
        level: Vec3,
        planes: &mut ClipPlanes,
    ) -> Option<f32> {
        let (used, stop) = self.step_over(touch, normal, level)?;
        let is_news = stop.is_none_or(|normal| planes.add(Plane::surface(normal, 0.0, self.is_walked_on(normal))));
        (used > 0.0 || is_news).then_some(used)
    }

    /// Goes over a step that is touched by a level displacement, metres: the part of it that was used, and the normal of what stopped
    /// it. None where it is no step.
    #[inline(never)]
    fn step_over(&mut self, touch: &Touch, normal: Vec3, level: Vec3) -> Option<(f32, Option<Vec3>)> {
        let edge = self.edge(touch, normal)?;
        let Landing { raised, .. } = self.landing(self.offset, edge)?;
        let up = self.up * raised;
        let (part, stop) = self.free_way(self.offset + up, level);
        let stop = stop.map(|touch: Touch| touch.normal().into());
        let length = level.length() * part;
        if length < self.least_advance {
            return Some((0.0, stop));
        }
        let over = level * part;
        let (down, _) = self.free_way(self.offset + up + over, -up);
        if let Some(neighbourhood) = self.neighbourhood
            && neighbourhood.part(self.offset, over + up * (1.0 - down)) < 1.0
        {
            return None;
        }
        self.advance(up, raised);
        self.advance(over, length);
        self.advance(up * -down, raised * down);
        self.observer.steps(raised * (1.0 - down));
        Some((part, stop))
    }

    /// The normal of the floor of a step that a hull rests on halfway, where it is moved by `way` and touches its edge.
    #[inline(never)]
    pub(super) fn step_below(&mut self, touch: &Touch, normal: Vec3, way: Vec3) -> Option<Vec3> {
        if touch.is_face {
            return None;
        }
        let at = self.offset + way;
        let edge = self.edge(touch, normal)?;
        let Landing { normal, .. } = self.landing(at, edge)?;
        self.has_floor_behind(at, edge).then_some(normal)
    }

    /// The obstacle that is touched, as an edge; none where it is too high for a step, or faces straight up or down.
    fn edge(&self, touch: &Touch, normal: Vec3) -> Option<Edge> {
        let cosine = normal.dot(self.up);
        let inward = (self.up * cosine - normal).try_normalize()?;
        let point = touch.point_off_center();
        let feet = (self.radii() * self.up).length();
        let height = feet + point.dot(self.up);
        let is_low = self.rules.step_height > 0.0 && height <= self.rules.step_height;
        is_low.then(|| Edge { inward, ahead: point.dot(inward), height, is_face: touch.is_face })
    }

    /// Where the hull stands on top of an edge.
    fn landing(&mut self, at: Vec3, edge: Edge) -> Option<Landing> {
        let Edge { inward, ahead, height, is_face } = edge;
        self.widen();
        let highest = self.rules.step_height + LOOK_PART * self.rules.skin;
        let raised = highest * self.free_way(at, self.up * highest).0;
        let ahead = ahead + self.margin(inward);
        if raised < height || ahead <= 0.0 {
            return None;
        }
        let (up, across) = (self.up * raised, inward * ahead);
        let feet = (self.radii() * self.up).length();
        let behind = at + up + across;
        let (part, stop) = self.free_way(at + up, across);
        let mut touched = None;
        if let Some(stop) = stop.filter(|_| part < 1.0) {
            let next = raised + feet + stop.point_off_center().dot(self.up);
            let is_next_step = !stop.is_face && next - height <= self.rules.step_height;
            let is_low = !is_face || next <= self.rules.step_height;
            if !is_next_step || !is_low && !self.has_floor_before(at + up + across * part, &stop, inward) {
                return None;
            }
        } else {
            let swept = self.collision_set.sweep_apart(behind, -up, Start::Approach);
            touched = self.collision_set.touch(&swept).map(|touch| touch.normal().into());
        }
        // On treads that are less deep than it is wide the hull comes down on the next edge.
        let normal = touched
            .filter(|&normal| self.is_floor(normal))
            .or_else(|| self.collision_set.first_face(behind, self.up * -(raised + feet)))?;
        self.is_floor(normal).then_some(Landing { raised, normal })
    }

    /// Whether something is below on the other side of an edge, no deeper than a step.
    fn has_floor_behind(&mut self, at: Vec3, edge: Edge) -> bool {
        let Edge { inward, ahead, .. } = edge;
        let outward = ((self.radii() * inward).length() - ahead + self.margin(inward)).max(0.0);
        let across = inward * -outward;
        if !self.is_free(at, across) {
            return true;
        }
        let down = self.up * -self.rules.step_height;
        let swept = self.collision_set.sweep_apart(at + across, down, Start::Approach);
        self.collision_set.touch(&swept).is_some_and(|touch| Vec3::from(touch.normal()).dot(self.up) > 0.0)
    }

    /// Whether a floor lies straight below, a skin before an edge that is touched from a centre, no deeper than a step.
    fn has_floor_before(&mut self, center: Vec3, edge: &Touch, inward: Vec3) -> bool {
        let before = center + edge.point_off_center() - inward * self.rules.skin;
        let below = self.collision_set.first_face(before, self.up * -self.rules.step_height);
        below.is_some_and(|normal| self.is_floor(normal))
    }

    /// How far behind an edge the centre has to have room, metres.
    fn margin(&self, inward: Vec3) -> f32 {
        STEP_MARGIN_PART * (self.radii() * inward).length()
    }

    /// Whether nothing is in the way of a motion.
    fn is_free(&mut self, offset: Vec3, motion: Vec3) -> bool {
        self.free_way(offset, motion).0 >= 1.0
    }

    /// The part of a motion up to where a stop leaves its gap to what is met, and what is met.
    fn free_way(&mut self, offset: Vec3, motion: Vec3) -> (f32, Option<Touch<'a>>) {
        let swept = self.collision_set.sweep_apart(offset, motion, Start::Approach);
        let Some(touch) = self.collision_set.touch(&swept) else { return (1.0, None) };
        let back = self.kept_off(touch.normal().into(), motion, motion.length());
        ((swept.fraction() - back).max(0.0), Some(touch))
    }
}
