//! Triangles and materials of a mesh, read back.

use crate::error::{guard, s8_code};
use crate::mesh::s8_mesh;
use crate::pointer::{array_out, given, list};
use crate::types::s8_vec3;
use std::mem::MaybeUninit;

/// A triangle of a cooked mesh: its index and its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_triangle {
    /// The triangle's index in the data that the mesh was cooked from, as in hits and contacts.
    pub index: u32,
    /// The triangle's corners in the order of the data that the mesh was cooked from, mesh space, metres.
    pub corners: [s8_vec3; 3],
}

/// Copies the triangles of a mesh: to draw a mesh that was loaded from bytes, say. Triangles without area and
/// duplicates are not there. The order is always the same, but is not that of the indices. `count` receives how many
/// there are; at most `capacity` of them are written to `triangles`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_copy_triangles(
    mesh: Option<&s8_mesh>,
    triangles: *mut s8_triangle,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (mesh, count) = (&given(mesh, "mesh")?.mesh, given(count, "count")?);
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(triangles, capacity, "triangles") }?;
        let mut triangles = mesh.triangles();
        let mut written = 0;
        for (place, (index, corners)) in out.iter_mut().zip(&mut triangles) {
            place.write(s8_triangle { index, corners: corners.map(Into::into) });
            written += 1;
        }
        count.write(written + triangles.count());
        Ok(())
    })
}

/// The material of the triangle with this index: an index into the frictions of the mesh. 0 where none was given, also
/// where the mesh has no such triangle.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_get_material(
    mesh: Option<&s8_mesh>,
    triangle: u32,
    material: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    guard(|| {
        let (mesh, material) = (given(mesh, "mesh")?, given(material, "material")?);
        material.write(u32::from(mesh.mesh.material_of(triangle)));
        Ok(())
    })
}

/// Copies the velocities of the surfaces of a mesh, one for each material: m/s along the axes of the mesh, and radians per
/// second about its origin. `count` receives how many there are; at most `capacity` of each are written, to arrays which
/// may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_copy_velocities(
    mesh: Option<&s8_mesh>,
    velocities: *mut s8_vec3,
    angular_velocities: *mut s8_vec3,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (mesh, count) = (given(mesh, "mesh")?, given(count, "count")?);
        // SAFETY: the caller promises room for so many in each.
        let (out, angular) = unsafe {
            let out = array_out(velocities, capacity, "velocities")?;
            (out, array_out(angular_velocities, capacity, "angular_velocities")?)
        };
        let kinds = mesh.mesh.materials();
        list(angular, kinds.iter().map(|material| material.angular_velocity.into()));
        count.write(list(out, kinds.iter().map(|material| material.velocity.into())));
        Ok(())
    })
}

/// Copies the coefficients of friction of a mesh, one for each material. `count` receives how many there are, 0 where
/// the mesh has no materials; at most `capacity` of them are written to `frictions`, which may be NULL where `capacity`
/// is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_copy_frictions(
    mesh: Option<&s8_mesh>,
    frictions: *mut f32,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (mesh, count) = (given(mesh, "mesh")?, given(count, "count")?);
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(frictions, capacity, "frictions") }?;
        count.write(list(out, mesh.mesh.materials().iter().map(|material| material.friction)));
        Ok(())
    })
}

/// Copies the coefficients of restitution of a mesh, one for each material. `count` receives how many there are, 0 where
/// the mesh has no materials; at most `capacity` of them are written to `restitutions`, which may be NULL where
/// `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_copy_restitutions(
    mesh: Option<&s8_mesh>,
    restitutions: *mut f32,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let (mesh, count) = (given(mesh, "mesh")?, given(count, "count")?);
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(restitutions, capacity, "restitutions") }?;
        count.write(list(out, mesh.mesh.materials().iter().map(|material| material.restitution)));
        Ok(())
    })
}
