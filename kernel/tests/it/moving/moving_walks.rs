//! Characters that walk and jump on what moves: they get on as on ground that lies still, step from one thing to the next
//! without a bump, and keep the velocity of what they leave.

use crate::testkit::rider::{RATES, Rider, SHAPES, cuboid, walking};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{MoveInput, Placement};
use sweep8_scalar_ref::brute_force::Triangle;

/// How far rounding and the error of a part of a step may take a body into what moves, metres.
const NOTHING: f64 = 1e-4;

/// Largest way by which a place on ground that moves may differ from that on ground that lies still, metres.
const SAME: f64 = 1e-3;

/// Its top is at the height of the origin, and `half` metres long to each side.
fn deck(half: f64) -> Vec<Triangle> {
    cuboid(DVec3::new(-half, -0.2, -half), DVec3::new(half, 0.0, half))
}

fn above(radii: DVec3) -> f64 {
    radii.y + 0.01
}

#[test]
fn who_walks_on_a_lift_gets_on_as_fast_as_on_a_floor_at_any_speed_of_the_lift_and_when_it_stops() {
    let walk = DVec3::new(1.1, 0.0, -0.7);
    for rate in RATES {
        for speed in [0.0, 0.5, -0.5, 3.0, -3.0, 10.0, -10.0] {
            let mut apart = 0.0_f64;
            for shape in SHAPES {
                let start = DVec3::Y * above(shape.as_dvec3());
                let mut rider = Rider::new(shape, start, rate, vec![(deck(9.0), Placement::IDENTITY)]);
                let begin = rider.center();
                // Two seconds, from a standstill to full speed at once, and a second in which it stands.
                for frame in 1..=(3.0 * rate) as u32 {
                    let time = f64::from(frame) / rate;
                    let height = speed * time.min(2.0);
                    let target = (0, Placement::at(DVec3::Y * height));
                    rider.step(if time > 2.0 { &[] } else { std::slice::from_ref(&target) }, &walking(walk));
                    assert!(rider.state.ground().is_grounded(), "{speed} m/s, {rate} Hz, frame {frame}");
                    let expected = begin + walk * time + DVec3::Y * height;
                    apart = apart.max(rider.center().distance(expected));
                }
            }
            println!("walks on a lift at {speed} m/s, {rate} Hz: {apart:.1e} m from where a floor takes it");
            assert!(apart < SAME, "{speed} m/s, {rate} Hz: {apart} m");
        }
    }
}

#[test]
fn who_walks_outward_on_a_disc_goes_straight_on_it_and_leaves_it_as_fast_as_its_rim() {
    let (radius, pace) = (6.0_f64, 1.2);
    let corner = |side: u32| {
        let (sine, cosine) = (f64::from(side) * std::f64::consts::TAU / 64.0).sin_cos();
        DVec3::new(cosine, 0.0, sine) * radius
    };
    let disc: Vec<Triangle> = (0..64).map(|side| [DVec3::ZERO, corner(side + 1), corner(side)]).collect();
    for rate in RATES {
        for turn in [0.3, 1.5, 3.0] {
            let shape = SHAPES[0];
            let start = DVec3::new(0.8, above(shape.as_dvec3()), 0.0);
            let mut rider = Rider::new(shape, start, rate, vec![(disc.clone(), Placement::IDENTITY)]);
            let (begin, mut apart, mut frame) = (rider.center(), 0.0_f64, 0);
            while rider.state.ground().is_grounded() {
                frame += 1;
                let time = f64::from(frame) / rate;
                let rotation = DQuat::from_rotation_y(turn * time);
                let target = Placement { rotation: rotation.as_quat(), ..Placement::IDENTITY };
                rider.step(&[(0, target)], &walking(rotation * DVec3::X * pace));
                let away = begin.x + pace * time;
                if away < radius - 0.1 {
                    assert!(rider.state.ground().is_grounded(), "{turn} rad/s, {rate} Hz, frame {frame}");
                    let expected = DVec3::new(away, begin.y, begin.z);
                    apart = apart.max((rotation.conjugate() * rider.center()).distance(expected));
                }
                assert!(away < radius + 2.0, "{turn} rad/s, {rate} Hz: never left it");
            }
            // Across the way outward it has what a body that turns with the disc has there.
            let away = DVec3::new(rider.center().x, 0.0, rider.center().z);
            let along = rider.state.velocity.as_dvec3().dot(DVec3::Y.cross(away.normalize()));
            let part = along / (turn * away.length());
            println!(
                "walks outward on a disc at {turn} rad/s, {rate} Hz: {apart:.1e} m aside, leaves with {part:.3} of its speed"
            );
            assert!(apart < SAME, "{turn} rad/s, {rate} Hz: {apart} m");
            assert!((0.97..1.03).contains(&part), "{turn} rad/s, {rate} Hz: {part}");
        }
    }
}

