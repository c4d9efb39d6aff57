//! Each kind of wrong input is refused by a code, a field and a sentence, and changes nothing.

use crate::testkit::{message, ok, read, refused};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use sweep8_c::character::{s8_world_move_character, s8_world_move_characters, s8_world_turn_character};
use sweep8_c::crowd::{
    s8_crowd, s8_crowd_despawn, s8_crowd_new, s8_crowd_restore, s8_crowd_save, s8_crowd_spawn, s8_crowd_state_hash,
    s8_crowd_step, s8_crowd_step_in,
};
use sweep8_c::crowd_access::{
    s8_crowd_copy_ids, s8_crowd_copy_positions, s8_crowd_copy_previous_positions, s8_crowd_copy_states,
    s8_crowd_get_state, s8_crowd_jump, s8_crowd_set_inputs, s8_crowd_set_state,
};
use sweep8_c::error::s8_code::{
    S8_ERROR_ALIGNMENT, S8_ERROR_FOREIGN, S8_ERROR_HAS_TARGET, S8_ERROR_IN_STEP, S8_ERROR_LENGTH, S8_ERROR_MESH,
    S8_ERROR_NO_ROOM, S8_ERROR_NO_STEP, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE, S8_ERROR_REMOVED, S8_ERROR_RESTORE,
    S8_ERROR_SHARED,
};
use sweep8_c::hit::{s8_filter_default, s8_hit};
use sweep8_c::memory::{s8_bytes_data, s8_bytes_new, s8_bytes_size, s8_move_memory_new};
use sweep8_c::mesh::{s8_mesh, s8_mesh_capsule, s8_mesh_cook, s8_mesh_cuboid, s8_mesh_data, s8_mesh_heightfield};
use sweep8_c::open_step::s8_step;
use sweep8_c::outcome::s8_outcome;
use sweep8_c::profile::{s8_profiles, s8_profiles_new, s8_settings, s8_settings_default};
use sweep8_c::query::{s8_world_ray, s8_world_sweep};
use sweep8_c::report::s8_report;
use sweep8_c::state::{s8_input, s8_input_earth, s8_state, s8_state_at};
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_character_id, s8_dvec3, s8_ellipsoid, s8_instance_id, s8_placement_at, s8_quat, s8_vec3};
use sweep8_c::world::{
    s8_world, s8_world_add, s8_world_get_placement, s8_world_move_to, s8_world_new, s8_world_place, s8_world_remove,
    s8_world_set_kind, s8_world_set_vertices,
};
use sweep8_c::world_access::s8_world_instance_count;

const STEP: f32 = 1.0 / 60.0;
const ZERO: s8_vec3 = s8_vec3 { x: 0.0, y: 0.0, z: 0.0 };
const DOWN: s8_vec3 = s8_vec3 { x: 0.0, y: -1.0, z: 0.0 };
const PLACE: s8_dvec3 = s8_dvec3 { x: 0.0, y: 2.0, z: 0.0 };
const NOWHERE: s8_dvec3 = s8_dvec3 { x: 0.0, y: f64::NAN, z: 0.0 };

fn cuboid() -> Box<s8_mesh> {
    read(|out| s8_mesh_cuboid(5.0, 0.5, 5.0, out))
}

/// A floor whose top is at 0.5 m.
fn floor() -> Box<s8_world> {
    let mut world = s8_world_new();
    ok(s8_world_add(Some(&mut world), Some(&cuboid()), None, None));
    world
}

fn crowd() -> Box<s8_crowd> {
    read(|out| s8_crowd_new(None, out))
}

fn profiles() -> Box<s8_profiles> {
    let settings = s8_settings_default();
    // SAFETY: it is one.
    read(|out| unsafe { s8_profiles_new(&raw const settings, 1, out) })
}

fn crowd_step(crowd: &mut s8_crowd, world: &s8_world) -> sweep8_c::error::s8_code {
    s8_crowd_step(Some(crowd), Some(world), STEP, None)
}

