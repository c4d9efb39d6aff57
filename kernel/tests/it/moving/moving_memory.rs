//! The memory that a crowd, or a character, keeps of its surroundings shows in no result, however instances come, go and move: characters
//! are moved as if each were alone and had never moved before. And the memory is kept: a character far from all changes stays at rest.

use crate::testkit::Random;
use crate::testkit::worlds::{room, terrain, world_of};
use glam::{DVec3, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterMemory, CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, Ellipsoid, InstanceId,
    Mesh, MoveInput, Placement, World,
};

const FRAME: f32 = 1.0 / 60.0;

/// Side of the place, metres.
const SIDE: f64 = 60.0;

fn anywhere(random: &mut Random, height: f64) -> DVec3 {
    DVec3::new(random.range(0.0, SIDE), height, random.range(0.0, SIDE))
}

fn turned(random: &mut Random, about: DVec3) -> Placement {
    Placement { rotation: Quat::from_rotation_y(random.range(-3.0, 3.0) as f32), ..Placement::at(about) }
}

/// A floor of tiles, some crates on it, and characters that stand about; every third one walks.
fn place(random: &mut Random) -> (World, Vec<InstanceId>, Crowd, Vec<CharacterState>, Vec<MoveInput>) {
    let mut world = World::new();
    let tile = Mesh::cuboid(Vec3::new(5.0, 0.5, 5.0)).expect("it is a cuboid").cook();
    for x in 0..6 {
        for z in 0..6 {
            let center = DVec3::new(5.0 + 10.0 * f64::from(x), -0.5, 5.0 + 10.0 * f64::from(z));
            world.add(&tile, Placement::at(center)).expect("it is in range");
        }
    }
    let crates = Mesh::cuboid(Vec3::new(0.6, 0.5, 0.9)).expect("it is a cuboid").cook();
    let movable = (0..60)
        .map(|_| {
            let about = anywhere(random, 0.5);
            world.add(&crates, turned(random, about)).expect("it is in range")
        })
        .collect();
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    let (mut states, mut inputs) = (Vec::new(), Vec::new());
    for number in 0..150_u16 {
        let radii = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3)][usize::from(number % 2)];
        let profile = CharacterProfile::of_shape(Ellipsoid::new(radii).expect("it is a shape"));
        let id = crowd.spawn(&profile, anywhere(random, 3.0)).expect("it is in range");
        let heading = random.direction().as_vec3() * Vec3::new(1.5, 0.0, 1.5);
        let desired = if number % 3 == 0 { heading } else { Vec3::ZERO };
        crowd.set_desired_velocity(id, desired).expect("it is in range");
        states.push(*crowd.state(id).expect("it is there"));
        inputs.push(MoveInput { desired_velocity: desired, ..MoveInput::EARTH });
    }
    (world, movable, crowd, states, inputs)
}

#[test]
fn a_crowd_among_instances_that_come_go_and_move_is_moved_as_if_it_remembered_nothing() {
    let mut random = Random(7);
    let (mut world, mut movable, mut crowd, mut states, inputs) = place(&mut random);
    let mesh = world.mesh(movable[0]).expect("it is there");
    let (mut at_rest, mut pushed) = (0, 0);
    let profiles = crowd.profiles().to_vec();
    // Characters alone with memory: each its own, and all one.
    let (mut own, mut shared) = (vec![CharacterMemory::new(); states.len()], CharacterMemory::new());
    for frame in 0..400 {
        // One leaves, one comes, one is put elsewhere; all in one step of four.
        if frame % 4 == 0 {
            let gone = movable.swap_remove(random.whole(0, 59) as usize);
            world.remove(gone).expect("it is there");
            let about = anywhere(&mut random, 0.5);
            movable.push(world.add(&mesh, turned(&mut random, about)).expect("it is in range"));
            let about = anywhere(&mut random, 0.5);
            world.place(movable[0], turned(&mut random, about)).expect("it is in range");
        }
        // Some go their way, in two steps of three.
        if frame % 3 != 0 {
            for &id in &movable[1..6] {
                let mut target = world.placement(id).expect("it is there");
                target.translation += DVec3::new(random.range(-0.1, 0.3), 0.0, random.range(-0.1, 0.1));
                target.rotation = (Quat::from_rotation_y(random.range(0.0, 0.1) as f32) * target.rotation).normalize();
                world.move_to(id, target).expect("it is in range");
            }
        }
        let step = world.begin_step(FRAME).expect("it is a time step");
        let report = crowd.step_in(&step);
        assert_eq!(report.refused, 0);
        at_rest += count_at_rest(&crowd);
        for (number, (id, state)) in crowd.ids().zip(&mut states).enumerate() {
            let profile = &profiles[state.profile as usize];
            let before = *state;
            // A new memory each time.
            let out = step.move_character(profile, state, &inputs[number]).expect("it is in range");
            for memory in [&mut own[number], &mut shared] {
                let mut other = before;
                let with = step.move_character_with(profile, &mut other, &inputs[number], memory);
                assert_eq!(with.expect("it is in range"), out, "frame {frame}, character {number}");
                assert_eq!(&other, state, "frame {frame}, character {number}");
            }
            pushed += u32::from(out.carried_by != Vec3::ZERO);
            assert_eq!(crowd.state(id).expect("it is there"), state, "frame {frame}, character {number}");
        }
    }
    println!("{at_rest} of {} moves left out, {pushed} carried or pushed", 400 * states.len());
    assert!(at_rest > 20_000 && pushed > 300, "{at_rest} at rest, {pushed} pushed");
}

