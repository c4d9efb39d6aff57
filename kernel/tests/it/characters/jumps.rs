//! Jumps and impulses: how high, from where, what ends them, and that they come to rest.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, checked, crowd_under, profile_of};
use crate::testkit::level::sheet;
use crate::testkit::stairs::block;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, quad, rounded, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::count_at_rest;
use sweep8::{CharacterId, CharacterProfile, CharacterSettings, CharacterState, Crowd, Ground, MoveInput, World};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);
const G: f32 = 9.81;
const FRAME: f32 = 1.0 / 60.0;

/// Frames a second.
const RATES: [u16; 4] = [30, 60, 120, 240];

fn floor() -> Level {
    quad(Vec3::new(-40.0, 0.0, -40.0), Vec3::Z * 80.0, Vec3::X * 80.0)
}

fn steps(crowd: &mut Crowd, world: &World, count: usize) {
    for _ in 0..count {
        crowd.step(world, FRAME).unwrap();
    }
}

/// A person that stands on a floor at height 0.
fn standing(world: &World, settings: CharacterSettings) -> (Crowd, CharacterId) {
    let (mut crowd, id) = alone(&checked(settings), Vec3::new(0.0, 0.911, 0.0));
    steps(&mut crowd, world, 10);
    assert_eq!(crowd.ground(id), Ok(Ground::Floor(Vec3::Y)));
    (crowd, id)
}

#[test]
fn a_jump_is_as_high_as_its_speed_says_at_any_time_step_and_under_any_gravity() {
    let mut random = Random(1);
    let mut worst = 0.0_f64;
    let ups = [DVec3::Y, DVec3::NEG_X, DVec3::Z].into_iter().chain((0..5).map(|_| random.direction()));
    for up in ups.collect::<Vec<_>>() {
        let world = world_of(&rounded(&[sheet(DVec3::ZERO, up)]));
        for (rate, speed, g) in RATES.into_iter().flat_map(|rate| {
            [(2.0_f32, 9.81_f32), (5.0, 9.81), (4.0, 1.62), (8.0, 25.0)].map(|(speed, g)| (rate, speed, g))
        }) {
            let seconds = 1.0 / f32::from(rate);
            let mut crowd = crowd_under((-up).as_vec3() * g);
            let start = (up * ((PERSON.as_dvec3() * up).length() + 0.0101)).as_vec3();
            let id = crowd.spawn(&profile_of(PERSON), start).unwrap();
            for _ in 0..rate / 4 {
                crowd.step(&world, seconds).unwrap();
            }
            let from = crowd.position(id).unwrap().to_dvec3();
            crowd.jump(id, speed).unwrap();
            let (mut highest, mut aside, mut frames) = (0.0_f64, 0.0_f64, 0);
            loop {
                crowd.step(&world, seconds).unwrap();
                frames += 1;
                let risen = crowd.position(id).unwrap().to_dvec3() - from;
                highest = highest.max(risen.dot(up));
                aside = aside.max(risen.reject_from(up).length());
                if crowd.ground(id).unwrap().is_grounded() {
                    break;
                }
                assert!(frames < 20 * rate, "it never lands");
            }
            let expected = f64::from(speed * speed / (2.0 * g));
            let case = format!("up {up}, {speed} m/s under {g}, {rate} Hz: {highest} m of {expected}, {frames} frames");
            worst = worst.max((highest / expected - 1.0).abs());
            assert!((highest / expected - 1.0).abs() < 0.01 && aside < 1e-3, "{case}, {aside} m aside");
            // As long in the air as a stone.
            let (flight, expected) = (f32::from(frames) * seconds, 2.0 * speed / g);
            assert!((flight - expected).abs() < 1.5 * seconds, "{case}: {flight} s of {expected}");
        }
    }
    println!("heights of jumps are off by {worst:e} of it");
}

