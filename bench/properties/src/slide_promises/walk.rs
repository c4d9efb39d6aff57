//! Every move of a walk among loose triangles keeps the promises of a slide.
//!
//! In: a soup of up to 40 triangles, its ellipsoid with or without a spine, settings, a move of up to 4 km, one of less than 1e-14 m, a few
//! desired displacements that are each kept for some frames. For every move:
//!
//! 1. *Clear*: a move that starts without overlap ends without, the hull within rounding, the ellipsoid itself exactly.
//! 2. *Through nothing*: its path crosses no triangle.
//! 3. *No gain*: the path is no longer than desired displacement and gravity, in `f64`; the travel no longer than path
//!    and depenetration.
//! 4. *Bounded*: no more contacts than sweeps; a result that the bound changed has the status for it.
//! 5. *Repeated*: the same bits again, with used memory and in another tree.
//! 6. *Finite*.
//! 7. *One pass*: without a fall the move equals [`World::slide`], bit for bit.

use super::geometry::HULL_PART;
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::prisms::{is_pierced, prisms};
use crate::soup::{Soup, has_area, world_of_another_tree};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, renew_memory, slide_and_fall};
use sweep8::limits::MAX_MOVE;
use sweep8::{InputError, Shape, SlideOutcome, SlideSettings, SlideStatus, World};
use sweep8_bench::judging::accuracy::judge::TOLERANCE;
use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses, to_ellipsoid_space};

const TRIANGLES: usize = 40;

/// Maximum number of desired displacements of a test walk.
const DISPLACEMENTS: u8 = 8;
/// Maximum number of frames of a test walk with the same desired displacement.
const FRAMES: u8 = 8;

/// Exponent of the length limit of small moves: a small move is shorter than 2 to the power of -46 metres.
const SMALL: i32 = 46;
/// Number of powers of two below 2⁻⁴⁶ from which the length of a small move is selected.
const SMALL_POWERS: u8 = 100;

/// Allowed excess of a path's length over the allowed length, as a fraction of the latter.
const LENGTH_ROUNDING: f64 = 1e-5;

/// Rounding error of the ellipsoid's centre, as a fraction of the rounding error of its distance to a triangle.
const PLACE_ROUNDING: f64 = 0.012;

/// Distance of the shape from its start at which a test walk ends, metres.
const FARTHEST: f32 = 1_000.0;

/// A test level, and the shape that walks in the level.
struct Walk {
    soup: Soup,
    shape: Shape,
    settings: TwoPasses,
    world: World,
    another_tree: World,
    /// Triangles of the level that have an area.
    solid: Vec<Triangle>,
    /// What the ellipsoid of the shape moves around.
    prisms: Vec<Triangle>,
}

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let mode = reader.byte();
    let settings = TwoPasses {
        gravity: if mode.is_multiple_of(3) { Vec3::ZERO } else { Vec3::NEG_Y * reader.between(1e-4, 1.0) },
        max_iterations: if mode < 128 { 8 } else { 1 + u32::from(mode % 8) },
        ..TwoPasses::default()
    };
    let displacements: Vec<(Vec3, u8)> =
        (0..reader.byte() % DISPLACEMENTS).map(|_| (reader.vector(1e-5, 40.0), 1 + reader.byte() % FRAMES)).collect();
    let (far, wild) = (reader.vector(1.0, MAX_MOVE), reader.raw_vector());
    let small = reader.vector(1e-2, 1.0) * 2.0_f32.powi(-SMALL - i32::from(reader.byte() % SMALL_POWERS));
    let Some(soup) = Soup::read(reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    let shape = reader.spine(soup.shape);
    let solid: Vec<Triangle> =
        soup.triangles.iter().filter(|triangle| has_area(triangle)).map(|t| t.map(Vec3::as_dvec3)).collect();
    let prisms = prisms(&shape, &solid);
    let walk = Walk {
        settings,
        world: soup.world(),
        another_tree: world_of_another_tree(&soup.triangles),
        solid,
        prisms,
        shape,
        soup,
    };

    let mut center = walk.soup.center;
    walk.move_by(center, far)?;
    walk.move_by(center, wild)?;
    walk.move_by(center, small)?;
    for (desired, frames) in [(walk.soup.displacement, 1)].into_iter().chain(displacements) {
        for _ in 0..frames {
            if center.distance(walk.soup.center) > FARTHEST {
                return Ok(Outcome::Held);
            }
            center = walk.move_by(center, desired)?;
        }
    }
    Ok(Outcome::Held)
}

/// Encodes a test walk as bytes: forwards and backwards by fractions of `displacement`.
pub(super) fn write(
    writer: &mut Writer,
    shape: Vec3,
    center: Vec3,
    displacement: Vec3,
    mode: u8,
    triangles: &[[Vec3; 3]],
) {
    writer.byte(mode);
    if !mode.is_multiple_of(3) {
        writer.number(0.02);
    }
    writer.byte(3);
    for turn in [0.05, -0.1, 0.3] {
        writer.vector(displacement * turn).byte(5);
    }
    let heading = displacement.normalize_or(Vec3::X);
    writer.vector(heading * 2_000.0).vector(Vec3::NAN).vector(heading).byte(mode);
    Soup::write(writer, shape, center, displacement, 0, triangles);
    writer.byte(mode);
}

