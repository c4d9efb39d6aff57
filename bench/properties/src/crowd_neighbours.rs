//! Characters that meet each other keep their promises, and threads, order and rest do not change the result.
//!
//! In: up to 24 characters of any kind and size near each other, some of them overlapping, on a floor among a few
//! triangles.
//!
//! 1. Two solid characters that did not overlap before a step do not overlap after it, in `f64`, unless one was
//!    depenetrated from the world in it, or had more neighbours than the limit.
//! 2. The pushes of soft characters move no character through a triangle.
//! 3. Slices in another order on another number of threads, and a crowd without rest, give the same bits.
//! 4. Dealt to groups, each group has the bits that it has without the others.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{has_area, read_triangles, without_copies, world_of, write_triangles};
use glam::Vec3;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, EachOther, Ellipsoid, MoveInput,
    MoveMemory, MoveMode, World,
};
use sweep8_bench::checking::Body;
use sweep8_scalar_ref::brute_force::segment_crosses;
use sweep8_scalar_ref::capsule::Capsule;

const TRIANGLES: usize = 8;
const CHARACTERS: u8 = 24;
const STEPS: usize = 12;

/// Maximum distance of a character's start from the middle of the floor along an axis, metres.
const HALF: f32 = 3.0;
/// Maximum desired speed of a character along an axis, m/s.
const FASTEST: f32 = 10.0;

/// Step rates of the test cases, Hz.
const RATES: [f32; 4] = [30.0, 60.0, 60.0, 240.0];

/// Overlap of two characters that counts as rounding, metres.
const ROUNDING: f64 = 1e-6;

/// A decoded test case: characters near each other, their inputs, and their level.
struct Case {
    profiles: Vec<CharacterProfile>,
    states: Vec<CharacterState>,
    inputs: Vec<MoveInput>,
    triangles: Vec<[Vec3; 3]>,
    seconds: f32,
    /// Group of each character where they are dealt to groups.
    groups: Vec<u32>,
}

/// Groups to which characters are dealt.
const GROUPS: [u32; 4] = [0, 1, u32::MAX, 1 << 16];

