//! What a slide promises holds for every move.
//!
//! In: the bytes of a case, a kind first. Out: a finding of that kind:
//! - `walk`: a walk among loose triangles, nasty ones among them.
//! - `dash`: moves along an edge of 10 m to 3 km.
//! - `narrow`: shafts of 3 to 12 walls and closed boxes, with less room than the skin needs.
//! - `lying`: a hull exactly on a floor, walking against a wall that leans.
//!
//! The judge is `f64` over all triangles.

mod dash;
mod lying;
mod narrow;
mod walk;

use super::bytes::{Reader, Writer};
use super::{Finding, Outcome};
use glam::{DVec3, Vec3};
use sweep8_scalar_ref::exact::{Triangle, distance, to_ellipsoid_space};

/// Part of the skin by which the hull is larger than the ellipsoid: as the kernel documents.
const HULL_PART: f64 = 0.875;

/// The default skin, metres.
const SKIN: f32 = 0.01;

pub(super) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    match reader.byte() % 4 {
        0 => walk::check(&mut reader),
        1 => dash::check(&mut reader),
        2 => narrow::check(&mut reader),
        _ => lying::check(&mut reader),
    }
}

/// The bytes of a walk: to and fro by the displacement.
pub(super) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, mode: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(0);
    walk::write(&mut writer, shape, center, displacement, mode, triangles);
    writer.finish()
}

/// Cases of the other kinds, some of each.
pub(super) fn cases() -> Vec<Vec<u8>> {
    let kinds = [(1, dash::write as fn(&mut Writer, u8)), (2, narrow::write), (3, lying::write)];
    let case = |(kind, write): (u8, fn(&mut Writer, u8)), number| {
        let mut writer = Writer::default();
        writer.byte(kind);
        write(&mut writer, number);
        writer.finish()
    };
    kinds.into_iter().flat_map(|kind| (0..10).map(move |number| case(kind, number))).collect()
}

/// The least distance of a centre to the triangles in the space of an ellipsoid, radii: 1 touches.
fn apart(center: DVec3, radii: DVec3, triangles: &[Triangle]) -> f64 {
    let each = triangles.iter().map(|triangle| distance(DVec3::ZERO, &local(triangle, center, radii)));
    each.fold(f64::INFINITY, f64::min)
}

/// The largest coordinate of the triangles in the space of an ellipsoid, radii.
fn largest(center: DVec3, radii: DVec3, triangles: &[Triangle]) -> f64 {
    let corners = triangles.iter().flat_map(|triangle| local(triangle, center, radii));
    corners.map(|v| v.abs().max_element()).fold(0.0, f64::max)
}

fn local(triangle: &Triangle, center: DVec3, radii: DVec3) -> Triangle {
    triangle.map(|v| to_ellipsoid_space(v, center, radii))
}

/// The same triangles in `f64`.
fn exactly(triangles: &[[Vec3; 3]]) -> Vec<Triangle> {
    triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect()
}

/// The two triangles of a parallelogram with that corner and sides; it looks along the cross product of the sides.
fn parallelogram(corner: Vec3, first: Vec3, second: Vec3) -> [[Vec3; 3]; 2] {
    let [a, b, c, d] = [corner, corner + first, corner + first + second, corner + second];
    [[a, b, c], [a, c, d]]
}

/// From the centre of an ellipsoid to where a plane with that normal, which points at the centre, touches it.
fn support(radii: Vec3, normal: Vec3) -> Vec3 {
    -radii * radii * normal / (radii * normal).length()
}
