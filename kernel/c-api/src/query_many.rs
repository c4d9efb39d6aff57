//! Many queries in one call: answered in an order by place, on all threads of the feature `rayon`.

use crate::error::{Error, code_of, guard, s8_code};
use crate::hit::{filter_of, s8_filter, s8_filter_default, s8_hit, s8_ray_hit};
use crate::memory::{Answers, Lists, with_lists};
use crate::pointer::{array, array_out, given};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use bytemuck::Zeroable;
use sweep8::{InputError, RayQuery, SweepQuery};

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

/// Converts all queries to queries of the kernel in `asked`, with room for their answers; an error if one is invalid.
fn take<C, Q, H>(
    queries: &[C],
    (asked, answers): (&mut Vec<Q>, &mut Answers<H>),
    checked: impl Fn(&C) -> Result<Q, Error>,
) -> Result<(), Error> {
    asked.clear();
    answers.clear();
    for query in queries {
        asked.push(checked(query)?);
        answers.push(Ok(None));
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
