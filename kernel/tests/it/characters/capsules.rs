//! Slides and walks of capsules: the gap that they keep in every direction, and the stairs, ramps, kerbs and ledges of a person of radius
//! 0.4 m and height 1.8 m.
//!
//! The judge in `f64` measures the distance of a segment from each triangle; it knows no hull, no planes and no tree.

use crate::testkit::stairs::{Pedestrian, block, floor, stairs};
use crate::testkit::worlds::{Level, floor_and_slope, quad, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec3, Quat, Vec3};
use sweep8::{Axis, Capsule, CharacterSettings, Ground, OrientedShape, Shape, SlideSettings, SlideStatus, World};
use sweep8_scalar_ref::brute_force::segment_crosses;
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

const RATES: [f32; 3] = [30.0, 60.0, 240.0];

fn person() -> CharacterSettings {
    CharacterSettings { shape: Capsule::from_height(0.4, 1.8).unwrap().into(), ..CharacterSettings::default() }
}

/// The gap between a round capsule and the nearest triangle, metres; negative if they overlap.
fn gap(level: &Level, shape: &OrientedShape, center: DVec3) -> f64 {
    let (of, turn) = (shape.shape(), shape.orientation().as_dquat().normalize());
    let radius = f64::from(of.radii().x);
    let half = turn * (of.axis().unit().as_dvec3() * f64::from(of.half_length())) / radius;
    let capsule = UnitCapsule { center: DVec3::ZERO, half };
    let apart = level.iter().map(|corners| capsule.distance(&corners.map(|v| (v.as_dvec3() - center) / radius)));
    (apart.fold(f64::INFINITY, f64::min) - 1.0) * radius
}

/// Triangles of all sizes up to some metres around the origin.
fn rubble(random: &mut Random, count: usize) -> Level {
    let mut corner = |middle: Vec3, size: f32| middle + Vec3::from(random.signed_vector()) * size;
    (0..count)
        .map(|number| {
            let middle = corner(Vec3::ZERO, 3.0);
            let size = [0.1, 0.5, 2.0, 6.0][number % 4];
            [corner(middle, size), corner(middle, size), corner(middle, size)]
        })
        .collect()
}

fn any_capsule(random: &mut Random, case: usize) -> OrientedShape {
    let axis = [Axis::X, Axis::Y, Axis::Z][case % 3];
    let (radius, half) = ([0.1, 0.4, 0.5][case / 3 % 3], [0.05, 0.5, 1.5][case / 9 % 3]);
    let capsule = Capsule::new(radius, half).unwrap().along(axis);
    let [x, y, z] = random.signed_vector().to_array();
    let turn = if case.is_multiple_of(2) { Quat::IDENTITY } else { Quat::from_xyzw(x, y, z, 0.3).normalize() };
    OrientedShape::new(capsule, turn).unwrap()
}

#[test]
fn a_slide_of_a_capsule_keeps_seven_eighths_of_the_skin_in_every_direction() {
    let mut random = Random(1);
    let settings = SlideSettings::default();
    let skin = f64::from(settings.skin);
    let (mut clear, mut slid, mut least) = (0, 0, f64::INFINITY);
    for case in 0..cases(6_000, 1_500) {
        let level = rubble(&mut random, [6, 30, 80][case % 3]);
        let world = world_of(&level);
        let shape = any_capsule(&mut random, case);
        let start = Vec3::from(random.signed_vector() * 3.0);
        if gap(&level, &shape, start.as_dvec3()) < skin {
            continue;
        }
        clear += 1;
        let way = Vec3::from(random.signed_vector()) * [0.02, 0.5, 4.0, 40.0][case / 5 % 4];
        let out = world.slide(shape, start, way, &settings).unwrap();
        assert_ne!(out.status, SlideStatus::Overlapping, "case {case}: it starts clear, {out:?}");
        let end = out.position.to_dvec3();
        let left = gap(&level, &shape, end) / skin;
        least = least.min(left);
        assert!(
            left > 0.875 - 1e-3,
            "case {case}: {left} of the skin is left, {shape:?} from {start} by {way}: {out:?}"
        );
        assert!(out.travel.length() <= way.length() * (1.0 + 1e-5) + 1e-6, "case {case}: farther than asked, {out:?}");
        if out.status == SlideStatus::Free {
            let crosses = |corners: &[Vec3; 3]| segment_crosses(start.as_dvec3(), end, &corners.map(Vec3::as_dvec3));
            assert!(!level.iter().any(crosses), "case {case}: through a triangle");
        }
        slid += usize::from(out.status == SlideStatus::Slid || out.status == SlideStatus::Blocked);
    }
    println!("{clear} slides, {slid} of them along or against something: at least {least:.4} of the skin is left");
    assert!(clear > 500 && slid * 5 > clear, "{clear} {slid}");
}

