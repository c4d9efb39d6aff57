//! The answers of the queries of a world. World space, metres, throughout.

use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// The nearest contact of a sweep.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let (person, mut scratch) = (Ellipsoid::HUMAN, Scratch::new());
/// let mut sweep = |from: Vec3, way: Vec3| world.sweep(&person, from, way, Sides::Both, &mut scratch);
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
    /// Part of the displacement after which the ellipsoid touches, `0..=1`. 0 when it starts inside or touching.
    #[doc(alias = "time of impact")]
    pub fraction: f32,
    /// The touched point of the triangle, world space, metres, rounded to `f32`; far out `barycentric` is finer.
    pub point: Vec3,
    /// Unit normal of the contact, world space, from the triangle towards the ellipsoid: the face's normal on a face,
    /// and the ellipsoid's own on edges and corners.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is touched. A mirrored instance
    /// keeps its fronts, as for [`Sides`](crate::Sides). Where rounding leaves the triangle no plane, `normal`.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each
    /// `0..=1`, 1 together to rounding; `y` and `z` are what ray tracers call u and v.
    pub barycentric: Vec3,
    /// Whether the centre is on the front's side of the triangle's plane when it touches, or in the plane; to rounding.
    pub is_front: bool,
    /// Which instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh. Among several at the same fraction the lowest, but a face before an edge or
    /// corner that ties with it to rounding; among several overlapped at the start the deepest.
    pub triangle: u32,
    /// How far the ellipsoid has to move along `normal` to come free, metres; 0 unless it starts inside.
    pub overlap: f32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// The nearest contact of a body's sweep.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Body, BodyPart, Ellipsoid, Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let ball = |height| Ok::<_, sweep8::EllipsoidError>(BodyPart {
///     shape: Ellipsoid::ball(0.3)?,
///     offset: Vec3::Y * height,
/// });
/// let body = Body::new(&[ball(0.4)?, ball(-0.4)?])?;
/// let fall = world.sweep_body(&body, Vec3::Y * 2.7, Vec3::NEG_Y * 4.0, Sides::Both, &mut Scratch::new())?;
/// let met = fall.expect("there is a floor");
/// assert_eq!(met.part, 1, "the lower one");
/// assert!((met.hit.fraction - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyHit {
    /// Index of the part that touches first. Among several at the same fraction the one that overlaps deeper at the
    /// start, then the lowest.
    pub part: usize,
    /// Its contact.
    pub hit: Hit,
}

/// Where a ray or a segment first passes through a triangle.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let down = world.ray(Vec3::Y * 2.0, Vec3::NEG_Y, 10.0, Sides::Both, &mut Scratch::new())?;
/// let hit = down.expect("there is a floor");
/// assert_eq!((hit.distance, hit.point, hit.normal), (2.0, Vec3::ZERO, Vec3::Y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// From the origin to the point, metres, 0 or more.
    pub distance: f32,
    /// Where the triangle is passed, world space, metres, rounded to `f32`; far out `barycentric` is finer.
    pub point: Vec3,
    /// The triangle's unit normal, on the side that the ray comes from.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is passed. A mirrored instance
    /// keeps its fronts, as for [`Sides`](crate::Sides).
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each
    /// `0..=1`, 1 together to rounding; `y` and `z` are what ray tracers call u and v.
    pub barycentric: Vec3,
    /// Whether the ray comes from the front.
    pub is_front: bool,
    /// Which instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh; the lowest of several passed at the same place.
    pub triangle: u32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// A triangle that an ellipsoid overlaps.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut scratch = Scratch::new();
/// let sunk = world.depenetrate(&Ellipsoid::HUMAN, Vec3::Y * 0.8, Sides::Both, &mut scratch)?;
/// let overlap = sunk.contacts[0];
/// assert_eq!((overlap.triangle, overlap.normal), (0, Vec3::Y));
/// assert!((overlap.depth - 0.1).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "contact manifold")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// Which instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh.
    pub triangle: u32,
    /// How far the ellipsoid has to move along `normal` to be clear of this triangle, metres, more than 0. On faces the
    /// least there is; on edges and corners the distance to the tangent plane, behind which the whole triangle lies.
    pub depth: f32,
    /// The way out, world space, unit length.
    pub normal: Vec3,
    /// The point of the triangle nearest to the centre as the ellipsoid measures it, world space, metres.
    pub point: Vec3,
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is nearest. A mirrored instance
    /// keeps its fronts, as for [`Sides`](crate::Sides). Where rounding leaves the triangle no plane, `normal`.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each
    /// `0..=1`, 1 together to rounding; `y` and `z` are what ray tracers call u and v.
    pub barycentric: Vec3,
    /// Whether the centre is on the front's side of the triangle's plane, or in the plane; to rounding.
    pub is_front: bool,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// How an ellipsoid gets out of what it overlaps.
///
/// It lies in the caller's scratch memory, which can be used again once the contacts were looked at.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let (person, center, mut scratch) = (Ellipsoid::HUMAN, Vec3::Y * 0.8, Scratch::new());
/// let way_out = world.depenetrate(&person, center, Sides::Both, &mut scratch)?;
/// assert_eq!((way_out.contacts.len(), way_out.depth_left), (1, 0.0));
/// let free = center + way_out.displacement;
/// assert!(!world.overlap(&person, free, Sides::Both, &mut scratch)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, Scratch, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let found = world.closest_point(Vec3::new(1.0, 3.0, 1.0), 5.0, Sides::Both, &mut Scratch::new())?;
/// let closest = found.expect("the floor is nearer than 5 m");
/// assert_eq!((closest.point, closest.normal), (Vec3::new(1.0, 0.0, 1.0), Vec3::Y));
/// assert_eq!(closest.distance, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The closest point, world space, metres, rounded to `f32`; far out `barycentric` is finer.
    pub point: Vec3,
    /// How far it is, metres.
    pub distance: f32,
    /// Unit vector from it to the point asked for; the triangle's normal where the two are one.
    pub normal: Vec3,
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is closest. A mirrored instance
    /// keeps its fronts, as for [`Sides`](crate::Sides). Where rounding leaves the triangle no plane, `normal`.
    pub face_normal: Vec3,
    /// `point` as weights of the triangle's corners, in the order of the mesh: the sum of the corners times these. Each
    /// `0..=1`, 1 together to rounding; `y` and `z` are what ray tracers call u and v.
    pub barycentric: Vec3,
    /// Whether the point asked for is on the front's side of the triangle's plane, or in the plane; to rounding.
    pub is_front: bool,
    /// Which instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the triangle in the mesh; the lowest of several at the same distance.
    pub triangle: u32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}
