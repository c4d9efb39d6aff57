//! What the queries of a world answer. World space, metres, throughout.

use glam::Vec3;

/// The nearest contact of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Part of the displacement after which the ellipsoid touches, `0..=1`. 0 when it starts inside or touching.
    #[doc(alias = "time of impact")]
    pub fraction: f32,
    /// The touched point of the triangle, world space, metres.
    pub point: Vec3,
    /// Unit normal of the contact, world space, from the triangle towards the ellipsoid: the face's normal on a face,
    /// and the ellipsoid's own on edges and corners.
    pub normal: Vec3,
    /// Index of the triangle in the mesh. Among several at the same fraction the lowest, but a face before an edge or
    /// corner that ties with it to rounding; among several overlapped at the start the deepest.
    pub triangle: u32,
    /// How far the ellipsoid has to move along `normal` to come free, metres; 0 unless it starts inside.
    pub overlap: f32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// The nearest contact of a body's sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// Index of the part that touches first. Among several at the same fraction the one that overlaps deeper at the
    /// start, then the lowest.
    pub part: usize,
    /// Its contact.
    pub hit: Hit,
}

/// Where a ray or a segment first passes through a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// From the origin to the point, metres, 0 or more.
    pub distance: f32,
    /// Where the triangle is passed, world space, metres.
    pub point: Vec3,
    /// The triangle's unit normal, on the side that the ray comes from.
    pub normal: Vec3,
    /// Index of the triangle in the mesh; the lowest of several passed at the same place.
    pub triangle: u32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// A triangle that an ellipsoid overlaps.
#[doc(alias = "contact manifold")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// Index of the triangle in the mesh.
    pub triangle: u32,
    /// How far the ellipsoid has to move along `normal` to be clear of this triangle, metres, more than 0. On faces the
    /// least there is; on edges and corners the distance to the tangent plane, behind which the whole triangle lies.
    pub depth: f32,
    /// The way out, world space, unit length.
    pub normal: Vec3,
    /// The point of the triangle nearest to the centre as the ellipsoid measures it, world space, metres.
    pub point: Vec3,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// How an ellipsoid gets out of what it overlaps.
///
/// It lies in the caller's scratch memory, which can be used again once the contacts were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Depenetration<'s> {
    /// Every triangle overlapped, the lowest index first.
    pub contacts: &'s [Overlap],
    /// The displacement that leads out of all of them, clear by rounding, or else to where the overlap is least; world
    /// space, metres. The straight way of the centre leads through no triangle; around the end of a wall it leads in
    /// steps: ask again from there.
    pub displacement: Vec3,
    /// The overlap that is left after it, metres; 0 where it leads out to rounding.
    pub depth_left: f32,
}

/// The point of a world closest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The closest point, world space, metres.
    pub point: Vec3,
    /// How far it is, metres.
    pub distance: f32,
    /// Unit vector from it to the point asked for; the triangle's normal where the two are one.
    pub normal: Vec3,
    /// Index of the triangle in the mesh; the lowest of several at the same distance.
    pub triangle: u32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}