#[test]
fn null_is_refused_by_the_name_of_the_argument() {
    let (mut world, shape) = (floor(), s8_ellipsoid(0.4, 0.9, 0.4));
    refused(s8_world_remove(None, s8_instance_id::default()), S8_ERROR_NULL, "world", "`world` is NULL");
    refused(s8_world_add(Some(&mut world), None, None, None), S8_ERROR_NULL, "mesh", "`mesh` is NULL");
    let no_shape = s8_world_sweep(Some(&world), None, PLACE, DOWN, None, None, None);
    refused(no_shape, S8_ERROR_NULL, "shape", "`shape` is NULL");
    let no_answer = s8_world_sweep(Some(&world), Some(&shape), PLACE, DOWN, None, None, None);
    refused(no_answer, S8_ERROR_NULL, "is_hit", "`is_hit` is NULL");
    refused(s8_mesh_cuboid(1.0, 1.0, 1.0, None), S8_ERROR_NULL, "mesh", "`mesh` is NULL");
    refused(s8_crowd_step(None, Some(&world), STEP, None), S8_ERROR_NULL, "crowd", "`crowd` is NULL");
    refused(s8_crowd_step_in(Some(&mut crowd()), None, None), S8_ERROR_NULL, "step", "`step` is NULL");

    let (profiles, mut memory, inputs) = (profiles(), s8_move_memory_new(), [s8_input_earth()]);
    // SAFETY: NULL is looked at.
    let no_states = unsafe {
        let (world, profiles, memory) = (Some(&*world), Some(&*profiles), Some(&mut *memory));
        s8_world_move_characters(world, profiles, null_mut(), inputs.as_ptr(), 1, STEP, memory, None)
    };
    refused(no_states, S8_ERROR_NULL, "states", "`states` is NULL");
    assert_eq!(s8_world_instance_count(None), 0);
}

#[test]
fn numbers_out_of_range_are_refused_by_field_value_and_range() {
    let (world, shape) = (floor(), s8_ellipsoid(0.4, 0.9, 0.4));
    let sweep = |shape, place, filter| {
        let mut is_hit = MaybeUninit::new(true);
        let mut hit = MaybeUninit::<s8_hit>::zeroed();
        let (hit_out, is_hit_out) = (Some(&mut hit), Some(&mut is_hit));
        s8_world_sweep(Some(&world), Some(shape), place, DOWN, filter, hit_out, is_hit_out)
    };
    let text = "`position` is NaN, must be -16777216 to 16777216 m along each axis";
    refused(sweep(&shape, NOWHERE, None), S8_ERROR_OUT_OF_RANGE, "position", text);
    let flat = s8_ellipsoid(0.4, 0.0, 0.4);
    let text = "the radius along y is 0: it must be greater than 0";
    refused(sweep(&flat, PLACE, None), S8_ERROR_OUT_OF_RANGE, "radii", text);
    let mut unturned = shape;
    unturned.orientation = s8_quat { x: 0.0, y: 0.0, z: 0.0, w: 0.0 };
    let text = "`orientation` is 0, must be as long as 1";
    refused(sweep(&unturned, PLACE, None), S8_ERROR_OUT_OF_RANGE, "orientation", text);
    let mut filter = s8_filter_default();
    filter.sides = 7;
    let text = "`sides` is 7, must be one of s8_sides";
    refused(sweep(&shape, PLACE, Some(&filter)), S8_ERROR_OUT_OF_RANGE, "sides", text);

    let mut is_hit = MaybeUninit::new(true);
    let ray = s8_world_ray(Some(&world), PLACE, ZERO, 9.0, None, None, Some(&mut is_hit));
    let text = "`direction` is 0, must be finite, and longer than 0";
    refused(ray, S8_ERROR_OUT_OF_RANGE, "direction", text);
    // SAFETY: it was written before the call.
    assert!(unsafe { is_hit.assume_init() }, "a refused call writes nothing");
}

