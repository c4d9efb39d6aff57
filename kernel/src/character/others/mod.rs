//! Other characters near the one that moves, as bounds of its motion.

pub(crate) mod body_capsule;
pub(crate) mod bounds;
pub(crate) mod neighbourhood;
pub(crate) mod parting;
