//! parry3d: the cast of a ball or a capsule against a `TriMesh`.
//!
//! It casts along a unit direction up to the length of the motion, as Rapier does. Both sides of triangles count.

use super::form::Form;
use super::peer::SweepPeer;
use crate::levels::Level;
use crate::measuring::workload::Motion;
use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, Capsule, Shape, TriMesh};

pub(super) struct Sweeper {
    mesh: TriMesh,
    body: Box<dyn Shape>,
}

impl Sweeper {
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

impl SweepPeer for Sweeper {
    fn name(&self) -> &'static str {
        "parry3d"
    }

    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>) {
        answers.extend(motions.iter().map(|&(start, motion)| {
            let length = motion.length();
            let direction = Vector::from_array((motion / length).to_array());
            let place = Pose::from_translation(Vector::from_array(start.to_array()));
            let options = ShapeCastOptions::with_max_time_of_impact(length);
            let hit = cast_shapes(&place, direction, &*self.body, &Pose::IDENTITY, Vector::ZERO, &self.mesh, options);
            hit.expect("parry3d casts it").map(|hit| hit.time_of_impact / length)
        }));
    }
}