#[test]
fn settings_are_refused_by_name() {
    let refuse = |set: fn(&mut s8_settings), field, text| {
        let mut settings = s8_settings_default();
        set(&mut settings);
        let mut crowd = crowd();
        refused(s8_crowd_spawn(Some(&mut crowd), Some(&settings), PLACE, None), S8_ERROR_OUT_OF_RANGE, field, text);
        assert_eq!(s8_crowd_state_hash(Some(&crowd)), s8_crowd_state_hash(Some(&self::crowd())), "nobody is there");
    };
    refuse(|settings| settings.skin = -0.2, "skin", "`skin` is -0.2, must be 0 to 100000 m");
    refuse(
        |settings| settings.spine = -0.5,
        "spine",
        "`spine` is -0.5, must be 0, or 0.0001 to 100000 m along a known axis",
    );
    refuse(|settings| settings.spine_axis = 3, "spine_axis", "`spine_axis` is 3, must be 0, 1 or 2");
    refuse(|settings| settings.mass = f32::NAN, "mass", "`mass` is NaN, must be 0.001 to 1000000000 kg");
    refuse(|settings| settings.mode = 2, "mode", "`mode` is 2, must be one of s8_mode");
    refuse(|settings| settings.each_other = 3, "each_other", "`each_other` is 3, must be one of s8_each_other");
    refuse(|settings| settings.slope_speed = 9, "slope_speed", "`slope_speed` is 9, must be one of s8_slope_speed");
    let text = "`keeps_ground_velocity` is 2, must be 0 or 1";
    refuse(|settings| settings.keeps_ground_velocity = 2, "keeps_ground_velocity", text);
    let text = "the radius along x is NaN: it must be finite";
    refuse(|settings| settings.radii.x = f32::NAN, "radii", text);
}

#[test]
fn ids_that_name_nobody_are_refused() {
    let (mut world, mut other, mesh) = (floor(), floor(), cuboid());
    let id = read(|id| s8_world_add(Some(&mut world), Some(&mesh), None, id));
    let text = "`instance` 1 belongs to another world";
    refused(s8_world_remove(Some(&mut other), id), S8_ERROR_FOREIGN, "instances", text);
    ok(s8_world_remove(Some(&mut world), id));
    let text = "`instance` 1 is no longer in this world: it was removed";
    refused(s8_world_remove(Some(&mut world), id), S8_ERROR_REMOVED, "instances", text);
    refused(
        s8_world_get_placement(Some(&world), id, Some(&mut MaybeUninit::uninit())),
        S8_ERROR_REMOVED,
        "instances",
        text,
    );

    let (mut crowd, mut others) = (crowd(), self::crowd());
    let person = read(|id| s8_crowd_spawn(Some(&mut crowd), None, PLACE, id));
    let text = "`character` 0 belongs to another crowd";
    refused(s8_crowd_jump(Some(&mut others), person, 1.0), S8_ERROR_FOREIGN, "ids", text);
    ok(s8_crowd_despawn(Some(&mut crowd), person));
    let text = "`character` 0 is no longer in this crowd: it was removed";
    refused(s8_crowd_jump(Some(&mut crowd), person, 1.0), S8_ERROR_REMOVED, "ids", text);
}

#[test]
fn arrays_of_another_length_or_place_are_refused() {
    let mut crowd = crowd();
    for _ in 0..3 {
        ok(s8_crowd_spawn(Some(&mut crowd), None, PLACE, None));
    }
    let (inputs, mut states) = ([s8_input_earth(); 2], [s8_state_at(PLACE); 4]);
    let before = states;
    // SAFETY: there are as many as is said, or it is refused before they are looked at.
    unsafe {
        let few = s8_crowd_set_inputs(Some(&mut crowd), inputs.as_ptr(), 2);
        refused(few, S8_ERROR_LENGTH, "inputs", "`inputs` has 2 elements, must have 3");
        let many = s8_crowd_copy_states(Some(&crowd), states.as_mut_ptr(), 4);
        refused(many, S8_ERROR_LENGTH, "states", "`states` has 4 elements, must have 3");
        assert_eq!(states, before, "a refused call writes nothing");
        let aslant = states.as_mut_ptr().byte_add(8);
        let text = "`states` is not aligned to 16 bytes";
        refused(s8_crowd_copy_states(Some(&crowd), aslant, 3), S8_ERROR_ALIGNMENT, "states", text);
        let person = s8_character_id { index: 0, generation: 0, tag: 0 };
        let text = "`state` is not aligned to 16 bytes";
        refused(s8_crowd_get_state(Some(&crowd), person, aslant), S8_ERROR_ALIGNMENT, "state", text);
        refused(s8_crowd_set_state(Some(&mut crowd), person, aslant), S8_ERROR_ALIGNMENT, "state", text);
        let endless = s8_crowd_set_inputs(Some(&mut crowd), inputs.as_ptr(), usize::MAX / 2);
        let text = format!("`inputs` has {} elements: more than memory can hold", usize::MAX / 2);
        refused(endless, S8_ERROR_LENGTH, "inputs", &text);
    }
}

