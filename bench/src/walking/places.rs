//! Places to stand, which the kernel finds on any level.
//!
//! In: a level, its world, a shape. Out: centres of that shape standing on floors with room around.
//! 1. From random points of the level's box that overlap nothing, the shape is swept down onto what is below.
//! 2. The shape must land on the front of a face that is nearly level; this excludes places inside solids.
//! 3. Standing there, a slightly larger shape must overlap nothing (head room), and some directions must be free.
//! 4. Rays in all directions tell whether a place is enclosed. If most places of a small probe are enclosed, the level
//!    is sealed, and places from which a ray escapes lie outside of it and do not count.
//! 5. Where the level has drop points, every other place lies straight below one of them, almost touching the surface
//!    there, so that characters start in shafts that they just fit and on slopes that they slide down.
//!
//! Characters that meet each other get places [apart](find_apart), as far as there is room.

use crate::checking::hull::grown;
use crate::levels::{Level, Parts};
use crate::random::Random;
use crate::walking::directions::directions;
use crate::walking::settings::option_of;
use crate::walking::spacing::Taken;
use glam::Vec3;
use sweep8::{Ellipsoid, Hit, Shape, Sides, World, limits};
use thiserror::Error;

/// Number of random points tried in the search for each requested start place.
const TRIES: usize = 60;

/// Number of rounds with as many points again for each missing place, if places must be apart: the fuller a level is,
/// the rarer free places are.
const ROUNDS: usize = 6;

/// Minimum number of random points tried in each of the [`ROUNDS`] of the search, because the last few start places are hard to find.
const LEAST_TRIES: usize = 20_000;

/// A level counts as full when [`LEAST_TRIES`] more points add less than this part of its places: 1 in so many.
const FEW: usize = 20;

/// Number of random points without a single start place after which the search gives up, for any number of requested places.
const HOPELESS: usize = 100_000;

/// Minimum gap between a character at a start place and all triangles, metres: more than the skin that a crowd keeps.
const ROOM: f32 = 0.02;

/// Cosine of 40°, the angle of the steepest floor on which a character may start.
const LEVEL_ENOUGH: f32 = 0.766;

/// Length of each of four horizontal sweeps that test whether a character can move away from a start place, metres.
const WAY: f32 = 0.25;
/// Minimum number of the four horizontal sweeps from a start place that must hit nothing.
const FREE_WAYS: usize = 2;

/// Radius of the ball that is swept in place of a ray to test whether a start place is enclosed, metres.
const RAY_RADIUS: f32 = 0.01;

/// Size of the probe that finds out whether a level is sealed, as part of the shape, and its number of places. A large
/// shape may have more room outside of a level than in it.
const PROBE_PART: f32 = 0.25;
const SAMPLE: usize = 200;

/// Minimum fraction of the sampled places that must be enclosed for a level to count as sealed.
const SEALED_PART: f32 = 0.8;

/// Minimum gap around a shape that starts below a drop point, metres: a fifth of the narrowest gap in a scene.
const TIGHT_ROOM: f32 = 0.0002;

/// One in this many start places lies below a drop point, on a level with drop points.
const DROPPED: usize = 2;

/// Number of rays, in all directions, that test whether a start place is enclosed by the level.
const RAYS: usize = 48;

/// Error: the search for start places found no place on the level where a character can stand.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlacesError {
    /// Error: the level has no triangle with an area.
    #[error("{level} has no triangle with an area; export the level with its faces")]
    NoSurface {
        /// Name of the level.
        level: String,
    },
    /// Error: no floor has room for the shape.
    #[error(
        "found no floor in {level} where a character of {shape} has room to stand; \
         try a smaller one, or check that y is up and fronts are counter-clockwise"
    )]
    NoFloor {
        /// Name of the level without a place to stand.
        level: String,
        /// Shape for which the search failed, as the option of the command line.
        shape: String,
    },
}

