//! Loads a glTF as a level: each node of its scene with a mesh is an instance.
//!
//! ```
//! use sweep8_bench::levels::gltf;
//!
//! // Each corner three numbers: (0, 0, 0), (0, 0, 4), (4, 0, 0).
//! let corners = "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBAAACAQAAAAAAAAAAA";
//! let text = format!(
//!     r#"{{ "asset": {{ "version": "2.0" }},
//!         "buffers": [{{ "uri": "{corners}", "byteLength": 36 }}],
//!         "bufferViews": [{{ "buffer": 0, "byteLength": 36 }}],
//!         "accessors": [{{ "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3 }}],
//!         "materials": [{{ "name": "grass" }}],
//!         "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 0 }}, "material": 0 }}] }}],
//!         "scenes": [{{ "nodes": [0, 1] }}],
//!         "nodes": [{{ "mesh": 0, "name": "here" }}, {{ "mesh": 0, "name": "there", "translation": [9, 0, 0] }}] }}"#
//! );
//! let no_files = |_: &str| Err(std::io::ErrorKind::NotFound.into());
//! let level = gltf::parse(text.as_bytes(), "meadow", "meadow.gltf".as_ref(), &no_files)?;
//! assert_eq!((level.parts.meshes.len(), level.parts.parts.len()), (1, 2), "both share the mesh");
//! assert_eq!((level.nodes[1].as_str(), level.parts.material_names[0].as_str()), ("there", "grass"));
//! # Ok::<(), gltf::GltfError>(())
//! ```
//!
//! 1. Nodes are walked from the roots of the default scene (else the first scene, else all roots), parents first. A
//!    mesh is read at its first use.
//! 2. A transform that is a placement makes an instance of the mesh. Any other transform, usually a sheared one, makes
//!    a new mesh (see `transform`), which is counted.
//! 3. A mesh with morph targets (shape keys) is read as it is at rest, where no target has a weight. A mesh that is morphed
//!    at rest, or that a skeleton deforms, is left out and counted: its vertices alone do not tell where it stands. A file
//!    without any other mesh is refused.
//! 4. A file whose level would differ further from what its user sees is refused with an error: compressed geometry,
//!    missing buffers. The loader leaves out points, lines, cameras, lights and animations.
//!
//! glTF is in metres, y up, fronts counter-clockwise, as all levels are. A mirrored transform keeps fronts, in glTF as
//! in a placement.

use super::accessor::Source;
use super::buffers::{Buffers, ReadFile};
use super::document;
use super::error::{GltfError, GltfReason};
use super::mesh::{self, ReadMesh};
use super::transform::{Placing, local, placing};
use crate::levels::{Level, Parts};
use glam::{DAffine3, DMat3};
use gltf::json::{Index, Mesh, Node, Root};
use std::path::Path;
use sweep8::Placement;
use sweep8::limits::MAX_TRIANGLES;

/// A level that was loaded from a glTF file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GltfLevel {
    /// Meshes of the level, their instances and materials. The last material is for triangles without a material.
    pub parts: Parts,
    /// Names of the glTF nodes of the level's instances, in the order of the instances.
    pub nodes: Vec<String>,
    /// Counts of the elements of the glTF file that the level leaves out or changes.
    pub left_out: LeftOut,
}

/// Counts of the elements of a glTF file that the loaded level leaves out or changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of primitives of points or lines in the glTF file, which the level leaves out.
    pub primitives: usize,
    /// Number of glTF nodes whose transform leaves their mesh no area; the level leaves them out.
    pub nodes: usize,
    /// Number of glTF nodes whose transform is not a rotation and scale: each gets its own copy of the mesh.
    pub baked: usize,
    /// Number of glTF nodes whose mesh a skeleton deforms; the level leaves them out.
    pub skinned: usize,
    /// Number of glTF nodes whose mesh has morph targets with weights at rest; the level leaves them out.
    pub morphed: usize,
}

/// Loads the glTF file at `path`, text or binary, with the buffers that the file refers to.
///
/// # Errors
/// [`GltfError`] names the file and the fault.
pub fn load(path: &Path) -> Result<GltfLevel, GltfError> {
    let bytes = std::fs::read(path)
        .map_err(|cause| GltfError { path: path.to_owned(), reason: GltfReason::CannotRead(cause) })?;
    let name = path.file_stem().map_or_else(|| "level".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&bytes, &name, path, &|file| std::fs::read(folder.join(file)))
}

