//! Characters that make no way at all for a moment, although they could.
//!
//! In: every frame, for every character, its desired velocity and its position. Out: in the frame in which a standstill
//! has lasted for a quarter of a second, that it has; and whether a way along the desired velocity is free there.
//!
//! 1. Each character has an anchor, the position before the first frame of a run, and a count. A frame with the desired
//!    velocity of the run that ends within 1 mm of the anchor adds one; other frames begin another run.
//! 2. At a quarter of a second the run is a candidate, once: nothing of it changes until it ends. A desired velocity so
//!    slow that it could not make 2 cm in that time is not watched.
//! 3. A character may stand for good reasons: it faces a wall, or an edge too high for it. So a candidate is frozen only
//!    if a direction within 60 degrees of its desired velocity is free for 2 cm. Along such a direction at least half of
//!    the desired velocity is left after everything in the way took its part.
//!
//! *Which directions.* They are level, or lie in the plane of the floor that carries the character: a slope that can be
//! walked rises in front of it and is no obstacle. No direction is raised above that plane. A hull that is raised first
//! gets over edges and onto slopes that the library does not climb, and would be called frozen before each of them.
//!
//! The sweep is the caller's: this file knows no kernel. It has to be one of the *hull*, the shape with the part of the
//! skin that a slide keeps, since the bare shape has room in gaps that no move enters; see [`crate::checking::hull`].

use super::stuck::frames_in;
use glam::{DVec3, Vec3};

/// Seconds with one desired velocity and without progress that make a candidate: 15 frames at 60 Hz.
pub const FROZEN_SECONDS: f32 = 0.25;

/// Metres from the anchor that count as progress.
pub const FROZEN_DISTANCE: f64 = 0.001;

/// Length in metres of the trial move, and the way that a desired velocity has to reach in [`FROZEN_SECONDS`].
pub const FROZEN_STEP: f32 = 0.02;

/// Cosine of the largest angle between a trial move and the desired velocity, 60 degrees, less the rounding of a
/// direction that is exactly so far off.
const LEAST_COSINE: f32 = 0.5 - 1e-6;

/// Cosines and sines of 0, 15, 30, 45 and 60 degrees, written out so that no platform's library rounds them another way.
const TURNS: [(f32, f32); 5] = [
    (1.0, 0.0),
    (0.965_925_8, 0.258_819_04),
    (0.866_025_4, 0.5),
    (std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2),
    (0.5, 0.866_025_4),
];

/// Watches for standstills of characters numbered `0..len`.
#[derive(Clone, Debug)]
pub struct FrozenTracker {
    runs: Vec<Run>,
    frames: u32,
}

/// Frames of one character with one desired velocity and without progress.
#[derive(Clone, Copy, Debug)]
struct Run {
    velocity: Vec3,
    anchor: DVec3,
    /// Position after the frame before this one: where the next run begins.
    last: DVec3,
    frames: u32,
}

impl Run {
    fn new(position: DVec3) -> Self {
        Self { velocity: Vec3::ZERO, anchor: position, last: position, frames: 0 }
    }
}

impl FrozenTracker {
    /// A tracker of characters that stand at `positions` (metres) and are watched at 60 Hz; their number is their index.
    #[must_use]
    pub fn new(positions: impl IntoIterator<Item = DVec3>) -> Self {
        let runs = positions.into_iter().map(Run::new).collect();
        Self { runs, frames: frames_in(FROZEN_SECONDS, 1.0 / 60.0) }
    }

    /// The same tracker for frames of `seconds`.
    #[must_use]
    pub fn with_frames_of(self, seconds: f32) -> Self {
        Self { frames: frames_in(FROZEN_SECONDS, seconds), ..self }
    }

    /// Starts over for a character that was put somewhere else. An unknown number is ignored.
    pub fn restart(&mut self, character: usize, position: DVec3) {
        if let Some(run) = self.runs.get_mut(character) {
            *run = Run::new(position);
        }
    }

    /// Takes in one frame of one character: the velocity it desired (m/s) and its position after the frame (metres).
    /// Whether the run becomes a candidate in this very frame.
    ///
    /// A velocity that is NaN, or too slow to make [`FROZEN_STEP`] in [`FROZEN_SECONDS`], and a position that is not
    /// finite start over. An unknown number is ignored.
    pub fn frame(&mut self, character: usize, velocity: Vec3, position: DVec3) -> bool {
        let frames = self.frames;
        let Some(run) = self.runs.get_mut(character) else { return false };
        if velocity != run.velocity {
            *run = Run { velocity, ..Run::new(run.last) };
        }
        run.last = position;
        let could = velocity.length() * FROZEN_SECONDS >= FROZEN_STEP;
        if could && run.anchor.distance(position) < FROZEN_DISTANCE {
            run.frames = run.frames.saturating_add(1);
            run.frames == frames
        } else {
            (run.anchor, run.frames) = (position, 0);
            false
        }
    }
}

/// Whether a candidate at `position` (metres) that desires `velocity` (m/s) is frozen: `free` says whether its hull can
/// be swept from there by a displacement of [`FROZEN_STEP`] without being stopped. It is asked until it says yes.
///
/// `floor` is the normal of the floor that carries the character, if one does.
#[must_use]
pub fn is_frozen(
    position: DVec3,
    velocity: Vec3,
    floor: Option<Vec3>,
    mut free: impl FnMut(DVec3, Vec3) -> bool,
) -> bool {
    free_directions(velocity, floor).any(|direction| free(position, direction * FROZEN_STEP))
}

/// Unit vectors within 60 degrees of `velocity`, straight ahead first: level ones, then those in the plane of the floor
/// with this normal. None for a velocity without a level part.
pub fn free_directions(velocity: Vec3, floor: Option<Vec3>) -> impl Iterator<Item = Vec3> {
    let ahead = velocity.normalize_or_zero();
    let level = Vec3::new(velocity.x, 0.0, velocity.z).normalize_or_zero();
    let turned = TURNS.into_iter().flat_map(move |(cosine, sine)| {
        let aside = Vec3::new(-level.z, 0.0, level.x) * sine;
        // Straight ahead is the same to both sides.
        [level * cosine + aside, level * cosine - aside].into_iter().take(if sine == 0.0 { 1 } else { 2 })
    });
    let along = move |normal: Vec3| turned.clone().map(move |way| (way - normal * way.dot(normal)).normalize_or_zero());
    // The plane of a level floor has the level directions again.
    let floor = floor.filter(|normal| normal.x != 0.0 || normal.z != 0.0);
    let planes = [Some(Vec3::Y), floor].into_iter().flatten();
    planes.flat_map(along).filter(move |way| way.dot(ahead) >= LEAST_COSINE)
}
