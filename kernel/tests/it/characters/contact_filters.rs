//! Contacts that a callback ignores: by triangle and by instance, gathered, in dense places and on long ways, moving or not.

use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::placed::cook;
use crate::testkit::worlds::{Level, quad};
use glam::{DVec3, Quat, Vec3};
use std::sync::atomic::{AtomicU32, Ordering};
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterState, ContactView, InstanceKind, Material, Mesh, MoveInput, MoveMemory, Placement, SlideStatus, Verdict,
    World,
};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

const STEP: f32 = 1.0 / 60.0;

/// A wall across x = 2 of cells of `cell` metres, those above the height of 0 of material 1.
fn wall(cell: f32) -> Mesh {
    let count = (4.0 / cell) as u16;
    let mut level: Level = Vec::new();
    let mut materials = Vec::new();
    for (column, row) in (0..count).flat_map(|column| (0..count).map(move |row| (column, row))) {
        let low = Vec3::new(2.0, f32::from(row) * cell - 2.0, f32::from(column) * cell - 2.0);
        level.extend(quad(low, Vec3::Y * cell, Vec3::Z * cell));
        materials.extend([u16::from(low.y >= 0.0); 2]);
    }
    let corners: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let mesh = Mesh::new(&corners, &triangles).expect("it is a mesh");
    mesh.with_materials(&[Material::default(), Material::with_friction(0.0)], &materials).expect("it has two")
}

fn through_upper(contact: &ContactView) -> Verdict {
    if contact.material == 1 { Verdict::IgnoreTriangle } else { Verdict::Keep }
}

fn through_all(_: &ContactView) -> Verdict {
    Verdict::IgnoreInstance
}

fn ahead(speed: f32) -> MoveInput {
    MoveInput { desired_velocity: Vec3::X * speed, ..MoveInput::WEIGHTLESS }
}

/// Where a ball ends that flies at the wall at a height for a second, in steps of `seconds`.
fn flown(
    world: &mut World,
    height: f32,
    (speed, seconds): (f32, f32),
    filter: &(dyn Fn(&ContactView) -> Verdict + Sync),
) -> f32 {
    let profile = profile_of(Vec3::splat(0.4));
    let mut state = CharacterState::new(Vec3::Y * height);
    for _ in 0..(1.0 / seconds).round() as u32 {
        let step = world.begin_step(seconds).expect("it is a time step").filtered(filter);
        step.move_character(&profile, &mut state, &ahead(speed)).expect("it is in range");
    }
    state.position.to_vec3().x
}

#[test]
fn triangles_that_are_ignored_stop_nobody_and_their_neighbours_do() {
    // Coarse cells are gathered, of fine ones there are too many, and a long way is swept through the tree.
    for (cell, pace) in [(1.0, (4.0, STEP)), (0.25, (4.0, STEP)), (1.0, (40.0, 1.0))] {
        for placed in [false, true] {
            let mut world = World::new();
            let rotation = if placed { Quat::from_rotation_x(0.0005) } else { Quat::IDENTITY };
            world.add(&wall(cell).cook(), Placement { rotation, ..Placement::IDENTITY }).expect("it is in range");
            let (speed, _) = pace;
            assert!((flown(&mut world, 1.0, pace, &through_upper) - speed).abs() < 1e-3, "cells of {cell} m: above");
            assert!(flown(&mut world, -1.0, pace, &through_upper) < 1.6, "cells of {cell} m: below");
            assert!((flown(&mut world, -1.0, pace, &through_all) - speed).abs() < 1e-3, "cells of {cell} m: the whole");
            assert!(flown(&mut world, 1.0, pace, &|_| Verdict::Keep) < 1.6);
        }
    }
}

#[test]
fn a_dense_wall_is_left_out_as_an_instance_and_stops_after_sixty_four_triangles() {
    let mut world = World::new();
    world.add(&wall(0.01).cook(), Placement::IDENTITY).expect("it is in range");
    assert!((flown(&mut world, 1.0, (4.0, STEP), &through_all) - 4.0).abs() < 1e-3);
    assert!(flown(&mut world, 1.0, (4.0, STEP), &through_upper) < 1.7, "more triangles than are ignored in one place");
}

