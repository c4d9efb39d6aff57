//! Many queries in one call: on all threads, in an order by place.
//!
//! In: slices of queries. Out: the answer of each, the same bits as one by one. Queries are cut into chunks of fixed size
//! along the order by place, so that those of a chunk walk the same part of the tree.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length};
use crate::base::lock::Lock;
use crate::base::place_order::{Key, fill, position_on_curve, sort_keys};
use crate::base::threads::{worker_count, worker_index};
use crate::frame::position::Position;
use crate::query::hit::{Hit, RayHit};
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::world::filter::Filter;
use crate::world::triangle_world::World;
use alloc::vec::Vec;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Queries in a chunk.
const CHUNK: usize = 64;

/// A [sweep](World::sweep) of many.
///
/// Fields may be added in a minor version: begin with [`SweepQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, QueryMemory, SweepQuery, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let (center, displacement) = (Vec3::Y * 2.9, Vec3::NEG_Y * 4.0);
/// let fall = SweepQuery::new(Ellipsoid::HUMAN, center, displacement);
/// let queries = [fall, SweepQuery { displacement: Vec3::Y, ..fall }];
/// let mut answers = [Ok(None); 2];
/// world.sweep_many(&queries, &mut answers, &mut QueryMemory::default())?;
/// assert!(answers[0]?.is_some() && answers[1]?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepQuery<S = Ellipsoid, P = Vec3> {
    /// The shape that is swept: an [`Ellipsoid`], or an [`OrientedEllipsoid`].
    pub shape: S,
    /// From where, world space, metres: a [`Vec3`], or a [`Position`] in two parts.
    pub center: P,
    /// How far, metres.
    pub displacement: Vec3,
    /// The part of the world that counts.
    pub filter: Filter,
}

/// A [ray](World::ray) of many.
///
/// Fields may be added in a minor version: begin with [`RayQuery::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, QueryMemory, RayQuery, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let down = RayQuery::new(Vec3::Y * 2.0, Vec3::NEG_Y, 9.0);
/// let queries = [RayQuery { filter: Sides::Front.into(), ..down }, RayQuery { distance: 1.0, ..down }];
/// let mut answers = [Ok(None); 2];
/// world.ray_many(&queries, &mut answers, &mut QueryMemory::default())?;
/// assert!(answers[0]?.is_some() && answers[1]?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayQuery<P = Vec3> {
    /// Where it begins, world space, metres: a [`Vec3`], or a [`Position`] in two parts.
    pub origin: P,
    /// Where it goes; of any length but 0.
    pub direction: Vec3,
    /// How far, metres.
    pub distance: f32,
    /// The part of the world that counts.
    pub filter: Filter,
}

impl<S, P> SweepQuery<S, P> {
    /// A sweep of all that is there, both sides of triangles and all layers, no sensors: as with [`Filter::default`].
    #[must_use]
    pub fn new(shape: S, center: P, displacement: Vec3) -> Self {
        Self { shape, center, displacement, filter: Filter::default() }
    }
}

impl<P> RayQuery<P> {
    /// A ray through all that is there, both sides of triangles and all layers, no sensors: as with [`Filter::default`].
    #[must_use]
    pub fn new(origin: P, direction: Vec3, distance: f32) -> Self {
        Self { origin, direction, distance, filter: Filter::default() }
    }
}

/// Memory of [`World::sweep_many`] and [`World::ray_many`], reused for every call: what each thread needs, and the order by
/// place.
///
/// ```
/// let memory = sweep8::QueryMemory::default();
/// # let _ = memory;
/// ```
#[derive(Debug, Default)]
pub struct QueryMemory {
    keys: Vec<Key>,
    /// One for each worker; a worker locks its own, so that no lock ever waits.
    scratches: Vec<Lock<Scratch>>,
    sweeps: Vec<Result<Option<Hit>, InputError>>,
    rays: Vec<Result<Option<RayHit>, InputError>>,
}

