//! Bounces, against the law of a bouncing ball in closed form.
//!
//! A ball that falls from a height `h` meets a floor of the restitution `e` at `√(2 g h)` and rises to `e² h`. It rests after the first
//! rebound `e^k √(2 g h)` that is no faster than `g t`, `t` the time step. Heights are those of the centre above its place at rest.

use crate::testkit::bouncing::{Quad, ball, floor, floor_quad, made_of};
use crate::testkit::{Random, cases};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, Ground, Material, Mesh, MoveInput, MoveMode, Placement, SlideStatus, World,
};

const G: f64 = 9.81;

/// Skin of the profiles: the gap to a surface at rest, metres.
const SKIN: f64 = 0.01;

/// Height of the centre of a character at rest on a floor at 0.
fn rest_height(world: &World, profile: &CharacterProfile, input: &MoveInput) -> f64 {
    let mut state = CharacterState::standing(Vec3::ZERO, profile, Vec3::Y);
    for _ in 0..10 {
        world.move_character(profile, &mut state, input, 1.0 / 60.0).unwrap();
    }
    state.position.to_dvec3().y
}

#[test]
fn a_dropped_ball_rises_to_the_square_of_the_restitution_and_comes_to_rest() {
    let mut worst = 0.0_f64;
    for mode in [MoveMode::Walk, MoveMode::Slide] {
        let profile = ball(mode);
        for rate in [30_u16, 60, 144, 240] {
            let step = 1.0 / f64::from(rate);
            for restitution in [0.2_f32, 0.5, 0.8, 0.95] {
                let (world, e) = (floor(restitution), f64::from(restitution));
                let rest = rest_height(&world, &profile, &MoveInput::EARTH);
                for height in [0.3, 1.0, 2.345, 10.0] {
                    let case = format!("{mode:?}, {rate} Hz, {restitution} from {height} m");
                    let mut state = CharacterState::new(DVec3::Y * (rest + height));
                    let fall = (2.0 * G * height).sqrt();
                    let bounces = (1..1_000).find(|&bounce| fall * e.powi(bounce) <= G * step).unwrap() - 1;
                    // Half a flight to the first, whole ones between, each bounce at most a step late.
                    let flights: f64 = (1..=bounces).map(|bounce| 2.0 * fall * e.powi(bounce) / G).sum();
                    let longest = fall / G + flights + step * f64::from(bounces + 3);
                    let mut found = 0;
                    for _ in 0..(longest / step) as u32 {
                        let fell = state.velocity.y <= 0.0;
                        let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, step as f32).unwrap();
                        let speed = f64::from(state.velocity.y);
                        if fell && speed > 0.0 {
                            found += 1;
                            let above = state.position.to_dvec3().y - rest;
                            let off = above + speed * speed / (2.0 * G) - height * e.powi(2 * found);
                            worst = worst.max(off.abs());
                            assert!(above.abs() < 5e-5 && off.abs() < 1e-4, "{case}: bounce {found}: {above}, {off}");
                            assert_eq!((out.ground, out.status), (Ground::Air, SlideStatus::Free), "{case}");
                        }
                    }
                    assert_eq!(found, bounces, "{case}");
                    assert_eq!((state.ground(), state.velocity), (Ground::Floor(Vec3::Y), Vec3::ZERO), "{case}");
                    let (before, input) = (state, MoveInput::EARTH);
                    world.move_character(&profile, &mut state, &input, step as f32).unwrap();
                    assert_eq!(state, before, "{case}");
                }
            }
        }
    }
    println!("rebounds are {worst:.1e} m off the law at most");
}

