//! Many overlaps, closest points and rays in one call are answered as alone, and refused as alone.

use crate::testkit::Random;
use crate::testkit::placed::{cook, turned};
use crate::testkit::threads::on_threads;
use crate::testkit::worlds::{room, world_of};
use glam::{DVec3, Quat, Vec2, Vec3};
use sweep8::{
    Axis, Backend, Capsule, ClosestPointQuery, Ellipsoid, Field, Filter, InputError, Mesh, OrientedShape, OverlapQuery,
    Placement, Position, RayQuery, Shape, Sides, Skip, World,
};

const COUNT: usize = 300;

/// More than one thread takes at a time, and odd: a query of each kind is in every run.
const ODD: usize = 131;

/// A room of one mesh, and boxes of several instances.
fn worlds(random: &mut Random, about: DVec3) -> [World; 2] {
    let room = room(random, 5.0, 6, 20);
    let [mut one, mut several] = [World::new(), World::new()];
    one.add(&cook(&room), Placement::at(about)).unwrap();
    let cuboid = Mesh::cuboid(Vec3::new(0.6, 0.9, 0.4)).unwrap().cook();
    for _ in 0..80 {
        let place = Placement::at(about + random.vector(5.0));
        several.add(&cuboid, Placement { rotation: turned(random), ..place }).unwrap();
    }
    [one, several]
}

/// A ball, an ellipsoid, a capsule, a shape with another spine; each also turned.
fn shape(random: &mut Random, number: usize) -> OrientedShape {
    let ellipsoid = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.3)).unwrap();
    let shape = match number % 4 {
        0 => Ellipsoid::ball(0.5).unwrap().into(),
        1 => ellipsoid.into(),
        2 => Capsule::new(0.4, 0.5).unwrap().into(),
        _ => Shape::swept(ellipsoid, Axis::X, 0.7).unwrap(),
    };
    let orientation = if number % 8 < 4 { Quat::IDENTITY } else { turned(random) };
    OrientedShape::new(shape, orientation).unwrap()
}

fn filter(number: usize) -> Filter {
    let layers = if number.is_multiple_of(13) { 0 } else { Filter::ALL_LAYERS };
    Filter { sides: [Sides::Both, Sides::Front][number / 8 % 2], layers, ..Filter::default() }
}

#[test]
fn each_of_many_overlaps_and_closest_points_is_answered_as_alone() {
    let mut random = Random(71);
    for about in [DVec3::ZERO, DVec3::new(1e6 + 0.3, -20.0, -3e6)] {
        for world in worlds(&mut random, about) {
            // Every hundredth is nowhere.
            let place = |random: &mut Random, number: usize| {
                let place = about + random.vector(5.5);
                Position::from(if number % 100 == 7 { DVec3::NAN } else { place })
            };
            let overlap = |number: usize| OverlapQuery {
                filter: filter(number),
                ..OverlapQuery::new(shape(&mut random, number), place(&mut random, number))
            };
            let overlaps: Vec<_> = (0..COUNT).map(overlap).collect();
            let closest = |number: usize| {
                let distance = [1.0, 0.3, f32::INFINITY, 0.0][number % 4];
                let distance = if number % 100 == 9 { -1.0 } else { distance };
                let query = ClosestPointQuery::new(place(&mut random, number), distance);
                ClosestPointQuery { filter: filter(number), ..query }
            };
            let points: Vec<_> = (0..COUNT).map(closest).collect();
            let ask = |count: usize| {
                let (mut is_over, mut nearest) = (vec![Ok(true); count], vec![Ok(None); count]);
                world.overlap_many(&overlaps[..count], &mut is_over).unwrap();
                world.closest_point_many(&points[..count], &mut nearest).unwrap();
                (is_over, nearest)
            };
            let (is_over, nearest) = on_threads(1, || ask(COUNT));
            for (&OverlapQuery { shape, center, filter, .. }, answer) in overlaps.iter().zip(&is_over) {
                assert_eq!(*answer, world.overlap(shape, center, filter), "{shape:?} at {center:?}");
            }
            for (&ClosestPointQuery { point, distance, filter, .. }, answer) in points.iter().zip(&nearest) {
                let alone = world.closest_point(point, distance, filter);
                // As text, too: the tags of ids are not compared, and zeros have signs.
                assert_eq!(*answer, alone, "{point:?}");
                assert_eq!(format!("{answer:?}"), format!("{alone:?}"), "{point:?}");
            }
            assert_eq!(on_threads(2, || ask(COUNT)), (is_over.clone(), nearest.clone()));
            let (some_over, some_nearest) = on_threads(2, || ask(ODD));
            assert_eq!((&some_over[..], &some_nearest[..]), (&is_over[..ODD], &nearest[..ODD]));

            let over = is_over.iter().filter(|answer| **answer == Ok(true)).count();
            let near = nearest.iter().flatten().flatten().count();
            println!("{over} of {COUNT} overlap, {near} have a closest point");
            assert!(over > 40 && over < COUNT - 40 && near > 100 && near < COUNT - 40, "{over} {near}");
            let is_nowhere = |error: &InputError| error.field() == Field::Position;
            assert_eq!(is_over.iter().filter_map(|answer| answer.as_ref().err()).filter(|e| is_nowhere(e)).count(), 3);
            assert_eq!(nearest[9].as_ref().unwrap_err().field(), Field::Distance);
            assert_eq!(nearest.iter().filter(|answer| answer.is_err()).count(), 6);
        }
    }
}

