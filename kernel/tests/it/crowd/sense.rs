//! Rays of all characters in one call, beside single rays against the world and against the crowd.

use crate::testkit::Random;
use crate::testkit::crowds::new_crowd;
use crate::testkit::placed::cook;
use crate::testkit::threads::on_threads;
use crate::testkit::worlds::{quad, room, world_of};
use glam::{DMat3, DVec3, Quat, Vec3};
use sweep8::{
    Capsule, CharacterFilter, CharacterId, CharacterProfile, CharacterState, Crowd, Ellipsoid, Field, Filter,
    InputError, Mesh, Placement, SenseRays, Sensed, SensedThing, Sides, World,
};

const FRIENDS: u32 = 1 << 3;

/// Walls of one mesh, and of several instances, one of them in a layer of its own.
fn worlds(random: &mut Random, about: DVec3) -> [World; 2] {
    let level = room(random, 9.0, 5, 10);
    let [mut one, mut several] = [World::new(), World::new()];
    one.add(&cook(&level), Placement::at(about)).unwrap();
    let cuboid = Mesh::cuboid(Vec3::new(0.6, 1.5, 0.4)).unwrap().cook();
    for number in 0..40 {
        let place = Placement::at(about + random.vector(9.0));
        let id = several.add(&cuboid, Placement { rotation: random.turn().as_quat(), ..place }).unwrap();
        several.set_layers(id, 1 << (number % 3)).unwrap();
    }
    [one, several]
}

/// So many characters: ellipsoids and capsules, every third turned, every fourth in another layer. Some indices are free.
fn crowd_about(random: &mut Random, count: usize, about: DVec3) -> Crowd {
    let mut crowd = new_crowd();
    let capsule = CharacterProfile::of_shape(Capsule::new(0.3, 0.6).unwrap());
    let spared = count / 10;
    for number in 0..count + spared {
        let profile = if number % 2 == 0 { CharacterProfile::default() } else { capsule };
        let id = crowd.spawn(&profile, about + random.vector(8.0)).unwrap();
        if number % 3 == 0 {
            let orientation = random.turn().as_quat().normalize();
            crowd.set_state(id, &CharacterState { orientation, ..*crowd.state(id).unwrap() }).unwrap();
        }
        if number % 4 == 0 {
            crowd.set_layers(id, FRIENDS).unwrap();
        }
    }
    let gone: Vec<_> = crowd.ids().step_by(5).take(spared).collect();
    for id in gone {
        crowd.despawn(id).unwrap();
    }
    assert_eq!(crowd.len(), count);
    crowd
}

fn directions(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| (random.direction() * random.scale(1e-3, 1e3)).as_vec3()).collect()
}

/// The answer to one ray, by single queries.
fn alone(crowd: &Crowd, world: &World, id: CharacterId, direction: Vec3, rays: &SenseRays) -> (f32, SensedThing) {
    let &SenseRays { distance, mut offset, filter, layers, .. } = rays;
    let (state, mut direction) = (crowd.state(id).unwrap(), direction);
    if state.orientation != Quat::IDENTITY {
        let axes = DMat3::from_quat(state.orientation.as_dquat().normalize());
        let turned = |v: Vec3| (axes * v.as_dvec3()).as_vec3();
        offset = turned(offset);
        direction = turned(direction.as_dvec3().normalize().as_vec3());
    }
    let origin = crowd.position(id).unwrap() + offset;
    let hit = world.ray(origin, direction, distance, filter).unwrap();
    let met = crowd.ray(origin, direction, distance, CharacterFilter { layers, ..id.into() }).unwrap();
    match (hit, met) {
        (Some(hit), Some(met)) if met.distance < hit.distance => (met.distance, SensedThing::Character(met.id)),
        (Some(hit), _) => (hit.distance, SensedThing::Triangle(hit.instance, hit.triangle)),
        (None, Some(met)) => (met.distance, SensedThing::Character(met.id)),
        (None, None) => (f32::INFINITY, SensedThing::Nothing),
    }
}

/// Asks on one thread and on two, and compares with single queries; returns how many rays hit triangles, characters, nothing.
fn judge(crowd: &Crowd, world: &World, rays: &SenseRays, rays_of_one: usize) -> [usize; 3] {
    let ask = || {
        let mut answers = vec![Sensed::default(); crowd.len() * rays_of_one];
        crowd.sense(world, rays, &mut answers).unwrap();
        answers
    };
    let answers = on_threads(1, ask);
    let mut counts = [0; 3];
    for (number, id) in crowd.ids().enumerate() {
        for ray in 0..rays_of_one {
            let place = number * rays_of_one + ray;
            let direction = rays.directions[place % rays.directions.len()];
            let (distance, thing) = alone(crowd, world, id, direction, rays);
            let got = answers[place];
            assert_eq!((got.distance.to_bits(), got.thing), (distance.to_bits(), thing), "{id:?}, ray {ray}");
            let kind = match thing {
                SensedThing::Triangle(..) => 0,
                SensedThing::Character(_) => 1,
                _ => 2,
            };
            counts[kind] += 1;
        }
    }
    assert_eq!(on_threads(2, ask), answers);
    counts
}

