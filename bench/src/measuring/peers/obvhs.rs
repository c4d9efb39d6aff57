//! obvhs: rays through its compressed eight-wide tree, CWBVH (Ylitie, Karras and Laine 2017, for graphics processors), the
//! fastest tree for rays on processors among crates.
//!
//! It builds with its slowest and best settings. As its example advises, triangles are in the order of the tree's leaves, in
//! 48 bytes each. A ray tests them with the crate's own function. The tree finds fraction and triangle; the normal is computed here.

use super::peer::{QueryPeer, Question};
use crate::levels::Level;
use crate::measuring::workload::Motion;
use glam::{Vec3, Vec3A};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::CwBvh;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;
use std::hint::black_box;
use std::time::Duration;

pub(super) struct Queries {
    tree: CwBvh,
    /// Triangles in the order of the leaves.
    triangles: Vec<Triangle>,
}

impl Queries {
    pub(super) fn new(level: &Level) -> Self {
        let corner = |index: u32| Vec3A::from(level.positions[index as usize]);
        let triangle = |&[a, b, c]: &[u32; 3]| Triangle { v0: corner(a), v1: corner(b), v2: corner(c) };
        let triangles: Vec<Triangle> = level.triangles.iter().map(triangle).collect();
        let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::very_slow_build(), &mut Duration::default());
        let triangles = tree.primitive_indices.iter().map(|&index| triangles[index as usize]).collect();
        Self { tree, triangles }
    }
}

/// A ray along a motion, whose end is at 1.
fn along((start, motion): (Vec3, Vec3)) -> Ray {
    Ray::new(start.into(), motion.into(), 0.0, 1.0)
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "CWBVH"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let Self { tree, triangles } = self;
        match question {
            Question::Ray => answers.extend(motions.iter().map(|&motion| {
                let mut hit = RayHit::none();
                tree.ray_traverse(along(motion), &mut hit, |ray, leaf| triangles[leaf].intersect(ray)).then(|| {
                    // What the other engines find as well.
                    black_box(triangles[hit.primitive_id as usize].compute_normal());
                    hit.t
                })
            })),
            Question::AnyHit => answers.extend(motions.iter().map(|&motion| {
                let missed = tree.ray_traverse_miss(along(motion), |ray, leaf| triangles[leaf].intersect(ray));
                (!missed).then_some(0.0)
            })),
            Question::Sweep | Question::Overlap | Question::ClosestPoint => return false,
        }
        true
    }
}
