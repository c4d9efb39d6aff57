//! One mesh of a glTF: the triangles of all its primitives, each with its material.
//!
//! 1. Lists, strips and fans of triangles become triangles, each corner a number in an accessor of positions. Points
//!    and lines are counted and left out. An incomplete triangle at the end of a list is left out, too, as renderers
//!    do.
//! 2. Corners with the same number in the same accessor are one vertex, also between primitives. Vertices without a
//!    triangle are dropped, because many meshes may share one accessor.

use super::accessor::{Source, Values};
use super::error::GltfReason;
use crate::LevelMesh;
use gltf::json::accessor::Accessor;
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Index, Mesh};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use sweep8::limits::MAX_TRIANGLES;

/// A mesh that was read from a glTF file.
pub(super) struct ReadMesh {
    pub(super) mesh: LevelMesh,
    /// Number of primitives of the glTF mesh that are points or lines, which were left out.
    pub(super) left_out: usize,
}

/// A triangle corner of a glTF mesh: index of the position accessor, and index of the vertex in the accessor.
type Corner = (u32, u32);

/// Reads a glTF mesh; `default` is the material index for triangles without a material, after the file's last index.
pub(super) fn read(source: &Source, index: Index<Mesh>, default: u16) -> Result<ReadMesh, GltfReason> {
    let mesh = source.root.get(index).ok_or(GltfReason::NotThere { what: "mesh", index: index.value() })?;
    let name = mesh.name.clone().unwrap_or_else(|| format!("mesh {}", index.value()));
    let mut positions = BTreeMap::new();
    let (mut corners, mut materials, mut left_out) = (Vec::new(), Vec::new(), 0);
    for primitive in &mesh.primitives {
        let Some(form) = form_of(primitive, &name)? else {
            left_out += 1;
            continue;
        };
        let accessor = positions_of(primitive, &name)?;
        let number = accessor.value() as u32;
        if let Entry::Vacant(entry) = positions.entry(number) {
            entry.insert(source.positions(accessor)?);
        }
        let count = positions[&number].count;
        let indices = primitive.indices.map(|indices| source.indices(indices)).transpose()?;
        let triangles = form.triangles(indices.as_ref().map_or(count, |indices| indices.count));
        if corners.len() / 3 + triangles > MAX_TRIANGLES {
            return Err(GltfReason::TooManyTriangles { most: MAX_TRIANGLES });
        }
        for at in (0..triangles).flat_map(|triangle| form.corners(triangle)) {
            let vertex = indices.as_ref().map_or(at as u32, |indices| indices.index(at));
            if vertex as usize >= count {
                return Err(GltfReason::Vertex { mesh: name, vertex, count });
            }
            corners.push((number, vertex));
        }
        let material = match primitive.material.map(|material| material.value()) {
            None => default,
            Some(index) => {
                let material = u16::try_from(index).ok().filter(|&material| material < default);
                material.ok_or(GltfReason::NotThere { what: "material", index })?
            }
        };
        materials.resize(corners.len() / 3, material);
    }
    let mesh = LevelMesh { materials, ..welded(name, &corners, &positions)? };
    Ok(ReadMesh { mesh, left_out })
}

/// Builds a mesh from triangle corners, three for each triangle, with one vertex for each distinct corner.
fn welded(name: String, corners: &[Corner], positions: &BTreeMap<u32, Values>) -> Result<LevelMesh, GltfReason> {
    let mut vertices = corners.to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    let vertex_of = |corner: &Corner| vertices.binary_search(corner).unwrap_or_default() as u32;
    let triangles = corners.as_chunks::<3>().0.iter().map(|corners| corners.each_ref().map(vertex_of)).collect();
    let positions: Vec<_> =
        vertices.iter().map(|(accessor, vertex)| positions[accessor].position(*vertex as usize)).collect();
    if !positions.iter().all(|position| position.is_finite()) {
        return Err(GltfReason::NotFinite { mesh: name });
    }
    Ok(LevelMesh { name, positions, triangles, ..LevelMesh::default() })
}

/// How a list of vertices of a glTF primitive forms triangles: as a list, strip or fan.
#[derive(Clone, Copy)]
enum Form {
    List,
    Strip,
    Fan,
}

impl Form {
    /// Returns the number of triangles that a primitive of this form has with this number of corners.
    fn triangles(self, corners: usize) -> usize {
        match self {
            Self::List => corners / 3,
            Self::Strip | Self::Fan => corners.saturating_sub(2),
        }
    }

    /// Returns the indices in the primitive's corners of the three corners of a triangle, counter-clockwise.
    fn corners(self, triangle: usize) -> [usize; 3] {
        match self {
            Self::List => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2],
            // Every second triangle would have the opposite winding.
            Self::Strip => [triangle, triangle + 1 + triangle % 2, triangle + 2 - triangle % 2],
            Self::Fan => [triangle + 1, triangle + 2, 0],
        }
    }
}

/// Returns how the corners of a glTF primitive form triangles; `None` if the primitive is points or lines.
fn form_of(primitive: &Primitive, mesh: &str) -> Result<Option<Form>, GltfReason> {
    match primitive.mode {
        Checked::Valid(Mode::Triangles) => Ok(Some(Form::List)),
        Checked::Valid(Mode::TriangleStrip) => Ok(Some(Form::Strip)),
        Checked::Valid(Mode::TriangleFan) => Ok(Some(Form::Fan)),
        Checked::Valid(_) => Ok(None),
        Checked::Invalid => Err(GltfReason::NotGltf(format!("mesh {mesh:?} has a primitive of an unknown mode"))),
    }
}

fn positions_of(primitive: &Primitive, mesh: &str) -> Result<Index<Accessor>, GltfReason> {
    let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions)).copied();
    positions.ok_or_else(|| GltfReason::NotGltf(format!("mesh {mesh:?} has a primitive without positions")))
}
