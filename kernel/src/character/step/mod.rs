//! The move of one character in a time step, and the public methods of `World`.

pub(crate) mod character_memory;
pub(crate) mod character_move;
pub(crate) mod free_velocity;
pub(crate) mod move_passes;
pub(crate) mod oriented_move;
pub(crate) mod tell_pushes;
pub(crate) mod world_depenetrate;
pub(crate) mod world_move_character;
pub(crate) mod world_slide;
pub(crate) mod world_slide_body;
pub(crate) mod world_turn_character;
