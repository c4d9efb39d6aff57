//! Events of sensors: who comes in and who leaves, beside brute force in `f64`.

use crate::testkit::Random;
use crate::testkit::crowds::{by_place, crowd_under, new_crowd, profile_of};
use crate::testkit::level::box_of;
use crate::testkit::worlds::quad;
use glam::{DMat3, DQuat, DVec3, Vec3};
use std::collections::BTreeSet;
use sweep8::{
    CharacterEvent, CharacterId, CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, EventKind,
    EventMask, InstanceId, InstanceKind, Mesh, MoveMemory, Placement, World,
};
use sweep8_scalar_ref::brute_force::distance;

const FRAME: f32 = 1.0 / 60.0;
const HALF: Vec3 = Vec3::new(1.0, 0.7, 1.4);
const SHAPES: [Vec3; 3] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.2, 0.3, 1.1)];

/// The characters in sensors: the index of each, and the sensor.
type Inside = BTreeSet<(usize, InstanceId)>;

/// Takes over what is told of sensors; nobody enters where it is, or leaves where it is not.
fn take(inside: &mut Inside, events: &[CharacterEvent]) -> usize {
    let mut count = 0;
    for &CharacterEvent { character, kind, .. } in events {
        let index = character.index();
        count += match kind {
            EventKind::SensorEntered { instance } => usize::from(inside.insert((index, instance))),
            EventKind::SensorLeft { instance } => usize::from(inside.remove(&(index, instance))),
            _ => continue,
        };
    }
    let told = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::SensorEntered { .. } | EventKind::SensorLeft { .. }));
    assert_eq!(told.count(), count, "told twice: {events:?}");
    count
}

/// How far a body is from being in a box, radii; negative where it is in it.
fn outside(state: &CharacterState, radii: Vec3, placement: &Placement) -> f64 {
    let linear =
        DMat3::from_quat(placement.rotation.as_dquat().normalize()) * DMat3::from_diagonal(placement.scale.as_dvec3());
    let center = state.position.to_dvec3();
    let local = linear.inverse() * (center - placement.translation);
    if local.abs().cmplt(HALF.as_dvec3()).all() {
        return -1.0;
    }
    let back = DMat3::from_quat(state.orientation.as_dquat().normalize()).transpose();
    let seen = |corner: DVec3| back * (placement.translation + linear * corner - center) / radii.as_dvec3();
    let triangles = box_of(DVec3::ZERO, HALF.as_dvec3(), DQuat::IDENTITY);
    triangles.iter().map(|triangle| distance(DVec3::ZERO, &triangle.map(seen)) - 1.0).fold(f64::INFINITY, f64::min)
}

fn random_placement(random: &mut Random, about: DVec3) -> Placement {
    let rotation = random.turn().as_quat().normalize();
    let size = |random: &mut Random| random.scale(0.5, 3.0) as f32 * if random.whole(0, 3) == 0.0 { -1.0 } else { 1.0 };
    let scale = Vec3::new(size(random), size(random), size(random));
    Placement { translation: about + random.vector(5.0), rotation, scale }
}

/// A world of sensors, some of which move, and a crowd that flies about; `tell` gets each step's events.
fn fly(
    seed: u64,
    about: DVec3,
    settings: CrowdSettings,
    mut tell: impl FnMut(&Crowd, &[CharacterId], &[(InstanceId, Placement)]),
) {
    let mut random = Random(seed);
    let mut world = World::new();
    let cuboid = Mesh::cuboid(HALF).unwrap().cook();
    let mut sensors = Vec::new();
    for number in 0..12 {
        let placement = random_placement(&mut random, about);
        let id = world.add(&cuboid, placement).unwrap();
        if number % 4 == 3 {
            world.set_layers(id, 1 << 5).unwrap();
        } else {
            world.set_kind(id, InstanceKind::Sensor).unwrap();
            sensors.push((id, placement));
        }
    }
    let mut crowd = Crowd::new(CrowdSettings { gravity: Vec3::ZERO, ..settings }).unwrap();
    crowd.record_events(EventMask::ALL);
    let ids: Vec<_> = (0..30)
        .map(|number| {
            let shape = profile_of(SHAPES[number % 3]).shape();
            // Nothing stops them: what is solid is in a layer of its own.
            let settings = CharacterSettings { shape, layers: 1, ..CharacterSettings::default() };
            let id = crowd.spawn(&CharacterProfile::new(&settings).unwrap(), about + random.vector(6.0)).unwrap();
            if number % 2 == 0 {
                let orientation = random.turn().as_quat().normalize();
                crowd.set_state(id, &CharacterState { orientation, ..*crowd.state(id).unwrap() }).unwrap();
            }
            id
        })
        .collect();
    for frame in 0..200 {
        for &id in &ids {
            if random.whole(0, 9) == 0.0 {
                // Characters that stray come back.
                let back = about - crowd.position(id).unwrap().to_dvec3();
                let way = if back.length() > 7.0 { back.normalize() } else { random.direction() };
                let velocity = (way * random.range(0.0, 12.0)).as_vec3();
                crowd.set_desired_velocity(id, velocity).unwrap();
            }
        }
        if frame % 10 == 5 {
            let (id, placement) = &mut sensors[frame / 10 % 9];
            *placement = random_placement(&mut random, about);
            world.place(*id, *placement).unwrap();
        }
        let (id, placement) = &mut sensors[0];
        *placement = Placement { translation: placement.translation + random.vector(0.2), ..*placement };
        world.move_to(*id, *placement).unwrap();
        assert_eq!(crowd.step_in(&world.begin_step(FRAME).unwrap()).refused, 0);
        tell(&crowd, &ids, &sensors);
    }
}

