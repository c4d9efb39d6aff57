//! The machines of a level of parts: in the kernel's world and in the judge's.
//!
//! In: [`Parts`]; every frame, the time at its end. Out: targets for the world, and the same placements for the checks,
//! which share no code with the kernel.

use crate::checking::{Body, Near, PlacedTrees, Tree, crosses, left_level, penetration};
use crate::levels::parts::{Part, map_of};
use crate::levels::{Level, Parts};
use glam::DVec3;
use std::sync::Arc;
use sweep8::{CookedMesh, InputError, InstanceId, Material, Mesh, MeshError, Placement, World};

/// Stands for "no machine" in a table from instance indices to machine indices.
const NONE: u32 = u32::MAX;

/// Machines (instances that move by a schedule) of a level, and trees of its static and moving triangles for the f64 checks.
#[derive(Clone, Debug)]
pub struct Machinery {
    still: PlacedTrees,
    moving: PlacedTrees,
    machines: Vec<(InstanceId, Part)>,
    /// Last placement of each machine, also of a machine that stands still; `targets` has only machines that moved.
    places: Vec<Placement>,
    targets: Vec<(InstanceId, Placement)>,
    /// Index of the machine for each instance index of the world; [`NONE`] for a static instance.
    machine_of: Vec<u32>,
}

impl Machinery {
    /// Collects the machines of a level's world that was built with [`world_of`].
    #[must_use]
    pub fn new(parts: &Parts, world: &World) -> Self {
        let trees: Vec<_> =
            parts.meshes.iter().map(|mesh| Arc::new(Tree::new(&mesh.positions, &mesh.triangles))).collect();
        let those = |moving: bool| {
            let those = parts.parts.iter().filter(move |part| part.machine.is_some() == moving);
            those.map(|part| (Arc::clone(&trees[part.mesh]), map_of(&part.placement(0.0))))
        };
        let all = || world.instances().zip(&parts.parts);
        let machines: Vec<_> = all().filter(|(_, part)| part.machine.is_some()).map(|(id, part)| (id, *part)).collect();
        let mut machine_of = vec![NONE; parts.parts.len()];
        for (number, (id, _)) in (0..).zip(&machines) {
            machine_of[id.index()] = number;
        }
        Self {
            still: PlacedTrees::new(those(false)),
            moving: PlacedTrees::new(those(true)),
            places: machines.iter().map(|(_, part)| part.placement(0.0)).collect(),
            targets: Vec::with_capacity(machines.len()),
            machines,
            machine_of,
        }
    }

    /// Returns the number of machines in the level.
    #[must_use]
    pub fn len(&self) -> usize {
        self.machines.len()
    }

    /// Returns true if the level has no moving parts, such as lifts and doors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.machines.is_empty()
    }

    /// Moves the machines of the checks to time `seconds`; returns targets, for the kernel's world, of the machines that move.
    pub fn turn(&mut self, seconds: f64) -> &[(InstanceId, Placement)] {
        self.targets.clear();
        for ((id, part), place) in self.machines.iter().zip(&mut self.places) {
            let target = part.placement(seconds);
            if target != *place {
                *place = target;
                self.targets.push((*id, target));
            }
        }
        self.moving.move_to(self.places.iter().map(map_of));
        &self.targets
    }

    /// Returns the overlap depth of a body with static instances, then with machines, metres.
    #[must_use]
    pub fn depths(&self, center: DVec3, body: impl Into<Body>) -> [f64; 2] {
        let body = body.into();
        [penetration(&self.still, center, body), penetration(&self.moving, center, body)]
    }

    /// Returns true if a character's path (world space, metres) crosses a triangle of a static instance.
    #[must_use]
    pub fn crosses_still(&self, path: &[DVec3]) -> bool {
        path.windows(2).any(|ends| crosses(&self.still, ends[0], ends[1]))
    }

    /// Returns true if a path crosses a machine, in the machine's frame. The first point of the path belongs to the
    /// places before the last [`turn`](Self::turn), the others to the present ones.
    #[must_use]
    pub fn crosses_moving(&self, path: &[DVec3]) -> bool {
        self.moving.are_crossed(path)
    }

    /// Returns how far the last [`turn`](Self::turn) moved the point of an instance that was at `point`, world space, metres.
    #[must_use]
    pub fn carried(&self, instance: u32, point: DVec3) -> DVec3 {
        let machine = self.machine_of.get(instance as usize).copied().filter(|&machine| machine != NONE);
        machine.map_or(DVec3::ZERO, |machine| self.moving.carried(machine as usize, point))
    }

    /// Returns true if a character's centre (world space, metres) is far outside or below the level.
    #[must_use]
    pub fn is_left(&self, center: DVec3) -> bool {
        // A centre cannot be outside of the machines and inside of the static level.
        if self.still.bounds().is_some() { left_level(&self.still, center) } else { left_level(&self.moving, center) }
    }
}

/// Cooks each mesh of a level, so that it can be added to worlds.
///
/// # Errors
/// [`MeshError`] if a mesh is refused.
pub fn cook(parts: &Parts) -> Result<Vec<CookedMesh>, MeshError> {
    // Material names say nothing about friction.
    let kinds = vec![Material::default(); parts.material_names.len()];
    let cooked = |(mesh, materials): (&Level, &Vec<u16>)| {
        let mesh = Mesh::new(&mesh.positions, &mesh.triangles)?;
        let mesh = if materials.is_empty() { mesh } else { mesh.with_materials(&kinds, materials)? };
        Ok(mesh.cook())
    };
    parts.meshes.iter().zip(&parts.materials).map(cooked).collect()
}

/// Builds the world of all instances of a level at their first placements, in the order of the level.
///
/// # Errors
/// [`InputError`] if a placement is refused.
pub fn world_of(parts: &Parts, meshes: &[CookedMesh]) -> Result<World, InputError> {
    let mut world = World::new();
    for part in &parts.parts {
        world.add(&meshes[part.mesh], part.placement(0.0))?;
    }
    Ok(world)
}