#[test]
fn a_jump_off_a_lift_is_as_high_as_jump_and_lift_are_fast_together() {
    let jump = 6.0;
    for speed in [-3.0, -1.0, 2.0, 5.0] {
        for rate in RATES {
            let start = DVec3::Y * above(SHAPES[0].as_dvec3());
            let mut rider = Rider::new(SHAPES[0], start, rate, vec![(deck(9.0), Placement::IDENTITY)]);
            let (mut from, mut highest) = (0.0, f64::NEG_INFINITY);
            for frame in 0..(2.5 * rate) as u32 {
                let height = speed * f64::from(frame + 1) / rate;
                let jumps = frame == (0.5 * rate) as u32;
                if jumps {
                    from = rider.center().y;
                }
                let jump_speed = if jumps { jump } else { 0.0 };
                let input = MoveInput { jump_speed: jump_speed as f32, ..MoveInput::EARTH };
                rider.step(&[(0, Placement::at(DVec3::Y * height))], &input);
                assert!(!jumps || !rider.state.ground().is_grounded(), "{speed} m/s, {rate} Hz");
                // Until it lands.
                if frame >= (0.5 * rate) as u32 && !rider.state.ground().is_grounded() {
                    highest = highest.max(rider.center().y - from);
                }
            }
            let together = speed + jump;
            let expected = together * together / (2.0 * 9.81);
            println!("jump off a lift at {speed} m/s, {rate} Hz: {highest:.4} m high, in truth {expected:.4} m");
            assert!((highest / expected - 1.0).abs() < 0.01, "{speed} m/s, {rate} Hz: {highest}, not {expected}");
            assert!(rider.state.ground().is_grounded(), "{speed} m/s, {rate} Hz: it has not landed");
        }
    }
}

/// Two decks whose edges meet at `x = 0`; walks from one to the other and back while each goes where it is told. How far the
/// height above the deck changes, metres.
fn bump_across(rate: f64, velocities: [DVec3; 2], shape: Vec3) -> f64 {
    let sides = [-8.0, 0.0].map(|low| cuboid(DVec3::new(low, -0.2, -90.0), DVec3::new(low + 8.0, 0.0, 90.0)));
    let meshes = sides.map(|side| (side, Placement::IDENTITY)).into();
    let start = DVec3::new(-0.9, above(shape.as_dvec3()), 0.0);
    let mut rider = Rider::new(shape, start, rate, meshes);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for frame in 1..=(3.0 * rate) as u32 {
        let time = f64::from(frame) / rate;
        let moving = [0, 1].into_iter().filter(|&part| velocities[part] != DVec3::ZERO);
        let moving: Vec<_> = moving.map(|part| (part, Placement::at(velocities[part] * time))).collect();
        let there = if time < 1.5 { 1.0 } else { -1.0 };
        rider.step(&moving, &walking(DVec3::X * 1.3 * there));
        assert!(rider.state.ground().is_grounded(), "{velocities:?}, {rate} Hz, frame {frame}: {:?}", rider.state);
        let height = rider.center().y - velocities[0].y * time;
        (low, high) = (low.min(height), high.max(height));
        assert!(rider.gap(0).min(rider.gap(1)) > -NOTHING, "{velocities:?}, {rate} Hz, frame {frame}");
    }
    high - low
}