#[test]
fn sensors_report_exactly_the_characters_inside() {
    let (mut changes, mut compared, mut near) = (0, 0, 0);
    for (seed, about) in [(1, DVec3::ZERO), (2, DVec3::new(5e6, 0.0, -9e6)), (3, DVec3::splat(700.0))] {
        let mut inside = Inside::new();
        fly(seed, about, CrowdSettings::default(), |crowd, ids, sensors| {
            changes += take(&mut inside, crowd.events());
            for &id in ids {
                let (state, radii) = (crowd.state(id).unwrap(), crowd.profile(id).unwrap().shape().radii());
                for &(sensor, placement) in sensors {
                    let outside = outside(state, radii, &placement);
                    if outside.abs() < 1e-5 {
                        near += 1;
                        continue;
                    }
                    let told = inside.contains(&(id.index(), sensor));
                    assert_eq!(told, outside < 0.0, "{outside} radii outside, seed {seed}");
                    compared += usize::from(told);
                }
            }
        });
    }
    println!("{changes} times somebody came or went; in sensors {compared} times, {near} too near to tell");
    assert!(changes > 300 && compared > 3_000 && near < 100, "{changes} {compared} {near}");
}

#[test]
fn neither_threads_nor_the_order_in_memory_show_and_a_restored_crowd_tells_the_same() {
    let run = |threads: usize, sort_every: u32| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut all, mut saved) = (Vec::new(), Vec::new());
            let settings = CrowdSettings { sort_every, ..CrowdSettings::default() };
            fly(4, DVec3::ZERO, settings, |crowd, _, sensors| {
                let place = |sought: InstanceId| sensors.iter().position(|&(id, _)| id == sought);
                for &CharacterEvent { character, kind, .. } in crowd.events() {
                    let index = character.index();
                    match kind {
                        EventKind::SensorEntered { instance } => all.push((index, place(instance), true)),
                        EventKind::SensorLeft { instance } => all.push((index, place(instance), false)),
                        _ => {}
                    }
                }
                crowd.save_into(&mut saved);
                let mut other = new_crowd();
                other.restore(&saved).unwrap();
                let mut again = Vec::new();
                other.save_into(&mut again);
                assert!(again == saved);
            });
            all
        })
    };
    let one = run(1, 16);
    assert!(one.len() > 100, "{}", one.len());
    for (threads, sort_every) in [(2, 16), (3, 1), (1, 0)] {
        assert_eq!(run(threads, sort_every), one, "{threads} threads, sorted every {sort_every}");
    }
}

/// A sensor before one who walks through it along x.
fn walk_through(mesh: Mesh, placement: Placement) -> (World, InstanceId, Crowd, CharacterId) {
    let mut world = World::new();
    world.add(&Mesh::cuboid(Vec3::new(50.0, 1.0, 50.0)).unwrap().cook(), Placement::at(-DVec3::Y)).unwrap();
    let sensor = world.add(&mesh.cook(), placement).unwrap();
    world.set_kind(sensor, InstanceKind::Sensor).unwrap();
    let mut crowd = new_crowd();
    crowd.record_events(EventMask::ALL);
    let person = crowd.spawn(&CharacterProfile::default(), Vec3::Y * 0.91).unwrap();
    crowd.set_desired_velocity(person, Vec3::X * 3.0).unwrap();
    (world, sensor, crowd, person)
}

/// The events of sensors in a number of steps, and where the character then was along x.
fn told(world: &World, crowd: &mut Crowd, person: CharacterId, steps: usize) -> Vec<(EventKind, f32)> {
    let mut told = Vec::new();
    for _ in 0..steps {
        crowd.step(world, FRAME).unwrap();
        let x = crowd.position(person).unwrap().to_vec3().x;
        let kinds = crowd.events().iter().map(|event| event.kind);
        told.extend(
            kinds
                .filter(|kind| matches!(kind, EventKind::SensorEntered { .. } | EventKind::SensorLeft { .. }))
                .map(|kind| (kind, x)),
        );
    }
    told
}

