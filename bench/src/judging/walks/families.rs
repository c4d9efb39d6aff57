//! Families of walks, each drawn at random, off the thresholds by 1 % or more.

use super::parts::{FAR, Part, block, floor, profile, quad, rounded, stairs, wall};
use super::walk::Walk;
use crate::random::Random;
use glam::{DVec3, Vec3, Vec3Swizzles};
use sweep8::{CharacterSettings, Ellipsoid};
use sweep8_scalar_ref::testkit::triangles::{exactly, grid};

/// Radii of bodies, metres: person, child, ball, flat, slender.
const BODIES: [[f32; 3]; 5] = [[0.4, 0.9, 0.4], [0.3, 0.6, 0.3], [0.35; 3], [0.6, 0.2, 0.6], [0.25, 0.95, 0.25]];

/// Steps in a second.
const RATES: [f32; 5] = [30.0, 60.0, 144.0, 240.0, 1000.0];

/// Speeds, m/s.
const SPEEDS: [f32; 5] = [0.5, 1.5, 3.0, 5.0, 8.0];

/// Lean of a wall, degrees: upright, within rounding of it, back, over.
const LEANS: [f64; 8] = [90.0, 89.97, 90.03, 89.5, 91.0, 85.0, 75.0, 60.0];

/// Largest number of steps of a walk.
const MOST_STEPS: f32 = 1_200.0;

/// A family of walks.
pub struct Family {
    /// Name of the family.
    pub name: &'static str,
    /// Draws a walk.
    pub draw: fn(&mut Random) -> Walk,
}

/// All families.
pub const FAMILIES: [Family; 15] = [
    Family { name: "ramps beside walls", draw: ramp_beside_wall },
    Family { name: "stairs beside walls", draw: stairs_beside_wall },
    Family { name: "open stairs", draw: open_stairs },
    Family { name: "flights among pillars", draw: flight },
    Family { name: "doorsteps under lintels", draw: doorstep },
    Family { name: "stairs under ceilings", draw: stairs_under_ceiling },
    Family { name: "low faces", draw: low_face },
    Family { name: "kerbs", draw: kerb },
    Family { name: "low kerbs, lower steps", draw: low_kerb },
    Family { name: "fences and tents", draw: fence },
    Family { name: "boxes at corners", draw: box_corner },
    Family { name: "heaps of boxes", draw: heap },
    Family { name: "rough ground", draw: rough },
    Family { name: "ground without steps", draw: without_steps },
    Family { name: "slots", draw: slot },
];

fn pick<T: Copy, const N: usize>(random: &mut Random, of: &[T; N]) -> T {
    of[random.below(N)]
}

/// One of several bodies, with equal or different limits.
fn settings(random: &mut Random, body: [f32; 3]) -> CharacterSettings {
    let step_height = random.range(0.2, 0.4) as f32;
    let snap_distance = if random.below(3) == 0 { random.range(0.2, 0.4) as f32 } else { step_height };
    let shape = Ellipsoid::new(Vec3::from_array(body)).expect("radii of a body");
    CharacterSettings { shape: shape.into(), step_height, snap_distance, ..CharacterSettings::default() }
}

fn person(step: f32) -> CharacterSettings {
    CharacterSettings { step_height: step, snap_distance: step, ..CharacterSettings::default() }
}

/// A height that is a step, or one that is none, by 2 % or more.
fn height(random: &mut Random, limit: f64) -> f64 {
    if random.below(3) == 0 { random.range(1.02, 1.8) * limit } else { random.range(0.15, 0.98) * limit }
}

/// Sets a walk in a heading, degrees from +x towards +z, for a length.
fn going(random: &mut Random, walk: Walk, degrees: f64, length: f32) -> Walk {
    let (sine, cosine) = (degrees.to_radians() as f32).sin_cos();
    let (speed, hz) = (pick(random, &SPEEDS), pick(random, &RATES));
    let steps = (length / speed * hz).clamp(2.0, MOST_STEPS) as usize;
    Walk { velocity: Vec3::new(cosine, 0.0, sine) * speed, hz, steps, ..walk }
}