#[test]
fn a_jump_needs_ground_that_holds_and_one_asked_for_in_the_air_is_not_kept() {
    let world = world_of(&floor());
    let (mut crowd, id) = standing(&world, CharacterSettings::default());
    crowd.jump(id, 4.0).unwrap();
    steps(&mut crowd, &world, 1);
    let mut alike = crowd.clone();
    while !crowd.ground(id).unwrap().is_grounded() {
        // Asked for in every step in the air, the last one among them.
        crowd.jump(id, 9.0).unwrap();
        crowd.step(&world, FRAME).unwrap();
        alike.step(&world, FRAME).unwrap();
        assert_eq!(crowd.state(id), alike.state(id));
    }
    steps(&mut crowd, &world, 1);
    assert!(crowd.ground(id).unwrap().is_grounded(), "it jumped on landing");
    // A second one from the ground works.
    crowd.jump(id, 4.0).unwrap();
    steps(&mut crowd, &world, 1);
    assert!((crowd.velocity(id).unwrap().y - (4.0 - G * FRAME)).abs() < 1e-5);

    // A slope of 60° does not hold.
    let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
    let steep = world_of(&quad(
        Vec3::new(-90.0 * cosine, 90.0 * sine, -90.0),
        Vec3::Z * 180.0,
        Vec3::new(cosine, -sine, 0.0) * 180.0,
    ));
    let (mut crowd, id) = alone(&profile_of(Vec3::splat(0.4)), Vec3::new(sine, cosine, 0.0) * 0.411);
    steps(&mut crowd, &steep, 20);
    assert!(matches!(crowd.ground(id), Ok(Ground::Steep(_))));
    crowd.jump(id, 5.0).unwrap();
    steps(&mut crowd, &steep, 1);
    assert!(crowd.velocity(id).unwrap().y < -1.0, "{}", crowd.velocity(id).unwrap());
}

#[test]
fn who_lands_keeps_the_level_part_of_the_step_at_any_time_step_on_level_ground_and_on_slopes() {
    for angle in [0.0_f32, 20.0, -20.0, 40.0] {
        let tangent = angle.to_radians().tan();
        // Rises towards +x.
        let corner = Vec3::new(-60.0, -60.0 * tangent, -60.0);
        let world = world_of(&quad(corner, Vec3::Z * 120.0, Vec3::new(120.0, 120.0 * tangent, 0.0)));
        for rate in [30_u16, 60, 240, 1000] {
            let seconds = 1.0 / f32::from(rate);
            let settings =
                CharacterSettings { ground_damping: 0.0, snap_distance: 0.0, ..CharacterSettings::default() };
            let (mut crowd, id) = alone(&checked(settings), Vec3::Y * 3.0);
            crowd.add_impulse(id, Vec3::new(6.0, 0.0, 2.0)).unwrap();
            let mut frames = 0_u16;
            while !crowd.ground(id).unwrap().is_grounded() {
                crowd.step(&world, seconds).unwrap();
                frames += 1;
                assert!(frames < 2 * rate, "it never lands");
            }
            let gone = crowd.position(id).unwrap().to_dvec3();
            let desired = DVec3::new(6.0, 0.0, 2.0) * f64::from(frames) * f64::from(seconds);
            let lost = (desired - gone).with_y(0.0).length();
            println!("slope of {angle}°, {rate} Hz: {lost:.1e} m of the level way are lost by landing");
            assert!(lost < 1e-4, "slope of {angle}°, {rate} Hz: {lost} m");
        }
    }
}

#[test]
fn who_lands_before_a_wall_stops_at_it_and_loses_the_velocity_into_it() {
    let wall = quad(Vec3::new(1.0, -1.0, -40.0), Vec3::Z * 80.0, Vec3::Y * 9.0);
    let world = world_of(&[floor(), wall].concat());
    for rate in RATES {
        let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::new(0.0, 0.93, 0.0));
        crowd.add_impulse(id, Vec3::new(20.0, -2.0, 5.0)).unwrap();
        for _ in 0..rate / 10 {
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
        }
        let (at, velocity) = (crowd.position(id).unwrap().to_dvec3(), crowd.velocity(id).unwrap());
        assert!(at.x > 0.55 && at.x < 0.6, "{rate} Hz: at {at}");
        assert!(velocity.x.abs() < 1e-3 && at.z > 0.1, "{rate} Hz: {velocity} at {at}");
    }
}

