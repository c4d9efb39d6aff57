//! Desired velocities of walkers that all go through one doorway, and the number of walkers that came through.
//!
//! In: a door; every frame, all positions. Out: desired velocities.
//! 1. A walker before the door goes to its middle, through it, and then as far behind the wall as it started before it,
//!    so that later walkers find room.
//! 2. Solid characters that all press on form arches in a doorway, as grains do, because they do not push each other.
//!    People look ahead instead. A walker that gives way keeps its distance from walkers nearer to the door: it slows
//!    down behind them, and steps back from the ones that are too near. Walkers behind step back in turn, and the last
//!    one has room.
//!
//! All walkers decide by the places at the start of a frame, so that their order does not matter.

use crate::levels::door::Door;
use glam::{DVec3, Vec2, Vec3};
use std::ops::Range;

/// Distances between the centres of two walkers, as multiples of the radius: a walker steps back from a walker ahead that
/// is nearer than `TOO_NEAR`, and slows down if one is nearer than `NEAR`.
const TOO_NEAR: f32 = 2.5;
const NEAR: f32 = 3.25;

/// Speed of a walker that steps back, as a multiple of the walker's full speed; negative.
const BACK: f32 = -0.5;

/// Horizontal distance from its goal behind the door within which a walker stops, metres.
const REACHED: f32 = 0.3;

/// Counts of the walkers that came through a door, by second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// Number of walkers that came through the door in each second of the walk; the last second may be shorter.
    pub each_second: Vec<u32>,
    /// Longest time in which no walker came through the door, frames.
    pub longest_wait: u32,
}

/// Walkers that all go through one door, with their desired velocities and the count of walkers that came through.
#[derive(Clone, Debug)]
pub struct DoorWalkers {
    door: Door,
    /// Largest horizontal radius of the walkers' shape, metres.
    radius: f32,
    /// Maximum desired speed of each walker, by walker index, m/s.
    speeds: Vec<f32>,
    goals: Vec<Vec3>,
    gives_way: bool,
    desired: Vec<Vec3>,
    before: Before,
    has_passed: Vec<bool>,
    frames_in_second: usize,
    frames: usize,
    wait: u32,
    passed: Passed,
}

impl DoorWalkers {
    /// Creates walkers of a radius (as seen from above, metres) and of these speeds (m/s) that started at `starts` and are at
    /// `places` now (metres). Solid walkers give way.
    #[must_use]
    pub fn new(
        door: Door,
        radius: f32,
        speeds: Vec<f32>,
        [starts, places]: [&[Vec3]; 2],
        gives_way: bool,
        hz: u32,
    ) -> Self {
        let shift = Vec3::X * (door.thick + door.hall[0]);
        let mut walkers = Self {
            door,
            radius,
            goals: starts.iter().map(|&start| start + shift).collect(),
            gives_way,
            desired: vec![Vec3::ZERO; speeds.len()],
            speeds,
            before: Before::default(),
            has_passed: Vec::new(),
            frames_in_second: hz as usize,
            frames: 0,
            wait: 0,
            passed: Passed::default(),
        };
        walkers.has_passed = places.iter().map(|&place| walkers.is_through(place)).collect();
        walkers
    }

    /// Updates the desired velocity of each walker; `places` are the walkers' centres, world space, metres.
    pub fn turn(&mut self, places: &[DVec3]) {
        let places: Vec<Vec3> = places.iter().map(|place| place.as_vec3()).collect();
        if self.gives_way {
            self.before.put(&self.door, &places, NEAR * self.radius);
        }
        for (index, &place) in places.iter().enumerate() {
            self.desired[index] = self.towards(index, place) * (self.speeds[index] * self.pace(index, place));
        }
    }

    /// Returns the desired velocity of walker `index`, world space, m/s.
    #[must_use]
    pub fn velocity(&self, index: usize) -> Vec3 {
        self.desired[index]
    }

    /// Counts the walkers that came through the door in one frame; `places` are the centres at the frame's end, world space, metres.
    pub fn count(&mut self, places: &[DVec3]) {
        let second = self.frames / self.frames_in_second;
        self.passed.each_second.resize(second + 1, 0);
        self.frames += 1;
        self.wait += 1;
        for (index, place) in places.iter().enumerate() {
            if !self.has_passed[index] && self.is_through(place.as_vec3()) {
                self.has_passed[index] = true;
                self.passed.each_second[second] += 1;
                self.wait = 0;
            }
        }
        self.passed.longest_wait = self.passed.longest_wait.max(self.wait);
    }

