//! Contacts as a callback sees them, which says whether they count.

use crate::query::contact::Touch;
use crate::world::contact_filter::ContactView;
use crate::world::solids::Solids;
use glam::Vec3;

/// Most triangles that one sweep ignores: what is larger is for the whole instance to be ignored.
pub(super) const MAX_IGNORED: usize = 64;

/// What is touched, in the world.
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
