//! A character that walks against the walls of a shaft that fits its shape but not its hull comes to rest and stays on the floor.
//!
//! In: an upright shaft of 3 to 12 walls, with any rotation, on a floor, wider than the shape by less than the hull is;
//! a skin of 1 cm to 30 cm; a start, a level desired velocity of 0.1 mm/s to 3 m/s along each axis, and 30, 60 or 240
//! Hz.
//!
//! 1. *Room*: in every step the scaled shape that had room at the start has room.
//! 2. *Not back*: after it has settled no step leads against the desired velocity; a walk that uses up room and regains
//!    it by depenetration would never end.
//! 3. *Rest*: it rests bit for bit, or is still moving along a wall.
//! 4. *Floor*: it stands no higher than the largest hull that fits between the walls plus the gap of a stop.
//! 5. *Put aside*: an idle character that rests in the middle and is teleported off it keeps the room that it has
//!    there, and is not lifted higher than that; a round one gets back most of the room of the middle.

use super::geometry::{HULL_PART, heading};
use super::place::{Narrow, ROUNDING, floor, shaft};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use glam::{DVec3, Vec2, Vec2Swizzles, Vec3, Vec3Swizzles};
use sweep8::{CharacterProfile, CharacterState, Ellipsoid, MoveInput, Position};

/// Skins of the test's characters, metres.
const SKINS: [f32; 4] = [0.01, 0.01, 0.05, 0.3];
/// Step rates of the test cases, Hz.
const RATES: [f32; 4] = [60.0, 30.0, 60.0, 240.0];

/// Excess width of a shaft over the shape, as part of the need of its hull; distance of a place from the middle, as
/// part of the excess.
const WIDER: [f32; 2] = [0.05, 0.95];
const BESIDE: f32 = 0.9;

/// Number of steps that the pressed character gets to settle.
const SETTLE: usize = 120;
/// Number of steps of the character's walk after it settled.
const WALK: usize = 600;
/// Number of steps without motion of the character that count as rest.
const RESTING: usize = 30;

/// Minimum ratio of distance to path length in the last steps of a walk. (Progress along the desired velocity is no
/// measure: a motion along a wall leans off it by as much as the velocity leads along it.)
const PROGRESS: f64 = 0.5;
const WATCH: usize = WALK / 2;

/// Gap that a stop keeps to a surface in addition to the hull, as a fraction of the skin.
const TOUCH_PART: f64 = 0.125;

/// Minimum fraction of the room in the middle of the shaft that a round shape must regain.
const REGAINED: f64 = 0.9;

/// Minimum difference of the free room at two places that counts, as a fraction of the skin.
const HAIR: f64 = 0.00125;

/// A shaft that fits a character's shape but not its hull, and the character.
struct Pressed {
    /// The shaft with walls and floor.
    shaft: Narrow,
    /// The shaft with walls only.
    walls: Narrow,
    profile: CharacterProfile,
    /// Length of a time step of the test, seconds.
    seconds: f32,
}

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let (skin, rate) = (SKINS[usize::from(kind / 4) % SKINS.len()], RATES[usize::from(kind / 16) % RATES.len()]);
    let radii = match kind % 4 {
        0 => Vec3::splat(reader.between(0.1, 1.0)),
        3 => reader.radii(0.1, 1.0),
        _ => Vec2::new(reader.between(0.1, 1.0), reader.between(0.1, 1.0)).xyx(),
    };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let wider = reader.between(WIDER[0], WIDER[1]) * HULL_PART as f32 * skin;
    let first = heading(pair(reader));
    let walls = shaft(3 + reader.byte() % 10, radii.x.max(radii.z) + wider, first);
    let [start, put] = [(); 2].map(|()| pair(reader).clamp_length_max(1.0).extend(0.0).xzy() * (BESIDE * wider));
    let desired = [(); 2].map(|()| reader.around(1e-4, 3.0) * [1.0, 0.1, 0.01, 0.001][usize::from(reader.byte() % 4)]);

    let [shaft, walls] = [[walls.clone(), floor().to_vec()].concat(), walls].map(|of| Narrow::new(of, shape, skin));
    let (profile, seconds) = (shaft.profile(), 1.0 / rate);
    let mut pressed = Pressed { shaft, walls, profile, seconds };
    let above = Vec3::Y * (radii.y + skin);
    pressed.check_walk(start + above, Vec3::new(desired[0], 0.0, desired[1]))?;
    pressed.check_put_aside(above, put, radii.x == radii.z)?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a character in a tight shaft; different numbers give other walls, shapes and speeds.
