//! Characters that do not move at all for a quarter of a second, although a direction is free.
//!
//! In: every frame, for every character, its desired velocity and its position. Out: a candidate in the frame in which
//! a standstill has lasted for a quarter of a second; and whether a direction near the desired velocity is free there.
//!
//! 1. Each character has an anchor, the position before the first frame of a run, and a count. A frame with the desired
//!    velocity of the run that ends within 1 mm of the anchor adds one; other frames begin another run.
//! 2. At a quarter of a second the run becomes a candidate, once. A desired velocity so slow that it could not make 2
//!    cm in that time is not watched.
//! 3. A character may stand for good reasons: it faces a wall, or an edge too high for it. So a candidate is frozen
//!    only if a direction within 60 degrees of its desired velocity is free for 2 cm. Obstacles leave at least half of
//!    the desired velocity along such a direction.
//! 4. A walker stands for a good reason, too, where the [definition of a walk](super::stays) makes no way: in the corner of an edge that it
//!    stands on and a post, the hull is free to go where nothing would carry it.
//!
//! *Which directions.* They are level, or lie in the plane of the floor that carries the character: a slope that can be
//! walked rises in front of it and is no obstacle. No direction is raised above that plane. A raised hull would get
//! over edges and onto slopes that the library does not climb, and the check would call characters frozen in front of
//! them.
//!
//! The caller makes the sweep, because this file does not use the kernel. It has to sweep the *hull*, the shape grown
//! by the part of the skin that a slide keeps, because the bare shape has room in gaps that no move enters; see
//! [`crate::checking::hull`].

use super::stuck::frames_in;
use glam::{DVec3, Vec3};

/// Seconds with one desired velocity and without progress after which a character may be frozen: 15 frames at 60 Hz.
pub const FROZEN_SECONDS: f32 = 0.25;

/// Distance from the start of a run of frames beyond which a character made progress and cannot be frozen, metres.
pub const FROZEN_DISTANCE: f64 = 0.001;

/// Length in metres of the trial move, and minimum distance that a watched desired velocity reaches in
/// [`FROZEN_SECONDS`].
pub const FROZEN_STEP: f32 = 0.02;

/// Cosine of the largest angle between a trial move and the desired velocity, 60 degrees, less the rounding of a
/// direction at exactly this angle.
const LEAST_COSINE: f32 = 0.5 - 1e-6;

/// Cosines and sines of 0, 15, 30, 45 and 60 degrees, written out so that no platform's library rounds them
/// differently.
const TURNS: [(f32, f32); 5] = [
    (1.0, 0.0),
    (0.965_925_8, 0.258_819_04),
    (0.866_025_4, 0.5),
    (std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2),
    (0.5, 0.866_025_4),
];

/// Detects characters, numbered `0..len`, that do not move for a quarter of a second although they have a desired velocity.
#[derive(Clone, Debug)]
pub struct FrozenTracker {
    runs: Vec<Run>,
    frames: u32,
}

/// Consecutive frames of one character in which it had the same desired velocity and made no progress.
#[derive(Clone, Copy, Debug)]
struct Run {
    velocity: Vec3,
    anchor: DVec3,
    /// Position of the character after the previous frame, metres, world space.
    last: DVec3,
    frames: u32,
}

impl Run {
    fn new(position: DVec3) -> Self {
        Self { velocity: Vec3::ZERO, anchor: position, last: position, frames: 0 }
    }
}

impl FrozenTracker {
    /// Creates a tracker at 60 Hz for characters at `positions` (metres), numbered by index.
    #[must_use]
    pub fn new(positions: impl IntoIterator<Item = DVec3>) -> Self {
        let runs = positions.into_iter().map(Run::new).collect();
        Self { runs, frames: frames_in(FROZEN_SECONDS, 1.0 / 60.0) }
    }

    /// Sets the length of the tracked frames, seconds, instead of 1/60.
    #[must_use]
    pub fn with_frames_of(self, seconds: f32) -> Self {
        Self { frames: frames_in(FROZEN_SECONDS, seconds), ..self }
    }

    /// Restarts the frame count of a teleported character at its new position (metres). An unknown number is ignored.
    pub fn restart(&mut self, character: usize, position: DVec3) {
        if let Some(run) = self.runs.get_mut(character) {
            *run = Run::new(position);
        }
    }

    /// Records one frame of one character: its desired velocity (m/s) and its position after the frame (metres).
    /// Returns true if its run becomes a candidate in this frame.
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

/// Returns true if a candidate at `position` (metres) with the desired velocity `velocity` (m/s) is frozen. `free`
/// sweeps its hull from there by a displacement of length [`FROZEN_STEP`], and returns true if nothing stops it. It is
/// called until it returns true.
///
/// `floor` is the normal of the floor that carries the character, if there is one.
#[must_use]
pub fn is_frozen(
    position: DVec3,
    velocity: Vec3,
    floor: Option<Vec3>,
    mut free: impl FnMut(DVec3, Vec3) -> bool,
) -> bool {
    free_directions(velocity, floor).any(|direction| free(position, direction * FROZEN_STEP))
}

/// Returns unit vectors within 60 degrees of `velocity`, straight ahead first: level ones, then those in the plane of the floor
/// with this normal. Returns none for a vertical velocity.
pub fn free_directions(velocity: Vec3, floor: Option<Vec3>) -> impl Iterator<Item = Vec3> {
    let ahead = velocity.normalize_or_zero();
    let level = Vec3::new(velocity.x, 0.0, velocity.z).normalize_or_zero();
    let turned = TURNS.into_iter().flat_map(move |(cosine, sine)| {
        let aside = Vec3::new(-level.z, 0.0, level.x) * sine;
        // Straight ahead has no mirror image.
        [level * cosine + aside, level * cosine - aside].into_iter().take(if sine == 0.0 { 1 } else { 2 })
    });
    let along = move |normal: Vec3| turned.clone().map(move |way| (way - normal * way.dot(normal)).normalize_or_zero());
    // The plane of a level floor repeats the level directions.
    let floor = floor.filter(|normal| normal.x != 0.0 || normal.z != 0.0);
    let planes = [Some(Vec3::Y), floor].into_iter().flatten();
    planes.flat_map(along).filter(move |way| way.dot(ahead) >= LEAST_COSINE)
}
