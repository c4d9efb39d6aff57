//! Refusals of the queries around a place and along a line, by name; errors of the constructors of bodies and
//! materials; and no bit pattern panics or gives a number that is not finite.

use crate::testkit::Random;
use crate::testkit::wild::{
    NOT_FINITE, bad_centers, bad_displacements, bad_numbers, out_of_range, raw, raw_vector, spoilt,
};
use crate::testkit::worlds::{quad, room, world_of};
use glam::Vec3;
use std::array;
use sweep8::limits::{MAX_COORDINATE, MAX_MOVE, MAX_RADIUS};
use sweep8::{
    Body, BodyError, BodyPart, Ellipsoid, Field, Material, Mesh, MeshError, Segment, Sides, SlideSettings, Sphere,
    World,
};
use sweep8_scalar_ref::testkit::lists::listed;

const SIDES: [Sides; 2] = [Sides::Both, Sides::Front];

fn floor() -> World {
    world_of(&quad(Vec3::new(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0))
}

fn body_of(offsets: &[Vec3]) -> Result<Body, BodyError> {
    let shape = Ellipsoid::ball(0.4).unwrap();
    let parts: Vec<BodyPart<_>> = offsets.iter().map(|&offset| BodyPart { shape, offset }).collect();
    Body::new(&parts)
}

#[test]
fn every_query_names_a_bad_centre_and_its_value() {
    let world = floor();
    let shape = Ellipsoid::ball(0.4).unwrap();
    let body = body_of(&[Vec3::ZERO]).unwrap();
    for (center, name) in bad_centers() {
        for sides in SIDES {
            assert_eq!(world.overlap(&shape, center, sides), Err(name));
            assert_eq!(world.depenetrate(&shape, center, sides, &mut Vec::new()), Err(name));
            assert_eq!(world.closest_point(center, 1.0, sides), Err(name));
            assert_eq!(world.ray(center, Vec3::NEG_Y, 1.0, sides), Err(name));
            assert_eq!(world.segment(center, Vec3::ZERO, sides), Err(name));
            assert_eq!(world.segment(Vec3::ZERO, center, sides), Err(name));
            assert_eq!(world.sweep(&shape, center, Vec3::X, sides), Err(name));
            assert_eq!(world.sweep_body(&body, center, Vec3::X, sides), Err(name));
            assert_eq!(listed(|all| world.sweep_all(&shape, center, Vec3::X, sides, all)), Err(name));
            assert_eq!(world.sweep_any(&shape, center, Vec3::X, sides), Err(name));
            assert_eq!(listed(|all| world.overlap_all(&shape, center, sides, all)), Err(name));
            assert_eq!(listed(|all| world.ray_all(center, Vec3::NEG_Y, 1.0, sides, all)), Err(name));
            assert_eq!(world.ray_any(center, Vec3::NEG_Y, 1.0, sides), Err(name));
            for [from, to] in [[center, Vec3::ZERO], [Vec3::ZERO, center]] {
                assert_eq!(listed(|all| world.segment_all(from, to, sides, all)), Err(name));
                assert_eq!(world.segment_any(from, to, sides), Err(name));
            }
        }
    }
    for (displacement, name) in bad_displacements() {
        assert_eq!(world.sweep_body(&body, Vec3::Y, displacement, Sides::Both), Err(name));
        assert_eq!(listed(|all| world.sweep_all(&shape, Vec3::Y, displacement, Sides::Both, all)), Err(name));
        assert_eq!(world.sweep_any(&shape, Vec3::Y, displacement, Sides::Both), Err(name));
    }
    // A part that would lie too far out is refused, though the body's centre is not.
    let wide = body_of(&[Vec3::ZERO, Vec3::X * MAX_RADIUS]).unwrap();
    let edge = Vec3::X * MAX_COORDINATE;
    let name = out_of_range(Field::Position, MAX_COORDINATE + MAX_RADIUS);
    assert_eq!(world.sweep_body(&wide, edge, Vec3::ZERO, Sides::Both), Err(name));
    assert_eq!(world.sweep_body(&wide, -edge, Vec3::ZERO, Sides::Both), Ok(None));
}

#[test]
fn rays_and_closest_points_name_bad_directions_and_distances() {
    let world = floor();
    let above = Vec3::new(0.3, 3.0, 0.2);
    let ray = |direction, distance| world.ray(above, direction, distance, Sides::Both);
    for direction in NOT_FINITE.into_iter().flat_map(spoilt).chain([Vec3::ZERO, -Vec3::ZERO]) {
        // Of a direction the value is its length.
        let length = direction.length();
        let error = ray(direction, 1.0).expect_err("no direction");
        assert_eq!(error.field(), Field::Direction);
        assert_eq!(error.to_string(), format!("`direction` is {length}, must be finite, and longer than 0"));
        let refused = listed(|all| world.ray_all(above, direction, 1.0, Sides::Both, all)).expect_err("no direction");
        assert_eq!(refused.to_string(), error.to_string());
        assert!(world.ray_any(above, direction, 1.0, Sides::Both).is_err());
    }
    for (distance, name) in bad_numbers(Field::Distance, 0.0, f32::INFINITY) {
        assert_eq!(ray(Vec3::NEG_Y, distance), Err(name), "{distance}");
        assert_eq!(world.closest_point(above, distance, Sides::Both), Err(name));
        assert_eq!(listed(|all| world.ray_all(above, Vec3::NEG_Y, distance, Sides::Both, all)), Err(name));
        assert_eq!(world.ray_any(above, Vec3::NEG_Y, distance, Sides::Both), Err(name));
    }
    // A direction may have any length, a distance any size.
    for length in [1e-45, f32::MIN_POSITIVE, 1e-20, 1.0, 1e20, f32::MAX] {
        for distance in [f32::INFINITY, f32::MAX, 3.0] {
            let hit = ray(Vec3::NEG_Y * length, distance).unwrap().expect("there is a floor");
            assert_eq!((hit.distance, hit.normal), (3.0, Vec3::Y), "{length}, {distance}");
        }
        for distance in [0.0, -0.0, 2.999] {
            assert_eq!(ray(Vec3::NEG_Y * length, distance), Ok(None), "{length}, {distance}");
        }
    }
    for (distance, expected) in [(0.0, false), (-0.0, false), (2.999, false), (3.0, true), (f32::INFINITY, true)] {
        let found = world.closest_point(above, distance, Sides::Both).unwrap();
        assert_eq!(found.is_some(), expected, "{distance}");
    }
}

#[test]
fn bodies_and_materials_are_refused_with_index_and_reason() {
    assert_eq!(body_of(&[]).unwrap_err(), BodyError::NoParts);
    assert_eq!(BodyError::NoParts.to_string(), "a body needs at least one part");
    let bad = NOT_FINITE.into_iter().chain([MAX_RADIUS * 1.001, -MAX_RADIUS * 1.001, f32::MAX]);
    for offset in bad.flat_map(spoilt) {
        let error = body_of(&[Vec3::ZERO, offset, Vec3::NAN]).unwrap_err();
        assert!(matches!(error, BodyError::Offset { part: 1, .. }), "{error}");
        let text = format!("part 1 lies at {offset}: every component must be finite and within ±1e5 m");
        assert_eq!(error.to_string(), text);
    }
    assert!(body_of(&[Vec3::splat(-MAX_RADIUS)]).is_ok());

    let positions = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::ONE];
    let mesh = Mesh::new(&positions, &[[0, 1, 2], [2, 1, 3]]).unwrap();
    let with = |frictions: &[f32], of_triangle: &[u16]| {
        let kinds: Vec<Material> = frictions.iter().copied().map(Material::with_friction).collect();
        mesh.clone().with_materials(&kinds, of_triangle).map(|mesh| mesh.triangle_count())
    };
    assert_eq!(with(&[0.0, f32::MAX], &[1, 0]), Ok(2));
    for friction in [-0.1, -1e-45, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = with(&[0.5, friction], &[0, 0]).unwrap_err();
        assert!(matches!(error, MeshError::Friction { material: 1, .. }), "{error}");
        let text = format!("material 1 has friction {friction}: it must be a finite number of at least 0");
        assert_eq!(error.to_string(), text);
    }
    for given in [0, 1, 3] {
        let error = with(&[0.5], &vec![0; given]).unwrap_err();
        assert_eq!(error, MeshError::MaterialCount { given, triangles: 2 });
        let text = format!("{given} materials are given for 2 triangles: there must be one each");
        assert_eq!(error.to_string(), text);
    }
    for (material, count) in [(2, 2), (u16::MAX, 2), (0, 0)] {
        let error = with(&[0.5, 0.5][..count], &[0, material]).unwrap_err();
        let triangle = usize::from(count > 0);
        assert_eq!(error, MeshError::MaterialOutOfRange { triangle, material, count });
        let text = format!("triangle {triangle} names material {material}, but there are only {count}");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_world_without_triangles_has_nothing_anywhere() {
    let empty = World::from_mesh(Mesh::new(&[], &[]).unwrap().with_materials(&[], &[]).unwrap());
    let thin = world_of(&[[Vec3::ZERO, Vec3::X, Vec3::X * 2.0]]);
    let shape = Ellipsoid::ball(0.4).unwrap();
    let body = body_of(&[Vec3::ZERO, Vec3::Y]).unwrap();
    for (world, sides) in [(&empty, Sides::Both), (&empty, Sides::Front), (&thin, Sides::Both), (&thin, Sides::Front)] {
        assert_eq!(world.overlap(&shape, Vec3::ZERO, sides), Ok(false));
        let mut contacts = Vec::new();
        let out = world.depenetrate(&shape, Vec3::ZERO, sides, &mut contacts).unwrap();
        assert!(contacts.is_empty() && out.displacement == Vec3::ZERO && out.depth_left == 0.0);
        assert_eq!(world.closest_point(Vec3::ZERO, f32::INFINITY, sides), Ok(None));
        assert_eq!(world.ray(Vec3::Y, Vec3::NEG_Y, f32::INFINITY, sides), Ok(None));
        assert_eq!(world.segment(Vec3::Y, Vec3::NEG_Y, sides), Ok(None));
        assert_eq!(listed(|all| world.ray_all(Vec3::Y, Vec3::NEG_Y, f32::INFINITY, sides, all)), Ok(Vec::new()));
        assert_eq!(world.segment_any(Vec3::Y, Vec3::NEG_Y, sides), Ok(false));
        assert_eq!(listed(|all| world.sweep_all(&shape, Vec3::Y, Vec3::NEG_Y, sides, all)), Ok(Vec::new()));
        assert_eq!(world.sweep_any(&shape, Vec3::Y, Vec3::NEG_Y, sides), Ok(false));
        assert_eq!(listed(|all| world.overlap_all(&shape, Vec3::ZERO, sides, all)), Ok(Vec::new()));
        assert_eq!(world.sweep_body(&body, Vec3::Y, Vec3::NEG_Y, sides), Ok(None));
    }
    let bare = Mesh::new(&[], &[]).unwrap();
    assert_eq!((bare.bounds(), bare.bounding_sphere()), (None, None));
    // Nothing can be passed on no way.
    assert_eq!(floor().segment(Vec3::ZERO, Vec3::ZERO, Sides::Both), Ok(None));
}

fn unit(v: Vec3) -> bool {
    (v.length() - 1.0).abs() < 1e-5
}

#[test]
fn random_bit_patterns_never_panic_and_never_give_a_number_that_is_not_finite() {
    let mut random = Random(14);
    let steady = world_of(&room(&mut random, 5.0, 4, 10));
    let mut answers = [0_u32; 6];
    for round in 0..60_000 {
        let positions: [Vec3; 9] = array::from_fn(|_| raw_vector(&mut random));
        let mesh = Mesh::new(&positions, &[[0, 1, 2], [3, 4, 5], [6, 7, 8], [2, 5, 8]]).ok().filter(|_| round % 2 == 0);
        let frictions = [raw(&mut random), 0.5].map(Material::with_friction);
        let mesh = mesh.and_then(|mesh| mesh.with_materials(&frictions, &[0, 1, 0, 1]).ok());
        if let Some(sphere) = mesh.as_ref().and_then(Mesh::bounding_sphere) {
            assert!(sphere.center.is_finite() && sphere.radius.is_finite(), "{positions:?}: {sphere:?}");
        }
        let wild = mesh.map(World::from_mesh);
        let world = wild.as_ref().unwrap_or(&steady);
        let radii = if round % 3 == 0 { raw_vector(&mut random) } else { Vec3::new(0.4, 0.9, 0.4) };
        let Ok(shape) = Ellipsoid::new(radii) else { continue };
        let (center, step, within) = (raw_vector(&mut random), raw_vector(&mut random), raw(&mut random));
        // Half of the time about a corner, where there is something to find.
        let center = if round % 4 < 2 { positions[round % 9] + step * 1e-3 } else { center };
        let sides = SIDES[round / 2 % 2];
        let case = || format!("radii {radii:?}, {center:?} by {step:?}, {within}, {positions:?}");

        let mut contacts = Vec::new();
        if let Ok(out) = world.depenetrate(&shape, center, sides, &mut contacts) {
            let good = contacts.iter().all(|c| c.depth > 0.0 && c.depth.is_finite() && unit(c.normal));
            let finite = contacts.iter().all(|c| c.point.is_finite()) && out.displacement.is_finite();
            assert!(good && finite && out.depth_left >= 0.0 && out.depth_left.is_finite(), "{}: {out:?}", case());
            answers[0] += u32::from(!contacts.is_empty());
        }
        if let Ok(Some(found)) = world.closest_point(center, within, sides) {
            let good = found.distance >= 0.0 && found.distance.is_finite() && found.point.is_finite();
            assert!(good && unit(found.normal), "{}: {found:?}", case());
            answers[1] += 1;
        }
        let ray = world.ray(center, step, within, sides).ok().flatten();
        let segment = world.segment(center, step, sides).ok().flatten();
        for hit in [ray, segment].into_iter().flatten() {
            let good = hit.distance >= 0.0 && hit.distance.is_finite() && hit.point.is_finite();
            assert!(good && unit(hit.normal), "{}: {hit:?}", case());
            answers[2] += 1;
        }
        let parts = [center * 1e-3, step].map(|offset| BodyPart { shape, offset });
        if let Ok(body) = Body::new(&parts)
            && let Ok(Some(BodyHitParts { fraction, overlap })) =
                world.sweep_body(&body, center, step, sides).map(|hit| hit.map(BodyHitParts::from))
        {
            assert!((0.0..=1.0).contains(&fraction) && overlap.is_finite(), "{}", case());
            answers[3] += 1;
        }
        let settings = SlideSettings { sides, ..SlideSettings::default() };
        let is_good = center.abs().max_element() <= MAX_COORDINATE && step.abs().max_element() <= MAX_MOVE;
        let is_good = is_good && center.is_finite() && step.is_finite();
        match world.slide(&shape, center, step, &settings) {
            Ok(out) => {
                assert!(is_good && out.travel.is_finite() && out.path.is_finite(), "{}: {out:?}", case());
                answers[4] += u32::from(!out.contacts().is_empty());
            }
            Err(error) => {
                assert!(!is_good && [Field::Position, Field::Move].contains(&error.field()), "{}: {error}", case());
            }
        }
        if let Some(normal) = shape.normal_at(center) {
            assert!(unit(normal), "{}: {normal:?}", case());
            answers[5] += 1;
        }
    }
    println!("overlaps, closest points, lines, bodies, slides, normals: {answers:?}");
    assert!(answers.into_iter().all(|count| count > 500), "{answers:?}");
}

/// The parts of a body's hit that have to be numbers.
struct BodyHitParts {
    fraction: f32,
    overlap: f32,
}

impl From<sweep8::BodyHit> for BodyHitParts {
    fn from(found: sweep8::BodyHit) -> Self {
        Self { fraction: found.hit.fraction, overlap: found.hit.overlap }
    }
}

#[test]
fn relations_of_spheres_and_segments_take_any_bits_without_panic() {
    let mut random = Random(15);
    let mut overlapping = 0;
    for _ in 0..50_000 {
        let mut sphere = || Sphere { center: raw_vector(&mut random), radius: raw(&mut random).abs() };
        let (one, other) = (sphere(), sphere());
        let segment = Segment { from: raw_vector(&mut random), to: raw_vector(&mut random) };
        let answers = [one.separation(&other), one.separation_from_segment(&segment)];
        overlapping += answers.iter().flatten().count();
        let given = [one.center, other.center, segment.from, segment.to];
        if given.iter().all(|v| v.is_finite()) && one.overlaps(&other) {
            assert!(answers[0].is_some_and(|out| !out.is_nan()), "{one:?}, {other:?}");
        }
        if !given.iter().any(|v| v.is_nan()) && one.overlaps_segment(&segment) {
            assert!(answers[1].is_some_and(|out| !out.is_nan()), "{one:?}, {segment:?}");
        }
    }
    println!("{overlapping} overlaps");
    assert!(overlapping > 1_000);
}