#[test]
fn each_ray_of_many_characters_is_answered_as_alone() {
    let mut random = Random(81);
    let mut counts = [0; 3];
    for about in [DVec3::ZERO, DVec3::new(1e6 + 0.3, -20.0, -3e6)] {
        let crowd = crowd_about(&mut random, 200, about);
        for world in worlds(&mut random, about) {
            let directions = directions(&mut random, 8);
            let plain = SenseRays::new(&directions, 6.0);
            let far = SenseRays { distance: f32::INFINITY, offset: Vec3::new(0.1, 0.7, -0.2), ..plain };
            let fronts = Filter { sides: Sides::Front, layers: 0b101, ..Filter::default() };
            let some = SenseRays { filter: fronts, layers: FRIENDS, ..plain };
            let walls = SenseRays { layers: 0, ..plain };
            for rays in [plain, far, some, walls] {
                let found = judge(&crowd, &world, &rays, 8);
                assert!((rays.layers != 0) == (found[1] > 0), "{found:?}");
                counts.iter_mut().zip(found).for_each(|(count, found)| *count += found);
            }
        }
    }
    println!("{counts:?} rays hit triangles, characters, nothing");
    assert!(counts.iter().all(|&count| count > 2_000), "{counts:?}");
}

#[test]
fn short_rays_of_characters_that_stand_in_pairs_are_answered_as_alone() {
    let mut random = Random(83);
    let capsule = CharacterProfile::of_shape(Capsule::new(0.3, 0.6).unwrap());
    let mut counts = [0; 3];
    for about in [DVec3::ZERO, DVec3::new(1e6 + 0.3, -20.0, -3e6)] {
        let ([world, _], mut crowd) = (worlds(&mut random, about), new_crowd());
        for number in 0..80 {
            // Two and two, some of them in a heap.
            let place = DVec3::new(f64::from(number / 2 % 8), 0.0, f64::from(number / 16)) * 9.0;
            let near = if number < 8 { DVec3::ZERO } else { place };
            let profile = if number % 3 == 0 { capsule } else { CharacterProfile::default() };
            let id = crowd.spawn(&profile, about + near + random.vector(0.9)).unwrap();
            crowd.set_layers(id, 1 << (number % 3)).unwrap();
        }
        for rays_of_one in [3, 4, 17, 40] {
            let directions = directions(&mut random, rays_of_one);
            for distance in [0.0, 0.5, 1.5, 4.0] {
                let all = SenseRays::new(&directions, distance);
                for rays in [all, SenseRays { layers: 0b11, ..all }] {
                    let found = judge(&crowd, &world, &rays, rays_of_one);
                    counts.iter_mut().zip(found).for_each(|(count, found)| *count += found);
                }
            }
        }
    }
    println!("{counts:?} rays hit triangles, characters, nothing");
    assert!(counts[0] > 50 && counts[1] > 2_000 && counts[2] > 2_000, "{counts:?}");
}

#[test]
fn characters_with_headings_of_their_own_are_answered_as_alone() {
    let mut random = Random(82);
    for (count, rays_of_one) in [(200, 8), (70, 1), (2, 300), (1, 5)] {
        let crowd = crowd_about(&mut random, count, DVec3::ZERO);
        let [world, _] = worlds(&mut random, DVec3::ZERO);
        let directions = directions(&mut random, count * rays_of_one);
        judge(&crowd, &world, &SenseRays::new(&directions, 8.0), rays_of_one);
    }
}

#[test]
fn directions_of_any_length_are_turned() {
    let mut crowd = new_crowd();
    let id = crowd.spawn(&CharacterProfile::default(), Vec3::ZERO).unwrap();
    let turned = CharacterState { orientation: Quat::from_rotation_z(0.5), ..*crowd.state(id).unwrap() };
    crowd.set_state(id, &turned).unwrap();
    let world = World::from_mesh(Mesh::cuboid(Vec3::splat(5.0)).unwrap());
    let directions = [Vec3::splat(f32::MAX), Vec3::Y * 1e-45, Vec3::splat(-1e-45), Vec3::X * f32::MAX];
    let found = judge(&crowd, &world, &SenseRays::new(&directions, 20.0), 4);
    assert_eq!(found, [4, 0, 0]);
}

