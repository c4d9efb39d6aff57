//! Idle characters slide down creases of steep surfaces as far in the same time whatever the time step, and leave a steep
//! slope with the velocity of their slide.

use crate::testkit::crowds::{alone, checked, profile_of};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, made_of, quad, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterSettings, CharacterState, Ground, MoveInput, MoveMode, World};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::cases::cases;

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// Frames a second.
const RATES: [usize; 5] = [30, 60, 120, 240, 1000];

/// A slope of `degrees` that descends towards `heading` (radians about up), through the origin.
fn slope(degrees: f32, heading: f32) -> Level {
    let turn = Quat::from_rotation_y(heading);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (down, across) = (turn * Vec3::new(cosine, -sine, 0.0), turn * Vec3::Z);
    quad(down * -200.0 - across * 200.0, across * 400.0, down * 400.0)
}

/// Two slopes that meet in a crease: each descends towards +x, turned by `turned` degrees to either side.
fn gully(degrees: f32, turned: f32) -> Level {
    let turned = turned.to_radians();
    [slope(degrees, turned), slope(degrees, -turned)].concat()
}

/// How far an idle person slides from the first to the fourth second, metres, and where it began to; it never stands, and is
/// still on the surfaces of the level at the end.
fn slid(world: &World, level: &Level, start: Vec3, rate: usize) -> (f64, DVec3) {
    let (mut crowd, id) = alone(&profile_of(PERSON), start);
    let seconds = 1.0 / rate as f32;
    for _ in 0..rate {
        crowd.step(world, seconds).unwrap();
    }
    let after_one = crowd.position(id).unwrap().to_dvec3();
    for _ in 0..3 * rate {
        assert_eq!(crowd.step(world, seconds).unwrap().standing, 0);
    }
    let triangles = exactly(level);
    let apart = Judge { triangles: &triangles, radii: PERSON, skin: 0.01 }
        .hull_distance(crowd.position(id).unwrap().to_dvec3());
    assert!((1.0 - 1e-4..1.01).contains(&apart), "{rate} Hz: hull distance {apart}, {:?}", crowd.ground(id));
    (crowd.position(id).unwrap().to_dvec3().distance(after_one), after_one)
}

/// Slides in one place at all rates; how far with the longest and the shortest step, and the most that two differ.
fn compare(name: &str, world: &World, level: &Level, start: Vec3) -> (f64, f64) {
    let all = RATES.map(|rate| slid(world, level, start, rate).0);
    let (least, most) = all.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &far| (low.min(far), high.max(far)));
    println!("{name}: {all:.3?} m at {RATES:?} Hz, {:.2} % apart", 100.0 * (most - least) / least);
    assert!((most - least) / least < 0.01, "{name}: {all:?} m at {RATES:?} Hz");
    (all[0], all[RATES.len() - 1])
}

/// High enough above the crease at the origin that the person is clear of both slopes.
const ABOVE: Vec3 = Vec3::new(0.0, 3.0, 0.0);

#[test]
fn a_gully_is_slid_down_as_far_whatever_the_time_step() {
    for (degrees, turned) in [(52.0, 60.0), (60.0, 20.0), (60.0, 5.0), (70.0, 45.0), (75.0, 80.0)] {
        let level = gully(degrees, turned);
        compare(&format!("gully of {degrees}°, turned by {turned}°"), &world_of(&level), &level, ABOVE);
    }
}

#[test]
fn a_steep_slope_beside_a_wall_is_slid_down_as_far_whatever_the_time_step() {
    for aside in [0.0_f32, 30.0, 60.0] {
        let turn = Quat::from_rotation_y(aside.to_radians());
        let wall = quad(turn * Vec3::new(-200.0, -400.0, 0.0), turn * Vec3::X * 400.0, Vec3::Y * 800.0);
        let level = [slope(60.0, 0.0), wall].concat();
        let start = Vec3::Y * 3.0 + turn * Vec3::new(0.0, 0.0, 0.42);
        compare(&format!("60° beside a wall turned by {aside}°"), &world_of(&level), &level, start);
    }
}