#[test]
fn a_capsule_that_starts_in_an_overlap_is_pushed_out_first_or_said_to_overlap() {
    let mut random = Random(2);
    let settings = SlideSettings::default();
    let skin = f64::from(settings.skin);
    let (mut freed, mut said) = (0, 0);
    for case in 0..cases(3_000, 800) {
        let level = rubble(&mut random, 8);
        let world = world_of(&level);
        let shape = any_capsule(&mut random, case);
        let start = Vec3::from(random.signed_vector() * 2.0);
        if gap(&level, &shape, start.as_dvec3()) > 0.0 {
            continue;
        }
        let out = world.slide(shape, start, Vec3::ZERO, &settings).unwrap();
        let left = gap(&level, &shape, out.position.to_dvec3());
        if out.status == SlideStatus::Overlapping {
            said += 1;
            continue;
        }
        freed += 1;
        assert!(left > -0.01 * skin, "case {case}: {left} m after {out:?}");
    }
    println!("{freed} are pushed out, of {said} it is said that they overlap");
    assert!(freed > 100 && freed > said, "{freed} {said}");
}

#[test]
fn a_capsule_without_a_spine_slides_with_the_bits_of_a_ball() {
    let mut random = Random(3);
    for case in 0..cases(600, 200) {
        let world = world_of(&rubble(&mut random, 40));
        let (start, way) = (Vec3::from(random.signed_vector() * 3.0), Vec3::from(random.signed_vector()));
        let ball = sweep8::Ellipsoid::ball(0.4).unwrap();
        let one = world.slide(ball, start, way, &SlideSettings::default()).unwrap();
        let other = world.slide(Capsule::new(0.4, 0.0).unwrap(), start, way, &SlideSettings::default()).unwrap();
        assert_eq!(one, other, "case {case}");
    }
}

#[test]
fn a_person_as_a_capsule_climbs_stairs_and_comes_down_at_any_speed_and_time_step() {
    for (height, depth) in [(0.18_f32, 0.28_f32), (0.2, 0.3), (0.3, 0.3), (0.39, 0.5), (0.05, 0.2)] {
        let count = 8;
        let world = world_of(&stairs(count, height, depth));
        let (rise, way) = (height * count as f32, depth * count as f32 + 4.0);
        for hz in RATES {
            for speed in [0.5_f32, 2.0, 6.0] {
                let mut walker = Pedestrian::of(person(), &world, Vec3::X * -1.0, hz);
                let from = walker.state.position.to_vec3();
                let top = *walker.walk(&world, Vec3::X * speed, way / speed).last().unwrap();
                let what = format!("{height} by {depth} m, {hz} Hz, {speed} m/s");
                assert!((top.y - from.y - rise).abs() < 0.01, "{what}: rose by {}", top.y - from.y);
                assert!((top.x - from.x - way).abs() < 0.03 + speed / hz, "{what}: went {} of {way}", top.x - from.x);
                let end = *walker.walk(&world, Vec3::NEG_X * speed, way / speed).last().unwrap();
                assert!((end.y - from.y).abs() < 0.01, "{what}: from {from} to {end}");
            }
        }
    }
}

#[test]
fn a_capsule_goes_over_an_edge_up_to_the_height_of_a_step_and_no_higher() {
    for (height, over) in
        [(0.1_f32, true), (0.3, true), (0.39, true), (0.41, false), (0.5, false), (0.6, false), (1.2, false)]
    {
        let mut level = floor();
        level.extend(block(Vec3::new(1.0, 0.0, -9.0), Vec3::new(9.0, height, 9.0)));
        let world = world_of(&level);
        for hz in RATES {
            for heading in [0.0_f32, 20.0, 40.0] {
                let mut walker = Pedestrian::of(person(), &world, Vec3::ZERO, hz);
                let (sine, cosine) = heading.to_radians().sin_cos();
                let end = *walker.walk(&world, Vec3::new(cosine, 0.0, sine) * 2.0, 1.5).last().unwrap();
                let feet = end.y - 0.91;
                let what = format!("{height} m, {hz} Hz, {heading}°: {end}");
                assert!((feet - if over { height } else { 0.0 }).abs() < 0.01, "{what}");
                assert!(over || (end.x - 0.59).abs() < 0.002, "{what}: the skin before the face");
            }
        }
    }
}

#[test]
fn a_capsule_walks_ramps_up_to_the_steepest_slope_at_its_level_speed() {
    for degrees in [5.0_f32, 25.0, 45.0, 49.0] {
        let world = floor_and_slope(Some(degrees));
        for hz in RATES {
            let mut walker = Pedestrian::of(person(), &world, Vec3::ZERO, hz);
            let from = walker.state.position.to_vec3();
            let end = *walker.walk(&world, Vec3::X * 2.0, 2.0).last().unwrap();
            assert!((end.x - from.x - 4.0).abs() < 0.02, "{degrees}°, {hz} Hz: {end}");
            let Ground::Floor(normal) = walker.state.ground() else { panic!("{:?}", walker.state) };
            assert!((normal.y - degrees.to_radians().cos()).abs() < 1e-5, "{degrees}°, {hz} Hz: {normal}");
            let back = *walker.walk(&world, Vec3::NEG_X * 2.0, 2.0).last().unwrap();
            assert!((back - from).length() < 0.02, "{degrees}°, {hz} Hz: back at {back}");
        }
    }
    let world = floor_and_slope(Some(55.0));
    let mut walker = Pedestrian::of(person(), &world, Vec3::ZERO, 60.0);
    let end = *walker.walk(&world, Vec3::X * 2.0, 2.0).last().unwrap();
    assert!(end.y - 0.91 < 0.01, "a steep slope is a wall: {end}");
}