/// Finds `count` centres, world space, metres. If the level has fewer places, characters share them.
///
/// # Errors
/// [`PlacesError`] if the level has no place.
pub fn find(
    level: &Level,
    world: &World,
    shape: impl Into<Shape>,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec3>, PlacesError> {
    let corners = |hit: &Hit| level.corners(hit.triangle as usize);
    Floors { name: &level.name, drop_points: &level.drop_points, corners: &corners }.find(
        world,
        shape.into(),
        count,
        seed,
    )
}

/// Finds `count` places that do not overlap; if there is not enough room, the last places overlap.
///
/// # Errors
/// As [`find`].
pub fn find_apart(
    level: &Level,
    world: &World,
    shape: impl Into<Shape>,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec3>, PlacesError> {
    let corners = |hit: &Hit| level.corners(hit.triangle as usize);
    Floors { name: &level.name, drop_points: &level.drop_points, corners: &corners }.find_apart(
        world,
        shape.into(),
        count,
        seed,
    )
}

/// Finds `count` places on a level of parts as placed at the start; places on machines count.
///
/// # Errors
/// As [`find`].
pub fn find_among(
    parts: &Parts,
    world: &World,
    shape: impl Into<Shape>,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec3>, PlacesError> {
    let corners = |hit: &Hit| parts.corners(hit.instance.index(), hit.triangle as usize, 0.0);
    Floors { name: &parts.name, drop_points: &[], corners: &corners }.find(world, shape.into(), count, seed)
}

/// Finds `count` places that do not overlap on a level of parts.
///
/// # Errors
/// As [`find`].
pub fn find_apart_among(
    parts: &Parts,
    world: &World,
    shape: impl Into<Shape>,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec3>, PlacesError> {
    let corners = |hit: &Hit| parts.corners(hit.instance.index(), hit.triangle as usize, 0.0);
    Floors { name: &parts.name, drop_points: &[], corners: &corners }.find_apart(world, shape.into(), count, seed)
}

/// Counts places that do not overlap on a level, up to `most`: how many characters its free floor has room for. The search ends
/// when few random points find another place, so that the count is a little low.
///
/// # Errors
/// As [`find`].
pub fn room(
    level: &Level,
    world: &World,
    shape: impl Into<Shape>,
    most: usize,
    seed: u64,
) -> Result<usize, PlacesError> {
    let corners = |hit: &Hit| level.corners(hit.triangle as usize);
    Floors { name: &level.name, drop_points: &[], corners: &corners }.room(world, shape.into(), most, seed)
}

/// As [`room`] on a level of parts as placed at the start.
///
/// # Errors
/// As [`find`].
pub fn room_among(
    parts: &Parts,
    world: &World,
    shape: impl Into<Shape>,
    most: usize,
    seed: u64,
) -> Result<usize, PlacesError> {
    let corners = |hit: &Hit| parts.corners(hit.instance.index(), hit.triangle as usize, 0.0);
    Floors { name: &parts.name, drop_points: &[], corners: &corners }.room(world, shape.into(), most, seed)
}

/// Data of a level that the kernel's world does not keep, for the search for start places: name, drop points, triangle corners.
struct Floors<'a> {
    name: &'a str,
    drop_points: &'a [Vec3],
    /// Function that returns the corners of the triangle of a hit, counter-clockwise as seen from the triangle's front.
    corners: &'a dyn Fn(&Hit) -> [Vec3; 3],
}

impl Floors<'_> {
    fn find(&self, world: &World, shape: Shape, count: usize, seed: u64) -> Result<Vec<Vec3>, PlacesError> {
        let mut random = Random::new(seed);
        let (search, is_sealed) = self.search(world, shape, &mut random)?;
        let tries = count.saturating_mul(TRIES);
        let places = search.places(count, tries, &mut random, |place| !is_sealed || search.is_enclosed(place));
        let dropped = dropped(self, world, shape, search.far);
        let (found, below) = (places.len(), dropped.len());
        let place = |index: usize| match (found, below) {
            (0, 0) => Err(self.none(shape)),
            (_, 0) => Ok(places[index % found]),
            (0, _) => Ok(dropped[index % below]),
            _ if index.is_multiple_of(DROPPED) => Ok(places[index / DROPPED % found]),
            _ => Ok(dropped[index / DROPPED % below]),
        };
        // Zero places may be requested; a level without a place is still an error.
        place(0)?;
        (0..count).map(place).collect()
    }

    /// Finds `count` start places that do not overlap. Places below drop points come first and are at most half of all.
    fn find_apart(&self, world: &World, shape: Shape, count: usize, seed: u64) -> Result<Vec<Vec3>, PlacesError> {
        let mut random = Random::new(seed);
        let (search, is_sealed) = self.search(world, shape, &mut random)?;
        let mut taken = Taken::new(shape);
        let mut places = dropped(self, world, shape, search.far);
        places.retain(|&place| taken.take(place));
        places.truncate(count / DROPPED);
        for _ in 0..ROUNDS {
            let wanted = count - places.len();
            let tries = wanted.saturating_mul(TRIES).max(LEAST_TRIES);
            let apart = search.places(wanted, tries, &mut random, |place| {
                (!is_sealed || search.is_enclosed(place)) && taken.take(place)
            });
            places.extend(apart);
        }
        if places.len() < count {
            places.extend(self.find(world, shape, count - places.len(), seed)?);
        }
        Ok(places)
    }

    fn room(&self, world: &World, shape: Shape, most: usize, seed: u64) -> Result<usize, PlacesError> {
        let mut random = Random::new(seed);
        let (search, is_sealed) = self.search(world, shape, &mut random)?;
        let (mut taken, mut found) = (Taken::new(shape), 0);
        loop {
            let more = search.places(most - found, LEAST_TRIES, &mut random, |place| {
                (!is_sealed || search.is_enclosed(place)) && taken.take(place)
            });
            found += more.len();
            if found == most || more.len() * FEW <= found {
                break;
            }
        }
        if found == 0 { Err(self.none(shape)) } else { Ok(found) }
    }

    /// Creates the search for start places of a shape; also returns true if the level is sealed.
    fn search<'a>(
        &'a self,
        world: &'a World,
        shape: Shape,
        random: &mut Random,
    ) -> Result<(Search<'a>, bool), PlacesError> {
        let (low, high) = world.bounds().ok_or_else(|| PlacesError::NoSurface { level: self.name.to_owned() })?;
        let bounds = (low, high);
        let small = Ellipsoid::new((shape.radii() * PROBE_PART).max(Vec3::splat(limits::MIN_RADIUS)))
            .map_err(|_| self.none(shape))?;
        let probe = Search::new(self, world, small.into(), bounds).ok_or_else(|| self.none(shape))?;
        let search = Search::new(self, world, shape, bounds).ok_or_else(|| self.none(shape))?;
        let sample = probe.places(SAMPLE, SAMPLE * TRIES, random, |_| true);
        let enclosed = sample.iter().filter(|&&place| probe.is_enclosed(place)).count();
        Ok((search, enclosed as f32 >= SEALED_PART * sample.len() as f32))
    }

    fn none(&self, shape: Shape) -> PlacesError {
        PlacesError::NoFloor { level: self.name.to_owned(), shape: option_of(shape) }
    }
}

/// Returns the start places right below the level's drop points at which the shape has room, world space, metres.
fn dropped(level: &Floors, world: &World, shape: Shape, far: f32) -> Vec<Vec3> {
    let Some(tight) = grown(shape, TIGHT_ROOM) else { return Vec::new() };
    let down = Vec3::NEG_Y * far;
    let mut place = |&from: &Vec3| {
        let hit =
            world.sweep(&tight, from, down, Sides::Both).expect("input in range").filter(|hit| hit.overlap == 0.0)?;
        let center = from + down * hit.fraction + Vec3::Y * (0.5 * TIGHT_ROOM);
        (world.sweep(&tight, center, Vec3::ZERO, Sides::Both) == Ok(None)).then_some(center)
    };
    level.drop_points.iter().filter_map(&mut place).collect()
}

struct Search<'a> {
    level: &'a Floors<'a>,
    world: &'a World,
    /// Shape of the character, each radius enlarged by the gap [`ROOM`].
    standing: Shape,
    ray: Ellipsoid,
    rays: Vec<Vec3>,
    bounds: (Vec3, Vec3),
    /// Length of the search rays, metres: longer than any straight line through the level.
    far: f32,
}

