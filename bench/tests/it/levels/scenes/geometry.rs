//! Plain geometry in `f64` for the tests of the scenes: normals, slopes, rays. It shares nothing with the builders.

use glam::{DVec3, Vec3};
use sweep8_bench::levels::Level;

/// Normal of a triangle, as long as twice its area.
pub(crate) fn normal([a, b, c]: [Vec3; 3]) -> DVec3 {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    (b - a).cross(c - a)
}

/// Angle between a triangle and the level, in degrees; over 90 for ceilings.
pub(crate) fn slope(triangle: [Vec3; 3]) -> f64 {
    let n = normal(triangle);
    (n.y / n.length()).clamp(-1.0, 1.0).acos().to_degrees()
}

/// How far along the ray the triangle lies, if it is hit: Möller and Trumbore 1997, both sides, borders included.
pub(crate) fn ray(origin: DVec3, direction: DVec3, triangle: [Vec3; 3]) -> Option<f64> {
    let [a, b, c] = triangle.map(Vec3::as_dvec3);
    let (e1, e2) = (b - a, c - a);
    let p = direction.cross(e2);
    let det = e1.dot(p);
    if det == 0.0 {
        return None;
    }
    let s = origin - a;
    let (u, q) = (s.dot(p) / det, s.cross(e1));
    let (v, t) = (direction.dot(q) / det, e2.dot(q) / det);
    (u >= -1e-9 && v >= -1e-9 && u + v <= 1.0 + 1e-9 && t > 0.0).then_some(t)
}

pub(crate) fn hits(level: &Level, origin: DVec3, direction: DVec3) -> bool {
    level.each_triangle().any(|triangle| ray(origin, direction, triangle).is_some())
}

/// Horizontal directions, none along an axis.
pub(crate) fn around(count: usize) -> impl Iterator<Item = DVec3> {
    (0..count).map(move |i| {
        let angle = (i as f64 + 0.37) / count as f64 * std::f64::consts::TAU;
        DVec3::new(angle.cos(), 0.0, angle.sin())
    })
}
