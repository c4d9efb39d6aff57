//! Places to stand on every floor of every cell of a grid.
//!
//! In: a world, a profile, a grid. Out: a place for each floor below the middle of each cell on which the body has room.
//! 1. A ray down through the middle of a cell finds all fronts that are not too steep.
//! 2. The body is put on each as on an endless plane; where it overlaps something, higher, and swept down.
//! 3. The kernel moves it without a desired velocity until it stands. If it stands there, near the middle, it is a place.
//! 4. Rays around the centre tell how much floor is there: the top of a wall is narrower than a body.

use super::places::{Places, Stand};
use super::region::Region;
use glam::{DVec2, DVec3, Vec3};
use rayon::prelude::*;
use sweep8::{CharacterProfile, MoveInput, RayHit, Sides, World};

/// Time step of the moves, seconds, and most of them until a body stands.
pub(super) const SECONDS: f32 = 1.0 / 30.0;
const SETTLING: usize = 12;

/// Height above a floor at which a body without room on it is tried again, in step heights.
const HIGHER: f32 = 1.0;
/// Gap above the plane on which a body is put, metres.
const GAP: f32 = 0.002;

/// Farthest that a body may stand from the middle of its cell, in sides of a cell.
const OFF_MIDDLE: f64 = 0.45;

/// Points around a centre where floor is looked for: on the axes and on the diagonals.
const AROUND: [[f32; 2]; 8] =
    [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [0.7, 0.7], [0.7, -0.7], [-0.7, 0.7], [-0.7, -0.7]];

/// Returns the empty grid for a body: cells of its smaller level radius.
#[must_use]
pub fn grid(profile: &CharacterProfile) -> Places {
    let half = profile.shape().half_extents();
    Places::new(f64::from(half.x.min(half.z)), 2.0 * f64::from(half.y))
}

/// Adds a place for every floor of every cell of a region; `progress` gets the part of the cells that is done.
///
/// # Panics
/// Never: all queries are in range.
pub fn find(
    world: &World,
    profile: &CharacterProfile,
    region: &Region,
    places: &mut Places,
    progress: &(dyn Fn(f64) + Sync),
) {
    let Some((low, high)) = world.bounds() else { return };
    let [first, last] = [region.low, region.high].map(|corner| places.cell(DVec3::new(corner.x, 0.0, corner.y)));
    let across = f64::from(last[0]) - f64::from(first[0]) + 1.0;
    let column = Column { world, profile, top: high.y + 1.0, depth: high.y - low.y + 2.0 };
    for x in first[0]..=last[0] {
        let row: Vec<Vec<Stand>> = (first[1]..=last[1])
            .into_par_iter()
            .map(|z| column.stands(places.middle([x, z]), OFF_MIDDLE * places.side()))
            .collect();
        for stand in row.into_iter().flatten() {
            places.add(stand);
        }
        progress((f64::from(x) - f64::from(first[0]) + 1.0) / across);
    }
}

/// Puts a character at a point, lets it fall, and returns where it stands; `None` if it does not come to stand.
#[must_use]
pub fn dropped_at(world: &World, profile: &CharacterProfile, point: Vec3) -> Option<Stand> {
    let mut state = sweep8::CharacterState::new(point);
    for _ in 0..900 {
        world.move_character(profile, &mut state, &MoveInput::EARTH, SECONDS).ok()?;
        if state.ground().is_grounded() {
            return Some(Stand::of(&state));
        }
    }
    None
}

/// What the columns of a level have in common.
struct Column<'a> {
    world: &'a World,
    profile: &'a CharacterProfile,
    top: f32,
    depth: f32,
}

impl Column<'_> {
    /// Places on all floors below a point, from the top, at most `off` metres from it.
    fn stands(&self, middle: DVec2, off: f64) -> Vec<Stand> {
        let from = DVec3::new(middle.x, f64::from(self.top), middle.y);
        let mut hits = Vec::new();
        self.world.ray_all(from, Vec3::NEG_Y, self.depth, Sides::Both, &mut hits).expect("in range");
        let cosine = self.profile.settings().max_slope_angle.cos();
        let floors = hits.iter().filter(|hit| hit.is_front && hit.face_normal.y >= cosine);
        let near = |stand: &Stand| (stand.center() - from).with_y(0.0).length() <= off;
        floors.filter_map(|floor| self.stand_on(floor)).filter(near).collect()
    }

    /// The place of a body on a floor, if it has room there.
    fn stand_on(&self, floor: &RayHit) -> Option<Stand> {
        let (shape, settings) = (self.profile.shape(), self.profile.settings());
        let normal = floor.face_normal;
        let above = (self.profile.feet_below(normal) + settings.skin + GAP) / normal.y;
        let mut center = floor.point + Vec3::Y * above;
        let overlaps = |center: Vec3| self.world.overlap(&shape, center, Sides::Both).expect("in range");
        if overlaps(center) {
            let higher = Vec3::Y * (HIGHER * settings.step_height);
            if settings.step_height == 0.0 || overlaps(center + higher) {
                return None;
            }
            let hit = self.world.sweep(&shape, center + higher, -higher, Sides::Both).expect("in range")?;
            center += higher * (1.0 - hit.fraction);
        }
        let mut state = sweep8::CharacterState::new(center);
        for _ in 0..SETTLING {
            self.world.move_character(self.profile, &mut state, &MoveInput::EARTH, SECONDS).ok()?;
            if state.ground().is_grounded() {
                break;
            }
        }
        if !state.ground().is_grounded()
            || (state.position.to_vec3().y - center.y).abs() > settings.step_height.max(GAP * 4.0)
        {
            return None;
        }
        let support =
            AROUND.iter().filter(|&&[x, z]| self.has_floor(state.position.to_vec3(), Vec3::new(x, 0.0, z))).count();
        Some(Stand { is_floor: true, support: support as u8, ..Stand::of(&state) })
    }

    /// Whether a floor is below a point a radius from a centre, within a step of the feet.
    fn has_floor(&self, center: Vec3, way: Vec3) -> bool {
        let (half, settings) = (self.profile.shape().half_extents(), self.profile.settings());
        let from = center + way * half.x.min(half.z);
        let reach = half.y + settings.step_height;
        let hit = self.world.ray(from, Vec3::NEG_Y, reach, Sides::Both).expect("in range");
        hit.is_some_and(|hit| hit.is_front && hit.normal.y >= settings.max_slope_angle.cos())
    }
}
