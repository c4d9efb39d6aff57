//! Queries of a crowd: who is hit by a ray or a sweep, and whom a shape overlaps. World space, metres, throughout.

use crate::crowd::{ask, s8_crowd};
use crate::error::s8_code;
use crate::memory::{Lists, with_lists};
use crate::pointer::{array_out, list};
use crate::slide::body_of;
use crate::types::{S8_ALL_LAYERS, s8_character_id, s8_dvec3, s8_shape, s8_vec3};
use bytemuck::{Pod, Zeroable};
use std::mem::MaybeUninit;
use sweep8::{CharacterFilter, CharacterHit, CharacterOverlap, CharacterRayHit};

/// Selects the characters that a query considers. Where a call takes a filter, NULL means all characters of group 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_character_filter {
    /// The mask of the layers of characters that the query considers, a bit each.
    pub layers: u32,
    /// Whether the query leaves out the character `skip`: 0, or any other number.
    pub skips: u32,
    /// A character that the query leaves out, such as the one that shoots.
    pub skip: s8_character_id,
    /// Whether `group` names the group whose characters count: 0, or any other number. With 0 it is the group of the
    /// character that is left out, and group 0 where none is.
    pub has_group: u32,
    /// The group whose characters count; no query sees two.
    pub group: u32,
}

/// The first contact of a ray or of a swept shape with the body of a character.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_hit {
    /// The id of the touched character.
    pub id: s8_character_id,
    /// For a ray, the distance from its origin, metres; 0 where it begins inside. For a sweep, the fraction of the
    /// displacement at the contact, 0 to 1.
    pub distance: f32,
    /// For a sweep that starts inside, how far the shape has to move along the normal to be free, metres; otherwise
    /// 0.
    pub overlap: f32,
    /// The touched point of the character's body, world space, metres, rounded to `float`.
    pub point: s8_vec3,
    /// The touched point relative to the character's centre, along world axes, metres: as accurate far from the
    /// origin as near it.
    pub from_center: s8_vec3,
    /// Unit normal of the contact, world space, pointing away from the character.
    pub normal: s8_vec3,
}

/// A character whose body overlaps the shape of a query, and the way out.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_overlap {
    /// The id of the overlapped character.
    pub id: s8_character_id,
    /// The distance the shape must move along the normal to leave the character's body, metres, more than 0.
    pub depth: f32,
    /// Unit normal of the overlap, world space, from the character towards the shape.
    pub normal: s8_vec3,
    /// The point of the character's body in the direction of the normal, world space, metres, rounded to `float`.
    pub point: s8_vec3,
    /// The same point as `point`, relative to the character's centre, along world axes, metres.
    pub from_center: s8_vec3,
}

/// Makes a filter that considers all characters of group 0.
#[unsafe(no_mangle)]
pub extern "C" fn s8_character_filter_default() -> s8_character_filter {
    s8_character_filter { layers: S8_ALL_LAYERS, skips: 0, skip: s8_character_id::default(), has_group: 0, group: 0 }
}

fn filter_of(filter: Option<&s8_character_filter>) -> CharacterFilter {
    let Some(&s8_character_filter { layers, skips, skip, has_group, group }) = filter else {
        return CharacterFilter::default();
    };
    CharacterFilter { layers, skip: (skips != 0).then(|| skip.into()), group: (has_group != 0).then_some(group) }
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

/// Finds the first character that a ray hits within a distance, metres, which may be infinite; the direction has any
/// length but 0. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
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

/// Whether a ray hits any character; cheaper than `s8_crowd_ray`.
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

/// Finds the first character that a shape touches while its centre moves from `center` by `displacement`, world
/// space, metres. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
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

/// Whether a shape touches any character on its way; cheaper than `s8_crowd_sweep`.
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

/// Whether a shape overlaps any character.
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

/// Lists the characters that a shape overlaps, in the order of the indices of their ids. `count` receives how many
/// there are; at most `capacity` of them are written to `overlaps`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_overlap_all(
    crowd: Option<&s8_crowd>,
    shape: Option<&s8_shape>,
    center: s8_dvec3,
    filter: Option<&s8_character_filter>,
    overlaps: *mut s8_character_overlap,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    ask(crowd, count, "count", |crowd| {
        // SAFETY: the caller promises room for so many.
        let (out, shape) = (unsafe { array_out(overlaps, capacity, "overlaps") }?, body_of(shape)?);
        with_lists(|Lists { characters, .. }| {
            crowd.overlap_all(shape, center, filter_of(filter), characters)?;
            Ok(list(out, characters.iter().map(Into::into)))
        })
    })
}
