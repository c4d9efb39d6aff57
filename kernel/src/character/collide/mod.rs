//! The triangles that a move can touch, and the queries of the hull among them: sweeps, ways out of overlaps, room for a hull.

pub(crate) mod block_cache;
pub(crate) mod center_crossings;
pub(crate) mod collision_set;
pub(crate) mod depenetrate;
pub(crate) mod filtered_contacts;
pub(crate) mod gather;
pub(crate) mod gather_instances;
pub(crate) mod instance_blocks;
pub(crate) mod one_sided;
pub(crate) mod oriented_box;
pub(crate) mod placed_sweep;
pub(crate) mod room;
mod set_contacts;
pub(crate) mod swept;
#[cfg(test)]
mod test_sweeps;
pub(crate) mod triangle_source;
