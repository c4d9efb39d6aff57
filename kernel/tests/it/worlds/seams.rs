//! Two instances that share an edge behave as the welded mesh: a walker that crosses the seam meets no bump, does not sink,
//! and goes the same way to rounding, with and without T-junctions.

use crate::testkit::Random;
use crate::testkit::crowds::profile_of;
use crate::testkit::placed::cook;
use crate::testkit::worlds::{Level, grid, quad, world_of};
use glam::{DQuat, DVec3, Quat, Vec3};
use sweep8::{CharacterProfile, CharacterState, Ground, MoveInput, Placement, Scratch, World};

const FRAME: f32 = 1.0 / 60.0;

const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(0.25, 0.6, 0.35)];

/// Which way to go: across the seam at every angle, along it, and to and fro.
fn headings() -> Vec<[Vec3; 2]> {
    let mut headings: Vec<[Vec3; 2]> = (0..16_u16)
        .map(|turn| {
            let (sine, cosine) = (f32::from(turn) * std::f32::consts::TAU / 16.0).sin_cos();
            [Vec3::new(cosine, 0.0, sine) * 1.3; 2]
        })
        .collect();
    headings.extend([[Vec3::new(1.0, 0.0, 1e-3), Vec3::new(-1.0, 0.0, 1e-3)], [Vec3::X * 2.5, Vec3::X * -2.0]]);
    headings
}

/// The centres of a walker after each of 240 steps, `there` to begin with and half the time, then `back`.
fn path(world: &World, profile: &CharacterProfile, start: Vec3, [there, back]: [Vec3; 2]) -> Vec<CharacterState> {
    let (mut state, mut scratch) = (CharacterState::new(start), Scratch::new());
    let mut states = Vec::new();
    for step in 0..240 {
        let desired_velocity = if step < 120 { there } else { back };
        let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
        world.move_character(profile, &mut state, &input, FRAME, &mut scratch).unwrap();
        states.push(state);
    }
    states
}

/// A level cut in two where `x` of the middle of a triangle is 0.
fn cut(level: &Level) -> [Level; 2] {
    let is_left = |t: &&[Vec3; 3]| t[0].x + t[1].x + t[2].x < 0.0;
    [level.iter().filter(is_left).copied().collect(), level.iter().filter(|t| !is_left(t)).copied().collect()]
}

/// The halves as two instances, each in mesh coordinates about a place of its own.
fn instances(halves: &[Level; 2], placements: [Placement; 2]) -> World {
    let mut world = World::new();
    for (half, placement) in halves.iter().zip(placements) {
        let back = |v: Vec3| {
            let turned = placement.rotation.as_dquat().normalize().conjugate() * (v.as_dvec3() - placement.translation);
            (turned / placement.scale.as_dvec3()).as_vec3()
        };
        // In a mirror, the corners of a front run the other way.
        let is_mirrored = placement.scale.to_array().iter().product::<f32>() < 0.0;
        let own = |&[a, b, c]: &[Vec3; 3]| if is_mirrored { [a, c, b].map(back) } else { [a, b, c].map(back) };
        world.add(&cook(&half.iter().map(own).collect::<Vec<_>>()), placement).unwrap();
    }
    world
}

/// As they are; moved; turned and scaled.
fn placements() -> [(&'static str, [Placement; 2]); 3] {
    let moved = [Placement::at(DVec3::new(-4.1, 0.3, 2.7)), Placement::at(DVec3::new(5.3, -1.1, 0.9))];
    let turned = Placement {
        translation: DVec3::new(3.3, 0.7, -1.9),
        rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.4, 2.0, -0.8).normalize(),
        scale: Vec3::new(0.5, -2.0, 3.0),
    };
    [("at the identity", [Placement::IDENTITY; 2]), ("moved", moved), ("one turned and scaled", [moved[0], turned])]
}

/// The largest distance between the ways over both worlds, metres; what is told of the ground is the same, too.
fn farthest_apart(welded: &World, cut: &World, height: impl Fn(f32, f32) -> f32) -> (f64, f64) {
    let (mut apart, mut leaning, mut grounded) = (0.0_f64, 0.0_f64, 0);
    for radii in SHAPES {
        let profile = profile_of(radii);
        for headings in headings() {
            for beside in [-0.7, -0.05, 0.0, 0.31] {
                let start = Vec3::new(beside, height(beside, 0.1) + radii.y + 0.02, 0.1);
                let [one, two] = [welded, cut].map(|world| path(world, &profile, start, headings));
                for (one, two) in one.iter().zip(&two) {
                    apart = apart.max(one.position.to_dvec3().distance(two.position.to_dvec3()));
                    leaning = leaning.max(one.ground_normal.distance(two.ground_normal).into());
                    grounded += u32::from(two.ground() != Ground::Air);
                }
            }
        }
    }
    assert!(grounded > 20_000, "{grounded}");
    (apart, leaning)
}

/// The same level, each corner off by what it loses in coordinates about another place; shared corners stay shared.
fn jittered(level: &Level, seed: u64) -> Level {
    let off = |v: Vec3| {
        let [x, y, z] = v.to_array().map(|value| u64::from(value.to_bits()));
        v + Random(seed ^ (x << 32) ^ (y << 16) ^ z).vector(2e-7).as_vec3()
    };
    level.iter().map(|t| t.map(off)).collect()
}

