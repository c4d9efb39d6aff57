//! Characters that lose their ground for a moment, although a floor goes on below them.
//!
//! In: every frame, for every character, the ground that it stands on and what could have taken it off. Out: true in the frame in
//! which a character stands again after a loss of less than a quarter of a second that nothing explains.
//!
//! A loss is explained if in one of its frames
//! - the character jumped,
//! - its own velocity led away from the ground that it lost, or
//! - no floor was below its centre within `snap_distance` of the ground that it lost: it walked over an edge. That ground is as high as
//!   the point that it *touched* there: the feet of a ball of 0.5 m end 0.18 m below a rim, but the drop is that from the rim;
//! - or the way to the first place without ground leads off all ground by the [definition of a walk](super::leads_off), as over the
//!   rim of a flight that is no step there.
//!
//! The floor is looked for by a *ray*, which the caller casts. A sweep of the hull, as the library makes it, would meet the wall that
//! leans beside a ramp first, and so explain the very loss that is to be counted.

use super::stuck::frames_in;
use glam::{DVec3, Vec3};

/// Seconds without ground from which on a character is taken to have fallen.
pub const FLICKER_SECONDS: f32 = 0.25;

/// Speed off the lost ground from which on a velocity explains the loss, m/s: above the rounding of a velocity along a floor.
const LEAST_SPEED_OFF: f32 = 1e-3;

/// Detects characters, numbered `0..len`, whose ground is gone for less than [`FLICKER_SECONDS`] without a reason.
#[derive(Clone, Debug)]
pub struct FlickerTracker {
    losses: Vec<Loss>,
    /// Number of frames without ground that are a fall.
    frames: u32,
    /// Height by which a floor may be below the lost ground, metres.
    snap_distance: f64,
}

/// What a character stands on after a frame, world space, y up.
#[derive(Clone, Copy, Debug)]
pub struct Footing {
    /// Normal of the ground that carries the character, and height of the touched point, metres; `None` if nothing carries it.
    pub ground: Option<(Vec3, f64)>,
    /// Centre of the character, metres.
    pub center: DVec3,
    /// Velocity that the character keeps for the next frame, m/s.
    pub velocity: Vec3,
    /// Whether the frame began with a jump.
    pub jumped: bool,
}

/// The last ground of a character, and what happened since.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    /// Normal of the last ground, and height of the touched point in metres; `None` if there was none.
    ground: Option<(Vec3, f64)>,
    /// Centre on that ground, and in the first frame without any, metres.
    centers: [DVec3; 2],
    /// Number of frames since then.
    frames: u32,
    is_explained: bool,
}

impl FlickerTracker {
    /// Creates a tracker of `characters` characters for frames of `seconds` seconds, and a `snap_distance` in metres.
    #[must_use]
    pub fn new(characters: usize, seconds: f32, snap_distance: f32) -> Self {
        let losses = vec![Loss::default(); characters];
        Self { losses, frames: frames_in(FLICKER_SECONDS, seconds), snap_distance: f64::from(snap_distance) }
    }

    /// Forgets the ground of a character, which was teleported or had another one near. An unknown number is ignored.
    pub fn restart(&mut self, character: usize) {
        if let Some(loss) = self.losses.get_mut(character) {
            *loss = Loss::default();
        }
    }

    /// Records one frame of one character. Returns true if it stands again after a loss that nothing explains. An unknown number is
    /// ignored.
    ///
    /// `has_floor` answers whether a floor that can be walked is below the character's centre, at this height (metres) or above; it is
    /// called in frames without ground. `leads_off` answers whether a walk between two centres leads off all ground; it is called for
    /// a loss that nothing else explains.
    pub fn frame(
        &mut self,
        character: usize,
        footing: &Footing,
        has_floor: impl FnOnce(f64) -> bool,
        leads_off: impl FnOnce([DVec3; 2]) -> bool,
    ) -> bool {
        let Some(loss) = self.losses.get_mut(character) else { return false };
        if footing.ground.is_some() {
            let is_short = (1..self.frames).contains(&loss.frames);
            let flickered = is_short && !loss.is_explained && !leads_off(loss.centers);
            *loss = Loss { ground: footing.ground, centers: [footing.center; 2], ..Loss::default() };
            return flickered;
        }
        let Some((normal, height)) = loss.ground else { return false };
        if loss.frames == 0 {
            loss.centers[1] = footing.center;
        }
        loss.frames = loss.frames.saturating_add(1);
        loss.is_explained = loss.is_explained
            || footing.jumped
            || footing.velocity.dot(normal) > LEAST_SPEED_OFF
            || !has_floor(height - self.snap_distance);
        false
    }
}