#[test]
fn who_lands_on_a_ramp_in_a_long_step_is_stopped_by_a_ceiling_over_the_way_up() {
    // In the step the ball meets the ramp, and goes up along it with its level speed: farther than its displacement.
    // Both in pieces, so that a gather may leave the ceiling out.
    let across = Vec3::Z * 0.5;
    let pieces = |piece: &dyn Fn(Vec3) -> Level| -> Level {
        let corners = (0..18_u8).flat_map(|x| (0..8_u8).map(move |z| Vec3::new(f32::from(x), 0.0, f32::from(z) - 4.0)));
        corners.flat_map(|corner| piece(corner * 0.5)).collect()
    };
    let ramp = pieces(&|at| quad(at + Vec3::new(1.0, at.x, 0.0), across, Vec3::new(0.5, 0.5, 0.0)));
    let mut random = Random::new(79);
    for _ in 0..200 {
        let ceiling = random.range_f32(1.2, 2.5);
        let above = pieces(&|at| quad(at + Vec3::new(1.0, ceiling, 0.0), Vec3::X * 0.5, across));
        let world = world_of(&[floor(), ramp.clone(), above].concat());
        let profile = profile_of(Vec3::splat(0.1));
        let (speed, rate) = (random.range_f32(30.0, 90.0), 30.0);
        let mut state = CharacterState::new(Vec3::new(random.range_f32(0.0, 0.8), random.range_f32(0.2, 0.6), 0.0));
        state.velocity = Vec3::Y * -3.0;
        let input = MoveInput { desired_velocity: Vec3::X * speed, ..MoveInput::EARTH };
        world.move_character(&profile, &mut state, &input, 1.0 / rate).unwrap();
        let center = state.position.to_vec3();
        assert!(center.y < ceiling, "{speed} m/s: through the ceiling at {ceiling} m, to {center}");
    }
}

#[test]
fn a_jump_that_an_impulse_outruns_keeps_the_larger_speed() {
    let world = world_of(&floor());
    for (impulse, speed, expected) in [(6.0, 4.0, 6.0), (1.0, 4.0, 4.0), (-3.0, 4.0, 4.0), (6.0, 0.0, 6.0)] {
        let (mut crowd, id) = standing(&world, CharacterSettings::default());
        crowd.add_impulse(id, Vec3::Y * impulse).unwrap();
        crowd.jump(id, speed).unwrap();
        steps(&mut crowd, &world, 1);
        let got = crowd.velocity(id).unwrap().y + G * FRAME;
        assert!((got - expected).abs() < 1e-5, "impulse {impulse}, jump {speed}: {got}");
    }
}

#[test]
fn a_jump_under_a_low_ceiling_is_over_as_soon_as_a_ball_that_loses_its_speed_there() {
    let ceiling = quad(Vec3::new(-9.0, 2.2, -9.0), Vec3::X * 18.0, Vec3::Z * 18.0);
    let world = world_of(&[floor(), ceiling].concat());
    for (rate, speed) in RATES.into_iter().flat_map(|rate| [3.5_f32, 5.0, 12.0].map(|speed| (rate, speed))) {
        let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::new(0.0, 0.91, 0.0));
        for _ in 0..10 {
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
        }
        crowd.jump(id, speed).unwrap();
        let (mut frames, mut hit) = (0, false);
        loop {
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
            frames += 1;
            hit |= crowd.position(id).unwrap().to_vec3().y > 1.28;
            if crowd.ground(id).unwrap().is_grounded() || frames > 20 * rate {
                break;
            }
        }
        // Up until the skins touch, and down from rest.
        let room = 2.2 - 1.8 - 0.02;
        let up = (speed - (speed * speed - 2.0 * G * room).sqrt()) / G;
        let expected = (up + (2.0 * room / G).sqrt()) * f32::from(rate);
        println!("{speed} m/s at {rate} Hz: {frames} frames, as a ball {expected:.1}");
        assert!(hit && (f32::from(frames) - expected).abs() < 2.5, "{speed} m/s, {rate} Hz: {frames} of {expected}");
        assert!(rate != 60 || speed != 5.0 || (18..=24).contains(&frames), "{frames}");
    }
}

