//! The hull of a character among all triangles: its first contact, and where a stop leaves it.
//!
//! In: triangles, the radii and the skin of an ellipsoid, a centre, a motion. Out: the first contact, in the world.
//!
//! The hull is the ellipsoid with [`HULL_SHARE`] of the skin on each radius; a stop leaves the rest of the skin along the normal.
//! Every triangle is tested, except those whose box does not meet the box of the motion.

use crate::brute_force::{Triangle, closest_point, first_contact, to_ellipsoid_space};
use crate::slide::HULL_SHARE;
use glam::DVec3;

/// A motion does not stop short of a contact approached at a cosine up to this: it runs along a plane whose normal is given in
/// `f32`.
const GRAZE: f64 = 1e-5;

/// Cosine between motion and surface normal below which they count as parallel: rounding of a projection.
const PARALLEL: f64 = 1e-12;

/// Distance behind the first contact, in radii, up to which contacts tie: two triangles share the touched point.
const AS_NEAR: f64 = 1e-7;

/// Largest sine of the angle between the line to a triangle and the normal of its plane, in the space where the hull is a sphere,
/// at which the face is touched and not its rim.
pub const FACE_SINE: f64 = 1e-6;

/// Hull of a character (body plus skin), and the triangles around it.
#[derive(Clone, Copy, Debug)]
pub struct Hull<'a> {
    triangles: &'a [Triangle],
    radii: DVec3,
    gap: f64,
    face_sine: f64,
}

/// A contact of a character's hull (body plus skin) with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Fraction of the hull's motion up to the contact.
    pub fraction: f64,
    /// Vector from the hull's centre at the contact to the touched point, metres.
    pub point: DVec3,
    /// Unit normal of the contact, world space, towards the centre: of the triangle, or of the hull if the triangle's rim is touched.
    pub normal: DVec3,
    /// Whether the inside of the triangle is touched, not its rim.
    pub is_face: bool,
}

impl<'a> Hull<'a> {
    /// Makes the hull of an ellipsoid with these radii and this skin, metres. `face_sine`: [`FACE_SINE`], or more to test it.
    #[must_use]
    pub fn new(triangles: &'a [Triangle], radii: DVec3, skin: f64, face_sine: f64) -> Self {
        Self { triangles, radii: radii + HULL_SHARE * skin, gap: (1.0 - HULL_SHARE) * skin, face_sine }
    }

    /// Radii of the hull, metres.
    #[must_use]
    pub fn radii(&self) -> DVec3 {
        self.radii
    }

    /// Half extent of the hull along a unit vector, metres.
    #[must_use]
    pub fn extent(&self, direction: DVec3) -> f64 {
        (self.radii * direction).length()
    }

    /// The first contact of a motion from a centre, among all surfaces that it leads into; a face wins over a rim at the same
    /// fraction.
    #[must_use]
    pub fn first(&self, center: DVec3, motion: DVec3) -> Option<Touch> {
        let length = motion.length();
        let displacement = motion / self.radii;
        let mut met: Vec<(f64, Touch)> = Vec::new();
        for triangle in self.near(center, center + motion, 0.0) {
            let local = triangle.map(|vertex| to_ellipsoid_space(vertex, center, self.radii));
            let nearest = closest_point(DVec3::ZERO, &local);
            let (fraction, towards) = if nearest.length() < 1.0 {
                (0.0, -nearest)
            } else if let Some(contact) = first_contact(DVec3::ZERO, displacement, &local) {
                (contact.fraction, displacement * contact.fraction - contact.point)
            } else {
                continue;
            };
            let face = self.face_normal(&local, towards);
            let Some(normal) = (face.unwrap_or(towards) / self.radii).try_normalize() else { continue };
            if -normal.dot(motion) <= PARALLEL * length {
                continue;
            }
            let touch = Touch { fraction, point: -towards * self.radii, normal, is_face: face.is_some() };
            met.push((fraction * displacement.length(), touch));
        }
        let first = met.iter().map(|(way, _)| *way).reduce(f64::min)?;
        let as_near = met.iter().filter(|(way, _)| *way <= first + AS_NEAR);
        let best = as_near.min_by(|(a, one), (b, other)| other.is_face.cmp(&one.is_face).then(a.total_cmp(b)));
        best.map(|(_, touch)| *touch)
    }

