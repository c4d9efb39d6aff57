//! The results of a world's queries. World space, metres, throughout.

use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// The nearest contact of a sweep.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let person = Ellipsoid::HUMAN;
/// let sweep = |from: Vec3, way: Vec3| world.sweep(&person, from, way, Sides::Both);
/// let hit = sweep(Vec3::Y * 2.9, Vec3::NEG_Y * 4.0)?.expect("there is a floor");
/// assert!((hit.fraction - 0.5).abs() < 1e-6);
/// assert_eq!((hit.normal, hit.triangle, hit.overlap), (Vec3::Y, 0, 0.0));
///
/// let inside = sweep(Vec3::Y * 0.8, Vec3::NEG_Y)?.expect("it stands in it");
/// assert_eq!(inside.fraction, 0.0);
/// assert!((inside.overlap - 0.1).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// Fraction of the displacement up to the contact, `0..=1`; 0 if the shape starts overlapping or touching.
    #[doc(alias = "time of impact")]
    pub fraction: f32,
    /// Touched point of the triangle, world space, metres, rounded to `f32`; far from the origin `barycentric` is more precise. Where
    /// the side of a capsule touches the triangle along a line, the middle of that line.
    pub point: Vec3,
    /// Unit normal of the contact, world space, from the triangle towards the shape: the face's normal on a face, and the
    /// shape's own on edges and corners.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whether a side, an edge or a corner is touched. A mirrored instance keeps
    /// its fronts, as for [`Sides`](crate::Sides). Equal to `normal` if rounding leaves the triangle no plane.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each `0..=1`, 1
    /// together to rounding; `y` and `z` are the u and v of ray tracers.
    pub barycentric: Vec3,
    /// Whether the shape's centre is in front of the triangle's plane at the contact, or on the plane, to rounding.
    pub is_front: bool,
    /// Id of the touched instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh. Among several at the same fraction the lowest, but a face before an edge or corner that
    /// ties with it to rounding; among several overlapped at the start the deepest.
    pub triangle: u32,
    /// Distance along `normal` by which the shape must move to be clear, metres; 0 unless it starts overlapping.
    pub overlap: f32,
    /// Index of the triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
}

/// The nearest contact of a body's sweep.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Body, BodyPart, Ellipsoid, Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let ball = |height| Ok::<_, sweep8::EllipsoidError>(BodyPart {
///     shape: Ellipsoid::ball(0.3)?,
///     offset: Vec3::Y * height,
/// });
/// let body = Body::new(&[ball(0.4)?, ball(-0.4)?])?;
/// let fall = world.sweep_body(&body, Vec3::Y * 2.7, Vec3::NEG_Y * 4.0, Sides::Both)?;
/// let met = fall.expect("there is a floor");
/// assert_eq!(met.part, 1, "the lower one");
/// assert!((met.hit.fraction - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyHit {
    /// Index of the part that touches first. Among several at the same fraction the one with the deepest overlap at the start, then
    /// the lowest.
    pub part: usize,
    /// First contact of the swept body's part, with the world.
    pub hit: Hit,
}

/// The first triangle that a ray or a segment crosses.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let down = world.ray(Vec3::Y * 2.0, Vec3::NEG_Y, 10.0, Sides::Both)?;
/// let hit = down.expect("there is a floor");
/// assert_eq!((hit.distance, hit.point, hit.normal), (2.0, Vec3::ZERO, Vec3::Y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// Distance from the start of the ray or segment to the crossed point, metres, 0 or more.
    pub distance: f32,
    /// Crossed point, world space, metres, rounded to `f32`; far from the origin `barycentric` is more precise.
    pub point: Vec3,
    /// Unit normal of the crossed triangle, world space, on the side from which the ray comes.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whether a side, an edge or a corner is crossed. A mirrored instance keeps
    /// its fronts, as for [`Sides`](crate::Sides).
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each `0..=1`, 1
    /// together to rounding; `y` and `z` are the u and v of ray tracers.
    pub barycentric: Vec3,
    /// Whether the ray hits the front side of the triangle.
    pub is_front: bool,
    /// Id of the crossed instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh; the lowest if several are crossed at the same point.
    pub triangle: u32,
    /// Index of the triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
}