impl Case {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let (rate, count) = (reader.byte(), 2 + reader.byte() % (CHARACTERS - 1));
        let (mut profiles, mut states, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..count {
            let (kind, size) = (reader.byte(), reader.byte());
            let radii = if size % 4 == 0 { reader.radii(0.1, 1.5) } else { Vec3::new(0.4, 0.9, 0.4) };
            let settings = CharacterSettings {
                shape: if size % 8 == 4 {
                    reader.spine(Ellipsoid::new(radii).ok()?)
                } else {
                    Ellipsoid::new(radii).ok()?.into()
                },
                each_other: [EachOther::Solid, EachOther::Soft, EachOther::Solid, EachOther::Ignore]
                    [usize::from(kind) % 4],
                mass: [80.0, 20.0, 1_000.0, 80.0][usize::from(kind >> 2) % 4],
                mode: if kind >> 4 & 1 == 1 { MoveMode::Slide } else { MoveMode::Walk },
                ..CharacterSettings::default()
            };
            let place = reader.vector(1e-3, HALF);
            let height = settings.shape.half_extents().y + 0.02 + if kind >> 5 == 7 { place.y.abs() } else { 0.0 };
            let state = CharacterState::new(Vec3::new(place.x, height, place.z));
            states.push(CharacterState { profile: u32::from(index), key: u32::from(index), ..state });
            let velocity = reader.vector(1e-3, FASTEST) * Vec3::new(1.0, 0.0, 1.0);
            inputs.push(MoveInput { desired_velocity: velocity, ..MoveInput::EARTH });
            profiles.push(CharacterProfile::new(&settings).ok()?);
        }
        let mut triangles: Vec<[Vec3; 3]> = read_triangles(reader, TRIANGLES);
        triangles.retain(has_area);
        let mut triangles: Vec<_> = without_copies(&triangles).into_iter().map(|index| triangles[index]).collect();
        let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z) * 200.0;
        triangles.push([corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)]);
        triangles.push([corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)]);
        let seconds = 1.0 / RATES[usize::from(rate) % RATES.len()];
        let groups = (0..count).map(|_| GROUPS[usize::from(reader.byte()) % GROUPS.len()]).collect();
        Some(Self { profiles, states, inputs, triangles, seconds, groups })
    }

    /// Returns the inputs of all characters in a step: each has its own desired velocity, zero, or the opposite velocity.
    fn inputs_of(&self, step: usize) -> Vec<MoveInput> {
        let turned = |(index, input): (usize, &MoveInput)| {
            let part = [1.0, 1.0, 1.0, -1.0, 0.0, 1.0][(step + index / 3) % 6];
            MoveInput { desired_velocity: input.desired_velocity * part, ..*input }
        };
        self.inputs.iter().enumerate().map(turned).collect()
    }

    fn finding(&self, what: &str, step: usize, states: &[CharacterState]) -> String {
        let settings: Vec<_> = self.profiles.iter().map(CharacterProfile::settings).collect();
        let Self { inputs, triangles, seconds, .. } = self;
        format!("{what}, step {step}: {states:?}; {inputs:?}, {seconds} s, {settings:?}, {triangles:?}")
    }

    fn capsule(&self, index: usize, states: &[CharacterState]) -> Capsule {
        Body::from(self.profiles[index].shape()).capsule(states[index].position.to_dvec3())
    }

    /// Returns the index pairs of all solid characters with the gaps between their capsules, metres; negative for overlaps.
    fn gaps(&self, states: &[CharacterState]) -> Vec<([usize; 2], f64)> {
        let is_solid = |index: &usize| self.profiles[*index].settings().each_other == EachOther::Solid;
        let solid: Vec<usize> = (0..states.len()).filter(is_solid).collect();
        let mut gaps = Vec::new();
        for (place, &one) in solid.iter().enumerate() {
            for &other in &solid[..place] {
                gaps.push(([other, one], self.capsule(one, states).gap(&self.capsule(other, states))));
            }
        }
        gaps
    }
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(case) = Case::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    let world = world_of(&case.triangles);
    let (mut states, mut memory) = (case.states.clone(), MoveMemory::new());
    let mut twins = Twins::new(&case);
    for step in 0..STEPS {
        let (before, gaps) = (states.clone(), case.gaps(&states));
        let inputs = case.inputs_of(step);
        let moved = world.move_characters(&case.profiles, &mut states, &inputs, case.seconds, &mut memory);
        let report = moved.map_err(|error| Finding(case.finding(&error.to_string(), step, &before)))?;
        demand(states.iter().all(|state| state.check(case.profiles.len()).is_ok()), || {
            case.finding("a state that no step leaves", step, &before)
        })?;
        if report.depenetrated == 0 && report.crowded == 0 {
            for ((pair, gap), (_, was)) in case.gaps(&states).into_iter().zip(gaps) {
                demand(was < 0.0 || gap > -ROUNDING, || {
                    case.finding(&format!("{pair:?} were {was} apart, and are {gap}"), step, &before)
                })?;
            }
        }
        for (index, (from, to)) in before.iter().zip(&states).enumerate() {
            let [from, to] = [from, to].map(|state| state.position.to_dvec3());
            let crossed = case.triangles.iter().position(|t| segment_crosses(from, to, &t.map(Vec3::as_dvec3)));
            demand(crossed.is_none() || report.depenetrated > 0, || {
                case.finding(&format!("{index} went through {crossed:?}"), step, &before)
            })?;
        }
        twins.step(&case, &world, step, (&before, &states))?;
    }
    groups_fare_alone(&case, &world)?;
    Ok(Outcome::Held)
}

/// Steps all characters, dealt to groups, in one slice, and each group in a slice of its own.
fn groups_fare_alone(case: &Case, world: &World) -> Result<(), Finding> {
    let mut together = case.states.clone();
    together.iter_mut().zip(&case.groups).for_each(|(state, &group)| state.group = group);
    let mut memory = MoveMemory::new().with_sort_every(3);
    let mut alone = GROUPS.map(|group| {
        let own: Vec<usize> = (0..together.len()).filter(|&index| case.groups[index] == group).collect();
        let states: Vec<CharacterState> = own.iter().map(|&index| together[index]).collect();
        (own, states, MoveMemory::new())
    });
    for step in 0..STEPS {
        let (inputs, before) = (case.inputs_of(step), together.clone());
        pools()[step % 3]
            .install(|| world.move_characters(&case.profiles, &mut together, &inputs, case.seconds, &mut memory))
            .expect("as before");
        for (own, states, memory) in &mut alone {
            let inputs: Vec<MoveInput> = own.iter().map(|&index| inputs[index]).collect();
            world.move_characters(&case.profiles, states, &inputs, case.seconds, memory).expect("as before");
            for (state, &index) in states.iter().zip(&*own) {
                let same = bytemuck::bytes_of(state) == bytemuck::bytes_of(&together[index]);
                demand(same, || case.finding(&format!("alone with its group {index} is {state:?}"), step, &before))?;
            }
        }
    }
    Ok(())
}

