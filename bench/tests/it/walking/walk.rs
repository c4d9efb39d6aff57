//! Where a crowd stands at first, its desired velocity, and that its watchers see what goes wrong.
//!
//! Places are judged in `f64` by what shares no code with the search: who stands has room and a floor, and nobody
//! stands in the rock around a sealed level. Wishes are the same for the same seed, whoever else walks. Then faults are
//! made on purpose, with a real crowd on a real level: put through a wall, put into a floor, nailed in place, let off
//! an edge.

use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use sweep8::{Backend, CharacterId, CharacterProfile, Crowd, EachOther, Ellipsoid, Mesh, MoveMode, Sides, World};
use sweep8_bench::checking::{Body, STUCK_FRAMES, StuckTracker, Tree, crosses, left_level, penetration};
use sweep8_bench::judging::hunt::{SHAPES, shape_of};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::dungeon::dungeon;
use sweep8_bench::levels::scenes::{Scene, flat};
use sweep8_bench::random::Random;
use sweep8_bench::simulating::simulation::{self, FRAME, Settings};
use sweep8_bench::walking::places::{self, PlacesError};
use sweep8_bench::walking::settings::option_of;
use sweep8_bench::walking::walkers::{Manner, Walkers};
use sweep8_scalar_ref::brute_force::segment_crosses;

/// Scenes that have drop points.
const WITH_DROP_POINTS: &[Scene] = &[Scene::Shafts, Scene::Gullies];

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

fn person() -> Ellipsoid {
    Ellipsoid::new(PERSON).expect("a person")
}

fn world(level: &Level) -> World {
    World::from_mesh(Mesh::new(&level.positions, &level.triangles).expect("a sound level"))
}

fn tree(level: &Level) -> Tree {
    Tree::new(&level.positions, &level.triangles)
}

#[test]
fn everyone_stands_clear_on_a_floor() {
    for scene in Scene::ALL {
        let level = scene.build();
        let (world, tree) = (world(&level), tree(&level));
        // On dense ones a place is judged by 100,000 triangles.
        let count = if scene.is_dense() { 4 } else { 150 };
        for radii in [PERSON, Vec3::splat(0.5)] {
            let shape = Ellipsoid::new(radii).expect("radii are positive");
            let found = places::find(&level, &world, &shape, count, 7).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found.len(), count, "{scene}");
            // Every other one is below a drop point, where there are some: these have a test of their own.
            let step = if level.drop_points.is_empty() { 1 } else { 2 };
            for place in found.iter().step_by(step).map(|place| place.as_dvec3()) {
                let radii = radii.as_dvec3();
                assert_eq!(penetration(&tree, place, radii), 0.0, "{scene} at {place}");
                // Radii longer by 1.1 cm are at least the skin of 1 cm away at any angle.
                assert_eq!(penetration(&tree, place, radii + 0.011), 0.0, "{scene} at {place}: no room");
                let lower = place - DVec3::Y * 0.05;
                let mut floor = false;
                tree.visit(lower - radii, lower + radii, |_, &[a, b, c]| {
                    let alone = Tree::new(&[a, b, c].map(DVec3::as_vec3), &[[0, 1, 2]]);
                    let front = (b - a).cross(c - a).normalize();
                    floor |= front.y > 0.76 && penetration(&alone, lower, radii) > 0.0;
                });
                assert!(floor, "{scene} at {place}: no floor");
            }
        }
    }
}

#[test]
fn every_other_character_starts_below_a_drop_point_however_narrow_or_steep_it_is_there() {
    for &scene in WITH_DROP_POINTS {
        let level = scene.build();
        let (world, tree) = (world(&level), tree(&level));
        for shape in SHAPES.map(shape_of) {
            let found = places::find(&level, &world, shape, 1000, 7).unwrap_or_else(|error| panic!("{error}"));
            let (body, radii) = (Body::from(shape), option_of(shape));
            let (mut touching, mut beside, mut below) = (0, 0, BTreeSet::new());
            for place in found.iter().skip(1).step_by(2) {
                let point = level.drop_points.iter().find(|p| p.with_y(0.0).distance(place.with_y(0.0)) < 1e-4);
                let point = point.unwrap_or_else(|| panic!("{scene}, {radii}: {place} is below no drop point"));
                below.insert(point.to_array().map(f32::to_bits));
                let place = place.as_dvec3();
                assert_eq!(penetration(&tree, place, body), 0.0, "{scene}, {radii} at {place}");
                touching += usize::from(penetration(&tree, place, body.grown(0.0011)) > 0.0);
                // More room is needed to the sides.
                beside += usize::from(penetration(&tree, place + DVec3::Y * 0.05, body.grown(0.012)) > 0.0);
            }
            println!("{scene}, {radii}: {} drop points, {beside} of {touching} touch walls", below.len());
            assert_eq!(touching, 500, "{scene}, {radii}: up in the air");
            assert!(below.len() >= 30, "{scene}, {radii}: only {}", below.len());
            // Shafts for wider bodies are wide for this one; those of its own radius are not.
            assert!(scene != Scene::Shafts || beside >= 20, "{scene}, {radii}: only {beside} are narrow");
        }
    }
}

