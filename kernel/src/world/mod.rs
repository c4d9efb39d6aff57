//! Triangle worlds: instances, their motion and their boxes. Imports `bvh` and `frame`; never sees `query`.

pub(crate) mod box_tree;
pub(crate) mod changes;
pub(crate) mod contact_filter;
#[cfg(feature = "std")]
mod deform;
#[cfg(feature = "std")]
pub(crate) mod deform_error;
pub(crate) mod filter;
pub(crate) mod instance;
pub(crate) mod instance_id;
pub(crate) mod instance_kind;
mod instance_step;
pub(crate) mod instances;
pub(crate) mod movers;
pub(crate) mod nearest_boxes;
mod save;
pub(crate) mod solids;
pub(crate) mod surface_motion;
pub(crate) mod surface_velocity;
#[allow(clippy::module_inception, reason = "a type lives in the file with its name")]
pub(crate) mod world;
pub(crate) mod world_step;
