//! A move has one meaning: one character at a time, slices of them in any order and with any memory, and a crowd give the
//! same bits and the same reports, on any number of threads.

use crate::testkit::movers::Movers;
use glam::{DVec3, Vec3};
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, Mesh, MoveInput, MoveMode, World};
use sweep8_bench::random::Random;
use sweep8_scalar_ref::testkit::triangles::{room, terrain};

/// More than two chunks of a step.
const CHARACTERS: usize = 150;

const FRAMES: usize = 200;

/// A world in which every triangle has corners of its own.
fn world_of(level: &[[Vec3; 3]]) -> World {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    World::from_mesh(Mesh::new(&positions, &triangles).expect("triangles in range"))
}

fn profiles() -> [CharacterProfile; 5] {
    let of = |radii, settings| {
        let shape = Ellipsoid::new(radii).expect("radii are positive");
        CharacterProfile::new(&CharacterSettings { shape: shape.into(), ..settings }).expect("settings in range")
    };
    let default = CharacterSettings::default();
    [
        of(Vec3::splat(0.5), default),
        of(Vec3::new(0.4, 0.9, 0.4), CharacterSettings { max_slope_angle: 0.5, air_control: 0.3, ..default }),
        of(Vec3::new(0.9, 0.3, 0.6), CharacterSettings { skin: 0.03, max_iterations: 2, ..default }),
        of(Vec3::new(0.3, 0.4, 0.3), CharacterSettings { ground_damping: 1.0, max_fall_speed: 3.0, ..default }),
        of(Vec3::splat(0.4), CharacterSettings { mode: MoveMode::Slide, max_iterations: 2, ..default }),
    ]
}

/// The inputs of all characters, frame by frame: a third walks, some of them in the air; jumps, impulses, teleports, gravities of
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
        let mut movers = Movers::new(&profiles(), (0..CHARACTERS).map(|_| script.place()));
        let (mut order, mut orders): (Vec<usize>, _) = ((0..CHARACTERS).collect(), Random(99));
        for frame in 0..FRAMES {
            let teleports = script.next();
            order.sort_by_cached_key(|_| orders.whole(0, i32::MAX - 1) as u32);
            let counts = movers.step(&world, &script.inputs, &teleports, &order, &format!("{name}, frame {frame}"));
            total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    println!(
        "free, slid, blocked, out of iterations, overlapping, refused, standing, depenetrated, contacts: {total:?}"
    );
    assert!(total.iter().all(|&count| count > 20), "{total:?}");
    assert_eq!(total[..6].iter().sum::<u64>(), (3 * CHARACTERS * FRAMES) as u64);
}
