//! Queries of a crowd: who is hit by a ray or a sweep, and whom a shape overlaps. World space, metres, throughout.

use crate::crowd::{ask, s8_crowd};
use crate::error::{guard, s8_code};
use crate::memory::s8_scratch;
use crate::pointer::{array_out, given, list};
use crate::slide::body_of;
use crate::types::{S8_ALL_LAYERS, s8_character_id, s8_dvec3, s8_shape, s8_vec3};
use bytemuck::{Pod, Zeroable};
use std::mem::MaybeUninit;
use sweep8::{CharacterFilter, CharacterHit, CharacterOverlap, CharacterRayHit};

/// Which characters a query considers. Wherever one is asked for, NULL stands for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_character_filter {
    /// The layers that count, a bit each.
    pub layers: u32,
    /// Whether one is skipped: 0, or anything else.
    pub skips: u32,
    /// The one that is skipped, such as the one that shoots.
    pub skip: s8_character_id,
}

/// Where a ray or a sweep first meets the body of a character.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_hit {
    /// Whose body.
    pub id: s8_character_id,
    /// Of a ray: from the origin to the point, metres; 0 where it begins inside. Of a sweep: part of the displacement
    /// after which the two touch, 0 to 1.
    pub distance: f32,
    /// How far what is swept has to move along the normal to come free, metres; 0 unless it starts inside, and of a
    /// ray.
    pub overlap: f32,
    /// The touched point of the body, rounded to `float`.
    pub point: s8_vec3,
    /// The same from the centre of the character, along the axes of the world: as fine far from the origin as at it.
    pub from_center: s8_vec3,
    /// Unit normal, from the character towards what comes.
    pub normal: s8_vec3,
}

/// A character whose body overlaps a shape.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_overlap {
    /// Whose body.
    pub id: s8_character_id,
    /// How far the shape has to move along the normal to be clear of the body, metres, more than 0.
    pub depth: f32,
    /// Unit normal, from the character towards the shape.
    pub normal: s8_vec3,
    /// The point of the body in the direction of the normal, rounded to `float`.
    pub point: s8_vec3,
    /// The same from the centre of the character, along the axes of the world.
    pub from_center: s8_vec3,
}

/// A filter of all layers that skips nobody.
#[unsafe(no_mangle)]
pub extern "C" fn s8_character_filter_default() -> s8_character_filter {
    s8_character_filter { layers: S8_ALL_LAYERS, skips: 0, skip: s8_character_id::default() }
}

fn filter_of(filter: Option<&s8_character_filter>) -> CharacterFilter {
    filter.map_or_else(CharacterFilter::default, |&s8_character_filter { layers, skips, skip }| CharacterFilter {
        layers,
        skip: (skips != 0).then(|| skip.into()),
    })
}

impl From<CharacterRayHit> for s8_character_hit {
    fn from(hit: CharacterRayHit) -> Self {
        let [point, from_center, normal] = [hit.point, hit.from_center, hit.normal].map(Into::into);
        Self { id: hit.id.into(), distance: hit.distance, overlap: 0.0, point, from_center, normal }
    }
}

impl From<CharacterHit> for s8_character_hit {
    fn from(hit: CharacterHit) -> Self {
        let [point, from_center, normal] = [hit.point, hit.from_center, hit.normal].map(Into::into);
        Self { id: hit.id.into(), distance: hit.fraction, overlap: hit.overlap, point, from_center, normal }
    }
}

impl From<&CharacterOverlap> for s8_character_overlap {
    fn from(overlap: &CharacterOverlap) -> Self {
        let [point, from_center, normal] = [overlap.point, overlap.from_center, overlap.normal].map(Into::into);
        Self { id: overlap.id.into(), depth: overlap.depth, normal, point, from_center }
    }
}

/// Whose body a ray first meets, up to a distance, metres, which may be infinite; the direction is of any length but 0.
/// `is_hit` says whether it meets one; `hit` is written only then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_ray(
    crowd: Option<&s8_crowd>,
    origin: s8_dvec3,
    direction: s8_vec3,
    distance: f32,
    filter: Option<&s8_character_filter>,
    hit: Option<&mut MaybeUninit<s8_character_hit>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(crowd, is_hit, "is_hit", |crowd| {
        let found = crowd.ray(origin, direction.into(), distance, filter_of(filter))?;
        if let (Some(found), Some(hit)) = (found, hit) {
            hit.write(found.into());
        }
        Ok(found.is_some())
    })
}

/// Whether a ray meets the body of anybody; cheaper than `s8_crowd_ray`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_ray_any(
    crowd: Option<&s8_crowd>,
    origin: s8_dvec3,
    direction: s8_vec3,
    distance: f32,
    filter: Option<&s8_character_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(crowd, is_hit, "is_hit", |crowd| Ok(crowd.ray_any(origin, direction.into(), distance, filter_of(filter))?))
}

/// Whose body a shape first touches on its way: its centre goes from `center` by `displacement`, metres. As
/// `s8_crowd_ray`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_sweep(
    crowd: Option<&s8_crowd>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_character_filter>,
    hit: Option<&mut MaybeUninit<s8_character_hit>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(crowd, is_hit, "is_hit", |crowd| {
        let found = crowd.sweep(body_of(shape)?, center, displacement.into(), filter_of(filter))?;
        if let (Some(found), Some(hit)) = (found, hit) {
            hit.write(found.into());
        }
        Ok(found.is_some())
    })
}

/// Whether a shape touches anybody on its way; cheaper than `s8_crowd_sweep`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_sweep_any(
    crowd: Option<&s8_crowd>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_character_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(crowd, is_hit, "is_hit", |crowd| {
        Ok(crowd.sweep_any(body_of(shape)?, center, displacement.into(), filter_of(filter))?)
    })
}

/// Whether a shape overlaps anybody.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_overlap(
    crowd: Option<&s8_crowd>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_character_filter>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(crowd, is_hit, "is_hit", |crowd| Ok(crowd.overlap(body_of(shape)?, center, filter_of(filter))?))
}

/// Everybody whom a shape overlaps, in the order of indices. `count` is how many there are; of these as many are
/// written as have room in `overlaps`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_overlap_all(
    crowd: Option<&s8_crowd>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_character_filter>,
    scratch: Option<&mut s8_scratch>,
    overlaps: *mut s8_character_overlap,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (crowd, found) = (&given(crowd, "crowd")?.crowd, &mut given(scratch, "scratch")?.characters);
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(overlaps, capacity, "overlaps") }?, given(count, "count")?);
        crowd.overlap_all(body_of(shape)?, center, filter_of(filter), found)?;
        count.write(list(out, found.iter().map(Into::into)));
        Ok(())
    })
}
