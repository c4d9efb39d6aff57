//! On every scene a move has one meaning: characters moved one by one, in slices of any order on one, two and three
//! threads, and in a crowd have the same bits and the same reports after every frame.
//!
//! Three of four walk, and turn, slow down, jump or are hit in every frame; the rest stands, and comes to rest in the
//! crowd. `same_moves_at_random` does it among random triangles.

use crate::testkit::movers::Movers;
use glam::{DVec3, Vec3};
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, MoveInput};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::random::Random;
use sweep8_bench::walking::places;
use sweep8_scalar_ref::testkit::cases::cases;
use sweep8_scalar_ref::testkit::notice;

/// More than two chunks of a step.
const CHARACTERS: usize = 150;

/// On dense scenes, where a move takes up to a hundred times as long.
const DENSE_CHARACTERS: usize = 20;

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// Largest desired speed, m/s.
const SPEED: f32 = 6.0;

/// Cosine and sine of the turn in a frame, to either side.
const TURN: [f32; 2] = [0.96, 0.28];

fn profiles() -> [CharacterProfile; 4] {
    let of = |radii, settings| {
        let shape = Ellipsoid::new(radii).expect("radii are positive");
        CharacterProfile::new(&CharacterSettings { shape: shape.into(), ..settings }).expect("settings in range")
    };
    let default = CharacterSettings::default();
    [
        of(PERSON, default),
        of(Vec3::splat(0.5), CharacterSettings { max_slope_angle: 0.5, air_control: 0.3, ..default }),
        of(Vec3::new(0.9, 0.3, 0.6), CharacterSettings { skin: 0.03, max_iterations: 2, ..default }),
        of(Vec3::new(0.3, 0.4, 0.3), CharacterSettings { ground_damping: 1.0, max_fall_speed: 3.0, ..default }),
    ]
}

/// The inputs of the characters, frame by frame.
struct Script {
    random: Random,
    starts: Vec<DVec3>,
    /// Level unit vectors.
    headings: Vec<Vec3>,
    inputs: Vec<MoveInput>,
}

impl Script {
    fn new(seed: u64, starts: &[Vec3]) -> Self {
        let starts: Vec<_> = starts.iter().map(|start| start.as_dvec3()).collect();
        let (headings, inputs) = (vec![Vec3::X; starts.len()], vec![MoveInput::EARTH; starts.len()]);
        Self { random: Random::new(seed), starts, headings, inputs }
    }

    /// The inputs of the next frame; out: which characters are put elsewhere before it, and where.
    fn next(&mut self) -> Vec<(usize, DVec3)> {
        let (mut teleports, random) = (Vec::new(), &mut self.random);
        for (index, (input, heading)) in self.inputs.iter_mut().zip(&mut self.headings).enumerate() {
            let side = if random.below(2) == 0 { TURN[1] } else { -TURN[1] };
            let Vec3 { x, z, .. } = *heading;
            *heading = Vec3::new(x * TURN[0] - z * side, 0.0, x * side + z * TURN[0]).normalize();
            *input = MoveInput { desired_velocity: Vec3::ZERO, ..MoveInput::EARTH };
            if index % 4 == 3 {
                continue;
            }
            input.desired_velocity = *heading * random.range_f32(0.0, SPEED);
            match random.below(400) {
                0..12 => input.jump_speed = random.range_f32(1.0, 6.0),
                12..20 => input.impulse = Vec3::from_array([(); 3].map(|()| random.range_f32(-4.0, 4.0))),
                20..22 => input.gravity = Vec3::new(3.0, -6.0, 2.0),
                22..24 => input.gravity = Vec3::ZERO,
                24 => input.desired_velocity.x = MAX_DISPLACEMENT,
                25 => teleports.push((index, self.starts[random.below(self.starts.len())])),
                _ => {}
            }
        }
        teleports
    }
}

#[test]
fn on_every_scene_everybody_goes_where_it_goes_alone_in_slices_and_in_a_crowd() {
    notice::takes_about(cases(15, 5), "same_moves");
    let mut total = [0; 9];
    let (mut moves, frames) = (0, cases(200, 50));
    for (seed, scene) in Scene::ALL.into_iter().enumerate() {
        let level = scene.build();
        let world = world_of(&level);
        let characters = if scene.is_dense() { DENSE_CHARACTERS } else { CHARACTERS };
        let person = Ellipsoid::new(PERSON).expect("radii are positive");
        let starts = places::find(&level, &world, &person, characters, seed as u64).expect("there are floors");
        let mut script = Script::new(seed as u64, &starts);
        let mut movers = Movers::new(&profiles(), script.starts.iter().copied());
        let (mut order, mut orders): (Vec<usize>, _) = ((0..characters).collect(), Random::new(99));
        let mut of_scene = [0; 9];
        for frame in 0..frames {
            let teleports = script.next();
            order.sort_by_cached_key(|_| orders.next_u64());
            let counts = movers.step(&world, &script.inputs, &teleports, &order, &format!("{scene}, frame {frame}"));
            of_scene.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        println!("{scene}: {of_scene:?}");
        moves += (characters * frames) as u64;
        let [_, slid, _, _, _, _, standing, _, contacts] = of_scene;
        assert!(
            slid > cases(100, 5) && standing > cases(100, 25) && contacts > cases(1_000, 250),
            "{scene}: {of_scene:?}"
        );
        total.iter_mut().zip(of_scene).for_each(|(sum, count)| *sum += count);
    }
    println!(
        "free, slid, blocked, out of iterations, overlapping, refused, standing, depenetrated, contacts: {total:?}"
    );
    assert!(total.iter().all(|&count| count > cases(20, 5)), "{total:?}");
    assert_eq!(total[..6].iter().sum::<u64>(), moves);
}