#[test]
fn places_depend_on_the_seed_alone_and_are_spread() {
    let level = Scene::Dungeon.build();
    let world = world(&level);
    let find = |seed| places::find(&level, &world, &person(), 400, seed).expect("places");
    let first = find(1);
    assert_eq!(first, find(1));
    assert_ne!(first, find(2));
    let mut bits: Vec<_> = first.iter().map(|place| place.to_array().map(f32::to_bits)).collect();
    bits.sort_unstable();
    bits.dedup();
    assert!(bits.len() > 380, "only {} places", bits.len());
    let width = |axis: usize| {
        let along = first.iter().map(|place| place[axis]);
        along.clone().fold(f32::MIN, f32::max) - along.fold(f32::MAX, f32::min)
    };
    assert!(width(0) > 60.0 && width(2) > 60.0, "huddled: {} by {} m", width(0), width(2));
}

#[test]
fn nobody_stands_outside_of_the_sealed_dungeon() {
    let built = dungeon(6, 6, 8);
    let world = world(&built.level);
    let found = places::find(&built.level, &world, &person(), 1000, 3).expect("places");
    let far = DVec3::new(1234.5, 987.6, 2345.6);
    // Through a closed surface an odd number of times: from inside of it.
    let odd = |from: DVec3, triangles: std::ops::Range<usize>| {
        let corners = triangles.map(|triangle| built.level.corners(triangle).map(Vec3::as_dvec3));
        corners.filter(|corners| segment_crosses(from, from + far, corners)).count() % 2 == 1
    };
    for place in found.iter().map(|place| place.as_dvec3()) {
        assert!(odd(place, 0..built.shell_triangles), "{place} is in the rock");
        assert!(!odd(place, built.shell_triangles..built.closed_triangles), "{place} is in a box");
    }
    assert!(!odd(DVec3::Y * 500.0, 0..built.shell_triangles), "the test finds everything inside");
}

#[test]
fn few_places_are_shared_and_none_is_an_error_with_a_reason() {
    // A ball that has 10 cm to the walls on both sides.
    let level = Scene::Grid.build();
    let wide = Ellipsoid::ball(9.9).expect("a ball");
    let found = places::find(&level, &world(&level), &wide, 3000, 1);
    assert_eq!(found.map(|found| found.len()), Ok(3000));

    let vast = Ellipsoid::ball(50.0).expect("a ball");
    let none = places::find(&level, &world(&level), &vast, 5, 1);
    assert_eq!(none, Err(PlacesError::NoFloor { level: "grid".into(), shape: "--radii 50,50,50".into() }));
    let empty = Level::new("nothing");
    let none = places::find(&empty, &world(&empty), &person(), 5, 1);
    assert_eq!(none, Err(PlacesError::NoSurface { level: "nothing".into() }));
}

/// The desired velocities of the first `watched` of `count` walkers who walk freely, frame by frame.
fn desired_velocities(count: usize, watched: usize, seed: u64) -> Vec<Vec<Vec3>> {
    let mut random = Random::new(9);
    let mut at: Vec<DVec3> = (0..count).map(|_| Vec3::new(random.unit(), 0.0, random.unit()).as_dvec3()).collect();
    let mut walkers = Walkers::new(&at, 4.0, seed);
    let frame = |_| {
        for (index, position) in at.iter_mut().enumerate() {
            let turned = walkers.turn(index, *position);
            assert!(turned.is_none_or(|velocity| velocity == walkers.velocity(index)));
            // Every third stands before a wall.
            if index % 3 > 0 {
                *position += walkers.velocity(index).as_dvec3() / 60.0;
            }
        }
        (0..watched).map(|index| walkers.velocity(index)).collect()
    };
    (0..400).map(frame).collect()
}