/// A triangle that a shape overlaps.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut overlaps = Vec::new();
/// world.overlap_all(&Ellipsoid::HUMAN, Vec3::Y * 0.8, Sides::Both, &mut overlaps)?;
/// let overlap = overlaps[0];
/// assert_eq!((overlap.triangle, overlap.normal), (0, Vec3::Y));
/// assert!((overlap.depth - 0.1).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "contact manifold")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// Id of the overlapped instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the overlapped triangle in the mesh.
    pub triangle: u32,
    /// Distance along `normal` by which the shape has to move to be clear of this triangle, metres, more than 0. On faces the
    /// shortest; on edges and corners the distance to the tangent plane, behind which the whole triangle lies.
    pub depth: f32,
    /// Direction in which the shape must move to leave the triangle, world space, unit length.
    pub normal: Vec3,
    /// Point of the triangle that is nearest to the shape's centre, or to its spine, in ellipsoid space; in world space, metres.
    pub point: Vec3,
    /// Unit normal of the triangle's front, world space, whether a side, an edge or a corner is nearest. A mirrored instance keeps
    /// its fronts, as for [`Sides`](crate::Sides). Equal to `normal` if rounding leaves the triangle no plane.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each `0..=1`, 1
    /// together to rounding; `y` and `z` are the u and v of ray tracers.
    pub barycentric: Vec3,
    /// Whether the shape's centre is in front of the triangle's plane, or on the plane, to rounding.
    pub is_front: bool,
    /// Index of the triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
}

/// The way of a shape out of all triangles that it overlaps.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let (person, center, mut overlaps) = (Ellipsoid::HUMAN, Vec3::Y * 0.8, Vec::new());
/// let way_out = world.depenetrate(&person, center, Sides::Both, &mut overlaps)?;
/// assert_eq!((overlaps.len(), way_out.depth_left), (1, 0.0));
/// let free = center + way_out.displacement;
/// assert!(!world.overlap(&person, free, Sides::Both)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Depenetration {
    /// The displacement out of all of them, clear to rounding, or else to the place of the least overlap; world space, metres. The
    /// straight way of the centre crosses no triangle; around the end of a wall the way out has several steps: call again from
    /// there.
    pub displacement: Vec3,
    /// Depth of the shape's overlap that remains after the depenetration, metres; 0 if clear to rounding.
    pub depth_left: f32,
}

/// The point of a world closest to another point.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let found = world.closest_point(Vec3::new(1.0, 3.0, 1.0), 5.0, Sides::Both)?;
/// let closest = found.expect("the floor is nearer than 5 m");
/// assert_eq!((closest.point, closest.normal), (Vec3::new(1.0, 0.0, 1.0), Vec3::Y));
/// assert_eq!(closest.distance, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// Closest point, world space, metres, rounded to `f32`; far from the origin `barycentric` is more precise.
    pub point: Vec3,
    /// Distance between query point and closest point, metres.
    pub distance: f32,
    /// Unit vector from the closest point to the query point, world space; the triangle's normal if they coincide.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whether a side, an edge or a corner is closest. A mirrored instance keeps
    /// its fronts, as for [`Sides`](crate::Sides). Equal to `normal` if rounding leaves the triangle no plane.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each `0..=1`, 1
    /// together to rounding; `y` and `z` are the u and v of ray tracers.
    pub barycentric: Vec3,
    /// Whether the query point is in front of the triangle's plane, or on the plane, to rounding.
    pub is_front: bool,
    /// Id of the instance that has the closest point; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle that has the closest point in its mesh; the lowest of several at the same distance.
    pub triangle: u32,
    /// Index of the triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
}