#[test]
fn a_capsule_stands_over_an_edge_by_its_radius_times_the_sine_of_the_steepest_slope() {
    let level = block(Vec3::new(-9.0, -5.0, -9.0), Vec3::new(0.0, 0.0, 9.0));
    let world = world_of(&level);
    let hull = 0.4 + 0.01;
    let settings = CharacterSettings { snap_distance: 0.05, ..person() };
    let mut walker = Pedestrian::of(settings, &world, Vec3::X * -0.5, 240.0);
    walker.velocity = Vec3::X * 0.2;
    let mut farthest = f32::NEG_INFINITY;
    for _ in 0..1_500 {
        walker.step(&world);
        if walker.state.ground().is_grounded() {
            farthest = farthest.max(walker.state.position.to_vec3().x);
        } else {
            break;
        }
    }
    let sine = settings.max_slope_angle.sin();
    println!("it stands up to {farthest} m over the edge; {} by its shape", hull * sine);
    assert!((farthest - hull * sine).abs() < 0.02, "{farthest} instead of {}", hull * sine);
}

#[test]
fn a_lying_capsule_walks_over_a_floor_up_a_ramp_and_over_a_step_and_says_where_it_touches() {
    let dog: Shape = Capsule::new(0.2, 0.4).unwrap().along(Axis::X).into();
    let settings =
        CharacterSettings { shape: dog, step_height: 0.15, snap_distance: 0.15, ..CharacterSettings::default() };
    let mut level = floor();
    level.extend(block(Vec3::new(2.0, 0.0, -9.0), Vec3::new(9.0, 0.1, 9.0)));
    level.extend(quad(Vec3::new(-2.0, 0.0, -9.0), Vec3::new(-4.0, 0.0, 0.0) + Vec3::Y, Vec3::Z * 18.0));
    let world = world_of(&level);
    for hz in RATES {
        let mut walker = Pedestrian::of(settings, &world, Vec3::Z * 3.0, hz);
        let touched = walker.state.ground_point - walker.state.position.to_vec3();
        assert!((touched - Vec3::NEG_Y * 0.21).length() < 0.02, "{touched}: the middle of its side");
        let end = *walker.walk(&world, Vec3::X, 4.0).last().unwrap();
        assert!((end - Vec3::new(4.0, 0.31, 3.0)).length() < 0.02, "{hz} Hz: over the step, {end}");
        let end = *walker.walk(&world, Vec3::NEG_X, 8.0).last().unwrap();
        assert!((end.x + 4.0).abs() < 0.05 && end.y > 0.6, "{hz} Hz: up the ramp, {end}");
    }
}

/// Walks of capsules in places with floors, walls and rubble: whoever starts clear stays clear.
#[test]
fn walks_of_capsules_keep_the_skin_everywhere() {
    let mut random = Random(4);
    let (mut steps, mut least) = (0, f64::INFINITY);
    for case in 0..cases(200, 60) {
        let mut level = quad(Vec3::new(-9.0, -1.5, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0);
        level.extend(rubble(&mut random, [4, 12, 30][case % 3]));
        let world: World = world_of(&level);
        let shape = any_capsule(&mut random, 2 * case);
        let settings = CharacterSettings { shape: shape.shape(), ..CharacterSettings::default() };
        let profile = sweep8::CharacterProfile::new(&settings).unwrap();
        let start = Vec3::from(random.signed_vector() * 3.0) + Vec3::Y;
        if gap(&level, &shape, start.as_dvec3()) < 0.01 {
            continue;
        }
        let mut state = sweep8::CharacterState::new(start);
        let mut velocity = Vec3::ZERO;
        for step in 0..120 {
            if step % 20 == 0 {
                velocity = Vec3::from(random.signed_vector()) * Vec3::new(4.0, 0.0, 4.0);
            }
            let input = sweep8::MoveInput { desired_velocity: velocity, ..sweep8::MoveInput::EARTH };
            let before = state;
            let out = world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
            if state.position.to_vec3().y < -1.5 {
                break;
            }
            let left = gap(&level, &shape, state.position.to_dvec3()) / 0.01;
            assert_ne!(out.status, SlideStatus::Overlapping, "case {case}, step {step}: {before:?}");
            assert!(
                left > 0.875 - 2e-3,
                "case {case}, step {step}: {left} of the skin, {shape:?}, {before:?}, {input:?}, {out:?}"
            );
            least = least.min(left);
            steps += 1;
        }
    }
    println!("{steps} steps: at least {least:.4} of the skin is left");
    assert!(steps > 1_500, "{steps}");
}
