//! parry3d: the cast of a ball or a capsule against a `TriMesh`, and queries about one.
//!
//! It casts along a unit direction up to the length of the motion, as Rapier does. Both sides of triangles count. A ray finds its normal as
//! well, but for any hit.

use super::form::Form;
use super::peer::{QueryPeer, Question, WITHIN};
use crate::levels::Level;
use crate::measuring::workload::Motion;
use glam::Vec3;
use parry3d::math::{Pose, Vector};
use parry3d::query::{PointQuery, Ray, RayCast, ShapeCastOptions, cast_shapes, intersection_test};
use parry3d::shape::{Ball, Capsule, Shape, TriMesh};

pub(super) struct Queries {
    mesh: TriMesh,
    body: Box<dyn Shape>,
}

impl Queries {
    pub(super) fn new(level: &Level, form: Form) -> Self {
        let positions = level.positions.iter().map(|p| Vector::from_array(p.to_array())).collect();
        let mesh = TriMesh::new(positions, level.triangles.clone()).expect("parry3d takes the level");
        let body: Box<dyn Shape> = match form {
            Form::Ball => Box::new(Ball::new(form.radius())),
            Form::Capsule => Box::new(Capsule::new_y(form.half_height(), form.radius())),
        };
        Self { mesh, body }
    }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "parry3d"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let vector = |v: Vec3| Vector::from_array(v.to_array());
        let place = |v: Vec3| Pose::from_translation(vector(v));
        answers.extend(motions.iter().map(|&(start, motion)| match question {
            Question::Sweep => {
                let length = motion.length();
                let options = ShapeCastOptions::with_max_time_of_impact(length);
                let (from, direction) = (place(start), vector(motion / length));
                let hit =
                    cast_shapes(&from, direction, &*self.body, &Pose::IDENTITY, Vector::ZERO, &self.mesh, options);
                hit.expect("parry3d casts it").map(|hit| hit.time_of_impact / length)
            }
            // Along the motion itself, so that its end is 1.
            Question::Ray => {
                let ray = Ray::new(vector(start), vector(motion));
                self.mesh.cast_local_ray_and_get_normal(&ray, 1.0, true).map(|hit| hit.time_of_impact)
            }
            Question::AnyHit => {
                let ray = Ray::new(vector(start), vector(motion));
                self.mesh.intersects_local_ray(&ray, 1.0).then_some(0.0)
            }
            Question::Overlap => {
                let overlaps = intersection_test(&place(start), &*self.body, &Pose::IDENTITY, &self.mesh);
                overlaps.expect("parry3d tests it").intersecting.then_some(0.0)
            }
            Question::ClosestPoint => {
                let closest = self.mesh.project_local_point_with_max_dist(vector(start), false, WITHIN);
                closest.map(|closest| (closest.point - vector(start)).length())
            }
        }));
        true
    }
}