#[test]
fn a_ball_on_a_floor_that_returns_all_speed_keeps_its_height() {
    for rate in [30_u16, 60, 144, 240] {
        for height in [0.5, 2.0] {
            let (world, profile, step) = (floor(1.0), ball(MoveMode::Walk), 1.0 / f64::from(rate));
            let rest = rest_height(&world, &profile, &MoveInput::EARTH);
            let mut state = CharacterState::new(DVec3::Y * (rest + height));
            let mut bounces = 0;
            for _ in 0..60 * rate {
                let fell = state.velocity.y <= 0.0;
                world.move_character(&profile, &mut state, &MoveInput::EARTH, step as f32).unwrap();
                bounces += u32::from(fell && state.velocity.y > 0.0);
            }
            let speed = f64::from(state.velocity.y);
            let off = state.position.to_dvec3().y - rest + speed * speed / (2.0 * G) - height;
            println!("{rate} Hz, {height} m: {off:.1e} m off after {bounces} bounces");
            // Rounding of the velocity in each step of a minute, and nothing else.
            assert!(off.abs() < 3e-6 * f64::from(60 * rate) / 60.0 && bounces > 40, "{rate} Hz, {height} m: {off}");
        }
    }
}

/// The velocity after a step by the law, of a sphere whose centre is `gap` before its place at rest on a plane: the parabola meets the
/// plane, which turns back the part of the velocity into it; the part along it is that of the fall.
fn judged([velocity, gravity, normal]: [DVec3; 3], gap: f64, restitution: f64, step: f64) -> Option<DVec3> {
    let [speed, pull] = [velocity, gravity].map(|v| -v.dot(normal));
    // gap = speed t + pull t² / 2
    let square = speed * speed + 2.0 * pull * gap;
    if square < 0.0 {
        return None;
    }
    let time = 2.0 * gap / (speed + square.sqrt());
    let rebound = restitution * (speed + pull * time);
    let after = velocity + gravity * step;
    // A stop before the contact may be left to the next step.
    let beyond = speed * step + 0.5 * pull * step * step - gap;
    (time >= 0.0 && beyond > SKIN / 8.0 && rebound > (pull * step).max(0.0))
        .then(|| after + normal * (rebound - after.dot(normal)))
}

#[test]
fn a_thrown_ball_leaves_any_plane_by_the_law_of_the_parabola_in_which_it_came() {
    let mut random = Random(61);
    let (mut worst, mut bounces, mut by_kind) = (0.0_f64, 0, [0; 4]);
    for case in 0..cases(20_000, 4_000) {
        let normal = random.direction();
        let along = normal.any_orthonormal_pair();
        let (one, other) = (along.0.as_vec3() * 40.0, along.1.as_vec3() * 40.0);
        let restitution = random.range(0.05, 1.0) as f32;
        let world = made_of(&[((-one - other) * 0.5, [one, other], restitution)]);
        let profile = ball([MoveMode::Walk, MoveMode::Slide][case as usize % 2]);
        let step = 1.0 / [30.0, 60.0, 144.0, 240.0][case as usize / 2 % 4];
        let gravity = if case % 5 == 0 { DVec3::ZERO } else { DVec3::NEG_Y * G };
        let gap = random.range(0.002, 0.2);
        let reach = f64::from(profile.shape().radii().x) + SKIN + gap;
        let velocity = random.direction() * random.scale(0.3, 30.0);
        let mut state = CharacterState::new(normal * reach);
        state.velocity = velocity.as_vec3();
        let input = MoveInput { gravity: gravity.as_vec3(), ..MoveInput::WEIGHTLESS };
        world.move_character(&profile, &mut state, &input, step as f32).unwrap();
        let Some(expected) = judged([velocity, gravity, normal], gap, f64::from(restitution), step) else { continue };
        let off = (state.velocity.as_dvec3() - expected).length() / (1.0 + velocity.length());
        bounces += 1;
        let up = if gravity == DVec3::ZERO { 3 } else { usize::from(normal.y < 0.766) + usize::from(normal.y < 0.0) };
        by_kind[up] += 1;
        worst = worst.max(off);
        assert!(
            off < 5e-5,
            "case {case}: {velocity}: {:?} is not {expected}, {normal}, {gap} m, {off}",
            state.velocity
        );
    }
    println!(
        "{bounces} bounces, {by_kind:?} of them off floors, steep slopes, overhangs, without weight: {worst:.1e} off"
    );
    assert!(by_kind.iter().all(|&count| count > 30), "{by_kind:?}");
}

