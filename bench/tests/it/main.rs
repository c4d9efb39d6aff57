//! The tests of the levels, the judges and the program `crowd`, in one program: `cargo test --package sweep8-bench --test it
//! rollback::` runs the module `rollback`. Two others stay programs of their own, and say why: `golden` and `memory`.

mod program;
mod testkit;

mod exploring {
    mod planted;
    pub(crate) mod planted_levels;
}

mod judging {
    mod accuracy;
    mod accuracy_judge;
    mod accuracy_program;
    mod check;
    mod check_flicker;
    mod check_frozen;
    mod check_rim;
    mod hunt;
    mod scene_oracle;
    mod walks;
}

mod levels {
    mod cooked;
    mod gltf;
    mod machines;
    mod scenes;
    mod tree_order;
}

mod measuring {
    mod record;
    mod tails;
}

mod replaying {
    mod replay;
    mod replay_move;
    mod rollback;
    mod saved_walk;
}

mod showing {
    mod figures;
    mod page;
    mod picture;
    mod walk;
}

mod walking {
    mod doorway;
    mod rest;
    mod roaming;
    mod same_moves;
    mod same_moves_at_random;
    mod walk;
    mod walking_oracle;
}
