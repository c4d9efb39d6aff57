//! A level made of parts: meshes, instances of them, and machines, which are instances that move.
//!
//! In: meshes as [`Level`]s, placements, [`Machine`]s. Out: the placement of each instance at a time; all triangles as
//! one level, for pictures and for comparisons. Plain data: nothing is checked here.

use super::level::Level;
use super::machine::Machine;
use glam::{DAffine3, Vec3};
use sweep8::Placement;

/// An instance of one of a level's meshes, static or moved by a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Index of the instance's mesh in [`Parts::meshes`].
    pub mesh: usize,
    /// Placement of a static instance, or placement at which the machine's drive begins.
    pub rest: Placement,
    /// Machine that moves the instance; `None` for a static instance.
    pub machine: Option<Machine>,
}

impl Part {
    /// Returns the placement of the instance at a time of the level's clock, seconds.
    #[must_use]
    pub fn placement(&self, seconds: f64) -> Placement {
        self.machine.map_or(self.rest, |machine| machine.placement(&self.rest, seconds))
    }
}

/// A level of meshes and instances. [`Parts::mesh`] and [`Parts::add`] keep its lists consistent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// Name of the level: of its scene or file.
    pub name: String,
    /// Meshes of the level, each in its own mesh space, metres.
    pub meshes: Vec<Level>,
    /// Instances of the level, in the order in which they are added to a world.
    pub parts: Vec<Part>,
    /// Material of each triangle of each mesh, as an index into `material_names`; an empty list for a mesh without materials.
    pub materials: Vec<Vec<u16>>,
    /// Names of the materials, by material index.
    pub material_names: Vec<String>,
}

impl Parts {
    /// Creates a level without meshes and instances.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Creates a level of one mesh that stands where its vertices say.
    #[must_use]
    pub fn of_mesh(mesh: Level) -> Self {
        let mut parts = Self::new(&mesh.name);
        let mesh = parts.mesh(mesh);
        parts.add(mesh, Placement::IDENTITY);
        parts
    }

    /// Returns the level with its machines stopped where they are at time 0.
    #[must_use]
    pub fn stopped(mut self) -> Self {
        for part in &mut self.parts {
            *part = Part { rest: part.placement(0.0), machine: None, ..*part };
        }
        self
    }

    /// Adds a mesh without materials to the level; returns its index in [`Parts::meshes`].
    pub fn mesh(&mut self, mesh: Level) -> usize {
        self.mesh_of(mesh, Vec::new())
    }

    /// Adds a mesh with a material index for each of its triangles; returns the mesh's index in [`Parts::meshes`].
    pub fn mesh_of(&mut self, mesh: Level, materials: Vec<u16>) -> usize {
        self.meshes.push(mesh);
        self.materials.push(materials);
        self.meshes.len() - 1
    }

    /// Adds a static instance of the mesh with index `mesh` to the level.
    pub fn add(&mut self, mesh: usize, placement: Placement) {
        self.parts.push(Part { mesh, rest: placement, machine: None });
    }

    /// Adds an instance of the mesh with index `mesh`, which `machine` moves from the placement `rest`.
    pub fn add_machine(&mut self, mesh: usize, rest: Placement, machine: Machine) {
        self.parts.push(Part { mesh, rest, machine: Some(machine) });
    }

    /// Iterates over the instances that a machine moves, in their order in the level.
    pub fn machines(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.machine.is_some())
    }

    /// Number of instances of the level that a machine moves.
    #[must_use]
    pub fn machine_count(&self) -> usize {
        self.machines().count()
    }

    /// Returns the corners of an instance's triangle at a time, world space, metres, counter-clockwise seen from its front.
    ///
    /// # Panics
    /// When there is no such instance or triangle.
    #[must_use]
    pub fn corners(&self, part: usize, triangle: usize, seconds: f64) -> [Vec3; 3] {
        let part = &self.parts[part];
        let map = map_of(&part.placement(seconds));
        let [a, b, c] =
            self.meshes[part.mesh].corners(triangle).map(|corner| map.transform_point3(corner.as_dvec3()).as_vec3());
        if is_mirrored(&part.rest) { [a, c, b] } else { [a, b, c] }
    }

    /// Returns all triangles at a time (seconds), machines last, and the number of static triangles.
    ///
    /// # Panics
    /// When there are more vertices than a `u32` can count.
    #[must_use]
    pub fn flattened(&self, seconds: f64) -> (Level, usize) {
        let mut level = Level::new(&self.name);
        let mut still = 0;
        for moves in [false, true] {
            still = level.triangles.len();
            for part in self.parts.iter().filter(|part| part.machine.is_some() == moves) {
                level.append(&placed(&self.meshes[part.mesh], &part.placement(seconds)));
            }
        }
        (level, still)
    }
}

/// Returns a placement's transform from mesh space to world space.
#[must_use]
pub fn map_of(placement: &Placement) -> DAffine3 {
    let (scale, rotation) = (placement.scale.as_dvec3(), placement.rotation.as_dquat().normalize());
    DAffine3::from_scale_rotation_translation(scale, rotation, placement.translation)
}

/// Returns a mesh transformed to world space by a placement and rounded to `f32`; its winding is kept.
fn placed(mesh: &Level, placement: &Placement) -> Level {
    let (map, mirrored) = (map_of(placement), is_mirrored(placement));
    let positions = mesh.positions.iter().map(|corner| map.transform_point3(corner.as_dvec3()).as_vec3());
    let triangles = mesh.triangles.iter().map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] });
    Level { positions: positions.collect(), triangles: triangles.collect(), ..Level::default() }
}

fn is_mirrored(placement: &Placement) -> bool {
    placement.scale.to_array().into_iter().filter(|along| *along < 0.0).count() % 2 == 1
}