impl Walk {
    /// Slides the shape from `center` by `desired`, runs all checks on this move, and returns its end position.
    fn move_by(&self, center: Vec3, desired: Vec3) -> Result<Vec3, Finding> {
        let shape = self.shape;
        let TwoPasses { skin, max_iterations, sides, .. } = self.settings;
        let of_slide = SlideSettings { skin, max_iterations, sides, ..SlideSettings::default() };
        let slid = self.world.slide(shape, center, desired, &of_slide);
        if slid.is_err() {
            // Refused with an error; there is nothing that could have moved.
            return Ok(center);
        }
        let out = slide_and_fall(&self.world, shape, center, desired, &self.settings);
        let say = |what: &str| {
            let Self { settings, soup, shape, .. } = self;
            format!("{what}: from {center:?} by {desired:?}: {out:?}; {shape:?}, {settings:?}, {soup:?}")
        };
        if self.settings.gravity == Vec3::ZERO {
            let slid = format!("{slid:?}");
            demand(slid == format!("{:?}", Ok::<_, InputError>(&out)), || say(&format!("a slide alone: {slid}")))?;
        }
        let numbers = [out.path, out.depenetrated_by];
        let finite =
            out.position.to_vec3().is_finite() && out.travel.is_finite() && numbers.iter().all(|n| n.is_finite());
        demand(finite, || say("not finite"))?;
        self.check_lengths(desired, &out).map_err(|what| Finding(say(&what)))?;
        self.check_bound(center, desired, &out).map_err(|what| Finding(say(&what)))?;
        for world in [&self.world, &self.another_tree] {
            renew_memory();
            let again = slide_and_fall(world, shape, center, desired, &self.settings);
            demand(format!("{again:?}") == format!("{out:?}"), || say(&format!("once more {again:?}")))?;
        }
        let is_clear = self.hull_room(center.as_dvec3(), 0.0, 0.0).is_ok();
        if is_clear && !is_pierced(&self.shape, center.as_dvec3(), &self.solid) {
            self.check_way(center.as_dvec3(), &out).map_err(|what| Finding(say(&what)))?;
        }
        Ok(out.position.to_vec3())
    }

    fn check_lengths(&self, desired: Vec3, out: &SlideOutcome) -> Result<(), String> {
        let allowed = desired.as_dvec3().length() + self.settings.gravity.as_dvec3().length();
        if f64::from(out.path) > allowed * (1.0 + LENGTH_ROUNDING) {
            return Err(format!("the path is longer than {allowed}"));
        }
        let gone = (f64::from(out.path) + f64::from(out.depenetrated_by)) * (1.0 + LENGTH_ROUNDING);
        if out.travel.as_dvec3().length() > gone + 1e-7 {
            Err("the travel is longer than the path".to_owned())
        } else {
            Ok(())
        }
    }

    fn check_bound(&self, center: Vec3, desired: Vec3, out: &SlideOutcome) -> Result<(), String> {
        if out.contacts().len() > 2 * self.settings.max_iterations as usize {
            return Err("more contacts than sweeps".to_owned());
        }
        if out.status != SlideStatus::OutOfIterations {
            let unbounded = TwoPasses { max_iterations: 8, ..self.settings };
            renew_memory();
            let full = slide_and_fall(&self.world, self.shape, center, desired, &unbounded);
            if full.position != out.position {
                return Err(format!("the bound changed the result, but not the status, with 8 sweeps {full:?}"));
            }
        }
        Ok(())
    }

    /// Checks promises 1 and 2 (no overlap, crosses nothing) for a move that started at `center` without overlap.
    fn check_way(&self, center: DVec3, out: &SlideOutcome) -> Result<(), String> {
        self.hull_room(out.position.to_vec3().as_dvec3(), TOLERANCE, out.travel.as_dvec3().abs().max_element())?;
        self.room(out.position.to_vec3().as_dvec3())?;
        let mut from = center;
        for waypoint in out.waypoints() {
            let to = center + waypoint.as_dvec3();
            if let Some(triangle) = self.prisms.iter().find(|triangle| segment_crosses(from, to, triangle)) {
                return Err(format!("crosses {triangle:?} between {from} and {to}"));
            }
            from = to;
        }
        // The path's corners are more exact than its end, which is rounded to a position.
        let rounding = 1e-6 * (1.0 + center.abs().max_element() + out.travel.as_dvec3().abs().max_element());
        let off = from.distance(out.position.to_vec3().as_dvec3());
        if off > rounding { Err(format!("the path ends {off} m off the centre")) } else { Ok(()) }
    }

    /// Checks that the hull overlaps nothing at `center`, except for the `rounding` of a unit of coordinates, also seen
    /// from `way` metres away.
    fn hull_room(&self, center: DVec3, rounding: f64, way: f64) -> Result<(), String> {
        let radii = self.shape.radii().as_dvec3() + HULL_PART * f64::from(self.settings.skin);
        for triangle in &self.prisms {
            let local = triangle.map(|v| to_ellipsoid_space(v, center, radii));
            let size = local.iter().map(|v| v.abs().max_element()).fold(1.0, f64::max) + way / radii.min_element();
            let apart = distance(DVec3::ZERO, &local);
            // The centre itself is rounded, which matters more far from the origin.
            let place = (center / radii).abs().max_element() * PLACE_ROUNDING;
            if apart < 1.0 - rounding * (1.0 + size + place) {
                return Err(format!("the hull is {apart} off {triangle:?} at {center}"));
            }
        }
        Ok(())
    }

    /// Checks that the ellipsoid at `center`, without its skin, touches no triangle of the level.
    fn room(&self, center: DVec3) -> Result<(), String> {
        let radii = self.shape.radii().as_dvec3();
        for triangle in &self.prisms {
            let apart = distance(DVec3::ZERO, &triangle.map(|v| to_ellipsoid_space(v, center, radii)));
            if apart <= 1.0 {
                return Err(format!("the ellipsoid is {apart} off {triangle:?} at {center}"));
            }
        }
        Ok(())
    }
}