#[test]
fn a_character_with_memory_moves_as_without_in_any_world_at_any_size_and_place() {
    let mut random = Random(11);
    let worlds = [terrain(&mut random, 40, 0.6, 0.3), room(&mut random, 9.0, 12, 40)].map(|level| world_of(&level));
    let radii =
        [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.25)].map(|radii| Ellipsoid::new(radii).expect("it is a shape"));
    let profiles = radii.map(CharacterProfile::of_shape);
    let (mut memory, mut stood) = (CharacterMemory::new(), 0);
    for round in 0..60 {
        let (world, profile) = (&worlds[round % 2], &profiles[round / 2 % 2]);
        let mut state = CharacterState::new((random.vector(6.0) + DVec3::Y * 3.0).as_vec3());
        let mut input = MoveInput::EARTH;
        for frame in 0..120 {
            if frame % 30 == 0 {
                let speed = random.range(0.0, 8.0) as f32;
                input.desired_velocity = random.direction().as_vec3() * Vec3::new(speed, 0.0, speed);
                input.jump_speed = if random.range(0.0, 1.0) < 0.3 { 4.0 } else { 0.0 };
            }
            let mut alone = state;
            let out = world.move_character(profile, &mut alone, &input, FRAME).expect("it is in range");
            let with = world.move_character_with(profile, &mut state, &input, FRAME, &mut memory);
            assert_eq!((with.expect("it is in range"), state), (out, alone), "round {round}, frame {frame}");
            stood += u32::from(state.ground().is_grounded());
        }
    }
    assert!(stood > 1_000, "{stood}");
}

#[test]
fn who_rests_at_long_time_steps_falls_when_its_floor_is_taken_away() {
    let mut world = World::new();
    let slab = Mesh::cuboid(Vec3::new(3.0, 0.5, 3.0)).expect("it is a cuboid").cook();
    let [_, far] =
        [0.0, 100.0].map(|x| world.add(&slab, Placement::at(DVec3::new(x, -0.5, 0.0))).expect("it is in range"));
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    let id = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.0, 0.91, 0.0)).expect("it is in range");
    for _ in 0..10 {
        crowd.step(&world, FRAME).expect("it is a time step");
    }
    // A fall of four seconds is too long to gather for: nothing is remembered of this place.
    crowd.teleport(id, Vec3::new(100.0, 0.91, 0.0)).expect("it is in range");
    for _ in 0..10 {
        crowd.step(&world, 4.0).expect("it is a time step");
    }
    let stood = crowd.position(id).expect("it is there").to_vec3().y;
    assert!(stood > 0.89, "{stood}");
    world.remove(far).expect("it is there");
    crowd.step(&world, 4.0).expect("it is a time step");
    let fallen = crowd.position(id).expect("it is there").to_vec3().y;
    assert!(fallen < stood - 4.0, "{fallen}");
}

