//! The operations of one lane: sums in the kernel's order, blends, and `min` and `max` as a comparison and a selection.

use glam::Vec3;

pub(super) fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

pub(super) fn scale(v: Vec3, factor: f32) -> Vec3 {
    Vec3::new(v.x * factor, v.y * factor, v.z * factor)
}

pub(super) fn one_norm(v: Vec3) -> f32 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

pub(super) fn select<T>(mask: bool, a: T, b: T) -> T {
    if mask { a } else { b }
}

pub(super) fn min(a: f32, b: f32) -> f32 {
    select(a < b, a, b)
}

pub(super) fn max(a: f32, b: f32) -> f32 {
    select(a > b, a, b)
}