#[test]
fn a_character_that_walks_through_a_region_enters_and_leaves_it_once() {
    for (mesh, half) in
        [(Mesh::cuboid(Vec3::new(3.0, 5.0, 5.0)).unwrap(), 3.0), (Mesh::capsule(3.0, 2.0, 32).unwrap(), 2.0)]
    {
        let (world, sensor, mut crowd, person) = walk_through(mesh, Placement::at(DVec3::new(5.0, 0.9, 0.0)));
        let told = told(&world, &mut crowd, person, 300);
        let [(entered, there), (left, end)] = told[..] else { panic!("{told:?}") };
        assert_eq!(entered, EventKind::SensorEntered { instance: sensor });
        assert_eq!(left, EventKind::SensorLeft { instance: sensor });
        // A body of radius 0.4, and steps of 0.05 m.
        assert!((there - (5.0 - half - 0.4)).abs() < 0.08 && (end - (5.0 + half + 0.4)).abs() < 0.08, "{there}, {end}");
    }
}

#[test]
fn a_sheet_has_no_inside_and_is_left_where_it_is_not_touched_any_more() {
    let sheet = quad(Vec3::new(0.0, -5.0, -5.0), Vec3::Z * 10.0, Vec3::Y * 10.0);
    for flipped in [false, true] {
        let corners: Vec<Vec3> = sheet.iter().flatten().copied().collect();
        let faces = if flipped { [[0, 2, 1], [3, 5, 4]] } else { [[0, 1, 2], [3, 4, 5]] };
        let mesh = Mesh::new(&corners, &faces).unwrap();
        let (world, sensor, mut crowd, person) = walk_through(mesh, Placement::at(DVec3::X * 5.0));
        let told = told(&world, &mut crowd, person, 300);
        let [(entered, there), (left, end)] = told[..] else { panic!("{told:?}") };
        assert!(entered == EventKind::SensorEntered { instance: sensor } && (there - 4.6).abs() < 0.08, "{there}");
        assert!(left == EventKind::SensorLeft { instance: sensor } && (end - 5.4).abs() < 0.08, "{end}");
    }
}

#[test]
fn a_removed_or_disabled_sensor_reports_all_as_left_and_a_removed_character_leaves_nothing() {
    let cuboid = || Mesh::cuboid(Vec3::splat(3.0)).unwrap();
    for remove in [false, true] {
        let (mut world, sensor, mut crowd, person) = walk_through(cuboid(), Placement::IDENTITY);
        assert_eq!(told(&world, &mut crowd, person, 5).len(), 1);
        if remove {
            world.remove(sensor).unwrap();
        } else {
            world.set_layers(sensor, 0).unwrap();
        }
        let [(left, _)] = told(&world, &mut crowd, person, 3)[..] else { panic!("it leaves once") };
        assert_eq!(left, EventKind::SensorLeft { instance: sensor });
    }
    let (world, sensor, mut crowd, person) = walk_through(cuboid(), Placement::IDENTITY);
    told(&world, &mut crowd, person, 5);
    crowd.despawn(person).unwrap();
    let other = crowd.spawn(&CharacterProfile::default(), Vec3::new(20.0, 0.91, 0.0)).unwrap();
    assert_eq!((other.index(), told(&world, &mut crowd, other, 3).len()), (person.index(), 0));
    crowd.teleport(other, Vec3::Y * 0.91).unwrap();
    crowd.set_desired_velocity(other, Vec3::ZERO).unwrap();
    let [(entered, _)] = told(&world, &mut crowd, other, 3)[..] else { panic!("it comes in once") };
    assert_eq!(entered, EventKind::SensorEntered { instance: sensor });
    // The record of sensors goes on in a restored crowd and in a clone: a character that is in the sensor does not enter again.
    let mut saved = Vec::new();
    crowd.save_into(&mut saved);
    let mut restored = crowd_under(Vec3::ZERO);
    restored.restore(&saved).unwrap();
    for mut crowd in [restored, crowd.clone()] {
        assert_eq!(told(&world, &mut crowd, other, 2).len(), 0);
        crowd.record_events(EventMask::NONE);
        crowd.step(&world, FRAME).unwrap();
        assert!(crowd.events().is_empty());
    }
}

#[test]
fn slices_report_the_same_sensor_events_as_a_crowd() {
    let (world, _, mut crowd, person) =
        walk_through(Mesh::cuboid(Vec3::splat(2.0)).unwrap(), Placement::at(DVec3::X * 4.0));
    let (profiles, mut memory) = ([*crowd.profile(person).unwrap()], MoveMemory::new());
    memory.record_events(EventMask::ALL);
    let (mut states, inputs) = ([*crowd.state(person).unwrap()], [*crowd.input(person).unwrap()]);
    let mut sensors = 0;
    for _ in 0..200 {
        crowd.step(&world, FRAME).unwrap();
        world.move_characters(&profiles, &mut states, &inputs, FRAME, &mut memory).unwrap();
        assert_eq!(by_place(memory.events()), by_place(crowd.events()));
        sensors += take(
            &mut Inside::new(),
            &crowd
                .events()
                .iter()
                .copied()
                .filter(|event| matches!(event.kind, EventKind::SensorEntered { .. }))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(sensors, 1);
}