impl<'a> Search<'a> {
    fn new(level: &'a Floors, world: &'a World, shape: Shape, bounds: (Vec3, Vec3)) -> Option<Self> {
        let standing = grown(shape, ROOM)?;
        let ray = Ellipsoid::ball(RAY_RADIUS).ok()?;
        let far = (bounds.1 - bounds.0).length() + 4.0 * standing.half_extents().max_element();
        let rays = directions(RAYS).map(|direction| direction * far).collect();
        Some(Self { level, world, standing, ray, rays, bounds, far })
    }

    /// Searches below random points until `count` places satisfy `suits` or all `tries` are used; returns these places, metres.
    fn places(
        &self,
        count: usize,
        tries: usize,
        random: &mut Random,
        mut suits: impl FnMut(Vec3) -> bool,
    ) -> Vec<Vec3> {
        let (low, high) = (self.bounds.0, self.bounds.1 + Vec3::Y * (2.0 * self.standing.half_extents().y));
        let mut places = Vec::with_capacity(count);
        for tried in 0..tries {
            if places.len() == count || places.is_empty() && tried == HOPELESS {
                break;
            }
            let [x, y, z] = [0, 1, 2].map(|axis| random.range_f32(low[axis], high[axis]));
            let found = self.stand_below(Vec3::new(x, y, z));
            places.extend(found.filter(|&place| suits(place)));
        }
        places
    }

    fn is_free(&self, center: Vec3, way: Vec3) -> bool {
        self.world.sweep(&self.standing, center, way, Sides::Both) == Ok(None)
    }

    /// Returns the centre of the shape on the floor below point `from`, metres; `None` if the shape cannot stand there.
    fn stand_below(&self, from: Vec3) -> Option<Vec3> {
        let down = Vec3::NEG_Y * self.far;
        let hit = self.world.sweep(&self.standing, from, down, Sides::Both).expect("input in range")?;
        let [a, b, c] = (self.level.corners)(&hit);
        let front = (b - a).cross(c - a).normalize_or_zero();
        if hit.overlap > 0.0 || front.y < LEVEL_ENOUGH || hit.normal.y < LEVEL_ENOUGH {
            return None;
        }
        // Slightly above the contact, so that rounding does not make it an overlap.
        let center = from + down * hit.fraction + Vec3::Y * (0.5 * ROOM);
        let ways = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z].map(|way| way * WAY);
        let free = ways.iter().filter(|&&way| self.is_free(center, way)).count();
        (self.is_free(center, Vec3::ZERO) && free >= FREE_WAYS).then_some(center)
    }

    fn is_enclosed(&self, center: Vec3) -> bool {
        self.rays
            .iter()
            .all(|&ray| self.world.sweep(&self.ray, center, ray, Sides::Both).expect("input in range").is_some())
    }
}
