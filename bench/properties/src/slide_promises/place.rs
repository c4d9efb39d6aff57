//! A place with less room than the skin needs, and the part of the hull that fits at each position.
//!
//! In: triangles, a shape and its skin. Out: the largest hull without overlap at a place, in `f64`: the shape scaled by
//! a factor, but along no axis larger than the whole hull.

use super::geometry::{HULL_PART, apart, exactly, parallelogram};
use crate::soup::world_of;
use glam::{DVec3, Vec2, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, World};
use sweep8_bench::levels::scenes::builder::trig;
use sweep8_scalar_ref::brute_force::Triangle;

/// Allowed penetration depth of the scaled shape from the rounding of `f32`, radii.
pub(super) const ROUNDING: f64 = 1e-6;
/// Allowed penetration depth of the scaled shape from sliding along an overlapping surface, per radius of path length.
const ALONG: f64 = 5e-7;

/// Number of bisections of the shape's scale in the search for free room.
const HALVINGS: usize = 24;

/// Maximum overlap of the hull after a contact, as a fraction of the skin.
const TOUCHING: f64 = 1.0 / 64.0;

/// A place with less room than the skin needs, and the shape in it.
pub(super) struct Narrow {
    pub(super) triangles: Vec<[Vec3; 3]>,
    pub(super) exact: Vec<Triangle>,
    pub(super) world: World,
    pub(super) shape: Ellipsoid,
    pub(super) skin: f32,
}

/// The largest scaled shape that fits at a position of a narrow place.
pub(super) struct Room {
    /// The largest factor by which the shape, but along no axis beyond its hull, can be scaled without touching a triangle.
    pub(super) factor: f64,
    /// Radii of the scaled shape that fits, metres.
    pub(super) radii: DVec3,
}

impl Narrow {
    pub(super) fn new(triangles: Vec<[Vec3; 3]>, shape: Ellipsoid, skin: f32) -> Self {
        Self { exact: exactly(&triangles), world: world_of(&triangles), triangles, shape, skin }
    }

    pub(super) fn profile(&self) -> CharacterProfile {
        let settings = CharacterSettings { shape: self.shape.into(), skin: self.skin, ..CharacterSettings::default() };
        CharacterProfile::new(&settings).expect("settings in range")
    }

    pub(super) fn room(&self, center: DVec3) -> Room {
        let radii = self.shape.radii().as_dvec3();
        let hull = radii + HULL_PART * f64::from(self.skin);
        let scaled = |factor: f64| (radii * factor).min(hull);
        let mut factor = apart(center, radii, &self.exact);
        // Along some axes the scaled shape may have the size of the hull already, and larger factors may fit.
        let mut too_large = (hull / radii).max_element();
        if factor > (hull / radii).min_element() && factor < too_large {
            for _ in 0..HALVINGS {
                let middle = 0.5 * (factor + too_large);
                let fits = apart(center, scaled(middle), &self.exact) >= 1.0;
                (factor, too_large) = if fits { (middle, too_large) } else { (factor, middle) };
            }
        }
        Room { factor, radii: scaled(factor) }
    }

    /// Checks that the scaled shape `room` that fits at `start` also fits at `center`.
    pub(super) fn check_room(&self, room: &Room, start: DVec3, center: DVec3) -> Result<(), String> {
        let radii = self.shape.radii().as_dvec3();
        let rounding = ROUNDING + ALONG * center.distance(start) / radii.min_element();
        let touching = TOUCHING * f64::from(self.skin) / room.radii.min_element();
        let of_room = apart(center, room.radii, &self.exact);
        if of_room < 1.0 - rounding - touching {
            return Err(format!(
                "only {of_room} of the scaled shape with room at the start, {:?}, has room at {center}",
                room.radii
            ));
        }
        let factor = apart(center, radii, &self.exact);
        if factor < room.factor.min(1.0) - rounding {
            return Err(format!("{factor} of the shape has room at {center}, and {} had at the start", room.factor));
        }
        Ok(())
    }

    pub(super) fn say(&self) -> String {
        format!("{:?}, skin {:?}, among {:?}", self.shape, self.skin, self.triangles)
    }
}

/// Returns walls about the y axis around a circle of `radius`, metres; the middle of the first wall lies towards `first`.
pub(super) fn shaft(sides: u8, radius: f32, first: Vec2) -> Vec<[Vec3; 3]> {
    let step = 360.0 / f32::from(sides);
    let half = radius * trig(0.5 * step).2;
    let wall = |side: u8| {
        let (sine, cosine, _) = trig(step * f32::from(side));
        let heading = Vec2::new(cosine, sine).rotate(first);
        let (out, along) = (Vec3::new(heading.x, 0.0, heading.y), Vec3::new(-heading.y, 0.0, heading.x));
        parallelogram(out * radius - along * half - Vec3::Y * 3.0, Vec3::Y * 12.0, along * (2.0 * half))
    };
    (0..sides).flat_map(wall).collect()
}

/// Returns the two triangles of a floor at height 0 below a shaft.
pub(super) fn floor() -> [[Vec3; 3]; 2] {
    parallelogram(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0)
}