#[test]
fn a_crease_is_slid_down_as_free_as_a_plane_of_its_slope() {
    // Without friction the way in three seconds is that of a mass on a wire.
    let level = gully(60.0, 20.0);
    let (_, far) = compare("gully of 60°, turned by 20°", &world_of(&level), &level, ABOVE);
    let slopes = [20.0_f32, -20.0].map(|turned| {
        let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
        Quat::from_rotation_y(turned.to_radians()) * Vec3::new(sine, cosine, 0.0)
    });
    let along = slopes[0].cross(slopes[1]).normalize();
    let steep = f64::from(along.y.abs());
    // From rest above the crease the fall of the first second counts, too.
    let expected = 0.5 * 9.81 * steep * (16.0 - 1.0);
    println!("{far} m, and {expected} m for a mass on a wire");
    assert!((far - expected).abs() < 0.005 * expected, "{far} m and not {expected}");
}

#[test]
fn friction_slows_a_crease_alike_whatever_the_time_step() {
    let level = gully(60.0, 20.0);
    let of_triangle = vec![1_u16; level.len()];
    let world = made_of(&level, &[0.0, 0.3], &of_triangle);
    let free = slid(&world_of(&level), &level, ABOVE, 60).0;
    let (slowed, _) = compare("gully of 60° with friction 0.3", &world, &level, ABOVE);
    assert!(slowed < 0.95 * free && slowed > 0.3 * free, "{slowed} of {free} m");
}

/// A slope of 60° that ends in the air: the velocities with which its end is left.
#[test]
fn who_slides_off_a_steep_slope_keeps_the_velocity_of_the_slide() {
    let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
    let slope = quad(Vec3::new(0.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::new(cosine, -sine, 0.0) * 6.0);
    let world = world_of(&slope);
    let outward = RATES.map(|rate| {
        let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::new(0.6, 0.2, 0.0));
        let (mut on_slope, mut in_air) = (0.0_f32, None);
        for _ in 0..3 * rate {
            let before = crowd.position(id).unwrap().to_dvec3();
            crowd.step(&world, 1.0 / rate as f32).unwrap();
            let velocity = crowd.velocity(id).unwrap();
            match crowd.ground(id).unwrap() {
                // On the face, not on the edge that ends it.
                Ground::Steep(normal) if normal.abs_diff_eq(Vec3::new(sine, cosine, 0.0), 1e-3) => {
                    on_slope = velocity.x;
                }
                Ground::Air if before.y < -7.5 => {
                    // Once in the air nothing changes it, and the character moves by it.
                    let kept = *in_air.get_or_insert(velocity.x);
                    assert_eq!(velocity.x, kept, "{rate} Hz");
                    let moved = (crowd.position(id).unwrap().to_dvec3().x - before.x) * rate as f64;
                    assert!(
                        (moved - f64::from(kept)).abs() < 1e-4 * f64::from(kept),
                        "{rate} Hz: {moved} m/s of {kept}"
                    );
                }
                _ => {}
            }
        }
        let in_air = in_air.expect("it leaves the slope");
        println!("{rate} Hz: {on_slope} m/s outward at the end of the slope, {in_air} in the air");
        assert!(on_slope > 2.0 && in_air > 0.99 * on_slope, "{rate} Hz: {in_air} of {on_slope} m/s");
        in_air
    });
    let (least, most) = outward.iter().fold((f32::MAX, 0.0_f32), |(low, high), &v| (low.min(v), high.max(v)));
    assert!(most / least < 1.05, "{outward:?} m/s at {RATES:?} Hz");
}

#[test]
fn who_slides_down_a_steep_slope_is_on_it_in_every_step_at_any_time_step() {
    let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
    let down = Vec3::new(cosine, -sine, 0.0);
    let world = world_of(&quad(down * -200.0 - Vec3::Z * 200.0, Vec3::Z * 400.0, down * 400.0));
    for rate in [30_u16, 60, 240, 1000] {
        let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::Y * 3.0);
        for step in 0..4 * rate {
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
            let ground = crowd.ground(id).unwrap();
            assert!(step < rate || matches!(ground, Ground::Steep(_)), "{ground:?} in step {step} at {rate} Hz");
        }
    }
}

