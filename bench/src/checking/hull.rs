//! Whether a character's hull is free to go somewhere: what the checks for standstills ask the library.
//!
//! In: a shape, the skin; then a world, a centre and a displacement, metres. Out: yes or no, by [`World::sweep`].
//!
//! A slide keeps 7/8 of the skin to every surface: it moves the *hull*, whose radii are larger by so much. The bare
//! shape has room in gaps and grooves that no move enters, so that asking with it calls those stuck who are wedged there.
//! A hull that overlaps anything at the start, as in a place narrower than its skin, is not free.

use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Scratch, Sides, World};

/// Part of the skin that a slide keeps to every surface, as the document of the hull says.
const HULL_PART: f32 = 0.875;

/// How far a hull that overlaps something where it is is raised and asked again, metres, and per metre of the largest
/// coordinate: a hull exactly on its floor overlaps it by rounding, most of all far from the origin, and is free for all
/// that. Eight units in the last place. With a millimetre it would clear steep faces that it stands before.
const LIFT: f64 = 1e-6;

/// Asks for one shape.
#[derive(Debug)]
pub struct Hull {
    grown: Option<Ellipsoid>,
    scratch: Scratch,
}

impl Hull {
    /// The hull of `shape` with a skin in metres. One larger than any accepted shape is never free.
    #[must_use]
    pub fn new(shape: &Ellipsoid, skin: f32) -> Self {
        let grown = Ellipsoid::new(shape.radii() + HULL_PART * skin).ok();
        Self { grown, scratch: Scratch::new() }
    }

    /// Whether nothing in a world stops it on the way by `displacement` from `center`, or from a little above; metres.
    pub fn is_free(&mut self, world: &World, center: DVec3, displacement: Vec3) -> bool {
        let Some(hull) = self.grown else { return false };
        let lift = LIFT * center.abs().max_element().max(1.0);
        let mut ask = |from: DVec3| world.sweep(&hull, from.as_vec3(), displacement, Sides::Both, &mut self.scratch);
        match ask(center) {
            Ok(Some(hit)) if hit.overlap > 0.0 => ask(center + DVec3::Y * lift) == Ok(None),
            first => first == Ok(None),
        }
    }
}
