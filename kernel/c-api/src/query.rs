//! Queries of a world: sweeps, rays, overlaps, the closest point.

use crate::error::{Error, guard, s8_code};
use crate::hit::{filter_of, s8_closest, s8_depenetration, s8_filter, s8_hit, s8_overlap, s8_ray_hit};
use crate::memory::{Lists, with_lists};
use crate::pointer::{array, array_out, given, list};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use sweep8::{Containment, Filter, Sphere, Triangle, World};

/// Checks the world and the filter that C passed to a query; a missing filter is the default one.
fn asked<'a>(world: Option<&'a s8_world>, filter: Option<&s8_filter>) -> Result<(&'a World, Filter), Error> {
    Ok((given(world, "world")?.get(), filter_of(filter)?))
}

/// Writes a query's answer to `out` if there is one, and whether there is one to `is_hit`.
fn answer<T>(
    found: Option<T>,
    out: Option<&mut MaybeUninit<T>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> Result<(), Error> {
    given(is_hit, "is_hit")?.write(found.is_some());
    if let (Some(found), Some(out)) = (found, out) {
        out.write(found);
    }
    Ok(())
}

/// Finds the first contact of a shape whose centre moves from `center` by `displacement`, world space, metres.
/// `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_sweep(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_filter>,
    hit: Option<&mut MaybeUninit<s8_hit>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let found = world.sweep(body_of(shape)?, center, displacement.into(), filter)?;
        answer(found.as_ref().map(Into::into), hit, is_hit)
    })
}

/// Whether a shape touches anything on its way; cheaper than `s8_world_sweep`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_sweep_any(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let is_hit = given(is_hit, "is_hit")?;
        is_hit.write(world.sweep_any(body_of(shape)?, center, displacement.into(), filter)?);
        Ok(())
    })
}

/// Lists all triangles that a shape touches on its way, nearest first. `count` receives how many there are; at most
/// `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_sweep_all(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_filter>,
    hits: *mut s8_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(hits, capacity, "hits") }?, given(count, "count")?);
        with_lists(|Lists { hits, .. }| {
            world.sweep_all(body_of(shape)?, center, displacement.into(), filter, hits)?;
            count.write(list(out, hits.iter().map(Into::into)));
            Ok(())
        })
    })
}

/// Finds the first triangle that a ray passes through within a distance, metres, which may be infinite; the direction
/// has any length but 0. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_ray(
    world: Option<&s8_world>,
    origin: s8_dvec3,
    direction: s8_vec3,
    distance: f32,
    filter: Option<&s8_filter>,
    hit: Option<&mut MaybeUninit<s8_ray_hit>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let found = world.ray(origin, direction.into(), distance, filter)?;
        answer(found.as_ref().map(Into::into), hit, is_hit)
    })
}

/// Whether a ray passes through any triangle; cheaper than `s8_world_ray`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_ray_any(
    world: Option<&s8_world>,
    origin: s8_dvec3,
    direction: s8_vec3,
    distance: f32,
    filter: Option<&s8_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        given(is_hit, "is_hit")?.write(world.ray_any(origin, direction.into(), distance, filter)?);
        Ok(())
    })
}

/// Lists all triangles that a ray passes through, nearest first. `count` receives how many there are; at most
/// `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_ray_all(
    world: Option<&s8_world>,
    origin: s8_dvec3,
    direction: s8_vec3,
    distance: f32,
    filter: Option<&s8_filter>,
    hits: *mut s8_ray_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(hits, capacity, "hits") }?, given(count, "count")?);
        with_lists(|Lists { ray_hits, .. }| {
            world.ray_all(origin, direction.into(), distance, filter, ray_hits)?;
            count.write(list(out, ray_hits.iter().map(Into::into)));
            Ok(())
        })
    })
}

/// Finds the first triangle between two points, world space, metres. `is_hit` receives whether there is one; `hit` is
/// written only then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_segment(
    world: Option<&s8_world>,
    from: s8_dvec3,
    to: s8_dvec3,
    filter: Option<&s8_filter>,
    hit: Option<&mut MaybeUninit<s8_ray_hit>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        answer(world.segment(from, to, filter)?.as_ref().map(Into::into), hit, is_hit)
    })
}