#[test]
fn the_seam_of_a_floor_and_a_platform_at_its_height_is_crossed_without_a_bump() {
    for rate in RATES {
        for velocity in [DVec3::Z, DVec3::Z * 5.0, DVec3::Z * -20.0, DVec3::new(-0.5, 0.0, 2.0), DVec3::X * -2.0] {
            let bump = SHAPES.map(|shape| bump_across(rate, [DVec3::ZERO, velocity], shape)).into_iter();
            let bump = bump.fold(0.0, f64::max);
            println!("from a floor to a platform at {velocity} m/s and back, {rate} Hz: {bump:.1e} m up and down");
            assert!(bump < SAME, "{velocity}, {rate} Hz: {bump} m");
        }
    }
}

#[test]
fn who_steps_across_from_one_lift_to_another_at_its_side_meets_no_bump() {
    for rate in RATES {
        for speed in [1.0, -1.0, 4.0, -4.0, 10.0, -10.0] {
            let bump = SHAPES.map(|shape| bump_across(rate, [DVec3::Y * speed; 2], shape)).into_iter();
            let bump = bump.fold(0.0, f64::max);
            println!("across two lifts at {speed} m/s and back, {rate} Hz: {bump:.1e} m up and down");
            assert!(bump < SAME, "{speed} m/s, {rate} Hz: {bump} m");
        }
    }
}

#[test]
fn who_steps_across_to_a_lift_that_goes_the_other_way_is_in_neither_and_is_carried_by_the_second() {
    for rate in RATES {
        for speed in [0.5, -0.5, 2.0, -2.0] {
            for shape in SHAPES {
                let sides =
                    [-8.0, 0.0].map(|low| cuboid(DVec3::new(low, -20.0, -8.0), DVec3::new(low + 8.0, 0.0, 8.0)));
                // At one height after a second, when it walks across.
                let height = |part: usize, time: f64| speed * (time - 1.0) * if part == 0 { 1.0 } else { -1.0 };
                let placed = |part, time| Placement::at(DVec3::Y * height(part, time));
                let meshes = sides.into_iter().zip(0..).map(|(side, part)| (side, placed(part, 0.0))).collect();
                let start = DVec3::new(-1.6, height(0, 0.0) + above(shape.as_dvec3()), 0.0);
                let mut rider = Rider::new(shape, start, rate, meshes);
                let (mut deepest, mut above_last) = (f64::INFINITY, 0.0);
                for frame in 1..=(2.5 * rate) as u32 {
                    let time = f64::from(frame) / rate;
                    let targets = [0, 1].map(|part| (part, placed(part, time)));
                    let walk = DVec3::X * if time < 2.0 { 1.6 } else { 0.0 };
                    let out = rider.step(&targets, &walking(walk));
                    assert_eq!(out.crushed_by, None, "{speed} m/s, {rate} Hz, frame {frame}");
                    deepest = deepest.min(rider.gap(0)).min(rider.gap(1));
                    above_last = rider.center().y - rider.radii.y - height(1, time);
                }
                println!(
                    "to a lift from one at {speed} m/s the other way, {rate} Hz, {shape}: least gap {deepest:.4} m"
                );
                assert!(deepest > -NOTHING, "{speed} m/s, {rate} Hz: {deepest} m");
                assert!(rider.center().x > 1.0 && rider.state.ground().is_grounded(), "{speed} m/s, {rate} Hz");
                assert!((above_last - 0.01).abs() < SAME, "{speed} m/s, {rate} Hz: {above_last} m above it");
            }
        }
    }
}
