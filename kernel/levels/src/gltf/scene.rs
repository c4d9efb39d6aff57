//! Reads a glTF as a level: each node of its scene with a mesh is an instance.
//!
//! 1. Nodes are walked from the roots of the default scene (else the first scene, else all roots), parents first. A
//!    mesh is read at its first use.
//! 2. A transform that is a placement makes an instance of the mesh. Any other transform, usually a sheared one, makes
//!    a new mesh (see `transform`), which is counted.
//! 3. A mesh with morph targets (shape keys) is read as it is at rest, where no target has a weight. A mesh that is morphed
//!    at rest, or that a skeleton deforms, is left out and counted: its vertices alone do not tell where it stands. A file
//!    without any other mesh is refused.
//! 4. A file whose level would differ further from what its user sees is refused with an error: compressed geometry,
//!    missing buffers. The reader leaves out points, lines, cameras, lights and animations.
//!
//! glTF is in metres, y up, fronts counter-clockwise, as all levels are. A mirrored transform keeps fronts, in glTF as
//! in a placement.

use super::accessor::Source;
use super::buffers::{Buffers, ReadFile};
use super::document;
use super::error::{GltfError, GltfReason};
use super::mesh::{self, ReadMesh};
use super::transform::{Placing, local, placing};
use crate::{Format, LeftOut, Level, LevelInstance, LevelMesh};
use glam::{DAffine3, DMat3};
use gltf::json::{Index, Mesh, Node, Root};
use std::path::Path;
use sweep8::Placement;
use sweep8::limits::MAX_TRIANGLES;

/// Parses the bytes of a glTF file. `path` is used in errors only; `read` loads buffers from other files.
pub(crate) fn parse(bytes: &[u8], name: &str, path: &Path, read: &ReadFile) -> Result<Level, GltfError> {
    level_of(bytes, name, read).map_err(|reason| GltfError { path: path.to_owned(), reason })
}

fn level_of(bytes: &[u8], name: &str, read: &ReadFile) -> Result<Level, GltfReason> {
    let (root, chunk) = document::read(bytes)?;
    let buffers = Buffers::new(&root, chunk.as_deref(), read);
    let source = Source { root: &root, buffers: &buffers };
    let named = |(index, material): (usize, &gltf::json::Material)| {
        material.name.clone().unwrap_or_else(|| format!("material {index}"))
    };
    let mut material_names: Vec<_> = root.materials.iter().enumerate().map(named).collect();
    let count = root.materials.len();
    let default = u16::try_from(count).map_err(|_| GltfReason::TooManyMaterials { count })?;
    material_names.push("without material".to_owned());
    let level = Level {
        name: name.to_owned(),
        format: Format::Gltf,
        meshes: Vec::new(),
        instances: Vec::new(),
        material_names,
        left_out: LeftOut::default(),
    };
    let mut builder = Builder {
        source: &source,
        level,
        meshes: vec![Become::Unread; root.meshes.len()],
        triangles: 0,
        default,
        deformed: None,
    };
    walk(&root, &mut |node, name, map| builder.add(node, name, map))?;
    if builder.level.instances.is_empty() {
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
    /// The glTF mesh was read and has this index in [`Level::meshes`].
    Mesh(usize),
}

/// Builder of a level from the nodes and meshes of a glTF file.
struct Builder<'a> {
    source: &'a Source<'a>,
    level: Level,
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
        self.triangles += self.level.meshes[mesh].triangles.len();
        // Pictures and checks need all instances in one list.
        if self.triangles > MAX_TRIANGLES {
            return Err(GltfReason::TooManyTriangles { most: MAX_TRIANGLES });
        }
        let (mesh, placement) = match placing(map) {
            Placing::Placed(placement) => (mesh, placement),
            Placing::Baked(linear, translation) => {
                let mesh = baked(&self.level.meshes[mesh], &linear)?;
                self.level.meshes.push(mesh);
                self.level.left_out.baked += 1;
                (self.level.meshes.len() - 1, Placement::at(translation))
            }
            Placing::Nothing => {
                self.level.left_out.nodes += 1;
                return Ok(());
            }
        };
        self.level.instances.push(LevelInstance { name: name.to_owned(), mesh, placement });
        Ok(())
    }

    /// Returns true if morph targets change the mesh of a node at rest: the weights of the node count, or else those of its mesh.
    fn is_morphed(&self, node: &Node, index: Index<Mesh>) -> bool {
        let Some(mesh) = self.source.root.get(index) else { return false };
        let has_targets = mesh.primitives.iter().any(|one| one.targets.as_ref().is_some_and(|all| !all.is_empty()));
        let weights = node.weights.as_ref().or(mesh.weights.as_ref());
        has_targets && weights.is_some_and(|weights| weights.iter().any(|weight| *weight != 0.0))
    }

    /// Reads a glTF mesh at its first use; returns its index in [`Level::meshes`], or `None` if it has no triangles.
    fn read(&mut self, index: Index<Mesh>) -> Result<Option<usize>, GltfReason> {
        let ReadMesh { mesh, left_out } = mesh::read(self.source, index, self.default)?;
        self.level.left_out.primitives += left_out;
        if mesh.triangles.is_empty() {
            self.meshes[index.value()] = Become::Nothing;
            return Ok(None);
        }
        let number = self.level.meshes.len();
        self.level.meshes.push(mesh);
        self.meshes[index.value()] = Become::Mesh(number);
        Ok(Some(number))
    }
}

/// Returns a copy of a mesh with vertices transformed by `linear`; a mirroring transform also reverses the corner order.
fn baked(mesh: &LevelMesh, linear: &DMat3) -> Result<LevelMesh, GltfReason> {
    let turned = |[a, b, c]: [u32; 3]| if linear.determinant() < 0.0 { [a, c, b] } else { [a, b, c] };
    let positions: Vec<_> = mesh.positions.iter().map(|p| (*linear * p.as_dvec3()).as_vec3()).collect();
    if !positions.iter().all(|position| position.is_finite()) {
        return Err(GltfReason::NotFinite { mesh: mesh.name.clone() });
    }
    let triangles = mesh.triangles.iter().copied().map(turned).collect();
    Ok(LevelMesh { name: mesh.name.clone(), positions, triangles, materials: mesh.materials.clone(), cooked: None })
}