/// Lists all triangles between two points, nearest to the first point first. `count` receives how many there are; at
/// most `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_segment_all(
    world: Option<&s8_world>,
    from: s8_dvec3,
    to: s8_dvec3,
    filter: Option<&s8_filter>,
    hits: *mut s8_ray_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(hits, capacity, "hits") }?, given(count, "count")?);
        with_lists(|Lists { ray_hits, .. }| {
            world.segment_all(from, to, filter, ray_hits)?;
            count.write(list(out, ray_hits.iter().map(Into::into)));
            Ok(())
        })
    })
}

/// Whether any triangle lies between two points, world space, metres: a line of sight.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_segment_any(
    world: Option<&s8_world>,
    from: s8_dvec3,
    to: s8_dvec3,
    filter: Option<&s8_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        given(is_hit, "is_hit")?.write(world.segment_any(from, to, filter)?);
        Ok(())
    })
}

/// Whether a shape overlaps any triangle.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_overlap(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        given(is_hit, "is_hit")?.write(world.overlap(body_of(shape)?, center, filter)?);
        Ok(())
    })
}

/// Lists all triangles that a shape overlaps, the lowest index first. `count` receives how many there are; at most
/// `capacity` of them are written to `overlaps`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_overlap_all(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_filter>,
    overlaps: *mut s8_overlap,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(overlaps, capacity, "overlaps") }?, given(count, "count")?);
        with_lists(|Lists { overlaps, .. }| {
            world.overlap_all(body_of(shape)?, center, filter, overlaps)?;
            count.write(list(out, overlaps.iter().map(Into::into)));
            Ok(())
        })
    })
}

/// Finds the way out of all triangles that a shape overlaps. `s8_world_overlap_all` lists them.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_depenetrate(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_filter>,
    way_out: Option<&mut MaybeUninit<s8_depenetration>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let out = given(way_out, "way_out")?;
        let shape = body_of(shape)?;
        let found = with_lists(|Lists { overlaps, .. }| world.depenetrate(shape, center, filter, overlaps))?;
        out.write(s8_depenetration { displacement: found.displacement.into(), depth_left: found.depth_left });
        Ok(())
    })
}

/// Finds the point of the world closest to another, world space, metres, within a distance, metres, which may be
/// infinite. `is_hit` receives whether there is one; `closest` is written only then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_closest_point(
    world: Option<&s8_world>,
    point: s8_dvec3,
    distance: f32,
    filter: Option<&s8_filter>,
    closest: Option<&mut MaybeUninit<s8_closest>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let found = world.closest_point(point, distance, filter)?;
        answer(found.as_ref().map(Into::into), closest, is_hit)
    })
}

/// Whether a place is inside of a solid, see `s8_world_contains`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_containment {
    /// The surfaces close round the place, with their fronts outside.
    S8_CONTAINMENT_INSIDE = 0,
    /// No closed surface has the place inside.
    S8_CONTAINMENT_OUTSIDE = 1,
    /// A surface near the place is open or has fronts on both sides, or the place lies on a surface.
    S8_CONTAINMENT_UNDECIDED = 2,
}

/// Whether `point`, world space, metres, is inside of a solid: of a closed surface whose fronts are outside. Rays in
/// several directions decide, and have to agree; `containment` receives one of `s8_containment`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_contains(
    world: Option<&s8_world>,
    point: s8_dvec3,
    filter: Option<&s8_filter>,
    containment: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    guard(|| {
        let (world, filter) = asked(world, filter)?;
        let containment = given(containment, "containment")?;
        let answer = match world.contains(point, filter)? {
            Containment::Inside => s8_containment::S8_CONTAINMENT_INSIDE,
            Containment::Outside => s8_containment::S8_CONTAINMENT_OUTSIDE,
            Containment::Undecided => s8_containment::S8_CONTAINMENT_UNDECIDED,
        };
        containment.write(answer as u32);
        Ok(())
    })
}

/// The shortest displacement that takes a sphere out of a triangle, any one frame: its length is the depth of the
/// overlap, its direction the normal of the contact. `is_overlapping` receives whether the two overlap; `displacement`
/// is written only then, and may be NULL. Centre, radius and the three corners must be finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_sphere_out_of_triangle(
    center: s8_vec3,
    radius: f32,
    corners: *const s8_vec3,
    displacement: Option<&mut MaybeUninit<s8_vec3>>,
    is_overlapping: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises three corners.
        let corners = unsafe { array(corners, 3, "corners") }?;
        let triangle = Triangle { corners: [corners[0], corners[1], corners[2]].map(Into::into) };
        let out = Sphere { center: center.into(), radius }.separation_from_triangle(&triangle);
        answer(out.map(Into::into), displacement, is_overlapping)
    })
}