fn ramp_beside_wall(random: &mut Random) -> Walk {
    let slope = random.range(-35.0_f64, 35.0).to_radians().tan();
    let ramp = profile(&[(-FAR, -FAR * slope), (FAR, FAR * slope)]);
    let (body, lean) = (pick(random, &BODIES), pick(random, &LEANS));
    let beside = f64::from(body[0]) + random.range(0.3, 0.8);
    let settings = settings(random, body);
    let walk = Walk::new(rounded(&[ramp, wall(lean, beside + 0.6, 0.0)]), settings, Vec3::ZERO);
    let into = random.range(10.0, 70.0);
    going(random, walk, into, 4.0)
}

fn stairs_beside_wall(random: &mut Random) -> Walk {
    let settings = person(random.range(0.22, 0.4) as f32);
    let rise = random.range(0.08, 0.95 * f64::from(settings.step_height));
    let tread = (rise / random.range(25.0_f64, 42.0).to_radians().tan()).max(0.2);
    let (count, lean) = (8, pick(random, &LEANS));
    let is_down = random.below(2) == 0;
    let x = if is_down { 8.0 * tread + 0.4 } else { -0.7 };
    let top = if is_down { 8.0 * rise } else { 0.0 };
    let level = [profile(&stairs(count, rise, tread)), wall(lean, random.range(0.9, 1.2), 0.5 * rise * 8.0)];
    let walk = Walk::new(rounded(&level), settings, Vec3::new(x as f32, top as f32, -0.5));
    let into = random.range(5.0, 50.0);
    going(random, walk, if is_down { 180.0 - into } else { into }, 4.0)
}

fn open_stairs(random: &mut Random) -> Walk {
    let step = random.range(0.15, 0.4);
    // Near the limit, on both sides of it, or far below.
    let rise = step * [0.98, 0.9, 0.6, 1.03][random.below(4)];
    let tread = (rise / random.range(25.0_f64, 50.0).to_radians().tan()).max(0.12);
    let is_down = random.below(2) == 0;
    let (x, top) = if is_down { (8.0 * tread + 0.6, 8.0 * rise) } else { (-0.6, 0.0) };
    let level = rounded(&[profile(&stairs(8, rise, tread))]);
    let walk = Walk::new(level, person(step as f32), Vec3::new(x as f32, top as f32, 0.0));
    let aside = random.range(-50.0, 50.0);
    going(random, walk, if is_down { 180.0 + aside } else { aside }, 4.0)
}

/// Three steps with open sides, and upright pillars around them.
fn flight(random: &mut Random) -> Walk {
    let settings = person(random.range(0.2, 0.4) as f32);
    let rise = random.range(0.3, 0.95) * f64::from(settings.step_height);
    let (tread, half) = (random.range(0.3, 0.6), random.range(0.4, 1.0));
    let mut level = vec![floor(0.0)];
    for number in 0..3 {
        let tall = 0.5 * rise * f64::from(number + 1);
        let middle = DVec3::new(tread * (f64::from(number) + 0.5), tall - 0.5, 0.0);
        level.push(block(middle, DVec3::new(0.5 * tread, tall + 0.5, half), 0.0));
    }
    let is_down = random.below(2) == 0;
    let feet = if is_down { DVec3::new(2.5 * tread, 3.0 * rise, 0.0) } else { DVec3::X * -1.3 };
    for _ in 0..4 {
        let middle = DVec3::new(random.range(-0.9, 3.0 * tread + 0.9), 1.0, random.range(-1.6, 1.6));
        let turn = [0.0, random.range(0.0, 90.0)][random.below(2)];
        // Clear of the start.
        if middle.xz().distance(feet.xz()) > 0.75 {
            level.push(block(middle, DVec3::new(random.range(0.05, 0.2), 3.0, random.range(0.05, 0.2)), turn));
        }
    }
    let walk = Walk::new(rounded(&level), settings, feet.as_vec3());
    let aside = random.range(-70.0, 70.0);
    going(random, walk, if is_down { 180.0 + aside } else { aside }, 4.0)
}

