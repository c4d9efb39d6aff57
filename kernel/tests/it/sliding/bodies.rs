//! Slides of bodies: a person of three spheres and a horse of two capsules walk through levels.
//!
//! The judge is `f64`: the distance of every part's spine from every triangle, and the paths of all centres against all triangles.

use crate::testkit::worlds::{exactly, quad, room, terrain, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Axis, Body, BodyPart, BodySlideOutcome, Capsule, Ellipsoid, Field, OrientedShape, SlideSettings, SlideStatus, World,
};
use sweep8_scalar_ref::brute_force::{Triangle, segment_crosses};
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

const SETTINGS: SlideSettings =
    SlideSettings { skin: 0.01, max_iterations: 8, sides: sweep8::Sides::Both, layers: u32::MAX };

/// Gap that a stop keeps at least, metres.
const KEPT: f64 = 0.875 * 0.01;

/// Rounding of a gap, metres.
const ROUNDING: f64 = 2e-5;

/// Head, torso and legs.
fn person() -> Body {
    let ball = |radius, height| BodyPart { shape: Ellipsoid::ball(radius).unwrap(), offset: Vec3::Y * height };
    Body::new(&[ball(0.15, 0.65), ball(0.35, 0.2), ball(0.3, -0.5)]).unwrap()
}

/// A lying trunk, and a neck that leans forward; turned about up.
fn horse(yaw: f32) -> Body {
    let turn = Quat::from_rotation_y(yaw);
    let part = |capsule: Capsule, lean: f32, offset: Vec3| BodyPart {
        shape: OrientedShape::new(capsule, turn * Quat::from_rotation_x(lean)).unwrap(),
        offset: turn * offset,
    };
    let trunk = Capsule::new(0.35, 0.6).unwrap().along(Axis::Z);
    let neck = Capsule::new(0.2, 0.35).unwrap();
    Body::new(&[part(trunk, 0.0, Vec3::ZERO), part(neck, 0.6, Vec3::new(0.0, 0.55, 0.85))]).unwrap()
}

/// The least gap of a part to a triangle, metres; all parts are round.
fn least_gap(body: &Body, center: DVec3, triangles: &[Triangle]) -> f64 {
    let gap = |part: &BodyPart| {
        let shape = part.shape.shape();
        let spine = part.shape.orientation() * (shape.axis().unit() * shape.half_length());
        let capsule = UnitCapsule { center: center + part.offset.as_dvec3(), half: spine.as_dvec3() };
        let least = triangles.iter().map(|triangle| capsule.distance(triangle)).fold(f64::INFINITY, f64::min);
        least - f64::from(shape.radii().x)
    };
    body.parts().iter().map(gap).fold(f64::INFINITY, f64::min)
}

/// Whether the centre of a part goes through a triangle.
fn crosses(body: &Body, from: DVec3, out: &BodySlideOutcome, triangles: &[Triangle]) -> bool {
    let mut path = vec![from];
    path.extend(out.slide.waypoints().iter().map(|way| from + way.as_dvec3()));
    body.parts().iter().any(|part| {
        let offset = part.offset.as_dvec3();
        path.windows(2)
            .any(|ends| triangles.iter().any(|triangle| segment_crosses(ends[0] + offset, ends[1] + offset, triangle)))
    })
}

/// Walks a body by a desired displacement and a fall in each frame; checks every slide, and returns the way and how often it touched with
/// each part.
fn walked(
    body: &Body,
    world: &World,
    triangles: &[Triangle],
    from: Vec3,
    desired: impl Fn(usize) -> Vec3,
    frames: usize,
) -> (Vec3, [usize; 3]) {
    let (mut position, mut touched) = (sweep8::Position::from(from), [0; 3]);
    for frame in 0..frames {
        for displacement in [desired(frame), Vec3::NEG_Y * 0.05] {
            let at = position.to_dvec3();
            let out = world.slide_body(body, position, displacement, &SETTINGS).unwrap();
            let case = format!("frame {frame}, {at} by {displacement}: {:?}", out.slide.status);
            assert_ne!(out.slide.status, SlideStatus::Overlapping, "{case}");
            let end = out.slide.position.to_dvec3();
            assert!(least_gap(body, end, triangles) > KEPT - ROUNDING, "{case}: {}", least_gap(body, end, triangles));
            assert!(!crosses(body, at, &out, triangles), "{case}");
            assert!(out.slide.path <= displacement.length() * (1.0 + 1e-5), "{case}: {} m", out.slide.path);
            for (part, contact) in out.contacts() {
                touched[part] += 1;
                assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{case}");
            }
            position = out.slide.position;
        }
    }
    (position.to_vec3() - from, touched)
}

