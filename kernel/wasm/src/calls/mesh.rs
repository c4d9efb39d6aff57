//! Meshes: cooked when they are made, and shared by all instances of all worlds.
//!
//! In: vertices, triangles, materials. Out: numbers that name meshes; their triangles; bytes.

use crate::arguments::{vector, vectors};
use crate::border::{State, exports};
use crate::exchange::Exchange;
use crate::fault::Fault;
use sweep8::glam::{Vec2, Vec3};
use sweep8::{CookedMesh, Material, Mesh};

/// Numbers of a material: friction, restitution, velocity, angular velocity.
const MATERIAL: usize = 8;

/// The materials of the arguments.
pub(crate) fn materials(input: &mut Exchange, count: usize) -> Result<Vec<Material>, Fault> {
    let numbers: &[f32] = input.take(count.saturating_mul(MATERIAL))?;
    let of = |n: &[f32]| Material {
        friction: n[0],
        restitution: n[1],
        velocity: Vec3::new(n[2], n[3], n[4]),
        angular_velocity: Vec3::new(n[5], n[6], n[7]),
    };
    Ok(numbers.chunks_exact(MATERIAL).map(of).collect())
}

fn add(state: &mut State, mesh: Mesh) -> f64 {
    state.tables.meshes.add(mesh.cook())
}

exports! {
    /// A mesh of `vertices` and `triangles`, and the materials of triangles if there are kinds.
    fn mesh_new(vertices: u32, triangles: u32, kinds: u32) |state| {
        let positions = vectors(state.input.take((vertices as usize).saturating_mul(3))?);
        let corners: &[u32] = state.input.take((triangles as usize).saturating_mul(3))?;
        let corners: Vec<[u32; 3]> = corners.chunks_exact(3).map(|of| [of[0], of[1], of[2]]).collect();
        let mut mesh = Mesh::new(&positions, &corners)?;
        if kinds > 0 {
            let kinds = materials(&mut state.input, kinds as usize)?;
            mesh = mesh.with_materials(&kinds, state.input.take(triangles as usize)?)?;
        }
        Ok(add(state, mesh))
    }

    fn mesh_cuboid(x: f64, y: f64, z: f64) |state| {
        let mesh = Mesh::cuboid(vector([x, y, z]))?;
        Ok(add(state, mesh))
    }

    fn mesh_capsule(half_height: f64, radius: f64, segments: u32) |state| {
        let mesh = Mesh::capsule(half_height as f32, radius as f32, segments)?;
        Ok(add(state, mesh))
    }

    fn mesh_heightfield(columns: u32, rows: u32, x: f64, z: f64, heights: u32) |state| {
        let heights = state.input.take(heights as usize)?;
        let mesh = Mesh::heightfield(columns, rows, Vec2::new(x as f32, z as f32), heights)?;
        Ok(add(state, mesh))
    }

    fn mesh_from_bytes(length: u32) |state| {
        let mesh = CookedMesh::from_bytes(state.input.take(length as usize)?)?;
        Ok(state.tables.meshes.add(mesh))
    }

    /// Answers with bytes; returns their number.
    fn mesh_to_bytes(mesh: u32) |state| {
        let bytes = state.tables.meshes.get(mesh)?.to_bytes();
        state.output.clear();
        state.output.put(&bytes);
        Ok(bytes.len() as f64)
    }

    /// Answers with the corners of all triangles in mesh space, 9 numbers each; returns the number of triangles.
    fn mesh_triangles(mesh: u32) |state| {
        let mesh = state.tables.meshes.get(mesh)?;
        let all: Vec<f32> = mesh.triangles().flat_map(|(_, corners)| corners.map(|corner| corner.to_array())).flatten().collect();
        state.output.clear();
        state.output.put(&all);
        Ok((all.len() / 9) as f64)
    }

    /// Answers with the index of the material of each triangle of [`mesh_triangles`].
    fn mesh_materials(mesh: u32) |state| {
        let mesh = state.tables.meshes.get(mesh)?;
        let all: Vec<u16> = mesh.triangles().map(|(triangle, _)| mesh.material_of(triangle)).collect();
        state.output.clear();
        state.output.put(&all);
        Ok(all.len() as f64)
    }

    /// Number of triangles that the mesh was made of, or that cooking left out.
    fn mesh_report(mesh: u32) |state| {
        let report = state.tables.meshes.get(mesh)?.report();
        let counts = [report.triangles, report.degenerate, report.duplicates, report.bytes];
        state.output.clear();
        state.output.put(&counts.map(|count| count as f64));
        Ok(0.0)
    }
}