fn doorstep(random: &mut Random) -> Walk {
    let step = random.range(0.05, 0.38);
    let soffit = 1.83 + step * [1.0, 0.6, 0.0][random.below(3)] + random.range(0.02, 0.3);
    let deep = random.range(0.1, 1.0);
    let lintel = block(DVec3::new(0.5 * deep, soffit + 0.5, 0.0), DVec3::new(0.5 * deep, 0.5, FAR), 0.0);
    let level = [profile(&[(-FAR, 0.0), (0.0, 0.0), (0.0, step), (FAR, step)]), lintel];
    let walk = Walk::new(rounded(&level), person(0.4), Vec3::X * -1.2);
    let aside = random.range(-40.0, 40.0);
    going(random, walk, aside, 3.0)
}

fn stairs_under_ceiling(random: &mut Random) -> Walk {
    let (rise, tread) = (random.range(0.12, 0.2), random.range(0.26, 0.34));
    let points = stairs(8, rise, tread);
    let ceiling = if random.below(2) == 0 {
        let over = random.range(1.95, 2.2);
        profile(&points.iter().map(|(x, y)| (x - 0.3, y + over)).collect::<Vec<_>>())
    } else {
        let (slope, over) = (rise / tread, random.range(1.93, 2.1));
        profile(&[(-FAR, over + rise - FAR * slope), (FAR, over + rise + FAR * slope)])
    };
    let at = tread;
    let level = rounded(&[profile(&points), ceiling]);
    let walk = Walk::new(level, person(0.4), Vec3::new((at + 0.5 * tread) as f32, (2.0 * rise) as f32, 0.0));
    let aside = random.range(-20.0, 20.0);
    going(random, walk, aside, 1.5)
}

fn low_face(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let height = height(random, f64::from(settings.step_height));
    let lean = [51.0, 55.0, 60.0, 70.0, 80.0, 89.0, 95.0][random.below(7)];
    let run = height / f64::to_radians(lean).tan();
    let level = if random.below(2) == 0 {
        vec![floor(0.0), profile(&[(0.0, 0.0), (run, height)])]
    } else {
        vec![profile(&[(-FAR, 0.0), (0.0, 0.0), (run, height), (FAR, height)])]
    };
    let walk = Walk::new(rounded(&level), settings, Vec3::X * -1.2);
    let aside = random.range(-50.0, 50.0);
    going(random, walk, aside, 3.5)
}

fn kerb(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let is_down = random.below(2) == 0;
    let limit = if is_down { settings.step_height.max(settings.snap_distance) } else { settings.step_height };
    let height = height(random, f64::from(limit));
    let level = profile(&[(-FAR, 0.0), (0.0, 0.0), (0.0, height), (FAR, height)]);
    let feet = if is_down { Vec3::new(1.2, height as f32, 0.0) } else { Vec3::X * -1.2 };
    let walk = Walk::new(rounded(&[level]), settings, feet);
    let aside = random.range(-80.0, 80.0);
    going(random, walk, if is_down { 180.0 + aside } else { aside }, 4.0)
}

/// Kerbs that the hull touches like a floor, a step or no step.
fn low_kerb(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let step = pick(random, &[0.0, 0.03, 0.06]);
    let settings = CharacterSettings { step_height: step, snap_distance: 0.3, ..settings(random, body) };
    let step = f64::from(step);
    let height = if random.below(2) == 0 { step + random.range(0.006, 0.1) } else { step * random.range(0.15, 0.98) };
    let half = if random.below(2) == 0 { 0.0 } else { height / random.range(55.0_f64, 85.0).to_radians().tan() };
    let level = profile(&[(-FAR, 0.0), (-half, 0.0), (half, height), (FAR, height)]);
    let walk = Walk::new(rounded(&[level]), settings, Vec3::X * -1.2);
    let aside = random.range(-80.0, 80.0);
    going(random, walk, aside, 4.0)
}

