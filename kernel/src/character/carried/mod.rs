//! Moving instances carry, push and crush a character before it moves by itself.

pub(crate) mod push;
pub(crate) mod ride;
