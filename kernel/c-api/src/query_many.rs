//! Many queries in one call: answered in the order of their array, on all threads of the feature `rayon`.

use crate::error::{Error, code_of, guard, s8_code};
use crate::hit::{filter_of, s8_closest, s8_filter, s8_filter_default, s8_hit, s8_ray_hit};
use crate::memory::{Answers, Lists, with_lists};
use crate::pointer::{array, array_out, given};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use bytemuck::Zeroable;
use sweep8::{ClosestPointQuery, InputError, OverlapQuery, RayQuery, SweepQuery};

/// One of many sweeps for `s8_world_sweep_many`: the arguments of `s8_world_sweep`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sweep_query {
    /// The centre of the shape at the start of the sweep, world space, metres.
    pub center: s8_dvec3,
    /// The shape that is swept.
    pub shape: s8_shape,
    /// The displacement of the shape's centre, world space, metres.
    pub displacement: s8_vec3,
    /// The part of the world that the sweep considers; `s8_filter_default` is the usual one.
    pub filter: s8_filter,
}

/// One of many rays for `s8_world_ray_many`: the arguments of `s8_world_ray`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_ray_query {
    /// The start of the ray, world space, metres.
    pub origin: s8_dvec3,
    /// The direction of the ray, world space; of any length but 0.
    pub direction: s8_vec3,
    /// The length of the ray, metres; it may be infinite.
    pub distance: f32,
    /// The part of the world that the ray considers; `s8_filter_default` is the usual one.
    pub filter: s8_filter,
}

/// One of many tests for overlap for `s8_world_overlap_many`: the arguments of `s8_world_overlap`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_overlap_query {
    /// The centre of the shape, world space, metres.
    pub center: s8_dvec3,
    /// The shape that is tested.
    pub shape: s8_shape,
    /// The part of the world that the test considers; `s8_filter_default` is the usual one.
    pub filter: s8_filter,
}

/// One of many searches for `s8_world_closest_point_many`: the arguments of `s8_world_closest_point`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_closest_query {
    /// The point from which distances are measured, world space, metres.
    pub point: s8_dvec3,
    /// The largest distance at which the search finds a point, metres; it may be infinite.
    pub distance: f32,
    /// The part of the world that the search considers; `s8_filter_default` is the usual one.
    pub filter: s8_filter,
}

/// The answer to one of many sweeps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sweep_answer {
    /// `S8_OK`, or why this sweep was refused; the others are answered.
    pub code: s8_code,
    /// Whether the shape touches something: 1 or 0.
    pub is_hit: u32,
    /// The first contact of the sweep; zero without one.
    pub hit: s8_hit,
}

/// The answer to one of many rays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_ray_answer {
    /// `S8_OK`, or why this ray was refused; the others are answered.
    pub code: s8_code,
    /// Whether the ray passes through a triangle: 1 or 0.
    pub is_hit: u32,
    /// The first triangle that the ray passes through; zero without one.
    pub hit: s8_ray_hit,
}

/// The answer to one of many tests for overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_overlap_answer {
    /// `S8_OK`, or why this test was refused; the others are answered.
    pub code: s8_code,
    /// Whether the shape overlaps any triangle: 1 or 0.
    pub is_hit: u32,
}

/// The answer to one of many searches for the closest point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_closest_answer {
    /// `S8_OK`, or why this search was refused; the others are answered.
    pub code: s8_code,
    /// Whether there is a point within the distance: 1 or 0.
    pub is_hit: u32,
    /// The closest point of the world; zero without one.
    pub closest: s8_closest,
}

/// Makes a sweep of a shape whose centre moves from `center` by `displacement`, world space, metres, with the filter of
/// `s8_filter_default`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_sweep_query_of(shape: s8_shape, center: s8_dvec3, displacement: s8_vec3) -> s8_sweep_query {
    s8_sweep_query { center, shape, displacement, filter: s8_filter_default() }
}

/// Makes a ray of a length, metres, which may be infinite, with the filter of `s8_filter_default`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_ray_query_of(origin: s8_dvec3, direction: s8_vec3, distance: f32) -> s8_ray_query {
    s8_ray_query { origin, direction, distance, filter: s8_filter_default() }
}

/// Makes a test of a shape at a place for overlap, world space, metres, with the filter of `s8_filter_default`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_overlap_query_of(shape: s8_shape, center: s8_dvec3) -> s8_overlap_query {
    s8_overlap_query { center, shape, filter: s8_filter_default() }
}

/// Makes a search for the closest point within a distance, metres, which may be infinite, with the filter of
/// `s8_filter_default`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_closest_query_of(point: s8_dvec3, distance: f32) -> s8_closest_query {
    s8_closest_query { point, distance, filter: s8_filter_default() }
}

/// Converts all queries to queries of the kernel in `asked`, with room for their answers; an error if one is invalid.
fn take<C, Q, A: Default>(
    queries: &[C],
    (asked, answers): (&mut Vec<Q>, &mut Answers<A>),
    checked: impl Fn(&C) -> Result<Q, Error>,
) -> Result<(), Error> {
    asked.clear();
    answers.clear();
    for query in queries {
        asked.push(checked(query)?);
        answers.push(Ok(A::default()));
    }
    Ok(())
}

