//! Contacts as a callback sees them, which says whether they count.

use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::query::contact::Touch;
use crate::query::line_walk::PassInstances;
use crate::query::passed::{FirstPassed, Passed, Piece, TakePassed};
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, Task, task};
use crate::world::contact_filter::{ContactView, Verdict};
use crate::world::solids::Solids;
use alloc::vec::Vec;
use core::mem::take;
use glam::{DVec3, Vec3};

/// Most triangles that one sweep ignores: a callback that ignores more has to ignore the whole instance.
pub(super) const MAX_IGNORED: usize = 64;

/// A contact as a callback sees it, world space.
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

task! {
    /// One [`first_kept`].
    FirstKept<'a> {
        instances: Solids<'a>,
        position: Position,
        piece: &'a Piece,
        sides: Sides,
        scratch: &'a mut Scratch,
    } = first_kept => Option<Passed>
}

/// The first triangle that counts of those that a piece of a straight line passes.
#[inline(always)]
fn first_kept<L: Lanes>(
    lanes: L,
    instances: Solids,
    position: Position,
    piece: &Piece,
    sides: Sides,
    scratch: &mut Scratch,
) -> Option<Passed> {
    let (gone_through, ignored) = (take(&mut scratch.gone_through), take(&mut scratch.ignored));
    let taking = TakeKept { instances, position, piece, gone_through, ignored, first: FirstPassed::default() };
    let TakeKept { gone_through, ignored, first, .. } =
        PassInstances { instances, position, piece, sides, scratch: &mut *scratch, take: taking }.run(lanes);
    (scratch.gone_through, scratch.ignored) = (gone_through, ignored);
    first.0
}

/// Keeps the first that counts.
struct TakeKept<'a> {
    instances: Solids<'a>,
    position: Position,
    piece: &'a Piece,
    gone_through: Vec<u32>,
    ignored: Vec<(u32, u32)>,
    first: FirstPassed,
}

impl TakeKept<'_> {
    /// Whether a callback keeps a triangle that is not ignored yet.
    fn keeps(&self, passed: &Passed) -> bool {
        let Some(filter) = self.instances.contact_filter() else { return true };
        let Some(instance) = self.instances.get(passed.instance) else { return false };
        let placed = self.instances.placed(instance);
        let corners = self.in_world(&placed, passed);
        let point = corners[0] * passed.weights.x + corners[1] * passed.weights.y + corners[2] * passed.weights.z;
        let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let step = self
            .instances
            .turn()
            .map_or(self.piece.step, |turn| turn.world_displacement(self.piece.step.as_vec3()).as_dvec3());
        let view = ContactView {
            instance: self.instances.id(passed.instance),
            user_data: instance.user_data,
            triangle: passed.triangle,
            material: instance.mesh.tree.materials.of(passed.triangle),
            point: point.as_vec3(),
            normal: (if across.dot(step) > 0.0 { -across } else { across }).as_vec3(),
        };
        filter(&view) == Verdict::Keep
    }

    /// The corners of a triangle that is passed; world space, metres.
    fn in_world(&self, placed: &Placed, passed: &Passed) -> [DVec3; 3] {
        let position = placed.in_mesh_space(self.position.to_dvec3());
        passed.corners.map(|corner| {
            let point = placed.in_world(position + corner);
            self.instances.turn().map_or(point, |turn| turn.world_point(point))
        })
    }
}

impl TakePassed for TakeKept<'_> {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        self.first.limit(most)
    }

    #[inline(never)]
    fn take(&mut self, passed: Passed) {
        let (instance, triangle) = (passed.instance, passed.triangle);
        let is_ignored = self.gone_through.contains(&instance) || self.ignored.contains(&(instance, triangle));
        if !is_ignored && self.keeps(&passed) {
            self.first.take(passed);
        }
    }
}
