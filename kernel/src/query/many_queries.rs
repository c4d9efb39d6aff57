//! The queries of bulk calls: each has the arguments of a single call, and a filter.

use crate::shape::ellipsoid::Ellipsoid;
use crate::world::filter::Filter;
use glam::Vec3;

/// One [sweep](crate::World::sweep) of a bulk call.
///
/// Fields may be added in a minor version: begin with [`SweepQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, SweepQuery, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let (center, displacement) = (Vec3::Y * 2.9, Vec3::NEG_Y * 4.0);
/// let fall = SweepQuery::new(Ellipsoid::HUMAN, center, displacement);
/// let queries = [fall, SweepQuery { displacement: Vec3::Y, ..fall }];
/// let mut answers = [Ok(None); 2];
/// world.sweep_many(&queries, &mut answers)?;
/// assert!(answers[0]?.is_some() && answers[1]?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepQuery<S = Ellipsoid, P = Vec3> {
    /// Shape that moves: an [`Ellipsoid`], a [`Capsule`](crate::Capsule), a [`Shape`](crate::Shape), or an
    /// [`OrientedShape`](crate::OrientedShape).
    pub shape: S,
    /// Start of the shape's centre, world space, metres: a [`Vec3`], or a [`Position`](crate::Position) in two parts.
    pub center: P,
    /// Displacement of the shape's centre in the sweep, world space, metres.
    pub displacement: Vec3,
    /// Filter that selects which sides, layers and kinds of instances the sweep considers.
    pub filter: Filter,
}

/// One [ray](crate::World::ray) of a bulk call.
///
/// Fields may be added in a minor version: begin with [`RayQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, RayQuery, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let down = RayQuery::new(Vec3::Y * 2.0, Vec3::NEG_Y, 9.0);
/// let queries = [RayQuery { filter: Sides::Front.into(), ..down }, RayQuery { distance: 1.0, ..down }];
/// let mut answers = [Ok(None); 2];
/// world.ray_many(&queries, &mut answers)?;
/// assert!(answers[0]?.is_some() && answers[1]?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayQuery<P = Vec3> {
    /// Start of the ray, world space, metres: a [`Vec3`], or a [`Position`](crate::Position) in two parts.
    pub origin: P,
    /// Direction of the ray, world space, of any length but 0.
    pub direction: Vec3,
    /// Length of the ray, metres.
    pub distance: f32,
    /// Filter that selects which sides, layers and kinds of instances the ray considers.
    pub filter: Filter,
}

/// One [overlap](crate::World::overlap) of a bulk call.
///
/// Fields may be added in a minor version: begin with [`OverlapQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Filter, Mesh, OverlapQuery, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let low = OverlapQuery::new(Ellipsoid::HUMAN, Vec3::Y * 0.8);
/// let nothing = Filter { layers: 0, ..Filter::default() };
/// let queries = [low, OverlapQuery { center: Vec3::Y, ..low }, OverlapQuery { filter: nothing, ..low }];
/// let mut answers = [Ok(false); 3];
/// world.overlap_many(&queries, &mut answers)?;
/// assert_eq!(answers, [Ok(true), Ok(false), Ok(false)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapQuery<S = Ellipsoid, P = Vec3> {
    /// Shape of the test: an [`Ellipsoid`], a [`Capsule`](crate::Capsule), a [`Shape`](crate::Shape), or an
    /// [`OrientedShape`](crate::OrientedShape).
    pub shape: S,
    /// Centre of the shape, world space, metres: a [`Vec3`], or a [`Position`](crate::Position) in two parts.
    pub center: P,
    /// Filter that selects which sides, layers and kinds of instances the test considers.
    pub filter: Filter,
}

/// One search for the [closest point](crate::World::closest_point) in a bulk call.
///
/// Fields may be added in a minor version: begin with [`ClosestPointQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{ClosestPointQuery, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let near = ClosestPointQuery::new(Vec3::Y * 3.0, f32::INFINITY);
/// let queries = [near, ClosestPointQuery { distance: 2.0, ..near }];
/// let mut answers = [Ok(None); 2];
/// world.closest_point_many(&queries, &mut answers)?;
/// assert!(answers[0]?.is_some() && answers[1]?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPointQuery<P = Vec3> {
    /// Point from which distances are measured, world space, metres: a [`Vec3`], or a [`Position`](crate::Position) in two parts.
    pub point: P,
    /// Largest distance at which the search finds a point, metres, 0 or more; it may be infinite.
    pub distance: f32,
    /// Filter that selects which sides, layers and kinds of instances the search considers.
    pub filter: Filter,
}

impl<S, P> SweepQuery<S, P> {
    /// Makes a sweep query with [`Filter::default`]: both sides of triangles, all layers, no sensors.
    #[must_use]
    pub fn new(shape: S, center: P, displacement: Vec3) -> Self {
        Self { shape, center, displacement, filter: Filter::default() }
    }
}

impl<P> RayQuery<P> {
    /// Makes a ray query with [`Filter::default`]: both sides of triangles, all layers, no sensors.
    #[must_use]
    pub fn new(origin: P, direction: Vec3, distance: f32) -> Self {
        Self { origin, direction, distance, filter: Filter::default() }
    }
}

impl<S, P> OverlapQuery<S, P> {
    /// Makes an overlap query with [`Filter::default`]: both sides of triangles, all layers, no sensors.
    #[must_use]
    pub fn new(shape: S, center: P) -> Self {
        Self { shape, center, filter: Filter::default() }
    }
}

impl<P> ClosestPointQuery<P> {
    /// Makes a search for the closest point with [`Filter::default`]: both sides of triangles, all layers, no sensors.
    #[must_use]
    pub fn new(point: P, distance: f32) -> Self {
        Self { point, distance, filter: Filter::default() }
    }
}