#[test]
fn a_walker_s_desired_velocities_depend_on_the_seed_and_not_on_the_others() {
    let alone = desired_velocities(10, 10, 1);
    assert_eq!(alone, desired_velocities(10, 10, 1));
    assert_eq!(alone, desired_velocities(200, 10, 1), "a crowd around changes the way");
    assert_ne!(alone, desired_velocities(10, 10, 2));
    for velocity in alone.iter().flatten() {
        assert!(velocity.y == 0.0 && (1.999..=4.001).contains(&velocity.length()), "{velocity}");
    }
    let first = &alone[0];
    assert!((1..10).all(|index| first[index] != first[0]), "walkers wish the same: {first:?}");
}

#[test]
fn a_heading_is_kept_while_it_leads_on() {
    let desired_velocities = desired_velocities(30, 30, 4);
    for index in (0..30).filter(|index| index % 3 > 0) {
        let turns: Vec<usize> = (1..400)
            .filter(|&frame| desired_velocities[frame][index] != desired_velocities[frame - 1][index])
            .collect();
        assert!(turns.windows(2).all(|two| (20..=90).contains(&(two[1] - two[0]))), "walker {index}: {turns:?}");
        assert!(turns.len() >= 4, "walker {index}: {turns:?}");
    }
}

#[test]
fn a_walker_without_progress_turns_back_every_half_second() {
    let mut walkers = Walkers::new(&[DVec3::ZERO; 50], 4.0, 6);
    let mut back = [0; 50];
    for frame in 0..300 {
        for (index, back) in back.iter_mut().enumerate() {
            let before = walkers.velocity(index);
            // Trembling by less than 5 cm is no progress.
            let turned = walkers.turn(index, DVec3::X * (0.04 * f64::from(frame % 2)));
            *back += i32::from(before != Vec3::ZERO && turned.is_some_and(|velocity| velocity.dot(before) <= 0.0));
        }
    }
    assert!(back.iter().all(|&turns| turns >= 10), "{back:?}");
    assert_eq!((walkers.turn(50, DVec3::ZERO), walkers.velocity(50)), (None, Vec3::ZERO), "there is no such walker");
}

#[test]
fn in_a_mixed_crowd_every_other_walker_keeps_its_heading_where_it_gets_nowhere_and_idles_now_and_then() {
    for hz in [30, 60, 240] {
        let mut walkers = Walkers::new(&[DVec3::ZERO; 60], 4.0, 6).with_manner(Manner::Mixed, hz);
        let (mut turns, mut idle, mut longest) = (vec![0; 60], vec![0; 60], 0);
        for index in 0..60 {
            let mut kept = 0;
            // 20 seconds before a wall.
            for _ in 0..20 * hz {
                kept += 1;
                if walkers.turn(index, DVec3::ZERO).is_some() {
                    longest = if index % 2 == 1 { longest.max(kept) } else { longest };
                    (turns[index], kept) = (turns[index] + 1, 0);
                }
                idle[index] += u32::from(walkers.velocity(index) == Vec3::ZERO);
            }
        }
        let (turning, patient): (Vec<_>, Vec<_>) = (0..60).partition(|index| index % 2 == 0);
        assert!(turning.iter().all(|&index| turns[index] >= 55 && idle[index] == 0), "{hz} Hz: {turns:?} {idle:?}");
        assert!(patient.iter().all(|&index| (5..=30).contains(&turns[index])), "{hz} Hz: {turns:?}");
        assert!((3 * hz..=4 * hz + 1).contains(&longest), "{hz} Hz: a heading of {longest} frames");
        let idlers = patient.iter().filter(|&&index| idle[index] > 0).count();
        assert!((20..=30).contains(&idlers), "{hz} Hz: {idlers} of 30 stand idle at times");
    }
}

/// A yard of 20 m with walls around, and somebody in it.
fn yard() -> (Level, World, Tree, Crowd, CharacterId) {
    let level = Scene::Grid.build();
    let (world, tree) = (world(&level), tree(&level));
    let mut crowd = Crowd::default();
    let id = crowd.spawn(&CharacterProfile::of_shape(person()), Vec3::new(8.0, 0.92, 1.3)).expect("in range");
    (level, world, tree, crowd, id)
}

