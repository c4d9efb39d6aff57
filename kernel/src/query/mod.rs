//! The queries of a world: sweep, overlap, closest point, ray; each with its `impl World`. Imports `world` and
//! `narrow`.

mod all_on_line;
pub(crate) mod block_count;
pub(crate) mod closest_point;
pub(crate) mod contact;
pub(crate) mod contains;
pub(crate) mod crossed;
pub(crate) mod face;
pub(crate) mod hit;
pub(crate) mod ignored_contacts;
pub(crate) mod line_traversal;
pub(crate) mod many;
pub(crate) mod many_queries;
pub(crate) mod overlap;
mod overlap_all;
pub(crate) mod ray;
pub(crate) mod ray_group;
pub(crate) mod scratch;
pub(crate) mod sensors;
pub(crate) mod sweep;
pub(crate) mod thread_memory;
pub(crate) mod viewpoint;
