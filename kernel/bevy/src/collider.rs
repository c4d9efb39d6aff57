//! Components of colliders, which stop characters.

use crate::handle::ColliderHandle;
use crate::interpolation::TransformInterpolation;
use crate::queue::with_queue;
use bevy_asset::Handle;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
use bevy_mesh::Mesh;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use sweep8::{CookedMesh, InstanceKind};

/// An instance of a mesh that stops characters, placed by the `Transform` of its entity, its parents' included.
///
/// A changed `Transform` is the collider's target for the coming step: on the way there the collider carries the characters that stand on
/// it, and pushes characters in its way. Another scale, a turn of more than 90° or a distance of more than 4,096 m is no motion: the
/// collider jumps there and moves no character. To put a collider elsewhere on purpose, insert it again.
///
/// Parents may turn, move and scale; a scale that shears, as an uneven one above a turned child does, is refused with an error. A root
/// costs nothing while it stays; every step checks each child.
///
/// Components do not change in place: insert another one. The collider before stays in the world until the new one is there, while an asset
/// loads, and if the new one is refused.
///
/// ```
/// use bevy_app::App;
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// app.world_mut().spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)), Transform::from_xyz(0.0, -0.5, 0.0)));
/// ```
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(Component, Debug)]
#[require(Transform, ColliderKind, ColliderLayers, TransformInterpolation)]
#[component(immutable, on_insert = collider_inserted, on_remove = collider_removed)]
pub enum Collider {
    /// Collider shape of a closed box around the origin. Boxes of equal size that are spawned in one step share memory.
    Cuboid {
        /// Half of the box's lengths along x, y and z, mesh space, metres.
        half_extents: Vec3,
    },
    /// The triangles of an asset, which are cooked once, in the step after the asset has loaded. The asset must be a
    /// triangle list or strip with positions of three `f32`, kept in the main world (`RenderAssetUsages::MAIN_WORLD`).
    /// A triangle's front is the side from which its corners are seen counter-clockwise. A later change of the asset
    /// counts for colliders that are inserted after it.
    Mesh(Handle<Mesh>),
    /// Collider shape of a mesh that is already cooked: on another thread, for instance, or with materials.
    Cooked(SharedMesh),
}

impl Collider {
    /// Returns the collider of a box with these half lengths along x, y and z, metres.
    #[must_use]
    pub fn cuboid(half_extents: Vec3) -> Self {
        Self::Cuboid { half_extents }
    }

    /// A collider of a mesh that is already cooked; clones of the mesh share its memory.
    ///
    /// ```
    /// use bevy_math::Vec3;
    /// use bevy_sweep8::prelude::*;
    /// use bevy_sweep8::sweep8::Mesh;
    ///
    /// let pillar = Mesh::capsule(1.0, 0.5, 16)?.cook();
    /// let pillars = [Collider::cooked(pillar.clone()), Collider::cooked(pillar)];
    /// # assert!(pillars.iter().all(|pillar| matches!(pillar, Collider::Cooked(_))));
    /// # Ok::<(), bevy_sweep8::sweep8::MeshError>(())
    /// ```
    #[must_use]
    pub fn cooked(mesh: CookedMesh) -> Self {
        Self::Cooked(SharedMesh(mesh))
    }
}

fn collider_inserted(world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    with_queue(world, |queue| queue.colliders.push(entity));
}

fn collider_removed(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    world.commands().entity(entity).try_remove::<ColliderHandle>();
}

/// A cooked mesh for reflection; clones share its memory.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_sweep8::{SharedMesh, sweep8::Mesh};
///
/// let slab = SharedMesh(Mesh::cuboid(Vec3::ONE)?.cook());
/// assert_eq!(slab.0.report().triangles, 12);
/// # Ok::<(), bevy_sweep8::sweep8::MeshError>(())
/// ```
#[derive(Clone, Debug, Reflect)]
#[reflect(opaque)]
#[reflect(Clone, Debug)]
pub struct SharedMesh(pub CookedMesh);

/// The characters that a collider stops. May be changed at any time.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
///
/// let area = (Collider::cuboid(Vec3::ONE), ColliderKind::Sensor);
/// assert_ne!(area.1, ColliderKind::default());
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
pub enum ColliderKind {
    /// Collider that stops every character.
    #[default]
    Solid,
    /// Collider that stops only characters on its triangles' front side: a platform to jump through from below.
    OneSided,
    /// No character: [`SensorEntered`](crate::SensorEntered) and [`SensorLeft`](crate::SensorLeft) report the
    /// characters in the sensor. While a sensor exists, no character rests.
    Sensor,
}

impl From<ColliderKind> for InstanceKind {
    fn from(kind: ColliderKind) -> Self {
        match kind {
            ColliderKind::Solid => Self::Solid,
            ColliderKind::OneSided => Self::OneSided,
            ColliderKind::Sensor => Self::Sensor,
        }
    }
}

/// The layers that a collider is in, a bit each. Characters meet those of their `settings.layers`, queries those of
/// their filter. Layer 0 by default; a collider in no layer stops no character. May be changed at any time.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
///
/// let open_door = (Collider::cuboid(Vec3::ONE), ColliderLayers(0));
/// assert_ne!(open_door.1, ColliderLayers::default());
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
pub struct ColliderLayers(pub u32);

impl Default for ColliderLayers {
    fn default() -> Self {
        Self(1)
    }
}
