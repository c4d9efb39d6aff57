//! Walks beside the same walks in `f64` by brute force: ground, steps, snap, place.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::stairs::{Pedestrian, block, stairs};
use crate::testkit::walk_judge::{ground_of, input_of, rules_of, walker_of};
use crate::testkit::worlds::{exactly, terrain, world_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterState, Ground, MoveInput};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::walking::{self, Rules, Walker, ground_at, move_walker};

/// How far one step may end from where it ends by brute force, metres; and by how much starts are moved to see whether that end is sure.
const ONE_STEP: f64 = 1e-4;
const MOVED: f64 = 2e-6;

/// Where the hull rests on the treads of stairs with its centre at that level way: the height of its centre, metres, and the part of the
/// contact's normal along up.
fn rest_on_stairs(x: f64, radii: DVec3, count: u32, height: f64, depth: f64) -> [f64; 2] {
    let over = |edge: f64, top: f64| {
        let beside = (edge - x).max(0.0) / radii.x;
        let above = (1.0 - beside * beside).max(0.0).sqrt();
        let along_up = above / radii.y / (beside / radii.x).hypot(above / radii.y);
        [if beside >= 1.0 { f64::NEG_INFINITY } else { top + radii.y * above }, along_up]
    };
    let treads = (0..count).map(|step| over(1.0 + depth * f64::from(step), height * f64::from(step + 1)));
    treads.fold([radii.y, 1.0], |highest, one| if one[0] > highest[0] { one } else { highest })
}

#[test]
fn on_stairs_the_body_is_where_its_hull_rests_on_the_edge() {
    let mut most = 0.0_f64;
    for (height, depth) in [(0.1_f32, 0.3_f32), (0.2, 0.3), (0.3, 0.35), (0.35, 0.25)] {
        let world = world_of(&stairs(8, height, depth));
        for hz in [30.0, 144.0, 1000.0] {
            for speed in [0.5_f32, 3.0, 8.0] {
                let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
                let skin = f64::from(walker.profile.settings().skin);
                let radii = walker.profile.shape().radii().as_dvec3() + HULL_SHARE * skin;
                let gap = (1.0 - HULL_SHARE) * skin;
                for back in [1.0, -1.0] {
                    for place in walker.walk(&world, Vec3::X * speed * back, 4.5 / speed) {
                        let place = place.as_dvec3();
                        let [rests, along_up] = rest_on_stairs(place.x, radii, 8, f64::from(height), f64::from(depth));
                        // Along the normal, as the gap of a stop is.
                        let above = (place.y - rests) * along_up;
                        let case = format!("{height} m by {depth}, {hz} Hz, {speed} m/s: {above} m above at {place}");
                        assert!((-1e-5..1.1 * gap).contains(&above), "{case}");
                        most = most.max(above);
                    }
                }
            }
        }
    }
    println!("at most {most} m off where the hull rests on the edges of stairs");
}

/// The ends of the same step from starts a hair aside; none where they are not as one.
fn sure_end(exact: &[Triangle], from: &Walker, input: &walking::Input, rules: &Rules) -> Option<Walker> {
    let end = move_walker(exact, from, input, rules);
    let aside = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z, DVec3::Y];
    let agree = |side: &DVec3| {
        let other = move_walker(exact, &Walker { center: from.center + *side * MOVED, ..*from }, input, rules);
        other.center.distance(end.center) <= 0.5 * ONE_STEP && other.ground.is_like(&end.ground)
    };
    aside.iter().all(agree).then_some(end)
}

#[test]
fn single_steps_on_rough_ground_among_boxes_end_where_brute_force_ends() {
    let mut random = Random(30);
    let (mut same, mut unsure, mut most) = (0, 0, 0.0_f64);
    let mut kinds = [0; 4];
    for round in 0..cases(12, 3) {
        let mut level = terrain(&mut random, 14, 0.5, [0.02, 0.12, 0.3][round % 3]);
        for _ in 0..14 {
            let corner = random.vector(3.0).as_vec3() * Vec3::new(1.0, 0.02, 1.0);
            let size = (random.vector(0.6).abs() + 0.05).as_vec3() * Vec3::new(1.0, 0.5, 1.0);
            level.extend(block(corner - Vec3::Y * 0.5, corner + size));
        }
        let (world, exact) = (world_of(&level), exactly(&level));
        let profile = CharacterProfile::default();
        let rules = rules_of(&profile);
        let hz = [30.0, 60.0, 240.0][round % 3];
        let mut state = CharacterState::new(Vec3::Y * 2.0);
        for step in 0..400 {
            if state.position.to_vec3().y < -2.0 {
                state = CharacterState::new(Vec3::Y * 2.0);
            }
            let heading = (random.vector(1.0).as_vec3() * Vec3::new(1.0, 0.0, 1.0)).normalize_or_zero();
            let back = state.position.to_vec3() * Vec3::new(-1.0, 0.0, -1.0);
            let speed = [1.0, 3.0, 8.0][step / 7 % 3];
            let jump_speed = if step % 200 == 199 { 4.0 } else { 0.0 };
            let input = MoveInput { desired_velocity: heading * speed + back, jump_speed, ..MoveInput::EARTH };
            let before = state;
            world.move_character(&profile, &mut state, &input, 1.0 / hz).unwrap();
            kinds[usize::from(state.ground_code)] += 1;
            let lands = !before.ground().is_grounded() && state.ground().is_grounded();
            if lands || matches!(before.ground(), Ground::Steep(_)) || before.fall_speed > 0.0 {
                continue;
            }
            let Some(end) = sure_end(&exact, &walker_of(&before), &input_of(&input, hz), &rules) else {
                unsure += 1;
                continue;
            };
            let off = end.center.distance(state.position.to_dvec3());
            let is_alike = end.ground.is_like(&ground_of(&state));
            assert!(
                is_alike && off <= ONE_STEP,
                "round {round}, step {step}: {off} m off, {end:?}, {before:?}, {state:?}, {input:?}"
            );
            let stood = before.ground().is_grounded() && before.velocity.y + jump_speed <= 0.0;
            let found = ground_at(&exact, state.position.to_dvec3(), &rules, stood);
            assert!(found.is_grounded() || !state.ground().is_grounded(), "stands on {found:?}: {state:?}");
            most = most.max(off);
            same += 1;
        }
    }
    println!("{same} steps as by brute force, at most {most} m off, {unsure} unsure, kinds of ground {kinds:?}");
    assert!(same > cases(3_500, 800) && unsure * 20 < same, "{same} and {unsure}");
}