#[test]
fn nobody_is_copied_to_nowhere() {
    let crowd = crowd();
    // SAFETY: an array without elements may be NULL.
    unsafe {
        ok(s8_crowd_copy_ids(Some(&crowd), null_mut(), 0));
        ok(s8_crowd_copy_states(Some(&crowd), null_mut(), 0));
        ok(s8_crowd_copy_positions(Some(&crowd), null_mut(), 0));
        ok(s8_crowd_copy_previous_positions(Some(&crowd), null_mut(), 0));
    }
}

#[test]
fn meshes_are_refused_by_what_is_wrong_with_them() {
    let (own, beyond) = ([0, 1, 2], [0, 1, 3]);
    let corners = [ZERO, s8_vec3 { x: 1.0, ..ZERO }, s8_vec3 { z: 1.0, ..ZERO }];
    let good = s8_mesh_data {
        positions: corners.as_ptr(),
        position_count: 3,
        indices: own.as_ptr(),
        triangle_count: 1,
        frictions: null(),
        material_count: 0,
        triangle_materials: null(),
        velocities: null(),
        angular_velocities: null(),
        restitutions: null(),
    };
    // SAFETY: the arrays are as long as is said, or NULL.
    let cook = |data: &s8_mesh_data| unsafe { s8_mesh_cook(Some(data), Some(&mut MaybeUninit::uninit())) };
    let text = "triangle 0 names position 3, but there are only 3";
    refused(cook(&s8_mesh_data { indices: beyond.as_ptr(), ..good }), S8_ERROR_MESH, "indices", text);
    let odd = [corners[0], s8_vec3 { y: f32::INFINITY, ..ZERO }, corners[2]];
    let text = "position 1 is [0, inf, 0]: every coordinate must be finite";
    refused(cook(&s8_mesh_data { positions: odd.as_ptr(), ..good }), S8_ERROR_MESH, "positions", text);
    refused(cook(&s8_mesh_data { indices: null(), ..good }), S8_ERROR_NULL, "indices", "`indices` is NULL");
    let of = |friction: &[f32; 1], material: &[u16; 1]| {
        let (frictions, triangle_materials) = (friction.as_ptr(), material.as_ptr());
        cook(&s8_mesh_data { frictions, material_count: 1, triangle_materials, ..good })
    };
    let text = "triangle 0 names material 1, but there are only 1";
    refused(of(&[0.5], &[1]), S8_ERROR_MESH, "triangle_materials", text);
    let text = "material 0 has friction -1: it must be a finite number of at least 0";
    refused(of(&[-1.0], &[0]), S8_ERROR_MESH, "frictions", text);
    ok(of(&[0.5], &[0]));
    let (frictions, triangle_materials, fast) = (&0.0, &0, s8_vec3 { x: 5_000.0, ..ZERO });
    let (velocities, none) = (&raw const fast, null());
    let text = "material 0 has the velocities [5000, 0, 0] m/s and [0, 0, 0] rad/s: each must be 0 to 4096 long";
    let data =
        s8_mesh_data { frictions, material_count: 1, triangle_materials, velocities, angular_velocities: none, ..good };
    refused(cook(&data), S8_ERROR_MESH, "velocities", text);
    let text = "material 0 has restitution 1.5: it must be 0 to 1";
    let data = s8_mesh_data { frictions, material_count: 1, triangle_materials, restitutions: &1.5, ..good };
    refused(cook(&data), S8_ERROR_MESH, "restitutions", text);

    let text = "`radial_segments` is 30, must be a multiple of 4 from 4 to 1024";
    let capsule = s8_mesh_capsule(0.5, 0.3, 30, Some(&mut MaybeUninit::uninit()));
    refused(capsule, S8_ERROR_OUT_OF_RANGE, "radial_segments", text);
    let heights = [0.0, 1.0, f32::NAN, 0.0];
    // SAFETY: there are four.
    let hills = unsafe { s8_mesh_heightfield(2, 2, 1.0, 1.0, heights.as_ptr(), 4, Some(&mut MaybeUninit::uninit())) };
    let text = "the height of column 0, row 1 is NaN, must be -16777216 to 16777216 m";
    refused(hills, S8_ERROR_MESH, "heights", text);
}