/// Copies of the test's characters: in a batch in reversed order, and in a crowd that stays awake.
struct Twins {
    order: Vec<usize>,
    shuffled: Vec<CharacterState>,
    memory: MoveMemory,
    crowd: Crowd,
}

impl Twins {
    fn new(case: &Case) -> Self {
        let count = case.states.len();
        let order: Vec<usize> = (0..count).rev().collect();
        let shuffled = order.iter().map(|&index| case.states[index]).collect();
        let settings = CrowdSettings { sort_every: 3, ..CrowdSettings::default() };
        let mut crowd = Crowd::new(settings).expect("settings in range");
        for state in &case.states {
            let id = crowd.spawn(&case.profiles[state.profile as usize], state.position).expect("in range");
            crowd.watch_contacts(id).expect("in the crowd");
        }
        Self { order, shuffled, memory: MoveMemory::new().with_sort_every(2), crowd }
    }

    fn step(
        &mut self,
        case: &Case,
        world: &World,
        step: usize,
        (before, states): (&[CharacterState], &[CharacterState]),
    ) -> Result<(), Finding> {
        let (inputs, Self { order, shuffled, memory, crowd }) = (case.inputs_of(step), self);
        let turned: Vec<MoveInput> = order.iter().map(|&index| inputs[index]).collect();
        pools()[step % 3]
            .install(|| world.move_characters(&case.profiles, shuffled, &turned, case.seconds, memory))
            .expect("as before");
        crowd.set_inputs(&inputs).expect("as before");
        pools()[2].install(|| crowd.step(world, case.seconds)).expect("as before");
        for (place, &index) in order.iter().enumerate() {
            let same = bytemuck::bytes_of(&shuffled[place]) == bytemuck::bytes_of(&states[index]);
            demand(same, || case.finding(&format!("in another order {index} is {:?}", shuffled[place]), step, before))?;
        }
        for (index, id) in crowd.ids().enumerate() {
            let state = CharacterState { profile: index as u32, ..*crowd.state(id).expect("in the crowd") };
            let same = bytemuck::bytes_of(&state) == bytemuck::bytes_of(&states[index]);
            demand(same, || case.finding(&format!("in a crowd that is awake {index} is {state:?}"), step, before))?;
        }
        Ok(())
    }
}

/// Returns the thread pools that the test shares, of one to three threads.
fn pools() -> &'static [ThreadPool; 3] {
    static POOLS: OnceLock<[ThreadPool; 3]> = OnceLock::new();
    POOLS.get_or_init(|| {
        [1, 2, 3]
            .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("three threads can be started"))
    })
}

/// Encodes a test case of a crowd of near characters as bytes.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    let count = 6 + number % 12;
    writer.byte(number).byte(count - 2);
    for index in 0..count {
        let kind = number.wrapping_mul(7).wrapping_add(index);
        let turn = f32::from(index) * 0.9;
        let place = Vec3::new(turn % 2.3 - 1.1, 0.1 * turn, (1.7 * turn) % 2.9 - 1.4);
        writer.byte(kind).byte(index);
        if index % 4 == 0 {
            writer.vector(shape);
        }
        writer.vector(place).vector(walk - place * 1.5);
    }
    let own: Vec<[Vec3; 3]> = triangles.iter().take(TRIANGLES).map(|t| t.map(|v| v - center)).collect();
    write_triangles(&mut writer, &own);
    for index in 0..count {
        writer.byte(number.wrapping_add(index).wrapping_mul(5) >> 1);
    }
    writer.finish()
}
