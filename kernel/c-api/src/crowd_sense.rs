//! Rays from every character of a crowd, against the world and the other characters, in one call.

use crate::crowd::s8_crowd;
use crate::error::{Error, guard, s8_code};
use crate::hit::{filter_of, s8_filter, s8_filter_default};
use crate::memory::{Lists, with_lists};
use crate::pointer::{array, array_out, given};
use crate::types::{S8_ALL_LAYERS, s8_character_id, s8_instance_id, s8_vec3};
use crate::world::s8_world;
use bytemuck::{Pod, Zeroable};
use sweep8::glam::Vec3;
use sweep8::{SenseRays, Sensed, SensedThing};

/// The rays that each character casts in `s8_crowd_sense`, without their directions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_sense_rays {
    /// The length of the rays, metres; it may be infinite.
    pub distance: f32,
    /// The vector from the centre of a character to the start of its rays, along the axes of its body, metres.
    pub offset: s8_vec3,
    /// The part of the world that the rays consider; `s8_filter_default` is the usual one.
    pub filter: s8_filter,
    /// The mask of the layers of characters that the rays consider, a bit each; 0 for the world only.
    pub layers: u32,
}

/// What a ray of `s8_crowd_sense` hits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_sensed_kind {
    /// The ray hits nothing.
    S8_SENSED_NOTHING = 0,
    /// The ray hits the triangle `triangle` of the instance `instance`.
    S8_SENSED_TRIANGLE = 1,
    /// The ray hits the body of the character `character`.
    S8_SENSED_CHARACTER = 2,
}

/// The answer to one ray of `s8_crowd_sense`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_sensed {
    /// The distance from the start of the ray to the hit, metres; infinite where the ray hits nothing, 0 where it
    /// starts in the body of another character.
    pub distance: f32,
    /// What the ray hits: one of `s8_sensed_kind`.
    pub kind: u32,
    /// The instance whose triangle is hit; zero without one.
    pub instance: s8_instance_id,
    /// Index of the hit triangle in its mesh; zero without one.
    pub triangle: u32,
    /// The character that is hit; zero without one.
    pub character: s8_character_id,
}

impl From<&Sensed> for s8_sensed {
    fn from(sensed: &Sensed) -> Self {
        let (kind, instance, triangle, character) = match sensed.thing {
            SensedThing::Triangle(instance, triangle) => {
                (s8_sensed_kind::S8_SENSED_TRIANGLE, instance.into(), triangle, s8_character_id::default())
            }
            SensedThing::Character(id) => {
                (s8_sensed_kind::S8_SENSED_CHARACTER, s8_instance_id::default(), 0, id.into())
            }
            _ => (s8_sensed_kind::S8_SENSED_NOTHING, s8_instance_id::default(), 0, s8_character_id::default()),
        };
        Self { distance: sensed.distance, kind: kind as u32, instance, triangle, character }
    }
}

/// Makes rays of a length, metres, from the centres of the characters, which consider all characters, and the world with
/// the filter of `s8_filter_default`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_sense_rays_of(distance: f32) -> s8_sense_rays {
    let offset = s8_vec3 { x: 0.0, y: 0.0, z: 0.0 };
    s8_sense_rays { distance, offset, filter: s8_filter_default(), layers: S8_ALL_LAYERS }
}

/// Casts the same number of rays from every character, against the world and against the other characters. The answers
/// of the first character come first, then those of the second, in the order of the indices of their ids: for n
/// characters with k rays each `count` is n * k. There are k directions, which all characters share, or n * k; they lie
/// along the axes of each body, and have any length but 0. An answer is the nearer of `s8_world_ray` and `s8_crowd_ray`
/// without the character itself, bit for bit. With the feature `rayon` the call uses all threads of its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_sense(
    crowd: Option<&s8_crowd>,
    world: Option<&s8_world>,
    rays: Option<&s8_sense_rays>,
    directions: *const s8_vec3,
    direction_count: usize,
    answers: *mut s8_sensed,
    count: usize,
) -> s8_code {
    guard(|| {
        let (crowd, world) = (given(crowd, "crowd")?.get()?, given(world, "world")?.get());
        let &s8_sense_rays { distance, offset, ref filter, layers } = given(rays, "rays")?;
        // SAFETY: the caller promises so many directions, and room for so many answers.
        let (directions, out) =
            unsafe { (array(directions, direction_count, "directions")?, array_out(answers, count, "answers")?) };
        let (directions, offset) = (bytemuck::cast_slice::<_, Vec3>(directions), offset.into());
        let rays =
            SenseRays { offset, filter: filter_of(Some(filter))?, layers, ..SenseRays::new(directions, distance) };
        with_lists(|Lists { sensed, .. }| {
            sensed.resize(count, Sensed::default());
            crowd.sense(world, &rays, sensed)?;
            for (place, answer) in out.iter_mut().zip(&*sensed) {
                place.write(answer.into());
            }
            Ok::<_, Error>(())
        })
    })
}
