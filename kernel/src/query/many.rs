//! Bulk queries: many in one call, on all threads.
//!
//! In: slices of queries. Out: the result of each, the same bits as one by one, written to its place in the slice of answers. Queries are
//! asked in the order of their slice, rays in [groups](crate::query::ray_group): sorting them by place costs as much as it saves, also in a
//! world that is larger than the caches (`bench/log/performance.md`).

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length};
use crate::frame::position::Position;
use crate::query::hit::{ClosestPoint, Hit, RayHit};
use crate::query::many_queries::{ClosestPointQuery, OverlapQuery, RayQuery, SweepQuery};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::world::World;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

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
        answer_runs(queries, answers, |queries, scratch, answers| self.cast_groups(queries, answers, scratch));
        Ok(())
    }

    /// Tests many shapes for overlap: `answers[k]` is the result of [`overlap`](World::overlap) for `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Capsule, Mesh, OverlapQuery, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let body = Capsule::from_height(0.4, 1.8)?;
    /// let queries = [0.8, 1.0].map(|height| OverlapQuery::new(body, Vec3::Y * height));
    /// let mut answers = [Ok(false); 2];
    /// world.overlap_many(&queries, &mut answers)?;
    /// assert_eq!(answers, [Ok(true), Ok(false)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A refused query has its error in its answer.
    pub fn overlap_many<S, P>(
        &self,
        queries: &[OverlapQuery<S, P>],
        answers: &mut [Result<bool, InputError>],
    ) -> Result<(), InputError>
    where
        S: Into<OrientedShape> + Copy + Sync,
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        answer_all(queries, answers, |query, scratch, answer| {
            let center = query.center.into().checked();
            *answer = center.map(|center| self.overlap_in(query.shape.into(), center, query.filter, scratch));
        });
        Ok(())
    }

    /// Finds many closest points: `answers[k]` is the result of [`closest_point`](World::closest_point) for `queries[k]`, bit for bit.
    ///
    /// On the current rayon pool (feature `rayon`, on by default). Allocates nothing once warm.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{ClosestPointQuery, Field, Mesh, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let queries = [2.0, -1.0].map(|distance| ClosestPointQuery::new(Vec3::Y, distance));
    /// let mut answers = [Ok(None); 2];
    /// world.closest_point_many(&queries, &mut answers)?;
    /// assert_eq!(answers[0]?.expect("there is a floor").distance, 1.0);
    /// assert_eq!(answers[1].unwrap_err().field(), Field::Distance);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the slices differ in length. A refused query has its error in its answer.
    pub fn closest_point_many<P>(
        &self,
        queries: &[ClosestPointQuery<P>],
        answers: &mut [Result<Option<ClosestPoint>, InputError>],
    ) -> Result<(), InputError>
    where
        P: Into<Position> + Copy + Sync,
    {
        check_length(Field::Answers, answers.len(), queries.len())?;
        answer_all(queries, answers, |query, scratch, answer| {
            *answer = self.closest_in(query.point.into(), query.distance, query.filter, scratch);
        });
        Ok(())
    }
}

/// Number of queries that a thread takes at a time: so many that taking them costs nothing beside answering them.
#[cfg(feature = "rayon")]
const RUN: usize = 64;

/// Calls `ask` for each query, with the memory of its thread and the slot for the answer.
fn answer_all<Q: Sync, A: Send>(queries: &[Q], answers: &mut [A], ask: impl Fn(&Q, &mut Scratch, &mut A) + Sync) {
    answer_runs(queries, answers, |queries, scratch, answers| {
        for (query, answer) in queries.iter().zip(answers) {
            ask(query, scratch, answer);
        }
    });
}

/// Calls `ask` for each run of queries, with the memory of its thread and the slots for the answers.
fn answer_runs<Q: Sync, A: Send>(queries: &[Q], answers: &mut [A], ask: impl Fn(&[Q], &mut Scratch, &mut [A]) + Sync) {
    let answer_run = |(queries, answers): (&[Q], &mut [A])| ask(queries, &mut call_memory(), answers);
    // One run needs no other thread: handing it over costs a call of eight queries 3 %.
    #[cfg(feature = "rayon")]
    if queries.len() > RUN {
        (queries.par_chunks(RUN), answers.par_chunks_mut(RUN)).into_par_iter().for_each(answer_run);
        return;
    }
    answer_run((queries, answers));
}
