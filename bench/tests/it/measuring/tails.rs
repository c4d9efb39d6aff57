//! The moves that are made again are those of the simulation, drawn evenly; and what they sweep is an exact count.

use glam::Vec3;
use std::f32::consts::TAU;
use sweep8::{Backend, CharacterProfile, CharacterState, EachOther, Ellipsoid, Mesh, MoveInput, MoveMode, World};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::simulating::simulation::{self, Settings};
use sweep8_bench::walking::tails::{Sampler, Tails, quantile};
use sweep8_bench::walking::trail::Start;
use sweep8_bench::walking::walkers::Manner;

/// How many moves are drawn of each frame, and the characters they are of.
fn drawn(characters: usize, frames: usize, seed: u64) -> (Vec<usize>, Vec<usize>) {
    let mut sampler = Sampler::new(characters, frames, seed);
    let (mut each, mut who) = (vec![0; frames], Vec::new());
    for count in &mut each {
        sampler.record(|character| {
            *count += 1;
            who.push(character);
            Start::new(&CharacterState::new(Vec3::ZERO), &MoveInput::EARTH)
        });
    }
    assert_eq!(sampler.finish().len(), who.len());
    (each, who)
}

#[test]
fn moves_are_drawn_evenly_over_frames_and_characters() {
    for (characters, frames, wanted) in
        [(10_000, 600, 20_000), (500, 200, 2_000), (100, 3_000, 6_000), (7, 10, 70), (1, 50_000, 2_000), (3, 1, 3)]
    {
        let (each, who) = drawn(characters, frames, 1);
        assert_eq!(who.len(), wanted, "{characters} characters, {frames} frames");
        let (least, most) = (wanted / frames, wanted.div_ceil(frames));
        assert!(each.iter().all(|count| (least..=most).contains(count)), "{characters} characters: {each:?}");
        assert!(who.iter().all(|&character| character < characters));
        let low = who.iter().filter(|&&character| 2 * character < characters).count();
        assert!(characters < 100 || (wanted * 2 / 5..wanted * 3 / 5).contains(&low), "{low} of {wanted}");
    }
    assert_eq!(drawn(500, 200, 3), drawn(500, 200, 3));
    assert_ne!(drawn(500, 200, 3).1, drawn(500, 200, 4).1);
}

#[test]
fn a_percentile_is_the_value_at_its_rank() {
    let values: Vec<u64> = (0..=1_000).collect();
    assert_eq!([0.0, 0.5, 0.99, 0.999, 1.0].map(|part| quantile(&values, part)), [0, 500, 990, 999, 1_000]);
    assert_eq!((quantile(&[7], 0.999), quantile::<u64>(&[], 0.5)), (7, 0));
}

#[test]
fn one_slow_move_in_a_hundred_shows_in_the_tail_and_not_in_the_median() {
    // A floor of two triangles, and a bowl of 2,500 that the hull in its middle nearly touches everywhere.
    let mut positions =
        [(-50.0, -50.0), (-50.0, 50.0), (50.0, 50.0), (50.0, -50.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    let mut triangles = vec![[0, 1, 2], [0, 2, 3]];
    let on_bowl = |ring: u32, spoke: u32| {
        let ((out, down), (sine, cosine)) = ((ring as f32 * 0.028).sin_cos(), (spoke as f32 * TAU / 50.0).sin_cos());
        Vec3::new(20.2, 0.52, 20.2) + Vec3::new(out * cosine, -down, out * sine) * 0.511
    };
    for cell in 0..1_250_u32 {
        let (ring, spoke, first) = (cell / 50 + 1, cell % 50, positions.len() as u32);
        positions.extend([(0, 0), (0, 1), (1, 1), (1, 0)].map(|(a, b)| on_bowl(ring + a, spoke + b)));
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    let world = World::from_mesh(Mesh::new(&positions, &triangles).expect("a floor"));
    let ball = CharacterProfile::of_shape(Ellipsoid::ball(0.5).expect("a ball"));
    let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
    let start = |x: f32| Start::new(&CharacterState::new(Vec3::new(x, 0.52, 20.2)), &input);
    let starts: Vec<Start> = (0..1_000).map(|number| start(if number % 50 == 0 { 20.2 } else { 0.0 })).collect();
    let measure = || Tails::measure(&world, &ball, 1.0 / 60.0, &starts);
    let tails = measure();
    assert_eq!(tails.moves, 1_000);
    assert!(tails.p99 > 4 * tails.p50 && tails.p999 >= tails.p99 && !tails.p50.is_zero(), "{tails:?}");
    assert!((1.0..20.0).contains(&tails.blocks_mean), "{tails:?}");
    assert!(tails.blocks_p999 as f64 > 10.0 * tails.blocks_mean, "{tails:?}");
    let again = measure();
    assert_eq!((again.blocks_mean, again.blocks_p999), (tails.blocks_mean, tails.blocks_p999));
    assert_eq!(Tails::measure(&world, &ball, 1.0 / 60.0, &[]), Tails::default());
}

#[test]
fn what_is_recorded_are_moves_of_the_walk() {
    let settings = Settings {
        characters: 50,
        frames: 60,
        hz: 30,
        threads: 1,
        seed: 1,
        shape: Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person").into(),
        speed: 4.0,
        manner: Manner::Mixed,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: 60,
        backend: Backend::best(),
    };
    let level = Scene::Stairs.build();
    let run = simulation::run(&level, &settings, &|| 0, &|_| ()).expect("there is a floor");
    assert_eq!(run.starts.len(), 2_000);
    let (low, high) = run.built.bounds().expect("it has triangles");
    assert!(
        run.starts
            .iter()
            .all(|start| start.position.high.cmpge(low).all() && start.position.high.cmple(high + 1.0).all())
    );
    let longest = run.starts.iter().map(|start| start.desired.length()).fold(0.0, f32::max);
    assert!((3.0..=4.001).contains(&longest), "{longest} m/s");
    assert!(run.starts.iter().any(|start| start.desired == Vec3::ZERO), "nobody idles");
}