#[test]
fn a_world_in_a_step_is_not_changed_and_a_step_that_ended_moves_nobody() {
    let (mut world, mut crowd, mesh) = (floor(), crowd(), cuboid());
    let lift = read(|id| s8_world_add(Some(&mut world), Some(&mesh), None, id));
    let up = s8_placement_at(0.0, 1.0, 0.0);
    ok(s8_world_move_to(Some(&mut world), lift, Some(&up)));
    let text = "`instance` 1 has a target: step with s8_world_begin_step, or take it back with s8_world_place";
    refused(crowd_step(&mut crowd, &world), S8_ERROR_HAS_TARGET, "instances", text);

    let late = s8_world_begin_step(Some(&mut world), -1.0, None);
    refused(late, S8_ERROR_OUT_OF_RANGE, "time step", "`time step` is -1, must be 0 s or more, and finite");
    let step: *const s8_step = read(|step| s8_world_begin_step(Some(&mut world), STEP, step));
    let text = "the world is in a step: end it with s8_world_end_step";
    refused(s8_world_place(Some(&mut world), lift, Some(&up)), S8_ERROR_IN_STEP, "world", text);
    refused(s8_world_begin_step(Some(&mut world), STEP, None), S8_ERROR_IN_STEP, "world", text);
    refused(crowd_step(&mut crowd, &world), S8_ERROR_IN_STEP, "world", text);
    assert_eq!(s8_world_instance_count(Some(&world)), 2, "it can be asked");
    // SAFETY: it is a part of the world, which lives.
    let step = || unsafe { step.as_ref() };
    ok(s8_crowd_step_in(Some(&mut crowd), step(), None));
    ok(s8_world_end_step(Some(&mut world)));
    let text = "the step was ended, or not begun: begin one with s8_world_begin_step";
    refused(s8_crowd_step_in(Some(&mut crowd), step(), None), S8_ERROR_NO_STEP, "step", text);
    refused(s8_world_end_step(Some(&mut world)), S8_ERROR_NO_STEP, "step", text);
    ok(crowd_step(&mut crowd, &world));
    // A world may go while its step is open: the step ends.
    ok(s8_world_begin_step(Some(&mut world), STEP, None));
}

#[test]
fn instances_and_bodies_are_refused_what_they_cannot_do() {
    let (mut world, profiles) = (floor(), profiles());
    let id = read(|id| s8_world_add(Some(&mut world), Some(&cuboid()), Some(&s8_placement_at(0.0, 2.0, 0.0)), id));
    let text = "`kind` is 3, must be one of s8_kind";
    refused(s8_world_set_kind(Some(&mut world), id, 3), S8_ERROR_OUT_OF_RANGE, "kind", text);
    // SAFETY: it is one.
    let vertices = unsafe { s8_world_set_vertices(Some(&mut world), id, 0, [ZERO].as_ptr(), 1) };
    let text = "`instance` 1 shares its mesh: add one that is to deform with s8_world_add_deformable";
    refused(vertices, S8_ERROR_SHARED, "instances", text);

    // Lying between a floor and a ceiling 1 m above it.
    let mut state = s8_state_at(s8_dvec3 { x: 0.0, y: 0.95, z: 0.0 });
    state.orientation = s8_quat { x: 0.5_f32.sqrt(), y: 0.0, z: 0.0, w: 0.5_f32.sqrt() };
    let (before, upright) = (state, s8_quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 });
    let up = s8_vec3 { y: 1.0, ..ZERO };
    // SAFETY: it is a state.
    let turned = unsafe { s8_world_turn_character(Some(&world), Some(&profiles), &raw mut state, upright, up) };
    let text = message();
    assert!(text.starts_with("`orientation` would overlap triangle "), "{text}");
    refused(turned, S8_ERROR_NO_ROOM, "orientation", &text);
    assert_eq!(state, before);
}

