//! A step of a crowd in jobs on several threads comes to the bits of one call; until it is finished, crowd and world stay as
//! they are.

use crate::testkit::{ok, read, refused};
use sweep8_c::crowd::{
    s8_crowd, s8_crowd_clone, s8_crowd_clone_from, s8_crowd_count, s8_crowd_free, s8_crowd_new, s8_crowd_save,
    s8_crowd_spawn_many, s8_crowd_state_hash, s8_crowd_step, s8_crowd_step_in,
};
use sweep8_c::crowd_access::{s8_crowd_get_position, s8_crowd_set_desired_velocities};
use sweep8_c::crowd_step::{s8_crowd_begin_step, s8_crowd_begin_step_in, s8_crowd_finish_step, s8_crowd_run_job};
use sweep8_c::error::s8_code::{
    S8_ERROR_HAS_TARGET, S8_ERROR_IN_STEP, S8_ERROR_NO_STEP, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE,
};
use sweep8_c::event::s8_event_mask::S8_EVENTS_ALL;
use sweep8_c::event::{s8_crowd_copy_events, s8_crowd_event_count, s8_crowd_record_events, s8_event};
use sweep8_c::memory::s8_bytes_new;
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::profile::{s8_each_other, s8_settings_default};
use sweep8_c::report::s8_report;
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_character_id, s8_dvec3, s8_instance_id, s8_placement_at, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_move_to, s8_world_new, s8_world_place};
use sweep8_c::world_access::s8_world_instance_count;

const STEP: f32 = 1.0 / 60.0;
const COUNT: usize = 500;

/// A floor that can be lifted, and a crowd on it that walks into each other.
fn scene() -> (Box<s8_world>, s8_instance_id, Box<s8_crowd>, Vec<s8_character_id>) {
    let mut world = s8_world_new();
    let mesh = read(|out| s8_mesh_cuboid(30.0, 0.5, 30.0, out));
    let floor = read(|id| s8_world_add(Some(&mut world), Some(&mesh), None, id));
    let mut crowd = read(|out| s8_crowd_new(None, out));
    let mut settings = s8_settings_default();
    settings.each_other = s8_each_other::S8_EACH_OTHER_SOLID as u32;
    let place = |k: usize| s8_dvec3 { x: (k % 25) as f64 * 0.9, y: 1.45, z: (k / 25) as f64 * 0.9 };
    let places: Vec<_> = (0..COUNT).map(place).collect();
    let mut ids = vec![s8_character_id::default(); COUNT];
    let speed = |k: usize| s8_vec3 { x: (k % 7) as f32 * 0.5 - 1.5, y: 0.0, z: (k % 5) as f32 * 0.5 - 1.0 };
    let velocities: Vec<_> = (0..COUNT).map(speed).collect();
    // SAFETY: there are so many.
    unsafe {
        ok(s8_crowd_spawn_many(Some(&mut crowd), Some(&settings), places.as_ptr(), COUNT, ids.as_mut_ptr()));
        ok(s8_crowd_set_desired_velocities(Some(&mut crowd), velocities.as_ptr(), COUNT));
    }
    ok(s8_crowd_record_events(Some(&mut crowd), S8_EVENTS_ALL as u32));
    (world, floor, crowd, ids)
}

/// Begins a step in at most so many jobs; returns how many there are.
fn begin(crowd: &mut s8_crowd, world: &s8_world, most_jobs: usize) -> usize {
    // SAFETY: the world outlives the step.
    read(|jobs| unsafe { s8_crowd_begin_step(Some(crowd), world, STEP, most_jobs, jobs) })
}

/// Runs jobs on threads of their own, and finishes the step.
fn on_threads(crowd: &mut s8_crowd, jobs: impl Iterator<Item = usize>) -> s8_report {
    let shared = &*crowd;
    std::thread::scope(|threads| {
        for job in jobs {
            threads.spawn(move || ok(s8_crowd_run_job(Some(shared), job)));
        }
    });
    read(|report| s8_crowd_finish_step(Some(crowd), report))
}

fn events(crowd: &s8_crowd) -> Vec<(u32, s8_event)> {
    let mut events = vec![bytemuck::Zeroable::zeroed(); s8_crowd_event_count(Some(crowd))];
    let (out, room) = (events.as_mut_ptr(), events.len());
    // SAFETY: there is room for so many.
    read(|count| unsafe { s8_crowd_copy_events(Some(crowd), out, room, count) });
    let character = s8_character_id::default();
    events.iter().map(|&event: &s8_event| (event.character.index, s8_event { character, ..event })).collect()
}

fn hash(crowd: &s8_crowd) -> u64 {
    s8_crowd_state_hash(Some(crowd))
}

