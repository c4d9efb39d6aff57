//! What is refused, by which name, and that nothing has changed then; and that no bit pattern at all panics or gives a
//! number that is not finite.

#[allow(dead_code, reason = "each test uses its own part")]
mod common;

use common::Random;
use common::wild::{NOT_FINITE, bad_centers, bad_displacements, raw, raw_vector, spoilt};
use common::worlds::{quad, room, world_of};
use glam::Vec3;
use std::array;
use sweep8::limits::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS, MIN_RADIUS};
use sweep8::{
    Crowd, CrowdSettings, Ellipsoid, EllipsoidError, GravityPass, InputError, Mesh, MeshError, Scratch, Sides,
    SlideSettings, SlideStatus, World,
};

/// Settings of which one is out of its documented range, or absurd.
fn bad_settings() -> Vec<SlideSettings> {
    let good = SlideSettings::default();
    let mut bad = Vec::new();
    for skin in [f32::NAN, f32::INFINITY, -1e-6, -1.0, f32::MAX] {
        bad.push(SlideSettings { skin, ..good });
    }
    for max_iterations in [0, 9, u32::MAX] {
        bad.push(SlideSettings { max_iterations, ..good });
    }
    for floor_cosine in [f32::NAN, -0.1, 1.1, f32::INFINITY] {
        bad.push(SlideSettings { floor_cosine, ..good });
    }
    bad
}

fn floor() -> World {
    world_of(&quad(Vec3::new(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0))
}

fn same_bits(a: Vec3, b: Vec3) -> bool {
    a.to_array().map(f32::to_bits) == b.to_array().map(f32::to_bits)
}

#[test]
fn sweep_and_slide_name_bad_centres_displacements_and_settings_and_move_nothing() {
    let (world, mut scratch) = (floor(), Scratch::new());
    let shape = Ellipsoid::ball(0.4).unwrap();
    let fall = Vec3::new(0.0, -5.0, 0.0);
    let good = SlideSettings::default();
    let refused = |center: Vec3, desired: Vec3, settings: &SlideSettings, name: InputError| {
        let out = world.slide(&shape, center, desired, settings, &mut Scratch::new());
        assert_eq!(out.status, SlideStatus::Refused(name), "{center:?} by {desired:?}, {settings:?}");
        assert!(same_bits(out.center, center) && out.travel == Vec3::ZERO && out.contacts().is_empty(), "{out:?}");
    };
    for (center, name) in bad_centers() {
        refused(center, fall, &good, name);
        assert_eq!(world.try_sweep(&shape, center, fall, Sides::Both, &mut scratch), Err(name));
        assert_eq!(world.sweep(&shape, center, fall, &mut scratch), None);
    }
    let start = Vec3::new(0.0, 2.0, 0.0);
    for (desired, name) in bad_displacements() {
        refused(start, desired, &good, name);
        for gravity_pass in [GravityPass::Separate, GravityPass::Joined] {
            refused(start, Vec3::X, &SlideSettings { gravity: desired, gravity_pass, ..good }, InputError::Settings);
        }
        assert_eq!(world.try_sweep(&shape, start, desired, Sides::Both, &mut scratch), Err(name));
        assert_eq!(world.sweep(&shape, start, desired, &mut scratch), None);
    }
    for settings in bad_settings() {
        refused(start, fall, &settings, InputError::Settings);
    }
    refused(start, Vec3::X * (MAX_MOVE * 1.001), &good, InputError::DisplacementTooLong);
    // The limits themselves are taken.
    assert!(!matches!(
        world.slide(&shape, start, Vec3::X * MAX_MOVE, &good, &mut scratch).status,
        SlideStatus::Refused(_)
    ));
    let far = Vec3::splat(MAX_COORDINATE);
    assert_eq!(world.try_sweep(&shape, far, Vec3::splat(-MAX_DISPLACEMENT), Sides::Both, &mut scratch).err(), None);
}

#[test]
fn a_crowd_names_bad_places_velocities_and_time_steps_and_keeps_its_state() {
    let world = floor();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap();
    let id = crowd.spawn(shape, Vec3::new(0.0, 1.2, 0.0));
    assert_eq!(crowd.set_velocity(id, Vec3::new(1.0, 0.0, 0.5)), None);
    for _ in 0..10 {
        assert_eq!(crowd.step(&world, 1.0 / 60.0).error, None);
    }
    let hash = crowd.state_hash();
    for (center, name) in bad_centers() {
        assert_eq!(crowd.try_spawn(shape, center), Err(name));
        assert_eq!(crowd.set_position(id, center), Some(name));
        let nobody = crowd.spawn(shape, center);
        assert!(!crowd.contains(nobody) && crowd.position(nobody).is_nan() && crowd.status(nobody).is_none());
        assert_eq!(crowd.set_velocity(nobody, Vec3::X), Some(InputError::UnknownCharacter));
        assert_eq!(crowd.set_position(nobody, Vec3::X), Some(InputError::UnknownCharacter));
        assert!(!crowd.despawn(nobody));
    }
    for (velocity, name) in bad_displacements() {
        assert_eq!(crowd.set_velocity(id, velocity), Some(name));
    }
    for seconds in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -f32::MIN_POSITIVE] {
        assert_eq!(crowd.step(&world, seconds).error, Some(InputError::TimeStep), "{seconds}");
    }
    assert_eq!((crowd.len(), crowd.state_hash()), (1, hash));
    // A velocity that is allowed, times a step that is allowed, may be too long together: that one character stays.
    assert_eq!(crowd.set_velocity(id, Vec3::X * MAX_DISPLACEMENT), None);
    let before = crowd.position(id);
    let report = crowd.step(&world, 100.0);
    assert_eq!((report.error, report.refused, crowd.position(id)), (None, 1, before));
    assert_eq!(crowd.status(id), Some(SlideStatus::Refused(InputError::DisplacementTooLong)));
}

