//! Bounces, against the law of a bouncing ball in closed form.
//!
//! A ball that falls from a height `h` meets a floor of the restitution `e` at `√(2 g h)` and rises to `e² h`. It rests after the first
//! rebound `e^k √(2 g h)` that is no faster than `g t`, `t` the time step. Heights are those of the centre above its place at rest.

use crate::testkit::crowds::checked;
use crate::testkit::{Random, cases};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, Ellipsoid, Ground, Material, Mesh,
    MeshError, MoveInput, MoveMode, Placement, SlideStatus, World,
};

const G: f64 = 9.81;

/// Skin of the profiles: the gap to a surface at rest, metres.
const SKIN: f64 = 0.01;

/// A corner and two sides of parallelograms, each with its restitution.
type Quad = (Vec3, [Vec3; 2], f32);

fn mesh_of(quads: &[Quad]) -> Mesh {
    let (mut positions, mut triangles, mut of_triangle) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &(corner, [one, other], _)) in quads.iter().enumerate() {
        let first = positions.len() as u32;
        positions.extend([corner, corner + one, corner + one + other, corner + other]);
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        of_triangle.extend([place as u16; 2]);
    }
    let kinds: Vec<Material> =
        quads.iter().map(|&(_, _, restitution)| Material::default().bouncing(restitution)).collect();
    Mesh::new(&positions, &triangles).unwrap().with_materials(&kinds, &of_triangle).unwrap()
}

fn made_of(quads: &[Quad]) -> World {
    World::from_mesh(mesh_of(quads))
}

fn floor_quad(restitution: f32) -> Quad {
    (Vec3::new(-90.0, 0.0, -90.0), [Vec3::Z * 180.0, Vec3::X * 180.0], restitution)
}

fn floor(restitution: f32) -> World {
    made_of(&[floor_quad(restitution)])
}

fn ball(mode: MoveMode) -> CharacterProfile {
    let shape = Ellipsoid::new(Vec3::splat(0.25)).unwrap();
    checked(CharacterSettings { shape: shape.into(), mode, max_fall_speed: 1e3, ..CharacterSettings::default() })
}

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

/// The velocity after a step by the law, of a sphere whose centre is `gap` before its place at rest on a plane: the parabola meets the plane,
/// which turns back the part of the velocity into it; the part along it is that of the fall.
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

fn walks(
    world: &World,
    profile: &CharacterProfile,
    start: Vec3,
    seconds: f32,
    wish: impl Fn(f32) -> Vec3,
) -> Vec<CharacterState> {
    let mut state = CharacterState::standing(start, profile, Vec3::Y);
    let frames = (seconds * 60.0) as u32;
    let step = |frame: u32| {
        let input = MoveInput { desired_velocity: wish(frame as f32 / 60.0), ..MoveInput::EARTH };
        world.move_character(profile, &mut state, &input, 1.0 / 60.0).unwrap();
        state
    };
    (0..frames).map(step).collect()
}

/// A ramp, steps, a floor and a wall, all of one restitution.
fn course(restitution: f32) -> World {
    let mut quads = vec![floor_quad(restitution)];
    quads.push((Vec3::new(3.0, 0.0, -9.0), [Vec3::Z * 18.0, Vec3::new(3.0, 1.5, 0.0)], restitution));
    quads.push((Vec3::new(6.0, 1.5, -9.0), [Vec3::Z * 18.0, Vec3::new(3.0, -1.5, 0.0)], restitution));
    for step in 0_u8..4 {
        let (x, y) = (10.0 + 0.4 * f32::from(step), 0.2 * f32::from(step));
        quads.push((Vec3::new(x, y, -9.0), [Vec3::Z * 18.0, Vec3::Y * 0.2], restitution));
        quads.push((
            Vec3::new(x, y + 0.2, -9.0),
            [Vec3::Z * 18.0, Vec3::X * if step == 3 { 9.0 } else { 0.4 }],
            restitution,
        ));
    }
    quads.push((Vec3::new(15.0, 0.0, -9.0), [Vec3::Z * 18.0, Vec3::Y * 4.0], restitution));
    made_of(&quads)
}

#[test]
fn a_walk_over_ramps_and_steps_that_bounce_and_into_a_wall_is_the_same_to_the_bit() {
    let profile = CharacterProfile::default();
    for speed in [1.0, 4.0] {
        for heading in [0.0, 0.5_f32] {
            let wish = |time: f32| {
                let back = if time > 12.0 { -1.0 } else { 1.0 };
                Vec3::new(heading.cos() * back, 0.0, heading.sin() * 0.3) * speed
            };
            let [still, bounces] = [0.0, 0.9].map(|e| walks(&course(e), &profile, Vec3::ZERO, 24.0, wish));
            assert!(still.iter().any(|state| state.position.to_vec3().x > 10.0));
            assert_eq!(still, bounces, "{speed} m/s");
        }
    }
}

