//! Bulk queries: many in one call, on all threads.
//!
//! In: slices of queries. Out: the result of each, the same bits as one by one, written to its place in the slice of answers. Queries are
//! asked in the order of their slice: sorting them by place costs as much as it saves, also in a world that is larger than the caches
//! (`bench/log/performance.md`).

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length};
use crate::frame::position::Position;
use crate::query::hit::{Hit, RayHit};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::shape::ellipsoid::Ellipsoid;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::filter::Filter;
use crate::world::world::World;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// One [sweep](World::sweep) of a bulk call.
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
    /// Shape that moves: an [`Ellipsoid`], a [`Capsule`](crate::Capsule), a [`Shape`](crate::Shape), or an [`OrientedShape`].
    pub shape: S,
    /// Start of the shape's centre, world space, metres: a [`Vec3`], or a [`Position`] in two parts.
    pub center: P,
    /// Displacement of the shape's centre in the sweep, world space, metres.
    pub displacement: Vec3,
    /// Filter that selects which sides, layers and kinds of instances the sweep considers.
    pub filter: Filter,
}

/// One [ray](World::ray) of a bulk call.
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
    /// Start of the ray, world space, metres: a [`Vec3`], or a [`Position`] in two parts.
    pub origin: P,
    /// Direction of the ray, world space, of any length but 0.
    pub direction: Vec3,
    /// Length of the ray, metres.
    pub distance: f32,
    /// Filter that selects which sides, layers and kinds of instances the ray considers.
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

impl World {
    /// Sweeps many shapes: `answers[k]` is the result of [`sweep`](World::sweep) for `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, SweepQuery, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let fall = |x| SweepQuery::new(Ellipsoid::HUMAN, Vec3::new(x, 2.9, 0.0), Vec3::NEG_Y * 4.0);
    /// let queries = [fall(0.0), fall(1.0), fall(1000.0)];
    /// let mut answers = [Ok(None); 3];
    /// world.sweep_many(&queries, &mut answers)?;
    /// assert!((answers[1]?.expect("there is a floor").fraction - 0.5).abs() < 1e-6);
    /// assert_eq!(answers[2]?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A refused query has its error in its answer.
    pub fn sweep_many<S, P>(
        &self,
        queries: &[SweepQuery<S, P>],
        answers: &mut [Result<Option<Hit>, InputError>],
    ) -> Result<(), InputError>
    where
        S: Into<OrientedShape> + Copy + Sync,
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        answer_all(queries, answers, |query, scratch, answer| {
            *answer = Ok(None);
            let Ok(hit) = answer else { return };
            let place = (query.shape.into(), query.center.into());
            if let Err(refused) = self.sweep_into(place, query.displacement, query.filter, scratch, hit) {
                *answer = Err(refused);
            }
        });
        Ok(())
    }

    /// Casts many rays: `answers[k]` is the result of [`ray`](World::ray) for `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, RayQuery, Sides, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let down = |x| RayQuery::new(Vec3::new(x, 2.0, 0.0), Vec3::NEG_Y, 10.0);
    /// let mut answers = [Ok(None); 2];
    /// world.ray_many(&[down(0.0), down(1000.0)], &mut answers)?;
    /// assert_eq!(answers[0]?.expect("there is a floor").distance, 2.0);
    /// assert_eq!(answers[1]?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A refused query has its error in its answer.
    pub fn ray_many<P>(
        &self,
        queries: &[RayQuery<P>],
        answers: &mut [Result<Option<RayHit>, InputError>],
    ) -> Result<(), InputError>
    where
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        answer_all(queries, answers, |query, scratch, answer| {
            *answer = self.ray_in(query.origin.into(), query.direction, query.distance, query.filter, scratch);
        });
        Ok(())
    }
}

/// Number of queries that a thread takes at a time: so many that taking them costs nothing beside answering them.
#[cfg(feature = "rayon")]
const RUN: usize = 64;

/// Calls `ask` for each query, with the memory of its thread and the slot for the answer.
fn answer_all<Q: Sync, A: Send>(queries: &[Q], answers: &mut [A], ask: impl Fn(&Q, &mut Scratch, &mut A) + Sync) {
    let answer_run = |(queries, answers): (&[Q], &mut [A])| {
        let scratch = &mut *call_memory();
        for (query, answer) in queries.iter().zip(answers) {
            ask(query, scratch, answer);
        }
    };
    #[cfg(feature = "rayon")]
    (queries.par_chunks(RUN), answers.par_chunks_mut(RUN)).into_par_iter().for_each(answer_run);
    #[cfg(not(feature = "rayon"))]
    answer_run((queries, answers));
}
