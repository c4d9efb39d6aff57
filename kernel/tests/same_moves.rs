//! A move has one meaning: one character at a time, slices of them in any order and with any memory, and a crowd give the
//! same bits and the same reports, on any number of threads.

#[allow(dead_code, reason = "each test uses its own part")]
mod common;

use common::Random;
use common::crowds::checked;
use common::worlds::{room, terrain, world_of};
use glam::{DVec3, Vec3};
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, Ellipsoid, Ground, MoveInput,
    MoveMemory, Scratch, SlideStatus, StepReport, World,
};

const FRAME: f32 = 1.0 / 60.0;

/// More than two chunks of a step.
const CHARACTERS: usize = 150;

const FRAMES: usize = 200;

fn profiles() -> [CharacterProfile; 4] {
    let of = |radii, settings| checked(CharacterSettings { shape: Ellipsoid::new(radii).unwrap(), ..settings });
    let default = CharacterSettings::default();
    [
        of(Vec3::splat(0.5), default),
        of(Vec3::new(0.4, 0.9, 0.4), CharacterSettings { max_slope_angle: 0.5, air_control: 0.3, ..default }),
        of(Vec3::new(0.9, 0.3, 0.6), CharacterSettings { skin: 0.03, max_iterations: 2, ..default }),
        of(Vec3::new(0.3, 0.4, 0.3), CharacterSettings { ground_damping: 1.0, max_fall_speed: 3.0, ..default }),
    ]
}

/// What everybody is told, frame by frame: a third walks, some of them in the air; jumps, impulses, teleports, gravities of
/// their own, and velocities that are refused.
struct Script {
    random: Random,
    half: f64,
    /// How far up and down places are, of the half.
    flat: f64,
    inputs: Vec<MoveInput>,
}

impl Script {
    fn new(seed: u64, half: f64, flat: f64) -> Self {
        Self { random: Random(seed), half, flat, inputs: vec![MoveInput::EARTH; CHARACTERS] }
    }

    fn place(&mut self) -> DVec3 {
        // With digits below the last place of an `f32`.
        let place = self.random.vector(self.half);
        place.with_y(place.y.mul_add(self.flat, 1.0))
    }

    /// The inputs of the next frame, and who is put where before it.
    fn next(&mut self) -> Vec<(usize, DVec3)> {
        let mut teleports = Vec::new();
        for index in 0..CHARACTERS {
            let (mut input, random) = (self.inputs[index], &mut self.random);
            (input.jump_speed, input.impulse) = (0.0, Vec3::ZERO);
            match random.whole(0, 399) as u32 {
                0..8 if index % 3 == 0 => {
                    input.desired_velocity = (random.direction() * random.range(0.0, 6.0)).as_vec3();
                }
                8..12 => input.desired_velocity = Vec3::ZERO,
                12..18 => input.jump_speed = random.range(1.0, 6.0) as f32,
                18..24 => input.impulse = random.vector(5.0).as_vec3(),
                24 => input.gravity = (random.direction() * 9.0).as_vec3(),
                25 => input.gravity = Vec3::ZERO,
                26 => input.up = random.direction().as_vec3(),
                27 => input.desired_velocity = Vec3::X * MAX_DISPLACEMENT,
                28..30 => teleports.push(index),
                30..50 => (input.gravity, input.up) = (MoveInput::EARTH.gravity, Vec3::ZERO),
                50..70 if input.desired_velocity.x == MAX_DISPLACEMENT => input.desired_velocity = Vec3::ZERO,
                _ => {}
            }
            self.inputs[index] = input;
        }
        teleports.into_iter().map(|index| (index, self.place())).collect()
    }
}

fn put(states: &mut [CharacterState], teleports: &[(usize, DVec3)]) {
    for &(index, place) in teleports {
        let CharacterState { profile, key, user_data, .. } = states[index];
        states[index] = CharacterState { profile, key, user_data, ..CharacterState::new(place) };
    }
}

fn bytes(states: &[CharacterState]) -> &[u8] {
    bytemuck::cast_slice(states)
}

