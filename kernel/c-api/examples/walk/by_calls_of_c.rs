//! The scene of `examples/walk.c` and `walk.cpp` through the calls of C, and that of `examples/walk` through the
//! crate: the same state hash. `.ci/c-api` compares what the compiled programs print.

#![allow(unsafe_code, reason = "this calls as C does")]

use std::mem::MaybeUninit;
use sweep8_c::crowd::{s8_crowd_new, s8_crowd_spawn_standing, s8_crowd_state_hash, s8_crowd_step_in};
use sweep8_c::crowd_access::{s8_crowd_copy_positions, s8_crowd_set_desired_velocity};
use sweep8_c::error::s8_code;
use sweep8_c::profile::{s8_each_other, s8_settings_default};
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_dvec3, s8_placement_at, s8_position, s8_vec3};
use sweep8_c::world::{s8_world_add, s8_world_move_to, s8_world_new};
use sweep8_c::{mesh::s8_mesh_cuboid, report::s8_report};

const PEOPLE: usize = 1000;
const FRAMES: u32 = 1800;
const SECONDS: f32 = 1.0 / 60.0;
const LIFT: f64 = 20.5625;
const SLAB: [f32; 3] = [20.0, 0.5, 24.0];
const BLOCK: [f32; 3] = [5.0, 1.5, 24.0];
const SLABS: [[f64; 2]; 2] = [[-20.0, -0.5], [55.625, 5.5]];

/// Where blocks lie: the stairs, the lift, and what is behind it.
fn blocks() -> Vec<[f64; 2]> {
    let stairs = (0..12).map(|k| [5.0 + f64::from(k) * 0.5, -1.25 + f64::from(k) * 0.25]);
    stairs.chain([[LIFT, 1.5], [30.625, 4.5]]).collect()
}

/// Where a person stands at first, and its speed.
fn person(i: usize) -> ([f64; 3], f32) {
    let (row, column) = ((i / 40) as f64, (i % 40) as f64);
    ([-1.0 - row, 0.0, column - 19.5], 1.5 + (i % 8) as f32 * 0.125)
}

fn lift_height(frame: u32) -> f64 {
    let time = frame % 512;
    1.5 + f64::from(time.min(512 - time)) * 3.0 / 256.0
}

#[track_caller]
fn ok(code: s8_code) {
    assert_eq!(code, s8_code::S8_OK);
}

/// The value that an accepted call writes.
#[track_caller]
fn read<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> s8_code) -> T {
    let mut out = MaybeUninit::uninit();
    ok(call(Some(&mut out)));
    // SAFETY: a call that is accepted has written it.
    unsafe { out.assume_init() }
}

fn through_c() -> String {
    let mut world = s8_world_new();
    let [slab, block] = [SLAB, BLOCK].map(|[x, y, z]| read(|out| s8_mesh_cuboid(x, y, z, out)));
    let mut put = |mesh, [x, y]: [f64; 2]| {
        read(|id| s8_world_add(Some(&mut world), Some(mesh), Some(&s8_placement_at(x, y, 0.0)), id))
    };
    put(&slab, SLABS[0]);
    let ids: Vec<_> = blocks().into_iter().map(|place| put(&block, place)).collect();
    put(&slab, SLABS[1]);

    let mut crowd = read(|out| s8_crowd_new(None, out));
    let mut settings = s8_settings_default();
    settings.each_other = s8_each_other::S8_EACH_OTHER_SOLID as u32;
    for ([x, y, z], speed) in (0..PEOPLE).map(person) {
        let id = read(|id| s8_crowd_spawn_standing(Some(&mut crowd), Some(&settings), s8_dvec3 { x, y, z }, id));
        ok(s8_crowd_set_desired_velocity(Some(&mut crowd), id, s8_vec3 { x: speed, y: 0.0, z: 0.0 }));
    }
    let mut standing = 0;
    for frame in 0..FRAMES {
        let target = s8_placement_at(LIFT, lift_height(frame), 0.0);
        ok(s8_world_move_to(Some(&mut world), ids[12], Some(&target)));
        let step = read(|step| s8_world_begin_step(Some(&mut world), SECONDS, step));
        // SAFETY: the step is a part of the world, which lives.
        let step = unsafe { step.as_ref() };
        let report: s8_report = read(|report| s8_crowd_step_in(Some(&mut crowd), step, report));
        standing = report.standing;
        ok(s8_world_end_step(Some(&mut world)));
    }
    let mut positions = vec![s8_position::default(); PEOPLE];
    // SAFETY: there are so many.
    ok(unsafe { s8_crowd_copy_positions(Some(&crowd), positions.as_mut_ptr(), PEOPLE) });
    assert!(positions.iter().all(|place| place.high.y > 0.9), "nobody falls off");
    let upstairs = positions.iter().filter(|place| place.high.y > 6.5).count();
    assert!(upstairs > 200, "the lift brings them up: {upstairs}");
    format!("state hash {:016x}, {standing} stand", s8_crowd_state_hash(Some(&crowd)))
}

#[test]
fn the_same_scene_has_the_same_hash_through_the_crate_and_through_c() {
    assert_eq!(crate::walk().expect("all is in range"), through_c());
}