/// A floor that ends at x = 0, `count` by `count` squares with a side of `cell` metres, two triangles each.
fn floor_of_squares(count: u16, cell: f32) -> Mesh {
    let place = |column: u16, row: u16| {
        Vec3::new(cell * (f32::from(column) - f32::from(count)), 0.0, cell * (f32::from(row) - 0.5 * f32::from(count)))
    };
    let squares = (0..count).flat_map(|column| (0..count).map(move |row| (column, row)));
    let triangles = squares.flat_map(|(x, z)| {
        let [a, b, c, d] = [(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)].map(|(x, z)| place(x, z));
        [a, b, c, a, c, d]
    });
    let corners: Vec<Vec3> = triangles.collect();
    let count = corners.len() as u32;
    let indices: Vec<[u32; 3]> = (0..count / 3).map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner)).collect();
    Mesh::new(&corners, &indices).expect("it is a mesh")
}

#[test]
fn who_rests_before_a_kerb_with_a_wall_behind_it_goes_up_when_the_wall_is_gone() {
    let settings = CharacterSettings { max_slope_angle: 10.0_f32.to_radians(), ..CharacterSettings::default() };
    let person = CharacterProfile::new(&settings).expect("they are in range");
    // Of large squares, and of so many small ones that no gather holds them.
    for (count, cell) in [(4, 0.4), (240, 0.005)] {
        let mut world = World::new();
        let squares = floor_of_squares(count, cell).cook();
        let cuboid = |half: Vec3| Mesh::cuboid(half).expect("it is a cuboid").cook();
        let (kerb, wall) = (cuboid(Vec3::new(1.0, 0.15, 1.6)), cuboid(Vec3::new(0.1, 1.0, 1.6)));
        // The wall is in other cells of the record of changes than the body before the kerb.
        let edge = DVec3::X * (4.0 - 0.27);
        let mut add = |mesh, at: Placement| {
            world.add(mesh, Placement { translation: edge + at.translation, ..at }).expect("it is in range")
        };
        add(&squares, Placement::IDENTITY);
        add(&squares, Placement { rotation: Quat::from_rotation_z(FRAC_PI_2), ..Placement::at(DVec3::Y * 0.3) });
        add(&kerb, Placement::at(DVec3::new(1.0, 0.15, 0.0)));
        let wall = add(&wall, Placement::at(DVec3::new(0.30 + 0.1, 0.3 + 1.0, 0.0)));
        let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
        let id = crowd.spawn_standing(&person, edge.as_vec3() - Vec3::X * 0.4).expect("it is in range");
        crowd.set_desired_velocity(id, Vec3::X * 0.2).expect("it is in range");
        let mut walk = |world: &World| {
            for _ in 0..120 {
                crowd.step(world, FRAME).expect("it is a time step");
            }
            let place = crowd.position(id).expect("it is there").to_vec3() - edge.as_vec3();
            (place, count_at_rest(&crowd))
        };
        let (stopped, at_rest) = walk(&world);
        assert!(stopped.x < -0.25 && stopped.y < 0.95, "squares of {cell} m: it stopped at {stopped}");
        assert_eq!(at_rest, 1, "squares of {cell} m");
        world.remove(wall).expect("it is there");
        let (gone, _) = walk(&world);
        assert!(gone.x > stopped.x + 0.3 && gone.y > 1.2, "squares of {cell} m: it is at {gone}");
    }
}

#[test]
fn who_is_far_from_what_moves_stays_at_rest() {
    let mut random = Random(8);
    let (mut world, movable, mut crowd, ..) = place(&mut random);
    for id in crowd.ids().collect::<Vec<_>>() {
        crowd.set_desired_velocity(id, Vec3::ZERO).expect("it is in range");
    }
    for _ in 0..120 {
        crowd.step(&world, FRAME).expect("it is a time step");
    }
    let resting = count_at_rest(&crowd);
    assert!(resting > 140, "{resting} of 150");
    let mut target = world.placement(movable[0]).expect("it is there");
    for _ in 0..10 {
        target.translation.x += 0.02;
        world.move_to(movable[0], target).expect("it is in range");
        crowd.step_in(&world.begin_step(FRAME).expect("it is a time step"));
        assert!(count_at_rest(&crowd) > resting - 15, "{} of {resting}", count_at_rest(&crowd));
    }
}
