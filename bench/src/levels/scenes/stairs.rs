//! Stairs, and the convex crest of a ridge.
//!
//! In: measures in metres and degrees. Out: profiles along x, extruded along z; walkers go from low to high x. Open at
//! all sides; `Builder::enclose` closes them for a crowd.

use super::builder::{Builder, pieces, trig};

/// Length along x of the level ground before and behind a flight of stairs or slope, metres.
pub const LANDING: f32 = 8.0;

/// Builds a flight of `steps` steps up along x, each `step_height` high and `tread` deep, `width` wide along z. The first
/// riser stands at x = 0; level ground of [`LANDING`] metres lies before it at y = 0 and behind the last one.
#[must_use]
pub fn stairs(step_height: f32, tread: f32, steps: usize, width: f32) -> Builder {
    let mut profile = vec![[-LANDING, 0.0]];
    for step in 0..steps {
        let x = step as f32 * tread;
        profile.push([x, step as f32 * step_height]);
        profile.push([x, (step + 1) as f32 * step_height]);
    }
    let [x, y] = profile[profile.len() - 1];
    profile.push([x.max(0.0) + tread + LANDING, y]);
    pull_out("stairs", &profile, width)
}

/// Builds a ridge across x = 0: level ground, a slope up of `degrees`, the crest, the same slope down, level ground. Slopes
/// are `length` long seen from above.
#[must_use]
pub fn crest(degrees: f32, length: f32, width: f32) -> Builder {
    let height = length * trig(degrees).2;
    let end = length + LANDING;
    let profile = [[-end, 0.0], [-length, 0.0], [0.0, height], [length, 0.0], [end, 0.0]];
    pull_out("crest", &profile, width)
}

/// Builds a level from a profile of (x, y) points, extruded along z by half of `width` to each side, in pieces of about 1 m.
fn pull_out(name: &str, profile: &[[f32; 2]], width: f32) -> Builder {
    let mut builder = Builder::new(name);
    for pair in profile.windows(2) {
        let [[x0, y0], [x1, y1]] = [pair[0], pair[1]];
        let at = |x, y, z| glam::Vec3::new(x, y, z);
        let half = width / 2.0;
        // A riser is not cut vertically.
        let along = pieces((x1 - x0).abs(), 1.0);
        let corners = [at(x0, y0, half), at(x1, y1, half), at(x1, y1, -half), at(x0, y0, -half)];
        builder.patch(corners, along, pieces(width, 1.0));
    }
    builder
}