#[test]
fn a_person_of_three_spheres_and_a_horse_of_two_capsules_walk_through_rooms_and_over_ground() {
    let (mut walks, mut touched, mut way) = (0, [0; 3], 0.0);
    for seed in 0..cases(24, 8) {
        let mut random = Random(4_500 + seed);
        let level = if seed % 2 == 0 { room(&mut random, 7.0, 5, 8) } else { terrain(&mut random, 16, 1.0, 0.25) };
        let (world, triangles) = (world_of(&level), exactly(&level));
        let yaw = random.range(-3.0, 3.0) as f32;
        for body in [person(), horse(yaw)] {
            let mut places = (0..400).map(|_| random.vector(5.0).as_vec3() + Vec3::Y);
            let Some(from) = places.find(|place| least_gap(&body, place.as_dvec3(), &triangles) > 0.02) else {
                continue;
            };
            let desired = |frame: usize| {
                // Ahead, the neck first, and then in other directions.
                let heading = yaw + (frame / 40) as f32;
                Vec3::new(heading.sin(), 0.0, heading.cos()) * 0.1
            };
            let (went, by_part) = walked(&body, &world, &triangles, from, desired, 60);
            for (all, part) in touched.iter_mut().zip(by_part) {
                *all += part;
            }
            way += went.with_y(0.0).length();
            walks += 1;
        }
    }
    println!("{walks} walks, {way} m in all, contacts by part {touched:?}");
    assert!(walks > cases(30, 10) && touched[0] > 50 && touched[1] > 5 && touched[2] > 50, "{walks} {touched:?}");
}

/// A level floor, and a flight of stairs that begins at x = 2.
fn stairs() -> Vec<[Vec3; 3]> {
    let (tread, rise) = (0.3, 0.12);
    let mut level = quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 11.0);
    for step in 0..12 {
        let (x, y) = (2.0 + tread * step as f32, rise * step as f32);
        level.extend(quad(Vec3::new(x, y, -9.0), Vec3::Z * 18.0, Vec3::Y * rise));
        level.extend(quad(Vec3::new(x, y + rise, -9.0), Vec3::Z * 18.0, Vec3::X * tread));
    }
    level
}

#[test]
fn a_horse_goes_through_a_gate_that_is_high_enough_and_stops_with_its_neck_at_one_that_is_not() {
    for (lintel, is_free) in [(2.2, true), (1.2, false)] {
        let mut level = quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0);
        level.extend(quad(Vec3::new(3.0, lintel, -9.0), Vec3::Z * 18.0, Vec3::Y * 5.0));
        let (world, triangles) = (world_of(&level), exactly(&level));
        let horse = horse(std::f32::consts::FRAC_PI_2);
        let from = Vec3::new(0.0, 0.8, 0.0);
        let (went, touched) = walked(&horse, &world, &triangles, from, |_| Vec3::X * 0.08, 60);
        assert_eq!(went.x > 4.5, is_free, "{went}");
        assert_eq!(touched[1] > 0, !is_free, "{touched:?}");
        assert!(is_free || went.x < 2.2 && went.z.abs() < 1e-3, "{went}");
    }
}

#[test]
fn a_person_of_three_spheres_rolls_up_low_stairs_with_its_legs() {
    let (level, person) = (stairs(), person());
    let (world, triangles) = (world_of(&level), exactly(&level));
    let from = Vec3::new(0.0, 0.85, 0.0);
    let (went, touched) = walked(&person, &world, &triangles, from, |_| Vec3::new(0.08, 0.0, 0.01), 80);
    assert!(went.x > 1.5, "{went}");
    assert!(touched[2] > 80 && touched[0] == 0, "{touched:?}");
}

