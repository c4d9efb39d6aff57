//! A world that was accepted can be used.
//!
//! In: a world made of any input that the library took, and its triangles. A tame character beside one of its
//! triangles and a wild one anywhere sweep through it, slide, and step in a crowd: every answer is finite, and
//! nothing panics.

use super::bytes::Reader;
use super::finding::{Finding, demand};
use glam::Vec3;
use sweep8::{Crowd, CrowdSettings, Ellipsoid, Hit, Scratch, Sides, SlideSettings, SlideStatus, World};

/// Frames that a crowd walks.
const FRAMES: u32 = 3;

/// Checks what `world` answers near the point `beside`, metres; what else is asked comes from `reader`.
pub(super) fn check(world: &World, beside: Vec3, reader: &mut Reader<'_>) -> Result<(), Finding> {
    let mut scratch = Scratch::new();
    let tame = (Vec3::new(0.4, 0.9, 0.4), beside + reader.vector(1e-3, 4.0), reader.vector(1e-3, 8.0));
    let wild = (reader.raw_vector(), reader.raw_vector(), reader.raw_vector());
    let settings = SlideSettings { gravity: Vec3::NEG_Y * 0.02, ..SlideSettings::default() };
    let mut crowd = Crowd::new(CrowdSettings::default());
    for (radii, center, desired) in [tame, wild] {
        let Ok(shape) = Ellipsoid::new(radii) else { continue };
        let case = |what: &dyn std::fmt::Debug| format!("{what:?}: {radii:?} at {center:?} by {desired:?}");
        for sides in [Sides::Both, Sides::Front] {
            if let Ok(Some(hit)) = world.try_sweep(&shape, center, desired, sides, &mut scratch) {
                demand(is_sound(&hit, world), || case(&hit))?;
            }
        }
        let out = world.slide(&shape, center, desired, &settings, &mut scratch);
        let sound = if let SlideStatus::Refused(_) = out.status {
            out.center.to_array().map(f32::to_bits) == center.to_array().map(f32::to_bits) && out.travel == Vec3::ZERO
        } else {
            let numbers = [out.path, out.fall, out.depenetrated_by];
            let contacts = out.contacts().iter().all(|contact| contact.point.is_finite() && contact.normal.is_finite());
            out.center.is_finite() && out.travel.is_finite() && numbers.iter().all(|n| n.is_finite()) && contacts
        };
        demand(sound, || case(&out))?;
        if let Ok(id) = crowd.try_spawn(shape, center) {
            // A velocity that is refused leaves the character standing.
            let _ = crowd.set_velocity(id, desired);
        }
    }
    for _ in 0..FRAMES {
        crowd.step(world, 1.0 / 60.0);
    }
    let lost = crowd.ids().map(|id| crowd.position_f64(id)).find(|position| !position.is_finite());
    demand(lost.is_none(), || format!("a character went to {lost:?}: {tame:?}, {wild:?}"))
}

fn is_sound(hit: &Hit, world: &World) -> bool {
    let numbers = hit.point.is_finite() && hit.overlap.is_finite() && hit.overlap >= 0.0;
    let unit = (hit.normal.length() - 1.0).abs() < 1e-5;
    numbers && unit && (0.0..=1.0).contains(&hit.fraction) && (hit.triangle as usize) < world.report().triangles
}
