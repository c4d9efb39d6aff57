//! Many queries in one call: answered in an order by place, on all threads of the feature `rayon`.

use crate::error::{Error, code_of, guard, s8_code};
use crate::hit::{filter_of, s8_filter, s8_hit, s8_ray_hit};
use crate::pointer::{array, array_out, given};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use bytemuck::Zeroable;
use sweep8::{Hit, InputError, OrientedEllipsoid, Position, RayHit, RayQuery, SweepQuery};

/// A sweep of many: what `s8_world_sweep` is asked with.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sweep_query {
    /// From where the centre goes, world space, metres.
    pub center: s8_dvec3,
    /// The shape that is swept.
    pub shape: s8_shape,
    /// How far, metres.
    pub displacement: s8_vec3,
    /// The part of the world that counts; begin with `s8_filter_default`.
    pub filter: s8_filter,
}

/// A ray of many: what `s8_world_ray` is asked with.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_ray_query {
    /// Where it begins, world space, metres.
    pub origin: s8_dvec3,
    /// Where it goes; of any length but 0.
    pub direction: s8_vec3,
    /// How far, metres; it may be infinite.
    pub distance: f32,
    /// The part of the world that counts; begin with `s8_filter_default`.
    pub filter: s8_filter,
}

/// The answer to a sweep of many.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sweep_answer {
    /// `S8_OK`, or why this one was refused; the others are answered.
    pub code: s8_code,
    /// Whether something is touched: 1 or 0.
    pub is_hit: u32,
    /// The hit; zero where there is none.
    pub hit: s8_hit,
}

/// The answer to a ray of many.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_ray_answer {
    /// `S8_OK`, or why this one was refused; the others are answered.
    pub code: s8_code,
    /// Whether a triangle is passed: 1 or 0.
    pub is_hit: u32,
    /// Which; zero where none is.
    pub hit: s8_ray_hit,
}

type Answers<H> = Vec<Result<Option<H>, InputError>>;

/// Memory of `s8_world_sweep_many` and `s8_world_ray_many`, used again by each call. Holds no results.
#[derive(Default)]
pub struct s8_query_memory {
    sweeps: (Vec<SweepQuery<OrientedEllipsoid, Position>>, Answers<Hit>),
    rays: (Vec<RayQuery<Position>>, Answers<RayHit>),
}

/// New memory of queries; free it with `s8_query_memory_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_query_memory_new() -> Box<s8_query_memory> {
    Box::default()
}

/// Frees memory of queries; NULL is allowed.
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

/// Answers `count` sweeps: `answers[k]` is what `s8_world_sweep` says to `queries[k]`, bit for bit. Refused as a whole
/// where a shape or a filter is not one; a query that is out of range is refused in its answer.
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

/// Answers `count` rays: `answers[k]` is what `s8_world_ray` says to `queries[k]`, bit for bit. As
/// `s8_world_sweep_many`.
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
