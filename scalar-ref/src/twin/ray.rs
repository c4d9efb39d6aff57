//! The twin of `narrow/ray.rs`: does a ray cross a triangle?

use super::scalar::{max, min, select};
use super::tolerance::REACH_ROUNDING;
use glam::Vec3;

/// Whether a ray from `origin` along `step`, which is not zero, crosses a triangle that extends into `0..=limit` steps.
#[must_use]
pub fn ray(corners: [Vec3; 3], origin: Vec3, step: Vec3, limit: f32, front_only: bool) -> bool {
    let size = step.abs();
    let z = select(size.x >= size.y && size.x >= size.z, 0, select(size.y >= size.z, 1, 2));
    let (next, last) = ((z + 1) % 3, (z + 2) % 3);
    let (x, y) = select(step[z] < 0.0, (last, next), (next, last));
    let shear = [step[x] / step[z], step[y] / step[z]];
    let inverse_step = 1.0 / step[z];

    let [a, b, c] = corners.map(|corner| {
        let along = corner[z] - origin[z];
        Vec3::new(corner[x] - origin[x] - shear[0] * along, corner[y] - origin[y] - shear[1] * along, along)
    });
    let areas = [c.x * b.y - c.y * b.x, a.x * c.y - a.y * c.x, b.x * a.y - b.y * a.x];
    let front = areas[0] >= 0.0 && areas[1] >= 0.0 && areas[2] >= 0.0;
    let back = areas[0] <= 0.0 && areas[1] <= 0.0 && areas[2] <= 0.0;
    let inside = front || (back && !front_only);
    let inside = inside && !(front && back);
    let at = [a, b, c].map(|corner| corner.z * inverse_step);
    let first = min(min(at[0], at[1]), at[2]);
    let last = max(max(at[0], at[1]), at[2]);
    inside && last >= 0.0 && first <= limit * (1.0 + REACH_ROUNDING)
}