impl World {
    /// Sweeps many: `answers[k]` is what [`sweep`](World::sweep) says to `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, QueryMemory, SweepQuery, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let fall = |x| SweepQuery::new(Ellipsoid::HUMAN, Vec3::new(x, 2.9, 0.0), Vec3::NEG_Y * 4.0);
    /// let queries = [fall(0.0), fall(1.0), fall(1000.0)];
    /// let mut answers = [Ok(None); 3];
    /// world.sweep_many(&queries, &mut answers, &mut QueryMemory::default())?;
    /// assert!((answers[1]?.expect("there is a floor").fraction - 0.5).abs() < 1e-6);
    /// assert_eq!(answers[2]?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A query that is refused is refused in its answer.
    pub fn sweep_many<S, P>(
        &self,
        queries: &[SweepQuery<S, P>],
        answers: &mut [Result<Option<Hit>, InputError>],
        memory: &mut QueryMemory,
    ) -> Result<(), InputError>
    where
        S: Into<OrientedEllipsoid> + Copy + Sync,
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        let QueryMemory { keys, scratches, sweeps, .. } = memory;
        let middle = |query: &SweepQuery<S, P>| query.center.into().high + query.displacement * 0.5;
        answer_all(queries, middle, answers, keys, scratches, sweeps, |query, scratch| {
            self.sweep(query.shape, query.center, query.displacement, query.filter, scratch)
        });
        Ok(())
    }

    /// Casts many rays: `answers[k]` is what [`ray`](World::ray) says to `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, QueryMemory, RayQuery, Sides, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let down = |x| RayQuery::new(Vec3::new(x, 2.0, 0.0), Vec3::NEG_Y, 10.0);
    /// let mut answers = [Ok(None); 2];
    /// world.ray_many(&[down(0.0), down(1000.0)], &mut answers, &mut QueryMemory::default())?;
    /// assert_eq!(answers[0]?.expect("there is a floor").distance, 2.0);
    /// assert_eq!(answers[1]?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A query that is refused is refused in its answer.
    pub fn ray_many<P>(
        &self,
        queries: &[RayQuery<P>],
        answers: &mut [Result<Option<RayHit>, InputError>],
        memory: &mut QueryMemory,
    ) -> Result<(), InputError>
    where
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        let QueryMemory { keys, scratches, rays, .. } = memory;
        answer_all(
            queries,
            |query| query.origin.into().high,
            answers,
            keys,
            scratches,
            rays,
            |query, scratch| self.ray(query.origin, query.direction, query.distance, query.filter, scratch),
        );
        Ok(())
    }
}

/// Answers all queries along the order of their places, into `sorted`, and puts each answer where it belongs.
fn answer_all<Q: Sync, A: Copy + Default + Send>(
    queries: &[Q],
    place: impl Fn(&Q) -> Vec3 + Sync,
    answers: &mut [Result<A, InputError>],
    keys: &mut Vec<Key>,
    scratches: &mut Vec<Lock<Scratch>>,
    sorted: &mut Vec<Result<A, InputError>>,
    ask: impl Fn(&Q, &mut Scratch) -> Result<A, InputError> + Sync,
) {
    fill(keys, queries, |index, query| (position_on_curve(place(query)), index));
    sort_keys(keys);
    sorted.clear();
    sorted.resize(queries.len(), Ok(A::default()));
    let count = worker_count();
    if scratches.len() < count {
        scratches.resize_with(count, Lock::default);
    }
    let scratches = &scratches[..];
    let answer_chunk = |(sorted, keys): (&mut [Result<A, InputError>], &[Key])| {
        let mut scratch = scratches[worker_index()].lock();
        for (answer, &(_, index)) in sorted.iter_mut().zip(keys) {
            *answer = ask(&queries[index as usize], &mut scratch);
        }
    };
    #[cfg(feature = "rayon")]
    (sorted.par_chunks_mut(CHUNK), keys.par_chunks(CHUNK)).into_par_iter().with_max_len(1).for_each(answer_chunk);
    #[cfg(not(feature = "rayon"))]
    sorted.chunks_mut(CHUNK).zip(keys.chunks(CHUNK)).for_each(answer_chunk);
    for (answer, &(_, index)) in sorted.iter().zip(keys.iter()) {
        answers[index as usize] = *answer;
    }
}