#[test]
fn shapes_and_places_of_any_kind_are_taken_as_alone() {
    let mut random = Random(72);
    let world = world_of(&room(&mut random, 4.0, 4, 10));
    let centers: Vec<Vec3> = (0..100).map(|_| random.vector(4.5).as_vec3()).collect();
    let (ball, capsule) = (Ellipsoid::ball(0.6).unwrap(), Capsule::new(0.4, 0.5).unwrap());
    let balls: Vec<OverlapQuery> = centers.iter().map(|&center| OverlapQuery::new(ball, center)).collect();
    let capsules: Vec<_> = centers.iter().map(|&center| OverlapQuery::new(&capsule, center.as_dvec3())).collect();
    let (mut of_balls, mut of_capsules) = (vec![Ok(false); 100], vec![Ok(false); 100]);
    world.overlap_many(&balls, &mut of_balls).unwrap();
    world.overlap_many(&capsules, &mut of_capsules).unwrap();
    for (k, &center) in centers.iter().enumerate() {
        assert_eq!(of_balls[k], world.overlap(ball, center, Sides::Both));
        assert_eq!(of_capsules[k], world.overlap(capsule, center, Sides::Both));
    }
    assert!(of_balls.contains(&Ok(true)) && of_capsules.contains(&Ok(false)));
}

#[test]
fn answers_of_another_length_are_refused_and_nothing_is_written() {
    let world = world_of(&room(&mut Random(73), 4.0, 0, 0));
    let overlaps = [OverlapQuery::new(Ellipsoid::HUMAN, Vec3::ZERO); 3];
    let points = [ClosestPointQuery::new(Vec3::ZERO, 1.0); 3];
    let error = |given| Err(InputError::Length { field: Field::Answers, given, expected: 3 });
    for length in [0, 2, 4] {
        let (mut is_over, mut nearest) = (vec![Ok(true); length], vec![Err(InputError::Removed { index: 7 }); length]);
        assert_eq!(world.overlap_many(&overlaps, &mut is_over), error(length as u32));
        assert_eq!(world.closest_point_many(&points, &mut nearest), error(length as u32));
        assert!(is_over.iter().all(|answer| *answer == Ok(true)) && nearest.iter().all(Result::is_err));
    }
    world.overlap_many::<Ellipsoid, Vec3>(&[], &mut []).unwrap();
    world.closest_point_many::<Vec3>(&[], &mut []).unwrap();
    let nothing = World::new();
    let (mut is_over, mut nearest) = ([Ok(true); 3], [Err(InputError::Removed { index: 7 }); 3]);
    nothing.overlap_many(&overlaps, &mut is_over).unwrap();
    nothing.closest_point_many(&points, &mut nearest).unwrap();
    assert_eq!((is_over, nearest), ([Ok(false); 3], [Ok(None); 3]));
}

