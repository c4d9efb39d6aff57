//! What users ask of a world: sweep, overlap, closest point, ray; each with its `impl World`. Imports `world` and
//! `narrow`.

pub(crate) mod block_count;
pub(crate) mod closest_point;
pub(crate) mod contact;
pub(crate) mod hit;
pub(crate) mod many;
pub(crate) mod overlap;
pub(crate) mod ray;
pub(crate) mod scratch;
pub(crate) mod sweep;