/// Parses the bytes of a glTF file. `path` is used in errors only; `read` loads buffers from other files.
///
/// # Errors
/// As [`load`].
pub fn parse(bytes: &[u8], name: &str, path: &Path, read: &ReadFile) -> Result<GltfLevel, GltfError> {
    level_of(bytes, name, read).map_err(|reason| GltfError { path: path.to_owned(), reason })
}

fn level_of(bytes: &[u8], name: &str, read: &ReadFile) -> Result<GltfLevel, GltfReason> {
    let (root, chunk) = document::read(bytes)?;
    let buffers = Buffers::new(&root, chunk.as_deref(), read);
    let source = Source { root: &root, buffers: &buffers };
    let mut parts = Parts::new(name);
    let named = |(index, material): (usize, &gltf::json::Material)| {
        material.name.clone().unwrap_or_else(|| format!("material {index}"))
    };
    parts.material_names = root.materials.iter().enumerate().map(named).collect();
    let count = root.materials.len();
    let default = u16::try_from(count).map_err(|_| GltfReason::TooManyMaterials { count })?;
    parts.material_names.push("without material".to_owned());
    let level = GltfLevel { parts, ..GltfLevel::default() };
    let mut builder = Builder {
        source: &source,
        level,
        meshes: vec![Become::Unread; root.meshes.len()],
        triangles: 0,
        default,
        deformed: None,
    };
    walk(&root, &mut |node, name, map| builder.add(node, name, map))?;
    if builder.level.parts.parts.is_empty() {
        return Err(builder.deformed.unwrap_or(GltfReason::NoTriangles));
    }
    Ok(builder.level)
}

/// Calls `visit` with every node of the glTF scene, the node's name, and the node's world transform.
fn walk(
    root: &Root,
    visit: &mut dyn FnMut(&Node, &str, &DAffine3) -> Result<(), GltfReason>,
) -> Result<(), GltfReason> {
    let mut pending: Vec<_> = roots(root)?.into_iter().rev().map(|node| (node, DAffine3::IDENTITY)).collect();
    let mut is_visited = vec![false; root.nodes.len()];
    while let Some((index, parent)) = pending.pop() {
        let node = root.get(index).ok_or(GltfReason::NotThere { what: "node", index: index.value() })?;
        let name = node.name.clone().unwrap_or_else(|| format!("node {}", index.value()));
        if std::mem::replace(&mut is_visited[index.value()], true) {
            return Err(GltfReason::NotATree { node: name });
        }
        let map = parent * local(node);
        if !map.is_finite() {
            return Err(GltfReason::Transform { node: name });
        }
        visit(node, &name, &map)?;
        pending.extend(node.children.iter().flatten().rev().map(|&child| (child, map)));
    }
    Ok(())
}

/// Returns the root nodes of the glTF file's default scene; without scenes, all nodes that are no node's child.
fn roots(root: &Root) -> Result<Vec<Index<Node>>, GltfReason> {
    let scene = match root.scene {
        Some(index) => Some(root.get(index).ok_or(GltfReason::NotThere { what: "scene", index: index.value() })?),
        None => root.scenes.first(),
    };
    if let Some(scene) = scene {
        return Ok(scene.nodes.clone());
    }
    let mut is_child = vec![false; root.nodes.len()];
    for child in root.nodes.iter().flat_map(|node| node.children.iter().flatten()) {
        // An invalid index is reported when it is reached.
        if let Some(is_child) = is_child.get_mut(child.value()) {
            *is_child = true;
        }
    }
    let all = (0..root.nodes.len()).filter(|&index| !is_child[index]);
    Ok(all.map(|index| Index::new(index as u32)).collect())
}

/// What a mesh of the glTF file has become in the level under construction.
#[derive(Clone, Copy)]
enum Become {
    /// No node has used the glTF mesh yet, so the mesh has not been read.
    Unread,
    /// The glTF mesh was read and has no triangles.
    Nothing,
    /// The glTF mesh was read and has this index in [`Parts::meshes`].
    Mesh(usize),
}

