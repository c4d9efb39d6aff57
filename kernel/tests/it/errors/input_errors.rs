//! Wrong input is refused by the name of its field, and changes nothing; and no bit pattern at all panics or gives a
//! number that is not finite.

use crate::testkit::Random;
use crate::testkit::wild::{
    NOT_FINITE, bad_centers, bad_displacements, bad_numbers, bad_vectors, out_of_range, raw, raw_vector, spoilt,
};
use crate::testkit::worlds::{quad, room, world_of};
use glam::{DVec3, Vec3};
use std::array;
use sweep8::limits::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS, MIN_RADIUS};
use sweep8::{Ellipsoid, EllipsoidError, Field, InputError, Mesh, MeshError, Position, Sides, SlideSettings, World};

/// Settings of which one is out of its range, each with its error.
fn bad_settings() -> Vec<(SlideSettings, InputError)> {
    let good = SlideSettings::default();
    let skins = bad_numbers(Field::Skin, 0.0, MAX_RADIUS);
    let skins = skins.into_iter().map(|(skin, name)| (SlideSettings { skin, ..good }, name));
    let counts = [0, 9, u32::MAX].map(|max_iterations| {
        (SlideSettings { max_iterations, ..good }, out_of_range(Field::MaxIterations, max_iterations as f32))
    });
    skins.chain(counts).collect()
}