#[test]
fn a_jump_against_a_slanting_ceiling_goes_on_along_it() {
    for degrees in [20.0_f32, 45.0, 65.0] {
        // It rises towards +x.
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let along = Vec3::new(cosine, sine, 0.0);
        let normal = Vec3::new(sine, -cosine, 0.0);
        let middle = Vec3::Y * (0.91 + (PERSON * normal).length() / cosine + 0.4);
        let ceiling = quad(middle - along * 15.0 - Vec3::Z * 15.0, along * 30.0, Vec3::Z * 30.0);
        let level: Level = [floor(), ceiling].concat().into_iter().collect();
        let (world, triangles) = (world_of(&level), exactly(&level));
        let judge = Judge { triangles: &triangles, radii: PERSON, skin: 0.01 };
        let (mut crowd, id) = standing(&world, CharacterSettings::default());
        crowd.watch_contacts(id).unwrap();
        crowd.jump(id, 6.0).unwrap();
        let (mut touched, mut sideways) = (false, 0.0);
        for frame in 0..400 {
            let before = crowd.velocity(id).unwrap();
            steps(&mut crowd, &world, 1);
            let velocity = crowd.velocity(id).unwrap();
            let clear = judge.distance(crowd.position(id).unwrap().to_dvec3());
            assert!(clear > 1.0, "{degrees}°, frame {frame}: {clear}");
            let is_touching = crowd.contacts(id).unwrap().iter().any(|found| found.contact.normal.dot(normal) > 0.999);
            if is_touching && !touched {
                touched = true;
                let fast = before - Vec3::Y * G * FRAME;
                let expected = fast - normal * fast.dot(normal);
                assert!((velocity - expected).length() < 1e-3, "{degrees}°: {velocity} of {before}, not {expected}");
                assert!(velocity.x > 0.5, "{degrees}°: {velocity}");
                sideways = velocity.x;
            } else if touched && !is_touching && !crowd.ground(id).unwrap().is_grounded() {
                assert!((velocity.x - before.x).abs() < 1e-5, "{degrees}°, frame {frame}: {before}, then {velocity}");
            }
        }
        println!("ceiling of {degrees}°: {sideways} m/s aside");
        assert!(touched && crowd.ground(id).unwrap().is_grounded());
        assert_eq!(crowd.velocity(id), Ok(Vec3::ZERO), "{degrees}°");
    }
}

#[test]
fn an_impulse_decays_on_the_ground_as_told_and_comes_to_rest_to_the_bit() {
    let world = world_of(&floor());
    for (rate, ground_damping) in
        RATES.into_iter().flat_map(|rate| [1.0_f32, 10.0, 300.0].map(|damping| (rate, damping)))
    {
        let seconds = 1.0 / f32::from(rate);
        let settings = CharacterSettings { ground_damping, ..CharacterSettings::default() };
        let (mut crowd, id) = standing(&world, settings);
        crowd.step(&world, seconds).unwrap();
        let start = crowd.position(id).unwrap().to_dvec3();
        // Impulses add up.
        let impulse = Vec3::new(2.4, 0.0, -1.8);
        crowd.add_impulse(id, impulse * 0.25).unwrap();
        crowd.add_impulse(id, impulse * 0.75).unwrap();
        let mut expected = f64::from(impulse.length());
        let mut frames = 0;
        loop {
            crowd.step(&world, seconds).unwrap();
            frames += 1;
            assert!(frames < 30_000, "it never rests");
            let speed = f64::from(crowd.velocity(id).unwrap().length());
            expected *= (-f64::from(ground_damping) * f64::from(seconds)).exp();
            if speed == 0.0 {
                break;
            }
            assert!(
                (speed / expected - 1.0).abs() < 1e-6 + 2e-7 * f64::from(frames),
                "{rate} Hz, frame {frames}: {speed} m/s of {expected}"
            );
        }
        assert!(expected < 1.01e-3, "it stopped from {expected} m/s");
        assert_eq!(crowd.velocity(id).unwrap().to_array().map(f32::to_bits), [0; 3]);
        let far = crowd.position(id).unwrap().to_dvec3().distance(start);
        // At any rate; what is cut off is slower than a millimetre in a second.
        let whole = 3.0 / f64::from(ground_damping);
        assert!(
            (far - whole).abs() < 2e-3 * (1.0 + 1.0 / f64::from(ground_damping)),
            "{rate} Hz, {ground_damping}: {far} m of {whole}"
        );
        crowd.step(&world, seconds).unwrap();
        let rest = *crowd.state(id).unwrap();
        for _ in 0..100 {
            crowd.step(&world, seconds).unwrap();
            assert_eq!(bytemuck::bytes_of(crowd.state(id).unwrap()), bytemuck::bytes_of(&rest));
        }
        assert_eq!(count_at_rest(&crowd), 1, "{rate} Hz, {ground_damping}");
    }
}

