//! A level of parts at work: the kernel's world of it, and the judge's.
//!
//! In: [`Parts`]; every frame, the time at its end. Out: targets for the world, and the same places for the checks, which
//! share no code with the kernel.

use crate::checking::{Near, PlacedTrees, Tree, crosses, left_level, penetration};
use crate::levels::parts::{Part, map_of};
use crate::levels::{Level, Parts};
use glam::DVec3;
use std::sync::Arc;
use sweep8::{CookedMesh, InputError, InstanceId, Material, Mesh, MeshError, Placement, World};

/// Index of what is no machine.
const NONE: u32 = u32::MAX;

/// The machines of a level, and all of it as the checks see it.
#[derive(Clone, Debug)]
pub struct Machinery {
    still: PlacedTrees,
    moving: PlacedTrees,
    machines: Vec<(InstanceId, Part)>,
    /// Where each was last, and where it goes.
    places: Vec<Placement>,
    targets: Vec<(InstanceId, Placement)>,
    /// Which machine an instance is.
    machine_of: Vec<u32>,
}

impl Machinery {
    /// The machines of a world that [`world_of`] made.
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

    /// How many machines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.machines.len()
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.machines.is_empty()
    }

    /// Takes the judge's machines to where they are at a time, seconds; the targets of those that are elsewhere then.
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

    /// How deep an ellipsoid is in what never moves, and in what does, metres.
    #[must_use]
    pub fn depths(&self, center: DVec3, radii: DVec3) -> [f64; 2] {
        [penetration(&self.still, center, radii), penetration(&self.moving, center, radii)]
    }

    /// Whether a path leads through what never moves; from point to point.
    #[must_use]
    pub fn crosses_still(&self, path: &[DVec3]) -> bool {
        path.windows(2).any(|ends| crosses(&self.still, ends[0], ends[1]))
    }

    /// Whether a path leads through what moves, seen from it: its first point is where it began before the last
    /// [`turn`](Self::turn), its others are where machines are now.
    #[must_use]
    pub fn crosses_moving(&self, path: &[DVec3]) -> bool {
        self.moving.are_crossed(path)
    }

    /// By how far the last turn carried the point of an instance that was at `point`, metres.
    #[must_use]
    pub fn carried(&self, instance: u32, point: DVec3) -> DVec3 {
        let machine = self.machine_of.get(instance as usize).copied().filter(|&machine| machine != NONE);
        machine.map_or(DVec3::ZERO, |machine| self.moving.carried(machine as usize, point))
    }

    /// Whether a centre is far beside or below all of it.
    #[must_use]
    pub fn is_left(&self, center: DVec3) -> bool {
        // Nobody is beside what moves and not beside what does not.
        if self.still.bounds().is_some() { left_level(&self.still, center) } else { left_level(&self.moving, center) }
    }
}

/// Meshes that can be added to worlds.
///
/// # Errors
/// [`MeshError`] if one is refused.
pub fn cook(parts: &Parts) -> Result<Vec<CookedMesh>, MeshError> {
    // Names say nothing of friction.
    let kinds = vec![Material::default(); parts.material_names.len()];
    let cooked = |(mesh, materials): (&Level, &Vec<u16>)| {
        let mesh = Mesh::new(&mesh.positions, &mesh.triangles)?;
        let mesh = if materials.is_empty() { mesh } else { mesh.with_materials(&kinds, materials)? };
        Ok(mesh.cook())
    };
    parts.meshes.iter().zip(&parts.materials).map(cooked).collect()
}

/// A world of all instances where they are at the beginning, in their order.
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