#[test]
fn a_character_that_is_refused_stays_and_is_told() {
    let (world, profiles, mut memory) = (floor(), profiles(), s8_move_memory_new());
    let mut states = [s8_state_at(PLACE); 3];
    let mut inputs = [s8_input_earth(); 3];
    inputs[1].desired_velocity.x = f32::NAN;
    states[2].profile = 1;
    let before = states;
    // SAFETY: there are three.
    let report: s8_report = read(|report| unsafe {
        let (world, profiles, memory) = (Some(&*world), Some(&*profiles), Some(&mut *memory));
        s8_world_move_characters(world, profiles, states.as_mut_ptr(), inputs.as_ptr(), 3, STEP, memory, report)
    });
    assert_eq!((report.refused, report.first_refused.index), (2, 1));
    assert_eq!(report.first_refused_code, S8_ERROR_OUT_OF_RANGE);
    assert_eq!(message(), "`desired_velocity` is NaN, must be -16777216 to 16777216 m/s along each axis");
    assert!(states[0] != before[0] && states[1..] == before[1..]);

    let move_one = |state: *mut s8_state, input: &s8_input, seconds| {
        let mut outcome = MaybeUninit::<s8_outcome>::zeroed();
        let (world, profiles) = (Some(&*world), Some(&*profiles));
        // SAFETY: it is a state, or refused.
        unsafe { s8_world_move_character(world, profiles, state, input.into(), seconds, Some(&mut outcome)) }
    };
    let earth = s8_input_earth();
    let text = "`profile` is 1, must be less than the number of profiles";
    refused(move_one(&raw mut states[2], &earth, STEP), S8_ERROR_OUT_OF_RANGE, "profile", text);
    let text = "`time step` is NaN, must be 0 s or more, and finite";
    refused(move_one(&raw mut states[0], &earth, f32::NAN), S8_ERROR_OUT_OF_RANGE, "time step", text);
    refused(move_one(null_mut(), &earth, STEP), S8_ERROR_NULL, "state", "`state` is NULL");
}

#[test]
fn bytes_that_are_no_save_are_refused() {
    let (mut crowd, mut bytes) = (crowd(), s8_bytes_new());
    ok(s8_crowd_spawn(Some(&mut crowd), None, PLACE, None));
    let hash = s8_crowd_state_hash(Some(&crowd));
    ok(s8_crowd_save(Some(&crowd), Some(&mut bytes)));
    let (data, size) = (s8_bytes_data(Some(&bytes)), s8_bytes_size(Some(&bytes)));
    let mut other = self::crowd();
    // SAFETY: there are so many bytes, or none.
    unsafe {
        let cut = s8_crowd_restore(Some(&mut other), data, size - 1);
        let text =
            format!("the save has {} bytes, must have {size}: it was cut short, or something was added", size - 1);
        refused(cut, S8_ERROR_RESTORE, "bytes", &text);
        let text = "these bytes are not a saved crowd of this byte order";
        refused(s8_crowd_restore(Some(&mut other), null(), 0), S8_ERROR_RESTORE, "bytes", text);
        ok(s8_crowd_restore(Some(&mut other), data, size));
    }
    assert_eq!(s8_crowd_state_hash(Some(&other)), hash);
}
