//! The filter that queries take, and their answers. World space, metres, throughout.

use crate::error::Error;
use crate::profile::sides_of;
use crate::types::{S8_ALL_LAYERS, s8_instance_id, s8_vec3};
use bytemuck::{Pod, Zeroable};
use sweep8::{ClosestPoint, Filter, Hit, Overlap, RayHit};

/// The part of a world that a query considers. Wherever a filter is asked for, NULL stands for both sides, all layers, no sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_filter {
    /// One of `s8_sides`.
    pub sides: u32,
    /// The layers that count, a bit each.
    pub layers: u32,
    /// Whether sensors count, too: 1 or 0.
    pub sensors: u32,
}

/// A filter of all layers and both sides, without sensors.
#[unsafe(no_mangle)]
pub extern "C" fn s8_filter_default() -> s8_filter {
    let Filter { sides, layers, sensors } = Filter::default();
    s8_filter { sides: sides as u32, layers, sensors: u32::from(sensors) }
}

const _: () = assert!(S8_ALL_LAYERS == Filter::ALL_LAYERS);

#[inline]
pub(crate) fn filter_of(filter: Option<&s8_filter>) -> Result<Filter, Error> {
    let Some(&s8_filter { sides, layers, sensors }) = filter else {
        return Ok(Filter::default());
    };
    let sensors = match sensors {
        0 => false,
        1 => true,
        value => return Err(Error::Code { field: "sensors", value, range: "0 or 1" }),
    };
    Ok(Filter { sides: sides_of(sides)?, layers, sensors })
}

/// Which triangle a query met, and where on it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_face {
    /// The point of the triangle, rounded to `float`; far out `barycentric` is finer.
    pub point: s8_vec3,
    /// Unit normal of the triangle's front, whichever of its sides, edges or corners is met.
    pub normal: s8_vec3,
    /// The point as weights of the triangle's corners, in the order of the mesh.
    pub barycentric: s8_vec3,
    /// Which instance.
    pub instance: s8_instance_id,
    /// Index of the triangle in its mesh.
    pub triangle: u32,
    /// Whether it is met from its front: 1 or 0.
    pub is_front: u16,
    /// The material of the triangle; 0 where none was given.
    pub material: u16,
}

/// A contact of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_hit {
    /// Part of the displacement after which the shape touches, 0 to 1; 0 when it starts inside or touching.
    pub fraction: f32,
    /// How far the shape has to move along the normal to come free, metres; 0 unless it starts inside.
    pub overlap: f32,
    /// Unit normal of the contact, from the triangle towards the shape.
    pub normal: s8_vec3,
    /// The touched triangle, and where on it.
    pub face: s8_face,
}

/// Where a ray or a segment passes through a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_ray_hit {
    /// From the origin to the point, metres.
    pub distance: f32,
    /// The unit normal of the triangle, on the side that the ray comes from.
    pub normal: s8_vec3,
    /// The passed triangle, and where on it.
    pub face: s8_face,
}

/// A triangle that a shape overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_overlap {
    /// How far the shape has to move along the normal to be clear of this triangle, metres, more than 0.
    pub depth: f32,
    /// The way out, unit length.
    pub normal: s8_vec3,
    /// The overlapped triangle; its point is the one nearest to the centre, as the shape measures it.
    pub face: s8_face,
}

/// The point of a world closest to another.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_closest {
    /// How far it is, metres.
    pub distance: f32,
    /// Unit vector from it to the point asked for; the triangle's normal where the two are one.
    pub normal: s8_vec3,
    /// Where it is.
    pub face: s8_face,
}

/// The way out of all that a shape overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_depenetration {
    /// The displacement that leads out, or else to where the overlap is least, metres; zero where nothing is
    /// overlapped.
    pub displacement: s8_vec3,
    /// The overlap that is left after it, metres; 0 where it leads out to rounding.
    pub depth_left: f32,
}

/// The face of an answer: its fields have the same names in all of them.
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