/// Hills of 45,000 triangles, whose tree has three levels.
fn hills(random: &mut Random) -> World {
    const SIDE: u32 = 151;
    let heights: Vec<f32> = (0..SIDE * SIDE).map(|_| random.range(0.0, 0.4) as f32).collect();
    World::from_mesh(Mesh::heightfield(SIDE, SIDE, Vec2::splat(0.5), &heights).unwrap())
}

#[test]
fn each_of_many_rays_is_answered_as_alone_whatever_the_others_ask() {
    const RAYS: usize = 700;
    let mut random = Random(74);
    let [room, boxes] = worlds(&mut random, DVec3::ZERO);
    let hills = hills(&mut random);
    let below_hills = DVec3::new(20.0, 1.0, 30.0);
    for (world, about) in [(room, DVec3::ZERO), (boxes, DVec3::ZERO), (hills, below_hills)] {
        let (mut hits, mut misses) = (0, 0);
        let some = world.ray(about.as_vec3() + Vec3::Y * 3.0, Vec3::NEG_Y, 20.0, Sides::Both).unwrap();
        let rays: Vec<RayQuery<Position>> = (0..RAYS)
            .map(|number| {
                let place = about + random.vector(5.0);
                let origin = match number % 50 {
                    7 => Position::from(DVec3::NAN),
                    0..25 => Position::from(place.as_vec3()),
                    _ => Position::from(place),
                };
                let along = random.direction() * random.scale(1e-3, 1e3);
                let direction = if number % 50 == 9 { Vec3::ZERO } else { along.as_vec3() };
                let distance = [0.3, 1.0, 6.0, 40.0, f32::INFINITY, 0.0][number % 6];
                let skip = some.filter(|_| number % 10 == 3).map_or(Skip::Nothing, |hit| Skip::Instance(hit.instance));
                RayQuery { filter: Filter { skip, ..filter(number) }, ..RayQuery::new(origin, direction, distance) }
            })
            .collect();
        for backend in Backend::available() {
            let world = world.clone().with_backend(backend).unwrap();
            let ask = |count: usize| {
                let mut answers = vec![Err(InputError::Removed { index: 7 }); count];
                world.ray_many(&rays[..count], &mut answers).unwrap();
                answers
            };
            let answers = on_threads(1, || ask(RAYS));
            for (number, (&RayQuery { origin, direction, distance, filter, .. }, answer)) in
                rays.iter().zip(&answers).enumerate()
            {
                let alone = world.ray(origin, direction, distance, filter);
                assert_eq!(*answer, alone, "{backend}, ray {number}");
                assert_eq!(format!("{answer:?}"), format!("{alone:?}"), "{backend}, ray {number}");
            }
            assert_eq!(on_threads(2, || ask(RAYS)), answers);
            assert_eq!(on_threads(2, || ask(ODD)), answers[..ODD]);
            hits += answers.iter().flatten().flatten().count();
            misses += answers.iter().filter(|answer| **answer == Ok(None)).count();
            assert_eq!(answers.iter().filter(|answer| answer.is_err()).count(), RAYS / 50 * 2);
        }
        println!("{hits} rays hit, {misses} do not");
        assert!(hits > 200 && misses > 200, "{hits} {misses}");
    }
    let mut answers = [Err(InputError::Removed { index: 7 }); 3];
    World::new().ray_many(&[RayQuery::new(Vec3::ZERO, Vec3::X, 9.0); 3], &mut answers).unwrap();
    assert_eq!(answers, [Ok(None); 3]);
}