#[test]
fn a_character_put_through_a_wall_counts_as_fallen_through() {
    let (_, world, tree, mut crowd, id) = yard();
    crowd.set_desired_velocity(id, Vec3::X * 4.0).expect("in range");
    let mut trail = vec![crowd.position(id).expect("in the crowd").to_dvec3()];
    for _ in 0..60 {
        crowd.step(&world, FRAME).expect("a time step");
        trail.push(crowd.position(id).expect("in the crowd").to_dvec3());
    }
    let crossed = |trail: &[DVec3]| trail.windows(2).filter(|two| crosses(&tree, two[0], two[1])).count();
    assert_eq!(crossed(&trail), 0, "the wall does not hold");
    assert!(trail[60].x > 9.5, "it never reached the wall");
    for beyond in [Vec3::new(10.6, 0.92, 1.3), Vec3::new(9.0, -2.0, 1.3), Vec3::new(-60.0, 0.5, -40.0)] {
        crowd.teleport(id, beyond).expect("in range");
        trail.push(crowd.position(id).expect("in the crowd").to_dvec3());
        assert_eq!(crossed(&trail), 1, "{beyond}");
        trail.pop();
    }
}

#[test]
fn a_character_put_into_a_triangle_penetrates_by_that_depth() {
    let (_, world, tree, mut crowd, id) = yard();
    let depth =
        |crowd: &Crowd| penetration(&tree, crowd.position(id).expect("in the crowd").to_dvec3(), PERSON.as_dvec3());
    assert_eq!(depth(&crowd), 0.0);
    for (place, deep) in [
        (Vec3::new(0.0, 0.875, 0.0), 0.025),
        (Vec3::new(0.0, 0.5, 0.0), 0.4),
        (Vec3::new(9.875, 2.0, 0.3), 0.275),
        (Vec3::new(9.875, 0.5, 0.3), 0.4),
    ] {
        crowd.teleport(id, place).expect("in range");
        assert!((depth(&crowd) - deep).abs() < 1e-6, "{place}: {} instead of {deep}", depth(&crowd));
    }
    crowd.teleport(id, Vec3::new(0.0, 0.895, 0.0)).expect("in range");
    let recovered: u64 = (0..10).map(|_| crowd.step(&world, FRAME).expect("a time step").depenetrated).sum();
    assert!(recovered > 0 && depth(&crowd) == 0.0, "{recovered} recoveries, {} m deep", depth(&crowd));
}

#[test]
fn who_is_nailed_in_place_is_stuck_and_who_faces_a_wall_is_not_for_long() {
    let (_, world, _, mut crowd, id) = yard();
    let mut stuck = |nailed: bool, place: Vec3, walled_in: bool| {
        crowd.teleport(id, place).expect("in range");
        let mut walkers = Walkers::new(&[place.as_dvec3()], 4.0, 1);
        let mut tracker = StuckTracker::new([place.as_dvec3()]);
        for _ in 0..2 * STUCK_FRAMES {
            if let Some(velocity) = walkers.turn(0, crowd.position(id).expect("in the crowd").to_dvec3()) {
                crowd.set_desired_velocity(id, velocity).expect("in range");
            }
            crowd.step(&world, FRAME).expect("a time step");
            if nailed {
                crowd.teleport(id, place).expect("in range");
            }
            tracker.frame(0, walkers.velocity(0).length(), crowd.position(id).expect("in the crowd").to_dvec3());
        }
        let at = crowd.position(id).expect("in the crowd").to_dvec3();
        let free = |from: DVec3, way| {
            !walled_in && world.sweep(&person(), from.as_vec3(), way, Sides::Both).expect("input in range").is_none()
        };
        tracker.stuck(|_| at, free).count()
    };
    let [open, corner] = [Vec3::new(3.0, 0.92, 3.0), Vec3::new(9.585, 0.92, 9.585)];
    assert_eq!([stuck(true, open, false), stuck(true, corner, false)], [1, 1]);
    assert_eq!(stuck(true, open, true), 0, "it stands at the end of a dead end");
    assert_eq!([stuck(false, open, false), stuck(false, corner, false)], [0, 0]);
}

#[test]
fn who_walks_off_an_island_is_counted_and_put_back() {
    let island = flat::grid(8, 0.5).finish();
    let settings = Settings {
        characters: 40,
        frames: 400,
        hz: 60,
        threads: 1,
        seed: 1,
        shape: person().into(),
        speed: 4.0,
        manner: Manner::Turning,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: 10,
        backend: Backend::best(),
    };
    let run = simulation::run(&island, &settings, &|| 0, &|_| ()).expect("there is a floor");
    let counts = run.counts;
    assert!(counts.left_level >= 40, "{counts:?}");
    let faults = [counts.fell_through, counts.penetrating, counts.stuck, counts.frozen, counts.not_finite];
    assert_eq!(faults, [0; 5], "{counts:?}");
    let tree = tree(&island);
    assert!(run.ends.iter().all(|end| !left_level(&tree, end.as_dvec3())));
    assert!(run.paths.iter().flatten().any(|point| !point.is_finite()), "the picture draws the way back");
}
