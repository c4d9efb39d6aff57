//! The same scene, larger or smaller: lengths and velocities times a factor give the same path times that factor.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, crowd_under};
use crate::testkit::worlds::{quad, world_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterSettings, CharacterState, EachOther, Ellipsoid, Ground, MoveInput, World};

const FRAME: f32 = 1.0 / 60.0;
const SCALES: [f32; 6] = [1e-3, 0.1, 10.0, 1e3, 1.0 / 1024.0, 1024.0];

fn settings(scale: f32) -> CharacterSettings {
    let default = CharacterSettings::default();
    CharacterSettings {
        shape: Ellipsoid::new(default.shape.radii() * scale).unwrap().into(),
        skin: default.skin * scale,
        step_height: default.step_height * scale,
        snap_distance: default.snap_distance * scale,
        max_fall_speed: default.max_fall_speed * scale,
        ..default
    }
}

/// A floor with a wall across x = 6.
fn scene(scale: f32) -> World {
    let floor = quad(Vec3::new(-40.0, 0.0, -40.0), Vec3::Z * 80.0, Vec3::X * 80.0);
    let wall = quad(Vec3::new(6.0, -1.0, -40.0), Vec3::Z * 80.0, Vec3::Y * 9.0);
    let level = [floor, wall].concat();
    world_of(&level.iter().map(|triangle| triangle.map(|corner| corner * scale)).collect::<Vec<_>>())
}

/// Path of a character that is knocked about, in lengths of the scale, and whether it stands at its end.
fn knocked(scale: f32, impulses: &[(usize, Vec3)]) -> (Vec<DVec3>, Ground, Vec3) {
    let (world, profile) = (scene(scale), checked(settings(scale)));
    let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
    let gravity = Vec3::NEG_Y * 9.81 * scale;
    let path = (0..240).map(|step| {
        let impulse = impulses.iter().find(|(at, _)| *at == step).map_or(Vec3::ZERO, |(_, impulse)| *impulse * scale);
        let input = MoveInput { gravity, impulse, ..MoveInput::WEIGHTLESS };
        world.move_character(&profile, &mut state, &input, FRAME).unwrap();
        state.position.to_dvec3() / f64::from(scale)
    });
    let path = path.collect();
    (path, state.ground(), state.velocity)
}

#[test]
fn a_knock_back_leads_as_far_at_any_scale() {
    let mut random = Random(24);
    let mut worst = 0.0_f64;
    for case in 0..20 {
        let level = Vec3::new(2.33, 0.0, 0.0);
        let draw = |random: &mut Random| random.direction().as_vec3() * random.range_f32(0.01, 6.0);
        let impulses = if case == 0 { vec![(5, level)] } else { vec![(5, draw(&mut random)), (90, draw(&mut random))] };
        let (expected, ground, velocity) = knocked(1.0, &impulses);
        assert_eq!((ground, velocity), (Ground::Floor(Vec3::Y), Vec3::ZERO), "it comes to rest");
        if case == 0 {
            // A damping of 10 per second: v / 10.
            let way = expected[239].x;
            assert!((way - 0.233).abs() < 1e-3, "{way}");
        }
        for scale in SCALES {
            let (path, ground, velocity) = knocked(scale, &impulses);
            assert_eq!((ground, velocity), (Ground::Floor(Vec3::Y), Vec3::ZERO), "at {scale} it comes to rest");
            for (step, (at, expected)) in path.iter().zip(&expected).enumerate() {
                worst = worst.max((*at - *expected).length());
                assert!(worst < 1e-4, "case {case}, {scale}, step {step}: {at}, must be {expected}");
            }
        }
    }
    println!("knock-backs at 1/1024 to 1024: at most {worst:.1e} of their scale apart");
}

/// Path of characters that overlap and part, in lengths of the scale.
fn parted(scale: f32, each_other: EachOther, at: &[Vec3]) -> Vec<DVec3> {
    let (world, mut crowd) = (scene(scale), crowd_under(Vec3::NEG_Y * 9.81 * scale));
    let profile = checked(CharacterSettings { each_other, ..settings(scale) });
    let ids: Vec<_> = at.iter().map(|&place| crowd.spawn_standing(&profile, place * scale).unwrap()).collect();
    (0..120)
        .flat_map(|_| {
            crowd.step(&world, FRAME).unwrap();
            ids.iter().map(|&id| crowd.position(id).unwrap().to_dvec3() / f64::from(scale)).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn characters_that_overlap_part_as_fast_at_any_scale() {
    let mut random = Random(25);
    let mut worst = 0.0_f64;
    for each_other in [EachOther::Soft, EachOther::Solid] {
        for case in 0..6 {
            // Deep overlaps: the fastest push acts.
            let at: Vec<Vec3> = (0..2 + case % 3)
                .map(|_| Vec3::new(random.range_f32(-0.25, 0.25), 0.0, random.range_f32(-0.25, 0.25)))
                .collect();
            let expected = parted(1.0, each_other, &at);
            let apart = (expected[expected.len() - 1] - expected[expected.len() - 2]).length();
            assert!(apart > 0.75, "they part: {apart}");
            for scale in SCALES {
                for (at, expected) in parted(scale, each_other, &at).iter().zip(&expected) {
                    worst = worst.max((*at - *expected).length());
                    assert!(worst < 1e-3, "{each_other:?} {case}, {scale}: {at}, must be {expected}");
                }
            }
        }
    }
    println!("overlaps that part at 1/1024 to 1024: at most {worst:.1e} of their scale apart");
}

#[test]
fn the_fastest_push_is_five_radii_a_second() {
    for scale in [0.01_f32, 1.0, 100.0] {
        let at = [Vec3::X * 0.1, Vec3::X * -0.1];
        let path = parted(scale, EachOther::Soft, &at);
        let speed = (path[3].x - path[1].x).abs().max((path[2].x - path[0].x).abs()) * 60.0;
        assert!((speed - 5.0 * 0.4).abs() < 1e-2, "{speed} of the scale {scale} a second");
    }
}