#[test]
fn a_contact_reports_its_instance_its_material_and_its_point() {
    let mut world = World::new();
    let at = DVec3::new(100.0, 0.0, 0.0);
    let id = world.add(&wall(1.0).cook(), Placement::at(at)).expect("it is in range");
    world.set_user_data(id, 77).expect("it is there");
    let asked = AtomicU32::new(0);
    let look = |contact: &ContactView| {
        asked.fetch_add(1, Ordering::Relaxed);
        assert_eq!((contact.instance, contact.user_data, contact.material), (id, 77, 1));
        assert!((contact.point.x - 102.0).abs() < 1e-4 && contact.point.y > 0.0, "{contact:?}");
        assert!((contact.normal - Vec3::NEG_X).length() < 1e-5, "{contact:?}");
        Verdict::Keep
    };
    let profile = profile_of(PERSON);
    for orientation in [Quat::IDENTITY, Quat::from_rotation_z(0.6)] {
        let start = CharacterState::new(at.as_vec3() + Vec3::new(1.0, 1.0, 0.3));
        let mut state = CharacterState { orientation, ..start };
        for _ in 0..20 {
            let step = world.begin_step(STEP).expect("it is a time step").filtered(&look);
            step.move_character(&profile, &mut state, &ahead(3.0)).expect("it is in range");
        }
    }
    assert!(asked.load(Ordering::Relaxed) > 10);
}

#[test]
fn an_instance_that_is_ignored_neither_pushes_nor_crushes() {
    let mut world = World::new();
    let slab = Mesh::cuboid(Vec3::new(0.5, 5.0, 5.0)).expect("it is a cuboid").cook();
    world.add(&slab, Placement::at(DVec3::X * -1.2)).expect("it is in range");
    let press = world.add(&slab, Placement::at(DVec3::X * 3.0)).expect("it is in range");
    let through_press =
        |contact: &ContactView| if contact.instance == press { Verdict::IgnoreInstance } else { Verdict::Keep };
    for filter in [None, Some(&through_press)] {
        world.place(press, Placement::at(DVec3::X * 3.0)).expect("it is in range");
        let profile = profile_of(PERSON);
        let mut state = CharacterState::new(Vec3::ZERO);
        let mut crushed = false;
        for frame in 1..=60 {
            world.move_to(press, Placement::at(DVec3::X * (3.0 - 0.05 * f64::from(frame)))).expect("it is in range");
            let mut step = world.begin_step(STEP).expect("it is a time step");
            if let Some(filter) = filter {
                step = step.filtered(filter);
            }
            let out = step.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS).expect("it is in range");
            crushed |= out.status == SlideStatus::Crushed;
        }
        assert_eq!(crushed, filter.is_none());
        assert!(filter.is_none() || state.position.to_vec3() == Vec3::ZERO, "{state:?}");
    }
}

/// A level sheet of 10 m about the origin, whose front is up.
fn level_sheet() -> Level {
    quad(Vec3::new(-5.0, 0.0, -5.0), Vec3::Z * 10.0, Vec3::X * 10.0)
}

/// The way out of the floor leads the centre through a sheet that stops nobody.
#[test]
fn a_character_overlapping_a_floor_is_pushed_out_through_ignored_and_one_sided_triangles() {
    for (verdict, kind) in [
        (Verdict::IgnoreTriangle, InstanceKind::Solid),
        (Verdict::IgnoreInstance, InstanceKind::Solid),
        (Verdict::Keep, InstanceKind::OneSided),
    ] {
        for orientation in [Quat::IDENTITY, Quat::from_rotation_z(0.6)] {
            let mut world = World::new();
            world.add(&cook(&level_sheet()), Placement::at(DVec3::Y * -0.3)).expect("it is in range");
            let sheet = world.add(&cook(&level_sheet()), Placement::at(DVec3::Y * 0.05)).expect("it is in range");
            world.set_kind(sheet, kind).expect("it is there");
            let filter = |contact: &ContactView| if contact.instance == sheet { verdict } else { Verdict::Keep };
            let profile = profile_of(Vec3::splat(0.5));
            let mut state = CharacterState { orientation, ..CharacterState::new(Vec3::ZERO) };
            let step = world.begin_step(STEP).expect("it is a time step").filtered(&filter);
            let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
            assert_ne!(out.status, SlideStatus::Overlapping, "{verdict:?}, {kind:?}: {state:?}");
            assert!((state.position.to_vec3().y - 0.21).abs() < 1e-3, "{verdict:?}, {kind:?}: {state:?}");
        }
    }
}

#[test]
fn what_moves_keeps_the_skin_off_who_stands_in_what_is_ignored() {
    for moves_too in [false, true] {
        let mut world = World::new();
        let slab = Mesh::cuboid(Vec3::new(0.5, 5.0, 5.0)).expect("it is a cuboid").cook();
        let press = world.add(&slab, Placement::at(DVec3::X * 1.3)).expect("it is in range");
        let sheet = quad(Vec3::new(0.2, -5.0, -5.0), Vec3::Y * 10.0, Vec3::Z * 10.0);
        let sheet = world.add(&cook(&sheet), Placement::IDENTITY).expect("it is in range");
        let filter =
            |contact: &ContactView| if contact.instance == sheet { Verdict::IgnoreTriangle } else { Verdict::Keep };
        let profile = profile_of(Vec3::splat(0.5));
        let mut state = CharacterState::new(Vec3::ZERO);
        world.move_to(press, Placement::at(DVec3::X * 0.9)).expect("it is in range");
        if moves_too {
            world.move_to(sheet, Placement::at(DVec3::X * 0.1)).expect("it is in range");
        }
        let step = world.begin_step(STEP).expect("it is a time step").filtered(&filter);
        let out = step.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS).expect("it is in range");
        assert!((out.carried_by.x + 0.11).abs() < 1e-4, "{}, {state:?}", out.carried_by);
        assert_eq!(out.depenetrated_by, 0.0);
    }
}