/// A box around the origin, turned, of walls with these restitutions; the half extents are for the centre of a body of this reach.
fn room(turn: DQuat, half: DVec3, reach: f64, restitutions: [f32; 6]) -> World {
    let side = |number: usize| {
        let (axis, sign) = (number / 2, if number.is_multiple_of(2) { -1.0 } else { 1.0 });
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let [normal, one, other] = [0, 1, 2].map(|place| axes[(axis + place) % 3]);
        let sides = [one, other].map(|side| (turn * (side * 2.0 * (half.dot(side) + reach))).as_vec3());
        let center = turn * (normal * (sign * (half.dot(normal) + reach)));
        (center.as_vec3() - (sides[0] + sides[1]) * 0.5, sides, restitutions[number])
    };
    made_of(&[0, 1, 2, 3, 4, 5].map(side))
}

#[test]
fn a_ball_in_a_weightless_room_leaves_each_wall_by_its_restitution_and_corners_by_both() {
    let mut random = Random(62);
    let (mut worst, mut corners) = (0.0_f64, 0);
    for case in 0..cases(2_000, 400) {
        let profile = ball(MoveMode::Slide);
        let reach = f64::from(profile.shape().radii().x) + SKIN;
        let restitutions = [0; 6].map(|_| if random.below(3) == 0 { 0.0 } else { random.range(0.1, 1.0) as f32 });
        let turn = if case % 2 == 0 { DQuat::IDENTITY } else { DQuat::from_axis_angle(random.direction(), 1.0) };
        let world = room(turn, DVec3::new(1.0, 1.5, 2.0), reach, restitutions);
        let mut state = CharacterState::new(DVec3::ZERO);
        state.velocity = (turn * random.direction() * random.range(1.0, 20.0)).as_vec3();
        for _ in 0..120 {
            let before = turn.conjugate() * state.velocity.as_dvec3();
            let at = turn.conjugate() * state.position.to_dvec3();
            world.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS, 1.0 / 60.0).unwrap();
            let after = turn.conjugate() * state.velocity.as_dvec3();
            // Each axis by itself, where the ball would go through a wall of it.
            let end = at + before / 60.0;
            let half = [1.0, 1.5, 2.0];
            let mut met = 0;
            for axis in 0..3 {
                let distance = end[axis].abs() - half[axis];
                let wall = 2 * axis + usize::from(end[axis] > 0.0);
                let expected = if distance > 0.0 && end[axis] * before[axis] > 0.0 {
                    met += 1;
                    -before[axis] * f64::from(restitutions[wall])
                } else {
                    before[axis]
                };
                // Within a part of the skin either will do: a slide stops in time.
                let off = (after[axis] - expected).abs();
                if distance.abs() > 2e-3 {
                    worst = worst.max(off);
                    assert!(off < 1e-3, "case {case}, axis {axis}: {before} at {at} gives {after}, {restitutions:?}");
                }
            }
            corners += u32::from(met > 1);
            assert!(after.length() <= before.length() * (1.0 + 1e-5), "case {case}: {before} gives {after}");
        }
    }
    println!("{corners} corners, {worst:.1e} m/s off the law");
    assert!(corners > 20);
}