    /// Returns the counts of walkers that came through the door so far.
    #[must_use]
    pub fn passed(&self) -> &Passed {
        &self.passed
    }

    /// Returns true if a walker with its centre at `place` (metres) is behind the wall of the door with its whole shape.
    fn is_through(&self, place: Vec3) -> bool {
        self.door.past(place) > 0.5 * self.door.thick + self.radius
    }

    /// Returns the horizontal unit direction in which walker `index` wants to go from `place` (metres), or zero at its goal.
    fn towards(&self, index: usize, place: Vec3) -> Vec3 {
        let Door { middle, width, thick, .. } = self.door;
        let aside = (0.5 * width - self.radius).max(0.0) * 0.5;
        let beside = (place.z - middle.z).clamp(-aside, aside);
        // Up to the threshold it goes to the opening, and then straight on.
        let threshold = 0.5 * thick + 0.5 * self.radius;
        let way = if self.door.past(place) < -threshold {
            middle + Vec3::new(-0.5 * threshold, 0.0, beside) - place
        } else if !self.is_through(place) {
            Vec3::X
        } else {
            let way = (self.goals[index] - place).with_y(0.0);
            if way.length() < REACHED { Vec3::ZERO } else { way }
        };
        way.with_y(0.0).normalize_or_zero()
    }

    /// Returns the desired speed of walker `index` at `place`, as a multiple of its full speed; negative when it steps back.
    fn pace(&self, index: usize, place: Vec3) -> f32 {
        if !self.gives_way || self.is_through(place) {
            return 1.0;
        }
        let nearest = self.before.nearest(index) / self.radius;
        ((nearest - TOO_NEAR) / (NEAR - TOO_NEAR)).clamp(BACK, 1.0)
    }
}

/// Walkers in a horizontal grid, to find for a walker the nearest other walker that is closer to the door.
#[derive(Clone, Debug, Default)]
struct Before {
    /// Grid cell along x, grid cell along z, and index of each walker, in ascending order.
    sorted: Vec<(i32, i32, u32)>,
    ways: Vec<f32>,
    places: Vec<Vec2>,
    cell: f32,
}

impl Before {
    /// Sorts walkers at `places` (world space, metres) into square grid cells of side `cell`, metres.
    fn put(&mut self, door: &Door, places: &[Vec3], cell: f32) {
        self.cell = cell;
        self.places = places.iter().map(|place| Vec2::new(place.x, place.z)).collect();
        let end = Vec2::new(door.middle.x + 0.5 * door.thick, door.middle.z);
        // A walker beyond the end of the doorway is before all others.
        let way = |place: &Vec2| if place.x > end.x { end.x - place.x } else { place.distance(end) };
        self.ways = self.places.iter().map(way).collect();
        let cells = (0..).zip(&self.places).map(|(index, place)| {
            let [x, z] = self.cell_of(*place);
            (x, z, index)
        });
        self.sorted = cells.collect();
        self.sorted.sort_unstable();
    }

    fn cell_of(&self, place: Vec2) -> [i32; 2] {
        (place / self.cell).floor().to_array().map(|at| at as i32)
    }

    /// Distance from walker `index` to the nearest walker closer to the door, metres; infinite if none is in its or the adjacent cells.
    fn nearest(&self, index: usize) -> f32 {
        let (own, way) = (self.places[index], (self.ways[index], index));
        let [x, z] = self.cell_of(own);
        let rows = (x - 1..=x + 1).map(|x| self.row(x, z - 1..z + 2));
        let others = rows.flat_map(|row| &self.sorted[row]).map(|&(.., other)| other as usize);
        let before = others.filter(|&other| (self.ways[other], other) < way);
        before.map(|other| self.places[other].distance(own)).fold(f32::INFINITY, f32::min)
    }

    /// Returns the index range in `sorted` of the walkers in the grid cells with this `x` and with `z` in the range.
    fn row(&self, x: i32, z: Range<i32>) -> Range<usize> {
        let first = |z: i32| self.sorted.partition_point(|&(cell_x, cell_z, _)| (cell_x, cell_z) < (x, z));
        first(z.start)..first(z.end)
    }
}
