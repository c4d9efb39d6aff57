//! Meshes: triangles that were checked and made ready to be met.

use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, given};
use crate::types::s8_vec3;
use std::mem::MaybeUninit;
use sweep8::glam::{Vec2, Vec3};
use sweep8::{CookedMesh, Material, Mesh, MeshReport};

/// A mesh that was made ready: read-only, for any number of instances in any number of worlds, on any thread. Free it
/// with `s8_mesh_free` as soon as it was added: worlds keep what they need.
pub struct s8_mesh {
    pub(crate) mesh: CookedMesh,
}

/// Triangles as an engine has them, mesh space, metres; copied, and free to go after the call. Fronts are
/// counter-clockwise. Set to 0 what is not there.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct s8_mesh_data {
    /// Corners, each coordinate -16777216 to 16777216.
    pub positions: *const s8_vec3,
    /// How many.
    pub position_count: usize,
    /// Three indices into the positions for each triangle.
    pub indices: *const u32,
    /// How many triangles: a third of the number of indices; at most 2^28.
    pub triangle_count: usize,
    /// Coefficients of dry friction, one for each material, 0 or more. NULL: nothing has friction.
    pub frictions: *const f32,
    /// How many materials; at most 65536.
    pub material_count: usize,
    /// The material of each triangle. Read where there are materials.
    pub triangle_materials: *const u16,
}

/// The contents of a mesh, or of all meshes of a world, each counted once: triangles, blocks, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct s8_mesh_report {
    /// Triangles, degenerate ones included.
    pub triangles: u64,
    /// Triangles without area, which are left out.
    pub degenerate: u64,
    /// Copies of a triangle with a lower index, which are left out.
    pub duplicates: u64,
    /// Blocks of up to eight triangles.
    pub blocks: u64,
    /// Nodes of the tree above them.
    pub nodes: u64,
    /// Memory, bytes.
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
    let kinds: Vec<_> = frictions.iter().map(|&friction| Material { friction }).collect();
    Ok(mesh.with_materials(&kinds, of_triangle)?)
}

fn hand_out(mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>, made: Mesh) -> Result<(), Error> {
    given(mesh, "mesh")?.write(Box::new(s8_mesh { mesh: made.cook() }));
    Ok(())
}

/// Makes a mesh ready to be met. Takes time in proportion to the number of triangles, on the calling thread.
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

/// A box around the origin, half as long along each axis as it is, metres, 0.0001 to 16777216.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_cuboid(
    half_x: f32,
    half_y: f32,
    half_z: f32,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| hand_out(mesh, Mesh::cuboid(Vec3::new(half_x, half_y, half_z))?))
}

/// A capsule around the origin along y: half the length of its cylinder, 0 or 0.0001 to 100000 m; its radius, 0.0001 to
/// 100000 m; and the segments around it, a multiple of 4 from 4 to 1024. Its corners lie on the capsule, its faces
/// inside.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_capsule(
    half_height: f32,
    radius: f32,
    radial_segments: u32,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| hand_out(mesh, Mesh::capsule(half_height, radius, radial_segments)?))
}

/// Terrain: `columns` heights along +x by `rows` along +z, 2 to 65536 each, from the origin on; fronts are up, towards
/// +y. `heights[row * columns + column]` is the height at x = `column * cell_x`, z = `row * cell_z`, metres; `count` of
/// them, which is `columns * rows`. Of cell `k` the triangles are `2 * k` and `2 * k + 1`.
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

/// The report of a mesh.
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

/// Frees a mesh; NULL is allowed. Worlds that have instances of it go on.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_free(mesh: Option<Box<s8_mesh>>) {
    drop(mesh);
}
