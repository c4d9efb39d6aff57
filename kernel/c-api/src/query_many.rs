//! Many queries in one call: answered in an order by place, on all threads of the feature `rayon`.

use crate::error::{Error, code_of, guard, s8_code};
use crate::hit::{filter_of, s8_filter, s8_hit, s8_ray_hit};
use crate::pointer::{array, array_out, given};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use bytemuck::Zeroable;
use sweep8::{Hit, InputError, OrientedEllipsoid, Position, RayHit, RayQuery, SweepQuery};

/// One of many sweeps: the arguments of `s8_world_sweep`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sweep_query {
    /// The centre at the start, world space, metres.
    pub center: s8_dvec3,
    /// The shape that is swept.
    pub shape: s8_shape,
    /// The displacement of the centre, world space, metres.
    pub displacement: s8_vec3,
    /// The part of the world that counts; start from `s8_filter_default`.
    pub filter: s8_filter,
}

/// One of many rays: the arguments of `s8_world_ray`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_ray_query {
    /// The start of the ray, world space, metres.
    pub origin: s8_dvec3,
    /// The direction of the ray, world space; of any length but 0.
    pub direction: s8_vec3,
    /// The length of the ray, metres; it may be infinite.
    pub distance: f32,
    /// The part of the world that counts; start from `s8_filter_default`.
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
    /// The first contact; zero without one.
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
    /// The first triangle; zero without one.
    pub hit: s8_ray_hit,
}

type Answers<H> = Vec<Result<Option<H>, InputError>>;

/// Memory for `s8_world_sweep_many` and `s8_world_ray_many`. It keeps nothing that a result depends on.
#[derive(Default)]
pub struct s8_query_memory {
    sweeps: (Vec<SweepQuery<OrientedEllipsoid, Position>>, Answers<Hit>),
    rays: (Vec<RayQuery<Position>>, Answers<RayHit>),
}

/// Makes memory for many queries; free it with `s8_query_memory_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_query_memory_new() -> Box<s8_query_memory> {
    Box::default()
}

/// Frees memory for many queries; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_query_memory_free(memory: Option<Box<s8_query_memory>>) {
    drop(memory);
}

/// Takes the queries over in the kernel's words, all or none, with room for their answers.
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

/// Code, whether there is a hit, and the hit.
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
    memory: Option<&mut s8_query_memory>,
) -> s8_code {
    guard(|| {
        let (world, memory) = (given(world, "world")?.get(), given(memory, "memory")?);
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        let (asked, answers) = &mut memory.sweeps;
        take(queries, (asked, answers), |query| {
            let &s8_sweep_query { center, ref shape, displacement, ref filter } = query;
            let (shape, filter) = (body_of(Some(shape))?, filter_of(Some(filter))?);
            Ok(SweepQuery { shape, center: center.into(), displacement: displacement.into(), filter })
        })?;
        world.sweep_many(asked, answers)?;
        for (place, answer) in out.iter_mut().zip(answers) {
            let (code, is_hit, hit) = told(answer);
            place.write(s8_sweep_answer { code, is_hit, hit });
        }
        Ok(())
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
    memory: Option<&mut s8_query_memory>,
) -> s8_code {
    guard(|| {
        let (world, memory) = (given(world, "world")?.get(), given(memory, "memory")?);
        // SAFETY: the caller promises so many queries, and room for as many answers.
        let (queries, out) = unsafe { (array(queries, count, "queries")?, array_out(answers, count, "answers")?) };
        let (asked, answers) = &mut memory.rays;
        take(queries, (asked, answers), |query| {
            let &s8_ray_query { origin, direction, distance, ref filter } = query;
            let filter = filter_of(Some(filter))?;
            Ok(RayQuery { origin: origin.into(), direction: direction.into(), distance, filter })
        })?;
        world.ray_many(asked, answers)?;
        for (place, answer) in out.iter_mut().zip(answers) {
            let (code, is_hit, hit) = told(answer);
            place.write(s8_ray_answer { code, is_hit, hit });
        }
        Ok(())
    })
}
