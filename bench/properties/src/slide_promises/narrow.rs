//! With less room than the skin needs, no overlap gets deeper, and characters that cannot move rest.
//!
//! In: an upright shaft of 3 to 12 walls, with a floor or without, or a closed box, with any rotation, that the shape
//! fits with less than the skin or just does not fit; a skin of 1 cm to 2 m; a start in it, and two moves.
//!
//! 1. *Moves*: the scaled shape that has room at the start has room at the end: the shape times the factor at which it
//!    touches something, but along no axis larger than the hull. So a shape that starts without overlap ends without,
//!    and an overlap does not get deeper. A start without overlap is not reported as one.
//! 2. *Rest*: in a crowd an idle character gets no deeper in any frame, and rests bit for bit: without gravity anywhere,
//!    and on the floor of a shaft or of a closed box.
//! 3. *Middle*: without gravity a ball that starts without overlap rests with most of the gap that it would have in the
//!    middle.
//! 4. *Up*: a shape in a shaft with some room moves up as far as desired, over the seams of its walls.
//! 5. *Floor*: a shape that starts in the middle of a shaft, a skin above its floor, comes to stand with the largest
//!    hull that fits, at 60, 240 and 1,000 Hz.

use super::geometry::{HULL_PART, apart, heading, parallelogram};
use super::place::{Narrow, ROUNDING, floor, shaft};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use glam::{DVec3, Quat, Vec2, Vec2Swizzles, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Crowd, CrowdSettings, Ellipsoid, SlideStatus};

/// Skins of the test's shapes, metres.
const SKINS: [f32; 6] = [0.01, 0.01, 0.01, 0.05, 0.3, 2.0];

/// Frames without motion that count as rest, and maximum frames until rest begins: the last 1e-7 m onto a floor can take a
/// thousand.
const RESTING: usize = 30;
const FRAMES: usize = 3_000;

/// Minimum gap to the walls of a ball at rest, as a fraction of its gap in the middle of the shaft.
const SHARED: f64 = 0.9;

/// Minimum gap in the middle of the shaft, as a fraction of the skin, at which the promises *middle* and *up* are checked.
const LEAST_GAP: f32 = 0.1;

/// Desired motion of a shape up a shaft, across the seams of its walls, metres.
const RISE: f32 = 2.5;
/// Minimum fraction of the desired motion up a shaft that the shape must reach.
const RISEN: f32 = 0.99;

/// Frames a second at which a shape rests on a floor; frames until it does; least gap that it then has, as part of the
/// largest hull that fits; gap that a stop leaves, as part of the skin.
const RATES: [f32; 3] = [60.0, 240.0, 1_000.0];
const STANDING: usize = 1_500;
const FLOOR_GAP: f64 = 0.9;
const TOUCH_PART: f64 = 0.125;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let skin = SKINS[usize::from(reader.byte()) % SKINS.len()];
    let radii = match kind % 4 {
        0 => Vec3::splat(reader.between(0.1, 1.0)),
        1 => Vec2::new(reader.between(0.1, 1.0), reader.between(0.1, 1.0)).xyx(),
        _ => reader.radii(0.1, 1.0),
    };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let wider = reader.between(-0.1, 1.1) * skin;
    let turn = Quat::from_array([(); 4].map(|()| reader.between(-1.0, 1.0)));
    let turn = if turn.length_squared() > 1e-6 { turn.normalize() } else { Quat::IDENTITY };
    let beside = [(); 3].map(|()| reader.between(-1.0, 1.0));
    let (has_floor, is_box, is_ball) = (kind & 64 != 0, kind & 128 != 0, kind.is_multiple_of(4));
    // True if something is below.
    let mut is_held = has_floor;
    let (triangles, start) = if is_box {
        let half = turned_reach(radii, turn) + wider;
        let start = Vec3::from_array(beside) * wider.max(skin * 0.1);
        is_held = start.abs().cmplt(half).all();
        (closed_box(half, turn), turn * start)
    } else {
        let (sides, radius) = (3 + reader.byte() % 10, radii.x.max(radii.z) + wider);
        let mut triangles = shaft(sides, radius, heading(Vec2::new(turn.x, turn.y)));
        if has_floor {
            triangles.extend(floor());
        }
        let [x, y, z] = beside;
        (triangles, Vec3::new(x, 0.0, z) * wider.max(skin * 0.1) + Vec3::Y * (radii.y + (0.5 * y + 0.5) * 0.5))
    };
    let narrow = Narrow::new(triangles, shape, skin);
    let gravity = if is_box || has_floor { Vec3::NEG_Y } else { Vec3::ZERO };
    let displacements = [Vec3::ZERO, reader.vector(1e-4, 0.3), reader.vector(1e-4, 0.3)];
    narrow.check_moves(start, &displacements, gravity * 0.0027)?;
    let end = narrow.check_rest(start, Vec3::ZERO)?;
    let starts_clear = narrow.room(start.as_dvec3()).factor >= 1.0;
    if is_ball && !has_floor && starts_clear && wider > LEAST_GAP * skin {
        narrow.check_middle(end, wider.min(HULL_PART as f32 * skin))?;
    }
    if is_held {
        narrow.check_rest(start, gravity * 9.81)?;
    }
    if !is_box && starts_clear && wider > LEAST_GAP * skin {
        narrow.check_rise(start)?;
    }
    if !is_box && has_floor {
        narrow.check_floor(RATES[usize::from(kind / 4) % RATES.len()])?;
    }
    Ok(Outcome::Held)
}

