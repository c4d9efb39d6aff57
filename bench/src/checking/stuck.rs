//! Characters that desire to move and make no progress, although a direction is free.
//!
//! In: every frame, for every character, the length of its desired displacement and its position. Out: the characters
//! that desired to move for two seconds and stayed within 1 cm all that time.
//!
//! Each character has an anchor and a count. A frame with a desired displacement that ends within 1 cm of the anchor
//! adds one; a frame that gets farther, or has no desired displacement, moves the anchor and starts over. One frame
//! costs a distance per character, and finds a character that trembles in place, however long its path.
//!
//! The caller leaves out characters that keep facing a wall. Standing at a dead end is no fault, so a candidate is
//! stuck only if one of 16 horizontal directions is free for 10 cm. The caller provides the sweep of the hull, because
//! this file does not use the kernel.

use glam::{DVec3, Vec3};

/// Seconds with a desired displacement and without progress after which a character may be stuck.
pub const STUCK_SECONDS: f32 = 2.0;

/// Number of frames at 60 Hz in [`STUCK_SECONDS`], after which a character without progress may be stuck.
pub const STUCK_FRAMES: u32 = 120;

/// Distance from the start of a run of frames beyond which a character made progress and cannot be stuck, metres.
pub const STUCK_DISTANCE: f64 = 0.01;

/// Length in metres of the trial move of a candidate for being stuck in each of [`FREE_DIRECTIONS`].
pub const FREE_STEP: f32 = 0.1;

/// Cosine of 22.5°, written out so that no platform's library rounds it differently.
const C: f32 = 0.923_879_5;
/// Sine of 22.5°, written out so that no platform's library rounds it differently.
const S: f32 = 0.382_683_43;
/// Sine and cosine of 45°.
const H: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Sixteen horizontal unit vectors, 22.5° apart, in which a possibly stuck character tries to move.
pub const FREE_DIRECTIONS: [Vec3; 16] = [
    Vec3::new(1.0, 0.0, 0.0),
    Vec3::new(C, 0.0, S),
    Vec3::new(H, 0.0, H),
    Vec3::new(S, 0.0, C),
    Vec3::new(0.0, 0.0, 1.0),
    Vec3::new(-S, 0.0, C),
    Vec3::new(-H, 0.0, H),
    Vec3::new(-C, 0.0, S),
    Vec3::new(-1.0, 0.0, 0.0),
    Vec3::new(-C, 0.0, -S),
    Vec3::new(-H, 0.0, -H),
    Vec3::new(-S, 0.0, -C),
    Vec3::new(0.0, 0.0, -1.0),
    Vec3::new(S, 0.0, -C),
    Vec3::new(H, 0.0, -H),
    Vec3::new(C, 0.0, -S),
];

/// Detects characters, numbered `0..len`, that make no progress although they have a desired displacement.
#[derive(Clone, Debug)]
pub struct StuckTracker {
    anchors: Vec<DVec3>,
    frames: Vec<u32>,
    /// Number of frames without progress after which a character may be stuck.
    most: u32,
}

/// Returns the minimum number of frames of `frame` seconds that last for `seconds` or longer; at least one.
#[must_use]
pub fn frames_in(seconds: f32, frame: f32) -> u32 {
    // A hundredth of a frame is the rounding of both.
    ((seconds / frame - 0.01).ceil() as u32).max(1)
}

impl StuckTracker {
    /// Creates a tracker at 60 Hz for characters at `positions` (metres), numbered by index.
    #[must_use]
    pub fn new(positions: impl IntoIterator<Item = DVec3>) -> Self {
        let anchors: Vec<_> = positions.into_iter().collect();
        let frames = vec![0; anchors.len()];
        Self { anchors, frames, most: STUCK_FRAMES }
    }

    /// Sets the length of the tracked frames, seconds, instead of 1/60.
    #[must_use]
    pub fn with_frames_of(self, seconds: f32) -> Self {
        Self { most: frames_in(STUCK_SECONDS, seconds), ..self }
    }

    /// Number of characters that the tracker watches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.anchors.len()
    }

    /// Returns true if the tracker watches no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.anchors.is_empty()
    }

    /// Restarts the frame count of a teleported character at its new position (metres). An unknown number is ignored.
    pub fn restart(&mut self, character: usize, position: DVec3) {
        if let (Some(anchor), Some(frames)) = (self.anchors.get_mut(character), self.frames.get_mut(character)) {
            *anchor = position;
            *frames = 0;
        }
    }

    /// Records one frame of one character: the length of its desired displacement (any unit; 0 if it does not desire to
    /// move) and its position after the frame (metres).
    ///
    /// A NaN length counts as 0; a position that is not finite restarts the count. An unknown number is ignored.
    pub fn frame(&mut self, character: usize, desired_length: f32, position: DVec3) {
        let Some(&anchor) = self.anchors.get(character) else { return };
        if desired_length > 0.0 && anchor.distance(position) < STUCK_DISTANCE {
            self.frames[character] = self.frames[character].saturating_add(1);
        } else {
            self.restart(character, position);
        }
    }

    /// Returns the numbers of the characters without progress for [`STUCK_SECONDS`] or longer, ascending.
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.frames.iter().enumerate().filter(|&(_, &frames)| frames >= self.most).map(|(character, _)| character)
    }

    /// Returns the candidates that have a free direction, in ascending order.
    ///
    /// `position` gives the present position of a character (metres). `free` sweeps the character's hull from there
    /// along the given displacement (one of [`FREE_DIRECTIONS`] times [`FREE_STEP`]) and returns true if nothing stops
    /// it; it is called for candidates only, until it returns true.
    pub fn stuck<'a>(
        &'a self,
        position: impl Fn(usize) -> DVec3 + 'a,
        mut free: impl FnMut(DVec3, Vec3) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.candidates().filter(move |&character| {
            let from = position(character);
            FREE_DIRECTIONS.iter().any(|&direction| free(from, direction * FREE_STEP))
        })
    }
}
