//! One character: what it can touch, how it slides, where it stands, how it gets out of an overlap. Imports `query`.

pub(crate) mod block_cache;
pub(crate) mod character_move;
pub(crate) mod clip_plane;
pub(crate) mod clip_planes;
pub(crate) mod collision_set;
pub(crate) mod depenetrate;
pub(crate) mod gather;
pub(crate) mod gather_instances;
pub(crate) mod ground;
mod instance_blocks;
pub(crate) mod move_input;
pub(crate) mod outcome;
pub(crate) mod profile;
pub(crate) mod room;
pub(crate) mod settings;
pub(crate) mod slide;
pub(crate) mod slide_end;
pub(crate) mod slide_observer;
pub(crate) mod slider;
pub(crate) mod state;
pub(crate) mod status;
pub(crate) mod surface;
pub(crate) mod swept;
pub(crate) mod world_depenetrate;
pub(crate) mod world_move_character;
pub(crate) mod world_slide;