#[test]
fn no_wedge_or_funnel_gives_speed_to_a_ball_that_bounces_in_it() {
    let mut random = Random(63);
    let mut gained = 0.0_f64;
    for case in 0..cases(2_000, 400) {
        let center = random.direction() * 0.3;
        let plane = |random: &mut Random| {
            let normal = random.direction();
            let (one, other) = normal.any_orthonormal_pair();
            let [one, other] = [one, other].map(|side| (side * 60.0).as_vec3());
            let corner = (center - normal * random.range(0.27, 1.0)).as_vec3() - (one + other) * 0.5;
            (corner, [one, other], random.range(0.0, 1.0) as f32)
        };
        let quads: Vec<Quad> = (0..2 + case % 3).map(|_| plane(&mut random)).collect();
        let (world, profile) = (made_of(&quads), ball([MoveMode::Walk, MoveMode::Slide][case as usize % 2]));
        let gravity = if case % 4 == 0 { DVec3::ZERO } else { DVec3::NEG_Y * G };
        let input = MoveInput { gravity: gravity.as_vec3(), ..MoveInput::WEIGHTLESS };
        let mut state = CharacterState::new(center);
        state.velocity = (random.direction() * random.range(0.5, 15.0)).as_vec3();
        let energy = |state: &CharacterState| {
            0.5 * state.velocity.as_dvec3().length_squared() - gravity.dot(state.position.to_dvec3())
        };
        for frame in 0..90 {
            let before = energy(&state);
            world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
            let more = energy(&state) - before;
            gained = gained.max(more);
            // In the step of a bounce the part along the surface falls on although the body may be held up.
            let fall = f64::from(state.velocity.length()) * gravity.length() / 60.0 + gravity.length_squared() / 3600.0;
            assert!(more < fall + 1e-3, "case {case}, frame {frame}: {more} J/kg, {quads:?}");
        }
    }
    println!("at most {gained:.1e} J/kg more");
}

#[test]
fn a_slide_down_a_steep_surface_that_bounces_is_the_same_to_the_bit() {
    let slope = |restitution: f32| {
        made_of(&[(Vec3::new(-60.0, 60.0, -60.0), [Vec3::Z * 120.0, Vec3::new(60.0, -120.0, 0.0)], restitution)])
    };
    for mode in [MoveMode::Walk, MoveMode::Slide] {
        let profile = ball(mode);
        let settled = |world: &World| {
            let normal = DVec3::new(2.0, 1.0, 0.0).normalize();
            let reach = f64::from(profile.shape().radii().x) + SKIN;
            let mut state = CharacterState::new(DVec3::new(-30.0, 0.0, 0.0) + normal * (reach + 1e-4));
            for _ in 0..120 {
                world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
            }
            state
        };
        let [still, bounces] = [0.0, 1.0].map(|e| settled(&slope(e)));
        assert!(matches!(still.ground(), Ground::Steep(_)), "{still:?}");
        assert_eq!(still, bounces);
    }
}

#[test]
fn friction_takes_its_part_of_what_a_bounce_stops_and_turns_back() {
    let (friction, restitution) = (0.2_f32, 0.5_f32);
    let (corner, sides, _) = floor_quad(0.0);
    let mesh = Mesh::new(
        &[corner, corner + sides[0], corner + sides[0] + sides[1], corner + sides[1]],
        &[[0, 1, 2], [0, 2, 3]],
    );
    let kind = Material::with_friction(friction).bouncing(restitution);
    let world = World::from_mesh(mesh.unwrap().with_materials(&[kind], &[0, 0]).unwrap());
    let profile = ball(MoveMode::Walk);
    let rest = rest_height(&world, &profile, &MoveInput::EARTH);
    let mut state = CharacterState::new(DVec3::Y * (rest + 1.0));
    state.velocity = Vec3::X * 10.0;
    while state.velocity.y <= 0.0 {
        world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
    }
    // Coulomb: the friction times the whole change along the normal.
    let fall = (2.0 * G).sqrt() as f32;
    let along = 10.0 - friction * (fall + restitution * fall);
    assert!((state.velocity.x - along).abs() < 0.05, "{:?}, expected {along}", state.velocity);
}

/// A slab whose top is at height 0, that bounces.
fn slab(restitution: f32) -> Mesh {
    let mesh = Mesh::cuboid(Vec3::new(60.0, 0.5, 60.0)).unwrap();
    let of_triangle = vec![0; mesh.triangle_count()];
    mesh.with_materials(&[Material::default().bouncing(restitution)], &of_triangle).unwrap()
}