#[test]
fn a_character_before_a_wall_is_sensed_and_one_behind_it_or_in_other_layers_is_not() {
    let world = world_of(&quad(Vec3::new(4.0, -9.0, -9.0), Vec3::Y * 18.0, Vec3::Z * 18.0));
    let mut crowd = new_crowd();
    let ball = CharacterProfile::of_shape(Ellipsoid::ball(0.5).unwrap());
    let [one, before, _behind] = [0.0, 2.0, 6.0].map(|x| crowd.spawn(&ball, Vec3::X * x).unwrap());
    crowd.set_layers(before, FRIENDS).unwrap();
    let ask = |crowd: &Crowd, layers| {
        let mut answers = [Sensed::default(); 3];
        crowd.sense(&world, &SenseRays { layers, ..SenseRays::new(&[Vec3::X], 9.0) }, &mut answers).unwrap();
        answers[0]
    };
    assert_eq!(ask(&crowd, u32::MAX).thing, SensedThing::Character(before));
    assert_eq!(ask(&crowd, FRIENDS).distance, 1.5);
    assert!(matches!(ask(&crowd, !FRIENDS).thing, SensedThing::Triangle(..)) && ask(&crowd, 0).distance == 4.0);
    // At the same distance the wall is named; a ray that starts in another body is at no distance from it.
    crowd.teleport(before, Vec3::X * 4.5).unwrap();
    assert_eq!(crowd.ray(Vec3::ZERO, Vec3::X, 9.0, one).unwrap().unwrap().distance, 4.0);
    assert!(matches!(ask(&crowd, u32::MAX).thing, SensedThing::Triangle(..)));
    crowd.teleport(before, Vec3::X * 0.2).unwrap();
    let within = ask(&crowd, u32::MAX);
    assert_eq!((within.distance, within.thing), (0.0, SensedThing::Character(before)));
}

#[test]
fn nobody_and_no_rays_need_no_answers() {
    let world = World::new();
    new_crowd().sense(&world, &SenseRays::new(&[Vec3::X, Vec3::Y], 9.0), &mut []).unwrap();
    new_crowd().sense(&world, &SenseRays::new(&[], 9.0), &mut []).unwrap();
    let crowd = crowd_about(&mut Random(83), 20, DVec3::ZERO);
    crowd.sense(&world, &SenseRays::new(&[], 9.0), &mut []).unwrap();
    // An empty world: others only, or nothing.
    let found = judge(&crowd, &world, &SenseRays::new(&[Vec3::X, Vec3::Y], 90.0), 2);
    assert!(found[0] == 0 && found[2] > 0, "{found:?}");
}

/// Holds that a call is refused so, and has written nothing.
fn refused(crowd: &Crowd, rays: &SenseRays, answers: usize, error: InputError) {
    let world = world_of(&room(&mut Random(84), 9.0, 0, 0));
    let mut before = vec![Sensed::default(); answers];
    for answer in &mut before {
        answer.distance = -7.0;
    }
    let mut answers = before.clone();
    assert_eq!(crowd.sense(&world, rays, &mut answers), Err(error));
    assert_eq!(answers, before);
}

#[test]
fn lengths_that_do_not_fit_are_refused_by_name() {
    let crowd = crowd_about(&mut Random(85), 20, DVec3::ZERO);
    let length = |field, given, expected| InputError::Length { field, given, expected };
    for (directions, answers, error) in [
        (3, 59, length(Field::Answers, 59, 60)),
        (3, 0, length(Field::Answers, 0, 60)),
        (3, 40, length(Field::Directions, 3, 2)),
        (0, 20, length(Field::Directions, 0, 1)),
        (41, 40, length(Field::Directions, 41, 2)),
    ] {
        refused(&crowd, &SenseRays::new(&vec![Vec3::X; directions], 9.0), answers, error);
    }
    refused(&new_crowd(), &SenseRays::new(&[Vec3::X], 9.0), 1, length(Field::Answers, 1, 0));
}

#[test]
fn a_bad_direction_distance_or_offset_refuses_the_whole_call() {
    let mut crowd = crowd_about(&mut Random(86), 20, DVec3::ZERO);
    let good = [Vec3::X; 40];
    let field = |field, value| InputError::OutOfRange { field, value };
    for (bad, value) in [
        (Vec3::ZERO, 0.0),
        (Vec3::new(0.0, f32::NAN, 1.0), f32::NAN),
        (Vec3::new(f32::NEG_INFINITY, 0.0, 1.0), f32::INFINITY),
    ] {
        for place in [0, 17, 39] {
            let mut directions = good;
            directions[place] = bad;
            refused(&crowd, &SenseRays::new(&directions, 9.0), 40, field(Field::Direction, value));
        }
        refused(&crowd, &SenseRays::new(&[Vec3::X, bad], 9.0), 40, field(Field::Direction, value));
    }
    for distance in [f32::NAN, -1.0] {
        refused(&crowd, &SenseRays::new(&good, distance), 40, field(Field::Distance, distance));
    }
    let rays = SenseRays::new(&good, 9.0);
    for bad in [f32::NAN, f32::INFINITY, 2e7] {
        refused(&crowd, &SenseRays { offset: Vec3::new(0.0, bad, 0.0), ..rays }, 40, field(Field::Offset, bad));
    }
    let last = crowd.ids().last().unwrap();
    let far = CharacterState::new(DVec3::Y * 16_777_000.0);
    crowd.set_state(last, &far).unwrap();
    let offset = Vec3::Y * 1_000.0;
    refused(&crowd, &SenseRays { offset, ..rays }, 40, field(Field::Position, 16_778_000.0));
}

#[test]
fn an_answer_is_small() {
    assert!(size_of::<Sensed>() <= 24, "{}", size_of::<Sensed>());
}
