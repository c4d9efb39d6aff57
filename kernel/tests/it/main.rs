//! The tests of the kernel through its public interface, in one program: `cargo test --package sweep8 --test it walking::` runs
//! the module `walking`. Only `spans`, which needs a process of its own, is a second program.

mod regressions;
mod testkit;

mod characters {
    mod above_the_path;
    mod bounces;
    mod capsules;
    mod contact_faces;
    mod contact_filters;
    mod creases;
    mod crowded_stairs;
    mod curved_walls;
    mod debug_lines;
    mod desires;
    mod drag_and_grip;
    mod flickers;
    mod jumps;
    mod landing_speeds;
    mod leaning_and_tight;
    mod limits_today;
    mod little_room;
    mod low_kerbs;
    mod pushing;
    mod rims;
    mod scaled;
    mod stairs;
    mod steps_beside_obstacles;
    mod trampolines;
    mod turned_bodies;
    mod walking;
    mod walking_oracle;
    mod walking_rates;
    mod weightless;
}

mod crowd {
    mod capsule_crowds;
    mod crowd_acts;
    mod crowd_ids;
    mod crowd_jobs;
    mod crowd_memory;
    mod crowd_profiles;
    mod crowd_queries;
    mod crowd_rest;
    mod crowd_save;
    mod crowd_spawns;
    mod event_masks;
    mod events;
    mod groups;
    mod heaps;
    mod neighbours;
    mod neighbours_many;
    mod python_walk;
    mod sense;
    mod sensor_events;
}

mod data {
    mod cooked_bytes;
    mod cooked_faults;
    mod settings_text;
    mod simple_meshes;
}

mod errors {
    mod character_errors;
    mod input_errors;
    mod query_input_errors;
    mod state_layout;
}

mod moving {
    mod deforming_ground;
    mod far_movers;
    mod frames_in_air;
    mod motion_save;
    mod moving_frames;
    mod moving_ground;
    mod moving_memory;
    mod moving_presses;
    mod moving_pushes;
    mod moving_surfaces;
    mod moving_truth;
    mod moving_walks;
    mod moving_walls;
    mod open_steps;
    mod turning_decks;
}

mod queries {
    mod all_hits;
    mod approach_only;
    mod blocks_swept;
    mod bulk_queries;
    mod capsule_blocks;
    mod capsule_queries;
    mod contains;
    mod far_queries;
    mod long_edges;
    mod queries_oracle;
    mod queries_order;
    mod queries_twin;
    mod query_regressions;
    mod rays_oracle;
    mod shapes;
    mod sharp_hits;
    mod skipped_surfaces;
    mod small_numbers;
    mod sweep_oracle;
    mod sweep_twin;
    mod thread_memory;
    mod turned_queries;
}

mod sliding {
    mod bodies;
    mod fall_speed;
    mod far_from_origin;
    mod friction;
    mod friction_reference;
    mod front_slides;
    mod ground;
    mod gullies;
    mod hull_on_floor;
    mod narrow_wedges;
    mod round_room;
    mod shafts;
    mod slide_promises;
    mod slot;
    mod tight_places;
    mod tight_slots;
    mod troublesome_ground;
}

mod worlds {
    mod deforming;
    mod dense_instances;
    mod far_worlds;
    mod instance_churn;
    mod instance_extremes;
    mod instance_ids;
    mod instance_kinds;
    mod instance_rays;
    mod instance_ties;
    mod instance_walks;
    mod instances;
    mod layers;
    mod seams;
}