#[test]
fn jobs_on_several_threads_come_to_the_bits_of_one_call() {
    let (mut world, floor, mut alone, _) = scene();
    let mut split = read(|copy| s8_crowd_clone(Some(&alone), copy));
    ok(s8_crowd_record_events(Some(&mut split), S8_EVENTS_ALL as u32));
    let mut told = 0;
    for (frame, most_jobs) in [1, 2, 3, 7, 100, 4, 4, 4].into_iter().enumerate() {
        let in_one: s8_report = read(|report| s8_crowd_step(Some(&mut alone), Some(&world), STEP, report));
        let jobs = begin(&mut split, &world, most_jobs);
        assert!(jobs >= 1 && jobs <= most_jobs.min(COUNT.div_ceil(64)), "{jobs} of {most_jobs}");
        // In some frames the end of the step runs the last job.
        let report = on_threads(&mut split, (frame % 2..jobs).rev());
        assert_eq!((report, hash(&split)), (in_one, hash(&alone)));
        assert_eq!(events(&split), events(&alone));
        told += events(&split).len();
    }
    assert!(told > COUNT, "they come to the floor and meet it: {told}");

    for frame in 1..=8 {
        let target = s8_placement_at(0.0, f64::from(frame) / 32.0, 0.0);
        ok(s8_world_move_to(Some(&mut world), floor, Some(&target)));
        // SAFETY: NULL is looked at.
        let before = unsafe { s8_crowd_begin_step(Some(&mut split), &raw const *world, STEP, 2, Some(&mut room())) };
        let text = "`instance` 0 has a target: step with s8_world_begin_step, or take it back with s8_world_place";
        refused(before, S8_ERROR_HAS_TARGET, "instances", text);
        let step = read(|step| s8_world_begin_step(Some(&mut world), STEP, step));
        // SAFETY: the step is a part of the world, which lives.
        let in_one = read(|report| s8_crowd_step_in(Some(&mut alone), unsafe { step.as_ref() }, report));
        // SAFETY: as above.
        let jobs = read(|jobs| unsafe { s8_crowd_begin_step_in(Some(&mut split), step, 5, jobs) });
        let text = "a crowd is in a step in this world: end it with s8_crowd_finish_step";
        refused(s8_world_end_step(Some(&mut world)), S8_ERROR_IN_STEP, "world", text);
        assert_eq!((on_threads(&mut split, 0..jobs), hash(&split)), (in_one, hash(&alone)));
        ok(s8_world_end_step(Some(&mut world)));
    }
}

fn room() -> std::mem::MaybeUninit<usize> {
    std::mem::MaybeUninit::uninit()
}

#[test]
fn crowd_and_world_stay_as_they_are_until_the_step_is_finished() {
    let (mut world, floor, mut crowd, ids) = scene();
    let none = "the crowd is in no step: begin one with s8_crowd_begin_step";
    refused(s8_crowd_finish_step(Some(&mut crowd), None), S8_ERROR_NO_STEP, "crowd", none);
    refused(s8_crowd_run_job(Some(&crowd), 0), S8_ERROR_NO_STEP, "crowd", none);
    // SAFETY: NULL is looked at.
    unsafe {
        let (no_world, no_step) = (std::ptr::null(), std::ptr::null());
        let begun = s8_crowd_begin_step(Some(&mut crowd), no_world, STEP, 4, Some(&mut room()));
        refused(begun, S8_ERROR_NULL, "world", "`world` is NULL");
        let begun = s8_crowd_begin_step_in(Some(&mut crowd), no_step, 4, Some(&mut room()));
        refused(begun, S8_ERROR_NULL, "step", "`step` is NULL");
        refused(
            s8_crowd_begin_step(Some(&mut crowd), &raw const *world, STEP, 4, None),
            S8_ERROR_NULL,
            "jobs",
            "`jobs` is NULL",
        );
    }

    let other = read(|copy| s8_crowd_clone(Some(&crowd), copy));
    let jobs = begin(&mut crowd, &world, 4);
    let text = "the crowd is in a step: end it with s8_crowd_finish_step";
    refused(s8_crowd_step(Some(&mut crowd), Some(&world), STEP, None), S8_ERROR_IN_STEP, "crowd", text);
    refused(s8_crowd_save(Some(&crowd), Some(&mut s8_bytes_new())), S8_ERROR_IN_STEP, "crowd", text);
    let mut place = std::mem::MaybeUninit::uninit();
    refused(s8_crowd_get_position(Some(&crowd), ids[0], Some(&mut place)), S8_ERROR_IN_STEP, "crowd", text);
    // SAFETY: both are there.
    refused(unsafe { s8_crowd_clone_from(Some(&mut crowd), &raw const *other) }, S8_ERROR_IN_STEP, "crowd", text);
    assert_eq!((s8_crowd_count(Some(&crowd)), hash(&crowd)), (0, 0));
    let text = "a crowd is in a step in this world: end it with s8_crowd_finish_step";
    let moved = s8_world_place(Some(&mut world), floor, Some(&s8_placement_at(0.0, 1.0, 0.0)));
    refused(moved, S8_ERROR_IN_STEP, "world", text);
    refused(s8_world_begin_step(Some(&mut world), STEP, None), S8_ERROR_IN_STEP, "world", text);
    assert_eq!(s8_world_instance_count(Some(&world)), 1, "it can be asked");

    ok(s8_crowd_run_job(Some(&crowd), 1));
    let text = "`job` is 1, must be a job that has not run";
    refused(s8_crowd_run_job(Some(&crowd), 1), S8_ERROR_OUT_OF_RANGE, "job", text);
    let text = format!("`job` is {jobs}, must be less than the number of jobs");
    refused(s8_crowd_run_job(Some(&crowd), jobs), S8_ERROR_OUT_OF_RANGE, "job", &text);
    ok(s8_crowd_finish_step(Some(&mut crowd), None));
    ok(s8_world_place(Some(&mut world), floor, Some(&s8_placement_at(0.0, 0.0, 0.0))));

    // A step of no time has no jobs; a crowd that is freed ends its step.
    // SAFETY: the world outlives the step.
    let jobs = read(|jobs| unsafe { s8_crowd_begin_step(Some(&mut crowd), &raw const *world, 0.0, 4, jobs) });
    assert_eq!((jobs, on_threads(&mut crowd, 0..0).free), (0, 0));
    begin(&mut crowd, &world, 4);
    s8_crowd_free(Some(crowd));
    ok(s8_world_begin_step(Some(&mut world), STEP, None));
}
