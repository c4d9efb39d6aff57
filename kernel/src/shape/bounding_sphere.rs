//! The bounding sphere of points.
//!
//! In: points, any one frame. Out: a sphere that holds all of them.
//! 1. Of the pairs of points that are extreme along one axis, the pair that is farthest apart gives a first sphere.
//! 2. A point outside moves the sphere's centre towards it and grows it, so that it just holds both; again for every
//!    point.
//! 3. Step 2 is repeated from the last sphere, shrunk by a twentieth, in turns from the last and the first point: the
//!    smallest sphere found is kept.
//! 4. The radius is measured from the centre as it is in `f32`, and rounded up: nothing is outside by rounding.
//!
//! Source: Ritter, "An Efficient Bounding Sphere" (1990); step 3 after Ericson, *Real-Time Collision Detection* (2005).

use crate::shape::sphere::Sphere;
use glam::{DVec3, Vec3};

/// Number of times that the bounding sphere is shrunk and grown again to find a smaller one.
const ROUNDS: usize = 16;

/// Factor by which the bounding sphere's radius is shrunk before it is grown again.
const SHRINK: f64 = 0.95;

/// Computes a small sphere around all points; `None` without points.
pub(crate) fn bounding_sphere(points: &[Vec3]) -> Option<Sphere> {
    let mut best = first_sphere(points)?;
    grow(&mut best, points.iter());
    let mut tried = best;
    for round in 0..ROUNDS {
        tried.1 *= SHRINK;
        if round % 2 == 0 {
            grow(&mut tried, points.iter().rev());
        } else {
            grow(&mut tried, points.iter());
        }
        if tried.1 < best.1 {
            best = tried;
        }
    }
    let center = best.0.as_vec3();
    let farthest = points.iter().map(|p| p.as_dvec3().distance(center.as_dvec3())).fold(0.0, f64::max);
    let radius = farthest as f32;
    Some(Sphere { center, radius: if f64::from(radius) < farthest { radius.next_up() } else { radius } })
}

/// Sphere, as centre and radius, through the two points, extreme along one axis, that are farthest apart; `None` without points.
fn first_sphere(points: &[Vec3]) -> Option<(DVec3, f64)> {
    let pairs = (0..3).map(|axis| {
        let along = |a: &&Vec3, b: &&Vec3| a[axis].total_cmp(&b[axis]);
        Some((points.iter().min_by(along)?.as_dvec3(), points.iter().max_by(along)?.as_dvec3()))
    });
    let apart = |(a, b): &(DVec3, DVec3)| a.distance_squared(*b);
    let (a, b) = pairs.flatten().max_by(|x, y| apart(x).total_cmp(&apart(y)))?;
    Some(((a + b) * 0.5, a.distance(b) * 0.5))
}

/// Moves and enlarges the sphere until it touches each point outside of it, one point after the other.
fn grow<'a>((center, radius): &mut (DVec3, f64), points: impl Iterator<Item = &'a Vec3>) {
    for point in points {
        let to = point.as_dvec3() - *center;
        let distance = to.length();
        if distance > *radius {
            let wider = 0.5 * (distance + *radius);
            *center += to * ((wider - *radius) / distance);
            *radius = wider;
        }
    }
}