pub(super) fn write(writer: &mut Writer, number: u8) {
    let kind = number * 21;
    writer.byte(kind);
    for radius in &[0.4, 0.2, 0.4][..[1, 2, 2, 3][usize::from(kind % 4)]] {
        writer.number(*radius);
    }
    writer.number(0.1 + 0.15 * f32::from(number)).number(1.0).number(0.1 * f32::from(number)).byte(number);
    writer.number(0.0).number(0.1).number(0.6).number(0.1 * f32::from(number));
    writer.number(-1.6).byte(number % 3).number(0.5).byte(3);
}

fn pair(reader: &mut Reader<'_>) -> Vec2 {
    Vec2::new(reader.between(-1.0, 1.0), reader.between(-1.0, 1.0))
}

impl Pressed {
    fn check_walk(&mut self, start: Vec3, desired: Vec3) -> Result<(), Finding> {
        let least = -ROUNDING * f64::from(self.shaft.shape.radii().min_element());
        let (room, along) = (self.shaft.room(start.as_dvec3()), desired.as_dvec3().normalize_or_zero());
        let mut state = CharacterState::new(start);
        let (mut resting, mut path, mut watched_from) = (0, 0.0, start.as_dvec3());
        let mut highest = 0.0;
        for step in 0..SETTLE + WALK {
            let before = state;
            let now = self.step(&mut state, desired);
            let from = before.position.to_dvec3();
            let say =
                |what: String, this: &Self| this.say(&format!("{what}: step {step} from {from}, {desired:?} m/s"));
            self.shaft.check_room(&room, start.as_dvec3(), now).map_err(|what| say(what, self))?;
            resting = if bytemuck::bytes_of(&before) == bytemuck::bytes_of(&state) { resting + 1 } else { 0 };
            if resting == RESTING {
                return Ok(());
            }
            if step >= SETTLE {
                let gone = (now - from).dot(along);
                demand(gone >= least, || say(format!("{gone} m back to {now}"), self).0)?;
                self.check_height(&mut highest, [from, now]).map_err(|what| say(what, self))?;
            }
            if step < SETTLE + WALK - WATCH {
                watched_from = now;
            } else {
                path += now.distance(from);
            }
        }
        let distance = state.position.to_dvec3().distance(watched_from);
        demand(distance >= PROGRESS * path, || {
            self.say(&format!("{path} m of path lead {distance} m far: from {start:?} by {desired:?} m/s")).0
        })
    }

    fn check_put_aside(&mut self, above: Vec3, aside: Vec3, is_round: bool) -> Result<(), Finding> {
        let mut state = CharacterState::new(above);
        let rest = (0..SETTLE).fold(DVec3::ZERO, |_, _| self.step(&mut state, Vec3::ZERO));
        let start = rest + aside.as_dvec3();
        state.position = Position::from(start);
        let room = self.shaft.room(start);
        let (mut highest, mut now) = (0.0, start);
        for step in 0..SETTLE {
            now = self.step(&mut state, Vec3::ZERO);
            let say = |what: String, this: &Self| this.say(&format!("{what}: step {step} after it was put at {start}"));
            self.shaft.check_room(&room, start, now).map_err(|what| say(what, self))?;
            self.check_height(&mut highest, [rest, now]).map_err(|what| say(what, self))?;
        }
        let gained = |place: DVec3, this: &Self| this.walls.room(place).factor - 1.0;
        let (has, had) = (gained(now, self), gained(rest, self));
        let hair = HAIR * f64::from(self.shaft.skin / self.shaft.shape.radii().min_element());
        demand(!is_round || has >= REGAINED * had - hair, || {
            self.say(&format!("put at {start} it rests at {now} with room for {has} more, not {had}")).0
        })
    }

    fn step(&mut self, state: &mut CharacterState, desired: Vec3) -> DVec3 {
        let input = MoveInput { desired_velocity: desired, ..MoveInput::EARTH };
        let moved = self.shaft.world.move_character(&self.profile, state, &input, self.seconds);
        moved.expect("all in range");
        state.position.to_dvec3()
    }

    /// Checks that the character stands no higher above the floor than the largest hull that fits between the walls at either
    /// place, or at an earlier one: `highest`, metres.
    fn check_height(&self, highest: &mut f64, places: [DVec3; 2]) -> Result<(), String> {
        let now = places[1];
        if now.y > *highest {
            let touching = TOUCH_PART * f64::from(self.shaft.skin) + ROUNDING;
            *highest =
                places.map(|place| self.walls.room(place).radii.y + touching).into_iter().fold(*highest, f64::max);
        }
        if now.y <= *highest { Ok(()) } else { Err(format!("lifted above {highest} m, to {now}")) }
    }

    fn say(&self, what: &str) -> Finding {
        Finding(format!("{what}; {} s, {}", self.seconds, self.shaft.say()))
    }
}
