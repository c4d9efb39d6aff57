//! Several meshes, some of which move: those within reach, and the way into their object space and back.
//!
//! In: meshes with a world matrix each, and the move of an ellipsoid in ellipsoid space. Out: one record of the nearest
//! collision over all of them. For each mesh:
//!
//! 1. *Object space*: from ellipsoid space to the world, by the inverse of the world matrix into the mesh's own
//!    frame, and from there to ellipsoid space again. The destination is taken along, and the velocity is the
//!    difference.
//! 2. *Within reach?* The mesh's bounding sphere, against the way of the ellipsoid with its largest radius.
//! 3. *Check* its triangles, with the same record for all meshes. A collision goes back into the world's ellipsoid space.
//!
//! Source: Fauerby, "Collision detection & Response", November 2000, "Multiple meshes", "Dynamic geometry". Flaws kept:
//!
//! - dividing by the radii in object space lays the ellipsoid along the *mesh's* axes: it turns with the mesh. Only
//!   balls are right in front of a turned mesh;
//! - the distance is then one of the mesh's ellipsoid space, and is held against those of other meshes and travelled
//!   in the world's, where the same way has another length;
//! - a mesh that moves into the body is not noticed by this: the way is the body's alone.
//!
//! The text says neither how a bounding sphere is made nor how the found points get back; the way back is our reading.

use super::detect::{Collision, CollisionRecord, check_triangles};
use crate::brute_force::Triangle;
use crate::classics::classic::closest_on_segment;
use glam::{DAffine3, DVec3};

/// Mesh of a moving object: triangles with a placement in the world, and a velocity.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Map of this mesh from object space to world space: rotation and translation without scale, so the bounding sphere is kept.
    pub world: DAffine3,
    /// Displacement of the mesh in each step, metres; the text's `objectVelocity`.
    pub velocity: DVec3,
    triangles: Vec<Triangle>,
    bounding_center: DVec3,
    bounding_radius: f64,
}

impl Mesh {
    /// A mesh that stands where its triangles are; metres, counter-clockwise as seen from their front. Without
    /// triangles it is out of everyone's reach.
    #[must_use]
    pub fn new(triangles: Vec<Triangle>) -> Self {
        let corners = || triangles.iter().flatten().copied();
        let min = corners().fold(DVec3::INFINITY, DVec3::min);
        let max = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
        let bounding_center = if triangles.is_empty() { DVec3::ZERO } else { 0.5 * (min + max) };
        let farthest = |radius: f64, corner: DVec3| radius.max(corner.distance(bounding_center));
        let bounding_radius = corners().fold(f64::NEG_INFINITY, farthest);
        Self { world: DAffine3::IDENTITY, velocity: DVec3::ZERO, triangles, bounding_center, bounding_radius }
    }

    /// Moves the mesh by its velocity for one step.
    pub fn advance(&mut self) {
        self.world.translation += self.velocity;
    }

    /// Whether an ellipsoid on its motion between two points, object space, metres, may touch this mesh's bounding sphere.
    #[must_use]
    pub fn is_within_reach(&self, source: DVec3, destination: DVec3, radii: DVec3) -> bool {
        let nearest = closest_on_segment(source, destination, self.bounding_center);
        nearest.distance(self.bounding_center) <= self.bounding_radius + radii.max_element()
    }
}

/// Nearest collision of a moving ellipsoid with any mesh; `source`, `velocity` and the result are in ellipsoid space.
#[must_use]
pub fn check_meshes(meshes: &[Mesh], radii: DVec3, source: DVec3, velocity: DVec3) -> CollisionRecord {
    let mut record = CollisionRecord::default();
    for (index, mesh) in meshes.iter().enumerate() {
        check_mesh(&mut record, index, mesh, radii, source, velocity);
    }
    record
}

fn check_mesh(record: &mut CollisionRecord, index: usize, mesh: &Mesh, radii: DVec3, source: DVec3, velocity: DVec3) {
    let to_object = mesh.world.inverse();
    let (original_source, original_velocity) = (source * radii, velocity * radii);
    let translated_source = to_object.transform_point3(original_source);
    let translated_destination = to_object.transform_point3(original_source + original_velocity);
    if !mesh.is_within_reach(translated_source, translated_destination, radii) {
        return;
    }
    let translated_velocity = (translated_destination - translated_source) / radii;
    let scaled: Vec<Triangle> = mesh.triangles.iter().map(|triangle| triangle.map(|corner| corner / radii)).collect();
    check_triangles(record, index, &scaled, translated_source / radii, translated_velocity);

    let back = |point: DVec3| mesh.world.transform_point3(point * radii) / radii;
    record.nearest = record.nearest.map(|found| {
        let of_this_mesh = found.mesh == index;
        let (sphere_point, polygon_point) = (back(found.sphere_point), back(found.polygon_point));
        if of_this_mesh { Collision { sphere_point, polygon_point, ..found } } else { found }
    });
}
