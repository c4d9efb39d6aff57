//! The contact filter: contacts as the callback of a user sees them, and contacts that it ignores.

use crate::character::collide::gather_instances::surface_of;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::query::contact::Touch;
use crate::query::crossed::{Crossed, FirstCrossed, Piece, TakeCrossed};
use crate::query::ignored_contacts::IgnoredContacts;
use crate::query::line_traversal::CrossInstances;
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, Task, task};
use crate::world::contact_filter::{ContactView, Verdict};
use crate::world::solids::Solids;
use core::mem::take;
use glam::{DVec3, Vec3};

/// Maximum number of triangles that one sweep ignores for the contact filter. A filter that ignores more should ignore the instance.
pub(super) const MAX_IGNORED: usize = 64;

/// Converts a contact to the view of a contact, in world space, that the contact filter receives.
pub(super) fn view_of(touch: &Touch, instances: Solids, material: u16) -> ContactView {
    let normal = Vec3::from(touch.normal());
    let instance = instances.get(touch.instance.index() as u32);
    ContactView {
        instance: touch.instance,
        user_data: instance.map_or(0, |instance| instance.user_data),
        triangle: touch.triangle,
        material,
        point: touch.point(),
        normal: instances.turn().map_or(normal, |turn| turn.world_displacement(normal)),
    }
}

/// Ignores a triangle, or its whole instance, for the rest of the slide, and removes it from the gathered triangles.
pub(super) fn let_through(scratch: &mut Scratch, instance: u32, triangle: u32, verdict: Verdict) {
    let Scratch { candidates, instance_keys, let_through, .. } = scratch;
    if verdict == Verdict::IgnoreInstance {
        let_through.add_instance(instance);
    } else {
        let_through.add_triangle(instance, triangle);
    }
    candidates.take_out(|number| {
        let (instance, triangle) = surface_of(instance_keys, number);
        let_through.has(instance, triangle)
    });
}

task! {
    /// Arguments of [`first_kept`], to be run on a SIMD backend.
    FirstKept<'a> {
        instances: Solids<'a>,
        position: Position,
        piece: &'a Piece,
        sides: Sides,
        scratch: &'a mut Scratch,
    } = first_kept => Option<Crossed>
}

/// Finds the first triangle that a line segment crosses, without those that the slide or the contact filter ignores.
#[inline(always)]
fn first_kept<L: Lanes>(
    lanes: L,
    instances: Solids,
    position: Position,
    piece: &Piece,
    sides: Sides,
    scratch: &mut Scratch,
) -> Option<Crossed> {
    let let_through = take(&mut scratch.let_through);
    let taking = TakeKept { instances, position, piece, let_through, first: FirstCrossed::default() };
    let TakeKept { let_through, first, .. } =
        CrossInstances { instances, position, piece, sides, scratch: &mut *scratch, take: taking }.run(lanes);
    scratch.let_through = let_through;
    first.0
}

/// Receiver of the triangles that a line segment crosses; keeps the first one that neither slide nor contact filter ignores.
struct TakeKept<'a> {
    instances: Solids<'a>,
    position: Position,
    piece: &'a Piece,
    let_through: IgnoredContacts,
    first: FirstCrossed,
}

impl TakeKept<'_> {
    /// Whether the contact filter keeps a triangle that the line segment crosses.
    fn keeps(&self, crossed: &Crossed) -> bool {
        let Some(filter) = self.instances.contact_filter() else { return true };
        let Some(instance) = self.instances.get(crossed.instance) else { return false };
        let placed = self.instances.placed(instance);
        let corners = self.in_world(&placed, crossed);
        let point = corners[0] * crossed.weights.x + corners[1] * crossed.weights.y + corners[2] * crossed.weights.z;
        let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let step = self
            .instances
            .turn()
            .map_or(self.piece.step, |turn| turn.world_displacement(self.piece.step.as_vec3()).as_dvec3());
        let view = ContactView {
            instance: self.instances.id(crossed.instance),
            user_data: instance.user_data,
            triangle: crossed.triangle,
            material: instance.mesh.tree.materials.of(crossed.triangle),
            point: point.as_vec3(),
            normal: (if across.dot(step) > 0.0 { -across } else { across }).as_vec3(),
        };
        filter(&view) == Verdict::Keep
    }

    /// Corners of a triangle that the line segment crosses, world space, metres.
    fn in_world(&self, placed: &Placed, crossed: &Crossed) -> [DVec3; 3] {
        let position = placed.in_mesh_space(self.position.to_dvec3());
        crossed.corners.map(|corner| {
            let point = placed.in_world(position + corner);
            self.instances.turn().map_or(point, |turn| turn.world_point(point))
        })
    }
}

impl TakeCrossed for TakeKept<'_> {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        self.first.limit(most)
    }

    #[inline(never)]
    fn take(&mut self, crossed: Crossed) {
        if !self.let_through.has(crossed.instance, crossed.triangle) && self.keeps(&crossed) {
            self.first.take(crossed);
        }
    }
}
