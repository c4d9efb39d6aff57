//! The lowest height at which a hull has room over a level position: the lower end of a clear interval of heights.
//!
//! In: a hull at an offset that may overlap triangles. Out: how far it rises to the lower end of the first clear interval at or above
//! its height. At a level position every triangle blocks one interval of heights, so a hull that overlaps a triangle rises to the upper
//! end of the interval of that triangle, and then of the next, until it overlaps none. See `docs/math/walking.md`.

use crate::base::tolerance::{SLOPE_ROUNDING, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::swept::Swept;
use crate::character::slide::slide_setup::SlideSetup;
use crate::simd::Lanes;
use glam::Vec3;

/// Most triangles that a hull rises over at one position: more are a heap of debris, and a wall.
const MOST_RISES: usize = 12;

/// A hull that has no room over a level position, below the greatest height.
pub(super) struct NoRoom {
    /// Level displacement off the surface that is too high, metres; without bounds if it neither stands upright nor leans over.
    pub(super) off: Vec3,
    /// Normal of that surface, towards the hull; zero if it is not known.
    pub(super) normal: Vec3,
}

/// Height by which a hull at offset `at` rises until it overlaps nothing, with the gap of a stop, metres; 0 if it is clear. An error if
/// it would touch a point above `highest`, a height over the start of the slide.
#[inline(never)]
pub(super) fn clear_rise<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    at: Vec3,
    highest: f32,
) -> Result<f32, NoRoom> {
    let (up, skin) = (setup.up, setup.rules.skin);
    let gap = TOUCH_PART * skin;
    // Nearer than the gap of a stop counts as an overlap.
    let mut risen = -gap;
    for _ in 0..MOST_RISES {
        let center = at + up * risen;
        setup.cover(set, center, 0.0);
        let swept = set.overlaps_outlined(center);
        if swept.deepest() <= set.rounding(&swept) {
            return Ok(risen.max(0.0));
        }
        let Some(out) = set.last_touch(&swept, up) else { break };
        let cosine = out.normal.dot(up);
        let touched = center.dot(up) + out.way + out.point.dot(up);
        if touched > highest || cosine <= 0.0 {
            return Err(no_room(setup, set, &swept));
        }
        risen += out.way + (gap / cosine).min(skin);
    }
    Err(NoRoom { off: Vec3::MAX, normal: Vec3::ZERO })
}

/// The deepest overlap, and the shortest level displacement that leads out of it if it is with an upright or overhanging surface. Other
/// surfaces are higher than a step.
fn no_room<L: Lanes>(setup: &SlideSetup, set: &CollisionSet<L>, swept: &Swept) -> NoRoom {
    let Some(contact) = set.contact(swept) else { return NoRoom { off: Vec3::MAX, normal: Vec3::ZERO } };
    let normal = contact.world_normal(&set.space);
    let cosine = normal.dot(setup.up);
    let across = normal - setup.up * cosine;
    let square = across.length_squared();
    let leads_out = cosine <= SLOPE_ROUNDING && square > 0.0;
    let off = if leads_out { across * (contact.world_depth(&set.space) / square) } else { Vec3::MAX };
    NoRoom { off, normal }
}