#[test]
fn an_impulse_in_the_air_is_kept_and_one_against_a_wall_is_lost_there() {
    let wall = quad(Vec3::new(3.0, -50.0, -50.0), Vec3::Z * 100.0, Vec3::Y * 100.0);
    let world = world_of(&wall);
    let mut crowd = crowd_under(Vec3::ZERO);
    let id = crowd.spawn(&profile_of(PERSON), Vec3::ZERO).unwrap();
    let impulse = Vec3::new(2.0, 0.5, -1.0);
    crowd.add_impulse(id, impulse).unwrap();
    for _ in 0..60 {
        steps(&mut crowd, &world, 1);
        assert_eq!(crowd.velocity(id), Ok(impulse), "nothing in the air slows it");
    }
    assert!((crowd.position(id).unwrap().to_vec3() - impulse).length() < 1e-4);
    steps(&mut crowd, &world, 60);
    let after = crowd.velocity(id).unwrap();
    assert!((after - impulse.with_x(0.0)).length() < 1e-5, "{after} along the wall");
    assert!(
        (crowd.position(id).unwrap().to_vec3().x - (3.0 - 0.4 - 0.01)).abs() < 2e-3,
        "{}",
        crowd.position(id).unwrap()
    );
}

#[test]
fn the_desired_velocity_counts_in_the_air_as_much_as_air_control_says() {
    let world = world_of(&floor());
    for air_control in [0.0_f32, 0.25, 1.0] {
        let (mut crowd, id) = standing(&world, CharacterSettings { air_control, ..CharacterSettings::default() });
        crowd.set_desired_velocity(id, Vec3::X * 2.0).unwrap();
        steps(&mut crowd, &world, 1);
        let walked = f64::from(2.0 * FRAME);
        crowd.jump(id, 4.0).unwrap();
        let mut in_air = 0;
        for _ in 0..120 {
            let (before, ground) = (crowd.position(id).unwrap().to_dvec3(), crowd.ground(id).unwrap());
            steps(&mut crowd, &world, 1);
            let gone = crowd.position(id).unwrap().to_dvec3() - before;
            // It is where a step begins that counts: that of the jump begins on the ground.
            let part = if ground.is_grounded() { 1.0 } else { f64::from(air_control) };
            in_air += u32::from(!ground.is_grounded());
            assert!((gone.x - part * walked).abs() < 1e-5 && gone.z.abs() < 1e-6, "{air_control}, {ground:?}: {gone}");
            assert_eq!(crowd.velocity(id).unwrap().x, 0.0, "a desired velocity does not persist");
        }
        assert!(in_air > 40, "{in_air} steps in the air");
    }
}

#[test]
fn a_fall_onto_a_slope_or_the_edge_of_a_step_gives_no_level_velocity_however_it_drifts() {
    // A ramp of 30° that falls towards +x, and the edge of a block, touched with a normal of a floor.
    let ramp = quad(Vec3::new(-30.0, 17.32, -30.0), Vec3::Z * 60.0, Vec3::new(60.0, -34.64, 0.0));
    let edge = block(Vec3::new(-30.0, -3.0, -30.0), Vec3::new(0.3, 0.0, 30.0));
    for level in [ramp, edge] {
        let world = world_of(&level);
        let profile = CharacterProfile::default();
        for rate in [30.0, 60.0, 240.0] {
            for drift in [0.0, 1e-8, 1e-3, 0.5, -0.5] {
                let mut state = CharacterState::new(Vec3::new(0.4, 1.6, 0.0));
                state.velocity = Vec3::new(0.0, -3.0, drift);
                while !state.ground().is_grounded() {
                    world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / rate).unwrap();
                }
                let off = (state.velocity - Vec3::Z * drift).length();
                assert!(off <= 1e-3, "{rate} Hz, a drift of {drift} m/s: {:?}", state.velocity);
            }
        }
    }
}
