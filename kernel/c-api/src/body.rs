//! Bodies of several ellipsoids or capsules that move as one, and the sweep of one.

use crate::error::{Error, guard, s8_code};
use crate::hit::{filter_of, s8_filter, s8_hit};
use crate::pointer::{array, given};
use crate::slide::body_of;
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use sweep8::{Body, BodyPart};

/// Several ellipsoids or capsules that move as one body: a head, a torso, legs. Read-only, for any thread.
pub struct s8_body {
    pub(crate) body: Body,
}

/// One ellipsoid or capsule of a body that consists of several.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_body_part {
    /// The shape of this part of the body.
    pub shape: s8_shape,
    /// The vector from the body's centre to the part's, world space, metres, each component -100000 to 100000.
    pub offset: s8_vec3,
}

/// Makes a body of `count` parts, at least one; a hit names its part by the index in `parts`. Free it with
/// `s8_body_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_body_new(
    parts: *const s8_body_part,
    count: usize,
    body: Option<&mut MaybeUninit<Box<s8_body>>>,
) -> s8_code {
    guard(|| {
        let out = given(body, "body")?;
        // SAFETY: the caller promises so many parts.
        let parts = unsafe { array(parts, count, "parts") }?;
        let part =
            |part: &s8_body_part| Ok(BodyPart { shape: body_of(Some(&part.shape))?, offset: part.offset.into() });
        let parts = parts.iter().map(part).collect::<Result<Vec<_>, Error>>()?;
        out.write(Box::new(s8_body { body: Body::new(&parts)? }));
        Ok(())
    })
}

/// Frees a body; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_body_free(body: Option<Box<s8_body>>) {
    drop(body);
}

/// Finds the first contact of a body that moves with its centre from `center` by `displacement`, world space, metres.
/// `is_hit` receives whether there is one; `hit` and `part`, the index of the part that touches, are written only
/// then, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_sweep_body(
    world: Option<&s8_world>,
    body: Option<&s8_body>,
    center: s8_dvec3,
    displacement: s8_vec3,
    filter: Option<&s8_filter>,
    hit: Option<&mut MaybeUninit<s8_hit>>,
    part: Option<&mut MaybeUninit<usize>>,
    is_hit: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        let (world, body, filter) = (given(world, "world")?.get(), given(body, "body")?, filter_of(filter)?);
        let is_hit = given(is_hit, "is_hit")?;
        let found = world.sweep_body(&body.body, center, displacement.into(), filter)?;
        is_hit.write(found.is_some());
        if let Some(found) = found {
            if let Some(hit) = hit {
                hit.write((&found.hit).into());
            }
            if let Some(part) = part {
                part.write(found.part);
            }
        }
        Ok(())
    })
}