/// Ground with slopes that carry, for somebody who climbs no steps.
fn without_steps(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = CharacterSettings { step_height: 0.0, snap_distance: 0.4, ..settings(random, body) };
    let pitch = random.range(0.05, 0.5);
    let high = pitch * random.range(0.05, 0.38);
    let ground: Part = exactly(&grid(48, pitch, |x, z| if x.hypot(z) < 0.8 { 0.0 } else { random.range(-high, high) }));
    let walk = Walk::new(rounded(&[ground]), settings, Vec3::ZERO);
    let heading = random.range(0.0, 360.0);
    going(random, walk, heading, (20.0 * pitch as f32).min(4.0))
}

fn fence(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let height = height(random, f64::from(settings.step_height));
    let half = if random.below(2) == 0 { 0.0 } else { height / random.range(55.0_f64, 80.0).to_radians().tan() };
    let obstacle = profile(&[(-half, 0.0), (0.0, height), (half, 0.0)]);
    let walk = Walk::new(rounded(&[floor(0.0), obstacle]), settings, Vec3::X * -1.4);
    let aside = random.range(-50.0, 50.0);
    going(random, walk, aside, 4.0)
}

fn box_corner(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let height = height(random, f64::from(settings.step_height));
    let half = random.range(0.3, 1.2);
    let middle = DVec3::new(2.0_f64.sqrt() * half + 1.5, 0.5 * height - 0.5, random.range(-0.8, 0.8) * half);
    let turn = random.range(20.0, 70.0);
    let obstacle = block(middle, DVec3::new(half, 0.5 * height + 0.5, half), turn);
    let walk = Walk::new(rounded(&[floor(0.0), obstacle]), settings, Vec3::ZERO);
    let aside = random.range(-15.0, 15.0);
    going(random, walk, aside, 4.5)
}

fn heap(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let mut level = vec![floor(0.0)];
    for _ in 0..14 {
        let around = random.range(0.0, 360.0);
        let (sine, cosine) = f64::to_radians(around).sin_cos();
        let away = random.range(1.6, 4.0);
        let (tall, half) = (random.range(0.05, 0.6), random.range(0.15, 0.7));
        let turn = random.range(0.0, 90.0);
        let middle = DVec3::new(cosine * away, 0.5 * tall - 0.5, sine * away);
        level.push(block(middle, DVec3::new(half, 0.5 * tall + 0.5, random.range(0.15, 0.7)), turn));
    }
    let walk = Walk::new(rounded(&level), settings, Vec3::ZERO);
    let heading = random.range(0.0, 360.0);
    going(random, walk, heading, 4.0)
}

fn rough(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let high = random.range(0.02, 0.3);
    let ground: Part = exactly(&grid(24, 0.5, |x, z| if x.hypot(z) < 0.8 { 0.0 } else { random.range(-high, high) }));
    let walk = Walk::new(rounded(&[ground]), settings, Vec3::ZERO);
    let heading = random.range(0.0, 360.0);
    going(random, walk, heading, 4.0)
}

fn slot(random: &mut Random) -> Walk {
    let body = pick(random, &BODIES);
    let settings = settings(random, body);
    let hull = f64::from(body[0]) + f64::from(settings.skin);
    let half = 0.5 * hull * random.range(0.5, 1.95);
    let below = quad(DVec3::new(-half, -1.5, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * 2.0 * half);
    let level = [profile(&[(-FAR, 0.0), (-half, 0.0)]), profile(&[(half, 0.0), (FAR, 0.0)]), below];
    let walk = Walk::new(rounded(&level), settings, Vec3::X * -1.5);
    let aside = random.range(-50.0, 50.0);
    going(random, walk, aside, 3.5)
}
