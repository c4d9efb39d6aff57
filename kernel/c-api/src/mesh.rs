//! Meshes: triangles that were checked and made ready to be met.

use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, given};
use crate::types::s8_vec3;
use std::mem::MaybeUninit;
use sweep8::glam::{Vec2, Vec3};
use sweep8::{CookedMesh, Material, Mesh, MeshReport};

/// A cooked mesh: read-only, for any number of instances, worlds and threads. Worlds share its memory: free it with
/// `s8_mesh_free` as soon as it is added.
pub struct s8_mesh {
    pub(crate) mesh: CookedMesh,
}

/// The triangles of a mesh as an engine stores them: mesh space, metres; corners are counter-clockwise seen from the
/// front. Calls copy the data. Leave unused fields 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct s8_mesh_data {
    /// The vertices of the mesh, metres, each coordinate -16777216 to 16777216.
    pub positions: *const s8_vec3,
    /// The number of vertices of the mesh.
    pub position_count: usize,
    /// Three indices of vertices for each triangle.
    pub indices: *const u32,
    /// The number of triangles, a third of the number of indices; at most 2^28.
    pub triangle_count: usize,
    /// Coefficients of dry friction, one for each material, 0 or more; NULL without materials.
    pub frictions: *const f32,
    /// The number of materials of the mesh; at most 65536. 0: no triangle has friction.
    pub material_count: usize,
    /// The material of each triangle, an index into `frictions`; NULL without materials.
    pub triangle_materials: *const u16,
    /// Velocities of the surfaces themselves, one for each material, along the axes of the mesh as an instance turns them,
    /// m/s, at most 4096 long: conveyors, which carry without moving. NULL: all are zero.
    pub velocities: *const s8_vec3,
    /// Angular velocities of the surfaces about the origin of the mesh, along the same axes, radians per second, at most
    /// 4096 long: discs that turn although they lie still. NULL: all are zero.
    pub angular_velocities: *const s8_vec3,
    /// Coefficients of restitution, one for each material, 0 to 1: the part of a character's speed into the surface with
    /// which it bounces off. NULL: all are zero.
    pub restitutions: *const f32,
}

/// Counts of the triangles and memory of one mesh, or of all meshes of a world together, each mesh once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct s8_mesh_report {
    /// The number of triangles, degenerate ones included.
    pub triangles: u64,
    /// The number of triangles without area, which are left out.
    pub degenerate: u64,
    /// The number of copies of a triangle with a lower index, which are left out.
    pub duplicates: u64,
    /// The number of blocks of up to eight triangles.
    pub blocks: u64,
    /// The number of nodes of the tree above the blocks of triangles.
    pub nodes: u64,
    /// Memory of the cooked mesh, bytes.
    pub bytes: u64,
}

impl From<MeshReport> for s8_mesh_report {
    fn from(report: MeshReport) -> Self {
        let MeshReport { triangles, degenerate, duplicates, blocks, nodes, bytes, .. } = report;
        let [triangles, degenerate, duplicates, blocks, nodes, bytes] =
            [triangles, degenerate, duplicates, blocks, nodes, bytes].map(|count| count as u64);
        Self { triangles, degenerate, duplicates, blocks, nodes, bytes }
    }
}

/// The mesh of such triangles, checked.
///
/// # Safety
/// The pointers of the data lead to as many elements as their counts say.
pub(crate) unsafe fn checked(data: &s8_mesh_data) -> Result<Mesh, Error> {
    // SAFETY: promised by the caller, for each of the arrays. Three indices lie as an array of three does.
    let (positions, triangles) = unsafe {
        let positions = array(data.positions, data.position_count, "positions")?;
        (positions, array(data.indices.cast::<[u32; 3]>(), data.triangle_count, "indices")?)
    };
    let mesh = Mesh::new(bytemuck::cast_slice::<_, Vec3>(positions), triangles)?;
    if data.material_count == 0 {
        return Ok(mesh);
    }
    // SAFETY: as above.
    let (frictions, of_triangle) = unsafe {
        let frictions = array(data.frictions, data.material_count, "frictions")?;
        (frictions, array(data.triangle_materials, data.triangle_count, "triangle_materials")?)
    };
    let mut kinds: Vec<_> = frictions.iter().copied().map(Material::with_friction).collect();
    // SAFETY: as above.
    unsafe {
        if !data.velocities.is_null() {
            let velocities = array(data.velocities, data.material_count, "velocities")?;
            kinds.iter_mut().zip(velocities).for_each(|(kind, &velocity)| kind.velocity = velocity.into());
        }
        if !data.angular_velocities.is_null() {
            let velocities = array(data.angular_velocities, data.material_count, "angular_velocities")?;
            kinds.iter_mut().zip(velocities).for_each(|(kind, &velocity)| kind.angular_velocity = velocity.into());
        }
        if !data.restitutions.is_null() {
            let restitutions = array(data.restitutions, data.material_count, "restitutions")?;
            kinds.iter_mut().zip(restitutions).for_each(|(kind, &restitution)| kind.restitution = restitution);
        }
    }
    Ok(mesh.with_materials(&kinds, of_triangle)?)
}

fn hand_out(mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>, made: Mesh) -> Result<(), Error> {
    given(mesh, "mesh")?.write(Box::new(s8_mesh { mesh: made.cook() }));
    Ok(())
}

/// Checks triangles and builds the mesh that queries and moves search. Takes time in proportion to the number of
/// triangles, on the calling thread. Free the mesh with `s8_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_cook(
    data: Option<&s8_mesh_data>,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller of this call promises it.
        let made = unsafe { checked(given(data, "data")?) }?;
        hand_out(mesh, made)
    })
}

/// Makes a mesh of a box around the origin from its half extents along x, y and z, metres, 0.0001 to 16777216.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_cuboid(
    half_x: f32,
    half_y: f32,
    half_z: f32,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| hand_out(mesh, Mesh::cuboid(Vec3::new(half_x, half_y, half_z))?))
}

/// Makes a capsule around the origin along y, from half the length of its cylinder, 0 or 0.0001 to 100000 m; its
/// radius, 0.0001 to 100000 m; and the number of segments around it, a multiple of 4 from 4 to 1024. The vertices lie
/// on the capsule, the faces inside it.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_capsule(
    half_height: f32,
    radius: f32,
    radial_segments: u32,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| hand_out(mesh, Mesh::capsule(half_height, radius, radial_segments)?))
}

/// Makes terrain from the origin on: `columns` heights along +x by `rows` along +z, 2 to 65536 each; its front faces
/// up, towards +y. `heights[row * columns + column]` is the height at x = `column * cell_x`, z = `row * cell_z`,
/// metres; `count` is `columns * rows`. Cell `k` has the triangles `2 * k` and `2 * k + 1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_heightfield(
    columns: u32,
    rows: u32,
    cell_x: f32,
    cell_z: f32,
    heights: *const f32,
    count: usize,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises so many heights.
        let heights = unsafe { array(heights, count, "heights") }?;
        hand_out(mesh, Mesh::heightfield(columns, rows, Vec2::new(cell_x, cell_z), heights)?)
    })
}

/// The counts of a mesh.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_get_report(
    mesh: Option<&s8_mesh>,
    report: Option<&mut MaybeUninit<s8_mesh_report>>,
) -> s8_code {
    guard(|| {
        let mesh = given(mesh, "mesh")?;
        given(report, "report")?.write(mesh.mesh.report().into());
        Ok(())
    })
}

/// Frees a mesh; NULL is allowed. Instances of it stay in their worlds.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_free(mesh: Option<Box<s8_mesh>>) {
    drop(mesh);
}
