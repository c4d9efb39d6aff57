//! Slides that feel only fronts: triangles are walked through from behind and never from the front.
//!
//! The judge is `f64`, over all triangles, along the path that the outcome reports.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, crowd_under};
use crate::testkit::facing::plane_of;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, quad, room, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{CharacterSettings, Ellipsoid, Ground, MoveInput, Sides, SlideSettings, SlideStatus, World};
use sweep8_scalar_ref::brute_force::segment_crosses;

fn person() -> Ellipsoid {
    Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap()
}

/// A wall across x = 2 whose front looks towards -x.
fn wall() -> World {
    world_of(&quad(Vec3::new(2.0, -50.0, -50.0), Vec3::Z * 100.0, Vec3::Y * 100.0))
}

#[test]
fn a_wall_stops_who_comes_from_its_front_and_lets_through_who_comes_from_behind() {
    let world = wall();
    let settings = SlideSettings { sides: Sides::Front, ..SlideSettings::default() };
    let desired = Vec3::new(4.0, 0.0, 1.0);
    let stopped = world.slide(&person(), Vec3::ZERO, desired, &settings).unwrap();
    assert_eq!(stopped.status, SlideStatus::Slid);
    assert!((stopped.position.to_vec3() - Vec3::new(2.0 - 0.41, 0.0, 1.0)).length() < 1e-4, "{stopped:?}");
    let behind = Vec3::new(4.0, 0.0, 0.0);
    let through = world.slide(&person(), behind, -desired, &settings).unwrap();
    assert_eq!((through.status, through.contacts().len()), (SlideStatus::Free, 0));
    assert!((through.position.to_vec3() - (behind - desired)).length() < 1e-6, "{through:?}");
    let both = world.slide(&person(), behind, -desired, &SlideSettings::default()).unwrap();
    assert_eq!(both.status, SlideStatus::Slid, "both sides: {both:?}");
}

#[test]
fn a_crowd_that_feels_fronts_rises_through_a_floor_and_stands_on_it() {
    let floor = world_of(&quad(Vec3::new(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0));
    for (sides, above) in [(Sides::Front, true), (Sides::Both, false)] {
        let mut crowd = crowd_under(Vec3::NEG_Y);
        let profile = checked(CharacterSettings { sides, ..CharacterSettings::default() });
        let id = crowd.spawn(&profile, Vec3::new(0.0, -2.0, 0.0)).unwrap();
        let standing = *crowd.input(id).unwrap();
        crowd.set_input(id, &MoveInput { desired_velocity: Vec3::Y * 6.0, ..MoveInput::WEIGHTLESS }).unwrap();
        for _ in 0..60 {
            crowd.step(&floor, 1.0 / 60.0).unwrap();
        }
        assert_eq!(crowd.position(id).unwrap().to_vec3().y > 0.9, above, "{sides:?}: {}", crowd.position(id).unwrap());
        crowd.set_input(id, &standing).unwrap();
        for _ in 0..300 {
            crowd.step(&floor, 1.0 / 60.0).unwrap();
        }
        // The hull, 7/8 of the skin larger, and up to the whole skin.
        let stands = matches!(crowd.ground(id), Ok(Ground::Floor(_)));
        assert_eq!(
            stands && (0.908_74..0.910_1).contains(&crowd.position(id).unwrap().to_vec3().y),
            above,
            "{sides:?}: {}",
            crowd.position(id).unwrap()
        );
    }
}

#[test]
fn no_path_that_feels_fronts_leads_through_a_triangle_from_its_front() {
    let (mut moves, mut touching, mut from_behind, mut depenetrated) = (0, 0, 0, 0);
    for seed in 0..12 {
        let mut random = Random(9_000 + seed);
        let level: Level = room(&mut random, 5.0, 5, 30);
        let (world, triangles) = (world_of(&level), exactly(&level));
        let judge = Judge { triangles: &triangles, radii: person().radii(), skin: 0.01 };
        let gravity = Vec3::NEG_Y * [0.02, 0.0][seed as usize % 2];
        let settings = TwoPasses { sides: Sides::Front, gravity, ..TwoPasses::default() };
        let (mut center, mut desired) = (Vec3::NAN, Vec3::ZERO);
        for step in 0..1_500 {
            if center.is_nan() || center.abs().max_element() > 8.0 {
                let mut places = (0..1_000).map(|_| random.vector(4.0).as_vec3());
                center = places.find(|place| judge.hull_distance(place.as_dvec3()) > 1.0).unwrap();
            }
            if step % 12 == 0 {
                desired = (random.direction() * random.scale(1e-3, 1.0)).as_vec3();
            }
            let out = slide_and_fall(&world, &person(), center, desired, &settings);
            let corners = out.waypoints().iter().map(|corner| center.as_dvec3() + corner.as_dvec3());
            let path: Vec<DVec3> = [center.as_dvec3()].into_iter().chain(corners).collect();
            for ends in path.windows(2) {
                for (id, triangle) in triangles.iter().enumerate() {
                    if !segment_crosses(ends[0], ends[1], triangle) {
                        continue;
                    }
                    let along = plane_of(triangle).0.dot(ends[1] - ends[0]);
                    // A push out of an overlap may be a fiftieth of a radius longer than the way to the next triangle.
                    let pushed = out.depenetrated_by > 0.0 && ends[0] == path[0];
                    let case =
                        || format!("seed {seed}, step {step}: triangle {id}, {center:?} by {desired:?}, {out:?}");
                    assert!(along > 0.0 || pushed, "{}", case());
                    from_behind += 1;
                }
            }
            let longest = (desired.length() + gravity.length()) * (1.0 + 1e-5);
            assert!(out.path <= longest && out.position.to_vec3().is_finite(), "seed {seed}, step {step}: {out:?}");
            depenetrated += u32::from(out.depenetrated_by > 0.0);
            (moves, touching) = (moves + 1, touching + u32::from(!out.contacts().is_empty()));
            center = out.position.to_vec3();
        }
    }
    println!(
        "{moves} moves, {touching} touching, {depenetrated} recovered, {from_behind} triangles passed from behind"
    );
    assert!(moves == 18_000 && touching > 3_000 && from_behind > 100);
}
