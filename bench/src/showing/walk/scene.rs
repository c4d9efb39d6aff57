//! A scene of boxes and of one mesh.
//!
//! In: things. Out: a world, and how its machines move.

use crate::levels::Level;
use crate::levels::machine::Machine;
use glam::{DVec3, Vec3};
use sweep8::{
    Capsule, CharacterProfile, CharacterSettings, CookedMesh, EachOther, InputError, InstanceId, Material, Mesh,
    MeshError, Placement, World,
};
use thiserror::Error;

/// Radius of a walker, and half of the length of its spine, metres.
const RADIUS: f32 = 0.25;
const HALF_LENGTH: f32 = 0.6;

/// What a thing is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A floor.
    Floor,
    /// A wall, a pillar, a beam.
    Wall,
    /// A stair step or a ramp.
    Step,
    /// A crate.
    Crate,
    /// A surface that moves although its triangles lie still.
    Belt,
    /// An instance that moves.
    Machine,
}

/// A box in its place.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    /// Half of the lengths of its sides, metres.
    pub half: Vec3,
    /// Placement; that at rest of a machine.
    pub at: Placement,
    /// Its kind.
    pub kind: Kind,
    /// Material of all its triangles.
    pub material: Option<Material>,
    /// What moves it.
    pub machine: Option<Machine>,
}

impl Thing {
    /// A box that lies still.
    pub(super) fn still(half: [f32; 3], place: [f64; 3], kind: Kind) -> Self {
        Self { half: half.into(), at: Placement::at(place.into()), kind, material: None, machine: None }
    }

    fn mesh(&self) -> Result<CookedMesh, MeshError> {
        let mesh = Mesh::cuboid(self.half)?;
        let count = mesh.triangle_count();
        let mesh = match self.material {
            Some(material) => mesh.with_materials(&[material], &vec![0; count])?,
            None => mesh,
        };
        Ok(mesh.cook())
    }
}

/// Error: the kernel refuses a part of a scene.
#[derive(Debug, Error)]
pub enum SceneError {
    /// Error: a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Error: a placement.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// A scene of the page.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name in links.
    pub name: String,
    /// One line about it.
    pub words: String,
    /// A mesh beside the boxes, in world space.
    pub level: Option<Level>,
    /// Boxes, in the order of their instances, behind that of the mesh.
    pub things: Vec<Thing>,
    /// Centres where walkers may start, world space, metres.
    pub centres: Vec<DVec3>,
}

impl Scene {
    /// A scene without things.
    #[must_use]
    pub fn new(name: &str, words: &str) -> Self {
        Self { name: name.into(), words: words.into(), level: None, things: Vec::new(), centres: Vec::new() }
    }

    /// The profile of all walkers: `PROFILE` in `bench/web/walk/game.js` has the same numbers.
    ///
    /// # Panics
    /// Never: the numbers are in range.
    #[must_use]
    pub fn profile() -> CharacterProfile {
        let shape = Capsule::new(RADIUS, HALF_LENGTH).expect("both are in range").into();
        let settings = CharacterSettings { shape, each_other: EachOther::Solid, ..CharacterSettings::default() };
        CharacterProfile::new(&settings).expect("all settings are in range")
    }

    /// The world at the beginning.
    ///
    /// # Errors
    /// [`SceneError`] if the kernel refuses a part.
    pub fn world(&self) -> Result<World, SceneError> {
        let mut world = World::new();
        if let Some(level) = &self.level {
            world.add(&Mesh::new(&level.positions, &level.triangles)?.cook(), Placement::IDENTITY)?;
        }
        for thing in &self.things {
            world.add(&thing.mesh()?, thing.at)?;
        }
        Ok(world)
    }

    /// Sets where the machines go in the step that ends at a time, seconds.
    ///
    /// # Errors
    /// [`InputError`] if the kernel refuses a placement.
    pub fn move_machines(&self, world: &mut World, seconds: f64) -> Result<(), InputError> {
        let ids: Vec<InstanceId> = world.instances().skip(usize::from(self.level.is_some())).collect();
        for (thing, id) in self.things.iter().zip(ids) {
            if let Some(machine) = thing.machine {
                world.move_to(id, machine.placement(&thing.at, seconds))?;
            }
        }
        Ok(())
    }
}