#[test]
fn a_ball_bounces_on_a_deck_that_goes_anywhere_as_on_one_that_lies_still() {
    let mut random = Random(64);
    let (profile, mut worst) = (ball(MoveMode::Walk), 0.0_f64);
    for case in 0..cases(400, 100) {
        let step = 1.0 / [30.0, 60.0, 144.0, 240.0][case as usize % 4];
        let restitution = random.range(0.3, 1.0) as f32;
        let velocity = random.direction() * random.scale(0.3, 30.0);
        let height = random.range(0.2, 3.0);
        let rest = 0.25 + SKIN;
        let mut world = World::new();
        let at = |frame: u32| Placement::at(velocity * (f64::from(frame) * step) - DVec3::Y * 0.5);
        let id = world.add(&slab(restitution).cook(), at(0)).unwrap();
        let mut state = CharacterState::new(DVec3::Y * (rest + height));
        state.velocity = velocity.as_vec3();
        let (mut bounces, mut expected) = (0, height);
        for frame in 1..=(3.0 / step) as u32 {
            world.move_to(id, at(frame)).unwrap();
            let fell = f64::from(state.velocity.y) <= velocity.y + 1e-3;
            let moving = world.begin_step(step as f32).unwrap();
            moving.move_character(&profile, &mut state, &MoveInput::EARTH).unwrap();
            drop(moving);
            let relative = state.velocity.as_dvec3() - velocity;
            if fell && relative.y > 1e-3 && expected > 0.05 {
                bounces += 1;
                expected *= f64::from(restitution).powi(2);
                let above = state.position.to_dvec3() - at(frame).translation - DVec3::Y * (rest + 0.5);
                let off = above.y + relative.y * relative.y / (2.0 * G) - expected;
                worst = worst.max(off.abs());
                assert!(
                    off.abs() < 2e-3 && above.y.abs() < 2e-3,
                    "case {case}, bounce {bounces}: {above}, {off} m, {velocity}"
                );
                assert!(relative.with_y(0.0).length() < 1e-2, "case {case}: {relative}");
            }
        }
        assert!(bounces > 0, "case {case}");
    }
    println!("rebounds on decks that move are {worst:.1e} m off the law at most");
}

#[test]
fn a_wall_that_comes_throws_a_ball_off_by_its_restitution_and_the_speed_of_both() {
    for (restitution, speed) in [(0.0_f32, 5.0_f32), (0.5, 5.0), (1.0, 20.0)] {
        for turns in [false, true] {
            let mesh = Mesh::cuboid(Vec3::new(0.5, 3.0, 30.0)).unwrap();
            let of_triangle = vec![0; mesh.triangle_count()];
            let mesh = mesh.with_materials(&[Material::default().bouncing(restitution)], &of_triangle).unwrap();
            let mut world = World::new();
            // A wall that also turns about its normal is no frame of a move.
            let at = |frame: u16| Placement {
                rotation: if turns {
                    DQuat::from_rotation_x(0.01 * f64::from(frame)).as_quat()
                } else {
                    DQuat::IDENTITY.as_quat()
                },
                ..Placement::at(DVec3::X * (f64::from(speed) * f64::from(frame) / 60.0))
            };
            let id = world.add(&mesh.cook(), at(0)).unwrap();
            let profile = ball(MoveMode::Slide);
            let mut state = CharacterState::new(DVec3::X * 3.0);
            state.velocity = Vec3::X * -2.0;
            for frame in 1..=60 {
                world.move_to(id, at(frame)).unwrap();
                let step = world.begin_step(1.0 / 60.0).unwrap();
                step.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS).unwrap();
            }
            let expected = speed + restitution * (speed + 2.0);
            let off = (state.velocity - Vec3::X * expected).length();
            assert!(off < 2e-2, "{restitution}, {speed} m/s, {turns}: {:?} is not {expected}", state.velocity);
        }
    }
}
