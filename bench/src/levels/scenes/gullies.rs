//! Creases to slide down: gullies of two steep planes, steep slopes beside a wall, funnels with odd numbers of sides.
//!
//! In: angles in degrees, sizes in metres. Out: stalls side by side, each between walls: a floor, the gully up from it,
//! and level ground behind its upper end; then a row of funnels. Drop points stand over every crease, so that
//! characters start on it; characters that walk off the level ground above slide down, too.
//!
//! A gully's two planes have one slope. Their lines of steepest descent are turned by an angle to either side of the
//! crease, which lies along x: at 0 they are one plane, and at 90 they meet in a level crease. A stall with one plane
//! has a wall in place of the other.

use glam::Vec3;

use super::builder::{Builder, trig, walls_around};
use super::corners::funnel;
use crate::levels::Level;

/// Width along z of a sloped plane, metres.
const WIDTH: f32 = 2.5;
/// Height of a gully's upper ground above its floor, metres.
const HEIGHT: f32 = 6.0;
/// Length along x of the level ground before and behind a gully, metres.
const GROUND: f32 = 3.0;

/// Height of a stall's walls above its upper ground, metres.
const WALL: f32 = 2.5;

/// Distance between two neighbouring stalls, metres; too small for any character to fall in.
const APART: f32 = 0.25;

/// Number of drop points of characters above a crease.
const DROPS: usize = 4;

/// Radii of a funnel, metres: of its floor, its upper edge, and the surrounding ground.
const FUNNEL: [f32; 3] = [0.25, 2.5, 4.5];

/// Shape of the crease in a walled stall of the scene: between two planes, or between a plane and a wall.
#[derive(Clone, Copy, Debug)]
pub enum Stall {
    /// Two sloped planes whose lines of steepest descent are rotated towards the crease between them.
    Gully {
        /// Slope of both planes against the horizontal, degrees.
        slope: f32,
        /// Rotation of each plane about the vertical towards the crease, degrees.
        turn: f32,
    },
    /// One sloped plane whose line of steepest descent is rotated towards a wall along the crease.
    BesideWall {
        /// Slope of the plane against the horizontal, degrees.
        slope: f32,
        /// Rotation of the plane's line of steepest descent about the vertical towards the wall, degrees.
        turn: f32,
    },
}

/// Builds a row of stalls along z, and a row of funnels, each given as its number of sides and its slope in degrees.
#[must_use]
pub fn gullies(stalls: &[Stall], funnels: &[(usize, f32)]) -> Level {
    let mut level = Level::new("gullies");
    // All stalls begin and end at the same x, so that walls at both ends close their row.
    let shapes = stalls.iter().map(|stall| match *stall {
        Stall::Gully { slope, turn } | Stall::BesideWall { slope, turn } => Crease::new(slope, turn),
    });
    let shapes: Vec<Crease> = shapes.collect();
    let start = shapes.iter().map(|crease| -crease.back).fold(0.0, f32::min) - GROUND;
    let end = shapes.iter().map(|crease| crease.length).fold(0.0, f32::max) + GROUND;
    let mut z = 0.0;
    for (stall, crease) in stalls.iter().zip(shapes) {
        let mut builder = Builder::new("stall");
        let is_gully = matches!(stall, Stall::Gully { .. });
        let axis = if is_gully { z + WIDTH } else { z };
        half(&mut builder, crease, axis, 1.0, [start, end]);
        if is_gully {
            half(&mut builder, crease, axis, -1.0, [start, end]);
        }
        let width = if is_gully { 2.0 * WIDTH } else { WIDTH };
        level.append(&builder.finish());
        level.append(&walls_around(Vec3::new(start, 0.0, z), Vec3::new(end, HEIGHT, z + width), WALL));
        let inside = if is_gully { 0.0 } else { 0.3 * WIDTH };
        for drop in 1..=DROPS {
            let x = crease.length * drop as f32 / (DROPS + 1) as f32;
            level.drop_points.push(Vec3::new(x, HEIGHT + WALL, axis + inside));
        }
        z += width + APART;
    }
    let [bottom, top, outer] = FUNNEL;
    for (number, &(sides, slope)) in funnels.iter().enumerate() {
        let place = Vec3::new(start - outer - APART, 0.0, outer + (2.0 * outer + APART) * number as f32);
        let mut pit = funnel(sides, slope, bottom, top, outer).finish();
        let high = pit.bounds().map_or(0.0, |(_, high)| high.y);
        pit.drop_points.extend([Vec3::new(0.0, high, 0.0), Vec3::new(0.5 * top, high, 0.1 * top)]);
        level.append(&pit.moved(place));
    }
    level
}

/// Dimensions of a sloped plane beside a crease; the crease's lower end is the origin.
#[derive(Clone, Copy)]
struct Crease {
    /// Length along x of the crease, from the floor to the upper ground, metres.
    length: f32,
    /// Distance along x by which the outer end of the plane's lower border lies behind its end at the crease, metres.
    back: f32,
}

impl Crease {
    fn new(slope: f32, turn: f32) -> Self {
        let ((_, cos, tan), (_, _, steep)) = (trig(turn), trig(slope));
        Self { length: HEIGHT / (steep * cos), back: WIDTH * tan }
    }
}

/// Adds floor, sloped plane and upper ground on one side of the crease at z = `axis`: `side` is 1 for high z, -1 for low z.
fn half(builder: &mut Builder, crease: Crease, axis: f32, side: f32, [start, end]: [f32; 2]) {
    let Crease { length, back } = crease;
    let at = |x: f32, y: f32, is_outer: bool| Vec3::new(x, y, axis + if is_outer { side * WIDTH } else { 0.0 });
    let mut ground = |[a, b, c, d]: [Vec3; 4]| builder.quad(if side > 0.0 { [a, b, c, d] } else { [d, c, b, a] });
    let (low, high) = (0.0, HEIGHT);
    ground([at(start, low, false), at(start, low, true), at(-back, low, true), at(0.0, low, false)]);
    ground([at(0.0, low, false), at(-back, low, true), at(length - back, high, true), at(length, high, false)]);
    ground([at(length, high, false), at(length - back, high, true), at(end, high, true), at(end, high, false)]);
}