#[test]
fn a_person_who_jumps_down_onto_a_trampoline_bounces_and_at_last_stands_on_it() {
    let profile = CharacterProfile::default();
    let world = floor(0.8);
    let mut state = CharacterState::standing(Vec3::Y * 1.5, &profile, Vec3::Y);
    let mut bounces = 0;
    for frame in 0..900 {
        let fell = state.velocity.y <= 0.0;
        let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
        world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
        bounces += u32::from(fell && state.velocity.y > 0.0);
        let gone = f64::from(frame + 1) / 20.0;
        assert!((state.position.to_dvec3().x - gone).abs() < 1e-3, "the desired way costs nothing");
    }
    assert!(bounces > 10 && matches!(state.ground(), Ground::Floor(_)), "{bounces} bounces");
    let input = MoveInput { jump_speed: 3.0, ..MoveInput::EARTH };
    world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
    assert!(state.velocity.y > 2.5);
}

#[test]
fn a_knock_back_into_a_wall_comes_back_and_a_desired_velocity_does_not() {
    for mode in [MoveMode::Walk, MoveMode::Slide] {
        let profile = checked(CharacterSettings { mode, ground_damping: 0.0, ..CharacterSettings::default() });
        for lean in [0.0, 0.5, -0.5_f32] {
            let wall =
                (Vec3::new(2.0 - 3.0 * lean, -3.0, -90.0), [Vec3::Z * 180.0, Vec3::new(6.0 * lean, 6.0, 0.0)], 0.6);
            let world = made_of(&[floor_quad(0.0), wall]);
            let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
            let knock = MoveInput { impulse: Vec3::new(5.0, 0.0, 2.0), ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &knock, 1.0 / 60.0).unwrap();
            for _ in 0..60 {
                world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
            }
            let off = (state.velocity - Vec3::new(-3.0, 0.0, 2.0)).length();
            assert!(off < 1e-3, "{mode:?}, {lean}: {:?}", state.velocity);
        }
        let wall = (Vec3::new(2.0, -3.0, -90.0), [Vec3::Z * 180.0, Vec3::Y * 6.0], 0.6);
        let walk = |restitution: f32| {
            let world = made_of(&[floor_quad(0.0), (wall.0, wall.1, restitution)]);
            walks(&world, &profile, Vec3::ZERO, 2.0, |_| Vec3::new(5.0, 0.0, 2.0))
        };
        assert_eq!(walk(0.0), walk(0.6), "{mode:?}");
    }
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

#[test]
fn a_crowd_and_a_character_alone_bounce_to_the_same_bit_and_a_restored_crowd_goes_on_so() {
    let (world, profile) = (course(0.85), CharacterProfile::default());
    let settings = CrowdSettings { gravity: Vec3::NEG_Y * 9.81, ..CrowdSettings::default() };
    let mut crowd = Crowd::new(settings).unwrap();
    let mut random = Random(65);
    let mut states = Vec::new();
    for _ in 0..60 {
        let place = DVec3::new(random.range(-8.0, 13.0), random.range(3.0, 6.0), random.range(-8.0, 8.0));
        let id = crowd.spawn(&profile, place).unwrap();
        let impulse = (random.direction() * random.range(0.0, 8.0)).as_vec3();
        crowd.add_impulse(id, impulse).unwrap();
        states.push((id, CharacterState::new(place), impulse));
    }
    let mut copy = None;
    for frame in 0..300 {
        crowd.step(&world, 1.0 / 60.0).unwrap();
        for (id, state, impulse) in &mut states {
            let input = MoveInput { impulse: std::mem::take(impulse), ..MoveInput::EARTH };
            world.move_character(&profile, state, &input, 1.0 / 60.0).unwrap();
            let of_crowd = crowd.state(*id).unwrap();
            assert_eq!((state.position, state.velocity), (of_crowd.position, of_crowd.velocity), "frame {frame}");
        }
        if frame == 60 {
            let mut bytes = Vec::new();
            crowd.save_into(&mut bytes);
            let mut restored = Crowd::new(settings).unwrap();
            restored.restore(&bytes).unwrap();
            copy = Some(restored);
        } else if let Some(copy) = &mut copy {
            copy.step(&world, 1.0 / 60.0).unwrap();
            assert_eq!(copy.state_hash(), crowd.state_hash(), "frame {frame}");
        }
    }
}

#[test]
fn a_restitution_beyond_0_to_1_is_refused_by_name_and_value() {
    let (mesh, of_triangle) = (Mesh::cuboid(Vec3::ONE).unwrap(), [1; 12]);
    for bad in [-0.1, 1.001, f32::NAN, f32::INFINITY, -f32::MIN_POSITIVE] {
        let kinds = [Material::default(), Material::default().bouncing(bad)];
        let error = mesh.clone().with_materials(&kinds, &of_triangle).unwrap_err();
        assert!(matches!(error, MeshError::Restitution { material: 1, .. }), "{error}");
        assert_eq!(error.to_string(), format!("material 1 has restitution {bad}: it must be 0 to 1"));
    }
    let kinds = [Material::default().bouncing(1.0), Material::with_friction(0.5).bouncing(0.25)];
    let cooked = mesh.with_materials(&kinds, &of_triangle).unwrap().cook();
    assert_eq!(sweep8::CookedMesh::from_bytes(&cooked.to_bytes()).unwrap().materials(), kinds);
}
