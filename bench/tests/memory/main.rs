//! Once warm, nothing allocates that runs in every frame. A program of its own with one test: it counts all allocations of its
//! process, those of other tests on other threads would be among them.

mod crowd_query_memory;
mod deforming_memory;
mod motion_memory;
mod neighbour_memory;
mod query_memory;
mod rollback_memory;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn once_warm_nothing_allocates() {
    // The thread that starts this test allocates while it begins to wait for it, and is counted, too.
    std::thread::sleep(Duration::from_millis(100));
    crowd_query_memory::warm_queries_about_characters_and_events_of_sensors_allocate_nothing();
    deforming_memory::a_warm_deformation_allocates_nothing();
    motion_memory::a_warm_step_in_which_hundreds_move_and_some_come_and_go_allocates_nothing();
    neighbour_memory::a_warm_step_of_characters_that_meet_allocates_nothing();
    query_memory::warm_queries_for_all_hits_allocate_nothing();
    rollback_memory::saving_restoring_and_cloning_into_a_warm_crowd_allocate_nothing();
}