/// Moves one after the other; the report is counted from the outcomes.
fn one_by_one(world: &World, states: &mut [CharacterState], inputs: &[MoveInput], scratch: &mut Scratch) -> [u64; 9] {
    let (profiles, mut counts) = (profiles(), [0; 9]);
    for (state, input) in states.iter_mut().zip(inputs) {
        let before = *state;
        let Ok(out) = world.move_character(&profiles[state.profile as usize], state, input, FRAME, scratch) else {
            assert_eq!(bytes(&[before]), bytes(&[*state]), "who is refused keeps its state");
            counts[5] += 1;
            continue;
        };
        let kind = [
            SlideStatus::Free,
            SlideStatus::Slid,
            SlideStatus::Blocked,
            SlideStatus::OutOfIterations,
            SlideStatus::Overlapping,
        ];
        counts[kind.iter().position(|&kind| kind == out.status).unwrap()] += 1;
        counts[6] += u64::from(matches!(out.ground, Ground::Floor(_) | Ground::HeldBySteep(_)));
        counts[7] += u64::from(out.depenetrated_by > 0.0);
        counts[8] += out.contacts().len() as u64;
        assert_eq!((out.position, out.status, out.ground), (state.position, state.status(), state.ground()));
    }
    counts
}

fn counts(report: &StepReport) -> [u64; 9] {
    let &StepReport { free, slid, blocked, out_of_iterations, overlapping, refused, standing, .. } = report;
    [free, slid, blocked, out_of_iterations, overlapping, refused, standing, report.depenetrated, report.contacts]
}

/// Slices with a memory, which a caller may keep in another order.
struct Slices {
    name: String,
    states: Vec<CharacterState>,
    memory: MoveMemory,
    /// Whether a new memory is made, or one that moved others in between, in each frame.
    is_forgetful: bool,
    is_disturbed: bool,
    /// Whether the caller shuffles.
    is_shuffled: bool,
    #[cfg(feature = "rayon")]
    pool: rayon::ThreadPool,
}

impl Slices {
    fn all(states: &[CharacterState]) -> Vec<Self> {
        let kinds = [
            ("new memory", 16, 2, [true, false, false]),
            ("never sorted, one thread", 0, 1, [false; 3]),
            ("sorted every step, two threads", 1, 2, [false; 3]),
            ("sorted every 7 steps, three threads", 7, 3, [false; 3]),
            ("others in between", 16, 2, [false, true, false]),
            ("shuffled", 16, 2, [false, false, true]),
        ];
        kinds
            .map(|(name, sort_every, threads, [is_forgetful, is_disturbed, is_shuffled])| Self {
                name: format!("{name}, {threads} threads"),
                states: states.to_vec(),
                memory: MoveMemory::new().with_sort_every(sort_every),
                is_forgetful,
                is_disturbed,
                is_shuffled,
                #[cfg(feature = "rayon")]
                pool: rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap(),
            })
            .into()
    }

    fn step(&mut self, world: &World, inputs: &[MoveInput], random: &mut Random) -> StepReport {
        let profiles = profiles();
        if self.is_forgetful {
            self.memory = MoveMemory::new();
        }
        let mut order: Vec<usize> = (0..CHARACTERS).collect();
        if self.is_shuffled {
            order.sort_by_cached_key(|_| random.whole(0, i32::MAX - 1) as u32);
        }
        let mut states: Vec<CharacterState> = order.iter().map(|&index| self.states[index]).collect();
        let inputs: Vec<MoveInput> = order.iter().map(|&index| inputs[index]).collect();
        let memory = &mut self.memory;
        let mut others = states.clone();
        others.rotate_left(17);
        let is_disturbed = self.is_disturbed;
        let step = || {
            if is_disturbed {
                world.move_characters(&profiles[..], &mut others, &inputs, 0.01, memory).unwrap();
            }
            world.move_characters(&profiles[..], &mut states, &inputs, FRAME, memory).unwrap()
        };
        #[cfg(feature = "rayon")]
        let report = self.pool.install(step);
        #[cfg(not(feature = "rayon"))]
        let report = {
            let mut step = step;
            step()
        };
        for (&index, state) in order.iter().zip(&states) {
            self.states[index] = *state;
        }
        let first = report.first_refused.index();
        assert_eq!(first.is_some(), report.refused > 0);
        assert!(first.is_none_or(|place| inputs[place].desired_velocity.x == MAX_DISPLACEMENT), "{first:?}");
        report
    }
}