#[test]
fn a_floor_that_is_ignored_makes_no_step_of_a_slope_too_steep_to_stand_on() {
    let sheet = |corner: Vec3, along: Vec3| cook(&quad(corner, Vec3::Z * 40.0, along));
    let mut world = World::new();
    let (sine, cosine) = 52.0_f32.to_radians().sin_cos();
    let slope = Vec3::new(cosine, sine, 0.0) * 9.0;
    for mesh in [sheet(Vec3::new(-9.0, 0.0, -20.0), Vec3::X * 20.0), sheet(Vec3::new(1.0, 0.0, -20.0), slope)] {
        world.add(&mesh, Placement::IDENTITY).expect("it is in range");
    }
    let shelf = sheet(Vec3::new(1.05, 0.36, -20.0), Vec3::X * 9.0);
    let shelf = world.add(&shelf, Placement::IDENTITY).expect("it is in range");
    let ignores = |contact: &ContactView| {
        if contact.instance == shelf { Verdict::IgnoreInstance } else { Verdict::Keep }
    };
    let profile = profile_of(PERSON);
    let mut highest = |filter: &(dyn Fn(&ContactView) -> Verdict + Sync)| {
        let mut state = CharacterState::new(Vec3::new(0.0, 0.92, 0.0));
        let input = MoveInput { desired_velocity: Vec3::X * 2.0, ..MoveInput::EARTH };
        (0..120).fold(0.0_f32, |highest, _| {
            let step = world.begin_step(STEP).expect("it is a time step").filtered(filter);
            step.move_character(&profile, &mut state, &input).expect("it is in range");
            highest.max(state.position.to_vec3().y)
        })
    };
    assert!(highest(&ignores) < 0.93, "{} with a shelf that is ignored", highest(&ignores));
    assert!(highest(&|_| Verdict::Keep) > 1.2, "the shelf is a step");
}

#[test]
fn a_crowd_and_slices_ask_as_one_does_and_nobody_rests_in_such_a_step() {
    let mut world = World::new();
    let floor = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let floor = world.add(&cook(&floor), Placement::IDENTITY).expect("it is in range");
    let (profiles, mut memory) = ([profile_of(PERSON)], MoveMemory::new());
    let mut crowd = new_crowd();
    let (mut alone, mut slices, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for place in 0..70_u8 {
        let start = Vec3::new(f32::from(place % 10) - 5.0, 0.91, f32::from(place / 10) - 5.0);
        alone.push(CharacterState::new(start));
        slices.push(CharacterState::new(start));
        ids.push(crowd.spawn(&profiles[0], start).expect("it is in range"));
    }
    let inputs = vec![MoveInput::EARTH; alone.len()];
    let keep = |_: &ContactView| Verdict::Keep;
    // Characters at x < 0 fall through the floor.
    let half = |contact: &ContactView| {
        let is_before = contact.point.x < 0.0 && contact.instance == floor;
        if is_before { Verdict::IgnoreInstance } else { Verdict::Keep }
    };
    for frame in 0..80 {
        let mut step = world.begin_step(STEP).expect("it is a time step");
        if frame >= 40 {
            step = step.filtered(if frame < 50 { &keep } else { &half });
        }
        for (state, input) in alone.iter_mut().zip(&inputs) {
            step.move_character(&profiles[0], state, input).expect("it is in range");
        }
        step.move_characters(&profiles, &mut slices, &inputs, &mut memory).expect("they are as many");
        crowd.step_in(&step);
        if frame == 39 {
            assert_eq!(count_at_rest(&crowd), alone.len());
        }
    }
    for (place, own) in alone.iter().enumerate() {
        assert_eq!(bytemuck::bytes_of(own), bytemuck::bytes_of(&slices[place]), "{place}");
        assert_eq!(crowd.state(ids[place]).expect("it is there").position, own.position, "{place}");
        assert_eq!(own.position.to_vec3().y < 0.5, own.position.to_vec3().x < 0.0, "{place}: {own:?}");
    }
    let fallen = alone.iter().filter(|state| state.position.to_vec3().y < 0.5).count();
    assert!((20..50).contains(&fallen), "{fallen}");
}
