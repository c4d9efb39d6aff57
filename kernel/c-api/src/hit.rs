//! The filter that queries take, and their answers. World space, metres, throughout.

use crate::error::Error;
use crate::profile::sides_of;
use crate::types::{S8_ALL_LAYERS, s8_instance_id, s8_vec3};
use bytemuck::{Pod, Zeroable};
use sweep8::{ClosestPoint, Filter, Hit, Overlap, RayHit, Skip};

/// Which part of a world a query considers. Where a call takes a filter, NULL means both sides, all layers and no
/// sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_filter {
    /// The sides of triangles that the query considers: one of `s8_sides`.
    pub sides: u32,
    /// The mask of the layers of instances that the query considers, a bit each.
    pub layers: u32,
    /// Whether the query considers sensors, too: 1 or 0.
    pub sensors: u32,
    /// Whether a sweep that starts in overlap counts only triangles into which it moves deeper: 1 or 0.
    pub approach_only: u32,
    /// What rays, segments and sweeps skip: one of `s8_skip`.
    pub skip: u32,
    /// The instance that is skipped, or whose triangle is. An id that names no instance of the world skips nothing.
    pub skipped_instance: s8_instance_id,
    /// Index of the skipped triangle in its mesh.
    pub skipped_triangle: u32,
}

/// What rays, segments and sweeps skip, such as the surface on which they start. Other queries skip nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_skip {
    /// Nothing is skipped.
    S8_SKIP_NOTHING = 0,
    /// The triangle `skipped_triangle` of the instance `skipped_instance` is skipped.
    S8_SKIP_TRIANGLE = 1,
    /// All triangles of the instance `skipped_instance` are skipped.
    S8_SKIP_INSTANCE = 2,
}

/// Makes a filter for queries that considers both sides and all layers, without sensors.
#[unsafe(no_mangle)]
pub extern "C" fn s8_filter_default() -> s8_filter {
    let Filter { sides, layers, sensors, approach_only, skip: _ } = Filter::default();
    s8_filter {
        sides: sides as u32,
        layers,
        sensors: u32::from(sensors),
        approach_only: u32::from(approach_only),
        skip: s8_skip::S8_SKIP_NOTHING as u32,
        skipped_instance: s8_instance_id::default(),
        skipped_triangle: 0,
    }
}

const _: () = assert!(S8_ALL_LAYERS == Filter::ALL_LAYERS);

#[inline]
pub(crate) fn filter_of(filter: Option<&s8_filter>) -> Result<Filter, Error> {
    let Some(filter) = filter else {
        return Ok(Filter::default());
    };
    let &s8_filter { sides, layers, sensors, approach_only, skip, skipped_instance, skipped_triangle } = filter;
    let (sensors, approach_only) = (flag("sensors", sensors)?, flag("approach_only", approach_only)?);
    let skip = match skip {
        0 => Skip::Nothing,
        1 => Skip::Triangle(skipped_instance.into(), skipped_triangle),
        2 => Skip::Instance(skipped_instance.into()),
        value => return Err(Error::Code { field: "skip", value, range: "0 to 2" }),
    };
    Ok(Filter { sides: sides_of(sides)?, layers, sensors, approach_only, skip })
}

/// The value of a field that is 1 or 0.
#[inline]
fn flag(field: &'static str, value: u32) -> Result<bool, Error> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        value => Err(Error::Code { field, value, range: "0 or 1" }),
    }
}

/// The triangle that a query found, and a point on it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_face {
    /// The point of the triangle, world space, metres, rounded to `float`; far from the origin `barycentric` is more
    /// accurate.
    pub point: s8_vec3,
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is touched.
    pub normal: s8_vec3,
    /// The found point as weights of the triangle's corners, in the order of the mesh.
    pub barycentric: s8_vec3,
    /// The id of the triangle's instance.
    pub instance: s8_instance_id,
    /// Index of the triangle in its mesh.
    pub triangle: u32,
    /// Whether the query comes from the front side of the triangle: 1 or 0.
    pub is_front: u16,
    /// The material of the triangle; 0 without materials.
    pub material: u16,
}

/// The first contact of a swept shape with a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_hit {
    /// The fraction of the displacement at the contact, 0 to 1; 0 where the shape starts inside or touching.
    pub fraction: f32,
    /// The distance the shape must move along the normal to be free, metres; 0 unless it starts inside.
    pub overlap: f32,
    /// Unit normal of the contact, world space, from the triangle towards the shape.
    pub normal: s8_vec3,
    /// The touched triangle, and the point on it.
    pub face: s8_face,
}

/// The point where a ray or a segment passes through a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_ray_hit {
    /// The distance from the start of the ray to the point where it passes through the triangle, metres.
    pub distance: f32,
    /// The unit normal of the triangle, world space, on the side that the ray comes from.
    pub normal: s8_vec3,
    /// The triangle that the ray passes through, and the point on it.
    pub face: s8_face,
}

/// A triangle that the shape of a query overlaps, and the way out.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_overlap {
    /// The distance the shape must move along the normal to leave this triangle, metres, more than 0.
    pub depth: f32,
    /// The direction in which the shape must move to leave the triangle, world space, unit length.
    pub normal: s8_vec3,
    /// The overlapped triangle; its point is nearest to the shape's centre, or to its spine, in ellipsoid space.
    pub face: s8_face,
}

/// The point of a world closest to another point.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_closest {
    /// The distance between the query point and the closest point of the world, metres.
    pub distance: f32,
    /// Unit vector, world space, from the closest point to the other; the triangle's normal where the two are the
    /// same.
    pub normal: s8_vec3,
    /// The triangle closest to the query point, and the closest point on it.
    pub face: s8_face,
}

/// The way out of all triangles that a shape overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_depenetration {
    /// The displacement that leads out, or else to the least overlap, world space, metres; zero where nothing
    /// overlaps.
    pub displacement: s8_vec3,
    /// The overlap of the shape that is left after the displacement, metres; 0 where it leads out to rounding.
    pub depth_left: f32,
}

/// Makes the `s8_face` of a kernel hit of any kind: the fields that it reads have the same names in all of them.
macro_rules! face_of {
    ($answer:expr) => {
        s8_face {
            point: $answer.point.into(),
            normal: $answer.face_normal.into(),
            barycentric: $answer.barycentric.into(),
            instance: $answer.instance.into(),
            triangle: $answer.triangle,
            is_front: u16::from($answer.is_front),
            material: $answer.material,
        }
    };
}

impl From<&Hit> for s8_hit {
    fn from(hit: &Hit) -> Self {
        Self { fraction: hit.fraction, overlap: hit.overlap, normal: hit.normal.into(), face: face_of!(hit) }
    }
}

impl From<&RayHit> for s8_ray_hit {
    fn from(hit: &RayHit) -> Self {
        Self { distance: hit.distance, normal: hit.normal.into(), face: face_of!(hit) }
    }
}

impl From<&Overlap> for s8_overlap {
    fn from(overlap: &Overlap) -> Self {
        Self { depth: overlap.depth, normal: overlap.normal.into(), face: face_of!(overlap) }
    }
}

impl From<&ClosestPoint> for s8_closest {
    fn from(closest: &ClosestPoint) -> Self {
        Self { distance: closest.distance, normal: closest.normal.into(), face: face_of!(closest) }
    }
}