#[test]
fn a_crowd_with_settings_out_of_range_refuses_every_step() {
    let world = floor();
    let good = CrowdSettings::default();
    let mut bad = Vec::new();
    for s in bad_settings() {
        bad.push(CrowdSettings {
            skin: s.skin,
            max_iterations: s.max_iterations,
            floor_cosine: s.floor_cosine,
            ..good
        });
    }
    for value in [f32::NAN, f32::INFINITY, -1.0] {
        bad.push(CrowdSettings { max_fall_speed: value, ..good });
    }
    for (gravity, _) in bad_displacements() {
        bad.push(CrowdSettings { gravity, ..good });
    }
    for settings in bad {
        let mut crowd = Crowd::new(settings);
        let id = crowd.spawn(Ellipsoid::ball(0.4).unwrap(), Vec3::Y);
        let hash = crowd.state_hash();
        let report = crowd.step(&world, 1.0 / 60.0);
        assert_eq!(report.error, Some(InputError::Settings), "{settings:?}");
        assert_eq!((crowd.state_hash(), crowd.position(id)), (hash, Vec3::Y), "{settings:?}");
    }
}

#[test]
fn shapes_and_meshes_are_refused_with_axis_index_and_reason() {
    for (axis, name) in ['x', 'y', 'z'].into_iter().enumerate() {
        let with = |value: f32| {
            let mut radii = Vec3::new(0.4, 0.9, 0.4);
            radii[axis] = value;
            Ellipsoid::new(radii)
        };
        for value in NOT_FINITE {
            let error = with(value).unwrap_err();
            assert!(matches!(error, EllipsoidError::NotFinite { axis, .. } if axis == name), "{value}: {error}");
            assert!(error.to_string().contains(&format!("along {name}")), "{error}");
        }
        for value in [0.0, -0.0, -0.4, f32::MIN] {
            assert_eq!(with(value), Err(EllipsoidError::NotPositive { axis: name, value }));
        }
        for value in [MIN_RADIUS * 0.99, MAX_RADIUS * 1.01, f32::MAX, f32::MIN_POSITIVE, 1e-45] {
            assert_eq!(with(value), Err(EllipsoidError::OutOfRange { axis: name, value }));
        }
        assert!(with(MIN_RADIUS).is_ok() && with(MAX_RADIUS).is_ok());
    }

    let good = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE];
    for position in 0..good.len() {
        let with = |value: Vec3| {
            let mut positions = good;
            positions[position] = value;
            Mesh::new(&positions, &[[0, 1, 2]])
        };
        for value in NOT_FINITE.into_iter().flat_map(spoilt) {
            let error = with(value).unwrap_err();
            assert!(matches!(error, MeshError::NotFinite { position: at, .. } if at == position), "{error}");
            assert!(error.to_string().contains(&format!("position {position}")), "{error}");
        }
        for value in [MAX_COORDINATE * 1.001, f32::MIN].into_iter().flat_map(spoilt) {
            assert_eq!(with(value).unwrap_err(), MeshError::TooFar { position, value });
        }
    }
    for corner in 0..3 {
        for wrong in [5, u32::MAX] {
            let mut ids = [[0, 1, 2], [2, 3, 4], [0, 3, 4]];
            ids[1][corner] = wrong;
            let expected = MeshError::IndexOutOfRange { triangle: 1, position: wrong, count: 5 };
            assert_eq!(Mesh::new(&good, &ids).unwrap_err(), expected);
        }
    }
}