    /// Fraction of the hull's motion at which it stops with its gap to a contact, and this contact; 1 if nothing stops it.
    #[must_use]
    pub fn stop(&self, center: DVec3, motion: DVec3) -> (f64, Option<Touch>) {
        let Some(touch) = self.first(center, motion) else { return (1.0, None) };
        let part = (touch.fraction - self.kept_off(&touch, motion)).max(0.0);
        if part < 1.0 { (part, Some(touch)) } else { (1.0, None) }
    }

    /// Whether the hull can make the whole motion and keep its gap to all surfaces into which it leads.
    #[must_use]
    pub fn is_free(&self, center: DVec3, motion: DVec3) -> bool {
        self.stop(center, motion).1.is_none()
    }

    /// Contacts of the hull at rest, grown by `by` metres, with all surfaces that it overlaps.
    #[must_use]
    pub fn touched(&self, center: DVec3, by: f64) -> Vec<Touch> {
        let radii = self.radii + by;
        let mut all = Vec::new();
        for triangle in self.near(center, center, by) {
            let local = triangle.map(|v| to_ellipsoid_space(v, center, radii));
            let nearest = closest_point(DVec3::ZERO, &local);
            let face = self.face_normal(&local, -nearest);
            if nearest.length() < 1.0
                && let Some(normal) = (face.unwrap_or(-nearest) / radii).try_normalize()
            {
                all.push(Touch { fraction: 0.0, point: nearest * radii, normal, is_face: face.is_some() });
            }
        }
        all
    }

    /// Unit normal of the first triangle that the line from `from` by `way` crosses, towards `from`; `None` if it crosses none.
    #[must_use]
    pub fn first_on_line(&self, from: DVec3, way: DVec3) -> Option<DVec3> {
        let mut first: Option<(f64, DVec3)> = None;
        for [a, b, c] in self.triangles {
            let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
            let (height, sinking) = ((from - a).dot(normal), -way.dot(normal));
            let part = height / sinking;
            if !(0.0..=1.0).contains(&part) || first.is_some_and(|(nearest, _)| nearest <= part) {
                continue;
            }
            let at = from + way * part;
            let inside = [[a, b], [b, c], [c, a]].map(|[from, to]| (to - from).cross(at - from).dot(normal) >= 0.0);
            if inside == [true; 3] {
                first = Some((part, normal * sinking.signum()));
            }
        }
        first.map(|(_, normal)| normal)
    }

    /// The face normal of a triangle in the space where the hull is a sphere, in the direction `towards` its centre; `None` if its
    /// rim is touched.
    fn face_normal(&self, [a, b, c]: &Triangle, towards: DVec3) -> Option<DVec3> {
        let (normal, towards) = ((b - a).cross(c - a).try_normalize()?, towards.try_normalize()?);
        let is_face = normal.cross(towards).length() <= self.face_sine;
        is_face.then(|| normal * normal.dot(towards).signum())
    }

    /// Fraction of the hull's motion by which a stop stays short of a contact to keep its gap.
    fn kept_off(&self, touch: &Touch, motion: DVec3) -> f64 {
        let closing = -touch.normal.dot(motion);
        if closing <= GRAZE * motion.length() { 0.0 } else { self.gap / closing }
    }

    /// Triangles whose boxes meet the box of the hull, grown by `by` metres, on its motion between two centres.
    fn near(&self, from: DVec3, to: DVec3, by: f64) -> impl Iterator<Item = &'a Triangle> {
        let around = self.radii * 1.001 + by + 1e-6;
        let (low, high) = (from.min(to) - around, from.max(to) + around);
        self.triangles
            .iter()
            .filter(move |[a, b, c]| a.min(*b).min(*c).cmple(high).all() && low.cmple(a.max(*b).max(*c)).all())
    }
}
