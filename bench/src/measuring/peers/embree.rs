//! Embree 3: single rays and closest points.
//!
//! The scene is built with high quality. Its rays are Embree's fastest, which are not watertight as the kernel's are; single rays are asked
//! without knowledge of their order. A ray finds fraction, triangle and normal. A closest point is found by the tree, and by a function
//! that is given to it, as in Embree's tutorial.

use super::peer::{QueryPeer, Question, WITHIN};
use crate::levels::Level;
use crate::measuring::workload::Motion;
use embree3::{
    BufferUsage, BuildQuality, Device, Format, IntersectContext, PointQuery, PointQueryContext, Ray, RayHit, Scene,
    TriangleMeshBuilder,
};
use glam::Vec3;

pub(super) struct Queries {
    scene: Scene<'static>,
    corners: Vec<[Vec3; 3]>,
}

impl Queries {
    pub(super) fn new(level: &Level) -> Self {
        let taken = "Embree takes the level";
        let device = Device::new().expect(taken);
        let mut mesh = TriangleMeshBuilder::new(&device).expect(taken);
        let [points, triangles] = [level.positions.len(), level.triangles.len()];
        mesh.set_new_buffer(BufferUsage::VERTEX, 0, Format::FLOAT3, 12, points)
            .expect(taken)
            .copy_from_slice(&level.positions.iter().map(Vec3::to_array).collect::<Vec<[f32; 3]>>());
        mesh.set_new_buffer(BufferUsage::INDEX, 0, Format::UINT3, 12, triangles)
            .expect(taken)
            .copy_from_slice(&level.triangles);
        let mut scene = device.create_scene().expect(taken);
        scene.set_build_quality(BuildQuality::HIGH);
        scene.attach_geometry(&mesh.commit());
        scene.commit();
        let corners = (0..triangles).map(|triangle| level.corners(triangle)).collect();
        Self { scene, corners }
    }

    fn closest(&self, from: Vec3) -> Option<f32> {
        let mut query = PointQuery { x: from.x, y: from.y, z: from.z, time: 0.0, radius: WITHIN };
        let mut closest: Option<f32> = None;
        self.scene.point_query(&mut query, &mut PointQueryContext::new(), |query, _, triangle, _, _| {
            let distance = distance_to(from, self.corners[triangle as usize]);
            let is_closer = distance < query.radius;
            if is_closer {
                query.radius = distance;
                closest = Some(distance);
            }
            is_closer
        });
        closest
    }
}

/// Distance from a point to a triangle, metres, by the regions of its corners and edges (Ericson 2005, section 5.1.5).
fn distance_to(from: Vec3, [a, b, c]: [Vec3; 3]) -> f32 {
    let (along_b, along_c) = (b - a, c - a);
    let [to_a, to_b, to_c] = [from - a, from - b, from - c];
    let (d1, d2) = (along_b.dot(to_a), along_c.dot(to_a));
    let (d3, d4) = (along_b.dot(to_b), along_c.dot(to_b));
    let (d5, d6) = (along_b.dot(to_c), along_c.dot(to_c));
    let (in_a, in_b, in_c) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if d1 <= 0.0 && d2 <= 0.0 {
        to_a.length()
    } else if d3 >= 0.0 && d4 <= d3 {
        to_b.length()
    } else if d6 >= 0.0 && d5 <= d6 {
        to_c.length()
    } else if in_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        (to_a - along_b * (d1 / (d1 - d3))).length()
    } else if in_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        (to_a - along_c * (d2 / (d2 - d6))).length()
    } else if in_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        (to_b - (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)))).length()
    } else {
        let whole = in_a + in_b + in_c;
        (to_a - along_b * (in_b / whole) - along_c * (in_c / whole)).length()
    }
}

/// A ray along a motion, whose end is at 1.
fn along((start, motion): (Vec3, Vec3)) -> Ray {
    Ray::segment(start.to_array(), motion.to_array(), 0.0, 1.0)
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "Embree"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let context = &mut IntersectContext::incoherent();
        match question {
            Question::Ray => answers.extend(motions.iter().map(|&motion| {
                let mut ray = RayHit::from(along(motion));
                self.scene.intersect(context, &mut ray);
                ray.hit.is_valid().then_some(ray.ray.tfar)
            })),
            Question::AnyHit => answers
                .extend(motions.iter().map(|&motion| self.scene.occluded(context, &mut along(motion)).then_some(0.0))),
            Question::ClosestPoint => answers.extend(motions.iter().map(|&(start, _)| self.closest(start))),
            Question::Sweep | Question::Overlap => return false,
        }
        true
    }
}
