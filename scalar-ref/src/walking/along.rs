//! The part of a level displacement that floors and walls leave.
//!
//! In: a level displacement, the normals of floors and of walls, up. Out: the remaining level displacement, and the motion over the
//! floors.
//!
//! A level displacement `l` over floors with the normals `f` rises by the largest `-(f·l) / (f·up)`; or, if the floors lead down
//! and a wall is in the way there, not at all. It is free if it then leads into no wall. This depends on its direction alone. So
//! the nearest free displacement lies along the free direction with the least angle to the desired one: that itself, or one in
//! which some wall is only just not led into over some floor. All of these directions are tried.

use glam::DVec3;

/// Largest distance that a walking motion may go into a wall, per unit of its length: the rounding of normals in `f32`.
const INTO: f64 = 1e-6;

/// Level displacement of a walking character that the walls allow, and the motion over the floors that carries it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Along {
    /// Level (horizontal) displacement that the walls allow, metres.
    pub level: DVec3,
    /// Motion over the floors that carries out the level displacement, metres; as long as that if `keeps_length` is set.
    pub motion: DVec3,
}

/// Walking displacement allowed by walls that is nearest to the level one `desired`; normals and `up` are unit vectors.
#[must_use]
pub fn along(desired: DVec3, floors: &[DVec3], walls: &[DVec3], up: DVec3, keeps_length: bool) -> Along {
    let length = desired.length();
    let Some(ahead) = desired.try_normalize() else { return Along { level: DVec3::ZERO, motion: DVec3::ZERO } };
    let mut best: Option<(f64, DVec3, f64)> = None;
    let mut consider = |direction: DVec3| {
        let part = direction.dot(ahead);
        if part > best.map_or(0.0, |(most, ..)| most)
            && let Some(rise) = free_rise(direction, floors, walls, up)
        {
            best = Some((part, direction, rise));
        }
    };
    consider(ahead);
    for wall in walls {
        for floor in floors.iter().chain([&up]) {
            let across = *wall - *floor * (wall.dot(up) / floor.dot(up));
            if let Some(direction) = up.cross(across).try_normalize() {
                consider(direction);
                consider(-direction);
            }
        }
    }
    let Some((part, direction, rise)) = best else { return Along { level: DVec3::ZERO, motion: DVec3::ZERO } };
    let level = direction * (part * length);
    let motion = (direction + up * rise) * (part * length);
    let motion = if keeps_length { motion.normalize_or_zero() * level.length() } else { motion };
    Along { level, motion }
}

/// Rise over the floors per unit of level motion in a direction; `None` if the motion leads into a wall.
fn free_rise(direction: DVec3, floors: &[DVec3], walls: &[DVec3], up: DVec3) -> Option<f64> {
    let rise = floors.iter().map(|floor| -floor.dot(direction) / floor.dot(up)).reduce(f64::max).unwrap_or(0.0);
    [rise, rise.max(0.0)].into_iter().find(|rise| {
        let motion = direction + up * *rise;
        walls.iter().all(|wall| wall.dot(motion) >= -INTO * motion.length())
    })
}
