//! Moving instances carry, push and crush a character before it moves by itself.

pub(crate) mod arm;
pub(crate) mod frame;
pub(crate) mod push;
pub(crate) mod ride;
pub(crate) mod rider;