#[test]
fn a_level_floor_cut_in_two_instances_is_walked_as_the_welded_one() {
    let floor = grid(24, 0.5, |_, _| 0.0);
    let welded = world_of(&floor);
    for (name, placements) in placements() {
        let (apart, leaning) = farthest_apart(&welded, &instances(&cut(&floor), placements), |_, _| 0.0);
        println!("level floor, halves {name}: at most {apart:e} m apart, normals {leaning:e}");
        assert!(apart < 1e-5 && leaning < 1e-5, "{name}: {apart} m, {leaning}");
    }
}

#[test]
fn rolling_ground_cut_in_two_instances_is_walked_as_the_welded_one() {
    let mut random = Random(3);
    let bumps: Vec<f64> = (0..25 * 25).map(|_| random.range(-0.06, 0.06)).collect();
    let ground = grid(24, 0.5, |x, z| bumps[((x * 2.0 + 12.0) * 25.0 + z * 2.0 + 12.0) as usize]);
    let welded = world_of(&ground);
    // How far a walk goes astray by a rounding of the corners, without any seam.
    let astray = (0..3).map(|seed| farthest_apart(&welded, &world_of(&jittered(&ground, seed)), |_, _| 0.15).0);
    let astray = astray.fold(0.0, f64::max);
    println!("rolling ground, corners off by a rounding: at most {astray:e} m apart");
    for (name, placements) in placements() {
        let (apart, leaning) = farthest_apart(&welded, &instances(&cut(&ground), placements), |_, _| 0.15);
        println!("rolling ground, halves {name}: at most {apart:e} m apart, normals {leaning:e}");
        assert!(apart < 1e-3 && apart < 2.0 * astray, "{name}: {apart} m, {astray} without a seam");
    }
}

#[test]
fn halves_at_the_identity_are_walked_to_the_bit() {
    let floor = grid(24, 0.5, |x, z| 0.04 * (2.0 * x).sin() * (3.0 * z).cos());
    let (welded, cut) = (world_of(&floor), instances(&cut(&floor), [Placement::IDENTITY; 2]));
    let (apart, leaning) = farthest_apart(&welded, &cut, |_, _| 0.1);
    println!("halves at the identity: at most {apart:e} m apart, normals {leaning:e}");
    assert!(apart < 1e-6, "{apart} m");
}

/// A floor on one side of the seam, `x < 0` or `x > 0`, cut across the seam so many times.
fn half_floor(side: f32, cuts: u16) -> Level {
    let depth = 12.0 / f32::from(cuts);
    let along = |cut: u16| -6.0 + f32::from(cut) * depth;
    (0..cuts).flat_map(|cut| quad(Vec3::new(side.min(0.0), 0.0, along(cut)), Vec3::Z * depth, Vec3::X * 6.0)).collect()
}

#[test]
fn where_edges_meet_in_t_junctions_nobody_bumps_sinks_or_slows_down() {
    let tilt = DQuat::from_rotation_z(0.2) * DQuat::from_rotation_x(-0.15);
    for (name, tilt) in [("level", DQuat::IDENTITY), ("tilted", tilt)] {
        let halves = [half_floor(-6.0, 7), half_floor(6.0, 11)];
        let halves =
            halves.map(|half| half.iter().map(|t| t.map(|v| (tilt * v.as_dvec3()).as_vec3())).collect::<Level>());
        let whole: Level = quad(Vec3::new(-6.0, 0.0, -6.0), Vec3::Z * 12.0, Vec3::X * 12.0);
        let whole: Level = whole.iter().map(|t| t.map(|v| (tilt * v.as_dvec3()).as_vec3())).collect();
        let (welded, normal) = (world_of(&whole), tilt * DVec3::Y);
        for (how, placements) in placements() {
            let world = instances(&halves, placements);
            let height =
                |x: f32, z: f32| (-(normal.x * f64::from(x) + normal.z * f64::from(z)) / normal.y) as f32 + 0.05;
            let (apart, leaning) = farthest_apart(&welded, &world, height);
            println!("T-junctions, {name}, halves {how}: at most {apart:e} m apart, normals {leaning:e}");
            assert!(apart < 1e-5 && leaning < 1e-4, "{name}, {how}: {apart} m, {leaning}");
            // Along the plane, and no nearer to it than the rest of the skin, at any time.
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for headings in headings() {
                let profile = profile_of(SHAPES[1]);
                let start = Vec3::new(-0.3, height(-0.3, 0.0) + 0.55, 0.0);
                for state in &path(&world, &profile, start, headings)[30..] {
                    let gap = state.position.to_dvec3().dot(normal) - f64::from(SHAPES[1].y);
                    (low, high) = (low.min(gap), high.max(gap));
                }
            }
            println!("    gap between {low:.7} and {high:.7} m");
            assert!(low > 0.008_75 && high < 0.02, "{name}, {how}: {low} to {high}");
            assert!(name != "level" || high - low < 1e-6, "{how}: {low} to {high}");
        }
    }
}