#[test]
fn a_body_of_one_part_goes_where_its_shape_goes_alone() {
    let mut compared = 0;
    for seed in 0..12 {
        let mut random = Random(seed);
        let level = room(&mut random, 4.0, 4, 6);
        let (world, triangles) = (world_of(&level), exactly(&level));
        let capsule = Capsule::new(0.3, 0.4).unwrap();
        let shape = OrientedShape::new(capsule, random.turn().as_quat().normalize()).unwrap();
        let body = Body::new(&[BodyPart { shape, offset: Vec3::ZERO }]).unwrap();
        for _ in 0..40 {
            let from = random.vector(4.0).as_vec3();
            if least_gap(&body, from.as_dvec3(), &triangles) < 0.02 {
                continue;
            }
            let displacement = (random.direction() * random.scale(0.05, 1.0)).as_vec3();
            let out = world.slide_body(&body, from, displacement, &SETTINGS).unwrap();
            let alone = world.slide(shape, from, displacement, &SETTINGS).unwrap();
            // At most one contact: several may end in a wedge, into which only a shape alone looks for a way.
            if alone.contacts().len() <= 1 {
                let apart = (out.slide.position.to_dvec3() - alone.position.to_dvec3()).length();
                assert!(apart < 1e-5, "{apart} m apart: {out:?} {alone:?}");
                assert_eq!(out.slide.status, alone.status);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_part_that_overlaps_pushes_the_whole_body_and_where_there_is_no_room_it_stays() {
    let floor = |y: f32| quad(Vec3::new(-9.0, y, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0);
    let (body, start) = (person(), Vec3::new(0.0, 0.75, 0.0));
    let triangles = floor(0.0);
    let world = world_of(&triangles);
    let out = world.slide_body(&body, start, Vec3::X * 0.1, &SETTINGS).unwrap();
    // The legs of radius 0.3 are 0.5 below the centre: 5 cm in the floor.
    assert!((out.slide.depenetrated_by - 0.06).abs() < 2e-3, "{}", out.slide.depenetrated_by);
    let end = out.slide.position.to_vec3();
    assert!((end - Vec3::new(0.1, 0.81, 0.0)).length() < 2e-3, "{end}");
    assert!(least_gap(&body, end.as_dvec3(), &exactly(&triangles)) > KEPT - ROUNDING);
    // 1.5 m from floor to ceiling: too low for a person of 1.6 m.
    let low = [floor(0.0), floor(1.5)].concat();
    let out = world_of(&low).slide_body(&body, start, Vec3::X * 0.1, &SETTINGS).unwrap();
    assert_eq!((out.slide.status, out.slide.position.to_vec3()), (SlideStatus::Overlapping, start));
}

#[test]
fn a_body_of_nine_parts_is_swept_and_its_slide_is_refused_by_name() {
    let part = |x| BodyPart { shape: Ellipsoid::ball(0.1).unwrap(), offset: Vec3::X * x };
    let parts: Vec<BodyPart<Ellipsoid>> = (0..9_u8).map(|number| part(f32::from(number))).collect();
    let (body, world) = (Body::new(&parts).unwrap(), world_of(&stairs()));
    assert!(world.sweep_body(&body, Vec3::Y * 3.0, Vec3::NEG_Y * 9.0, sweep8::Sides::Both).unwrap().is_some());
    let error = world.slide_body(&body, Vec3::Y * 3.0, Vec3::NEG_Y, &SETTINGS).unwrap_err();
    assert_eq!(
        (error.field(), error.to_string()),
        (Field::Parts, "`parts` is 9, must be 1 to 8 where the body slides".to_owned())
    );
    let eight = Body::new(&parts[..8]).unwrap();
    assert!(world.slide_body(&eight, Vec3::Y * 3.0, Vec3::NEG_Y, &SETTINGS).is_ok());
}
