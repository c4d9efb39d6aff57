//! Tests of eight triangles or boxes at a time: compaction, boxes against ellipsoids, closest points, rays, sweeps. Imports `bvh`
//! and `frame`.

pub(crate) mod box_distance;
pub(crate) mod candidate_block;
pub(crate) mod candidate_boxes;
pub(crate) mod candidates;
pub(crate) mod closest;
pub(crate) mod closest_to_spine;
pub(crate) mod lane;
pub(crate) mod lane_compactor;
pub(crate) mod last_touch;
pub(crate) mod line;
pub(crate) mod mesh_boxes;
pub(crate) mod mover;
pub(crate) mod prepare;
pub(crate) mod ray;
pub(crate) mod rounded_box;
pub(crate) mod seen_children;
pub(crate) mod sweep;
pub(crate) mod swept_sphere;
pub(crate) mod triangles;
pub(crate) mod way_box;