/// Encodes a test case of a narrow shaft or box; different numbers give other walls, shapes and floors.
pub(super) fn write(writer: &mut Writer, number: u8) {
    let kind = [0, 1, 2, 64, 65, 66, 128, 129, 130, 0][usize::from(number) % 10];
    writer.byte(kind).byte(number);
    for radius in &[0.5, 0.9, 0.4][..(usize::from(kind % 4) + 1).min(3)] {
        writer.number(*radius);
    }
    writer.number(0.2 + 0.07 * f32::from(number)).number(0.9).number(0.3).number(0.1).number(0.8);
    writer.number(0.3).number(-0.5).number(0.2).byte(number % 10);
    writer.vector(Vec3::new(0.02, 0.0, 0.01)).vector(Vec3::new(-0.1, 0.05, 0.0));
}

impl Narrow {
    fn check_moves(&self, start: Vec3, displacements: &[Vec3], gravity: Vec3) -> Result<(), Finding> {
        let settings = TwoPasses { skin: self.skin, gravity, ..TwoPasses::default() };
        let mut center = start;
        for &desired in displacements {
            let outcome = slide_and_fall(&self.world, &self.shape, center, desired, &settings);
            let say = |what: String| {
                format!("{what}: from {center:?} by {desired:?}: {outcome:?}; {settings:?}, {}", self.say())
            };
            let room = self.room(center.as_dvec3());
            self.check_room(&room, center.as_dvec3(), outcome.position.to_vec3().as_dvec3())
                .map_err(|what| Finding(say(what)))?;
            demand(room.factor < 1.0 + ROUNDING || outcome.status != SlideStatus::Overlapping, || {
                say(format!("{} of the shape has room at the start", room.factor))
            })?;
            center = outcome.position.to_vec3();
        }
        Ok(())
    }

    fn check_rest(&self, start: Vec3, gravity: Vec3) -> Result<DVec3, Finding> {
        let mut crowd = Crowd::new(CrowdSettings { gravity, ..CrowdSettings::default() }).expect("settings in range");
        let id = crowd.spawn(&self.profile(), start).expect("in range");
        let room = self.room(start.as_dvec3());
        let (mut before, mut resting) = (start.as_dvec3(), 0);
        for frame in 0..FRAMES {
            crowd.step(&self.world, 1.0 / 60.0).expect("a time step");
            let now = crowd.position(id).expect("in the crowd").to_dvec3();
            let say = |what: String| {
                format!(
                    "{what}: in frame {frame}, from {start:?}, at {before} before, gravity {gravity:?}; {}",
                    self.say()
                )
            };
            self.check_room(&room, start.as_dvec3(), now).map_err(|what| Finding(say(what)))?;
            resting = if now == before { resting + 1 } else { 0 };
            if resting == RESTING {
                return Ok(now);
            }
            demand(frame + 1 < FRAMES, || say(format!("moves on to {now}")))?;
            before = now;
        }
        Ok(before)
    }

    /// Checks that the shape moves up the shaft from `start` as far as desired.
    fn check_rise(&self, start: Vec3) -> Result<(), Finding> {
        let settings = TwoPasses { skin: self.skin, ..TwoPasses::default() };
        let desired = Vec3::Y * RISE;
        let outcome = slide_and_fall(&self.world, &self.shape, start, desired, &settings);
        demand(outcome.travel.y >= RISEN * RISE, || {
            format!("does not go up from {start:?} by {desired:?}: {outcome:?}; {}", self.say())
        })
    }

    /// Checks at `rate` steps per second that a shape in the middle of a shaft stands as high on its floor as its room allows.
    fn check_floor(&self, rate: f32) -> Result<(), Finding> {
        let half = self.shape.radii().y;
        let start = Vec3::Y * (half + self.skin);
        let factor = self.room(start.as_dvec3()).factor;
        if factor < 1.0 {
            return Ok(());
        }
        let (half, skin) = (f64::from(half), f64::from(self.skin));
        let least = FLOOR_GAP * (half * (factor - 1.0)).min(HULL_PART * skin) + 0.5 * TOUCH_PART * skin;
        let mut crowd = Crowd::default();
        let id = crowd.spawn(&self.profile(), start).expect("in range");
        for _ in 0..STANDING {
            crowd.step(&self.world, 1.0 / rate).expect("a time step");
        }
        let gap = crowd.position(id).expect("in the crowd").to_dvec3().y - half;
        demand(gap >= least, || format!("stands {gap} m above the floor at {rate} Hz, not {least}: {}", self.say()))
    }

    /// Checks that a ball at rest keeps most of `gap`, the gap to the walls that it would have in the middle of the shaft.
    fn check_middle(&self, rest: DVec3, gap: f32) -> Result<(), Finding> {
        let radii = self.shape.radii().as_dvec3();
        let got = (apart(rest, radii, &self.exact) - 1.0) * radii.x;
        demand(got >= SHARED * f64::from(gap) - ROUNDING * radii.x, || {
            format!("rests at {rest} with a gap of {got} m, where {gap} is to be had: {}", self.say())
        })
    }
}

/// Returns half the sides of the box, rotated by `turn`, that just encloses an ellipsoid, metres.
fn turned_reach(radii: Vec3, turn: Quat) -> Vec3 {
    Vec3::from_array([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| (radii * (turn * axis)).length()))
}

/// Returns the triangles of a closed box about the origin with half sides `half`, metres, rotated by `turn`.
fn closed_box(half: Vec3, turn: Quat) -> Vec<[Vec3; 3]> {
    let side = |axis: usize, sign: f32| {
        let unit = |k: usize| Vec3::AXES[(axis + k) % 3] * half[(axis + k) % 3];
        let (out, first, second) = (unit(0) * sign, unit(1), unit(2));
        parallelogram(out - first - second, first * 2.0, second * 2.0)
    };
    let sides = (0..3).flat_map(|axis| [side(axis, 1.0), side(axis, -1.0)]).flatten();
    sides.map(|triangle| triangle.map(|corner| turn * corner)).collect()
}