/// Converts a kernel answer to the fields of a C answer: error code, whether there is a hit (1 or 0), and the hit.
fn told<H, T: for<'a> From<&'a H> + Zeroable>(answer: &Result<Option<H>, InputError>) -> (s8_code, u32, T) {
    match answer {
        Ok(Some(hit)) => (s8_code::S8_OK, 1, hit.into()),
        Ok(None) => (s8_code::S8_OK, 0, T::zeroed()),
        Err(error) => (code_of(*error), 0, T::zeroed()),
    }
}

/// Answers `count` sweeps: `answers[k]` is the answer of `s8_world_sweep` to `queries[k]`, bit for bit. An invalid
/// shape or filter fails the whole call; any other error is in the answer of its sweep. With the feature `rayon` the
/// call uses all threads of its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_sweep_many(
    world: Option<&s8_world>,
    queries: *const s8_sweep_query,
    answers: *mut s8_sweep_answer,
    count: usize,
) -> s8_code {
    guard(|| {
        let world = given(world, "world")?.get();
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        with_lists(|Lists { sweeps: (asked, answers), .. }| {
            take(queries, (asked, answers), |query| {
                let &s8_sweep_query { center, ref shape, displacement, ref filter } = query;
                let (shape, filter) = (body_of(Some(shape))?, filter_of(Some(filter))?);
                Ok(SweepQuery { filter, ..SweepQuery::new(shape, center.into(), displacement.into()) })
            })?;
            world.sweep_many(asked, answers)?;
            for (place, answer) in out.iter_mut().zip(answers) {
                let (code, is_hit, hit) = told(answer);
                place.write(s8_sweep_answer { code, is_hit, hit });
            }
            Ok(())
        })
    })
}

/// Answers `count` rays: `answers[k]` is the answer of `s8_world_ray` to `queries[k]`, bit for bit. An invalid filter
/// fails the whole call; any other error is in the answer of its ray. With the feature `rayon` the call uses all
/// threads of its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_ray_many(
    world: Option<&s8_world>,
    queries: *const s8_ray_query,
    answers: *mut s8_ray_answer,
    count: usize,
) -> s8_code {
    guard(|| {
        let world = given(world, "world")?.get();
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        with_lists(|Lists { rays: (asked, answers), .. }| {
            take(queries, (asked, answers), |query| {
                let &s8_ray_query { origin, direction, distance, ref filter } = query;
                let filter = filter_of(Some(filter))?;
                Ok(RayQuery { filter, ..RayQuery::new(origin.into(), direction.into(), distance) })
            })?;
            world.ray_many(asked, answers)?;
            for (place, answer) in out.iter_mut().zip(answers) {
                let (code, is_hit, hit) = told(answer);
                place.write(s8_ray_answer { code, is_hit, hit });
            }
            Ok(())
        })
    })
}

/// Answers `count` tests for overlap: `answers[k]` is the answer of `s8_world_overlap` to `queries[k]`. An invalid shape
/// or filter fails the whole call; any other error is in the answer of its test. With the feature `rayon` the call uses
/// all threads of its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_overlap_many(
    world: Option<&s8_world>,
    queries: *const s8_overlap_query,
    answers: *mut s8_overlap_answer,
    count: usize,
) -> s8_code {
    guard(|| {
        let world = given(world, "world")?.get();
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        with_lists(|Lists { overlap_tests: (asked, answers), .. }| {
            take(queries, (asked, answers), |query| {
                let &s8_overlap_query { center, ref shape, ref filter } = query;
                let (shape, filter) = (body_of(Some(shape))?, filter_of(Some(filter))?);
                Ok(OverlapQuery { filter, ..OverlapQuery::new(shape, center.into()) })
            })?;
            world.overlap_many(asked, answers)?;
            for (place, answer) in out.iter_mut().zip(answers) {
                place.write(match *answer {
                    Ok(is_hit) => s8_overlap_answer { code: s8_code::S8_OK, is_hit: u32::from(is_hit) },
                    Err(error) => s8_overlap_answer { code: code_of(error), is_hit: 0 },
                });
            }
            Ok(())
        })
    })
}

/// Answers `count` searches for the closest point: `answers[k]` is the answer of `s8_world_closest_point` to
/// `queries[k]`, bit for bit. An invalid filter fails the whole call; any other error is in the answer of its search.
/// With the feature `rayon` the call uses all threads of its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_closest_point_many(
    world: Option<&s8_world>,
    queries: *const s8_closest_query,
    answers: *mut s8_closest_answer,
    count: usize,
) -> s8_code {
    guard(|| {
        let world = given(world, "world")?.get();
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        with_lists(|Lists { closest_points: (asked, answers), .. }| {
            take(queries, (asked, answers), |query| {
                let &s8_closest_query { point, distance, ref filter } = query;
                let filter = filter_of(Some(filter))?;
                Ok(ClosestPointQuery { filter, ..ClosestPointQuery::new(point.into(), distance) })
            })?;
            world.closest_point_many(asked, answers)?;
            for (place, answer) in out.iter_mut().zip(answers) {
                let (code, is_hit, closest) = told(answer);
                place.write(s8_closest_answer { code, is_hit, closest });
            }
            Ok(())
        })
    })
}
