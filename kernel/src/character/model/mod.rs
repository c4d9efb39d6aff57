//! Plain data of a character: what users give (profile, input), what a step keeps (state), and what it answers (outcome).

pub(crate) mod body_outcome;
pub(crate) mod ground;
pub(crate) mod move_input;
pub(crate) mod outcome;
pub(crate) mod profile;
pub(crate) mod slide_end;
pub(crate) mod slide_settings;
pub(crate) mod state;
pub(crate) mod status;