/// Builder of a level from the nodes and meshes of a glTF file.
struct Builder<'a> {
    source: &'a Source<'a>,
    level: GltfLevel,
    /// State of each mesh of the glTF file, by its index in the file.
    meshes: Vec<Become>,
    /// Number of triangles of all instances that were added so far.
    triangles: usize,
    /// Material index that triangles without a material get.
    default: u16,
    /// Why the first node with a deformed mesh was left out.
    deformed: Option<GltfReason>,
}

impl Builder<'_> {
    /// Adds an instance of a glTF node's mesh to the level, placed by the node's world transform.
    fn add(&mut self, node: &Node, name: &str, map: &DAffine3) -> Result<(), GltfReason> {
        let Some(index) = node.mesh else { return Ok(()) };
        if node.skin.is_some() {
            self.level.left_out.skinned += 1;
            self.deformed.get_or_insert_with(|| GltfReason::Skinned { node: name.to_owned() });
            return Ok(());
        }
        if self.is_morphed(node, index) {
            self.level.left_out.morphed += 1;
            self.deformed.get_or_insert_with(|| GltfReason::Morphed { node: name.to_owned() });
            return Ok(());
        }
        let mesh = match self.meshes.get(index.value()) {
            Some(&Become::Mesh(mesh)) => Some(mesh),
            Some(Become::Nothing) => None,
            Some(Become::Unread) | None => self.read(index)?,
        };
        let Some(mesh) = mesh else { return Ok(()) };
        self.triangles += self.level.parts.meshes[mesh].triangles.len();
        // Pictures and checks need all instances in one list.
        if self.triangles > MAX_TRIANGLES {
            return Err(GltfReason::TooManyTriangles { most: MAX_TRIANGLES });
        }
        let parts = &mut self.level.parts;
        match placing(map) {
            Placing::Placed(placement) => parts.add(mesh, placement),
            Placing::Baked(linear, translation) => {
                let (level, materials) = (baked(&parts.meshes[mesh], &linear)?, parts.materials[mesh].clone());
                let mesh = parts.mesh_of(level, materials);
                parts.add(mesh, Placement::at(translation));
                self.level.left_out.baked += 1;
            }
            Placing::Nothing => {
                self.level.left_out.nodes += 1;
                return Ok(());
            }
        }
        self.level.nodes.push(name.to_owned());
        Ok(())
    }

    /// Returns true if morph targets change the mesh of a node at rest: the weights of the node count, or else those of its mesh.
    fn is_morphed(&self, node: &Node, index: Index<Mesh>) -> bool {
        let Some(mesh) = self.source.root.get(index) else { return false };
        let has_targets = mesh.primitives.iter().any(|one| one.targets.as_ref().is_some_and(|all| !all.is_empty()));
        let weights = node.weights.as_ref().or(mesh.weights.as_ref());
        has_targets && weights.is_some_and(|weights| weights.iter().any(|weight| *weight != 0.0))
    }

    /// Reads a glTF mesh at its first use; returns its index in [`Parts::meshes`], or `None` if it has no triangles.
    fn read(&mut self, index: Index<Mesh>) -> Result<Option<usize>, GltfReason> {
        let ReadMesh { level, materials, left_out } = mesh::read(self.source, index, self.default)?;
        self.level.left_out.primitives += left_out;
        let has_triangles = !level.triangles.is_empty();
        let mesh = has_triangles.then(|| self.level.parts.mesh_of(level, materials));
        self.meshes[index.value()] = mesh.map_or(Become::Nothing, Become::Mesh);
        Ok(mesh)
    }
}

/// Returns a copy of a mesh with vertices transformed by `linear`; a mirroring transform also reverses the corner order.
fn baked(mesh: &Level, linear: &DMat3) -> Result<Level, GltfReason> {
    let turned = |[a, b, c]: [u32; 3]| if linear.determinant() < 0.0 { [a, c, b] } else { [a, b, c] };
    let positions: Vec<_> = mesh.positions.iter().map(|p| (*linear * p.as_dvec3()).as_vec3()).collect();
    if !positions.iter().all(|position| position.is_finite()) {
        return Err(GltfReason::NotFinite { mesh: mesh.name.clone() });
    }
    let triangles = mesh.triangles.iter().copied().map(turned).collect();
    Ok(Level { name: mesh.name.clone(), positions, triangles, ..Level::default() })
}