const SHAPES: [Vec3; 3] = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.3, 0.5)];

#[test]
fn random_bit_patterns_never_panic_and_never_give_a_centre_that_is_not_finite() {
    let mut random = Random(13);
    let mut scratch = Scratch::new();
    let (mut refused, mut moved, mut meshes) = (0, 0, 0);
    let steady = world_of(&room(&mut random, 5.0, 4, 10));
    for round in 0..60_000 {
        let positions: [Vec3; 9] = array::from_fn(|_| raw_vector(&mut random));
        let ids = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [2, 5, random.whole(0, 9) as u32]];
        let wild = (round % 2 == 0).then(|| Mesh::new(&positions, &ids).ok()).flatten().map(World::from_mesh);
        meshes += u32::from(wild.is_some());
        let world = wild.as_ref().unwrap_or(&steady);
        let radii = if round % 3 == 0 { raw_vector(&mut random) } else { SHAPES[round % 3] };
        let Ok(shape) = Ellipsoid::new(radii) else { continue };
        let (center, desired) = (raw_vector(&mut random), raw_vector(&mut random));
        let gravity = Vec3::Y * [0.0, -0.05, -0.05][round % 3];
        let gravity_pass = if round % 3 == 1 { GravityPass::Separate } else { GravityPass::Joined };
        let mut settings = SlideSettings { gravity, gravity_pass, ..SlideSettings::default() };
        if round % 5 == 0 {
            settings.skin = raw(&mut random);
            settings.gravity = raw_vector(&mut random);
            settings.floor_cosine = raw(&mut random);
            settings.max_iterations = random.whole(0, 9) as u32;
        }
        let out = world.slide(&shape, center, desired, &settings, &mut scratch);
        let case = || format!("radii {radii:?}, {center:?} by {desired:?}, {settings:?}, {positions:?}: {out:?}");
        if let SlideStatus::Refused(_) = out.status {
            refused += 1;
            assert_eq!(out.center.to_array().map(f32::to_bits), center.to_array().map(f32::to_bits));
            assert_eq!(out.travel, Vec3::ZERO);
        } else {
            moved += 1;
            let numbers = [out.path, out.fall, out.depenetrated_by];
            let contacts = out.contacts().iter().all(|c| c.point.is_finite() && (c.normal.length() - 1.0).abs() < 1e-5);
            assert!(out.center.is_finite() && out.travel.is_finite() && contacts, "{}", case());
            assert!(numbers.iter().all(|n| n.is_finite()), "{}", case());
        }
        if let Ok(Some(hit)) = world.try_sweep(&shape, center, desired, Sides::Both, &mut scratch) {
            let whole = (0.0..=1.0).contains(&hit.fraction) && (hit.normal.length() - 1.0).abs() < 1e-5;
            assert!(whole && hit.point.is_finite() && hit.overlap.is_finite(), "{}: {hit:?}", case());
        }
    }
    println!("{refused} refused, {moved} moved, {meshes} worlds of raw bits");
    assert!(refused > 5_000 && moved > 5_000 && meshes > 1_000);
}