#[test]
fn one_by_one_in_slices_and_in_a_crowd_everybody_goes_where_it_goes_alone() {
    let mut random = Random(1);
    let levels = [
        ("room", 5.0, 0.8, room(&mut random, 6.0, 6, 20)),
        ("smooth ground", 6.0, 0.1, terrain(&mut random, 24, 0.6, 0.1)),
        ("rough ground", 3.0, 0.2, terrain(&mut random, 30, 0.25, 0.2)),
    ];
    let mut total = [0; 9];
    for (seed, (name, half, flat, level)) in levels.into_iter().enumerate() {
        let world = world_of(&level);
        let mut script = Script::new(10 + seed as u64, half, flat);
        let new_state = |index: usize, place: DVec3| CharacterState {
            profile: (index % 4) as u32,
            key: index as u32,
            user_data: [index as u32, 7],
            ..CharacterState::new(place)
        };
        let mut alone: Vec<_> = (0..CHARACTERS).map(|index| new_state(index, script.place())).collect();
        let mut slices = Slices::all(&alone);
        let mut crowd = Crowd::new(CrowdSettings { sort_every: 5, ..CrowdSettings::default() }).unwrap();
        let profiles = profiles();
        // The table of the crowd has another order.
        let mut ids = vec![None; CHARACTERS];
        let unused = crowd.spawn(&profiles[3], Vec3::ZERO).unwrap();
        for (index, state) in alone.iter().enumerate() {
            ids[index] = Some(crowd.spawn(&profiles[index % 4], state.position).unwrap());
        }
        crowd.despawn(unused).unwrap();
        let ids: Vec<_> = ids.into_iter().map(Option::unwrap).collect();
        for (&id, own) in ids.iter().zip(&alone) {
            let state = CharacterState { user_data: own.user_data, ..*crowd.state(id).unwrap() };
            crowd.set_state(id, &state).unwrap();
        }
        let (mut scratch, mut orders) = (Scratch::new(), Random(99));
        for frame in 0..FRAMES {
            let teleports = script.next();
            let inputs = &script.inputs;
            put(&mut alone, &teleports);
            let expected = one_by_one(&world, &mut alone, inputs, &mut scratch);
            total.iter_mut().zip(expected).for_each(|(sum, count)| *sum += count);
            let mut reports = Vec::new();
            for slices in &mut slices {
                put(&mut slices.states, &teleports);
                let report = slices.step(&world, inputs, &mut orders);
                let case = format!("{name}, frame {frame}, {}", slices.name);
                assert_eq!(counts(&report), expected, "{case}");
                assert!(bytes(&slices.states) == bytes(&alone), "{case}: other bits");
                if !slices.is_shuffled {
                    reports.push(report);
                }
            }
            assert!(reports.windows(2).all(|two| two[0] == two[1]), "{name}, frame {frame}: {reports:?}");

            for &(index, place) in &teleports {
                crowd.teleport(ids[index], place).unwrap();
            }
            crowd.set_inputs(inputs).unwrap();
            let report = crowd.step(&world, FRAME).unwrap();
            assert_eq!(counts(&report), expected, "{name}, frame {frame}, crowd");
            // An index of the crowd is one more.
            let first = reports[0].first_refused;
            assert_eq!(report.first_refused.index(), first.index().map(|index| ids[index].index()));
            assert_eq!(report.first_refused.error(), first.error());
            for (&id, own) in ids.iter().zip(&alone) {
                let state = crowd.state(id).unwrap();
                assert_eq!(crowd.profile(id), Ok(&profiles[own.profile as usize]));
                let state = CharacterState { profile: own.profile, key: own.key, ..*state };
                assert!(bytes(&[state]) == bytes(&[*own]), "{name}, frame {frame}, crowd: {state:?}, alone {own:?}");
            }
        }
    }
    println!(
        "free, slid, blocked, out of iterations, overlapping, refused, standing, depenetrated, contacts: {total:?}"
    );
    assert!(total.iter().all(|&count| count > 20), "{total:?}");
    assert_eq!(total[..6].iter().sum::<u64>(), (3 * CHARACTERS * FRAMES) as u64);
}