fn floor() -> World {
    world_of(&quad(Vec3::new(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0))
}

#[test]
fn every_field_says_its_range_in_words() {
    let coordinates = "-16777216 to 16777216";
    let along = |unit: &str| format!("{coordinates} {unit} along each axis");
    let said = [
        (Field::Position, "position", along("m")),
        (Field::PositionLow, "position.low", "-2 to 2 m along each axis".into()),
        (Field::Displacement, "displacement", along("m")),
        (Field::Move, "move", "-4096 to 4096 m along each axis".into()),
        (Field::Direction, "direction", "finite, and longer than 0".into()),
        (
            Field::Directions,
            "directions",
            "one for each ray of a character, or one for each ray of each character".into(),
        ),
        (Field::Offset, "offset", along("m")),
        (Field::Distance, "distance", "0 m or more".into()),
        (Field::TimeStep, "time step", "0 s or more, and finite".into()),
        (Field::Skin, "skin", "0 to 100000 m".into()),
        (Field::MaxIterations, "max_iterations", "1 to 8".into()),
        (Field::MaxSlopeAngle, "max_slope_angle", "0 to 1.5707964 (90°)".into()),
        (Field::MaxFallSpeed, "max_fall_speed", "0 to 16777216 m/s".into()),
        (Field::Drag, "drag", "0 to 16777216 /s".into()),
        (Field::AirControl, "air_control", "0 to 1".into()),
        (Field::GroundDamping, "ground_damping", "0 to 16777216 /s".into()),
        (Field::Mass, "mass", "0.001 to 1000000000 kg".into()),
        (Field::Velocity, "velocity", along("m/s")),
        (Field::DesiredVelocity, "desired_velocity", along("m/s")),
        (Field::JumpSpeed, "jump_speed", "0 to 16777216 m/s".into()),
        (Field::Impulse, "impulse", along("m/s")),
        (Field::Gravity, "gravity", along("m/s²")),
        (Field::Up, "up", "zero, or as long as 1".into()),
        (Field::Orientation, "orientation", "as long as 1".into()),
        (Field::Ground, "ground", "finite, the normal as long as 1".into()),
        (Field::Code, "code", "one that this version knows".into()),
        (Field::Profile, "profile", "less than the number of profiles".into()),
        (Field::HalfExtents, "half_extents", "0.0001 to 16777216 m along each axis".into()),
        (Field::HalfHeight, "half_height", "0, or 0.0001 to 100000 m".into()),
        (Field::Radius, "radius", "0.0001 to 100000 m".into()),
        (Field::RadialSegments, "radial_segments", "a multiple of 4 from 4 to 1024".into()),
        (Field::Columns, "columns", "2 to 65536".into()),
        (Field::Rows, "rows", "2 to 65536".into()),
        (
            Field::CellSize,
            "cell_size",
            "0.0001 m or more along each axis, the whole grid no longer than 16777216 m".into(),
        ),
        (Field::Heights, "heights", "-16777216 to 16777216 m, one for each column of each row".into()),
    ];
    for (field, name, range) in said {
        let error = InputError::OutOfRange { field, value: -0.25 };
        assert_eq!(error.to_string(), format!("`{name}` is -0.25, must be {range}"));
        assert_eq!(field.to_string(), name);
    }
    let error = InputError::Length { field: Field::States, given: 3, expected: 4 };
    assert_eq!(error.to_string(), "`states` has 3 elements, must have 4");
    // An error about NaN equals itself, and no other.
    let of = |value| InputError::OutOfRange { field: Field::Skin, value };
    assert_eq!(of(f32::NAN), of(f32::NAN));
    assert_ne!(of(0.0), of(-0.0));
    assert_ne!(of(1.0), InputError::OutOfRange { field: Field::Move, value: 1.0 });
}

#[test]
fn sweep_and_slide_name_bad_centres_displacements_and_settings() {
    let world = floor();
    let shape = Ellipsoid::ball(0.4).unwrap();
    let fall = Vec3::new(0.0, -5.0, 0.0);
    let good = SlideSettings::default();
    let refused = |center: Position, desired: Vec3, settings: &SlideSettings, name: InputError| {
        let out = world.slide(&shape, center, desired, settings);
        assert_eq!(out, Err(name), "{center:?} by {desired:?}, {settings:?}");
    };
    for (center, name) in bad_centers() {
        refused(center.into(), fall, &good, name);
        assert_eq!(world.sweep(&shape, center, fall, Sides::Both), Err(name));
    }
    let start = Vec3::new(0.0, 2.0, 0.0);
    for (low, name) in bad_vectors(Field::PositionLow, 2.0) {
        refused(Position { high: start, low }, fall, &good, name);
    }
    for (place, value) in [(f64::NAN, f32::NAN), (f64::MAX, f32::INFINITY), (-1e30, -1e30)] {
        refused(DVec3::new(0.0, place, 0.0).into(), fall, &good, out_of_range(Field::Position, value));
    }
    for (desired, name) in bad_vectors(Field::Move, MAX_MOVE) {
        refused(start.into(), desired, &good, name);
    }
    for (desired, name) in bad_displacements() {
        assert_eq!(world.sweep(&shape, start, desired, Sides::Both), Err(name));
    }
    for (settings, name) in bad_settings() {
        refused(start.into(), fall, &settings, name);
    }
    // The limits themselves are taken.
    let slide = |center: Position, desired, settings: &SlideSettings| {
        assert!(world.slide(&shape, center, desired, settings).is_ok(), "{center:?} by {desired:?}");
    };
    let far = Vec3::splat(MAX_COORDINATE);
    slide(start.into(), Vec3::new(MAX_MOVE, -MAX_MOVE, MAX_MOVE), &good);
    slide(Position { high: far, low: Vec3::new(2.0, -2.0, 0.0) }, Vec3::ZERO, &good);
    for (skin, max_iterations) in [(0.0, 1), (-0.0, 8), (MAX_RADIUS, 8)] {
        slide(start.into(), fall, &SlideSettings { skin, max_iterations, ..good });
    }
    assert_eq!(world.sweep(&shape, far, Vec3::splat(-MAX_DISPLACEMENT), Sides::Both).err(), None);
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
    let (mut refused, mut moved, mut meshes) = (0, 0, 0);
    let steady = world_of(&room(&mut random, 5.0, 4, 10));
    for round in 0..80_000 {
        let positions: [Vec3; 9] = array::from_fn(|_| raw_vector(&mut random));
        let ids = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [2, 5, random.whole(0, 9) as u32]];
        let wild = (round % 2 == 0).then(|| Mesh::new(&positions, &ids).ok()).flatten().map(World::from_mesh);
        meshes += u32::from(wild.is_some());
        let world = wild.as_ref().unwrap_or(&steady);
        let radii = if round % 3 == 0 { raw_vector(&mut random) } else { SHAPES[round % 3] };
        let Ok(shape) = Ellipsoid::new(radii) else { continue };
        let (center, desired) = (raw_vector(&mut random), raw_vector(&mut random));
        let mut settings = SlideSettings::default();
        if round % 5 == 0 {
            settings.skin = raw(&mut random);
            settings.max_iterations = random.whole(0, 9) as u32;
        }
        let low = if round % 7 == 0 { raw_vector(&mut random) } else { Vec3::ZERO };
        let out = world.slide(&shape, Position { high: center, low }, desired, &settings);
        let case = || format!("radii {radii:?}, {center:?} by {desired:?}, {settings:?}, {positions:?}: {out:?}");
        let within = |v: Vec3, most: f32| v.to_array().into_iter().all(|value| value.abs() <= most);
        let is_good = within(center, MAX_COORDINATE)
            && within(low, 2.0)
            && within(desired, MAX_MOVE)
            && (0.0..=MAX_RADIUS).contains(&settings.skin)
            && (1..=8).contains(&settings.max_iterations);
        assert_eq!(out.is_ok(), is_good, "{}", case());
        if let Ok(out) = out {
            moved += 1;
            let position = out.position.to_dvec3().is_finite() && out.position.high.is_finite();
            let contacts = out.contacts().iter().all(|c| c.point.is_finite() && (c.normal.length() - 1.0).abs() < 1e-5);
            assert!(position && out.travel.is_finite() && contacts, "{}", case());
            assert!([out.path, out.depenetrated_by].iter().all(|n| n.is_finite()), "{}", case());
        } else {
            refused += 1;
        }
        if let Ok(Some(hit)) = world.sweep(&shape, center, desired, Sides::Both) {
            let whole = (0.0..=1.0).contains(&hit.fraction) && (hit.normal.length() - 1.0).abs() < 1e-5;
            assert!(whole && hit.point.is_finite() && hit.overlap.is_finite(), "{}: {hit:?}", case());
        }
    }
    println!("{refused} refused, {moved} moved, {meshes} worlds of raw bits");
    assert!(refused > 5_000 && moved > 5_000 && meshes > 1_000);
}
