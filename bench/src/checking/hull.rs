//! Sweeps of a character's hull for the checks for standstills.
//!
//! In: a shape, the skin; then a world, a centre and a displacement, metres. Out: yes or no, by [`World::sweep`].
//!
//! A slide keeps 7/8 of the skin to every surface: it moves the *hull*, whose radii are larger by that part. The bare
//! shape has room in gaps and grooves that no move enters; a sweep of it would call a character stuck that is wedged
//! there. A hull that overlaps anything at the start, as in a place narrower than its skin, is not free.
//!
//! A walker stays on floors. A level way off an inclined floor therefore leads on only if the walker comes down on something
//! that it can stand on: beside a steeper bank the crease of both is the border of its way, even where the hull has room above.

use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Shape, Sides, World};

/// Gap that a slide keeps between body and surfaces, as a fraction of the skin, as the library documents it.
const HULL_PART: f32 = 0.875;

/// Height by which an overlapping hull is raised for a second sweep, metres per metre of the largest coordinate: a hull
/// exactly on its floor overlaps the floor by rounding, most of all far from the origin. Eight units in the last place. A
/// millimetre would lift the hull over steep faces.
const LIFT: f64 = 1e-6;

/// Sweeps the hull of one character shape: its radii grown by a fraction of the skin.
#[derive(Debug)]
pub struct Hull {
    grown: Option<Shape>,
}

/// Returns the shape with all radii longer by `by` metres; `None` if it is too large.
#[must_use]
pub fn grown(shape: Shape, by: f32) -> Option<Shape> {
    let ellipsoid = Ellipsoid::new(shape.radii() + by).ok()?;
    Shape::swept(ellipsoid, shape.axis(), shape.half_length()).ok()
}

impl Hull {
    /// Creates the hull of `shape` with a skin in metres. A hull larger than any accepted shape is never free.
    #[must_use]
    pub fn new(shape: impl Into<Shape>, skin: f32) -> Self {
        Self { grown: grown(shape.into(), HULL_PART * skin) }
    }

    /// Returns true if nothing stops the hull on its path by `displacement` from `center`, or from slightly above;
    /// metres.
    pub fn is_free(&mut self, world: &World, center: DVec3, displacement: Vec3) -> bool {
        let Some(hull) = self.grown else { return false };
        let lift = LIFT * center.abs().max_element().max(1.0);
        let ask = |from: DVec3| world.sweep(&hull, from.as_vec3(), displacement, Sides::Both);
        match ask(center) {
            Ok(Some(hit)) if hit.overlap > 0.0 => ask(center + DVec3::Y * lift) == Ok(None),
            first => first == Ok(None),
        }
    }

    /// Returns true if a walker on a floor with the normal `floor` can go by `displacement` from `center`, metres: the hull
    /// [is free](Self::is_free), and a way off the floor does not end above a surface steeper than the cosine `walk_cosine`.
    pub fn can_walk(
        &mut self,
        world: &World,
        center: DVec3,
        displacement: Vec3,
        floor: Vec3,
        walk_cosine: f32,
    ) -> bool {
        if !self.is_free(world, center, displacement) {
            return false;
        }
        let Some(hull) = self.grown else { return false };
        let off = displacement.dot(floor) / floor.y;
        if off <= 0.0 {
            return true;
        }
        let down = world.sweep(&hull, center.as_vec3() + displacement, Vec3::NEG_Y * off, Sides::Both);
        !matches!(down, Ok(Some(hit)) if hit.overlap <= 0.0 && hit.normal.y < walk_cosine)
    }
}