/// States are plain data: nothing makes their velocity fit their fall.
#[test]
fn a_velocity_that_does_not_fit_the_fall_down_a_slope_leads_through_no_wall() {
    let world = world_of(&quad(Vec3::new(2.0, -20.0, -20.0), Vec3::Z * 40.0, Vec3::Y * 40.0));
    let profile = profile_of(PERSON);
    let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
    for speed in [30.0, 300.0, 3_000.0] {
        for fall_speed in [1e-3, 0.1, 5.0] {
            let mut state = CharacterState {
                velocity: Vec3::X * speed,
                fall_speed,
                ground_code: 2,
                ground_normal: Vec3::new(sine, cosine, 0.0),
                ..CharacterState::new(Vec3::ZERO)
            };
            world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
            let center = state.position.to_vec3();
            assert!(center.x > 0.4 && center.x < 1.6, "{center} after {speed} m/s, falling at {fall_speed} m/s");
        }
    }
}

/// A level groove along the direction at `heading` (radians about up): between two slopes, or between the upper edges of two fences.
fn groove(random: &mut Random, heading: f32, between_edges: bool) -> Level {
    let turn = Quat::from_rotation_y(heading);
    if between_edges {
        let fence = |x: f32| quad(turn * Vec3::new(x, -50.0, -50.0), turn * Vec3::Y * 50.0, turn * Vec3::Z * 100.0);
        // A person of 0.4 m touches edges farther apart than 0.39 m with normals steeper than 50°.
        let apart = random.range_f32(0.24, 0.36);
        [fence(-apart), fence(apart)].concat()
    } else {
        let quarter = std::f32::consts::FRAC_PI_2;
        // Headings of descent: `slope` descends along its own x, the groove leads along z.
        let slopes = [0.0, 2.0 * quarter].map(|turned| slope(random.range_f32(52.0, 75.0), heading + turned));
        slopes.concat()
    }
}

/// No friction ends a velocity along a groove of steep surfaces: somebody who wants the opposite hung there without end.
#[test]
fn a_velocity_along_a_groove_that_cancels_the_desired_one_exactly_holds_nobody() {
    let (count, seed) = cases((2_000, 1), (200, 2));
    let (mut random, mut hung) = (Random(seed), 0);
    for case in 0..count {
        let heading = random.angle();
        let world = world_of(&groove(&mut random, heading, case % 2 == 0));
        let mode = [MoveMode::Walk, MoveMode::Slide][case / 2 % 2];
        let profile = checked(CharacterSettings { mode, ..CharacterSettings::default() });
        let seconds = 1.0 / [30.0, 60.0, 144.0, 500.0][case % 4];
        let along = Quat::from_rotation_y(heading) * Vec3::Z * random.range_f32(0.3, 6.0);
        let mut state = CharacterState { velocity: along, ..CharacterState::new(ABOVE) };
        let step = |state: &mut CharacterState, desired_velocity: Vec3| {
            let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
            world.move_character(&profile, state, &input, seconds).unwrap()
        };
        for _ in 0..(3.0 / seconds) as u32 {
            step(&mut state, Vec3::ZERO);
        }
        let level = state.velocity - Vec3::Y * state.velocity.y;
        if !matches!(state.ground(), Ground::Steep(_)) || level.length() < 0.1 {
            continue;
        }
        hung += 1;
        let from = state.position.to_vec3();
        for _ in 0..(0.5 / seconds) as u32 {
            step(&mut state, -level);
        }
        let gone = (state.position.to_vec3() - from).dot(-level) / level.length_squared();
        assert!(gone > 0.3, "case {case}, {mode:?}, {seconds} s: {gone} of 0.5 s of its way along {level}: {state:?}");
    }
    println!("{hung} of {count} hung in a groove");
    assert!(hung > count / 2, "{hung} of {count}");
}
