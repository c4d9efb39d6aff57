//! Whether a character's hull is free to go somewhere: what the checks for standstills ask the library.
//!
//! In: a world, a shape, the skin; then a centre and a displacement, metres. Out: yes or no, by [`World::try_sweep`].
//!
//! A slide keeps 7/8 of the skin to every surface: it moves the *hull*, whose radii are larger by so much. The bare
//! shape has room in gaps and grooves that no move enters, so that asking with it calls those stuck who are wedged there.
//! A hull that overlaps anything at the start, as in a place narrower than its skin, is not free.

use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Scratch, Sides, World};

/// Part of the skin that a slide keeps to every surface, as the document of the hull says.
const HULL_PART: f32 = 0.875;

/// Metres by which a hull that is not free where it is is raised and asked again: as far as what counts as standing
/// still, less than the 1.25 mm to which a move stops before a surface. A hull exactly on its floor overlaps it by
/// rounding, most of all far from the origin, and is free for all that.
const LIFT: f64 = 0.001;

/// Asks for one shape in one world.
#[derive(Debug)]
pub struct Hull<'a> {
    world: &'a World,
    grown: Option<Ellipsoid>,
    scratch: Scratch,
}

impl<'a> Hull<'a> {
    /// The hull of `shape` with a skin in metres. One larger than any accepted shape is never free.
    #[must_use]
    pub fn new(world: &'a World, shape: &Ellipsoid, skin: f32) -> Self {
        let grown = Ellipsoid::new(shape.radii() + HULL_PART * skin).ok();
        Self { world, grown, scratch: Scratch::new() }
    }

    /// Whether nothing stops it on the way by `displacement` from `center`, or from a little above; metres.
    pub fn is_free(&mut self, center: DVec3, displacement: Vec3) -> bool {
        let Some(hull) = self.grown else { return false };
        [0.0, LIFT].into_iter().any(|up| {
            let from = (center + DVec3::Y * up).as_vec3();
            self.world.try_sweep(&hull, from, displacement, Sides::Both, &mut self.scratch) == Ok(None)
        })
    }
}
