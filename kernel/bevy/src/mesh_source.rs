//! Triangles from the assets of Bevy, and the meshes that are cooked from them.

use crate::collider::{Collider, SharedMesh};
use crate::refusal::ColliderError;
use bevy_asset::{AssetEvent, AssetId, Assets};
use bevy_ecs::message::{MessageCursor, Messages};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology};
use std::collections::HashMap;
use sweep8::{CookedMesh, Mesh as Triangles};

/// Cache of cooked meshes, so that a shape that is spawned a thousand times is cooked once.
#[derive(Resource, Debug, Default)]
pub(crate) struct CookedMeshes {
    /// Cooked meshes of mesh assets; each is kept until its asset changes or is removed.
    of_assets: HashMap<AssetId<Mesh>, CookedMesh>,
    /// Boxes by the bits of their half extents. Kept for one step, because nothing reports when a size is no longer
    /// used.
    cuboids: HashMap<[u32; 3], CookedMesh>,
}

impl CookedMeshes {
    /// Removes the boxes from the cache; called after all colliders of a step were added.
    pub(crate) fn end_step(&mut self) {
        self.cuboids.clear();
    }

    /// Returns the cooked mesh of a collider, from the cache if possible; `None` while its mesh asset has not loaded.
    pub(crate) fn of(
        &mut self,
        collider: &Collider,
        assets: Option<&Assets<Mesh>>,
    ) -> Result<Option<CookedMesh>, ColliderError> {
        match collider {
            Collider::Cooked(SharedMesh(mesh)) => Ok(Some(mesh.clone())),
            Collider::Cuboid { half_extents } => {
                let key = half_extents.to_array().map(f32::to_bits);
                if let Some(mesh) = self.cuboids.get(&key) {
                    return Ok(Some(mesh.clone()));
                }
                let mesh = Triangles::cuboid(*half_extents)?.cook();
                Ok(Some(self.cuboids.entry(key).or_insert(mesh).clone()))
            }
            Collider::Mesh(handle) => {
                if let Some(mesh) = self.of_assets.get(&handle.id()) {
                    return Ok(Some(mesh.clone()));
                }
                let Some(asset) = assets.ok_or(ColliderError::NoMeshAssets)?.get(handle.id()) else { return Ok(None) };
                let mesh = triangles_of(asset)?.cook();
                Ok(Some(self.of_assets.entry(handle.id()).or_insert(mesh).clone()))
            }
        }
    }
}

/// Removes the cooked meshes of changed and removed mesh assets from the cache.
pub(crate) fn forget_changed_meshes(
    mut cooked: ResMut<CookedMeshes>,
    events: Option<Res<Messages<AssetEvent<Mesh>>>>,
    mut cursor: Local<MessageCursor<AssetEvent<Mesh>>>,
) {
    let Some(events) = events else { return };
    for event in cursor.read(&events) {
        if let AssetEvent::Modified { id } | AssetEvent::Removed { id } = event {
            cooked.of_assets.remove(id);
        }
    }
}

/// Converts a mesh asset of Bevy to a mesh of the library, with the triangles in the same order.
fn triangles_of(mesh: &Mesh) -> Result<Triangles, ColliderError> {
    let positions = match mesh.try_attribute(Mesh::ATTRIBUTE_POSITION) {
        Ok(positions) => positions.as_float3().ok_or(ColliderError::NoPositions)?,
        Err(MeshAccessError::ExtractedToRenderWorld) => return Err(ColliderError::InRenderWorld),
        Err(MeshAccessError::NotFound) => return Err(ColliderError::NoPositions),
    };
    let indices: Vec<u32> = match mesh.try_indices_option() {
        Ok(Some(Indices::U16(indices))) => indices.iter().copied().map(u32::from).collect(),
        Ok(Some(Indices::U32(indices))) => indices.clone(),
        Ok(None) => (0..positions.len() as u32).collect(),
        Err(_) => return Err(ColliderError::InRenderWorld),
    };
    let triangles: Vec<[u32; 3]> = match mesh.primitive_topology() {
        PrimitiveTopology::TriangleList => indices.as_chunks().0.to_vec(),
        // Every second triangle of a strip has the opposite winding.
        PrimitiveTopology::TriangleStrip => {
            let turned = |(k, &[a, b, c]): (usize, &[u32; 3])| if k % 2 == 0 { [a, b, c] } else { [b, a, c] };
            indices.array_windows().enumerate().map(turned).collect()
        }
        _ => return Err(ColliderError::NoTriangles),
    };
    let positions: Vec<Vec3> = positions.iter().copied().map(Vec3::from).collect();
    Ok(Triangles::new(&positions, &triangles)?)
}
