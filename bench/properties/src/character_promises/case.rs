//! A case: its bytes, its level, and its character.

use super::level;
use crate::bytes::{Reader, Writer};
use crate::prisms::prisms;
use crate::soup::{has_area, without_copies};
use glam::{DQuat, DVec3, Quat, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, MoveInput, MoveMode, SlopeSpeed};
use sweep8_bench::judging::by_force;
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::walking::Rules;

/// Step rates of the test cases, Hz.
const RATES: [f32; 6] = [60.0, 30.0, 144.0, 60.0, 240.0, 1000.0];

/// Maximum number of inputs of a test case's character.
const INPUTS: u8 = 8;
/// Maximum number of steps that a test case repeats one input.
const STEPS: u8 = 16;

/// Maximum desired velocity of the character along an axis, m/s.
const FASTEST: f32 = 12.0;
/// Maximum impulse on the character along an axis, m/s.
const IMPULSE: f32 = 6.0;

/// Maximum rotation of the test level about an axis, radians.
const TURN: f32 = 3.0;

/// A decoded test case: a level, a character and the inputs of its steps.
pub(super) struct Case {
    pub(super) triangles: Vec<[Vec3; 3]>,
    pub(super) exact: Vec<Triangle>,
    /// What the ellipsoid of the shape moves around: the triangles themselves where it has no spine.
    pub(super) prisms: Vec<Triangle>,
    pub(super) profile: CharacterProfile,
    pub(super) state: CharacterState,
    /// Inputs of the character, each with its number of steps; a jump or an impulse happens in the first of these steps.
    pub(super) inputs: Vec<(MoveInput, u8)>,
    pub(super) up: Vec3,
    pub(super) seconds: f32,
}

impl Case {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let (rate, kind) = (reader.byte(), reader.byte());
        let mut settings = read_settings(reader, kind)?;
        let turn = DQuat::from_scaled_axis(reader.vector(1e-3, TURN).as_dvec3()).as_quat().normalize();
        let turn = if kind % 4 == 3 { turn } else { Quat::IDENTITY };
        let up = turn * Vec3::Y;
        let start = reader.vector(1e-3, 2.0);
        let start = turn * Vec3::new(start.x, 0.02 + start.y.abs(), start.z);
        let mut inputs = Vec::new();
        for _ in 0..=reader.byte() % INPUTS {
            let (act, steps) = (reader.byte(), 1 + reader.byte() % STEPS);
            let velocity = reader.vector(1e-3, FASTEST) * Vec3::new(1.0, if act & 1 == 0 { 0.0 } else { 0.3 }, 1.0);
            let impulse = reader.vector(1e-3, IMPULSE);
            inputs.push((
                MoveInput {
                    desired_velocity: if (act >> 1).is_multiple_of(8) { Vec3::ZERO } else { turn * velocity },
                    jump_speed: if act >> 4 & 3 == 3 { 5.0 } else { 0.0 },
                    gravity: up * -9.81,
                    up: if kind % 4 == 3 { up.normalize() } else { Vec3::ZERO },
                    impulse: if act >> 6 == 3 { turn * impulse } else { Vec3::ZERO },
                },
                steps,
            ));
        }
        let mut triangles: Vec<_> = level::read(reader).iter().map(|t| t.map(|v| turn * v)).collect();
        triangles.retain(has_area);
        let triangles: Vec<_> = without_copies(&triangles).into_iter().map(|index| triangles[index]).collect();
        if settings.shape.half_length() == 0.0 {
            settings.shape = reader.spine(settings.shape.ellipsoid());
        }
        let shape = settings.shape;
        let feet = (shape.radii() * up).length() + shape.half_length() * shape.axis().unit().dot(up).abs();
        let start = start + up * feet;
        let exact: Vec<Triangle> = triangles.iter().map(|t| t.map(Vec3::as_dvec3)).collect();
        Some(Self {
            prisms: prisms(&shape, &exact),
            exact,
            triangles,
            profile: CharacterProfile::new(&settings).ok()?,
            state: CharacterState::new(start),
            up: inputs[0].0.up(),
            inputs,
            seconds: 1.0 / RATES[usize::from(rate) % RATES.len()],
        })
    }

    /// Returns the brute-force rules with `looser` subtracted from the slope cosine and `higher` (metres) added to lengths.
    pub(super) fn rules(&self, looser: f64, higher: f64) -> Rules {
        let rules = by_force::rules(&self.profile, self.up);
        Rules {
            slope_cosine: (rules.slope_cosine - looser).max(0.0),
            step_height: rules.step_height + higher,
            snap_distance: rules.snap_distance + higher,
            ..rules
        }
    }

    pub(super) fn finding(&self, what: &str, before: &CharacterState, input: &MoveInput) -> String {
        let Self { profile, triangles, seconds, .. } = self;
        let bits: Vec<u8> = bytemuck::bytes_of(before).to_vec();
        format!(
            "{what}: {before:?}, {input:?}, {seconds} s, {:?}; its bytes {bits:?}; {triangles:?}",
            profile.settings()
        )
    }
}

fn read_settings(reader: &mut Reader<'_>, kind: u8) -> Option<CharacterSettings> {
    let human = CharacterSettings::default();
    let shape = if kind >> 2 & 1 == 0 { human.shape } else { Ellipsoid::new(reader.radii(0.1, 1.2)).ok()?.into() };
    let mut settings = CharacterSettings {
        shape,
        mode: if kind >> 3 & 3 == 3 { MoveMode::Slide } else { MoveMode::Walk },
        slope_speed: if kind >> 5 & 1 == 1 { SlopeSpeed::Along } else { SlopeSpeed::Level },
        ..human
    };
    if kind >> 6 != 0 {
        settings.max_slope_angle = reader.between(0.0, std::f32::consts::FRAC_PI_2);
        settings.step_height = reader.between(0.0, 0.8);
        settings.snap_distance = reader.between(0.0, 0.8);
        settings.skin = reader.between(0.002, 0.03);
        settings.air_control = reader.between(0.0, 1.0);
        settings.max_iterations = 1 + u32::from(reader.byte() % 8);
    }
    Some(settings)
}

/// Encodes a test case of a character's promises as bytes; different `number`s give different cases.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8) -> Vec<u8> {
    let mut writer = Writer::default();
    let kind = number.wrapping_mul(37);
    writer.byte(number).byte(kind);
    if kind >> 2 & 1 == 1 {
        writer.vector(shape);
    }
    if kind >> 6 != 0 {
        let share = f32::from(number % 11) / 11.0;
        writer.number(0.3 + share).number(0.1 + 0.5 * share).number(0.7 - 0.6 * share).number(0.01).number(0.5).byte(7);
    }
    writer.vector(Vec3::new(0.3, 0.1 * f32::from(number % 7), -0.4)).vector(center);
    writer.byte(5);
    for turn in 0..6_u8 {
        let side = if turn & 1 == 0 { 1.0 } else { -0.7 };
        let velocity = Vec3::new(walk.x - f32::from(turn), 0.5, walk.z * side + 1.0) * 2.0;
        writer.byte(number.wrapping_add(turn * 18) | 2).byte(15).vector(velocity).vector(walk);
    }
    level::write(&mut writer, number);
    writer.byte(number / 3);
    writer.finish()
}

/// Returns the position of a character in `f64`, world space, metres.
pub(super) fn place(state: &CharacterState) -> DVec3 {
    state.position.to_dvec3()
}
