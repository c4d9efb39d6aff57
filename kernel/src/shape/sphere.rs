//! Overlap and separation of spheres, segments and triangles.
//!
//! In: `f32`. Between: `f64`, in which differences and squares of `f32` keep all their digits. Out: yes or no, or the shortest
//! displacement that separates; `None` if it is no finite `f32`.

use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::segments::closest_on_segment;
use crate::base::triangle_point::{closest_point, front};
use glam::{DVec3, Vec3};

/// A sphere, in any one frame, metres.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Segment, Sphere};
///
/// let ball = Sphere { center: Vec3::new(0.0, 0.75, 0.0), radius: 1.0 };
/// let other = Sphere { center: Vec3::new(0.0, -0.75, 0.0), radius: 1.0 };
/// assert_eq!(ball.separation(&other), Some(Vec3::new(0.0, 0.5, 0.0)));
///
/// let rope = Segment { from: Vec3::new(-5.0, 0.0, 0.0), to: Vec3::new(5.0, 0.0, 0.0) };
/// assert!(ball.overlaps_segment(&rope));
/// assert_eq!(ball.separation_from_segment(&rope), Some(Vec3::new(0.0, 0.25, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Centre of the sphere, finite, in any frame, metres.
    pub center: Vec3,
    /// Radius of the sphere, finite, 0 or more, metres.
    pub radius: f32,
}

/// A straight line between two points, in any one frame, metres.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Segment, Sphere};
///
/// let rope = Segment { from: Vec3::new(-5.0, 0.0, 0.0), to: Vec3::new(5.0, 0.0, 0.0) };
/// assert_eq!(rope.closest_point(Vec3::new(2.0, 3.0, 0.0)), Vec3::new(2.0, 0.0, 0.0));
/// assert!(Sphere { center: Vec3::Y, radius: 1.5 }.overlaps_segment(&rope));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start point of the segment, in any frame, metres.
    pub from: Vec3,
    /// End point of the segment, in the frame of its start, metres.
    pub to: Vec3,
}

/// A triangle, in any one frame, metres. Both of its sides count.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Sphere, Triangle};
///
/// let floor = Triangle { corners: [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)] };
/// assert_eq!(floor.closest_point(Vec3::new(1.0, 3.0, 1.0)), Vec3::new(1.0, 0.0, 1.0));
/// let ball = Sphere { center: Vec3::Y * 0.75, radius: 1.0 };
/// assert!(ball.overlaps_triangle(&floor));
/// let out = ball.separation_from_triangle(&floor).expect("it overlaps");
/// assert_eq!((out.length(), out.normalize()), (0.25, Vec3::Y), "depth and normal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners of the triangle, finite, in any frame, metres; its front is where they run counter-clockwise.
    pub corners: [Vec3; 3],
}

impl Sphere {
    /// Whether two spheres overlap. Touching is not overlapping.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        between(self.center, other.center).length() < reach(self.radius, other.radius)
    }

    /// The shortest displacement of this sphere out of the other; `None` if they do not overlap. A fixed direction if their centres
    /// coincide.
    #[must_use]
    pub fn separation(&self, other: &Self) -> Option<Vec3> {
        out_of(between(self.center, other.center), reach(self.radius, other.radius))
    }

    /// Whether the sphere overlaps the segment. Touching is not overlapping.
    #[must_use]
    pub fn overlaps_segment(&self, segment: &Segment) -> bool {
        segment.to_center(self).length() < f64::from(self.radius)
    }

    /// The shortest displacement of this sphere away from the segment's nearest point that clears the segment; `None` if they do
    /// not overlap. A fixed direction if the centre lies on the segment.
    #[must_use]
    pub fn separation_from_segment(&self, segment: &Segment) -> Option<Vec3> {
        out_of(segment.to_center(self), f64::from(self.radius))
    }

    /// Whether the sphere overlaps the triangle: its face, edges or corners. Touching is not overlapping.
    #[must_use]
    pub fn overlaps_triangle(&self, triangle: &Triangle) -> bool {
        triangle.to_center(self).length() < f64::from(self.radius)
    }

    /// The shortest displacement of this sphere away from the triangle's nearest point that clears the triangle, on the side of
    /// its centre: its length is the depth of the overlap, its direction the normal of the contact. `None` if they do not overlap.
    /// A sphere whose centre lies on the triangle leaves it by the front, and in a fixed direction if the triangle has no area.
    #[must_use]
    pub fn separation_from_triangle(&self, triangle: &Triangle) -> Option<Vec3> {
        let to_center = triangle.to_center(self);
        let towards = if to_center == DVec3::ZERO { front(triangle.exactly()) } else { to_center };
        out_along(towards, to_center.length(), f64::from(self.radius))
    }
}

impl Triangle {
    /// The point of the triangle nearest to `p`: on its face, an edge or a corner.
    #[must_use]
    pub fn closest_point(&self, p: Vec3) -> Vec3 {
        closest_point(p.as_dvec3(), self.exactly()).as_vec3()
    }

    fn exactly(&self) -> [DVec3; 3] {
        self.corners.map(Vec3::as_dvec3)
    }

    /// Vector from the triangle's nearest point to the sphere's centre.
    fn to_center(self, sphere: &Sphere) -> DVec3 {
        let center = sphere.center.as_dvec3();
        center - closest_point(center, self.exactly())
    }
}

impl Segment {
    /// The point of the segment nearest to `p`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::Segment;
    ///
    /// let edge = Segment { from: Vec3::ZERO, to: Vec3::new(4.0, 0.0, 0.0) };
    /// assert_eq!(edge.closest_point(Vec3::new(1.0, 2.0, 0.0)), Vec3::X);
    /// assert_eq!(edge.closest_point(Vec3::new(9.0, 2.0, 0.0)), edge.to);
    /// ```
    #[must_use]
    pub fn closest_point(&self, p: Vec3) -> Vec3 {
        self.nearest(p.as_dvec3()).as_vec3()
    }

    fn nearest(&self, p: DVec3) -> DVec3 {
        closest_on_segment(p, self.from.as_dvec3(), self.to.as_dvec3())
    }

    /// Vector from the segment's nearest point to the sphere's centre.
    fn to_center(self, sphere: &Sphere) -> DVec3 {
        let center = sphere.center.as_dvec3();
        center - self.nearest(center)
    }
}

fn between(a: Vec3, b: Vec3) -> DVec3 {
    a.as_dvec3() - b.as_dvec3()
}

fn reach(a: f32, b: f32) -> f64 {
    f64::from(a) + f64::from(b)
}

/// Displacement along `between`, the vector between two centres, that makes it `reach` long; `None` if it is that long already.
fn out_of(between: DVec3, reach: f64) -> Option<Vec3> {
    out_along(between, between.length(), reach)
}

/// Displacement along `towards` that makes a `distance` as long as `reach`; `None` if it is that long already.
fn out_along(towards: DVec3, distance: f64, reach: f64) -> Option<Vec3> {
    let out = (towards.try_normalize().unwrap_or(FALLBACK_DIRECTION.as_dvec3()) * (reach - distance)).as_vec3();
    (distance < reach && out.is_finite()).then_some(out)
}
